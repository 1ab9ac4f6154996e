"""What replies to the first moves, and the pairing after them, recommend at a position."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ttt_asp.strategies.replies.board import Board, bits
from ttt_asp.strategies.replies.position import Position
from ttt_asp.strategies.replies.symmetry import Permutation, fixing
from ttt_asp.strategies.replies.tree import Last, Node, Tree

# A move, its reply, what comes then, the symmetries that are left, and how the tree is turned.
Turned = tuple[int, int, Tree, Sequence[Permutation], Permutation]


@dataclass(frozen=True, slots=True)
class Replying:
    """The breaker's replies in a game.

    Whoever follows them never loses, if the tree is as a certificate has to be: whenever the maker
    is to move there is a pairing, or it is a position of the tree. For a move takes at most one
    square from a pairing, and a mark on the other square of that pair leaves one for all lines
    that are open still; and after a move at a position of the tree the reply is there. So some
    square is recommended, and each that is leads to such a position again. Where there is a
    pairing nobody can complete a line by one move, as each open one has two free squares.

    Attributes:
        board: the lines. tree: the replies. opening: the breaker's first move, if there is one.
        symmetries: of the board, the identity first.
    """

    board: Board
    tree: Tree
    opening: int | None
    symmetries: Sequence[Permutation]

    def recommended(self, maker: int, breaker: int) -> int:
        """The squares that the breaker may mark; none where nothing is known.

        They are those after which there is a pairing; where there are none of these, what the
        tree says.

        Args:
            maker: the squares that the maker owns, as bits.
            breaker: those of the breaker's.
        """
        position = Position(self.board, (maker, breaker))
        if position.missing == 0:
            return position.free  # a square of a pair is on its line, which is closed then
        fits = (one for one in position.closing() if position.with_breaker(one).missing == 0)
        return sum(1 << one for one in fits) or self._listed(maker, breaker)

    def _listed(self, maker: int, breaker: int) -> int:
        """What the tree says, whatever the order in which the marks were made."""
        maker, breaker = maker & ~self.board.marked[0], breaker & ~self.board.marked[1]
        symmetries = self.symmetries
        if self.opening is not None:
            if not maker and not breaker:
                return 1 << self.opening
            if not breaker >> self.opening & 1:
                return 0
            breaker ^= 1 << self.opening
            symmetries = fixing(symmetries, self.opening)
        found = 0
        todo = [(self.tree, symmetries, symmetries[0], maker, breaker)]
        while todo:
            tree, left, turned, theirs, ours = todo.pop()
            for move, reply, then, rest, turn in replies(tree, theirs, left, turned):
                if theirs == 1 << move and not ours:
                    found |= 1 << reply
                elif ours >> reply & 1:
                    todo.append((then, rest, turn, theirs ^ 1 << move, ours ^ 1 << reply))
        return found


def replies(
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
            yield move, turned[tree.answer(back[move])], None, (), turned
    elif isinstance(tree, Node):
        for first, (reply, then) in tree.answers.items():
            left = fixing(symmetries, first, reply)
            for one in symmetries:
                move = turned[one[first]]
                if moves >> move & 1:
                    moves ^= 1 << move
                    turn = tuple(turned[square] for square in one)
                    yield move, turned[one[reply]], then, left, turn
