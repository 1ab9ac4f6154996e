"""Rules in parts: they mean the same, are written out fewer times, and need no wide relation."""

import re
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import clingo
import pytest
from conftest import GDL, examples, written
from gdl_oracle import Oracle
from hypothesis import given
from hypothesis import strategies as st
from tables import constant, tabled

from ttt_asp import prove, solve
from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.gdl import domains, parts
from ttt_asp.extensions.gdl.clauses import Clause, GdlLiteral, rule
from ttt_asp.extensions.gdl.parts import AtomTable, arguments_of, in_parts
from ttt_asp.extensions.gdl.syntax import Term, fold, relation
from ttt_asp.extensions.gdl.syntax import constant as clingo_constant
from ttt_asp.extensions.recognition import ground as recognition
from ttt_asp.games.load import load_game
from ttt_asp.positions import ground, layers
from ttt_asp.positions.ground import Circuit
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.position import SimultaneousMoves
from ttt_asp.solving.ground import Body

# One piece, which jumps to any square of a board; whatever it leaves is marked.
JUMPS: str = constant(__file__, "JUMPS")


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
SAME_NAMES: str = constant(__file__, "SAME_NAMES")


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


# --- moves of games whose rules speak of every move: their effects, and the rules read for them


# Counters stay where they are unless they move on: a rule for each counter and each move.
COUNTERS: str = constant(__file__, "COUNTERS")


def counters(number: int, last: int) -> str:
    facts = [f"(counter c{n}) (init (at c{n} 0))" for n in range(number)]
    facts += [f"(succ {n} {n + 1})" for n in range(last)]
    return COUNTERS.format(counters="\n".join(facts))


def test_rules_about_other_moves_are_not_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = free_play(load_game(written(tmp_path / "game.kif", counters(24, 2)), {}))
    machine = load_machine(match, Deadline())
    rules, looks = machine.circuit.rules.size["rules"], 0
    body = Circuit.body

    def counted(circuit: Circuit, one: Body, gates: Mapping[int, int]) -> int:
        nonlocal looks
        looks += 1
        return body(circuit, one, gates)

    monkeypatch.setattr(Circuit, "body", counted)
    for action in machine.actions:
        machine.specialise.together((action.move,))
    assert len(machine.actions) == 50 and looks < 3 * rules


@pytest.mark.parametrize("few", [0, 8])
def test_positions_and_value_are_those_of_the_oracle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    """However the bits are copied."""
    monkeypatch.setattr(layers, "FEW", few)
    game = written(tmp_path / "game.kif", counters(3, 3))
    number, _ = Oracle(Path(game)).explore()
    found = solve(game)
    # nine pushes whatever is done: p makes the last of them
    assert (found.positions, found.values) == (number, {"p": 100, "q": 0})


# Two roles choose at once, at first and ever after.
BIDS: str = constant(__file__, "BIDS")


def test_a_game_of_many_rules_is_refused_while_it_is_ground(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = free_play(load_game(written(tmp_path / "game.kif", BIDS), {}))
    assert load_machine(game, Deadline()).actions  # of few rules
    monkeypatch.setattr(ground, "MANY", 3)
    with pytest.raises(SimultaneousMoves, match=r"several roles choose at once at \{at\(0\)\}"):
        load_machine(game, Deadline())
    assert load_machine(game, Deadline(), at_once=True).actions
    in_turn = free_play(load_game(written(tmp_path / "turns.kif", counters(2, 2)), {}))
    assert load_machine(in_turn, Deadline()).actions


def test_lines_are_not_looked_for_among_many_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recognition, "MOST_RULES", 3)
    game = load_game(written(tmp_path / "game.kif", counters(2, 2)), {})
    assert game.recognised == "it has more than 3 ground rules: too many to look at"


# --- names ----------------------------------------------------------------------------------------


# Everything that a name may be made of.
NAMES = st.text(
    st.characters(exclude_categories=("C", "Z"), exclude_characters='()";?,{}[]|'), min_size=1
)


def original(mangled: str) -> str:
    """The folded name that `constant` made something of."""
    text = mangled.removeprefix("n'") if mangled.count("'") % 2 else mangled
    return re.sub(r"'([0-9a-f]*)'", lambda m: chr(int(m[1], 16)) if m[1] else "-", text)


@given(NAMES, NAMES)
@examples(100)
def test_names_can_be_read_back(one: str, other: str) -> None:
    one, other = fold(one), fold(other)
    for mangled in (clingo_constant(one), relation(one)):
        assert re.fullmatch(r"_*[a-z][a-zA-Z0-9_']*|[0-9]+", mangled)
    assert original(clingo_constant(one)) == one
    assert original(relation(one).removeprefix("gdl_")) == one
    assert (clingo_constant(one) == clingo_constant(other)) == (one == other)


@tabled()
def test_names_that_clingo_takes_stay(name: str, mangled: str) -> None:
    assert clingo_constant(name) == mangled
