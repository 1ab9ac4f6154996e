"""The layout of a game: how positions are drawn and written, as plain data that results carry.

Names are spelt as in the file that people wrote, where a game's rules spell them otherwise.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import field
from functools import cached_property

from ttt_asp.records import dataclass

# A name in a term, as clingo writes it.
_NAME = re.compile(r"(?<![\w'])_*[a-z][\w']*")
_WORD = re.compile(r"[^\s(),{}]+")


def _unchanged(name: str) -> str:
    return name


@dataclass(frozen=True)
class Spelling:
    """The spellings of names in a game's terms, both ways; false if none is spelt otherwise.

    Attributes:
        names: from names in the rules to those in the game's own file, where they differ.
        fold: the function that maps all spellings of a name to the same text.
        constant: the function from a folded name to the name in the rules.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    fold: Callable[[str], str] = _unchanged
    constant: Callable[[str], str] = _unchanged

    def __bool__(self) -> bool:
        return bool(self.names)

    def shown(self, text: str) -> str:
        """Spell a term of the game, or terms in a text, as the game's own file does."""
        if not self.names:
            return text
        return _NAME.sub(lambda match: self.names.get(match[0], match[0]), text)

    def meant(self, text: str) -> str:
        """Return terms that people wrote, spelt as in the rules."""
        if not self.names:
            return text

        def name(match: re.Match[str]) -> str:
            if match[0] in self.names:
                return match[0]
            constant = self.constant(self.fold(match[0]))
            is_function = constant.isdigit() and text[match.end() : match.end() + 1] == "("
            return f"n'{constant}" if is_function else constant

        return _WORD.sub(name, text)

    def meant_all(self, terms: Iterable[str]) -> set[str]:
        """Return terms spelt as in the rules, from that or the file's own spelling."""
        return set(map(self.meant, terms)) if self.names else set(terms)


# How a square that nobody has marked is drawn; what is no square of the board; and a starred one.
FREE, NO_SQUARE, STAR = ".", "_", "*"


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


@dataclass(frozen=True)
class Layout:
    """The board of a game, and how its positions are written.

    Attributes:
        roles: in the order of the rules.
        spelling: how the game's own file spells names.
        cells: for each place (row, column) of the board the fluents that are drawn there, each with
            its glyph; one drawn as `.` says that a square is free.
        glyphs: the glyph of each role's marks, in the order of the roles.
        movers: the role to move, by the fluent that says so.
        places: the place (row, column) that an action points at; none where nothing is drawn there.
        has_board: whether a board and the player to move say everything about a position.
        slanted: whether each row is drawn half a square to the right of the one above it.
        lines: those that are drawn where they are complete.
        falls: whether marks fall to the lowest free square of their column.
        says_turn: whether who is to move is written behind the board: the marks do not tell.
    """

    roles: tuple[str, ...]
    spelling: Spelling
    cells: Mapping[tuple[int, int], Mapping[str, str]]
    glyphs: Mapping[str, str]
    movers: Mapping[str, str]
    places: Mapping[str, tuple[int, int]]
    has_board: bool
    slanted: bool
    lines: tuple[Line, ...] = field(default=(), kw_only=True)
    falls: bool = field(default=False, kw_only=True)
    says_turn: bool = field(default=False, kw_only=True)

    @cached_property
    def bands(self) -> list[list[int]]:
        """The rows of the board, cut where a row has no squares."""
        return consecutive_runs({row for row, _ in self.cells})

    @cached_property
    def blocks(self) -> list[list[int]]:
        """The columns of the board, cut where a column has no squares."""
        return consecutive_runs({column for _, column in self.cells})

    @cached_property
    def signs(self) -> frozenset[str]:
        """All glyphs that squares may show."""
        return frozenset[str]().union(*(drawn.values() for drawn in self.cells.values()))

    def rows(self, position: Iterable[str]) -> list[list[str]]:
        """Return the glyphs of a position, row by row from the top; `.` where there is none."""
        true = self.spelling.meant_all(position)
        height = max(row for row, _ in self.cells)
        width = max(column for _, column in self.cells)
        rows = [[FREE if (i, j) in self.cells else " " for j in range(1, width + 1)]
                for i in range(1, height + 1)]  # fmt: skip
        for (row, column), drawn in self.cells.items():
            for fluent, glyph in drawn.items():
                if fluent in true:
                    rows[row - 1][column - 1] = glyph
        return rows

    def mover(self, position: Iterable[str]) -> str | None:
        """Return the role that is to move, if fluents say so."""
        true = self.spelling.meant_all(position)
        return next((role for fluent, role in self.movers.items() if fluent in true), None)

    def write(
        self, position: Iterable[str], stars: AbstractSet[tuple[int, int]] = frozenset()
    ) -> str | list[str]:
        """Write a position as people do: a board, or for other games a list of fluents.

        Args:
            position: the fluents that hold.
            stars: places (row, column) of a board to be starred.
        """
        if not self.has_board:
            return sorted(position)
        turn = self.mover(position) if self.says_turn else None
        board = self.board(position, stars)
        return board if turn is None else f"{board} {self.spelling.shown(turn)}"

    def board(
        self, position: Iterable[str], stars: AbstractSet[tuple[int, int]] = frozenset()
    ) -> str:
        """Write the board of a position, without whose turn it is; see `write`."""
        rows = self.rows(position)
        for i, j in stars:
            rows[i - 1][j - 1] = STAR
        return "||".join(
            "|".join("/".join(self._row(rows, i, block) for i in band) for block in self.blocks)
            for band in self.bands
        )

    def text(self, position: Iterable[str]) -> str:
        """Write a position on one line: a list of fluents in braces."""
        written = self.write(position)
        if isinstance(written, str):
            return written
        return "{" + ", ".join(map(self.spelling.shown, written)) + "}"

    def _row(self, rows: list[list[str]], row: int, block: list[int]) -> str:
        return "".join(rows[row - 1][j - 1] if (row, j) in self.cells else NO_SQUARE for j in block)


def consecutive_runs(numbers: Iterable[int]) -> list[list[int]]:
    """Cut numbers in order into runs without gaps."""
    cut: list[list[int]] = []
    for number in sorted(numbers):
        if cut and cut[-1][-1] == number - 1:
            cut[-1].append(number)
        else:
            cut.append([number])
    return cut
