"""Games of completing lines, against an oracle in plain Python that shares nothing with them."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import clingo
import oracle
import oracle_games as og
import pytest
from conftest import Run, written
from inside import LIBRARY, Game, facts_of, game_of
from inside_extensions import advice_of
from tables import DATA, constant, contents, tabled, tupled

from ttt_asp import prove

# The squares of the files of lines of different lengths, and their sets.
SETS: dict[str, Any] = {name: tupled(one) for name, one in constant(__file__, "SETS").items()}


def place(game: str) -> str:
    """A game of the library by its name, or the path of one in data/games/."""
    return str(DATA / "games" / game) if "." in game else game


@cache
def _twin(game: str, **const: str) -> og.Sets2:
    misere, maker_breaker = (const.get(name) == "1" for name in ("misere", "maker_breaker"))
    if game.endswith(".pg"):  # Maker-Breaker is the same as without white's sets
        text = contents(f"games/{game}")
        return og.read_pg(text.replace("#whitewins", "#none") if maker_breaker else text)
    if game in SETS:
        found = og.alternating(*SETS[game])
    elif game == "tictactoe":
        board = oracle.Board(*(int(const.get(name, 3)) for name in ("rows", "cols", "line")))
        found = og.alternating(board.squares, board.lines)
    else:
        size = (int(const.get(name, 3)) for name in ("side", "dim"))
        found = og.VARIANTS.get(game) or og.hypercube(*size)
    return og.alternating(found.squares, found.wins[0], misere=misere, maker_breaker=maker_breaker)


def twin(game: str, const: Mapping[str, str]) -> og.Sets2:
    """The game of the oracle's."""
    return _twin(game, **const)


def square_of(symbol: clingo.Symbol) -> og.Square:
    """A square of the oracle's, for a term."""
    if symbol.type == clingo.SymbolType.Number:
        return symbol.number
    if symbol.type == clingo.SymbolType.String:
        return symbol.string
    if symbol.match("cell", 2) and symbol.arguments[0].type == clingo.SymbolType.Function:
        first, last = map(square_of, symbol.arguments)  # of more than four dimensions
        return (*first, last) if isinstance(first, tuple) else (first, last)
    if symbol.arguments:
        return tuple(square_of(argument) for argument in symbol.arguments)
    return symbol.name


def marked(action: str) -> og.Square:
    return square_of(clingo.parse_term(action).arguments[0])


def sets_of(game: Game) -> set[frozenset[og.Square]]:
    lines: dict[str, set[og.Square]] = {str(line): set() for (line,) in game.facts["line"]}
    for square, line in game.facts["part_of"]:
        lines[str(line)].add(square_of(square))
    found = [frozenset(squares) for squares in lines.values()]
    assert len(found) == len(set(found))
    return set(found)


@tabled()
def test_lines_of_hypercubes_are_the_oracles(side: int, dim: int, count: int) -> None:
    game = game_of("hypercube", {"side": side, "dim": dim})
    expected = og.hypercube(side, dim)
    assert sets_of(game) == expected.wins[0]
    assert len(expected.wins[0]) == count == ((side + 2) ** dim - side**dim) // 2
    assert {square_of(square) for (square,) in game.facts["square"]} == expected.squares


def test_a_large_cube_is_read_without_what_nobody_uses() -> None:
    game = game_of("hypercube", {"side": 8})
    assert (len(game.facts["square"]), len(game.facts["line"])) == (512, 244)
    assert not {"corner", "coordinate", "diagonal", "within", "short"} & set(game.facts)


def test_lines_and_values_of_the_variants_are_the_oracles() -> None:
    """By the oracle: the first player wins with corner triples, and with corner blocks."""
    values = {"corner_triples": "x", "corner_blocks": "x", "no_diagonals": "tie"}
    assert {name: og.value(game) for name, game in og.VARIANTS.items()} == values
    for name, game in og.VARIANTS.items():
        assert sets_of(game_of(name)) == game.wins[0]


Strategies = tuple[tuple[str, ...], tuple[str, ...]]
STRATEGIES: list[Strategies] = [*map(tupled, constant(__file__, "STRATEGIES"))]


def term(names: Sequence[str]) -> str:
    return f"first({', '.join(names)})" if len(names) > 1 else names[0]


@cache
def atom_of(atom: clingo.Symbol) -> tuple[str, tuple[str, ...]]:
    """An atom's name and arguments; asked of clingo once, as every play has the same atoms."""
    return atom.name, tuple(map(str, atom.arguments))


def all_plays(
    run: Run, game: str, const: Mapping[str, str], roles: Mapping[str, str]
) -> tuple[int, Counter[str]]:
    """Positions and plays, by enumerating the answer sets of the program that is printed."""
    given = [part for name, value in const.items() for part in ("-c", f"{name}={value}")]
    given += [part for role, text in roles.items() for part in ("-r", f"{role}={text}")]
    printed = run("program", "can tie", "-g", game, *given)
    assert printed.status == 0, printed.err
    control = clingo.Control(["0", "-c", "ask=play"])
    control.add("base", [], printed.out)
    control.add("base", [], "#show true/2. #show reached/1. #show goal/3. #show stuck/1.")
    control.ground()
    positions: set[frozenset[str]] = set()
    plays: Counter[str] = Counter()
    with control.solve(yield_=True) as handle:
        for model in handle:
            atoms = [atom_of(symbol) for symbol in model.symbols(shown=True)]
            last = max(int(arguments[0]) for name, arguments in atoms if name == "reached")
            true: list[set[str]] = [set() for _ in range(last + 1)]
            for name, arguments in atoms:
                if name == "true":
                    true[int(arguments[1])].add(arguments[0])
            positions |= {frozenset(fluents) for fluents in true}
            goals = {
                arguments[0]: int(arguments[1])
                for name, arguments in atoms
                if name == "goal" and int(arguments[2]) == last
            }
            stuck = any(name == "stuck" and int(rest[0]) == last for name, rest in atoms)
            assert sum(goals.values()) == 100
            best = max(goals, key=lambda role: goals[role])
            plays["stuck" if stuck else "tie" if goals[best] == 50 else best] += 1
    return len(positions), plays


@tabled()
def test_plays_are_those_found_one_by_one(
    game: str, const: Mapping[str, str], strategies: list[int], run: Run
) -> None:
    expected = twin(game, const)
    for number in strategies:
        chosen = dict(zip(expected.roles, STRATEGIES[number], strict=True))
        explored = og.explore(expected, chosen)
        texts = {role: term(names) for role, names in chosen.items()}
        assert all_plays(run, place(game), const, texts) == (explored.positions, +explored.plays)


@pytest.mark.parametrize("name", sorted(og.VARIANTS))
@pytest.mark.parametrize(("misere", "number"), [("0", 1), ("1", 2)])
def test_verdicts_on_the_variants_are_the_oracles(name: str, misere: str, number: int) -> None:
    game = twin(name, {"misere": misere})
    chosen = dict(zip(game.roles, STRATEGIES[number], strict=True))
    plays = og.explore(game, chosen).plays
    texts = {role: term(names) for role, names in chosen.items()}
    for claim, bad in (("x never loses", "o"), ("o never loses", "x")):
        found = prove(claim, texts, game=name, const={"misere": int(misere)}, engine="explicit")
        expected = "refuted" if plays[bad] else "incomplete" if plays["stuck"] else "proved"
        assert found.verdict == expected, (claim, texts)


def positions(game: og.Sets2, count: int) -> list[og.Owned]:
    """Positions along random plays of `game`."""
    draw = random.Random(4)
    found: list[og.Owned] = []
    while len(found) < count:
        owned = game.start
        while og.result(game, owned) is None:
            found.append(owned)
            role = game.order[og.made(game, owned)]
            owned = og.mark(owned, role, draw.choice(sorted(og.free(game, owned), key=str)))
    return draw.sample(found, count)


def position_of(loaded: Game, game: og.Sets2, owned: og.Owned) -> frozenset[str]:
    squares = {square_of(square): str(square) for (square,) in loaded.facts["square"]}
    marks = [f"marked({game.roles[n]},{squares[s]})" for n in (0, 1) for s in owned[n]]
    numbered = {number.number: str(f) for f, number in loaded.facts.get("after_moves", ())}
    made = sum(map(len, owned))
    mover = game.roles[game.order[og.made(game, owned)]]
    return frozenset([*marks, numbered[made] if numbered else f"turn({mover})"])


def suggested(loaded: Game, game: og.Sets2, owned: og.Owned, tactic: str) -> set[og.Square]:
    """The squares that a tactic of the library suggests to who is to move."""
    mover, here = game.roles[game.order[og.made(game, owned)]], position_of(loaded, game, owned)
    return set(map(marked, advice_of(loaded, tactic, mover, here).suggested))


def owned_on(board: str) -> og.Owned:
    squares = {(i, j): mark for i, row in enumerate(board.split("/"), 1)
               for j, mark in enumerate(row, 1)}  # fmt: skip
    x, o = (frozenset(s for s, mark in squares.items() if mark == role) for role in "xo")
    return x, o


@tabled()
def test_tactics_mean_the_same_on_lines_of_any_length(game: str, boards: list[str]) -> None:
    """At these positions, and at some at random."""
    loaded, expected = game_of(place(game)), twin(game, {})
    some, tactics = positions(expected, 2 if boards else 4), ("defeat", "defend", "fork")
    silent = set(tactics)
    for owned in [*map(owned_on, boards), *some]:
        role = expected.order[og.made(expected, owned)]
        for tactic in tactics:
            squares = og.TACTICS[tactic](expected, owned, role) & og.free(expected, owned)
            assert suggested(loaded, expected, owned, tactic) == squares, (tactic, owned)
            silent -= {tactic} if squares else set()
    assert not silent or not boards


@pytest.mark.no_cover
def test_x_wins_in_three_dimensions() -> None:
    """3^3 has too many positions to look at each; a strategy that wins leaves few of them."""
    tactics = ["defeat", "defend", "fork", "center", "any"]
    explored = og.explore(og.hypercube(3, 3), {"x": tactics, "o": ["any"]})
    found = prove("x always wins", x=term(tactics), game="hypercube")
    assert found.verdict == "proved"
    assert set(explored.plays) == {"x"}
    assert found.positions == explored.positions == 197_214
    assert found.plays == {"x": explored.plays["x"], "o": 0, "tie": 0}


def test_the_center_alone_does_not_win_in_three_dimensions(unannotated: None) -> None:
    cube, tactics = og.hypercube(3, 3), ["center", "defeat", "defend", "any"]
    asked: dict[str, Any] = {"game": "hypercube", "engine": "explicit", "stop_at_first": True}
    found = prove("x always wins", x=term(tactics), **asked)
    assert found.verdict == "refuted" and found.play
    owned = cube.start
    for number, move in enumerate(found.play.moves):
        assert og.result(cube, owned) is None
        role, square = number % 2, marked(move.action)
        assert square in og.chosen(cube, owned, role, {"x": tactics, "o": ["any"]})
        owned = og.mark(owned, role, square)
    assert og.result(cube, owned) in ("o", "tie")


def test_a_flat_hypercube_is_tictactoe() -> None:
    """Every tactic says the same on both, and what the oracle for grids says."""
    flat, board = og.hypercube(3, 2), oracle.Board()
    for owned in positions(flat, 2):
        mover = "x" if len(owned[0]) == len(owned[1]) else "o"
        position = oracle.Position(owned[0], owned[1], mover)  # type: ignore[arg-type]
        for tactic in sorted({*LIBRARY.names("tactic")} & {*oracle.TACTICS}):
            expected = oracle.suggests(tactic, board, position, mover)
            found = suggested(game_of("hypercube", {"dim": 2}), flat, owned, tactic)
            assert found == expected & oracle.free(board, position), tactic


@tabled()
def test_kinds_of_squares_are_those_of_the_table(
    game: str, const: dict[str, str], corners: int, edges: int, middles: int, diagonal: int | None
) -> None:
    """The variant's lines know no diagonals."""
    loaded = game_of(game, const)
    counts = {"corner": corners, "edge": edges, "center": middles, "diagonal": diagonal}
    for kind, count in counts.items():
        assert len(facts_of(loaded, kind, 1)) == (count or 0), kind
        assert ((kind, 1) in loaded.defined) == (count is not None)


def test_opposite_corners_are_found_beyond_four_dimensions() -> None:
    pairs = facts_of(game_of("hypercube", {"side": 2, "dim": 5}), "opposite", 2)
    found = {(square_of(one), square_of(other)) for one, other in pairs}
    assert found == {(c, tuple(3 - i for i in c)) for c in product((1, 2), repeat=5)}


@tabled()
def test_lines_of_some_positions_are_lines(rules: str, noted: bool, tmp_path: Path) -> None:
    name = written(tmp_path / "g.lp", f"size(2,2). in_a_row(2). {rules}\n")
    found = prove("o never wins", game=name, engine="explicit")
    assert any("nobody can complete a line" in one for one in found.warnings) == noted
    assert found.plays is not None
    assert noted == (not found.plays["x"] and not found.plays["o"])


RESTING = "#const rows = 3. #const cols = rows. #const line = (rows+cols)/2.\nsize(rows,cols). "


@tabled()
def test_defaults_may_rest_on_other_constants(
    given: dict[str, str], known: dict[str, str], tmp_path: Path
) -> None:
    name = written(tmp_path / "grid.lp", RESTING + "in_a_row(line).\n")
    game = game_of(name, given)
    assert {key: game.constants[key] for key in known} == known
    # all of them given, as by a certificate, it is the same game
    assert game_of(name, game.constants).facts == game.facts
    asked = prove("x can win", game=name, const=given, engine="explicit", count=True)
    plain = prove("x can win", const=known, engine="explicit", count=True)
    assert asked.positions == plain.positions
