"""Cases of a question, and instances in them: what is possible is never shown to be impossible."""

from collections.abc import Container
from dataclasses import replace
from itertools import product
from random import Random
from typing import Literal

import pytest
from conftest import HUNT, NEEDS_Z3
from oracle_theories import Model
from tables import tabled
from test_sizes_solving import bounded

from ttt_asp.deadline import Deadline
from ttt_asp.extensions.sizes import instances
from ttt_asp.extensions.sizes.cases import CaseSearch
from ttt_asp.extensions.sizes.decision_procedures import GLANCE, Solver
from ttt_asp.extensions.sizes.formulas import (
    FALSE,
    TRUE,
    Axiom,
    Definition,
    Formula,
    Holds,
    Junction,
    Not,
    Open,
    Quantified,
    Theory,
)
from ttt_asp.extensions.sizes.fresh_names import Names
from ttt_asp.extensions.sizes.integers import Arithmetic, Compare, Name, Number, Relation, Term

DOMAIN = range(3)
KINDS = ("kind 1", "kind 2")
OPENS = {"free a": (), "free b": (), "free r": ("_1",)}

# What says the opposite, with the parts negated, or the sides exchanged.
OTHER_JUNCTION: dict[Literal["and", "or"], Literal["and", "or"]] = {"and": "or", "or": "and"}
OTHER_QUANTIFIER: dict[Literal["exists", "forall"], Literal["exists", "forall"]] = {
    "exists": "forall",
    "forall": "exists",
}
OPPOSITE: dict[Relation, Relation] = {"=": "!=", "!=": "=", "<": "<=", "<=": "<"}


Known = dict[str, tuple[str, ...]]


def drawn(random: Random, known: Known, names: tuple[str, ...], deep: int = 4) -> Formula:
    """A formula about constants, names, and what is known."""

    def term() -> Term:
        plain = Name(random.choice([*names, *KINDS]))
        step = Number(random.choice((-1, 1)))
        return random.choice((plain, plain, Arithmetic("+", (plain, step))))

    match random.randrange(8 if deep else 4):
        case 0:
            left = Name(random.choice([*KINDS, *names]))
            return Compare(random.choice(("=", "!=")), left, Number(random.choice(DOMAIN)))
        case 1 | 2 | 3:
            predicate = random.choice([*known])
            atom = Holds(predicate, tuple(term() for _ in known[predicate]))
            return random.choice((atom, Not(atom)))
        case 4 | 5:
            count = random.randint(2, 3)
            inner = tuple(drawn(random, known, names, deep - 1) for _ in range(count))
            return Junction(random.choice(("and", "or")), inner)
    name = f"N.{random.randrange(10**9)}"
    inside = drawn(random, known, (*names, name), deep - 1)
    return Quantified(random.choice(("exists", "forall")), (name,), inside)


def normal(formula: Formula, holds: bool = True) -> Formula:
    """A formula, or its negation, in which `Not` stands at atoms only."""
    match formula:
        case Not(inner):
            return normal(inner, not holds)
        case Junction(kind, formulas):
            joined = kind if holds else OTHER_JUNCTION[kind]
            return Junction(joined, tuple(normal(part, holds) for part in formulas))
        case Quantified(kind, names, inner):
            bound = kind if holds else OTHER_QUANTIFIER[kind]
            return Quantified(bound, names, normal(inner, holds))
        case Compare(operator, left, right) if not holds:
            sides = (left, right) if operator in ("=", "!=") else (right, left)
            return Compare(OPPOSITE[operator], *sides)
    return formula if holds else Not(formula)


def drawn_normal(random: Random, known: Known, names: tuple[str, ...]) -> Formula:
    """Such a formula, whose quantifiers are about 0, 1 and 2."""
    return normal(bounded(drawn(random, known, names)))


def drawn_theory(random: Random) -> tuple[Theory, Formula]:
    """A theory with definitions and an axiom, and a question."""
    known, definitions = dict(OPENS), list[Definition]()
    for number in range(6):
        names = random.choice(((), (), ("_1",)))
        made = drawn_normal(random, known, names)
        definitions.append(Definition(f"made({number})", names, made, ()))
        known[f"made({number})"] = names
    axioms = (Axiom(drawn_normal(random, known, ()), ()),)
    opens = tuple(Open(name, names) for name, names in OPENS.items())
    question = Junction("and", tuple(drawn_normal(random, known, ()) for _ in range(2)))
    return Theory((), KINDS, opens, tuple(definitions), axioms), question


def possible(theory: Theory, question: Formula) -> bool:
    """Whether some model has few numbers: where r holds only of those around the domain."""
    around = (-1, 0, 1, 2, 3)
    for values, a, b in product(product(DOMAIN, repeat=2), (False, True), (False, True)):
        for held in ((), (0,), (1,), (0, 2), (1, 2), around):
            constants = dict(zip(KINDS, values, strict=True))

            def holds(
                name: str,
                numbers: tuple[int, ...],
                atoms: tuple[bool, bool] = (a, b),
                held: Container[int] = held,
            ) -> bool:
                return numbers[0] in held if numbers else atoms[name == "free b"]

            model = Model(theory, constants, holds, around)
            if model.true(question) and all(model.true(one.formula) for one in theory.axioms):
                return True
    return False


@NEEDS_Z3
@pytest.mark.parametrize("seeds", [range(n, n + 40) for n in range(0, 40 * max(1, HUNT), 40)])
def test_what_is_possible_is_impossible_in_no_search_by_cases(seeds: range) -> None:
    shown = 0
    with Solver(GLANCE, Deadline()) as solver:
        for seed in seeds:
            theory, question = drawn_theory(Random(seed))
            search = CaseSearch(theory, TRUE, lambda text: solver.is_unsat("glance", text))
            if search.scripts(question) is not None:
                shown += 1
                assert not possible(theory, question), seed
    assert shown  # of some it is shown


COMPARED = [Compare("=", Name("kind 1"), Number(number)) for number in (1, 2)]
MADE = tuple(Definition(f"made({n})", (), one, ()) for n, one in enumerate(COMPARED, 1))
FIXED = Theory((), ("kind 1",), (Open("free r", ("_1",)),), MADE, ())


def test_no_kind_at_all_is_a_case_too() -> None:
    """Of a constant that has neither of two values nothing is shown."""
    search = CaseSearch(FIXED, TRUE, lambda _: False)
    differs = [Compare("!=", Name("kind 1"), Number(number)) for number in (1, 2)]
    inside = Junction("and", (Holds("free r", (Name("N"),)), *differs))
    neither = Junction("or", (Quantified("exists", ("N",), inside), FALSE))
    assert search.scripts(neither) is None
    both = Junction("and", (Holds("made(1)", ()), Holds("made(2)", ())))
    assert search.scripts(both) == []


def test_no_search_begins_where_no_side_is_fixed() -> None:
    open_sides = replace(FIXED, opens=(Open("free r", ("_1", "_2")),))
    assert CaseSearch(open_sides, TRUE, lambda _: True).scripts(FALSE) is None
    assert CaseSearch(FIXED, TRUE, lambda _: True).scripts(FALSE) == []


def test_instances_of_instances_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said of all integers inside the same four times over has instances without number."""
    monkeypatch.setattr(instances, "MOST_AT_ONCE", 100)
    inside: Formula = Junction("or", tuple(Holds(name, (Name(name),)) for name in "ABCD"))
    for name in "ABCD":
        inside = Quantified("forall", (name,), inside)
    spoken = [Holds(name, (Number(number),)) for name in "ABCD" for number in range(12)]
    goal = Junction("and", tuple(spoken))
    theory = replace(FIXED, opens=tuple(Open(name, ("_1",)) for name in "ABCD"))
    texts = instances.scripts(theory, TRUE, [inside], goal, Names())
    counts = [text.count("(assert") for text in texts]
    of_sizes_and_spoken = 1 + len(spoken)
    assert counts[-1] > of_sizes_and_spoken
    assert max(counts) <= of_sizes_and_spoken + 100 * instances.ROUNDS


@tabled()
def test_a_line_matters_where_all_its_squares_are_spoken_of(
    heights: tuple[int, ...], last: str, chosen: int
) -> None:
    """That four atoms do not all hold says nothing before they are there; a consequence does."""
    atoms = [Holds(name, (Name("N"),)) for name in "ABCD"]
    members: list[Formula] = [*map(Not, atoms[:3])]
    members.append(Not(atoms[3]) if last == "not" else atoms[3])
    line = Quantified("forall", ("N",), Junction("or", tuple(members)))
    spoken = (Holds(name, (Number(at),)) for name, at in zip("ABCD", heights, strict=True))
    theory = replace(FIXED, opens=tuple(Open(name, ("_1",)) for name in "ABCD"))
    texts = instances.scripts(theory, TRUE, [line], Junction("and", tuple(spoken)), Names())
    instances_in = [text.count("(assert") - (1 + len(atoms)) for text in texts]
    assert instances_in[-1] == chosen
    assert instances_in[0] == (len({*heights}) == 1)  # none has a new atom in the first


@NEEDS_Z3
def test_what_a_case_has_a_name_for_is_not_decided_first() -> None:
    """Four atoms say that one thing exists; what matters is whether either of two does."""
    some = {name: Quantified("exists", ("N",), Holds(name, (Name("N"),))) for name in "ABCDEFGH"}
    none = {name: Quantified("forall", ("M",), Not(Holds(name, (Name("M"),)))) for name in some}
    either = Definition("either", (), Junction("or", (some["A"], some["B"])), ())
    single = tuple(Definition(f"some {name}", (), some[name], ()) for name in "EFGH")
    opens = tuple(Open(name, ("_1",)) for name in some)
    theory = replace(FIXED, opens=opens, definitions=(either, *single))
    said: list[Formula] = [
        Junction("or", (Holds("either", ()), some["C"])),
        none["A"],
        none["B"],
        none["C"],
    ]
    beside = (Junction("or", (Holds(one.predicate, ()), none["D"])) for one in single)
    with Solver(GLANCE, Deadline()) as solver:
        search = CaseSearch(theory, TRUE, lambda text: solver.is_unsat("glance", text))
        assert search.scripts(Junction("and", (*said, *beside))) is not None
