"""Replies and pairings as files: a book, a tactic, a strategy, a lemma, and their claim."""

from collections.abc import Iterator
from pathlib import Path

from ttt_asp.analyses.ahead.board import bits
from ttt_asp.analyses.ahead.expand import Expanded, Marks, expand
from ttt_asp.analyses.ahead.find import Ahead
from ttt_asp.analyses.pairing.files import words_of, write_strategy
from ttt_asp.deadline import Deadline
from ttt_asp.games.winning_sets import WinningSets, sets_of
from ttt_asp.strategies.book import Page, book

_TACTIC = """\
%*! {name}: answer in the same pair, in a pairing that is in force, on
{board}. Each of those below has a pair for every line of {one}'s
but those through squares that it needs, so as long as {other} answers in it, {one} completes none.

Source: `ttt-asp pairing --ahead`. *%
suggests({name},{second},mark(D)) :- {name}_in_force(N), {name}_with(N,C,D), marked({first},C),
    free(D).

%*! {name}_in_force(N): {other} owns what the pairing N needs, and all its pairs but perhaps one are
answered: so they are all, after an answer in that one. *%
{name}_in_force(N) :- {name}_number(N), not {name}_lacking(N),
    {{ marked({first},C) : {name}_with(N,C,D), free(D) }} <= 1.

%*! {name}_lacking(N): {other} does not own all that the pairing N needs, or {one} owns a pair. *%
{lacking}{name}_lacking(N) :- {name}_pair_of(N,C,D), marked({first},C), marked({first},D).

%*! {name}_with(N,C,D): the squares C and D are a pair of the pairing N, in either order. *%
{name}_with(N,C,D) :- {name}_pair_of(N,C,D).
{name}_with(N,D,C) :- {name}_pair_of(N,C,D).

%*! {name}_number(N): there is a pairing N. {name}_needs(N,C): it needs the square C.
{name}_pair_of(N,C,D): the squares C and D are one of its pairs. *%
{name}_number(1..{number}).
{facts}
"""
_NEEDED = "{name}_{which}(N) :- {name}_needs(N,C), not marked({second},C).\n"
_STRATEGY = """\
%*! by_{name}: {how}answer in the same
pair of a pairing; where there is nothing to answer, anything.

Source: `ttt-asp pairing --ahead`. *%
strategy(by_{name},
    first({parts})).
"""
_LEMMA = """\
%*! {name}_kept: whenever a round begins, it is one of the positions that the replies lead to, or
{other} owns what a pairing needs, and of each pair with a mark of {one} the other square. *%
lemma({name}_kept) :- {name}_number(N), not {name}_kept_lost(N).
{lost}{name}_kept_lost(N) :- {name}_with(N,C,D), marked({first},C), not marked({second},D).
"""
_BEGUN = """\
lemma({name}_kept) :- {name}_kept_begun(N), not {name}_kept_off(N).

%*! {name}_kept_off(N): it is another position than number N of those where replies are left. *%
{name}_kept_off(N) :- {name}_kept_marks(N,P,C), not marked(P,C).
{name}_kept_off(N) :- {name}_kept_begun(N), marked(P,C), not {name}_kept_marks(N,P,C).

%*! {name}_kept_begun(N): there is a position N. {name}_kept_marks(N,P,C): P owns C there. *%
{name}_kept_begun(1..{begun}).
{marks}
"""
_START = """\
lemma({name}_kept) :- not {name}_kept_started.

%*! {name}_kept_started: somebody has marked a square. *%
{name}_kept_started :- marked(P,C).
"""


def write_ahead(found: Ahead, folder: Path, name: str, deadline: Deadline) -> list[Path] | str:
    """Write the files of a pairing after some moves.

    Args:
        found: where there is one.
        folder: the folder of strategies.
        name: the tactic's.
        deadline: when to give up.

    Returns:
        The files; or why rules cannot say it.

    Raises:
        InputError: the name cannot be, or a file exists already; nothing is written then.
        Expired: time is up.
    """
    whole = expand(found, deadline)
    if isinstance(whole, str):
        return whole
    sets = sets_of(found.game)
    assert sets is not None  # it has a board
    words = _words(found, whole, name)
    replies = ""
    if whole.replies:
        about = f"{words['other']}'s replies to the first moves on {words['board']}."
        pages = _pages(found, whole, sets)
        source = "`ttt-asp pairing --ahead`"
        replies = book(f"replies_of_{name}", found.board.breaker, pages, about, source)
    lemma = _LEMMA + ("" if not whole.begun else _BEGUN if words["marks"] else _START)
    return write_strategy(folder, name, words, (_TACTIC, _STRATEGY, lemma), replies)


def _words(found: Ahead, whole: Expanded, name: str) -> dict[str, str]:
    needed = _NEEDED if any(one.needs for one in whole.pairings) else ""
    second = found.board.breaker
    return {
        **words_of(found.game, name, found.game.constants),
        "number": str(len(whole.pairings)),
        "facts": "\n".join(_pairs(found, whole, name)),
        "lacking": needed.format(name=name, which="lacking", second=second),
        "lost": needed.format(name=name, which="kept_lost", second=second),
        "how": "the replies to the first moves, then " if whole.replies else "",
        "parts": f"replies_of_{name}, {name}, any" if whole.replies else f"{name}, any",
        "begun": str(len(whole.begun)),
        "marks": "\n".join(_marks(found, whole, name)),
        "when": "until there is a pairing, and then in it,",
    }


def _pairs(found: Ahead, whole: Expanded, name: str) -> Iterator[str]:
    squares = found.board.squares
    for number, one in enumerate(whole.pairings, 1):
        yield from (f"{name}_needs({number},{squares[square]})." for square in bits(one.needs))
        for this, other in one.pairs:
            yield f"{name}_pair_of({number},{squares[this]},{squares[other]})."


def _marks(found: Ahead, whole: Expanded, name: str) -> Iterator[str]:
    for number, marks in enumerate(sorted(whole.begun), 1):
        for role, square in _owned(found, marks):
            yield f"{name}_kept_marks({number},{role},{square})."


def _pages(found: Ahead, whole: Expanded, sets: WinningSets) -> Iterator[Page]:
    for marks, reply in whole.replies.items():
        marked = [f"marked({role},{square})" for role, square in _owned(found, marks)]
        yield sets.position(marked), [f"mark({found.board.squares[reply]})"]


def _owned(found: Ahead, marks: Marks) -> Iterator[tuple[str, str]]:
    """Who has marked which square."""
    for role, owned in zip((found.board.maker, found.board.breaker), marks, strict=True):
        yield from ((role, found.board.squares[square]) for square in bits(owned))
