"""Conditions on sizes: what they allow, compared with clingo, and what is said of wrong ones."""

from itertools import product
from pathlib import Path

import clingo
from conftest import examples, written
from hypothesis import given
from hypothesis import strategies as st
from tables import tabled

from ttt_asp.claims.condition import parse_every
from ttt_asp.claims.every_size import Every
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.claims.sizes import at_size
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError

NAMES = ("rows", "cols")


def parsed(text: str) -> Every:
    return parse_every(text, NAMES, "chomp")


def by_clingo(text: str, size: dict[str, int]) -> bool:
    """Whether clingo says that a condition holds of a size."""
    control = clingo.Control([])
    constants = "".join(f"#const {name} = {value}. " for name, value in size.items())
    control.add("base", [], f"{constants} ok :- {text}.")
    control.ground()
    return bool(control.symbolic_atoms[clingo.Function("ok")])


LEAVES = st.sampled_from(["rows", "cols", "0", "1", "2", "3", "7", "0x1F"])
TERMS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds("({}{}{})".format, inner, st.sampled_from([" + ", "-", " * "]), inner),
        st.builds("({}{}{})".format, inner, st.sampled_from([" / ", " \\ "]), st.just("3")),
        st.builds("-{}".format, inner),
        st.builds("|{}|".format, inner),
    ),
    max_leaves=4,
)
COMPARISONS = st.lists(
    st.tuples(TERMS, st.sampled_from(["=", "!=", "<", "<=", ">", ">=", "=="]), TERMS),
    min_size=1,
    max_size=3,
)


@given(COMPARISONS, st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
@examples(60)
def test_conditions_allow_what_clingo_says(
    rows: list[tuple[str, str, str]], size: tuple[int, int]
) -> None:
    text = ", ".join(f"{left} {sign} {right}" for left, sign, right in rows)
    expected = by_clingo(text, dict(zip(NAMES, size, strict=True)))
    try:
        every = parsed(text)
    except InputError as error:
        assert "names no constant" in str(error) and not ("rows" in text or "cols" in text)
        return
    values = dict(zip(NAMES, size, strict=True))
    assert every.allows(tuple(values[name] for name in every.parameters)) == expected


def test_a_chain_of_comparisons_is_all_of_them() -> None:
    every = parsed("1 < rows <= cols != 4")
    for size in product(range(6), repeat=2):
        assert every.allows(size) == (1 < size[0] <= size[1] != 4)


@tabled()
def test_the_smallest_sizes_come_by_their_sum_then_in_order(
    text: str, expected: tuple[tuple[int, ...], ...]
) -> None:
    assert tuple(parsed(text).smallest(5)) == expected


def test_the_smallest_sizes_are_none_that_anybody_can_find_smaller() -> None:
    every = parsed("rows * cols > 11, rows \\ 4 != 1, |rows - cols| < 9")
    all_of_them = [size for size in product(range(-30, 31), repeat=2) if every.allows(size)]
    all_of_them.sort(key=lambda size: (sum(map(abs, size)), size))
    assert every.smallest(20) == all_of_them[:20]


def test_numbers_do_not_wrap_around() -> None:
    large = 2**32
    every = parsed(f"rows = {large}, cols * 65536 * 65536 > 0")
    assert every.allows((large, 1))
    assert not every.allows((0, 1))  # 2**32 is 0 in clingo's 32 bits
    assert not by_clingo("cols * 65536 * 65536 > 0", {"cols": 1})
    assert not every.smallest(1)


def posed(every: str, game: str = "chomp", **const: str) -> Problem:
    return read(Question("x never loses", game=game, const=const, every=every), Deadline())


def test_a_claim_about_every_size_has_the_game_of_the_smallest_one() -> None:
    problem = posed("rows = cols, rows > 1")
    assert problem.every == parsed("rows = cols, rows > 1")
    assert problem.game.constants == {"rows": "2", "cols": "2"}
    other = at_size(problem, (4, 4), Deadline())
    assert other.every is None and len(other.game.facts["square"]) == 16


def test_constants_that_are_not_named_keep_their_values() -> None:
    problem = posed("rows > 0, cols > 0", "tictactoe", line="9")
    assert problem.game.constants["line"] == "9"
    assert at_size(problem, (2, 5), Deadline()).game.constants["line"] == "9"


def test_a_size_that_nobody_can_look_at_leaves_the_game_at_another() -> None:
    assert posed("rows = cols, rows > 4294967296").game.constants == {"rows": "3", "cols": "4"}


def test_a_constant_that_rests_on_a_parameter_may_be_said(tmp_path: Path) -> None:
    text = "#const rows = 2. #const cols = rows + 1. size(rows,cols). in_a_row(3).\n"
    path = written(tmp_path / "own.lp", text)
    assert posed("rows > 0", path, cols="2").game.constants["cols"] == "2"
    assert posed("rows > 0, cols = rows + 1", path).game.constants["cols"] == "2"
