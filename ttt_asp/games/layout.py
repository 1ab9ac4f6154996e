"""The layout of a game, read off its facts: places of squares, glyphs drawn there, and lines."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cache

from ttt_asp.games.facts import lines_in, shown
from ttt_asp.games.game import Game
from ttt_asp.layout import Layout, Line


@cache
def layout_of(game: Game) -> Layout:
    """Return the layout of a game, without lines.

    Args:
        game: its facts `drawn(F,I,J,G)`, `glyph(P,G)`, `to_move(F,P)`, `target(A,I,J)`,
            `after_moves(F,N)`, `slanted` and `gravity` count.
    """
    facts = game.facts
    cells: dict[tuple[int, int], dict[str, str]] = {}
    for fluent, row, column, glyph in facts.get("drawn", ()):
        cells.setdefault((row.number, column.number), {})[str(fluent)] = shown(glyph)
    given = {str(role): str(glyph) for role, glyph in facts.get("glyph", ())}
    movers = {str(f): str(role) for f, role in facts.get("to_move", ())}
    targets = {str(a): (row.number, column.number) for a, row, column in facts.get("target", ())}
    drawn = set[str]().union(*cells.values())
    # of several that say the same only one can be written
    turns = {role: fluent for fluent, role in movers.items()}
    clock = {number: str(fluent) for fluent, number in facts.get("after_moves", ())}
    told = drawn | set(turns.values()) | set(clock.values())
    signs = set[str]().union(*(here.values() for here in cells.values()))
    # what a sign means has to be one thing
    single = all(len(set(here.values())) == len(here) for here in cells.values())
    single = single and all(len(glyph) == 1 for glyph in signs)
    marks = {role: given.get(role, role) for role in game.roles}
    return Layout(
        game.roles,
        game.spelling,
        cells,
        marks,
        movers,
        {action: place for action, place in targets.items() if place in cells},
        says_turn=bool(movers) and not clock and not signs >= set(marks.values()),
        has_board=bool(drawn) and single and set(game.base) <= told,
        slanted="slanted" in facts,
        falls="gravity" in facts,
    )


def layout_at(game: Game, positions: Iterable[AbstractSet[str]]) -> Layout:
    """Return the layout of a game, with the lines that may be complete at some of its positions."""
    lines = completed_lines(game, frozenset[str]().union(*positions))
    return replace(layout_of(game), lines=tuple(lines))


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


def completed_lines(game: Game, position: AbstractSet[str]) -> list[Line]:
    """Return the lines that are complete at a position."""
    true = game.meant(position)
    return [line for line in lines_of_roles(game) if true.issuperset(line.marks.values())]
