"""All that a tree says, position by position, without symmetries: pages of a book, and pairings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ttt_asp.analyses.ahead.board import Board, Last, Node, Tree, bits, group
from ttt_asp.analyses.ahead.find import Ahead
from ttt_asp.analyses.ahead.position import Position
from ttt_asp.deadline import Deadline
from ttt_asp.positions.groups import Permutation, fixing

# What files of rules may have: positions with replies, and pairs of all pairings together.
MOST_POSITIONS, MOST_PAIRS = 2_000, 5_000

# A move, its reply, what comes then, the symmetries that are left, and how the tree is turned.
Turned = tuple[int, int, Tree, Sequence[Permutation], Permutation]
# Two squares.
Pair = tuple[int, int]
# What the maker and the breaker have marked.
Marks = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A pairing that is in force once the breaker has marked some squares.

    Attributes:
        needs: the breaker's squares. pairs: two for each line that has none of these; or any two
            free ones if there is no such line, or none if there are no two.
    """

    needs: int
    pairs: tuple[Pair, ...]

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


def expand(found: Ahead, deadline: Deadline) -> Expanded | str:
    """What a tree that was found says, position by position.

    Returns:
        Or why there is nothing that rules can be made of.

    Raises:
        Expired: time is up.
    """
    if found.board.breaker_begins:
        return f"{found.game.spelt(found.board.breaker)} moves first"
    whole = group(found.board, deadline)[0] if isinstance(found.tree, Node) else []
    identity = tuple(range(len(found.board.squares)))
    all_, by_needs = Expanded(), dict[int, list[Pairing]]()
    pairs = 0
    for end in _ends(found.board, found.tree, whole or [identity], all_):
        deadline.check()
        known = by_needs.setdefault(end.breaker, [])
        if not any(one.squares & ~end.free == 0 for one in known):
            lines = [tuple(bits(end.held[line])) for line in bits(end.open)]
            if not lines and end.free.bit_count() > 1:
                lines = [tuple(bits(end.free))]
            one = Pairing(end.breaker, tuple((line[0], line[1]) for line in lines))
            known.append(one)
            pairs += len(one.pairs)
        if pairs > MOST_PAIRS or len(all_.replies) > MOST_POSITIONS:
            return f"there are more than {MOST_POSITIONS:,} positions or {MOST_PAIRS:,} pairs"
    all_.pairings += [one for some in by_needs.values() for one in some]
    return all_ if pairs else "nothing is answered in pairs"


def _ends(
    board: Board, tree: Tree, whole: Sequence[Permutation], all_: Expanded
) -> Iterator[Position]:
    """The positions with a pairing in which the tree ends; replies are noted on the way."""
    start = Position(board)
    todo: list[tuple[Position, Tree, Sequence[Permutation], Permutation]] = []
    todo.append((start, tree, whole, tuple(range(len(board.squares)))))
    while todo:
        position, tree, symmetries, turned = todo.pop()
        marks = position.maker, position.breaker
        if tree is None:
            yield position
            continue
        if marks in all_.begun:
            continue  # reached by the same marks in another order, and answered
        all_.begun.add(marks)
        for move, reply, then, left, turn in _replies(tree, position.free, symmetries, turned):
            after = position.with_maker(move)
            all_.replies[after.maker, after.breaker] = reply
            todo.append((after.with_breaker(reply), then, left, turn))


def _replies(
    tree: Tree, moves: int, symmetries: Sequence[Permutation], turned: Permutation
) -> Iterator[Turned]:
    """The reply to each of some moves, and what comes then.

    Args:
        tree: of a position.
        moves: as bits, squares that are free there.
        symmetries: those that leave the marks where they are, of the tree as it was found.
        turned: the symmetry that takes it to the position.
    """
    if isinstance(tree, Last):
        back = {image: square for square, image in enumerate(turned)}
        for move in bits(moves):
            yield move, turned[tree.answers.get(back[move], tree.otherwise)], None, (), turned
    elif isinstance(tree, Node):
        for first, (reply, then) in tree.answers.items():
            left = fixing(symmetries, first, reply)
            for one in symmetries:
                move = turned[one[first]]
                if moves >> move & 1:
                    moves ^= 1 << move
                    turn = tuple(turned[square] for square in one)
                    yield move, turned[one[reply]], then, left, turn
