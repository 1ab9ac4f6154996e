"""Examples inside files of tactics, strategies and orders, which `ttt-asp check` runs.

    % example x../.o./..x for o: mark(cell(1,2)), mark(cell(2,1))
    % example x../.o./... for x: nothing

A position (rows from the top, or `{fluent, ...}`), the player who is to move there, and
everything that the tactic recommends to that player. For an order it is all that the player may
do there, in that order. A file about another game says so:

    % game pick_up_bricks bricks=20
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ttt_asp.errors import Location, wrong
from ttt_asp.games.notation import Notation
from ttt_asp.lp.source import Source
from ttt_asp.lp.terms import NotTerms, parse_terms

_EXAMPLE = re.compile(r"%\s*example\b[:\s]*(.*)", re.DOTALL)
_GAME = re.compile(r"%\s*game\s+(\S+)((?:\s+\w+=\S+)*)\s*")
_FORM = re.compile(r"(\{.*?\}|\S+)\s+for\s+(\S+?)\s*:\s*(.+)", re.DOTALL)
_HINT = "% example x../.o./..x for o: mark(cell(1,2)), mark(cell(2,1))  or  ... for o: nothing"


@dataclass(frozen=True, slots=True)
class Example:
    """What a file says of itself at one position.

    Attributes:
        text: as written. location: where. position: the fluents that hold.
        role: the player to move. expected: the recommended actions, sorted; an order's as written.
    """

    text: str
    location: Location
    position: frozenset[str]
    role: str
    expected: tuple[str, ...]


def examples(source: Source, notation: Notation, ordered: bool = False) -> Iterator[Example]:
    """The examples in a file's comments.

    Args:
        source: the file.
        notation: how positions are written.
        ordered: whether the order of the actions matters.

    Raises:
        InputError: a comment that starts like an example and is none.
    """
    for begin, comment in source.comments:
        match = _EXAMPLE.match(comment)
        if match is None:
            continue
        where = source.location(begin, begin + len(comment.encode()))
        form = _FORM.fullmatch(match[1].strip())
        if form is None:
            raise wrong("this example is not POSITION for ROLE: MOVES", where, _HINT)
        text, role, moves = form[1], form[2], form[3].strip().rstrip(".")
        position = notation.parse(text, role, where)
        yield Example(match[1].strip(), where, position, role, _actions(moves, where, ordered))


def game_of(source: Source) -> tuple[str, dict[str, str]] | None:
    """The game that a file says it is about, with its constants; None where it says nothing."""
    for _, comment in source.comments:
        if match := _GAME.fullmatch(comment):
            return match[1], dict(word.split("=", 1) for word in match[2].split())
    return None


def _actions(text: str, where: Location, ordered: bool) -> tuple[str, ...]:
    if text.lower() == "nothing":
        return ()
    try:
        actions = parse_terms(text)
    except NotTerms as error:
        raise wrong(f"{text!r} is not a list of moves: {error}", where, _HINT) from None
    return tuple(str(action) for action in (actions if ordered else sorted(actions)))
