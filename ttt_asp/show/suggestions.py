"""What a strategy recommends at a position, as text."""

from collections.abc import Mapping
from textwrap import wrap
from types import MappingProxyType

from ttt_asp.engines.position import Advice
from ttt_asp.games.notation import Notation
from ttt_asp.show.boards import board
from ttt_asp.show.paint import Paint

# What nobody has to play out.
TIED = "Whatever is played, it is a tie."
_NO_NAMES: Mapping[str, str] = MappingProxyType({})


def suggestion(
    advice: Advice,
    notation: Notation,
    position: frozenset[str],
    paint: Paint,
    width: int,
    names: Mapping[str, str] = _NO_NAMES,
) -> str:
    """The board with the recommended squares starred, the moves, and which tactic decided.

    Args:
        advice: what is recommended, and why.
        notation: the game's.
        position: the fluents that hold.
        paint: for the marks.
        width: of the terminal, in characters.
        names: short ones of actions, shown instead of them, and of stars.
    """
    may = () if advice.terminal else advice.recommended
    starred = {notation.places[action]: names.get(action, "*") for action in may
               if action in notation.places}  # fmt: skip
    shown = board(notation, position, paint, (), starred, starred, width)
    lines = [line.rstrip() for line in shown]
    lines.append("")
    if advice.terminal:
        return "\n".join([*lines, f"The game is over here: {advice.result}."])
    if not advice.legal:
        return "\n".join([*lines, f"{advice.role} has no legal move here."])
    moves = ", ".join(names.get(action, action) for action in advice.recommended)
    moves = moves or "nothing: a play that gets here is stuck"
    who = f"{advice.role} to move: "
    first, *rest = wrap(who + moves, max(width, 20), subsequent_indent="  ")
    lines += [who + paint(first[len(who) :], "bold"), *(paint(line, "bold") for line in rest)]
    if len(advice.legal) == 1:
        lines.append("It is the only legal move; no strategy is asked.")
    elif advice.decided:
        lines.append(f"decided by: {advice.decided}")
    if advice.silent:
        lines.append(f"nothing from: {', '.join(advice.silent)}")
    return "\n".join(lines)
