"""Theories written by hand, as solvers are told them; and what they answer."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import clingo
import pytest
from conftest import HANGS, NEEDS_Z3, examples
from hypothesis import given as given_examples
from hypothesis import strategies as st
from tables import tabled

from ttt_asp.claims.claim import parse_claim
from ttt_asp.claims.integers import Arithmetic, Compare, Name, Number, Term
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.sizes.decision_procedures import (
    Decider,
    Half,
    SolverAnswers,
    UnsatScript,
    solver_input,
)
from ttt_asp.engines.sizes.formulas import (
    Axiom,
    Definition,
    Formula,
    Holds,
    Junction,
    Not,
    Open,
    Quantified,
    Theory,
    Truth,
)
from ttt_asp.engines.sizes.obligations import given, obligations
from ttt_asp.engines.sizes.scripts import theory_text
from ttt_asp.engines.sizes.smtlib import asserted, symbol
from ttt_asp.engines.sizes.z3_process import Solver
from ttt_asp.errors import InputError, InternalError, Location

pytestmark = NEEDS_Z3

EFFORT = 2_000_000


def read(text: str) -> Formula:
    r"""A formula from its usual text: `(and (p N) (<= 0 (\ N 3)))`."""
    return as_formula(tree(iter(re.findall(r"[()]|[^\s()]+", text))))


def tree(tokens: Iterator[str]) -> list[object] | str:
    token = next(tokens)
    if token != "(":
        return token
    found: list[object] = []
    while True:
        one = tree(tokens)
        if one == ")":
            return found
        found.append(one)


def as_formula(form: object) -> Formula:
    match form:
        case "true" | "false":
            return Truth(form == "true")
        case str(name):
            return Holds(name, ())
        case ["not", inner]:
            return Not(as_formula(inner))
        case ["and" | "or" as kind, *inner]:
            return Junction(kind, tuple(map(as_formula, inner)))
        case ["exists" | "forall" as kind, [*names], inner]:
            return Quantified(kind, tuple(map(str, names)), as_formula(inner))
        case ["=" | "!=" | "<" | "<=" as operator, left, right]:
            return Compare(operator, as_term(left), as_term(right))
        case [name, *arguments]:
            return Holds(str(name), tuple(map(as_term, arguments)))
    raise AssertionError(form)


def as_term(form: object) -> Term:
    match form:
        case str(text):
            return Number(int(text)) if text.lstrip("-").isdigit() else Name(text)
        case ["+" | "-" | "*" | "/" | "\\" | "abs" as operator, *arguments]:
            return Arithmetic(operator, tuple(map(as_term, arguments)))
    raise AssertionError(form)


def define(head: str, text: str) -> Definition:
    name, *names = head.split()
    return Definition(name, tuple(names), read(text), name, (Location("hand.lp", 1, 1, text),))


def bricks(lemma: str, mine: str = "o") -> Theory:
    """Pick-up-bricks, two moves from any position: one takes any, `mine` leaves threes."""
    one = "(exists (N) (and (left N) (forall (M) (or (= M N) (not (left M))))))"
    found = [
        define("open N", "(and (and (<= 0 N) (<= N bricks)) (open? N))"),
        define("true0 N", "(or (and start (= N bricks)) (and (not start) (open N)))"),
        define("terminal0", "(true0 0)"),
        define("threes0", lemma.replace("left", "true0")),
        define("lemma0", f"(and threes0 {one.replace('left', 'true0')})"),
        define("given", "(and (not terminal0) lemma0)"),
        define("goes0", "(exists (N) (and (true0 N) (< 0 N)))"),
        define("next1 N", "(and goes0 (true0 (+ N k0)))"),
        define("goes1", "(and goes0 (not (next1 0)))"),
        define("next2 N", "(and goes1 (next1 (+ N k1)))"),
        define("threes2", lemma.replace("left", "next2")),
        define("lemma2", f"(and threes2 {one.replace('left', 'next2')})"),
    ]
    # a play that x ends after one move is lost to o; after two moves o has won
    lost = "(and goes0 (next1 0))"
    found += [
        define("asked", "(or start (and given (not start)))"),
        define("violated", f"(and asked {lost})"),
        define("answer(violated)", "violated"),
        define("answer(early(violated))", "false"),
        define("answer(lemma(threes))", "(and asked goes1 (not (next2 0)) (not lemma2))"),
        define("answer(early(lemma(threes)))", "(and asked (not terminal0) (not lemma0))"),
    ]
    any_move = "(and (<= 1 k0) (<= k0 2) (true0 (+ 0 n0)) (<= k0 n0))"
    threes = "(and (<= 1 k1) (<= k1 2) (next1 n1) (<= k1 n1) (or (= k1 (\\ n1 3)) (= 0 (\\ n1 3))))"
    return Theory(
        ("bricks",),
        ("k0", "k1", "n0", "n1"),
        (
            Open("start", (), "start"),
            Open("open?", ("N",), "true(left(_),0)"),
        ),
        tuple(found),
        tuple(
            # who goes on takes one or two of what is left
            Axiom(read(text), ())
            for text in (f"(or (not goes0) {any_move})", f"(or (not goes1) {threes})")
        ),
        {one.predicate: one.predicate for one in found}
        | {"start": "start", "answer(given)": "given"},
    )


THREES = "(exists (N) (and (left N) (= 0 (\\ N 3))))"


def answers(solver: Solver, theory: Theory) -> dict[tuple[str, str], str]:
    claim = parse_claim("o never loses", ["x", "o"])
    return {
        (one.half, one.about): solver.ask("\n".join(asserted(one.formula)))
        for one in obligations(theory, claim, ["threes"])
    }


def test_bricks_by_hand_for_every_number_of_them() -> None:
    theory = bricks(THREES)
    with Solver(EFFORT, Deadline()) as solver:
        solver.tell(theory_text(theory, read("(and (< 0 bricks) (= 0 (\\ bricks 3)))")))
        assert set(answers(solver, theory).values()) == {"unsat"}
        # nor is that for want of plays
        assert solver.ask("\n".join(asserted(given(theory, "base")))) == "sat"
        assert solver.ask("\n".join(asserted(given(theory, "step")))) == "sat"


def test_bricks_by_hand_are_settled() -> None:
    theory, condition = bricks(THREES), read("(and (< 0 bricks) (= 0 (\\ bricks 3)))")
    claim = parse_claim("o never loses", ["x", "o"])
    with Solver(EFFORT, Deadline()) as solver:
        settling = Decider(SolverAnswers(solver), theory, condition)
        proof: list[UnsatScript] = []
        for one in obligations(theory, claim, ["threes"]):
            steps = settling.impossible(one.formula)
            assert steps is not None
            proof += steps
        # each text of the proof stands for itself
        assert all(
            solver.tell(solver_input(one.way, one.text)).split() == ["unsat"] for one in proof
        )


@pytest.mark.parametrize("half", ["base", "step"])
def test_what_there_is_is_never_settled(half: Half) -> None:
    theory, condition = bricks(THREES), read("(and (< 0 bricks) (= 0 (\\ bricks 3)))")
    with Solver(EFFORT, Deadline()) as solver:
        assert (
            Decider(SolverAnswers(solver), theory, condition).impossible(given(theory, half))
            is None
        )


@tabled()
def test_what_is_false_is_possible(lemma: str, condition: str, possible: tuple[str, str]) -> None:
    theory = bricks(lemma)
    with Solver(EFFORT, Deadline()) as solver:
        solver.tell(theory_text(theory, read(f"(and (< 0 bricks) {condition})")))
        assert answers(solver, theory)[possible] == "sat"
        solver.tell("(reset)")
        claim = parse_claim("o never loses", ["x", "o"])
        (one,) = [
            one
            for one in obligations(theory, claim, ["threes"])
            if (one.half, one.about) == possible
        ]
        allowed = read(f"(and (< 0 bricks) {condition})")
        assert Decider(SolverAnswers(solver), theory, allowed).impossible(one.formula) is None


def holds(solver: Solver, text: str) -> bool:
    """Whether a formula without unknowns is true, as solvers understand it."""
    found = solver.ask("\n".join(asserted(read(text))))
    assert found != "unknown"
    return found == "sat"


def test_division_is_that_of_clingo() -> None:
    control = clingo.Control()
    control.add("base", [], "p(X,Y,X/Y,X\\Y) :- X = -7..7, Y = -3..3, Y != 0.")
    control.ground()
    rows = [
        [argument.number for argument in atom.symbol.arguments]
        for atom in control.symbolic_atoms.by_signature("p", 4)
    ]
    assert len(rows) == 90
    texts = [f"(and (= {q} (/ {x} {y})) (= {r} (\\ {x} {y})))" for x, y, q, r in rows]
    with Solver(EFFORT, Deadline()) as solver:
        assert holds(solver, f"(and {' '.join(texts)})")
        assert not holds(solver, texts[0].replace("(= ", "(!= "))


def test_integers_do_not_wrap_around() -> None:
    with Solver(EFFORT, Deadline()) as solver:
        assert holds(solver, "(< 2147483647 (+ 2147483647 1))")
        assert holds(solver, "(= 0 (- (* 4294967296 4294967296) 18446744073709551616))")


def value(form: Formula, names: dict[str, int], held: frozenset[int] = frozenset()) -> bool:
    """What a formula says of numbers, its quantifiers about 0, 1 and 2; `held`: where p holds."""
    match form:
        case Truth(found):
            return found
        case Not(inner):
            return not value(inner, names, held)
        case Holds("p", (term,)):
            return number(term, names) in held
        case Junction(kind, inner):
            return (all if kind == "and" else any)(value(one, names, held) for one in inner)
        case Quantified(kind, (name,), inner):
            each = [value(inner, names | {name: number}, held) for number in range(3)]
            return any(each) if kind == "exists" else all(each)
        case Compare(operator, left, right):
            a, b = (number(term, names) for term in (left, right))
            return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b}[operator]
    raise AssertionError(form)


def number(term: Term, names: dict[str, int]) -> int:
    match term:
        case Number(found):
            return found
        case Name(name):
            return names[name]
        case Arithmetic("abs", (one,)):
            return abs(number(one, names))
        case Arithmetic("-", (one,)):
            return -number(one, names)
        case Arithmetic(operator, (left, right)):
            a, b = number(left, names), number(right, names)
            return {"+": a + b, "-": a - b, "*": a * b}[operator]
    raise AssertionError(term)


def bounded(form: Formula) -> Formula:
    """The formula with the bounds of its quantifiers said in it."""
    match form:
        case Not(inner):
            return Not(bounded(inner))
        case Junction(kind, inner):
            return Junction(kind, tuple(map(bounded, inner)))
        case Quantified(kind, (name,), inner):
            within = Junction(
                "and",
                (Compare("<=", Number(0), Name(name)), Compare("<=", Name(name), Number(2))),
            )
            limit = within if kind == "exists" else Not(within)
            joined = Junction("and" if kind == "exists" else "or", (limit, bounded(inner)))
            return Quantified(kind, (name,), joined)
    return form


def terms(names: tuple[str, ...]) -> st.SearchStrategy[Term]:
    leaves = st.builds(Number, st.integers(-3, 3)) | st.sampled_from([Name(n) for n in names])
    return st.recursive(
        leaves,
        lambda inner: (
            st.builds(
                lambda operator, a, b: Arithmetic(operator, (a, b)),
                st.sampled_from("+-*"),
                inner,
                inner,
            )
            | st.builds(
                lambda operator, a: Arithmetic(operator, (a,)), st.sampled_from(["-", "abs"]), inner
            )
        ),
        max_leaves=3,
    )


FORMULAS = st.recursive(
    st.builds(Truth, st.booleans())
    | st.builds(
        Compare, st.sampled_from(["=", "!=", "<", "<="]), terms(("a", "b")), terms(("a", "b"))
    ),
    lambda inner: (
        st.builds(Not, inner)
        | st.builds(
            Junction, st.sampled_from(["and", "or"]), st.lists(inner, max_size=3).map(tuple)
        )
        | st.builds(
            Quantified,
            st.sampled_from(["exists", "forall"]),
            st.sampled_from([("a",), ("b",)]),
            inner,
        )
    ),
    max_leaves=6,
)


@examples(15)
@given_examples(st.lists(FORMULAS, min_size=5, max_size=5))
def test_formulas_mean_what_they_say(forms: list[Formula]) -> None:
    with Solver(EFFORT, Deadline()) as solver:
        solver.tell("(set-logic ALL)(declare-const a Int)(declare-const b Int)")
        for form in forms:
            for numbers in itertools.product(range(-1, 3), repeat=2):
                names = dict(zip("ab", numbers, strict=True))
                fixed = [Compare("=", Name(name), Number(found)) for name, found in names.items()]
                text = "\n".join(asserted(Junction("and", (*fixed, bounded(form)))))
                assert solver.ask(text) == ("sat" if value(form, names) else "unsat")


@examples(5, hunt=25)
@given_examples(
    st.recursive(
        FORMULAS | st.builds(lambda term: Holds("p", (term,)), terms(("a", "b"))),
        lambda inner: (
            st.builds(
                Quantified,
                st.sampled_from(["exists", "forall"]),
                st.sampled_from([("a",), ("b",)]),
                st.builds(Junction, st.sampled_from(["and", "or"]), st.tuples(inner, inner)),
            )
            | st.builds(Not, inner)
        ),
        max_leaves=8,
    )
)
def test_what_is_possible_is_never_impossible(form: Formula) -> None:
    said = bounded(form)
    opens = (Open("p", ("N",), "p(_)"),)
    named = Definition("q", (), said, "q", ())
    theory = Theory(("a", "b"), (), opens, (named,), (), {"q": "q"})
    possible = any(
        value(form, {"a": a, "b": b}, frozenset(held))
        for a, b in itertools.product(range(-1, 3), repeat=2)
        for held in ((), (0,), (1,), (0, 2), (-1, 0, 1, 2, 3))
    )
    with Solver(EFFORT, Deadline()) as solver:
        settled = Decider(SolverAnswers(solver), theory, Truth(True)).impossible(Holds("q", ()))
    if possible:
        assert settled is None


def test_names_that_mean_something_to_solvers_are_written_otherwise() -> None:
    names = ["true", "and", "not", "div", "N", "bricks", "true(left(_),0)", "a_b", "a-b", "let"]
    names += [
        "rem",
        "implies",
        "iff",
        "if",
        "is_int",
        "mod0",
        "n'",
        "_n",
        "_1",
        "1.7",
        "end N",
        "X@2.5",
    ]
    written = [symbol(name) for name in names]
    assert written[0] == "true." and "bricks" in written and "|true(left(_),0)|" in written
    declared = "".join(f"(declare-const {one} Int)" for one in written)
    distinct = "".join(f"(assert (= {one} {n}))" for n, one in enumerate(written))
    with Solver(EFFORT, Deadline()) as solver:
        assert solver.ask(declared + distinct) == "sat"
    with pytest.raises(InternalError):
        symbol('p("|")')


def test_a_comment_says_where_a_formula_comes_from() -> None:
    text = theory_text(bricks(THREES), Truth(True))
    said = "(declare-const terminal0 Bool)\n(assert (= terminal0 (true0 0)))\n"
    assert f"; hand.lp:1:1: (true0 0)\n{said}" in text
    broken = [line for line in text.splitlines() if len(line) > 120 and line[0] != ";"]
    assert not broken


def test_what_is_defined_by_itself_or_nowhere_is_our_mistake() -> None:
    for text in ("p", "q"):
        theory = Theory((), (), (), (define("p", text),), (), {})
        with pytest.raises(InternalError, match="defined by itself"):
            theory_text(theory, Truth(True))
    twice = Theory(("p",), (), (), (define("p", "true"),), (), {})
    with pytest.raises(InternalError, match="one name"):
        theory_text(twice, Truth(True))


def test_what_solvers_do_not_understand_is_our_mistake() -> None:
    with Solver(EFFORT, Deadline()) as solver, pytest.raises(InternalError, match="foo"):
        solver.ask("(assert foo)")


def test_a_limit_of_work_is_no_answer() -> None:
    squares = " ".join(f"(declare-const s{n} Int)(assert (< 1 s{n} 999))" for n in range(3))
    hard = f"{squares}(assert (= (+ (* s0 s0 s0) (* s1 s1 s1)) (* s2 s2 s2)))"
    with Solver(1000, Deadline()) as solver:
        assert solver.ask(hard) == "unknown"
        assert solver.ask("(declare-const a Int)(assert (< a 0))") == "sat"  # not for ever


def test_time_that_is_up_ends_the_solver() -> None:
    with Solver(EFFORT, Deadline(0)) as solver, pytest.raises(Expired) as raised:
        solver.ask("(assert true)")
    assert raised.value.stop.kind == "time"


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
    monkeypatch.setattr("ttt_asp.engines.sizes.z3_process.files", lambda name: None)
    with pytest.raises(InputError, match=r"ttt-asp\[sizes\]"):
        Solver(EFFORT, Deadline())
