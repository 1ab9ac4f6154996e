"""Games of completing lines, against an oracle in plain Python that shares nothing with them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path

import clingo
import oracle
import oracle_games as og
import pytest
from conftest import written
from games import problem
from tables import contents, tabled

from ttt_asp import prove
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.explicit.engine import prove as explicit
from ttt_asp.errors import InputError
from ttt_asp.games.facts import static_facts
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.lp.dependencies import closure
from ttt_asp.positions.position import advise
from ttt_asp.programs.program import play_program
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import load_strategy

# Lines of two and of three squares, and one square on no line.
LENGTHS = contents("games/games_lengths.txt")
LENGTHS_SETS = [{1, 2}, {2, 3, 4}, {4, 5}, {1, 3, 5}]
IN_TURN = contents("games/games_in_turn.txt")
# Black moves once, white twice, ...; marks at the start; more squares than times.
ODD_TURNS = contents("games/games_odd_turns.txt")
BREAKER = "#times\nt1 t2 t3 t4\n#blackturns\nt1 t3\n#positions\na b c d e\n#blackwins\na b\nc d e\n"


def key(text: str) -> og.Square:
    """A square of the oracle's, for a term."""
    symbol = clingo.parse_term(text)
    return square_of(symbol)


def square_of(symbol: clingo.Symbol) -> og.Square:
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


def lines_of(game: Game) -> dict[str, frozenset[og.Square]]:
    lines: dict[str, set[og.Square]] = {str(line): set() for (line,) in game.facts["line"]}
    for square, line in game.facts["part_of"]:
        lines[str(line)].add(square_of(square))
    return {name: frozenset(squares) for name, squares in lines.items()}


@lru_cache(1 << 16)
def atom_of(atom: clingo.Symbol) -> tuple[str, tuple[str, ...]]:
    """An atom's name and arguments; asked of clingo once, as every play has the same atoms."""
    return atom.name, tuple(map(str, atom.arguments))


def all_plays(
    game: str, const: Mapping[str, str], roles: Mapping[str, str]
) -> tuple[int, Counter[str]]:
    """Positions and plays, by enumerating the answer sets of the play frame."""
    posed = read(Question("can tie", roles, game=game, const=const), Deadline())
    control = clingo.Control(["0", "-c", "ask=play"])
    control.add("base", [], play_program(posed, posed.first_horizon).text)
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


@pytest.mark.parametrize(
    ("side", "dim", "count"),
    [(3, 1, 1), (3, 2, 8), (2, 2, 6), (4, 3, 76), (8, 3, 244), (3, 4, 272), (2, 4, 120),
     (2, 5, 496), (3, 5, 1441), (2, 6, 2016)],
)  # fmt: skip
def test_lines_of_hypercubes(side: int, dim: int, count: int) -> None:
    game = load_game("hypercube", {"side": str(side), "dim": str(dim)})
    lines = lines_of(game)
    assert len(lines) == count == ((side + 2) ** dim - side**dim) // 2
    expected = og.hypercube(side, dim)
    assert frozenset(lines.values()) == expected.wins[0]
    assert {square_of(square) for (square,) in game.facts["square"]} == expected.squares


@pytest.mark.no_cover
def test_a_large_cube_is_read_without_what_nobody_uses() -> None:
    game = load_game("hypercube", {"side": "26"})
    assert (len(game.facts["square"]), len(game.facts["line"])) == (17576, 2188)
    assert not {"corner", "coordinate", "diagonal", "within", "short"} & set(game.facts)


@pytest.mark.parametrize("name", sorted(og.VARIANTS))
def test_lines_of_the_variants(name: str) -> None:
    assert set(lines_of(load_game(name, {})).values()) == og.VARIANTS[name].wins[0]


def test_values_of_the_variants() -> None:
    """By the oracle: the first player wins with corner triples, and with corner blocks."""
    values = {name: og.value(game) for name, game in og.VARIANTS.items()}
    assert values == {"corner_triples": "x", "corner_blocks": "x", "no_diagonals": "tie"}


def maker_breaker(game: og.Sets2, misere: bool = False) -> og.Sets2:
    return og.alternating(game.squares, game.wins[0], misere=misere, maker_breaker=True)


SIX = [(i, j) for i in (1, 2) for j in (1, 2, 3)]
NEAR = [{c, d} for c in SIX for d in SIX if max(abs(c[0] - d[0]), abs(c[1] - d[1])) == 1]
GAMES: list[tuple[str, str, dict[str, str], og.Sets2]] = [
    ("hypercube", "", {"side": "2", "dim": "2"}, og.hypercube(2, 2)),
    ("hypercube", "", {"side": "2", "dim": "3"}, og.hypercube(2, 3)),
    ("lengths.lp", LENGTHS, {}, og.alternating(range(1, 7), LENGTHS_SETS)),
    ("lengths.lp", LENGTHS, {"misere": "1"},
     og.alternating(range(1, 7), LENGTHS_SETS, misere=True)),
    ("lengths.lp", LENGTHS, {"maker_breaker": "1"},
     og.alternating(range(1, 7), LENGTHS_SETS, maker_breaker=True)),
    ("lengths.lp", LENGTHS, {"maker_breaker": "1", "misere": "1"},
     og.alternating(range(1, 7), LENGTHS_SETS, misere=True, maker_breaker=True)),
    ("in_turn.pg", IN_TURN, {}, og.read_pg(IN_TURN)),
    ("odd_turns.pg", ODD_TURNS, {}, og.read_pg(ODD_TURNS)),
    ("breaker.pg", BREAKER, {}, og.read_pg(BREAKER)),
    ("tictactoe", "", {"rows": "2", "line": "2", "maker_breaker": "1"},
     maker_breaker(og.alternating(SIX, NEAR))),
    ("tictactoe", "", {"rows": "2", "maker_breaker": "1", "misere": "1"},
     maker_breaker(og.alternating(SIX, [SIX[:3], SIX[3:]]), misere=True)),
    ("hypercube", "", {"side": "2", "dim": "2", "maker_breaker": "1"},
     maker_breaker(og.hypercube(2, 2))),
    # the same as without white's sets
    ("in_turn.pg", IN_TURN, {"maker_breaker": "1"},
     og.read_pg(IN_TURN.replace("#whitewins", "#none"))),
    ("odd_turns.pg", ODD_TURNS, {"maker_breaker": "1"},
     og.read_pg(ODD_TURNS.replace("#whitewins", "#none"))),
]  # fmt: skip
STRATEGIES: list[tuple[Sequence[str], Sequence[str]]] = [
    (("any",), ("any",)),
    (("defeat", "defend", "fork", "any"), ("any",)),
    (("fork", "defend", "any"), ("defeat", "defend", "any")),
    (("defeat", "defend", "any"), ("defeat", "fork")),
]


@pytest.mark.no_cover
@pytest.mark.parametrize("number", range(len(GAMES)))
@pytest.mark.parametrize("strategies", STRATEGIES)
def test_plays_one_by_one(
    number: int, strategies: tuple[Sequence[str], Sequence[str]], tmp_path: Path
) -> None:
    name, text, const, expected = GAMES[number]
    game = written(tmp_path / name, text) if text else name
    chosen = dict(zip(expected.roles, strategies, strict=True))
    explored = og.explore(expected, chosen)
    assert all_plays(game, const, {role: term(names) for role, names in chosen.items()}) == (
        explored.positions,
        +explored.plays,
    )


def term(names: Sequence[str]) -> str:
    return f"first({', '.join(names)})" if len(names) > 1 else names[0]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", sorted(og.VARIANTS))
@pytest.mark.parametrize(("misere", "strategies"), [(False, STRATEGIES[1]), (True, STRATEGIES[2])])
def test_verdicts_on_the_variants(
    name: str, misere: bool, strategies: tuple[Sequence[str], Sequence[str]]
) -> None:
    game = og.VARIANTS[name]
    game = og.alternating(game.squares, game.wins[0], misere=misere)
    chosen = dict(zip(game.roles, strategies, strict=True))
    plays = og.explore(game, chosen).plays
    texts = {role: term(names) for role, names in chosen.items()}
    for claim, bad in (("x never loses", "o"), ("o never loses", "x")):
        verdict = prove(claim, texts, game=name, const={"misere": int(misere)}).verdict
        expected = "incomplete" if plays["stuck"] else "refuted" if plays[bad] else "proved"
        assert verdict == expected, (claim, texts)


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


def fluents_of(loaded: Game, game: og.Sets2, owned: og.Owned) -> frozenset[str]:
    squares = {square_of(square): str(square) for (square,) in loaded.facts["square"]}
    marks = [f"marked({game.roles[n]},{squares[s]})" for n in (0, 1) for s in owned[n]]
    after_moves = Notation(loaded).after_moves
    made = sum(map(len, owned))
    mover = game.roles[game.order[og.made(game, owned)]]
    return frozenset([*marks, after_moves[made] if after_moves else f"turn({mover})"])


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("name", "text", "game"),
    [
        ("corner_blocks", "", og.VARIANTS["corner_blocks"]),
        ("hypercube", "", og.hypercube(3, 3)),
        ("lengths.lp", LENGTHS, og.alternating(range(1, 7), LENGTHS_SETS)),
        ("in_turn.pg", IN_TURN, og.read_pg(IN_TURN)),
        ("odd_turns.pg", ODD_TURNS, og.read_pg(ODD_TURNS)),
    ],
)
def test_tactics_mean_the_same_on_lines_of_any_length(
    name: str, text: str, game: og.Sets2, tmp_path: Path
) -> None:
    loaded = load_game(written(tmp_path / name, text) if text else name, {})
    library = open_library()
    for owned in positions(game, 6):
        for tactic in ("defeat", "defend", "fork"):
            strategy = load_strategy(tactic, "x", loaded, library)
            role = game.order[og.made(game, owned)]
            fluents = fluents_of(loaded, game, owned)
            advice = advise(loaded, game.roles[role], strategy, fluents, Deadline())
            expected = og.TACTICS[tactic](game, owned, role)
            found = {key(text.removeprefix("mark(")[:-1]) for text in advice.suggested}
            assert found == expected & og.free(game, owned), (tactic, owned)


@pytest.mark.no_cover
def test_x_wins_in_three_dimensions() -> None:
    """3^3 has too many positions to look at each; a strategy that wins leaves few of them."""
    tactics = ["defeat", "defend", "fork", "center", "any"]
    explored = og.explore(og.hypercube(3, 3), {"x": tactics, "o": ["any"]})
    found = prove("x always wins", x=f"first({', '.join(tactics)})", game="hypercube")
    assert found.verdict == "proved"
    assert set(explored.plays) == {"x"}
    assert found.positions == explored.positions == 197_214
    assert found.plays == {"x": explored.plays["x"], "o": 0, "tie": 0}


def test_the_center_alone_does_not_win_in_three_dimensions() -> None:
    """The engine is asked alone; to look for x's blunder takes longer than to find the play."""
    cube, tactics = og.hypercube(3, 3), ["center", "defeat", "defend", "any"]
    asked = problem("x always wins", "hypercube", x=f"first({', '.join(tactics)})")
    found = explicit(asked, Limits(stop_at_first=True))
    assert found.verdict == "refuted" and found.play
    owned = cube.start
    for number, move in enumerate(found.play.moves):
        assert og.result(cube, owned) is None
        square = key(move.action.removeprefix("mark(")[:-1])
        role = number % 2
        assert square in og.chosen(cube, owned, role, {"x": tactics, "o": ["any"]})
        owned = og.mark(owned, role, square)
    assert og.result(cube, owned) in ("o", "tie")


@pytest.mark.no_cover
def test_a_flat_hypercube_is_tictactoe() -> None:
    """Every tactic says the same on both, and what the oracle for grids says."""
    cube, library, board = load_game("hypercube", {"dim": "2"}), open_library(), oracle.Board()
    for owned in positions(og.hypercube(3, 2), 8):
        mover = "x" if len(owned[0]) == len(owned[1]) else "o"
        position = oracle.Position(owned[0], owned[1], mover)  # type: ignore[arg-type]
        fluents = fluents_of(cube, og.hypercube(3, 2), owned)
        for tactic in sorted({*library.names("tactic")} & {*oracle.TACTICS}):
            strategy = load_strategy(tactic, "x", cube, library)
            advice = advise(cube, position.mover, strategy, fluents, Deadline())
            expected = oracle.suggests(tactic, board, position, position.mover)
            found = {key(text.removeprefix("mark(")[:-1]) for text in advice.suggested}
            assert found == expected & oracle.free(board, position), tactic


@pytest.mark.parametrize(
    ("game", "const", "counts"),
    [
        ("hypercube", {"side": "3", "dim": "1"}, (2, 0, 1, 0)),
        ("hypercube", {"side": "4", "dim": "2"}, (4, 8, 4, 2)),
        ("hypercube", {"side": "3", "dim": "3"}, (8, 18, 1, 22)),
        ("hypercube", {"side": "4", "dim": "3"}, (8, 48, 8, 28)),
        ("hypercube", {"side": "3", "dim": "4"}, (16, 64, 1, 164)),
        ("hypercube", {"side": "3", "dim": "5"}, (32, 210, 1, 1441 - 5 * 81)),
        ("hypercube", {"side": "2", "dim": "5"}, (32, 0, 32, 496 - 5 * 16)),
        ("tictactoe", {"rows": "4", "cols": "3"}, (4, 6, 2, 4)),
        ("no_diagonals", {}, (4, 4, 1, None)),
    ],
)
def test_kinds_of_squares(game: str, const: dict[str, str], counts: tuple[int | None, ...]) -> None:
    """Corners, edges, middles and diagonals of boards; the variant's lines know no diagonals."""
    loaded = load_game(game, const)
    for kind, count in zip(("corner", "edge", "center", "diagonal"), counts, strict=True):
        sources = closure([loaded.rules], loaded.vocabulary, frozenset({(kind, 1)}))
        assert len(static_facts(sources, loaded.constants).get(kind, ())) == (count or 0), kind
        assert ((kind, 1) in loaded.defined) == (count is not None)


def test_opposite_corners_beyond_four_dimensions() -> None:
    game = load_game("hypercube", {"side": "3", "dim": "6"})
    sources = closure([game.rules], game.vocabulary, frozenset({("opposite", 2)}))
    pairs = static_facts(sources, game.constants)["opposite"]
    found = {(square_of(one), square_of(other)) for one, other in pairs}
    assert found == {(c, tuple(4 - i for i in c)) for c in product((1, 3), repeat=6)}


@pytest.mark.parametrize("const", [{"dim": "1"}, {"dim": "2"}, {}, {"dim": "4"}, {"side": "4"}])
def test_boards_of_layers_are_read_as_they_are_written(const: dict[str, str]) -> None:
    game = load_game("hypercube", const)
    notation = Notation(game)
    draw = random.Random(7)
    squares = [str(square) for (square,) in game.facts["square"]]
    for number in range(3):
        some = draw.sample(squares, min(2 * number, 2))
        marks = [f"marked({'xo'[n % 2]},{square})" for n, square in enumerate(some)]
        position = frozenset([*marks, "turn(x)"])
        text = notation.write(position)
        assert isinstance(text, str)
        assert notation.parse(text) == position


def test_layers_stand_between_bars() -> None:
    notation = Notation(load_game("hypercube", {}))
    text = "x../.../...|.../.o./...|.../.../..."
    expected = {"marked(x,cell(1,1,1))", "marked(o,cell(2,2,2))", "turn(x)"}
    assert notation.parse(text) == expected
    assert notation.write(expected) == text
    for wrong in ("x../.../...", text.replace("|", "||"), text + "|...", text[:-1]):
        with pytest.raises(InputError, match="is not 3 layers of 3 rows of 3 squares"):
            notation.parse(wrong)


def test_boards_of_pg_files(tmp_path: Path) -> None:
    notation = Notation(load_game(written(tmp_path / "odd.pg", ODD_TURNS), {}))
    assert notation.write(notation.game.init) == "b../.._/.._"
    assert "time(2)" in notation.parse("b.b/.._/.._")
    assert notation.mover(notation.parse("b.b/.._/.._")) == "white"
    with pytest.raises(InputError, match="has 2 marks: white is to move"):
        notation.parse("b.b/.._/.._", "black")
    with pytest.raises(InputError, match="'b' in row 2, column 3 is no mark"):
        notation.parse("b../..b/.._")
    turns = Notation(load_game(written(tmp_path / "in_turn.pg", IN_TURN), {}))
    assert not turns.has_board
    assert turns.parse("{marked(black,a1), turn(white)}")


def test_a_game_of_its_own_rules_gets_nothing_else(tmp_path: Path) -> None:
    text = """
    role(x). base(at(0..3)). init(at(0)). legal(x,up) :- not terminal.
    next(at(N+1)) :- true(at(N)), does(x,up).
    terminal :- true(at(3)). goal(x,100) :- terminal.
    """
    path = written(tmp_path / "ladder.lp", text)
    game = load_game(path, {})
    assert (len(game.base), sorted(game.init)) == (4, ["at(0)"])
    assert game.horizon is None
    assert prove("x always wins by move 3", game=path).verdict == "proved"


@pytest.mark.parametrize(("line", "noted"), [("9", True), ("3", False)])
def test_a_board_without_a_line_is_noted(line: str, noted: bool) -> None:
    """`line=9` on 3x3 was a claim about draws, and nothing said so."""
    found = prove("x never loses", x="good_for_x", const={"line": line})
    assert found.verdict == "proved"
    said = "nobody can complete a line here: the board has none" in found.warnings
    assert said == noted
    assert not load_game("pick_up_bricks", {}).lineless


@tabled()
def test_lines_of_some_positions_are_lines(rules: str, noted: bool, tmp_path: Path) -> None:
    name = written(tmp_path / "g.lp", f"size(2,2). in_a_row(2). {rules}\n")
    found = prove("o never wins", game=name)
    assert any("nobody can complete a line" in one for one in found.warnings) == noted
    assert found.plays is not None
    assert noted == (not found.plays["x"] and not found.plays["o"])


RESTING = "#const rows = 3. #const cols = rows. #const line = (rows+cols)/2.\nsize(rows,cols). "


@tabled()
def test_defaults_may_rest_on_other_constants(
    given: dict[str, str], known: dict[str, str], tmp_path: Path
) -> None:
    name = written(tmp_path / "grid.lp", RESTING + "in_a_row(line).\n")
    game = load_game(name, given)
    assert {key: game.constants[key] for key in known} == known
    # all of them given, as by a certificate, it is the same game
    assert load_game(name, game.constants).facts == game.facts
    asked = Question("x can win", game=name, const=given)
    plain = Question("x can win", game="tictactoe", const=known)
    counts = [explicit(read(one, Deadline()), Limits()).positions for one in (asked, plain)]
    assert counts[0] == counts[1]
