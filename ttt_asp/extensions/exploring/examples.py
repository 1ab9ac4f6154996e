"""Examples inside files of tactics, strategies and orders, which `ttt-asp check` runs.

    % example x../.o./..x for o: mark(cell(1,2)), mark(cell(2,1))
    % example x../.o./... for x: nothing
    % example x*./*o*/.*x for o

A position (rows from the top, or `{fluent, ...}`), the player who is to move there, and
everything that the tactic recommends to that player. For an order it is all that the player may
do there, in that order. Stars on the board may stand for the list: the third example says the same
as `x../.o./..x for o: ` with four moves. A file about another game says so:

    % game pick_up_bricks bricks=20
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.layout import FREE, STAR
from ttt_asp.lp.scan import NotTerms, parse_terms
from ttt_asp.lp.source import Source

_EXAMPLE = re.compile(r"%\s*example\b[:\s]*(.*)", re.DOTALL)
_FORM = re.compile(r"(\{.*?\}|\S+)\s+for\s+([^\s:]+?)\s*(?:\.|:\s*(.+))?", re.DOTALL)
# The number of moves from which on stars are shorter than a list.
_MANY = 3
_HINT = "% example x../.o./..x for o: mark(cell(1,2)), mark(cell(2,1))  or  ... for o: nothing"


@dataclass(frozen=True, slots=True)
class Example:
    """An example: the moves that a file says are recommended at one position.

    Attributes:
        text: as written. location: its place. position: the fluents that hold.
        role: the player to move. expected: the recommended actions, sorted; an order's as written.
    """

    text: str
    location: Location
    position: frozenset[str]
    role: str
    expected: tuple[str, ...]


def examples(source: Source, notation: PositionReader, ordered: bool = False) -> Iterator[Example]:
    """Read the examples in a file's comments.

    Args:
        source: the file.
        notation: how positions are written.
        ordered: whether the order of the actions matters.

    Raises:
        InputError: a comment starts like an example and is none.
    """
    for begin, comment in source.comments:
        match = _EXAMPLE.match(comment)
        if match is None:
            continue
        where = source.location(begin, begin + len(comment.encode()))
        form = _FORM.fullmatch(text := match[1].strip())
        board, role, moves = form.groups() if form else ("", "", None)
        starred = STAR in board and not {"{", "("} & set(board)
        if starred and (moves or ordered):
            message = "stars show the moves already"
            message = "an order's example lists the moves" if ordered else message
            raise wrong(message, where, _HINT if ordered else f"% example {board} for {role}")
        if starred:
            moves, board = _starred(board, notation, where), board.replace(STAR, FREE)
        if moves is None:
            raise wrong("this example is not POSITION for ROLE: MOVES", where, _HINT)
        position = notation.parse(board, role, where)
        actions = _actions(moves.strip().rstrip("."), where, ordered)
        yield Example(text, where, position, role, actions)


def _starred(board: str, notation: PositionReader, where: Location) -> str:
    """Return the moves that stars on a board stand for, which are on free squares."""
    starred, taken = [], notation.rows(notation.game.init)
    for place, glyph in notation.written_glyphs(board, where).items():
        if glyph != STAR:
            continue
        row, column = place
        if place not in notation.cells or taken[row - 1][column - 1] != FREE:
            raise wrong(f"row {row}, column {column} is no free square", where, "list the moves")
        actions = _pointing(notation, place)
        if len(actions) != 1:
            message = f"the star in row {row}, column {column} may be {len(actions)} moves"
            raise wrong(message, where, "list the moves")
        starred += actions
    return ", ".join(starred)


def _pointing(notation: PositionReader, place: tuple[int, int]) -> list[str]:
    return [action for action, square in notation.places.items() if square == place]


def example_line(
    notation: PositionReader, position: frozenset[str], role: str, actions: Sequence[str]
) -> str:
    """Write an example for a file: with stars if these are shorter than a list of moves."""
    places = [notation.places.get(action) for action in actions]
    drawn = _drawn(notation, position, role)
    if len(actions) >= _MANY and drawn:
        start, now = notation.rows(notation.game.init), notation.rows(position)
        if all(
            square is not None
            and start[square[0] - 1][square[1] - 1] == now[square[0] - 1][square[1] - 1] == FREE
            and len(_pointing(notation, square)) == 1
            for square in places
        ):
            board = notation.board(position, frozenset(filter(None, places)))
            return f"% example {board} for {role}"
    spelt = map(notation.game.spelt, sorted(position))
    text = drawn or f"{{{', '.join(spelt)}}}"
    return f"% example {text} for {role}: {', '.join(actions) or 'nothing'}"


def _drawn(notation: PositionReader, position: frozenset[str], role: str) -> str:
    """Return the board; empty where there is none, or where the role is not to move, as it says."""
    if notation.has_board:
        board = notation.board(position)
        with suppress(InputError):  # the marks say that it is another's turn
            if notation.parse(board, role) == position:
                return board
    return ""


def _actions(text: str, where: Location, ordered: bool) -> tuple[str, ...]:
    if text.lower() == "nothing":
        return ()
    try:
        actions = parse_terms(text)
    except NotTerms as error:
        raise wrong(f"{text!r} is not a list of moves{error.because}", where, _HINT) from None
    return tuple(str(action) for action in (actions if ordered else sorted(actions)))
