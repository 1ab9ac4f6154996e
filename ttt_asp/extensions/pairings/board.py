"""Boards on which one player stops the other from completing a line, and trees of answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.extensions.arrays.groups import Permutation, bounded_group, generators
from ttt_asp.extensions.recognition.winning_sets import sets_of
from ttt_asp.games.game import Game

# Symmetries that are listed, at most; of a larger group they are a part. 7^3 has 1,152; a board
# whose lines do not meet has more than can be counted.
MOST = 20_000
# Squares that these have together, at most.
MOST_IMAGES = 4_000_000


@dataclass(frozen=True)
class MakerBoard:
    """Squares, and the lines that the maker must not complete.

    Squares and lines are numbered from 0; a set of squares is a number, bit N for square N.

    Attributes:
        maker: the role whose lines they are. breaker: the other one, which has to mark each line.
        squares: the squares' names, in clingo's order.
        lines: the squares of each line.
        marked: the squares that the maker and the breaker own at first.
        breaker_begins: whether the breaker makes the first move.
    """

    maker: str
    breaker: str
    squares: tuple[str, ...]
    lines: tuple[int, ...]
    marked: tuple[int, int] = (0, 0)
    breaker_begins: bool = False

    @cached_property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        """The squares of each line, one by one."""
        return tuple(tuple(bits(line)) for line in self.lines)

    @cached_property
    def through(self) -> tuple[tuple[int, ...], ...]:
        """The lines that each square is on."""
        through: list[list[int]] = [[] for _ in self.squares]
        for number, line in enumerate(self.parts):
            for square in line:
                through[square].append(number)
        return tuple(map(tuple, through))


def bits(number: int) -> Iterator[int]:
    """Return the places of the bits that are set in a number, in increasing order."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def board_of(game: Game) -> MakerBoard:
    """Return the board of a game, with the lines of the role that must not complete one.

    That is the one role that has lines, or of two the one that moves first.

    Raises:
        InputError: the game is not one of marking squares in turn, or completing a line does not
            win, or the maker wins when nobody completes one.
    """
    sets = sets_of(game)
    if sets is None:
        raise _unfit(game, "is not one of marking squares for good, with lines to complete")
    if any(role == again for role, again in pairwise(sets.turns)):
        raise _unfit(game, "has a role that moves twice in a row, which breaks a pair")
    if sets.completing != "wins":
        raise _unfit(game, "is lost by who completes a line, so nobody is kept from it")
    owners = [role for role in sets.roles if sets.sets[role]]
    if not owners:
        raise no_lines(game)
    maker = owners[0] if len(owners) == 1 or not sets.turns else sets.turns[0]
    breaker = next(role for role in sets.roles if role != maker)
    if sets.otherwise == maker:
        raise _unfit(game, f"is won by {maker} too when nobody completes a line")
    bit = {square: 1 << place for place, square in enumerate(sets.squares)}
    lines = tuple(dict.fromkeys(sum(map(bit.__getitem__, line)) for line in sets.sets[maker]))
    marked = [sum(map(bit.__getitem__, sets.marked[role])) for role in (maker, breaker)]
    begins = sets.turns[:1] == (breaker,)
    return MakerBoard(maker, breaker, sets.squares, lines, (marked[0], marked[1]), begins)


def no_lines(game: Game) -> InputError:
    """Return the error about a game in which there is nothing to complete."""
    message = f"{game.name} has no lines here"
    return wrong(message, Location.argument("game"), "line(L), part_of(C,L)")


def _unfit(game: Game, why: str) -> InputError:
    return wrong(
        f"{game.name} {why}", Location.argument("ahead"), "a pairing after moves needs that"
    )


def group(board: MakerBoard, deadline: Deadline) -> tuple[list[Permutation], list[Permutation]]:
    """Return all symmetries of a board; where they are too many, those of a smaller group.

    Some of the generators generate that group.

    Returns:
        The symmetries, the identity first, and their generators.

    Raises:
        Expired: time is up.
    """
    # automorphisms of squares and lines, which keep the marks that there are at first
    size, (maker, breaker) = len(board.squares), board.marked
    colors = [(maker >> square & 1) + 2 * (breaker >> square & 1) for square in range(size)]
    colors += [3] * len(board.lines)
    edges = list[tuple[int, int]]()
    for number, line in enumerate(board.parts, size):
        edges += [(square, number) for square in line]
    proposed = [permutation[:size] for permutation in generators(colors, edges)]
    return bounded_group(proposed, size, min(MOST, MOST_IMAGES // max(1, size)), deadline)


@dataclass(frozen=True, slots=True)
class Last:
    """The last answers: after each of them there is a pairing.

    Attributes:
        answers: to moves of the maker, by its square. otherwise: to every other move.
    """

    answers: Mapping[int, int]
    otherwise: int


@dataclass(frozen=True, slots=True)
class AnswerNode:
    """Answers to the maker's moves, each with the tree after it: None where there is a pairing.

    Attributes:
        answers: to one move of each class of moves that symmetries take to each other; such
            symmetries as leave all marks where they are.
    """

    answers: Mapping[int, tuple[int, "Tree"]]


# None where there is a pairing already.
Tree = AnswerNode | Last | None


def depth(tree: Tree) -> int:
    """Return the largest number of answers that the breaker gives."""
    if not isinstance(tree, AnswerNode):
        return int(tree is not None)
    return 1 + max((depth(then) for _, then in tree.answers.values()), default=0)


def size_of(tree: Tree) -> int:
    """Return the number of positions with answers in the tree."""
    if not isinstance(tree, AnswerNode):
        return int(tree is not None)
    return 1 + sum(size_of(then) for _, then in tree.answers.values())
