"""The symmetries of a board: found as automorphisms, and each held against the lines."""

from ttt_asp.deadline import Deadline
from ttt_asp.engines.automorphisms import generators
from ttt_asp.errors import internal
from ttt_asp.strategies.replies.board import Board, bits
from ttt_asp.strategies.replies.symmetry import Permutation, generated, keeps


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


def group(board: Board, deadline: Deadline) -> tuple[list[Permutation], list[Permutation]]:
    """All symmetries of a board, or those that some of the generators generate if that is many.

    Returns:
        The symmetries, the identity first, and their generators.

    Raises:
        Expired: time is up.
    """
    whole, used = [tuple(range(len(board.squares)))], list[Permutation]()
    for one in generating(board):
        larger = generated(board, [*used, one], deadline)
        if larger is not None:
            whole, used = larger, [*used, one]
    return whole, used
