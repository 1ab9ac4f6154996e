"""What a strategy recommends at a position, as text."""

from ttt_asp.show.boards import board
from ttt_asp.show.paint import Paint
from ttt_asp.solve.one_position import Advice
from ttt_asp.sources.position import Notation


def suggestion(
    advice: Advice, notation: Notation, position: frozenset[str], paint: Paint, width: int
) -> str:
    """The board with the recommended squares starred, the moves, and which tactic decided."""
    may = () if advice.terminal else advice.recommended
    starred = {notation.places[action] for action in may if action in notation.places}
    shown = board(notation, position, paint, (), starred, width=width)
    lines = [line.rstrip() for line in shown]
    lines.append("")
    if advice.terminal:
        goals = ", ".join(f"{role} {value}" for role, value in advice.goals.items())
        return "\n".join([*lines, f"The game is over here (goals: {goals})."])
    if not advice.legal:
        return "\n".join([*lines, f"{advice.role} has no legal move here."])
    moves = ", ".join(advice.recommended) or "nothing: a play that gets here is stuck"
    lines.append(f"{advice.role} to move: {paint(moves, 'bold')}")
    if len(advice.legal) == 1:
        lines.append("It is the only legal move; no strategy is asked.")
    elif advice.decided:
        lines.append(f"decided by: {advice.decided}")
    if advice.silent:
        lines.append(f"nothing from: {', '.join(advice.silent)}")
    return "\n".join(lines)
