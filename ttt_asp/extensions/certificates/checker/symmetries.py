"""Positions up to the symmetries of the board.

A symmetry is a permutation of the squares that takes each role's sets to such sets, and leaves all
first marks where they are. Turns go by the number of marks, and sets decide how play ends: so it
takes positions to positions, legal moves to legal moves, and ends of plays to such ends.

Of the images of a position one is listed, the least as a text. The moves listed there stand for
their images at its images. That they mean one strategy, whichever symmetry takes the position to
an image, is checked: one that leaves the position as it is has to take the moves to themselves.
Then symmetries take plays to plays. So every position reached has a listed image that is, and the
walk, which goes on from the listed one whatever move it looks at, misses none. Each of the N
images of a position has the same number M of moves to images of another one; and if plays come to
these N in W ways in all, they go on to those of the other one in W * M. So the walk adds up what
comes to all images of a position, and counts every play. Final images have the same goals, after
the same number of moves, and the claim is about nothing else.

That the strategy is the one which is named, at the images too, is for the second stage.
"""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any

from .boards import Board, Permutation, Position, Set, View
from .format import Rejected, check

MAX_SYMMETRIES = 20_000
MAX_IMAGES = 4_000_000  # of squares, under all symmetries together; positions, which are compared
MAX_COMPARED = 1 << 16  # at every move, take more time for each


def generated(
    given: Any, board: Board, kept: Iterable[Iterable[Set]], images: int
) -> list[Permutation]:
    """Return the symmetries that those listed generate, the identity first.

    Args:
        given: what is listed: each symmetry as the images of the squares.
        board: the game.
        kept: the sets of a role, or of each; each has to be taken to one of its kind.
        images: of squares, under all symmetries together, at most.

    Raises:
        Rejected: one is no symmetry, or they generate too many.
    """
    squares, kinds = range(board.squares), [set(sets) for sets in kept]
    generators: list[Permutation] = []
    for value in check(list, given, "symmetries"):
        listed = check(list, value, "symmetries")
        symmetry = tuple(check(int, image, "symmetries") for image in listed)
        if sorted(symmetry) != list(squares):
            raise Rejected("symmetries: not every square is taken to one")
        for sets in kinds:
            if any(frozenset(symmetry[square] for square in each) not in sets for each in sets):
                raise Rejected("symmetries: a set is taken to what is none")
        if any(frozenset(symmetry[square] for square in marks) != marks for marks in board.marked):
            raise Rejected("symmetries: not all first marks stay")
        generators.append(symmetry)
    most = min(MAX_SYMMETRIES, images // len(squares))
    group = [tuple(squares)]
    known = set(group)
    for symmetry in group:
        for other in generators:
            image = tuple(map(other.__getitem__, symmetry))
            if image not in known:
                known.add(image)
                group.append(image)
        if len(group) > most:
            raise Rejected(f"symmetries: they generate more than {most}")
    return group


class FoldedBoard:
    """A game of marking squares in which a position stands for all its images."""

    def __init__(self, board: Board, group: Sequence[Permutation]) -> None:
        """Fold a game by its symmetries, which are a group."""
        self.board, self.group = board, group
        self.roles, self.endings, self.initial = board.roles, board.endings, board.initial
        self.about, self.age, self.show = board.about, board.age, board.show
        self.permuted = [itemgetter(*symmetry) for symmetry in group]

    def read(self, value: Any) -> Position:
        """Return a position that is listed: the least of its images."""
        text = self.board.read(value)
        if (least := min(self.images(text))) != text:
            raise Rejected(f"positions: {least} is an image of {text}, and less")
        return text

    def images(self, text: Position) -> list[Position]:
        """Return the images of a position, each under the inverse of the symmetry at its place."""
        return ["".join(permuted(text)) for permuted in self.permuted]

    def view(self, position: Position) -> View:
        """Return the view of a listed position, with the number of its images."""
        view, completed = self.board.view(position), self.board.completed
        images = self.images(position)
        staying = [s for s, image in zip(self.group, images, strict=True) if image == position]

        def after(move: int) -> Position:
            then = view.after(move)
            least = min(self.images(then))
            if then in completed:
                completed[least] = completed.pop(then)
            return least

        return view._replace(after=after, many=len(images) // len(staying), staying=staying)
