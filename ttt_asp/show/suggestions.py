"""What a strategy recommends at a position, as text."""

from ttt_asp.show.boards import board
from ttt_asp.show.paint import Paint
from ttt_asp.solve.one_position import Advice
from ttt_asp.sources.position import Notation


def suggestion(advice: Advice, notation: Notation, position: frozenset[str], paint: Paint) -> str:
    """The board with the recommended squares starred, the moves, and which tactic decided."""
    starred = {notation.places[a] for a in advice.recommended if a in notation.places}
    lines = [
        line.rstrip()
        for line in board(notation, position, paint, (), () if advice.terminal else starred)
    ]
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
