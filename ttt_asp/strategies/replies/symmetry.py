"""Permutations of a board's squares that take lines to lines, and what they generate."""

from collections.abc import Sequence

from ttt_asp.deadline import Deadline
from ttt_asp.strategies.replies.board import Board, bits

# For each square the one that it is taken to.
Permutation = tuple[int, ...]
# So many symmetries are listed at most, and so many squares of all of them: of a larger group a
# part. 7^3 has 1,152; a board whose lines do not meet has more than can be counted.
MOST, MOST_IMAGES = 20_000, 4_000_000


def keeps(board: Board, one: Sequence[int]) -> bool:
    """Whether a permutation of the squares takes lines to lines, and marks to marks."""
    if sorted(one) != list(range(len(board.squares))):
        return False
    lines = set(board.lines)
    images = {sum(1 << one[square] for square in bits(line)) for line in lines}
    kept = (sum(1 << one[square] for square in bits(marks)) for marks in board.marked)
    return images == lines and tuple(kept) == board.marked


def generated(
    board: Board, some: Sequence[Permutation], deadline: Deadline
) -> list[Permutation] | None:
    """What some symmetries of a board generate, the identity first; None if that is too many.

    Raises:
        Expired: time is up.
    """
    most = min(MOST, MOST_IMAGES // max(1, len(board.squares)))
    identity = tuple(range(len(board.squares)))
    found = {identity}
    queue = [identity]
    for one in queue:
        deadline.check()
        for other in some:
            image = tuple(map(other.__getitem__, one))
            if image not in found:
                found.add(image)
                queue.append(image)
                if len(queue) > most:
                    return None
    return queue


def fixing(whole: Sequence[Permutation], *squares: int) -> Sequence[Permutation]:
    """The symmetries that leave squares where they are."""
    return [one for one in whole if all(one[square] == square for square in squares)]


def orbit(whole: Sequence[Permutation], square: int) -> int:
    """The squares that a square is taken to, as bits."""
    found = 0
    for place in {one[square] for one in whole}:
        found |= 1 << place
    return found
