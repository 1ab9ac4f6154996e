"""Positions as people write them: rows of a board, or a list of fluents."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ttt_asp.errors import Location, nearest, wrong
from ttt_asp.sources.game import Game
from ttt_asp.sources.terms import NotTerms, parse_terms

FREE = "."


@dataclass(frozen=True)
class Notation:
    """How a game's positions are written.

    Attributes:
        game: whose facts `drawn(F,I,J,G)` and `to_move(F,P)` say so.
    """

    game: Game

    @cached_property
    def cells(self) -> dict[tuple[int, int], dict[str, str]]:
        """For each place (row, column) of the board the fluent of each glyph."""
        found: dict[tuple[int, int], dict[str, str]] = {}
        for fluent, row, column, glyph in self.game.facts.get("drawn", ()):
            found.setdefault((row.number, column.number), {})[str(glyph)] = str(fluent)
        return found

    @cached_property
    def turns(self) -> dict[str, str]:
        """The fluent that says that a role is to move, by role."""
        return {str(role): str(f) for f, role in self.game.facts.get("to_move", ())}

    @cached_property
    def places(self) -> dict[str, tuple[int, int]]:
        """The place (row, column) of the board at which an action aims."""
        aims = self.game.facts.get("aims", ())
        return {str(action): (row.number, column.number) for action, row, column in aims}

    @cached_property
    def has_board(self) -> bool:
        """Whether a board and the player to move say everything about a position."""
        drawn = {fluent for glyphs in self.cells.values() for fluent in glyphs.values()}
        return bool(drawn) and set(self.game.base) <= drawn | set(self.turns.values())

    def rows(self, position: Iterable[str]) -> list[list[str]]:
        """The glyphs of a position, row by row from the top; `.` where there is none."""
        true = set(position)
        height = max(row for row, _ in self.cells)
        width = max(column for _, column in self.cells)
        rows = [[FREE if (i, j) in self.cells else " " for j in range(1, width + 1)]
                for i in range(1, height + 1)]  # fmt: skip
        for (row, column), glyphs in self.cells.items():
            for glyph, fluent in glyphs.items():
                if fluent in true:
                    rows[row - 1][column - 1] = glyph
        return rows

    def write(self, position: Iterable[str]) -> str | list[str]:
        """A position as `parse` reads it: a board, or for other games a list of fluents."""
        if self.has_board:
            return "/".join("".join(row) for row in self.rows(position))
        return sorted(position)

    def mover(self, position: Iterable[str]) -> str | None:
        """The role that is to move, if fluents say so."""
        true = set(position)
        return next((role for role, fluent in self.turns.items() if fluent in true), None)

    def parse(
        self, text: str, role: str | None = None, where: Location | None = None
    ) -> frozenset[str]:
        """Read a position.

        Args:
            text: rows from the top as `x../.o./..x`, or fluents as `{turn(x), ...}`.
            role: the one to move; else it follows from the numbers of marks.
            where: the place of the text, for messages.

        Raises:
            InputError: it is no position of the game.
        """
        where = where or Location("--position")
        if role is not None and role not in self.game.roles:
            hint = nearest(role, self.game.roles, f"the roles are {' and '.join(self.game.roles)}")
            raise wrong(f"there is no role {role}", where, hint)
        if "(" in text or "{" in text:
            return self._fluents(text, where)
        if not self.has_board:
            raise wrong(f"{self.game.name} has no board notation", where, "write {fluent, ...}")
        height = max(row for row, _ in self.cells)
        width = max(column for _, column in self.cells)
        rows = text.strip().split("/")
        if len(rows) != height or any(len(row) != width for row in rows):
            raise wrong(f"{text!r} is not {height} rows of {width} squares", where, self._form())
        true: set[str] = set()
        for i, row in enumerate(rows, 1):
            for j, glyph in enumerate(row, 1):
                if glyph not in self.cells[i, j] and glyph != FREE:
                    raise wrong(f"{glyph!r} in row {i}, column {j} is no mark", where, self._form())
                true |= {self.cells[i, j][glyph]} if glyph != FREE else set()
        return frozenset(true | {self.turns[role or self._turn(text, where)]})

    def _turn(self, text: str, where: Location) -> str:
        counts = [text.count(role) for role in self.game.roles]
        number = sum(counts)
        expected = [number // len(counts) + (i < number % len(counts)) for i in range(len(counts))]
        if counts != expected:
            shown = ", ".join(
                f"{n} {role}" for role, n in zip(self.game.roles, counts, strict=True)
            )
            raise wrong(f"{text!r} has {shown}: whose turn is it?", where, "say it with --role")
        return self.game.roles[number % len(counts)]

    def _fluents(self, text: str, where: Location) -> frozenset[str]:
        inner = re.sub(r"^\{(.*)\}$", r"\1", text.strip(), flags=re.DOTALL)
        try:
            fluents = [str(symbol) for symbol in parse_terms(inner)]
        except NotTerms as error:
            message = f"{text!r} is not a list of fluents: {error}"
            raise wrong(message, where, self._form()) from None
        for fluent in fluents:
            if fluent not in self.game.base:
                hint = nearest(fluent, self.game.base)
                raise wrong(f"{fluent} is not a fluent of {self.game.name}", where, hint)
        return frozenset(fluents)

    def _form(self) -> str:
        if not self.has_board:
            return f"such as {{{', '.join(sorted(self.game.init))}}}"
        return f"such as {self.write(self.game.init)}"
