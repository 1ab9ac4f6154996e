"""The symmetries of a board: permutations of its squares that take lines to lines."""

from collections.abc import Sequence

from ttt_asp.analyses.ahead.board import Board, bits
from ttt_asp.deadline import Deadline
from ttt_asp.engines.automorphisms import Permutation, generators
from ttt_asp.errors import internal

# So many symmetries are listed at most, and so many squares of all of them: of a larger group a
# part. 7^3 has 1,152; a board whose lines do not meet has more than can be counted.
MOST, MOST_IMAGES = 20_000, 4_000_000


def generating(board: Board) -> list[Permutation]:
    """Symmetries that keep the marks there are at first, and generate all of them, or many.

    They are automorphisms of the graph of squares and lines. Each is held against the lines.
    """
    squares = len(board.squares)
    maker, breaker = board.marked
    colours = [(maker >> square & 1) + 2 * (breaker >> square & 1) for square in range(squares)]
    colours += [3] * len(board.lines)
    edges = [(s, squares + n) for n, line in enumerate(board.lines) for s in bits(line)]
    found = [one[:squares] for one in generators(colours, edges)]
    for one in found:
        if not keeps(board, one):
            raise internal("what should be a symmetry of the board takes no lines to lines")
    return found


def keeps(board: Board, one: Sequence[int]) -> bool:
    """Whether a permutation of the squares takes lines to lines, and marks to marks."""
    if sorted(one) != list(range(len(board.squares))):
        return False
    lines = set(board.lines)
    images = {sum(1 << one[square] for square in bits(line)) for line in lines}
    kept = (sum(1 << one[square] for square in bits(marks)) for marks in board.marked)
    return images == lines and tuple(kept) == board.marked


def group(board: Board, deadline: Deadline) -> tuple[list[Permutation], list[Permutation]]:
    """All symmetries of a board, or those that some of the generators generate if that is many.

    Returns:
        The symmetries, the identity first, and their generators.

    Raises:
        Expired: time is up.
    """
    most = min(MOST, MOST_IMAGES // max(1, len(board.squares)))
    identity = tuple(range(len(board.squares)))
    whole, used = [identity], list[Permutation]()
    for one in generating(board):
        larger = _generated(identity, [*used, one], most, deadline)
        if larger is not None:
            whole, used = larger, [*used, one]
    return whole, used


def _generated(
    identity: Permutation, some: Sequence[Permutation], most: int, deadline: Deadline
) -> list[Permutation] | None:
    """What some permutations generate; None if that is more than `most`."""
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
