"""An independent oracle for Bratko's strategy with king and rook against king, in plain Python.

It shares nothing with the product. The seven rules are those of P. Janičić, F. Marić, M. Maliković,
Computer-Assisted Proving of Combinatorial Conjectures Over Finite Domains: A Case Study of a Chess
Conjecture (Logical Methods in Computer Science 15(1):34, 2019), as their own program of 2016 has
them for boards of any size. Approach and keep room prefer diagonal moves, so they are two lines
each; a last line is for boards on which the rook can be safe nowhere else.

Each rule is a predicate of a position with white to move and the one that a move leads to.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from oracle_endgames import Endgame, Position, solved

Square = tuple[int, int]


@dataclass(frozen=True)
class Placed:
    """Where the three pieces stand on a board: (column, row) each, from 0."""

    cols: int
    rows: int
    king: Square
    rook: Square
    black: Square

    @property
    def room(self) -> int:
        """Half the perimeter of the rectangle that confines black's king."""
        if self.in_line:
            return self.cols + self.rows - 1
        sides = zip(self.rook, self.black, (self.cols, self.rows), strict=True)
        return sum(rook if black < rook else size - 1 - rook for rook, black, size in sides)

    @property
    def in_line(self) -> bool:
        """Whether rook and black's king share a row or a column."""
        return self.rook[0] == self.black[0] or self.rook[1] == self.black[1]

    @property
    def critical(self) -> Square:
        """The critical square: next to the rook, towards black's king."""
        (x, y), (i, j) = self.rook, self.black
        return x + (i > x) - (i < x), y + (j > y) - (j < y)

    @property
    def exposed(self) -> bool:
        """Whether black's king is nearer to the rook than white's."""
        return far(self.king, self.rook) > far(self.black, self.rook)

    @property
    def divides(self) -> bool:
        """Whether the rook's row or column is between the kings."""
        pairs = zip(self.king, self.rook, self.black, strict=True)
        return any(king < rook < black or king > rook > black for king, rook, black in pairs)

    @property
    def l_pattern(self) -> bool:
        """Whether the kings face each other, and the rook stands beside white's, not between."""
        for one, other in ((0, 1), (1, 0)):
            facing = self.king[one] == self.black[one]
            apart = abs(self.king[other] - self.black[other]) == 2
            beside = self.rook[other] == self.king[other]
            if facing and apart and beside and abs(self.rook[one] - self.king[one]) == 1:
                return True
        return False

    @property
    def one_edge(self) -> bool:
        """Whether the kings stand on the same edge."""
        pairs = zip(self.king, self.black, (self.cols, self.rows), strict=True)
        return any(king == black and king in (0, size - 1) for king, black, size in pairs)

    @property
    def safe(self) -> bool:
        """Whether black's king cannot take the rook: not next to it, or it is guarded."""
        return far(self.black, self.rook) > 1 or far(self.king, self.rook) <= 1

    @property
    def ready(self) -> bool:
        """Whether some mirror image of the board shows one of the three patterns at an edge."""
        return any(pattern(*image) for image in self.canonical)

    @property
    def canonical(self) -> list[tuple[Square, Square, Square]]:
        """Mirror images: all in which black's king is in the first part of the board."""
        flips = [(x, y) for x in (False, True) for y in (False, True)]
        images = []
        for flip_x, flip_y in flips:
            one, two, three = (
                (self.cols - 1 - x if flip_x else x, self.rows - 1 - y if flip_y else y)
                for x, y in (self.king, self.rook, self.black)
            )
            images += [(one, two, three), (one[::-1], two[::-1], three[::-1])]
        return images


def pattern(king: Square, rook: Square, black: Square) -> bool:
    """Whether black, to move at the left edge, has only moves that let white mate."""
    corner = black == (0, 0) and king == (1, 2) and rook[0] > 2 and rook[1] > 0
    near = black == (0, 1) and king == (2, 1) and rook[0] >= 1 and rook[1] == 2
    beside = black[0] == 0 and king[0] == 2 and rook[0] >= 2 and king[1] != rook[1]
    knights = abs(king[1] - black[1]) == 1 and abs(rook[1] - black[1]) == 1
    return corner or near or (beside and knights)


def far(one: Square, other: Square) -> int:
    """The distance in moves of a king."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def steps(one: Square, other: Square) -> int:
    """The distance in moves along rows and columns."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


# --- the rules: of a position and the next ------------------------------------------------------

Rule = Callable[[Placed, Placed], bool]


def squeezes(old: Placed, new: Placed) -> bool:
    """The rook makes the room smaller, divides and is not exposed; see `squeeze`."""
    moved = old.rook != new.rook
    return moved and new.room < old.room and not new.exposed and new.divides


def kept(old: Placed, new: Placed) -> bool:
    """What both rules for the king need: no exposed rook, and care where there is little room."""
    if old.king == new.king or new.exposed:
        return False
    if new.room > 3:
        return True
    return not new.one_edge and not (far(old.king, old.rook) == 1 and backs(old, new))


def backs(old: Placed, new: Placed) -> bool:
    """Whether the king goes away from the rook that holds black's king at an edge."""
    for axis, size in enumerate((old.cols, old.rows)):
        king, went = old.king[axis], new.king[axis]
        if old.black[axis] == 0 and old.rook[axis] == 1 and went < king:
            return True
        if old.black[axis] == size - 1 and old.rook[axis] == size - 2 and went > king:
            return True
    return False


def approaches(old: Placed, new: Placed) -> bool:
    """The king comes nearer to the critical square."""
    nearer = steps(new.king, new.critical) < steps(old.king, old.critical)
    return kept(old, new) and nearer and (new.divides or new.l_pattern)


def keeps_room(old: Placed, new: Placed) -> bool:
    """The king moves, no further from the rook, and the rook still divides."""
    return kept(old, new) and new.divides and far(new.king, new.rook) <= far(old.king, old.rook)


def diagonal(old: Placed, new: Placed) -> bool:
    """Whether the king moves along a diagonal."""
    return all(before != after for before, after in zip(old.king, new.king, strict=True))


def goes_home(old: Placed, new: Placed) -> bool:
    """The rook goes to the line before white's king, so that it divides; it stays safe."""
    if old.rook == new.rook or not new.safe:
        return False
    for axis in (0, 1):
        king, black = old.king[axis], old.black[axis]
        was, now = old.rook[axis], new.rook[axis]
        home = king + (black > king) - (black < king)
        if black != king and was != home == now:
            return True
        if was == king == black and abs(now - king) == 1:
            return True
    return False


def to_an_edge(old: Placed, new: Placed) -> bool:
    """Whether the rook goes to an edge where it was not."""
    sizes = zip(old.rook, new.rook, (old.cols, old.rows), strict=True)
    return any(was != edge == now for was, now, size in sizes for edge in (0, size - 1))


def is_safe(old: Placed, new: Placed) -> bool:
    """The rook goes to an edge, more than two squares from black's king."""
    return new.safe and to_an_edge(old, new) and far(new.black, new.rook) > 2


def is_safe_near(old: Placed, new: Placed) -> bool:
    """The rook goes to an edge two squares from black's king, in line with white's."""
    in_line = new.rook[0] == new.king[0] or new.rook[1] == new.king[1]
    moved = old.rook != new.rook
    return moved and to_an_edge(old, new) and far(new.black, new.rook) == 2 and in_line


# The rules after the squeeze, in their order.
RULES: dict[str, Rule] = {
    "approach diagonally": lambda old, new: approaches(old, new) and diagonal(old, new),
    "approach": lambda old, new: approaches(old, new) and not diagonal(old, new),
    "keep room diagonally": lambda old, new: keeps_room(old, new) and diagonal(old, new),
    "keep room": lambda old, new: keeps_room(old, new) and not diagonal(old, new),
    "rook home": goes_home,
    "rook safe": is_safe,
    "rook safe near": is_safe_near,
}


@dataclass(frozen=True)
class Bratko:
    """The strategy on a board."""

    game: Endgame

    def placed(self, position: Position) -> Placed:
        _, king, others, black = position
        x, y, z = (divmod(at, self.game.cols)[::-1] for at in (king, others[0][1], black))
        return Placed(self.game.cols, self.game.rows, x, y, z)

    def by_rule(self, position: Position) -> Iterator[tuple[str, list[Position]]]:
        """The rules in their order, each with where its moves lead, whatever rules before it do."""
        after = list(self.game.moves(position).values())
        ends = {new: self.game.over(new) for new in after}
        yield "mate", [new for new in after if ends[new] == "mate"]
        # No rule walks into a stalemate.
        old, alive = (
            self.placed(position),
            {new: self.placed(new) for new in after if not ends[new]},
        )
        yield "ready to mate", [new for new in alive if alive[new].ready]
        squeezed = [new for new in alive if squeezes(old, alive[new])]
        # Of all squeezes the ones that leave least room.
        least = min((alive[new].room for new in squeezed), default=0)
        yield "squeeze", [new for new in squeezed if alive[new].room == least]
        for name, rule in RULES.items():
            yield name, [new for new in alive if rule(old, alive[new])]

    def rule(self, position: Position) -> str:
        """The first rule that recommends something; empty where none does."""
        return next((name for name, found in self.by_rule(position) if found), "")

    def recommended(self, position: Position) -> list[Position]:
        """What the strategy recommends: all that the first rule does that recommends something."""
        return next((found for _, found in self.by_rule(position) if found), [])

    def single(self, position: Position) -> list[Position]:
        """The one move of the published program: the king's turning left, then the rook's."""
        new = {after: self.placed(after) for after in self.recommended(position)}
        return sorted(new, key=lambda after: self.turn(self.placed(position), new[after]))[:1]

    def turn(self, old: Placed, new: Placed) -> tuple[int, int]:
        """Where a move comes in that order, rows counted from below."""
        right, up = new.king[0] - old.king[0], old.king[1] - new.king[1]
        around = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (0, 0)]
        along = new.rook[0] if new.rook[1] == old.rook[1] else 2 * old.cols + old.rows - new.rook[1]
        return around.index((right, up)), along

    @cached_property
    def distances(self) -> dict[Position, int | None]:
        """Half-moves to mate, the most that any play takes; None where some play does not mate."""
        return self.played(self.recommended)

    @cached_property
    def single_distances(self) -> dict[Position, int | None]:
        """The same of the published program's moves."""
        return self.played(self.single)

    def played(self, strategy: Callable[[Position], list[Position]]) -> dict[Position, int | None]:
        """Half-moves to mate where white plays a strategy and black whatever it likes."""

        def after(position: Position) -> list[Position]:
            if position[0] == "b":
                return list(self.game.moves(position).values())
            return strategy(position) if position[2] else []

        return solved(self.game, after, every=True)
