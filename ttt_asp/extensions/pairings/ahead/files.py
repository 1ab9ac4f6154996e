"""Replies and pairings as files: a book, a tactic, a strategy, a lemma, and their claim."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ttt_asp.deadline import Deadline
from ttt_asp.extensions.arrays.groups import Permutation, stabilizer
from ttt_asp.extensions.pairings.ahead.board import AnswerNode, Last, Tree, bits, group
from ttt_asp.extensions.pairings.ahead.find import Ahead
from ttt_asp.extensions.pairings.ahead.position import Position
from ttt_asp.extensions.pairings.pairing.files import write_strategy
from ttt_asp.extensions.recognition.winning_sets import sets_of

# What files of rules may have: positions with replies, and pairs of all pairings together.
MOST_POSITIONS, MOST_PAIRS = 2_000, 5_000
# What the maker and the breaker have marked.
Marks = tuple[int, int]
# The two squares of each line that the breaker has no mark on; or any two free ones if there is no
# such line, or none if there are no two.
Pairs = list[int]


@dataclass(slots=True)
class Expanded:
    """The breaker's answers at every position.

    Attributes:
        replies: to the maker's last move, by the marks with it.
        begun: the marks where the maker is to move and the breaker has replies still.
        pairings: those in which they end, by the breaker's squares.
    """

    replies: dict[Marks, int] = field(default_factory=dict)
    begun: set[Marks] = field(default_factory=set)
    pairings: dict[int, list[Pairs]] = field(default_factory=dict)


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
        mine, theirs = marks
        return [
            *((board.maker, squares[square]) for square in bits(mine)),
            *((board.breaker, squares[square]) for square in bits(theirs)),
        ]

    pages = [
        (
            sets.position([f"marked({role},{square})" for role, square in owned(marks)]),
            [f"mark({squares[reply]})"],
        )
        for marks, reply in whole.replies.items()
    ]
    pairings = []
    for needs, several in whole.pairings.items():
        needed = [squares[square] for square in bits(needs)]
        for pairs in several:
            named = [tuple(squares[square] for square in bits(pair)) for pair in pairs]
            pairings.append({"needs": needed, "pairs": named})
    words = {"begun": [owned(marks) for marks in sorted(whole.begun)], "pairings": pairings}
    return write_strategy(game, game.constants, folder, name, "pairings/ahead.j2", words, pages)


def expand(ahead: Ahead, deadline: Deadline) -> Expanded | str:
    """Return the answers of a tree, position by position, without symmetries.

    Returns:
        The answers; or the reason why no rules can be made of them.

    Raises:
        Expired: time is up.
    """
    board, expanded, number = ahead.board, Expanded(), 0
    if board.breaker_begins:
        return f"{ahead.game.spelt(board.breaker)} moves first"
    identity = tuple(range(len(board.squares)))
    whole = group(board, deadline)[0] if isinstance(ahead.tree, AnswerNode) else [identity]
    todo = [(Position(board), ahead.tree, whole, identity)]
    while todo:
        deadline.check()
        position, tree, symmetries, turned = todo.pop()
        marks = position.maker, position.breaker
        if tree is None:
            known = expanded.pairings.setdefault(position.breaker, [])
            if not any(sum(pairs) & ~position.free == 0 for pairs in known):
                known.append(_pairs(position))
                number += len(known[-1])
        elif marks not in expanded.begun:  # else reached in another order, and answered
            expanded.begun.add(marks)
            for move, reply, then, left, turn in _replies(tree, position.free, symmetries, turned):
                after = position.with_maker(move)
                expanded.replies[after.maker, after.breaker] = reply
                todo.append((after.with_breaker(reply), then, left, turn))
        if number > MOST_PAIRS or len(expanded.replies) > MOST_POSITIONS:
            return f"there are more than {MOST_POSITIONS:,} positions or {MOST_PAIRS:,} pairs"
    return expanded if number else "nothing is answered in pairs"


def _pairs(position: Position) -> Pairs:
    """Return the pairs at a position where the tree ends."""
    if position.open or position.free.bit_count() < 2:
        return [position.held[line] for line in bits(position.open)]
    first, second, *_ = bits(position.free)
    return [1 << first | 1 << second]


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
    elif isinstance(tree, AnswerNode):
        for first, (reply, then) in tree.answers.items():
            left = stabilizer(symmetries, first, reply)
            for symmetry in symmetries:
                move = turned[symmetry[first]]
                if moves >> move & 1:
                    moves ^= 1 << move
                    turn = tuple(turned[square] for square in symmetry)
                    yield move, turn[reply], then, left, turn
