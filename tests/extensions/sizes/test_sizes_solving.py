"""Theories as solvers are told them; and what they answer."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Literal

import clingo
import pytest
from conftest import HANGS, NEEDS_Z3, examples, write
from hypothesis import given as given_examples
from hypothesis import strategies as st
from oracle_theories import Model
from tables import constant, tabled

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.errors import InputError, InternalError
from ttt_asp.extensions.induction.lemmas import game_lemmas
from ttt_asp.extensions.sizes.condition import parse_every
from ttt_asp.extensions.sizes.decision_procedures import (
    EFFORTS,
    Decider,
    Half,
    Procedure,
    Solver,
    UnsatScript,
    solver_input,
)
from ttt_asp.extensions.sizes.engine import theories_of
from ttt_asp.extensions.sizes.formulas import (
    FALSE,
    TRUE,
    Definition,
    Formula,
    Holds,
    Junction,
    Not,
    Open,
    Quantified,
    Theory,
    condition,
)
from ttt_asp.extensions.sizes.integers import Arithmetic, Compare, Name, Number, Term
from ttt_asp.extensions.sizes.obligations import (
    Obligation,
    Prover,
    ending_candidates,
    given,
    obligations,
)
from ttt_asp.extensions.sizes.scripts import asserted, symbol, theory_text
from ttt_asp.extensions.sizes.small_sizes import refuse_empty_condition
from ttt_asp.limits import Limits

pytestmark = NEEDS_Z3

EFFORT = 2_000_000
THREES = "true(left(N)), N \\ 3 = 0"


Bricks = Callable[[str], tuple[dict[Half, Theory], list[Obligation]]]


@pytest.fixture(scope="module")
def bricks(tmp_path_factory: pytest.TempPathFactory) -> Bricks:
    """Read pick-up-bricks with a lemma as a theory, and list what has to be impossible."""

    @cache
    def reading(lemma: str) -> tuple[dict[Half, Theory], list[Obligation]]:
        folder = tmp_path_factory.mktemp("bricks")
        write(folder / "lemmas/threes.lp", f"%*! threes *%\nlemma(threes) :- {lemma}.\n")
        asked = Question("o never loses", {"o": "three_by_three"}, "pick_up_bricks",
                         lemmas=("threes",), folders=(folder,), every="bricks > 0")  # fmt: skip
        problem = read(asked, Deadline())
        theories = theories_of(problem, game_lemmas(problem.game) + problem.lemmas, Limits())
        return theories, obligations(theories, ["threes"])

    return reading


def sizes(every: str) -> Formula:
    return condition(parse_every(every, ["bricks"], "pick_up_bricks"))


def test_what_goes_wrong_at_no_size_is_settled(bricks: Bricks) -> None:
    theories, wanted = bricks(THREES)
    with Solver(EFFORT, Deadline()) as solver:
        threes = sizes("bricks > 0, bricks \\ 3 = 0")
        settling = {
            half: Decider(solver.is_unsat, theory, threes) for half, theory in theories.items()
        }
        proof: list[UnsatScript] = []
        for one in wanted:
            steps = settling[one.half].impossible(one.formula)
            assert steps is not None
            proof += steps
        # each text of the proof stands for itself
        assert all(
            solver.tell(solver_input(one.way, one.text)).split() == ["unsat"] for one in proof
        )


@pytest.mark.parametrize("half", ["base", "step"])
def test_what_there_is_is_never_settled(half: Half, bricks: Bricks) -> None:
    theory = bricks(THREES)[0][half]
    with Solver(EFFORT, Deadline()) as solver:
        settling = Decider(solver.is_unsat, theory, sizes("bricks > 0, bricks \\ 3 = 0"))
        assert settling.impossible(given(theory)) is None


@tabled()
def test_what_is_false_is_possible(
    lemma: str, every: str, half: str, about: str, bricks: Bricks
) -> None:
    theories, wanted = bricks(lemma)
    (one,) = [one for one in wanted if (one.half, one.about) == (half, about)]
    with Solver(EFFORT, Deadline()) as solver:
        settling = Decider(solver.is_unsat, theories[one.half], sizes(every))
        assert settling.impossible(one.formula) is None


def holds(formula: Formula) -> bool:
    """Whether a formula without unknowns is true, as solvers understand it."""
    with Solver(EFFORT, Deadline()) as solver:
        found = solver.ask(asserted(formula))
    assert found != "unknown"
    return found == "sat"


def result(operator: Literal["+", "*", "/", "\\"], x: int, y: int, value: int) -> Formula:
    return Compare("=", Number(value), Arithmetic(operator, (Number(x), Number(y))))


def test_division_is_that_of_clingo() -> None:
    control = clingo.Control()
    control.add("base", [], "p(X,Y,X/Y,X\\Y) :- X = -7..7, Y = -3..3, Y != 0.")
    control.ground()
    rows = [
        [argument.number for argument in atom.symbol.arguments]
        for atom in control.symbolic_atoms.by_signature("p", 4)
    ]
    assert len(rows) == 90
    said = [(result("/", x, y, q), result("\\", x, y, r)) for x, y, q, r in rows]
    assert holds(Junction("and", tuple(itertools.chain(*said))))
    assert not holds(Junction("or", tuple(map(Not, itertools.chain(*said)))))


def test_integers_do_not_wrap_around() -> None:
    assert holds(result("+", 2**31 - 1, 1, 2**31)) and holds(result("*", 2**32, 2**32, 2**64))


# --- what is asked, and when it counts as shown ---------------------------------------------------

A, BIG = Name("a"), Compare("<", Number(5), Name("a"))
SMALL_OR_BIG = Junction("or", (Compare("<", A, Number(0)), BIG))
NOTHING = Theory((), (), (), (), ())
HARD = "".join(f"(declare-const s{n} Int)(assert (< 1 s{n} 999))" for n in range(3))
HARD += "(assert (= (+ (* s0 s0 s0) (* s1 s1 s1)) (* s2 s2 s2)))"


def test_each_failure_is_asked_of_both_halves() -> None:
    wanted = obligations({"base": NOTHING, "step": NOTHING}, ["it"])
    about = ["stray", "undetermined", "stuck", "violated", "goalless", "lemma(it)"]
    asked = [*itertools.product(["step", "base"], about)]
    assert [(one.half, one.about) for one in wanted] == asked


def test_each_half_is_asked_about_itself() -> None:
    text = "answer(early(stuck))"
    base = replace(NOTHING, definitions=(Definition(text, (), TRUE, ()),))
    theories: dict[Half, Theory] = {"base": base, "step": NOTHING}
    prover = Prover(lambda _, script: text not in script.partition("(assert |")[0],
                    theories, TRUE, Limits())  # fmt: skip
    wanted = Obligation("base", "stuck", Holds(text, ()))
    assert prover.first_open([wanted]) == wanted and prover.shown == []


def test_one_case_that_is_possible_is_enough() -> None:
    theory = replace(NOTHING, parameters=("a",))
    decider = Decider(lambda _, text: "(< a 0)" in text and "(< 5 a)" not in text, theory, TRUE)
    assert decider.impossible(BIG) is decider.impossible(SMALL_OR_BIG) is None
    assert decider.impossible(Compare("<", A, Number(0)))


def test_what_a_solver_does_not_know_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EFFORTS, "glance", 1000)
    monkeypatch.setitem(EFFORTS, "look", 1000)
    with Solver(EFFORT, Deadline()) as solver:
        ways: tuple[Procedure, ...] = ("glance", "look")
        assert not any(solver.is_unsat(way, HARD) for way in ways)
        assert all(solver.is_unsat(way, "(assert false)") for way in ways)
    with Solver(EFFORT, Deadline(0)) as solver, pytest.raises(Expired) as raised:
        solver.is_unsat("look", HARD)
    assert raised.value.stop.kind == "time"


def test_whether_any_size_satisfies_a_condition_may_not_be_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    every = parse_every("bricks > 1000000", ["bricks"], "pick_up_bricks")
    refuse_empty_condition(every, Deadline())
    monkeypatch.setattr(Solver, "ask", lambda *_: "unknown")
    with pytest.raises(InputError, match="could not be found out"):
        refuse_empty_condition(every, Deadline())


@tabled()
def test_a_number_ends_plays_where_it_falls_and_is_never_negative(
    before: int | None, after: int, falls: bool
) -> None:
    """The number before a move and after it, as a parameter and a difference; None is no number."""
    number = Name("N")
    old = FALSE if before is None else Compare("=", number, Arithmetic("+", (A, Number(before))))
    new = Compare("=", number, Arithmetic("+", (A, Number(after))))
    formulas = {"true(left(_),0)": old, "true(left(_),1)": new}
    known = [Definition(name, ("N",), formula, ()) for name, formula in formulas.items()]
    known += [Definition(name, (), TRUE, ()) for name in ("goes_on(0)", "answer(given)")]
    theory = replace(NOTHING, parameters=("a",), definitions=tuple(known))
    ending = ending_candidates(theory, (), 1)[0]
    assert ending.words == "the number in left(_) falls"
    with Solver(EFFORT, Deadline()) as solver:
        decider = Decider(solver.is_unsat, theory, Compare("<", Number(-1), A))
        shown = [decider.impossible(one.formula) is not None for one in ending.obligations]
    assert all(shown) == falls


# --- random formulas ----------------------------------------------------------------------------

P = Open("p", ("N",))


def value(form: Formula, names: dict[str, int], held: frozenset[int] = frozenset()) -> bool:
    """What a formula says of numbers, its quantifiers about 0, 1 and 2; `held`: where p holds."""
    theory = Theory((), (), (P,), (), ())
    return Model(theory, names, lambda _, numbers: numbers[0] in held, range(3)).true(form)


def bounded(form: Formula) -> Formula:
    """The formula with the bounds of its quantifiers said in it."""
    match form:
        case Not(inner):
            return Not(bounded(inner))
        case Junction(kind, inner):
            return Junction(kind, tuple(map(bounded, inner)))
        case Quantified(kind, (name,), inner):
            least, most = Compare("<=", Number(0), Name(name)), Compare("<=", Name(name), Number(2))
            within: Formula = Junction("and", (least, most))
            limit = within if kind == "exists" else Not(within)
            joined = Junction("and" if kind == "exists" else "or", (limit, bounded(inner)))
            return Quantified(kind, (name,), joined)
    return form


def computed(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.builds(Arithmetic, st.sampled_from("+-*"), st.tuples(inner, inner)) | st.builds(
        Arithmetic, st.sampled_from(["-", "abs"]), st.tuples(inner)
    )


def quantified(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    names = st.sampled_from([("a",), ("b",)])
    return st.builds(Quantified, st.sampled_from(["exists", "forall"]), names, inner)


TERMS = st.recursive(
    st.builds(Number, st.integers(-3, 3)) | st.sampled_from([Name("a"), Name("b")]),
    computed,
    max_leaves=3,
)
KINDS = st.sampled_from(["and", "or"])
FORMULAS = st.recursive(
    st.sampled_from([TRUE, FALSE])
    | st.builds(Compare, st.sampled_from(["=", "!=", "<", "<="]), TERMS, TERMS),
    lambda inner: (
        st.builds(Not, inner)
        | st.builds(Junction, KINDS, st.lists(inner, min_size=1, max_size=3).map(tuple))
        | quantified(inner)
    ),
    max_leaves=6,
)
SAID_OF_P = st.recursive(
    FORMULAS | st.builds(lambda term: Holds("p", (term,)), TERMS),
    lambda inner: (
        quantified(st.builds(Junction, KINDS, st.tuples(inner, inner))) | st.builds(Not, inner)
    ),
    max_leaves=8,
)
NUMBERS = [dict(zip("ab", two, strict=True)) for two in itertools.product(range(-1, 3), repeat=2)]


@examples(8)
@given_examples(st.lists(FORMULAS, min_size=5, max_size=5))
def test_formulas_mean_what_they_say(forms: list[Formula]) -> None:
    with Solver(EFFORT, Deadline()) as solver:
        solver.tell("(set-logic ALL)(declare-const a Int)(declare-const b Int)")
        for form, names in itertools.product(forms, NUMBERS):
            fixed = [Compare("=", Name(name), Number(found)) for name, found in names.items()]
            text = asserted(Junction("and", (*fixed, bounded(form))))
            assert solver.ask(text) == ("sat" if value(form, names) else "unsat")


@examples(5, hunt=25)
@given_examples(SAID_OF_P)
def test_what_is_possible_is_never_impossible(form: Formula) -> None:
    named = Definition("q", (), bounded(form), ())
    theory = Theory(("a", "b"), (), (P,), (named,), ())
    possible = any(
        value(form, names, frozenset(held))
        for names in NUMBERS
        for held in ((), (0,), (1,), (0, 2), (-1, 0, 1, 2, 3))
    )
    with Solver(EFFORT, Deadline()) as solver:
        settled = Decider(solver.is_unsat, theory, TRUE).impossible(Holds("q", ()))
    assert settled is None or not possible


# --- the text -----------------------------------------------------------------------------------


def test_names_that_mean_something_to_solvers_are_written_otherwise() -> None:
    written = [symbol(name) for name in constant(__file__, "NAMES")]
    assert written[0] == "true." and "bricks" in written and "|true(left(_),0)|" in written
    declared = "".join(f"(declare-const {one} Int)" for one in written)
    distinct = "".join(f"(assert (= {one} {n}))" for n, one in enumerate(written))
    with Solver(EFFORT, Deadline()) as solver:
        assert solver.ask(declared + distinct) == "sat"
    with pytest.raises(InternalError):
        symbol('p("|")')


def test_a_comment_says_where_a_formula_comes_from(bricks: Bricks) -> None:
    text = theory_text(bricks(THREES)[0]["step"], TRUE)
    assert "/lemmas/threes.lp:2:1: lemma(threes) :- true(left(N))" in text
    assert not [line for line in text.splitlines() if len(line) > 120 and line[0] != ";"]


def test_what_is_defined_by_itself_or_nowhere_is_our_mistake() -> None:
    for text in ("p", "q"):
        theory = Theory((), (), (), (Definition("p", (), Holds(text, ()), ()),), ())
        with pytest.raises(InternalError, match="defined by itself"):
            theory_text(theory, TRUE)
    twice = Theory(("p",), (), (), (Definition("p", (), TRUE, ()),), ())
    with pytest.raises(InternalError, match="one name"):
        theory_text(twice, TRUE)


def test_what_solvers_do_not_understand_is_our_mistake() -> None:
    with Solver(EFFORT, Deadline()) as solver, pytest.raises(InternalError, match="foo"):
        solver.ask("(assert foo)")


def test_a_limit_of_work_is_no_answer() -> None:
    with Solver(1000, Deadline()) as solver:
        assert solver.ask(HARD) == "unknown"
        assert solver.ask("(declare-const a Int)(assert (< a 0))") == "sat"  # not for ever


def test_time_that_is_up_ends_the_solver() -> None:
    with Solver(EFFORT, Deadline(0)) as solver, pytest.raises(Expired) as raised:
        solver.ask("(assert true)")
    assert raised.value.stop.kind == "time"


def test_a_solver_ends_where_it_takes_memory_more_often_than_it_may() -> None:
    with Solver(10**9, Deadline(), most=1000) as solver, pytest.raises(Expired) as caught:
        solver.tell("(declare-const a Int)\n(assert (< 3 a))\n(check-sat)")
    assert caught.value.stop.kind == "memory"


def test_a_solver_that_is_gone_gives_no_answer() -> None:
    with Solver(EFFORT, Deadline()) as solver:
        assert solver.ask("(assert true)") == "sat"
        solver._process.kill()
        with pytest.raises(Expired) as raised:
            solver.ask("(assert true)")
    assert raised.value.stop.kind == "memory"


def test_a_solver_ends_with_who_asks_it() -> None:
    with Solver(EFFORT, Deadline()) as solver:
        solver.tell("(set-logic ALL)")
        assert solver._process.stdin is not None
        solver._process.stdin.close()
        assert solver._process.wait(HANGS) == 0


def test_a_solver_that_is_not_installed_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttt_asp.extensions.sizes.decision_procedures.files", lambda name: None)
    with pytest.raises(InputError, match=r"ttt-asp\[sizes\]"):
        Solver(EFFORT, Deadline())
