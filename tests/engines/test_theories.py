"""Programs read as formulas: at sampled sizes these say what clingo says, atom by atom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import clingo
import pytest
from oracle_theories import Model, filled, split

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.sizes.formulas import Theory
from ttt_asp.engines.sizes.reading import read_theory
from ttt_asp.programs.program import Program
from ttt_asp.programs.rounds import round_program
from ttt_asp.strategies.lemmas import game_lemmas

# Small rules, the constants without value, and values to try them at.
SMALL: dict[str, tuple[str, dict[str, tuple[int, ...]]]] = {
    "facts": ("p(1). p(n). p(n+1). q(a,n). q(b,2).", {"n": (0, 1, 3)}),
    "intervals": ("p(1..n). q(N) :- N = n..3. r(0..2,n-1..n+1).", {"n": (-1, 0, 2, 4)}),
    "counts": (
        """
        p(1..n). l(1..2). in(I,I+K) :- l(I), K = 0..2.
        c(I,N) :- l(I), N = #count { X : p(X), in(I,X) }. d(I) :- c(I,2).
        e(I) :- l(I), 3 <= #count { X : p(X), in(I,X) }.
        f :- 1 < #count { X : p(X) } . g :- #count { X : p(X) } = 2.
        h(N+1) :- N = #count { X,I : p(X), in(I,X) }.
        k(I) :- l(I), 2 > #count { X-Y : p(X), in(I,X), p(Y), in(I,Y) }.
        m :- { p(X) } 1. o :- not #count { X : p(X) } > 2. q :- -1 < #count { X : p(X) }.
        r(I) :- l(I), not 1 != #count { X : p(X), in(I,X); Y : in(I,Y), Y = 1 }.
        """,
        {"n": (0, 1, 2, 4)},
    ),
}


def solve(
    text: str, constants: Mapping[str, int], extra: str = "", seed: int = 0
) -> set[str] | None:
    """The atoms of some answer set, if there is one; an unlucky seed cannot miss it."""
    options = ["1", "--rand-freq=1", f"--seed={seed}", "--warn=none", "-c", "ask=play"]
    control = clingo.Control([*options, *(f"-c{n}={v}" for n, v in constants.items())])
    control.add("base", [], f"{text}\n{extra}")
    control.ground([("base", [])])
    found: list[set[str]] = []
    control.solve(on_model=lambda m: found.append(set(map(str, m.symbols(atoms=True)))))
    return found[0] if found else None


def sample(atom: str) -> clingo.Symbol:
    """One of the atoms of a shape."""
    pieces = split(atom)
    return clingo.parse_term(filled(pieces, (0,) * (len(pieces) - 1)))


def signatures(theory: Theory) -> set[tuple[str, int]]:
    atoms = map(sample, theory.atoms)
    return {(atom.name, len(atom.arguments)) for atom in atoms}


def of(atoms: set[str], wanted: set[tuple[str, int]]) -> set[str]:
    terms = {atom: clingo.parse_term(atom) for atom in atoms}
    return {a for a, term in terms.items() if (term.name, len(term.arguments)) in wanted}


def everything(text: str) -> frozenset[tuple[str, int]]:
    """All predicates that a text has rules for."""
    atoms = clingo.Control(["--warn=none"])
    atoms.add("base", [], text)
    atoms.ground([("base", [])])
    return frozenset((name, arity) for name, arity, _ in atoms.symbolic_atoms.signatures)


@pytest.mark.parametrize("name", SMALL)
def test_small_rules_say_what_clingo_says(name: str) -> None:
    text, sampled = SMALL[name]
    defaults = "".join(f"#const {constant} = {vs[0]}.\n" for constant, vs in sampled.items())
    whole = defaults + text
    theory = read_theory(Program(whole, (), {}), list(sampled), everything(whole))
    for values in product(*sampled.values()):
        constants = dict(zip(sampled, values, strict=True))
        model = Model(theory, constants, lambda *_: False, range(-6, 9))
        atoms = solve(whole, constants)
        assert atoms is not None
        assert model.atoms(theory.atoms) == of(atoms, signatures(theory)), constants
        assert all(model.true(axiom.formula) for axiom in theory.axioms)
    assert signatures(theory) == everything(whole)


# Questions of induction, the constants without value, sizes, the numbers of quantifiers.
BRICKS = Question(
    "o never loses", {"o": "three_by_three"}, "pick_up_bricks", lemmas=("threes_left",)
)
SQUARE = Question("x always wins", {"x": "mirror_arms"}, "chomp", lemmas=("arms_differ",))
TWO = {"rows": "2"}
LAG = Question("x always wins", {"x": "lag_behind"}, "chomp", TWO, lemmas=("rows_differ",))
BOARD = Question("o never loses", {"o": "good_for_o"}, const={"line": "2"})
ROUNDS = {
    "board": (BOARD, ({"rows": 2, "cols": 2}, {"rows": 2, "cols": 3}), range(4)),
    "rows of three": (
        Question("x never loses", {"x": "good_for_x"}, const={"cols": "2", "line": "2"}),
        ({"rows": 3},),
        range(4),
    ),
    "square bar": (SQUARE, ({"rows": 2, "cols": 2}, {"rows": 3, "cols": 3}), range(5)),
    "any bar": (SQUARE, ({"rows": 2, "cols": 3},), range(5)),
    "two rows": (LAG, ({"cols": 3},), range(5)),
    "bricks": (BRICKS, ({"bricks": 5}, {"bricks": 6}), range(-5, 9)),
}


def round_program_of(question: Question, constants: Mapping[str, int]) -> Program:
    """The program of a question's round at one size."""
    const = {**question.const, **{name: str(value) for name, value in constants.items()}}
    problem = read(replace(question, const=const), Deadline(None))
    return round_program(problem, 1, game_lemmas(problem.game) + problem.lemmas)


@cache
def round_theory(name: str) -> Theory:
    """The theory of all sizes of a round."""
    question, sizes, _ = ROUNDS[name]
    program = round_program_of(question, sizes[0])
    # the horizon of chomp is a number out of the range of numbers here
    asked = everything(program.text) - {("horizon", 1)}
    return read_theory(program, list(sizes[0]), asked)


def choices(theory: Theory, atoms: set[str], numbers: range) -> dict[str, int]:
    """Values of what is chosen with which exactly the moves among some atoms are made."""
    found = dict.fromkeys(theory.chosen, 0)
    shapes = [atom for atom in theory.atoms if atom.startswith("does(")]
    for shape in shapes:
        pieces = split(shape)
        for values in product(numbers, repeat=len(pieces) - 1):
            if filled(pieces, values) in atoms:
                found |= {f"{shape}.{n}": value for n, value in enumerate(values, 1)}
                role, _, situation = sample(shape).arguments
                alike = [s for s in shapes if sample(s).arguments[::2] == [role, situation]]
                if (group := f"does({role},_,{situation})") in found:
                    found[group] = alike.index(shape) + 1
    return found


@pytest.mark.parametrize("name", ROUNDS)
def test_rounds_say_what_clingo_says(name: str) -> None:
    question, sizes, numbers = ROUNDS[name]
    theory = round_theory(name)
    pieces = {one.predicate: split(one.atom) for one in theory.opens}
    for constants, seed in product(sizes, range(4)):
        program = round_program_of(question, constants)
        found = solve(program.text, constants, "" if seed % 3 else ":- not start.", seed)
        assert found is not None
        atoms = found
        values = {**constants, **choices(theory, atoms, numbers)}
        model = Model(theory, values, lambda p, n: filled(pieces[p], n) in atoms, numbers)  # noqa: B023
        assert model.atoms(theory.atoms) == of(atoms, signatures(theory))
        assert all(model.true(axiom.formula) for axiom in theory.axioms)


# Fixes the position and the moves of a round as some facts have them.
FIXED = """
fixed(nothing).
:- true(F,0), not fixed(true(F,0)). :- fixed(true(F,0)), not true(F,0).
:- does(P,A,T), not fixed(does(P,A,T)). :- fixed(does(P,A,T)), not does(P,A,T).
:- start, not fixed(start). :- fixed(start), not start.
"""


@pytest.mark.parametrize("name", ROUNDS)
def test_rounds_are_where_choices_are_allowed(name: str) -> None:
    question, sizes, numbers = ROUNDS[name]
    theory, allowed = round_theory(name), 0
    for constants, seed in product(sizes, range(8)):
        program = round_program_of(question, constants)
        values = {name: Random(f"{seed} {name}").choice(numbers) for name in theory.chosen}
        for name in theory.chosen:
            if ",_," in name:  # which kind of action it is
                values[name] = Random(f"{seed} {name}").randint(0, 3)

        def holds(predicate: str, given: tuple[int, ...], seed: int = seed) -> bool:
            return Random(f"{seed} {predicate} {given}").random() < 0.6

        model = Model(theory, {**constants, **values}, holds, numbers)
        said = model.atoms(theory.atoms)
        fixed = [a for a in said if a.startswith("does(") or a == "start"]
        fixed += [a for a in said if a.startswith("true(") and a.endswith(",0)")]
        facts = "".join(f"fixed({atom})." for atom in fixed)
        atoms = solve(program.text, constants, FIXED + facts)
        axioms = all(model.true(axiom.formula) for axiom in theory.axioms)
        assert (atoms is not None) == axioms
        allowed += axioms
        if atoms is not None:
            assert said == of(atoms, signatures(theory))
    assert allowed
