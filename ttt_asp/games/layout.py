"""The layout of a game: places of squares, glyphs drawn there, the role to move, and lines."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property

from ttt_asp.games.facts import lines_in, shown
from ttt_asp.games.game import Game

# How a square that nobody has marked is drawn.
FREE = "."


@dataclass(frozen=True)
class Layout:
    """The board of a game, as its facts define it.

    Attributes:
        game: the game; its facts `drawn(F,I,J,G)`, `glyph(P,G)`, `to_move(F,P)` and
            `after_moves(F,N)` count. A fluent drawn as `.` says that a square is free.
    """

    game: Game

    @cached_property
    def cells(self) -> dict[tuple[int, int], dict[str, str]]:
        """For each place (row, column) of the board the fluent of each glyph."""
        glyphs: dict[tuple[int, int], dict[str, str]] = {}
        for fluent, row, column, glyph in self.game.facts.get("drawn", ()):
            glyphs.setdefault((row.number, column.number), {})[shown(glyph)] = str(fluent)
        return glyphs

    @cached_property
    def glyphs(self) -> dict[str, str]:
        """The glyph of each role's marks, in the order of the roles."""
        given = {str(role): str(glyph) for role, glyph in self.game.facts.get("glyph", ())}
        return {role: given.get(role, role) for role in self.game.roles}

    @cached_property
    def after_moves(self) -> dict[int, str]:
        """The fluent for each number of marks, where this number says what comes next."""
        return {number.number: str(f) for f, number in self.game.facts.get("after_moves", ())}

    @cached_property
    def movers(self) -> dict[str, str]:
        """The role to move, by the fluent that says so."""
        return {str(f): str(role) for f, role in self.game.facts.get("to_move", ())}

    @cached_property
    def turns(self) -> dict[str, str]:
        """The fluent that says that a role is to move, by role."""
        return {str(role): str(f) for f, role in self.game.facts.get("to_move", ())}

    @cached_property
    def places(self) -> dict[str, tuple[int, int]]:
        """The place (row, column) that an action points at; none where nothing is drawn there."""
        targets = self.game.facts.get("target", ())
        places = {str(action): (row.number, column.number) for action, row, column in targets}
        return {action: place for action, place in places.items() if place in self.cells}

    @cached_property
    def has_board(self) -> bool:
        """Whether a board and the player to move say everything about a position."""
        drawn = {fluent for glyphs in self.cells.values() for fluent in glyphs.values()}
        shown = drawn | set(self.turns.values()) | set(self.after_moves.values())
        single = all(len(glyph) == 1 for glyphs in self.cells.values() for glyph in glyphs)
        return bool(drawn) and single and set(self.game.base) <= shown

    @property
    def slanted(self) -> bool:
        """Whether each row is drawn half a square to the right of the one above it."""
        return "slanted" in self.game.facts

    @property
    def sides(self) -> dict[str, int] | None:
        """The number of the role that each side of a slanted board belongs to, and its size."""
        if not self.slanted or not self.cells:
            return None
        given, roles = self.game.facts.get("colored_side", ()), self.game.roles
        owners = {str(row[1]): str(row[0]) for row in given if len(row) == 2}
        numbers = {side: roles.index(role) for side, role in owners.items() if role in roles}
        rows, columns = (max(numbers) for numbers in zip(*self.cells, strict=True))
        return {**numbers, "rows": rows, "columns": columns}

    @cached_property
    def bands(self) -> list[list[int]]:
        """The rows of the board, cut where a row has no squares."""
        return consecutive_runs({row for row, _ in self.cells})

    @cached_property
    def blocks(self) -> list[list[int]]:
        """The columns of the board, cut where a column has no squares."""
        return consecutive_runs({column for _, column in self.cells})

    @cached_property
    def squares(self) -> list[tuple[int, int]]:
        """The places of the board in the order in which people count them: layer by layer."""
        layers = [(band, block) for band in self.bands for block in self.blocks]
        places = ((i, j) for band, block in layers for i in band for j in block)
        return [place for place in places if place in self.cells]

    def rows(self, position: Iterable[str]) -> list[list[str]]:
        """Return the glyphs of a position, row by row from the top; `.` where there is none."""
        true = self.game.meant(position)
        height = max(row for row, _ in self.cells)
        width = max(column for _, column in self.cells)
        rows = [[FREE if (i, j) in self.cells else " " for j in range(1, width + 1)]
                for i in range(1, height + 1)]  # fmt: skip
        for (row, column), glyphs in self.cells.items():
            for glyph, fluent in glyphs.items():
                if fluent in true:
                    rows[row - 1][column - 1] = glyph
        return rows

    def mover(self, position: Iterable[str]) -> str | None:
        """Return the role that is to move, if fluents say so."""
        true = self.game.meant(position)
        return next((role for fluent, role in self.movers.items() if fluent in true), None)

    def who_moves(self, position: Iterable[str]) -> str:
        """Name whose turn it is as the game's own file does, or `somebody`."""
        return self.game.spelt(self.mover(position) or "somebody")


def consecutive_runs(numbers: Iterable[int]) -> list[list[int]]:
    """Cut numbers in order into runs without gaps."""
    cut: list[list[int]] = []
    for number in sorted(numbers):
        if cut and cut[-1][-1] == number - 1:
            cut[-1].append(number)
        else:
            cut.append([number])
    return cut


@dataclass(frozen=True, slots=True)
class Line:
    """A line that a role may complete.

    Attributes:
        role: the role that may complete it.
        name: its name in the game, as `row(1,1)`.
        marks: for each of its squares the fluent of the role's mark.
        places: (row, column) of each of its squares, in order; empty where some have none.
    """

    role: str
    name: str
    marks: Mapping[str, str]
    places: tuple[tuple[int, int], ...]

    @property
    def straight(self) -> bool:
        """Whether its squares are next to each other in one direction, as they are drawn."""
        steps = {
            (after[0] - before[0], after[1] - before[1])
            for before, after in zip(self.places, self.places[1:], strict=False)
        }
        return len(steps) == 1 and max(map(abs, *steps)) == 1


@cache
def square_places(game: Game) -> Mapping[str, tuple[int, int]]:
    """Return the place (row, column) where each square is drawn."""
    given = game.facts.get("place", ())
    return {str(square): (row.number, column.number) for square, row, column in given}


@cache
def lines_of_roles(game: Game) -> tuple[Line, ...]:
    """Return every line of each role; none where no marks complete them."""
    squares, known, base = lines_in(game.facts), square_places(game), set(game.base)
    # where a game of lines was recognised, other fluents say who owns what
    named = {(str(r), str(c)): str(fluent) for fluent, r, c in game.facts.get("mark_of", ())}
    all_lines = []
    for role, line in game.facts.get("line_for", ()):
        parts = sorted(
            map(str, squares.get(line, ())), key=lambda square: known.get(square, (0, 0))
        )
        marks = {c: named.get((str(role), c), f"marked({role},{c})") for c in parts}
        if marks and base.issuperset(marks.values()):
            drawn = tuple(known[square] for square in parts) if known.keys() >= set(parts) else ()
            all_lines.append(Line(str(role), str(line), marks, drawn))
    return tuple(all_lines)


def completed_lines(game: Game, position: AbstractSet[str]) -> Iterator[Line]:
    """Yield the lines that are complete at a position."""
    true = game.meant(position)
    return (line for line in lines_of_roles(game) if true.issuperset(line.marks.values()))
