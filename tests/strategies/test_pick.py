"""pick(A, ORDER): one action of several, and an error wherever it would not be one.

What is typed about orders, and printed, is in data/strategies/pick.md.
"""

from collections.abc import Callable, Iterator
from typing import Any

import clingo
import oracle
import pytest
from conftest import Run, examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import Position, Rank, Square, Undetermined, explore, verdict
from tables import DATA, constant, tabled

from ttt_asp import prove
from ttt_asp.errors import InputError

B3 = oracle.Board()
# Strategies of the tests: orders that fail here and there.
FOLDER = DATA / "strategies" / "pick"
Order = Callable[[oracle.Board, Position, Square], set[Rank]]


def shifting(board: oracle.Board, position: Position, square: Square) -> set[Rank]:
    sign = -1 if (2, 2) in position.x else 1
    return {(sign * square[0], sign * square[1])}


def twice(board: oracle.Board, position: Position, square: Square) -> set[Rank]:
    first = square == (2, 2) and (1, 1) in position.x
    return {square, (0, 0)} if first else {square}


# The orders of the folder, in Python.
ORDERS: dict[str, Order] = {
    "columns": lambda board, position, square: {square[::-1]},
    "shifting": shifting,
    "corners_only": lambda board, position, square: {c for c in board.corners if c == square},
    "by_rows": lambda board, position, square: {(square[0],)},
    "twice": twice,
    "head": lambda board, position, square: {(int(square != min(oracle.free(board, position))),)},
}


@pytest.fixture(scope="module", autouse=True)
def orders() -> Iterator[None]:
    """The oracle knows them too."""
    oracle.ORDERS.update(ORDERS)
    yield
    for name in ORDERS:
        del oracle.ORDERS[name]


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
CLAIMS: st.SearchStrategy[str] = st.sampled_from(constant(__file__, "CLAIMS"))


def agrees(engine: str, x: str, o: str, claim: str) -> None:
    """The verdict is the oracle's, and so is whether an order fails."""
    oracle.parse.cache_clear()
    explore.cache_clear()
    try:
        expected = verdict(B3, x, o, claim)
    except Undetermined:
        with pytest.raises(InputError, match="names no single action"):
            prove(claim, x=x, o=o, engine=engine, strategies=[FOLDER])
        return
    found = prove(claim, x=x, o=o, engine=engine, strategies=[FOLDER])
    assert found.verdict == expected
    if engine == "explicit":
        assert found.positions == explore(B3, x, o).positions


@given(PLAYERS, PLAYERS, CLAIMS)
@examples(4, hunt=10)
def test_the_explicit_engine_agrees_with_the_oracle(x: str, o: str, claim: str) -> None:
    agrees("explicit", x, o, claim)


@given(PLAYERS, CLAIMS)
@examples(4)
def test_the_bounded_engine_agrees_with_the_oracle(o: str, claim: str) -> None:
    agrees("bounded", "first(defeat, defend, center, any)", o, claim)


def test_alike_but_not_lowest_is_determined() -> None:
    agrees("explicit", "any", "pick(any, head)", "o never loses")


# --- undetermined --------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["bounded", "explicit", "induction"])
@tabled()
def test_what_an_order_leaves_open_is_an_error_in_every_engine(
    term: str, message: str, engine: str
) -> None:
    with pytest.raises(InputError) as caught:
        prove("o never loses", o=term, engine=engine, strategies=[FOLDER])
    (found,) = caught.value.diagnostics
    assert message in found.message and "names no single action for o" in found.message
    assert found.location is not None and "/orders/" in found.location.file


@pytest.mark.parametrize("claim", ["x can win", "o can lose", "o always wins by move 9"])
@pytest.mark.parametrize("engine", ["auto", "bounded", "explicit"])
def test_claims_of_any_kind_meet_the_error(claim: str, engine: str) -> None:
    with pytest.raises(InputError, match="mark.cell.2,2.. has several ranks"):
        prove(claim, o="pick(any, twice)", engine=engine, strategies=[FOLDER])


@pytest.mark.parametrize("engine", ["bounded", "explicit"])
def test_an_undetermined_pick_deep_in_the_game_is_found(engine: str) -> None:
    asked: dict[str, Any] = {"o": "first(pick(any, late), any)", "strategies": FOLDER}
    with pytest.raises(InputError, match=r"at oxx/oo\./x\.x the order late .* same rank"):
        prove("o never loses", engine=engine, **asked)
    # where plays do not come there, it does not matter
    found = prove("x can win", x="first(pick(corner, reading), any)", engine=engine, **asked)
    assert found.verdict in ("proved", "refuted")


@pytest.mark.parametrize("term", ["pick(any, deep)", "first(pick(any, deep), any)"])
@pytest.mark.parametrize("claim", ["x can win", "o never wins"])
def test_no_play_decides_before_picks_are_known(claim: str, term: str) -> None:
    """In a larger game, where x wins, or loses, before the order comes to its end."""
    given: dict[str, Any] = {"const": {"rows": 3, "cols": 4}, "strategies": FOLDER}
    asked: list[dict[str, Any]] = [{}, {"count": False}, {"stop_at_first": claim == "x can win"}]
    for limits in asked:
        with pytest.raises(InputError, match="the order deep names no single action for x"):
            prove(claim, x=term, **given, **limits)
    if claim == "x can win":  # a short play that shows it is looked for, and comes there
        with pytest.raises(InputError, match="the order deep names no single action for x"):
            prove(claim, x=term, **given, max_positions=400)
        return
    # whatever ends the search before that leaves open what would be found there
    for early in ({"max_positions": 400}, {"stop_at_first": True}):
        found = prove(claim, x=term, **given, **early)
        assert (found.verdict, found.others) == (
            "refuted",
            "not everything was explored: other plays may get stuck",
        )


def test_behind_a_part_that_recommends_nothing_matters() -> None:
    quiet, asked = "first(any, pick(any, by_rows))", {"strategies": FOLDER, "engine": "explicit"}
    assert prove("o can lose", o=quiet, **asked).verdict == "proved"  # type: ignore[arg-type]
    assert prove("o can lose", o=f"pick({quiet}, columns)", **asked).verdict  # type: ignore[arg-type]
    with pytest.raises(InputError, match="same rank"):
        prove("o can lose", o="first(defeat, pick(any, by_rows))", **asked)  # type: ignore[arg-type]


def grounded(run: Run, term: str, options: list[str], more: str = "") -> clingo.Control:
    """The program of a strategy of o's, as it is printed, in bare clingo."""
    printed = run("program", "o never loses", "--o", term, "-S", FOLDER)
    assert printed.status == 0, printed.err
    control = clingo.Control(options, lambda *_: None)
    control.add("base", [], printed.out + more)
    control.ground()
    return control


@pytest.mark.parametrize("question", ["undetermined", "stuck", "counterexample"])
def test_bare_clingo_finds_it_too(question: str, run: Run) -> None:
    assert grounded(run, "pick(any, twice)", ["-c", f"ask={question}"]).solve().satisfiable


def test_no_play_is_lost_or_gained_by_an_undetermined_pick(run: Run) -> None:
    """Even without asking for such positions there is nothing between `stuck` and an error."""
    more = "answer(violated) :- stuck(T), ended(T).\n#show stuck/1.\n#show undetermined/3."
    control, plays = grounded(run, "pick(any, by_rows)", ["-c", "ask=play", "0"], more), 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            plays += 1
            shown = model.symbols(shown=True)
            assert clingo.Function("stuck", [clingo.Number(1)]) in shown
            assert {s.arguments[2].number for s in shown if s.name == "undetermined"} == {1}
            assert sum(s.name == "does" for s in shown) == 1
    assert plays == 9  # x marks any square, and o's order does not say which one is next
