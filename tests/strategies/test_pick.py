"""pick(A, ORDER): one action of several, and an error wherever it would not be one."""

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import clingo
import oracle
import pytest
from conftest import examples, write
from hypothesis import given
from hypothesis import strategies as st
from oracle import Position, Rank, Square, Undetermined, explore, verdict
from tables import tabled

from ttt_asp import prove
from ttt_asp.analyses.matrix import participants, scores
from ttt_asp.claims.question import Question, read
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.programs.program import play_program
from ttt_asp.strategies.library import open_library
from ttt_asp.verdict import UNEXPLORED

B3 = oracle.Board()
Captured = pytest.CaptureFixture[str]
Order = Callable[[oracle.Board, Position, Square], set[Rank]]


def _shifting(board: oracle.Board, position: Position, square: Square) -> set[Rank]:
    sign = -1 if (2, 2) in position.x else 1
    return {(sign * square[0], sign * square[1])}


# Orders of the tests: the file's rules, and the same in Python.
ORDERS: dict[str, tuple[str, Order]] = {
    "columns": (
        "order(columns,mark(C),(J,I)) :- place(C,I,J).",
        lambda board, position, square: {square[::-1]},
    ),
    "shifting": (
        "order(shifting,mark(C),(I,J)) :- place(C,I,J), not shifting_back.\n"
        "order(shifting,mark(C),(-I,-J)) :- place(C,I,J), shifting_back.\n"
        "shifting_back :- marked(x,cell(2,2)).",
        _shifting,
    ),
    "corners_only": (
        "order(corners_only,mark(C),(I,J)) :- place(C,I,J), corner(C).",
        lambda board, position, square: {square} if square in board.corners else set(),
    ),
    "by_rows": (
        "order(by_rows,mark(C),I) :- place(C,I,J).",
        lambda board, position, square: {(square[0],)},
    ),
    "twice": (
        "order(twice,mark(C),(I,J)) :- place(C,I,J).\n"
        "order(twice,mark(C),(0,0)) :- center(C), marked(x,cell(1,1)).",
        lambda board, position, square: (
            {square, (0, 0)} if square == (2, 2) and (1, 1) in position.x else {square}
        ),
    ),
    # all but one have the same rank, which is never the lowest: no matter
    "head": (
        "order(head,mark(C),0) :- free(C), not head_later(C).\n"
        "order(head,mark(C),1) :- head_later(C).\n"
        "head_later(C) :- free(C), free(D), D < C.",
        lambda board, position, square: {(int(square != min(oracle.free(board, position))),)},
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the orders; the oracle knows them too."""
    path = tmp_path_factory.mktemp("strategies")
    (path / "orders").mkdir()
    for name, (text, twin) in ORDERS.items():
        (path / "orders" / f"{name}.lp").write_text(text + "\n")
        oracle.ORDERS[name] = twin
    yield path
    for name in ORDERS:
        del oracle.ORDERS[name]


# --- against the oracle -------------------------------------------------------------------------

TACTICS = ("any", "center", "corner", "defeat", "defend", "edge", "fork")
# Orders that rank everything come up most, so that about half of the plays are determined.
TOTAL = ("reading", "center_corner_edge", "columns", "shifting")
NAMES = (*(4 * TOTAL), *ORDERS, "triples")


@st.composite
def terms(draw: st.DrawFn, depth: int = 3) -> str:
    """A composition with picks in all places."""
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        return draw(st.sampled_from(TACTICS))
    operator = draw(st.sampled_from(("pick", "pick", "first", "refine", "except", "opponent")))
    inner = draw(terms(depth - 1))
    if operator == "pick":
        return f"pick({inner}, {draw(st.sampled_from(NAMES))})"
    if operator == "opponent":
        return f"opponent({inner})" if "triples" not in inner else inner
    return f"{operator}({inner}, {draw(terms(depth - 1))})"


PLAYERS = st.builds("first({}, pick({}, {}), any)".format, terms(), terms(), st.sampled_from(NAMES))
CLAIMS = st.sampled_from(
    ["x never loses", "o never loses", "x can win", "o can win", "always tie", "never tie"]
)


@given(PLAYERS, PLAYERS, CLAIMS)
@examples(4, hunt=10)
def test_the_explicit_engine_agrees_with_the_oracle(
    folder: Path, x: str, o: str, claim: str
) -> None:
    agrees("explicit", folder, x, o, claim)


@given(PLAYERS, CLAIMS)
@examples(4)
def test_the_bounded_engine_agrees_with_the_oracle(folder: Path, o: str, claim: str) -> None:
    agrees("bounded", folder, "first(defeat, defend, center, any)", o, claim)


def agrees(engine: str, folder: Path, x: str, o: str, claim: str) -> None:
    """The verdict is the oracle's, and so is whether an order fails."""
    oracle.parse.cache_clear()
    explore.cache_clear()
    try:
        expected = verdict(B3, x, o, claim)
    except Undetermined:
        with pytest.raises(InputError, match="names no single action"):
            prove(claim, x=x, o=o, engine=engine, strategies=[folder])
        return
    found = prove(claim, x=x, o=o, engine=engine, strategies=[folder])
    assert found.verdict == expected
    if engine == "explicit":
        assert found.positions == explore(B3, x, o).positions


# --- undetermined --------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["auto", "bounded", "explicit", "induction"])
@tabled()
def test_what_an_order_leaves_open_is_an_error_in_every_engine(
    term: str, message: str, engine: str, folder: Path
) -> None:
    with pytest.raises(InputError) as caught:
        prove("o never loses", o=term, engine=engine, strategies=[folder])
    (found,) = caught.value.diagnostics
    assert message in found.message and "names no single action for o" in found.message
    assert found.location is not None and "/orders/" in found.location.file


@pytest.mark.parametrize("claim", ["x can win", "o can lose", "o always wins by move 9"])
@pytest.mark.parametrize("engine", ["auto", "bounded", "explicit"])
def test_claims_of_any_kind_meet_the_error(claim: str, engine: str, folder: Path) -> None:
    with pytest.raises(InputError, match="mark.cell.2,2.. has several ranks"):
        prove(claim, o="pick(any, twice)", engine=engine, strategies=[folder])


def test_an_undetermined_pick_deep_in_the_game_is_found(folder: Path, tmp_path: Path) -> None:
    """Only at a single position, after seven moves, two squares have the same rank."""
    (tmp_path / "orders").mkdir()
    text = (
        "order(late,mark(C),(I,J)) :- place(C,I,J), not late_here.\n"
        "order(late,mark(C),0) :- square(C), late_here.\n"
        "late_here :- mover(o), marked(x,cell(1,2)), marked(x,cell(1,3)), marked(x,cell(3,1)),\n"
        "             marked(o,cell(1,1)), marked(o,cell(2,1)), marked(o,cell(2,2)),\n"
        "             marked(x,cell(3,3)).\n"
    )
    (tmp_path / "orders" / "late.lp").write_text(text)
    term = "first(pick(any, late), any)"
    for engine in ("bounded", "explicit"):
        with pytest.raises(InputError, match=r"at oxx/oo\./x\.x the order late .* same rank"):
            prove("o never loses", o=term, engine=engine, strategies=[tmp_path])
    # where plays do not come there, it does not matter
    apart = "first(pick(corner, reading), any)"
    for engine in ("bounded", "explicit"):
        found = prove("x can win", x=apart, o=term, engine=engine, strategies=[tmp_path])
        assert found.verdict in ("proved", "refuted")


@pytest.mark.parametrize("term", ["pick(any, late)", "first(pick(any, late), any)"])
@pytest.mark.parametrize("claim", ["x can win", "o never wins"])
def test_no_play_decides_before_picks_are_known(claim: str, term: str, tmp_path: Path) -> None:
    """In a larger game, where x wins, or loses, before the order comes to its end."""
    write(
        tmp_path / "orders" / "late.lp",
        "order(late,mark(C),(I,J)) :- place(C,I,J), not late_deep.\n"
        "late_deep :- marks(x,board,N), 3 < N.\n",
    )
    given: dict[str, Any] = {"const": {"rows": 3, "cols": 4}, "strategies": tmp_path}
    asked: list[dict[str, Any]] = [{}, {"count": False}, {"stop_at_first": claim == "x can win"}]
    for limits in asked:
        with pytest.raises(InputError, match="the order late names no single action for x"):
            prove(claim, x=term, **given, **limits)
    # whatever ends the search before that leaves open what would be found there
    found = prove(claim, x=term, **given, max_positions=400)
    known = {"x can win": ("unknown", ""), "o never wins": ("refuted", UNEXPLORED)}
    assert (found.stopped, found.verdict, found.unexplored) == ("positions", *known[claim])
    if claim == "o never wins":
        found = prove(claim, x=term, **given, stop_at_first=True)
        assert (found.verdict, found.unexplored) == known[claim]


def test_behind_a_part_that_recommends_nothing_matters(folder: Path) -> None:
    quiet = "first(any, pick(any, by_rows))"
    assert prove("o can lose", o=quiet, strategies=[folder]).verdict == "proved"
    assert prove("o can lose", o=f"pick({quiet}, columns)", strategies=[folder]).verdict
    with pytest.raises(InputError, match="same rank"):
        prove("o can lose", o="first(defeat, pick(any, by_rows))", strategies=[folder])


def test_alike_but_not_lowest_is_determined(folder: Path) -> None:
    term = "pick(any, head)"
    found = prove("o never loses", o=term, strategies=[folder])
    oracle.parse.cache_clear()
    assert found.verdict == verdict(B3, "any", term, "o never loses")
    assert found.positions == explore(B3, "any", term).positions


def test_bare_clingo_finds_it_too(folder: Path) -> None:
    library = open_library([folder])
    problem = read(
        Question("o never loses", {"o": "pick(any, twice)"}, folders=library.folders), Deadline()
    )
    program = play_program(problem, 9)
    for question in ("undetermined", "stuck", "counterexample"):
        control = clingo.Control(["-c", f"ask={question}"], lambda *_: None)
        control.add("base", [], program.text)
        control.ground()
        assert control.solve().satisfiable, question


def test_no_play_is_lost_or_gained_by_an_undetermined_pick(folder: Path) -> None:
    """Even without asking for such positions there is nothing between `stuck` and an error."""
    text = "answer(violated) :- stuck(T), ended(T).\n"
    library = open_library([folder])
    problem = read(
        Question("o never loses", {"o": "pick(any, by_rows)"}, folders=library.folders), Deadline()
    )
    control = clingo.Control(["-c", "ask=play", "0"], lambda *_: None)
    control.add(
        "base", [], play_program(problem, 9).text + text + "#show stuck/1.\n#show undetermined/3."
    )
    control.ground()
    plays = 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            plays += 1
            shown = model.symbols(shown=True)
            assert clingo.Function("stuck", [clingo.Number(1)]) in shown
            assert {s.arguments[2].number for s in shown if s.name == "undetermined"} == {1}
            assert sum(s.name == "does" for s in shown) == 1
    assert plays == 9  # x marks any square, and o's order does not say which one is next


def test_the_matrix_meets_the_error(folder: Path) -> None:
    game, library = load_game("tictactoe", {}), open_library([folder])
    strategies, _ = participants(["any", "pick(any, by_rows)"], game, library)
    found = list(scores(strategies, game, library, Limits()))
    assert [bool(re.search("names no single action", one.note)) for one in found] == [
        False,
        True,
        True,
        True,
    ]


def test_certificates_carry_orders(folder: Path, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "c.json.gz"
    term = "first(defeat, defend, pick(fork, reading), pick(any, center_corner_edge))"
    arguments = ["prove", "x never loses", "--x", term, "--certificate", str(path)]
    assert execute(arguments) == 0
    roles = json.loads(gzip.decompress(path.read_bytes()))["roles"]
    assert "pick(fork, reading)" in roles["x"]
    assert execute(["verify", str(path), "--strategy"]) == 0
    assert "143 listed positions" in capsys.readouterr().out


def test_a_certificate_hides_no_undetermined_pick(
    folder: Path, tmp_path: Path, capsys: Captured
) -> None:
    """A position where the pick is undetermined, listed as one where o plays the first square."""
    path = tmp_path / "c.json"
    (tmp_path / "orders").mkdir()
    file = tmp_path / "orders" / "mine.lp"
    good = "order(mine,mark(C),(I,J)) :- place(C,I,J).\n"
    file.write_text(good)
    asked = ["-S", str(tmp_path)]
    first = ["prove", "o can lose", "--o", "pick(any, mine)", "--certificate", str(path), *asked]
    assert execute(first) == 0
    bad = good.replace("(I,J))", "I)")
    file.write_text(bad)
    text = path.read_text()
    old, new = (hashlib.sha256(t.encode()).hexdigest() for t in (good, bad))
    path.write_text(text.replace(old, new))
    capsys.readouterr()
    assert execute(["verify", str(path), "--strategy", *asked]) == 1
    printed = capsys.readouterr()
    assert "strategy is undetermined: tied(mine,mark(cell(1," in printed.out + printed.err


# --- what is written ----------------------------------------------------------------------------


def test_new_list_show_check_cover_orders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    assert execute(["new", "order", "zig"]) == 0
    assert execute(["new", "order", "zig"]) == 2
    assert execute(["check", "strategies"]) == 0
    assert "strategies/orders/zig.lp: order, ok (1 example)" in capsys.readouterr().out
    assert execute(["list", "orders"]) == 0
    out = capsys.readouterr().out
    names = [line.split()[0] for line in out.splitlines() if not line.startswith("   ")]
    assert names == sorted([*BUILT_IN, "zig"])
    assert execute(["show", "zig"]) == 0
    assert "zig (order, strategies/orders/zig.lp)" in capsys.readouterr().out
    assert execute(["show", "first(fork, pick(any, zig))"]) == 0
    shown = capsys.readouterr().out
    assert "pick: of what this recommends the one that is first in the order zig" in shown
    wrong = "% example xox/oxo/.x. for o: mark(cell(3,3)), mark(cell(3,1))\n"
    path = Path("strategies/orders/zig.lp")
    path.write_text(path.read_text() + wrong)
    assert execute(["check", "strategies"]) == 1
    err = capsys.readouterr().err
    assert "this example gives the order mark(cell(3,1)), mark(cell(3,3))" in err
    assert execute(["suggest", "pick(any, zig)", "--position", "x../.../..."]) == 0
    assert "o to move: mark(cell(2,1))" in capsys.readouterr().out


BUILT_IN = ("center_corner_edge", "reading", "triples")


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_order_has_a_doc_block_a_source_and_examples(name: str) -> None:
    from ttt_asp.games.notation import Notation
    from ttt_asp.strategies.examples import examples

    assert sorted(open_library().orders) == list(BUILT_IN)
    source = open_library().orders[name].read()
    assert source.text.startswith(b"%*! ") and "\nSource: " in source.doc
    found = list(examples(source, Notation(load_game("tictactoe", {})), ordered=True))
    assert len(found) >= 2
    board = oracle.Board()
    for example in found:
        position = oracle.parse_board(example.text.split()[0], example.role)
        ranks = {s: oracle.ORDERS[name](board, position, s) for s in oracle.legal(board, position)}
        order = sorted((min(r), s) for s, r in ranks.items() if r)
        assert list(example.expected) == [f"mark(cell({i},{j}))" for _, (i, j) in order]
