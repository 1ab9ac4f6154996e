"""Positions as people write them, read: rows of a board, or a list of fluents.

Rows are written from the top with `/` between them. A cube's layers have `|` between them, and in
four dimensions rows of layers `||`: `x../.../...|.../.o./...|.../.../...` is a position of 3^3.
A free square is `.` or `_`. Words like those of Simply Scheme, `__o_xox_x`, are cut into rows.
Where the marks do not tell whose turn it is, the role to move stands behind the board, as in chess:
`..k../...../..K../...../R.... white`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import chain

from ttt_asp.errors import Diagnostic, InputError, Location, nearest, wrong
from ttt_asp.games.facts import derived_at, shown
from ttt_asp.games.game import Game
from ttt_asp.games.layout import completed_lines
from ttt_asp.games.notation import Notation
from ttt_asp.layout import FREE, NO_SQUARE
from ttt_asp.limits import number_of
from ttt_asp.lp.dependencies import closure
from ttt_asp.lp.scan import NotTerms, parse_terms
from ttt_asp.lp.syntax import signatures


class PositionReader(Notation):
    """How positions of a game are written, and read."""

    @cached_property
    def after_moves(self) -> dict[int, str]:
        """The fluent for each number of marks, where this number says what comes next."""
        return {number.number: str(f) for f, number in self.game.facts.get("after_moves", ())}

    def exact_text(self, position: AbstractSet[str]) -> str:
        """Write a position so that `parse` reads it again: in braces where the board is no help."""
        text = self.write(position)
        if isinstance(text, str):
            with suppress(InputError):  # the marks do not tell whose turn it is
                if self.parse(text) == position:
                    return text
        return "{" + ", ".join(map(self.game.spelt, sorted(position))) + "}"

    def parse(
        self, text: str, role: str | None = None, where: Location | None = None
    ) -> frozenset[str]:
        """Read a position.

        Args:
            text: rows from the top as `x../.o./..x`, or in one word as `x___o___x`, or fluents as
                `{turn(x), ...}`; behind rows the role to move, or its first letters.
            role: the one to move, if these do not say it; else it follows from the numbers of
                marks.
            where: the place of the text, for messages.

        Raises:
            InputError: it is no position of the game.
        """
        where = where or Location.argument("position")
        if role is not None and role not in self.game.roles:
            roles = [self.game.spelt(name) for name in self.game.roles]
            hint = nearest(role, roles, f"the roles are {' and '.join(roles)}")
            raise wrong(f"there is no role {role}", where, hint)
        if text.lstrip().startswith("{") and "}" not in text:
            raise wrong("a } is missing at the end", where, f"write {text.strip()}}}")
        if "(" in text or "{" in text or (self.game.spelling and not self.has_board):
            return self._fluents(text, where)
        if not self.has_board:
            raise wrong(f"{self.game.name} has no board notation", where, self._in_fluents())
        text, said = self._turn_behind(text, where)
        role = said or role
        text = "".join(text.split())
        if not any(sign != sign.swapcase() in self.signs for sign in self.signs):
            signs = {sign.swapcase(): sign for sign in self.signs}
            text = "".join(signs.get(sign, sign) for sign in text)
        true: set[str] = set()
        given = self.written_glyphs(self._cut(text), where)
        for (i, j), glyph in given.items():
            marks = {sign: fluent for fluent, sign in self.cells.get((i, j), {}).items()}
            if glyph in (FREE, NO_SQUARE):
                if FREE in marks:
                    true.add(marks[FREE])
            elif glyph in marks:
                true.add(marks[glyph])
            else:
                raise wrong(f"{glyph!r} in row {i}, column {j} is no mark", where, self._form())
        if not self.turns and not self.after_moves:  # the marks alone are the position
            return frozenset(true)
        marked = {place for place, glyph in given.items() if glyph not in (FREE, NO_SQUARE)}
        self._refuse_hanging(marked, text, where)
        return frozenset(true | {self._turn(text, role, len(marked), where)})

    def _turn_behind(self, text: str, where: Location) -> tuple[str, str | None]:
        """Cut off who is to move, if that stands behind a whole board."""
        board, _, word = text.rstrip().rpartition(" ")
        spelt = {role: self.game.spelt(role) for role in self.turns}
        named = [role for role in spelt if spelt[role] == word]
        named = named or [role for role in spelt if word and spelt[role].startswith(word)]
        if len(re.sub(r"[\s/|]", "", board)) < len(self.cells):
            return text, None  # it is a part of the board
        if len(named) != 1:
            raise wrong(f"{word!r} behind the board is no role", where, self._whose())
        return board, named[0]

    def _cut(self, text: str) -> str:
        """Cut a position without `/`, as Simply Scheme's __o_xox_x, into rows; leave others."""
        (height, width), word = max(self.cells), text.strip()
        rectangular = len(self.cells) == height * width == len(word) and height > 1
        if not rectangular or {"/", "|"} & set(word):
            return text
        rows = (word[start : start + width] for start in range(0, len(word), width))
        return "/".join(rows)

    def written_glyphs(self, text: str, where: Location) -> dict[tuple[int, int], str]:
        """Return the characters of a board by their places (row, column).

        Raises:
            InputError: it has another shape than boards of the game.
        """
        glyphs: dict[tuple[int, int], str] = {}
        bands = [band.split("|") for band in text.strip().split("||")]
        fits = len(bands) == len(self.bands)
        for band, layers in zip(self.bands, bands, strict=False):
            fits = fits and len(layers) == len(self.blocks)
            for block, layer in zip(self.blocks, layers, strict=False):
                rows = layer.split("/")
                fits = fits and [len(row) for row in rows] == [len(block)] * len(band)
                for i, row in zip(band, rows, strict=False):
                    glyphs |= {(i, j): glyph for j, glyph in zip(block, row, strict=False)}
        if not fits:
            high, wide = len(self.bands[0]), len(self.blocks[0])
            shape = f"{number_of(high, 'row')} of {number_of(wide, 'square')}"
            if len(self.bands) * len(self.blocks) > 1:
                shape = f"{len(self.bands) * len(self.blocks)} layers of {shape}"
            raise wrong(f"{text!r} is not {shape}", where, self._form())
        return glyphs

    def _turn(self, text: str, role: str | None, marks: int, where: Location) -> str:
        """Return the fluent that says whose turn it is, or what comes next."""
        if self.after_moves:
            fluent = self.after_moves.get(marks, "")
            mover = self.movers.get(fluent, role)
            if not fluent or (role is not None and role != mover):
                who = f": {mover} is to move" if mover else ""
                raise wrong(f"{text!r} has {marks} marks{who}", where, self._form())
            return fluent
        if role is not None:
            return self.turns[role]
        if self.says_turn:
            raise wrong(f"{text!r} does not say whose turn it is", where, self._whose())
        start = self.game.init
        glyphs = list(chain.from_iterable(self.rows(start))) if start else []
        counts = [text.count(glyph) - glyphs.count(glyph) for glyph in self.glyphs.values()]
        first = self.game.roles.index(self.mover(start) or self.game.roles[0])
        order = [*self.game.roles[first:], *self.game.roles[:first]]
        total, ways = sum(counts), len(counts)
        expected = {r: total // ways + (i < total % ways) for i, r in enumerate(order)}
        made = dict(zip(self.game.roles, counts, strict=True))
        if made != expected:
            shown = ", ".join(f"{text.count(glyph)} {glyph}" for glyph in self.glyphs.values())
            often = next(role for role in order if made[role] > expected[role])
            why = f"{self.game.spelt(often)} has moved too often"
            hint = self._whose()
            if ways == 2:
                begins, follows = (self.glyphs[role] for role in order)
                hint = f"there are as many {begins} as {follows}, or one {begins} more; else {hint}"
            raise wrong(f"{text!r} has {shown}: {why}", where, hint)
        return self.turns[order[total % ways]]

    def _fluents(self, text: str, where: Location) -> frozenset[str]:
        inner = re.sub(r"^\{(.*)\}$", r"\1", text.strip(), flags=re.DOTALL)
        try:
            fluents = [str(symbol) for symbol in parse_terms(self.game.spelling.meant(inner))]
        except NotTerms as error:
            message = f"{text!r} is not a list of fluents{error.because}"
            raise wrong(message, where, self._form()) from None
        for fluent in fluents:
            if fluent not in self.game.base:
                hint = nearest(self.game.spelt(fluent), list(map(self.game.spelt, self.game.base)))
                message = f"{self.game.spelt(fluent)} is not a fluent of {self.game.name}"
                raise wrong(message, where, hint)
        marked = {
            place
            for place, drawn in self.cells.items()
            if any(drawn[fluent] != FREE for fluent in drawn.keys() & set(fluents))
        }
        self._refuse_hanging(marked, text, where)
        return frozenset(fluents)

    def _refuse_hanging(self, marked: set[tuple[int, int]], text: str, where: Location) -> None:
        """Refuse a mark above a square without one, where marks fall."""
        for i, j in sorted(marked) if self.falls else ():
            if (i + 1, j) in self.cells and (i + 1, j) not in marked:
                message = f"the mark in row {i}, column {j} of {text!r} hangs in the air"
                raise wrong(message, where, f"marks fall: first row {i + 1} is filled there")

    def _whose(self) -> str:
        if self.says_turn:
            names = " or ".join(map(self.game.spelt, self.turns))
            return f"write who is to move behind the board: {names}"
        turn = self.game.spelt(next(iter(self.movers), "..."))
        return f"write fluents, as {{..., {turn}}}, which say whose turn it is"

    def _in_fluents(self) -> str:
        turns = sorted(self.movers.keys() & self.game.init)
        others = sorted(self.game.base - self.movers.keys())[:1]
        return f"write fluents, as {{{', '.join(map(self.game.spelt, [*others, '...', *turns]))}}}"

    def _form(self) -> str:
        if not self.has_board:
            return f"such as {{{', '.join(sorted(map(self.game.spelt, self.game.init)))}}}"
        return f"such as {self.write(self.game.init)}"


_ASKED = signatures("legal/2 terminal/0 goal/2")
_WHY = signatures("impossible/1")


def begun_at(game: Game, text: str) -> Game:
    """Return a game that begins at a position.

    Args:
        game: the game.
        text: the position, see `PositionReader.parse`.

    Raises:
        InputError: it is no position of the game; the message says why.
    """
    reader = PositionReader(game)
    position = reader.parse(text, None, Location.argument("position"))
    refuse(game, text, list(_position_problems(game, position)))
    refuse(game, text, list(end_problems(game, position)))
    return replace(game, start=position, position=reader.exact_text(position))


def refuse(game: Game, text: str, problems: Sequence[str]) -> None:
    """Raise an `InputError` about a position that has problems, if it has any."""
    if problems:
        message, where = f"{text!r} is no position of {game.name}", Location.argument("position")
        notation = Notation(game)
        empty = notation.has_board and notation.signs.isdisjoint(notation.board(game.init))
        # an empty board is no example of what a position has to be like
        hint = "" if empty else f"such as {notation.text(game.init)}"
        raise InputError(Diagnostic(f"{message}: {why}", where, hint) for why in problems)


def _position_problems(game: Game, position: frozenset[str]) -> Iterator[str]:
    """Say what is wrong with a position."""
    notation = PositionReader(game)
    if len(notation.movers.keys() & game.init) == 1:
        turns = sorted(notation.movers.keys() & position)
        if len(turns) > 1:
            yield f"{_listed(game, turns)} hold"
        if not turns and position.isdisjoint(notation.after_moves.values()):
            fluents = " or ".join(map(game.spelt, sorted(notation.movers)[:3]))
            yield f"no fluent says whose turn it is, such as {fluents}"
    marks = 0
    for (row, column), drawn in sorted(notation.cells.items()):
        held = sorted(position & drawn.keys())
        marks += bool(held)
        if len(held) > 1:
            yield f"{_listed(game, held)} hold in row {row}, column {column}"
    if notation.after_moves:
        clock = notation.after_moves.get(marks, "")
        if not clock or position & set(notation.after_moves.values()) != {clock}:
            example = f", as {game.spelt(clock)} would" if clock else ""
            yield f"it has {marks} marks, and does not say so{example}"


def impossible(game: Game, position: frozenset[str]) -> Iterator[str]:
    """Say why no play comes to a position, as the game's rules do."""
    sources = closure([game.rules], game.vocabulary, _WHY)
    if all(_WHY.isdisjoint(source.defined) for source in sources):
        return
    there = derived_at(sources, game.constants, position)
    yield from sorted(shown(why) for (why,) in there.get("impossible", ()))


def end_problems(game: Game, position: frozenset[str]) -> Iterator[str]:
    """Say why play cannot be there: it is impossible, nobody can move, or there are no goals."""
    yield from impossible(game, position)
    there = derived_at(closure([game.rules], game.vocabulary, _ASKED), game.constants, position)
    if not there.keys() & {"legal", "terminal"}:
        yield "play is not over there, and nobody has a legal move"
    for role in game.roles if "terminal" in there else ():
        values = sorted(str(value) for name, value in there.get("goal", ()) if str(name) == role)
        if len(values) != 1:
            got = f"the goals {' and '.join(values)}" if values else "no goal"
            owners = sorted({line.role for line in completed_lines(game, position)})
            both = f": {_listed(game, owners)} own a line" if len(owners) > 1 else ""
            yield f"play is over there, and {role} has {got}{both}"
            return


def _listed(game: Game, fluents: Iterable[str]) -> str:
    return " and ".join(map(game.spelt, fluents))
