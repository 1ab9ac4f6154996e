"""Whether replies hold: every move is answered, and each last answer leaves a pairing.

Nothing of the tree is believed. The stand-alone checker (`certificates/checker/replies.py`) checks
the same of a certificate, and shares no code with this; here it is the tactic that is looked at,
as `Replying` plays it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ttt_asp.deadline import Deadline
from ttt_asp.strategies.replies.board import Board, bits
from ttt_asp.strategies.replies.position import Position
from ttt_asp.strategies.replies.symmetry import Permutation, fixing, orbit
from ttt_asp.strategies.replies.tactic import Replying
from ttt_asp.strategies.replies.tree import Last, Node, Tree


@dataclass(frozen=True, slots=True)
class Flaw:
    """Where replies do not keep the maker from completing a line.

    Attributes:
        what: is wrong there.
        moves: the squares that lead there, of those that the maker and the breaker mark in turn.
    """

    what: str
    moves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """What was looked at, where nothing is wrong.

    Attributes:
        replies: in how many positions moves are answered. pairings: after how many answers, and
            at the start, a pairing was asked for and found.
    """

    replies: int
    pairings: int


# A position, what is answered from there, the symmetries that leave all marks where they are, and
# the moves that lead there.
_Spot = tuple[Position, Tree, Sequence[Permutation], tuple[int, ...]]


def held(replying: Replying, deadline: Deadline) -> Held | Flaw:
    """Look at all replies, up to the symmetries of the board.

    Of the tree all is looked at, also what comes after a position that has a pairing: the tactic
    finds its replies by the marks alone, and so perhaps on a way through there.

    Args:
        replying: the replies; its symmetries are the board's.
        deadline: when to give up.

    Returns:
        That they hold: whoever follows `replying` always has a square to mark where any is free,
        and the other role never completes a line. Or the first flaw.

    Raises:
        Expired: time is up.
    """
    board = replying.board
    start = _start(replying)
    if isinstance(start, Flaw):
        return start
    todo, replies, pairings = [start], 0, 0
    while todo:
        deadline.check()
        position, tree, symmetries, moves = todo.pop()
        if tree is None:
            pairings += 1
            if position.missing:
                return Flaw("there is no pairing", moves)
            continue
        replies += 1
        if isinstance(tree, Last):
            last = _last(position, tree, moves)
            if isinstance(last, Flaw):
                return last
            pairings += last
        else:
            then = _next(board, position, tree, symmetries, moves)
            if isinstance(then, Flaw):
                return then
            todo += then
    return Held(replies, pairings)


def _start(replying: Replying) -> _Spot | Flaw:
    """Where the maker moves first, or after the breaker's opening."""
    board, opening, symmetries = replying.board, replying.opening, replying.symmetries
    position = Position(board)
    if any(not line & ~position.maker and not line & position.breaker for line in board.lines):
        return Flaw("a line is complete", ())
    if opening is None:
        if board.breaker_begins and (replying.tree is not None or position.missing):
            return Flaw("there is no first move", ())
        return position, replying.tree, symmetries, ()
    if not board.breaker_begins or not position.free >> opening & 1:
        return Flaw("the first move is none", (opening,))
    after = position.with_breaker(opening)
    return after, replying.tree, fixing(symmetries, opening), (opening,)


def _next(
    board: Board,
    position: Position,
    tree: Node,
    symmetries: Sequence[Permutation],
    moves: tuple[int, ...],
) -> list[_Spot] | Flaw:
    """The positions after one move of each class and its answer."""
    missed, found = position.free, list[_Spot]()
    for move, (reply, then) in tree.answers.items():
        there = (*moves, move)
        if not position.free >> move & 1:
            return Flaw("the move is to no free square", there)
        after = position.with_maker(move)
        if any(not board.lines[line] & ~after.maker for line in board.through[move]):
            return Flaw("a line is complete", there)
        if not after.free >> reply & 1:
            return Flaw("the answer is to no free square", (*there, reply))
        missed &= ~orbit(symmetries, move)
        left = fixing(symmetries, move, reply)
        found.append((after.with_breaker(reply), then, left, (*there, reply)))
    if missed:
        return Flaw("there is no answer", (*moves, _lowest(missed)))
    return found


def _last(position: Position, tree: Last, moves: tuple[int, ...]) -> int | Flaw:
    """How many pairings there are after the last answers: one for each that is given."""
    suiting: dict[int, int] = {}
    for move in bits(position.free):
        reply = tree.answer(move)
        suiting[reply] = suiting.get(reply, 0) | 1 << move
    for reply, given in suiting.items():
        there = (*moves, _lowest(given), reply)
        if not position.free >> reply & 1 or given >> reply & 1:
            return Flaw("the answer is to no free square", there)
        after = position.with_breaker(reply)
        unfit = given if after.missing else given & ~after.spare()
        if unfit:
            return Flaw("there is no pairing", (*moves, _lowest(unfit), reply))
    return len(suiting)


def _lowest(squares: int) -> int:
    return (squares & -squares).bit_length() - 1
