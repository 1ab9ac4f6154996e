"""Replies and pairings as files: a book, a tactic, a strategy, a lemma, and their claim."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from ttt_asp.analyses.ahead.board import Last, Node, Tree, bits, group
from ttt_asp.analyses.ahead.find import Ahead
from ttt_asp.analyses.ahead.position import Position
from ttt_asp.analyses.pairing.files import write_strategy
from ttt_asp.deadline import Deadline
from ttt_asp.games.winning_sets import sets_of
from ttt_asp.positions.groups import Permutation, stabilizer

# What files of rules may have: positions with replies, and pairs of all pairings together.
MOST_POSITIONS, MOST_PAIRS = 2_000, 5_000
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
    pairs: tuple[tuple[int, int], ...]

    @property
    def squares(self) -> int:
        """Return all squares of its pairs."""
        return sum(1 << square for pair in self.pairs for square in pair)


@dataclass(slots=True)
class Expanded:
    """The breaker's answers at every position.

    Attributes:
        replies: to the maker's last move, by the marks with it.
        begun: the marks where the maker is to move and the breaker has replies still.
        pairings: those in which they end.
    """

    replies: dict[Marks, int] = field(default_factory=dict)
    begun: set[Marks] = field(default_factory=set)
    pairings: list[Pairing] = field(default_factory=list)


def write_ahead(ahead: Ahead, folder: Path, name: str, deadline: Deadline) -> list[Path] | str:
    """Write the files of a pairing after some moves.

    Args:
        ahead: a pairing after some moves, which exists.
        folder: the folder of strategies.
        name: the tactic's.
        deadline: when to give up.

    Returns:
        The files; or the reason why rules cannot express the pairing.

    Raises:
        InputError: the name cannot be, or a file exists already; nothing is written then.
        Expired: time is up.
    """
    whole = expand(ahead, deadline)
    if isinstance(whole, str):
        return whole
    game, board, squares = ahead.game, ahead.board, ahead.board.squares
    sets = sets_of(game)
    assert sets is not None  # it has a board

    def owned(marks: Marks) -> list[tuple[str, str]]:
        sides = zip((board.maker, board.breaker), marks, strict=True)
        return [(role, squares[square]) for role, own in sides for square in bits(own)]

    pages = [
        (
            sets.position([f"marked({role},{square})" for role, square in owned(marks)]),
            [f"mark({squares[reply]})"],
        )
        for marks, reply in whole.replies.items()
    ]
    words = {
        "begun": [owned(marks) for marks in sorted(whole.begun)],
        "pairings": [
            {
                "needs": [squares[square] for square in bits(pairing.needs)],
                "pairs": [(squares[first], squares[second]) for first, second in pairing.pairs],
            }
            for pairing in whole.pairings
        ],
    }
    return write_strategy(game, game.constants, folder, name, "pairing/ahead.j2", words, pages)


def expand(ahead: Ahead, deadline: Deadline) -> Expanded | str:
    """Return the answers of a tree, position by position, without symmetries.

    Returns:
        The answers; or the reason why no rules can be made of them.

    Raises:
        Expired: time is up.
    """
    board, expanded, by_needs, pairs = ahead.board, Expanded(), dict[int, list[Pairing]](), 0
    if board.breaker_begins:
        return f"{ahead.game.spelt(board.breaker)} moves first"
    identity = tuple(range(len(board.squares)))
    whole = group(board, deadline)[0] if isinstance(ahead.tree, Node) else [identity]
    todo = [(Position(board), ahead.tree, whole, identity)]
    while todo:
        deadline.check()
        position, tree, symmetries, turned = todo.pop()
        marks = position.maker, position.breaker
        if tree is None:
            known = by_needs.setdefault(position.breaker, [])
            if not any(pairing.squares & ~position.free == 0 for pairing in known):
                known.append(_pairing(position))
                pairs += len(known[-1].pairs)
        elif marks not in expanded.begun:  # else reached in another order, and answered
            expanded.begun.add(marks)
            for move, reply, then, left, turn in _replies(tree, position.free, symmetries, turned):
                after = position.with_maker(move)
                expanded.replies[after.maker, after.breaker] = reply
                todo.append((after.with_breaker(reply), then, left, turn))
        if pairs > MOST_PAIRS or len(expanded.replies) > MOST_POSITIONS:
            return f"there are more than {MOST_POSITIONS:,} positions or {MOST_PAIRS:,} pairs"
    expanded.pairings += chain.from_iterable(by_needs.values())
    return expanded if pairs else "nothing is answered in pairs"


def _pairing(position: Position) -> Pairing:
    """Return the pairing of a position where the tree ends."""
    held = [position.held[line] for line in bits(position.open)]
    if not held and position.free.bit_count() > 1:
        held = [position.free]
    pairs = ((first, second) for first, second, *_ in map(bits, held))
    return Pairing(position.breaker, tuple(pairs))


def _replies(
    tree: Tree, moves: int, symmetries: Sequence[Permutation], turned: Permutation
) -> Iterator[tuple[int, int, Tree, list[Permutation], Permutation]]:
    """Yield some moves, each with its reply, the tree after it, the symmetries left, and its turn.

    Args:
        tree: of a position.
        moves: as bits, squares that are free there.
        symmetries: those that leave the marks where they are, of the tree as it was found.
        turned: the symmetry that takes the tree to the position.
    """
    if isinstance(tree, Last):
        back = {image: square for square, image in enumerate(turned)}
        for move in bits(moves):
            yield move, turned[tree.answers.get(back[move], tree.otherwise)], None, [], turned
    elif isinstance(tree, Node):
        for first, (reply, then) in tree.answers.items():
            left = stabilizer(symmetries, first, reply)
            for symmetry in symmetries:
                move = turned[symmetry[first]]
                if moves >> move & 1:
                    moves ^= 1 << move
                    turn = tuple(turned[square] for square in symmetry)
                    yield move, turn[reply], then, left, turn
