"""Recommendations of a strategy at a position."""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from ttt_asp.errors import InputError
from ttt_asp.extensions.exploring.advice import Advice
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.extensions.exploring.suggestion import Suggestion
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Block, Board, Boards, Place, Wrapped
from ttt_asp.show.terminal import painted

# What nobody has to play out.
TIED = "Whatever is played, it is a tie."


def suggestion(suggestion: Suggestion) -> Iterator[Block]:
    """Yield the position, the moves recommended there, and the tactic that decided."""
    yield from advised(suggestion.advice, Notation(suggestion.game), suggestion.position)
    if suggestion.tied:
        yield TIED


def advised(
    advice: Advice,
    notation: Notation,
    position: frozenset[str],
    names: Mapping[str, str] | None = None,
) -> Iterator[Block]:
    """Yield the board with the recommended squares starred, the moves, and the deciding tactic.

    Args:
        advice: the moves recommended, and why.
        notation: the game's.
        position: the fluents that hold.
        names: short ones of actions, shown instead of them, and of stars.
    """
    names, may = names or {}, recommended(advice, notation)
    labels = {place: names[action] for action, place in may.items() if action in names}
    yield Boards(notation, [Board(position, may=may.values(), labels=labels)])
    yield ""
    if advice.terminal:
        yield f"The game is over here: {advice.result}."
        return
    if not advice.legal:
        yield f"{advice.role} has no legal move here."
        return
    moves = ", ".join(names.get(action, action) for action in advice.recommended)
    moves = moves or "nothing: who keeps to this strategy is stuck here"
    yield Wrapped(f"{_turn(advice.role, notation, position)}: {painted(moves, 'bold')}", 2)
    if len(advice.legal) == 1:
        yield "It is the only legal move; no strategy is asked."
    elif advice.decided:
        yield f"decided by: {advice.decided}"
    if advice.silent:
        yield f"nothing from: {', '.join(advice.silent)}"


def _turn(role: str, notation: Notation, position: frozenset[str]) -> str:
    """Return who is to move; where the marks say that it is not the role asked, both."""
    written, mover = notation.write(position), None
    if isinstance(written, str):
        with suppress(InputError):  # the marks do not tell
            counted = PositionReader(notation.game).parse(written)
            if not (counted ^ position) - notation.movers.keys():  # the marks are all there is
                mover = notation.mover(counted)
    if mover is None or notation.game.spelt(mover) == role:
        return f"{role} to move"
    return f"by the marks {notation.game.spelt(mover)} is to move; {role} would play"


def recommended(advice: Advice, notation: Notation) -> Mapping[str, Place]:
    """Return the places of the moves recommended; none where the game is over."""
    places, meant = notation.places, notation.game.spelling.meant
    actions = () if advice.terminal else advice.recommended
    return {action: places[meant(action)] for action in actions if meant(action) in places}
