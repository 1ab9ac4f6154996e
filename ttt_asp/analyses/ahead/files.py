"""Replies and pairings as files: a book, a tactic, a strategy, a lemma, and their claim."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ttt_asp.analyses.ahead.board import Last, Node, Tree, bits, group
from ttt_asp.analyses.ahead.find import Ahead
from ttt_asp.analyses.ahead.position import Position
from ttt_asp.analyses.pairing.files import words_of, write_strategy
from ttt_asp.deadline import Deadline
from ttt_asp.games.winning_sets import sets_of
from ttt_asp.positions.groups import Permutation, fixing
from ttt_asp.strategies.book import Page, book

# What files of rules may have: positions with replies, and pairs of all pairings together.
MOST_POSITIONS, MOST_PAIRS = 2_000, 5_000
# What the maker and the breaker have marked.
Marks = tuple[int, int]

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


@dataclass(frozen=True, slots=True)
class Pairing:
    """A pairing that is in force once the breaker has marked some squares.

    Attributes:
        needs: the breaker's squares. pairs: two for each line that has none of these; or any two
            free ones if there is no such line, or none if there are no two.
    """

    needs: int
    pairs: tuple[tuple[int, int], ...]

    @property
    def squares(self) -> int:
        """All squares of its pairs."""
        return sum(1 << square for pair in self.pairs for square in pair)


@dataclass(slots=True)
class Expanded:
    """What the breaker does at every position.

    Attributes:
        replies: to the maker's last move, by the marks with it.
        begun: the marks where the maker is to move and the breaker has replies still.
        pairings: those in which they end.
    """

    replies: dict[Marks, int] = field(default_factory=dict)
    begun: set[Marks] = field(default_factory=set)
    pairings: list[Pairing] = field(default_factory=list)


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
    needed = _NEEDED if any(one.needs for one in whole.pairings) else ""
    second = found.board.breaker
    marks = (
        f"{name}_kept_marks({number},{role},{square})."
        for number, marks in enumerate(sorted(whole.begun), 1)
        for role, square in _owned(found, marks)
    )
    words = {
        **words_of(found.game, name, found.game.constants),
        "number": str(len(whole.pairings)),
        "facts": "\n".join(_pairs(found, whole, name)),
        "lacking": needed.format(name=name, which="lacking", second=second),
        "lost": needed.format(name=name, which="kept_lost", second=second),
        "how": "the replies to the first moves, then " if whole.replies else "",
        "parts": f"replies_of_{name}, {name}, any" if whole.replies else f"{name}, any",
        "begun": str(len(whole.begun)),
        "marks": "\n".join(marks),
        "when": "until there is a pairing, and then in it,",
    }
    replies = ""
    if whole.replies:
        about = f"{words['other']}'s replies to the first moves on {words['board']}."
        pages, source = _pages(found, whole), "`ttt-asp pairing --ahead`"
        replies = book(f"replies_of_{name}", second, pages, about, source)
    lemma = _LEMMA + ("" if not whole.begun else _BEGUN if words["marks"] else _START)
    return write_strategy(folder, name, words, (_TACTIC, _STRATEGY, lemma), replies)


def _pairs(found: Ahead, whole: Expanded, name: str) -> Iterator[str]:
    squares = found.board.squares
    for number, one in enumerate(whole.pairings, 1):
        yield from (f"{name}_needs({number},{squares[square]})." for square in bits(one.needs))
        for this, other in one.pairs:
            yield f"{name}_pair_of({number},{squares[this]},{squares[other]})."


def _pages(found: Ahead, whole: Expanded) -> Iterator[Page]:
    sets = sets_of(found.game)
    assert sets is not None  # it has a board
    for marks, reply in whole.replies.items():
        marked = [f"marked({role},{square})" for role, square in _owned(found, marks)]
        yield sets.position(marked), [f"mark({found.board.squares[reply]})"]


def _owned(found: Ahead, marks: Marks) -> Iterator[tuple[str, str]]:
    """Who has marked which square."""
    for role, owned in zip((found.board.maker, found.board.breaker), marks, strict=True):
        yield from ((role, found.board.squares[square]) for square in bits(owned))


def expand(found: Ahead, deadline: Deadline) -> Expanded | str:
    """What a tree that was found says, position by position, without symmetries.

    Returns:
        Or why there is nothing that rules can be made of.

    Raises:
        Expired: time is up.
    """
    board, all_, by_needs, pairs = found.board, Expanded(), dict[int, list[Pairing]](), 0
    if board.breaker_begins:
        return f"{found.game.spelt(board.breaker)} moves first"
    identity = tuple(range(len(board.squares)))
    whole = group(board, deadline)[0] if isinstance(found.tree, Node) else [identity]
    todo = [(Position(board), found.tree, whole, identity)]
    while todo:
        deadline.check()
        position, tree, symmetries, turned = todo.pop()
        marks = position.maker, position.breaker
        if tree is None:
            known = by_needs.setdefault(position.breaker, [])
            if not any(one.squares & ~position.free == 0 for one in known):
                known.append(_pairing(position))
                pairs += len(known[-1].pairs)
        elif marks not in all_.begun:  # else reached in another order, and answered
            all_.begun.add(marks)
            for move, reply, then, left, turn in _replies(tree, position.free, symmetries, turned):
                after = position.with_maker(move)
                all_.replies[after.maker, after.breaker] = reply
                todo.append((after.with_breaker(reply), then, left, turn))
        if pairs > MOST_PAIRS or len(all_.replies) > MOST_POSITIONS:
            return f"there are more than {MOST_POSITIONS:,} positions or {MOST_PAIRS:,} pairs"
    all_.pairings += [one for some in by_needs.values() for one in some]
    return all_ if pairs else "nothing is answered in pairs"


def _pairing(position: Position) -> Pairing:
    """That of a position where the tree ends."""
    held = [position.held[line] for line in bits(position.open)]
    if not held and position.free.bit_count() > 1:
        held = [position.free]
    return Pairing(position.breaker, tuple((one, other) for one, other, *_ in map(bits, held)))


def _replies(
    tree: Tree, moves: int, symmetries: Sequence[Permutation], turned: Permutation
) -> Iterator[tuple[int, int, Tree, list[Permutation], Permutation]]:
    """Each of some moves, its reply, what comes then, the symmetries left, and how it is turned.

    Args:
        tree: of a position.
        moves: as bits, squares that are free there.
        symmetries: those that leave the marks where they are, of the tree as it was found.
        turned: the symmetry that takes it to the position.
    """
    if isinstance(tree, Last):
        back = {image: square for square, image in enumerate(turned)}
        for move in bits(moves):
            yield move, turned[tree.answers.get(back[move], tree.otherwise)], None, [], turned
    elif isinstance(tree, Node):
        for first, (reply, then) in tree.answers.items():
            left = fixing(symmetries, first, reply)
            for one in symmetries:
                move = turned[one[first]]
                if moves >> move & 1:
                    moves ^= 1 << move
                    turn = tuple(turned[square] for square in one)
                    yield move, turned[one[reply]], then, left, turn
