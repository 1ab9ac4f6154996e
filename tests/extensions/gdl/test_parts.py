"""Rules in parts: they mean the same, are written out fewer times, and need no wide relation."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import clingo
import pytest
from conftest import GDL, examples, written
from gdl_oracle import Oracle
from hypothesis import given
from hypothesis import strategies as st

from ttt_asp import prove, solve
from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.gdl import domains, parts
from ttt_asp.extensions.gdl.clauses import Clause, GdlLiteral, rule
from ttt_asp.extensions.gdl.parts import AtomTable, arguments_of, in_parts
from ttt_asp.extensions.gdl.syntax import Term
from ttt_asp.games.load import load_game
from ttt_asp.positions.machine import load_machine

# One piece, which jumps to any square of a board; whatever it leaves is marked.
JUMPS = """
(role p) {index} (index 0)
(init (piece 1 1)) (init (left 6))
(<= (next (left ?n)) (true (left ?m)) (before ?n ?m))
(<= (square ?x ?y) (index ?x) (index ?y) (distinct ?x 0) (distinct ?y 0))
(<= (legal p (jump ?a ?b ?c ?d)) (true (piece ?a ?b)) (square ?c ?d) (other ?a ?b ?c ?d))
(<= (other ?a ?b ?c ?d) (square ?a ?b) (square ?c ?d) (distinct ?a ?c))
(<= (other ?a ?b ?c ?d) (square ?a ?b) (square ?c ?d) (distinct ?b ?d))
(<= (next (piece ?c ?d)) (does p (jump ?a ?b ?c ?d)))
(<= (next (mark ?a ?b)) (does p (jump ?a ?b ?c ?d)))
(<= (next (mark ?x ?y)) (true (mark ?x ?y)) (does p (jump ?a ?b ?c ?d)) (other ?x ?y ?c ?d))
(<= (same ?a ?b ?c ?d) (line ?a ?b) (line ?c ?d))
(<= (line ?a ?b) (true (mark ?a ?b)) (before ?a ?c))
(<= corners (true (mark ?a ?b)) (true (mark ?c ?d)) (same ?a ?b ?c ?d) (distinct ?a ?c))
(<= terminal (true (left 0)))
(<= (goal p 100) corners) (<= (goal p 0) (not corners))
"""


def jumps(size: int) -> str:
    facts = [f"(index {n}) (before {n - 1} {n})" for n in range(1, size + 1)]
    return JUMPS.format(index=" ".join(facts)).replace("(left 6)", f"(left {min(size, 3)})")


def rules_of(game: str) -> int:
    match = free_play(load_game(game, {}))
    return load_machine(match, Deadline()).circuit.rules.size["rules"]


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every rule is put into parts, and every relation replaced that can be."""
    monkeypatch.setattr(parts, "FEW", 0)
    monkeypatch.setattr(parts, "GAIN", 0)


def whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "FEW", float("inf"))


@pytest.mark.parametrize("name", ["nim", "ferry", "lights", "dice"])
@pytest.mark.usefixtures("always")
def test_games_in_parts_are_those_of_the_oracle(name: str) -> None:
    path = GDL / f"{name}.kif"
    number, plays = Oracle(path).explore()
    found = prove("always tie", game=str(path), engine="explicit", count=True)
    total = None if plays is None else plays.total()
    assert (found.positions, found.plays and sum(found.plays.values())) == (number, total)


@pytest.mark.usefixtures("always")
def test_jumps_in_parts_are_those_of_the_oracle(tmp_path: Path) -> None:
    game = written(tmp_path / "game.kif", jumps(3))
    number, _ = Oracle(Path(game)).explore()
    assert solve(game).positions == number


def test_moves_and_fluents_are_not_multiplied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = written(tmp_path / "game.kif", jumps(5))
    few = rules_of(game)
    whole(monkeypatch)
    assert few < 10_000 < 20_000 < rules_of(game)


@pytest.mark.parametrize("negated", [False, True])
def test_a_relation_of_many_atoms_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, negated: bool
) -> None:
    """Unless its negation is asked for."""
    text = jumps(3)
    if negated:
        text += "(<= alone (not (same 1 1 1 1)))"
    game = written(tmp_path / "game.kif", text)
    number, _ = Oracle(Path(game)).explore()
    monkeypatch.setattr(domains, "MOST_ATOMS", 20)
    loaded = load_game(game, {})
    assert (("gdl_same", 4) in loaded.rules.defined) == negated
    assert solve(game).positions == number


# Two relations whose variables have the same names; a third asks for the second.
SAME_NAMES = """
(role p) (init (at a)) (init (at b)) (legal p stay)
(dom a) (dom b) (dom c) (dom d) (e a b) (e b c) (e c d) (f a a) (f b b) (f c c) (f d d)
(<= (two ?x ?y) (e ?x ?z) (e ?z ?y))
(<= (far ?x ?y) (f ?x ?z) {two})
(<= (legal p (go ?z ?w)) (f ?z ?z) (dom ?w) (far ?z ?w))
(<= (next (at ?w)) (does p (go ?z ?w)) (true (at ?z)))
(<= terminal (not (true (at a))))
(goal p 100)
"""


@pytest.mark.parametrize("two", ["(two ?z ?y)", "(e ?z ?z') (e ?z' ?y)"])
@pytest.mark.usefixtures("always")
def test_variables_of_replaced_relations_stay_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, two: str
) -> None:
    """Also where a relation was put into another one before, or the file has such names."""
    game = written(tmp_path / "game.kif", SAME_NAMES.format(two=two))
    monkeypatch.setattr(domains, "MOST_ATOMS", 1)
    monkeypatch.setattr(domains, "_COUNTED", 1)
    number, _ = Oracle(Path(game)).explore()
    assert solve(game).positions == number


VARIABLES = st.sampled_from("XYZW").map(lambda name: Term(name, (), True))
TERMS = VARIABLES | st.just(Term("a"))
# What each relation may rest on; p may be recursive.
RESTS_ON = {"p": "efp", "q": "efp", "r": "epq", "s": "qr"}


@st.composite
def clauses(draw: Any, name: str) -> Clause:
    """A safe rule for a relation."""
    others = st.sampled_from(RESTS_ON[name])
    number = draw(st.integers(1, 4))
    body = [GdlLiteral(Term(draw(others), (draw(TERMS), draw(TERMS)))) for _ in range(number)]
    bound = sorted({v.name for x in body for v in x.atom.variables()}) or ["X"]
    if bound == ["X"]:
        body.append(GdlLiteral(Term("e", (Term("X", (), True), Term("Y", (), True)))))
    variables = st.sampled_from(bound).map(lambda name: Term(name, (), True))
    negated = st.sampled_from(["distinct", *set(RESTS_ON[name]) - {name}])
    for other in draw(st.lists(negated, max_size=2)):
        atom = Term(other, (draw(variables), draw(variables)))
        body.append(GdlLiteral(atom, other == "distinct"))
    head = Term(name, (draw(variables), draw(variables)))
    return Clause(head, tuple(dict.fromkeys(draw(st.permutations(body)))))


@st.composite
def programs(draw: Any) -> list[Clause]:
    """Mostly one rule for each relation."""
    names = ["p", *draw(st.lists(st.sampled_from("pqrs"), max_size=2)), *"qrs"]
    return [draw(clauses(name)) for name in names]


def atoms(rules: list[Clause]) -> set[str]:
    facts = ["e(a,b). e(b,c). e(c,a). e(a,a). f(a,a). f(c,b). f(b,c). f(b,a)."]
    text = "\n".join([*facts, *map(rule, rules)])
    for name in "efpqrs":
        text = text.replace(f"gdl_{name}(", f"{name}(")
    control = clingo.Control(["--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    shown = {str(atom.symbol) for atom in control.symbolic_atoms if atom.is_fact}
    return {atom for atom in shown if atom[0] in "pqrs" and atom[1] == "("}


def table(atom: Term) -> AtomTable:
    """Everything may hold."""
    names = tuple(dict.fromkeys(v.name for v in atom.variables()))
    rows = list(product("abc", repeat=len(names)))
    return AtomTable(names, len(rows), dict.fromkeys(names, 3.0), rows)


@examples(100, hunt=200)
@given(programs())
def test_rules_in_parts_mean_the_same(rules: list[Clause]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "FEW", 0)
        patch.setattr(parts, "GAIN", 0)
        split = in_parts(rules, table)
    assert atoms(split) == atoms(rules)


LEAVES = st.sampled_from(["a", "n'01", "12", "n'_", "not''filled", "a'2b'b"])
TREES = st.recursive(LEAVES, lambda t: st.lists(t, min_size=1, max_size=3).map(lambda x: ("f", *x)))


@examples(100)
@given(st.lists(TREES, max_size=3))
def test_arguments_are_read_from_the_text_of_an_atom(trees: list[Any]) -> None:
    def text(tree: Any) -> str:
        return tree if isinstance(tree, str) else f"{tree[0]}({','.join(map(text, tree[1:]))})"

    atom = clingo.parse_term(text(("gdl_p", *trees)) if trees else "gdl_p")
    assert arguments_of(str(atom)) == tuple(trees)


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.usefixtures("always")
def test_a_relation_is_replaced_by_what_it_stands_for(negated: bool) -> None:
    """Whatever its variables are called; not where its negation is asked for."""

    def clause(head: str, *body: str) -> Clause:
        terms = [Term(x[0], (Term(x[1], (), True), Term(x[2], (), True))) for x in (head, *body)]
        signs = [not (negated and x[0] == "q") for x in body]
        return Clause(terms[0], tuple(map(GdlLiteral, terms[1:], signs)))

    rules = [clause("qXY", "eXZ", "fZY"), clause("rXZ", "eXY", "fZX", "qXY")]
    split = in_parts(rules, table)
    asked = {x.atom.name for rule in split if rule.head.name != "q" for x in rule.body}
    assert ("q" in asked, atoms(split)) == (negated, atoms(rules))
