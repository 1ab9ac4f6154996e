"""Programs read as formulas: at sampled sizes these say what clingo says, atom by atom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import clingo
import pytest
from clingo.ast import AST, ASTType, ProgramBuilder, parse_string
from oracle_theories import Model, filled, split
from tables import constant, contents, tupled

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.sizes.formulas import Theory
from ttt_asp.engines.sizes.reading import read_theory
from ttt_asp.errors import Unsuited
from ttt_asp.lp.syntax import signatures as signatures_of
from ttt_asp.programs.assembly import Program
from ttt_asp.programs.induction import round_program
from ttt_asp.strategies.lemmas import game_lemmas

# Small rules, the constants without value, and values to try them at.
SMALL: dict[str, tuple[str, dict[str, Sequence[int]]]] = constant(__file__, "SMALL")


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
    """All predicates that a text has rules for; none if clingo does not take it."""
    nodes: list[AST] = []
    parse_string(text, nodes.append)
    control = clingo.Control(logger=lambda *_: None)
    try:
        with ProgramBuilder(control) as builder:
            for node in nodes:
                builder.add(node)
        control.ground([("base", [])])
    except RuntimeError:
        return frozenset()
    heads = [node.head for node in nodes if node.ast_type == ASTType.Rule]
    return frozenset(signature for head in heads for signature in named(head))


def named(head: AST) -> list[tuple[str, int]]:
    """The predicates of a head."""
    if head.ast_type == ASTType.Aggregate:
        return [signature for one in head.elements for signature in named(one.literal)]
    if head.atom.ast_type != ASTType.SymbolicAtom:
        return []
    symbols = [one.symbol for one in head.atom.unpool()]
    return [(symbol.name, len(symbol.arguments)) for symbol in symbols]


@pytest.mark.parametrize("name", SMALL)
def test_small_rules_say_what_clingo_says(name: str) -> None:
    text, sampled = SMALL[name]
    defaults = "".join(f"#const {constant} = {vs[0]}.\n" for constant, vs in sampled.items())
    whole = defaults + text
    theory = read_theory(Program(whole), list(sampled), everything(whole))
    for values in product(*sampled.values()):
        constants = dict(zip(sampled, values, strict=True))
        model = Model(theory, constants, lambda *_: False, range(-13, 14))
        atoms = solve(whole, constants)
        assert atoms is not None
        assert model.atoms(theory.atoms) == of(atoms, signatures(theory)), constants
        assert all(model.true(axiom.formula) for axiom in theory.axioms)
    assert signatures(theory) == everything(whole)


def test_many_known_numbers_are_taken_as_unknown_ones() -> None:
    text = "#const n = 3.\np(1..70). q(9*X+Y) :- X = 0..8, Y = 1..9. r(X) :- q(X), X \\ 9 = n."
    text += " s(X) :- p(X), not q(X+n). t(X) :- X = 1..5, q(X*X)."
    theory = read_theory(Program(text), ["n"], everything(text))
    assert theory.atoms.keys() >= {"p(_)", "q(_)", "t(5)"}
    for value in (0, 3, 12):
        model = Model(theory, {"n": value}, lambda *_: False, range(-10, 90))
        assert model.atoms(theory.atoms) == solve(text, {"n": value})


# Questions of induction, the constants without value, sizes, the numbers of quantifiers.
BRICKS = Question(
    "o never loses", {"o": "three_by_three"}, "pick_up_bricks", lemmas=("threes_left",)
)
SQUARE = Question("x always wins", {"x": "mirror_arms"}, "chomp", lemmas=("arms_differ",))
TWO = {"rows": "2"}
LAG = Question("x always wins", {"x": "lag_behind"}, "chomp", TWO, lemmas=("rows_differ",))
CENTRE = "first(refine(center_or_corner,center),opponent(edge),opposite_corner,any)"
BOARD = Question("o never loses", {"o": CENTRE}, const={"line": "2"})
NINE = Question("o never loses", {"o": "nine_by_pairing"}, lemmas=("pairing_kept",))
ROUNDS = {
    "nine": (
        replace(NINE, const={"line": "9"}),
        ({"rows": 2, "cols": 9},),
        range(11),
    ),
    "board": (BOARD, ({"rows": 2, "cols": 2}, {"rows": 2, "cols": 3}), range(4)),
    "rows of three": (
        Question("x never loses", {"x": CENTRE}, const={"cols": "2", "line": "2"}),
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
    # what nothing asked rests on, and has no translation; the horizon of chomp is out of range
    asked = everything(program.text) - signatures_of("invalid/1 horizon/1 drawn/4")
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
                if (group := f"kind does({role},_,{situation})") in found:
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

        def holds(p: str, n: tuple[int, ...], atoms: set[str] = atoms) -> bool:
            return filled(pieces[p], n) in atoms

        model = Model(theory, values, holds, numbers)
        assert model.atoms(theory.atoms) == of(atoms, signatures(theory))
        assert all(model.true(axiom.formula) for axiom in theory.axioms)


# Fixes the position and the moves of a round as some facts have them.
FIXED = contents("engines/theories_fixed.lp")


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


# Of each the place, and what is said; facts are p(1..n), q(a,n) and d(4,0).
REFUSED: Any = {name: tupled(row) for name, row in constant(__file__, "REFUSED").items()}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_translation_is_refused_with_its_place(name: str) -> None:
    text, place, what = REFUSED[name]
    facts = "" if text.startswith("\n#program") else "p(1..n). d(4,0)."
    program = Program(f"#const n = 3.\n{text}\n{facts}")
    with pytest.raises(Unsuited) as refused:
        read_theory(program, ["n"], signatures_of("p/1 q/0 q/1 q/2 a/0 a/1 -a/1"))
    [diagnostic] = refused.value.diagnostics
    assert what in diagnostic.message
    assert str(diagnostic.location) == f"<generated program>:{place}"
    assert diagnostic.hint


def test_what_is_not_asked_is_not_read() -> None:
    text = (
        "#const n = 3.\n#const far = n.\np(n). q :- 2 < #sum { X : p(X) }. r(far). r(X+1) :- r(X)."
    )
    theory = read_theory(Program(text), ["n"], frozenset({("p", 1)}))
    assert theory.atoms.keys() == {"p(_)"}


def test_a_refusal_names_the_place_in_the_authors_file(tmp_path: Path) -> None:
    rules = "%*! Double. *%\nbase(left(0..n)). init(left(n)). horizon(n).\n#const n = 3.\n"
    rules += "base(turn(P)) :- role(P). init(turn(x)). to_move(turn(P),P) :- role(P).\n"
    rules += "next(turn(Q)) :- mover(P), opponent(P,Q).\n"
    rules += "legal(P,take(1)) :- mover(P), true(left(N)).\n"
    rules += "next(left(N-1)) :- true(left(N)), far(N).\n"
    rules += "step(N,N+1) :- N = 0..n. far(0).\nfar(M) :- far(N), step(N,M).\n"
    rules += "terminal :- true(left(0)). goal(P,50) :- role(P).\n"
    path = tmp_path / "game.lp"
    path.write_text(rules)
    program = round_program_of(Question("x never loses", game=str(path)), {"n": 3})
    with pytest.raises(Unsuited, match=r"far\(_\) rests on itself") as refused:
        read_theory(program, ["n"])
    [diagnostic] = refused.value.diagnostics
    assert str(diagnostic.location) == f"{path}:9:1"
