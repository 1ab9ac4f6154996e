"""Positions up to symmetry, as certificates list them: of the images of each the least text."""

from collections.abc import Iterable, Sequence

import numpy as np

from ttt_asp.deadline import Deadline
from ttt_asp.games.winning_sets import WinningSets
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.groups import Permutation, generated, keeps, permutes
from ttt_asp.positions.orbits import Folded

# So many images of squares, under all symmetries together, the checker works out at most.
MOST_IMAGES = 1_000_000


def of_squares(found: Exploration, game: WinningSets) -> list[Permutation] | None:
    """The symmetries of a match, up to which it was explored, as permutations of the squares.

    Args:
        found: what was explored.
        game: the squares and sets.

    Returns:
        Each element of the group, the identity first. None if one of them is no permutation of the
        squares that takes sets to sets: what is evaluated may have symmetries that sets do not
        show, as where a set has all squares of another; and None if there are too many.
    """
    assert isinstance(found.form, Folded)
    bits = {fluent: bit for bit, fluent in enumerate(found.machine.base)}
    marks = [[bits[f"marked({role},{square})"] for square in game.squares] for role in game.roles]
    if len(found.form.group) * len(game.squares) > MOST_IMAGES:
        return None
    number = {bit: square for square, bit in enumerate(marks[0])}
    group: list[Permutation] = []
    for some in found.form.group:
        one, other = ([some[bit] for bit in own] for own in marks)
        moved = tuple(number.get(bit, -1) for bit in one)
        if [marks[1][square] for square in moved] != other or not _keeps(game, moved):
            return None
        group.append(moved)
    return group


def _keeps(game: WinningSets, one: Permutation) -> bool:
    """Whether a permutation of the squares takes sets to sets, and first marks to such marks."""
    number = {square: place for place, square in enumerate(game.squares)}

    def numbers(squares: Iterable[str]) -> list[int]:
        return [number[square] for square in squares]

    return permutes(one, len(number)) and all(
        keeps(one, [numbers(some) for some in game.sets[role]])
        and keeps(one, [numbers(game.marked[role])])
        for role in game.roles
    )


def generators(group: Sequence[Permutation]) -> list[Permutation]:
    """Some elements that generate a group; it has the identity first."""
    found: list[Permutation] = []
    reached = set(group[:1])
    for one in group:
        if one not in reached:
            found.append(one)
            reached = set(generated(found, len(one), len(group), Deadline()) or group)
    return found


def least(texts: Sequence[str], group: Sequence[Permutation]) -> tuple[list[str], list[int]]:
    """The least image of each text, and the number of a symmetry that takes it there.

    Args:
        texts: a character for each square, all of one length, at least one.
        group: permutations of the squares, the identity first.
    """
    squares = len(group[0])
    signs = np.frombuffer("".join(texts).encode("ascii"), np.uint8).reshape(-1, squares)
    best = signs.view(f"S{squares}")[:, 0].copy()
    which = np.zeros(len(best), np.intp)
    for number, one in enumerate(group[1:], 1):
        image = np.empty_like(signs)
        image[:, list(one)] = signs
        keys = image.view(f"S{squares}")[:, 0]
        less = keys < best
        best[less] = keys[less]
        which[less] = number
    return [key.decode("ascii") for key in best.tolist()], which.tolist()
