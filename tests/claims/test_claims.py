"""Conditions on sizes, compared with clingo; claims about strategies, with the oracle."""

import re
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from itertools import product
from pathlib import Path
from typing import Any

import clingo
import oracle
import pytest
from conftest import NEEDS_Z3, Run, examples, written
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Position, Strategy
from tables import DATA, constant, tabled, tupled

from ttt_asp import prove
from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.extensions.claimfiles.claims_file import read_claims
from ttt_asp.extensions.sizes.condition import Every, at_size, parse_every

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


BRICKS = ("-g", "pick_up_bricks")
SECOND = ("prove", "o always wins", *BRICKS, "--o", "three_by_three")
THREES = ("--every", "bricks > 0, bricks \\ 3 = 0")


@NEEDS_Z3
def test_what_answers_has_to_be_installed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("ttt_asp.extensions.sizes.decision_procedures.files", missing)
    done = run(*SECOND, *THREES)
    assert done.status == 2 and "pip install 'ttt-asp[sizes]'" in done.err


@NEEDS_Z3
def test_the_claims_of_the_library_about_every_size_are_read() -> None:
    path = Path(__file__).parents[2] / "strategies" / "claims" / "every_size.toml"
    entries = read_claims(path)
    assert all(entry.every and not entry.const for entry in entries)
    assert {entry.expect for entry in entries} == {"proved", "refuted"}


def z3_alone(text: str) -> list[str]:
    """What z3 prints to a file, as its own command does."""
    z3: Any = import_module("z3")
    context = z3.Context()
    return str(z3.Z3_eval_smtlib2_string(context.ref(), text)).split()


@NEEDS_Z3
@pytest.mark.parametrize("lemma", [("-L", "threes_left"), ()])
def test_the_program_is_a_proof_that_z3_checks_alone(run: Run, lemma: tuple[str, ...]) -> None:
    """With a lemma that was given, and with one that is found."""
    asked = ("program", "o never loses", *BRICKS, "--o", "three_by_three", *lemma)
    done = run(*asked, *THREES)
    assert done.status == 0
    assert "; asp/games/pick_up_bricks.lp:" in done.out
    assert "; strategies/tactics/leave_threes.lp:" in done.out
    assert "All together they prove it." in done.out
    said = z3_alone(done.out)
    assert set(said) == {"unsat"} and len(said) == done.out.count("(check-sat") > 10


@NEEDS_Z3
def test_what_is_not_proved_is_printed_as_it_is_asked(run: Run) -> None:
    asked = ("program", "o never loses", *BRICKS, "--every", "bricks > 0", "--o", "three_by_three")
    done = run(*asked)
    assert done.status == 0 and "ttt-asp knows no proof" in done.out
    said = z3_alone(done.out)
    assert set(said) == {"unsat", "unknown"} and len(said) == done.out.count("(check-sat")


SMALL = {"rows": 2, "cols": 3, "line": 3}
PLAYED: tuple[str, ...] = tupled(constant(__file__, "PLAYED"))
PROPERTIES = ("complete", "deterministic", "functional")
KEPT: tuple[str, ...] = tupled(constant(__file__, "KEPT"))


def expected(board: Board, role: str, wanted: str, x: str, o: str, everywhere: bool) -> str:
    """The verdict, by looking at every position that plays reach; everywhere any moves are made."""
    players = oracle.parse(x), oracle.parse(o)
    reached, verdict = [oracle.INITIAL], "proved"
    for position in reached:
        if broken(board, players[role == "o"], position, role, wanted):
            return "refuted"
        if oracle.result(board, position) is not None:
            continue
        legal = oracle.legal(board, position)
        moves = legal if everywhere else oracle.choices(board, *players, position)
        if not moves and position.mover != role:
            verdict = "incomplete"
        after = {oracle.place(position, position.mover, move) for move in moves}
        reached += after - {*reached}
    return verdict


def broken(board: Board, own: Strategy, position: Position, role: str, wanted: str) -> bool:
    """Whether a strategy lacks a property at a position."""
    asked = position.mover == role and len(oracle.legal(board, position)) > 1
    if not asked or oracle.result(board, position) is not None:
        return False
    recommended = oracle.recommends(board, position, own)
    if wanted not in PROPERTIES:
        return not recommended <= oracle.recommends(board, position, oracle.parse(wanted))
    number = len(recommended)
    return (number == 0 and wanted != "deterministic") or (number > 1 and wanted != "complete")


@given(st.sampled_from(PLAYED), st.sampled_from(PLAYED), st.sampled_from("xo"), st.booleans())
@examples(5, hunt=12)
def test_verdicts_of_both_engines_are_the_oracles(x: str, o: str, role: str, wide: bool) -> None:
    board = Board(**SMALL)
    for wanted in (*PROPERTIES, *KEPT):
        verb = "is" if wanted in PROPERTIES else "keeps to"
        claim = f"{role} {verb} {wanted}{' everywhere' if wide else ''}"
        found = prove(claim, x=x, o=o, const=SMALL)  # cross-checked
        assert found.verdict == expected(board, role, wanted, x, o, wide), claim
        if found.verdict != "refuted":
            assert found.recommended is None
            continue
        # the play shown leads to a position that breaks it, and says what is recommended there
        assert found.play is not None
        position = oracle.INITIAL
        for move in found.play.moves:
            row, column = (int(one) for one in move.action[-5:].strip("()").split(","))
            allowed = oracle.choices(board, oracle.parse(x), oracle.parse(o), position)
            assert (row, column) in (oracle.legal(board, position) if wide else allowed)
            position = oracle.place(position, position.mover, (row, column))
        own = oracle.parse(x if role == "x" else o)
        assert broken(board, own, position, role, wanted)
        squares = oracle.recommends(board, position, own)
        assert set(found.recommended or ()) == {f"mark(cell({r},{c}))" for r, c in squares}


@tabled()
def test_somebody_else_without_a_move_leaves_it_open(
    x: str, o: str, claim: str, verdict: str
) -> None:
    """Besides, everywhere is more than where plays come."""
    assert prove(claim, x=x, o=o, const=SMALL).verdict == verdict
    everywhere = claim.endswith("everywhere")
    assert expected(Board(**SMALL), "x", claim.split()[2], x, o, everywhere) == verdict


@tabled()
def test_the_printed_program_runs_in_bare_clingo(
    claim: str, x: str, answers: bool, run: Run
) -> None:
    done = run("program", claim, "--x", x, "-c", "rows=2", "-c", "cols=3")
    assert done.status == 0
    control = clingo.Control(["--warn=none"])
    control.add("base", [], done.out)
    control.ground()
    assert control.solve().satisfiable is answers


# --- claims, and files of them --------------------------------------------------------------------


@tabled()
def test_what_is_wrong_with_a_sentence_is_said(text: str, why: str) -> None:
    with pytest.raises(InputError) as caught:
        prove(text)
    (said,) = caught.value.diagnostics
    assert said.message.partition(" is not a claim: ")[2] == why
    assert said.hint == "`ttt-asp prove --help` has all forms of claims"


SPOKEN = (
    "x o red never always can win loses ties draw by move 7 in and or , nobody not is complete the "
    "before on 4x4"
)


@given(st.lists(st.sampled_from(SPOKEN.split()), min_size=1, max_size=8))
@examples(150)
def test_whatever_is_to_be_written_is_a_claim(words: list[str]) -> None:
    """A sentence is a claim, or an error; none is advised that is an error in turn."""
    roles = ("x", "o", "Red")
    try:
        claim = parse_claim(" ".join(words), roles)
    except InputError as error:
        why = error.diagnostics[0].message.partition(" is not a claim: ")[2]
        found = re.search(r"(?:rite(?: a sentence as| one claim, as)?|each:) (.+)", why)
        listed = re.split(", where .*|, | or |; ", found[1]) if found else []
        for text in filter(None, listed):
            assert str(parse_claim(text, roles)) == text
    else:
        assert str(parse_claim(str(claim), roles)) == str(claim)


@tabled()
def test_a_sentence_is_read_as_its_parts_and_written_again(
    text: str, parts: list[Any], shown: str
) -> None:
    role, *rest = parts
    manner, *more = rest[1:]
    by, kept = (more[0] if more else None) or None, more[2] if len(more) > 1 else ""
    expected = Claim(role or None, rest[0], manner, by, text.lower().endswith("everywhere"), kept)
    assert parse_claim(text, ("x", "o")) == expected
    shown_again = str(parse_claim(str(expected), ("x", "o")))
    assert str(expected) == shown_again


def test_roles_that_differ_in_case_only_are_told_apart() -> None:
    assert parse_claim("X never loses", ("x", "X")).role == "X"
    with pytest.raises(InputError, match="is not a role"):
        parse_claim("Ab never loses", ("aB", "ab"))


def test_an_entry_has_what_its_keys_say() -> None:
    (entry,) = read_claims(DATA / "claims" / "every_key.toml")
    assert (entry.id, entry.claim, entry.roles) == ("1", "x can win", {"x": "any"})
    assert (entry.game, entry.const, entry.expect) == ("tictactoe", {"rows": "4"}, "refuted")
    assert entry.published == {"verdict": "proved", "seconds": 1}
