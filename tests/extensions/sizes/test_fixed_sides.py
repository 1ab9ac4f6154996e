"""Drawn rules about a few columns of any height: what no case allows, clingo finds at no height.

clingo itself is the oracle: it grounds the same rules at each height from 1 to 8, and is asked for
an answer set with what the search has shown to be impossible.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import clingo
import pytest
from conftest import HUNT, NEEDS_Z3

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Unsuited
from ttt_asp.extensions.sizes.cases import CaseSearch
from ttt_asp.extensions.sizes.condition import parse_every
from ttt_asp.extensions.sizes.decision_procedures import GLANCE, Solver
from ttt_asp.extensions.sizes.formulas import FALSE, Formula, Holds, Not, condition, conjunction
from ttt_asp.extensions.sizes.reading import read_theory
from ttt_asp.programs.program import Program

# A position with any marks, a move that is one of those possible, and the position after it. Marks
# that fall lie on others; those of the other game lie anywhere.
BOARD = """\
#const n = 1.
square(cell(I,J)) :- I = 1..n, J = 1..{columns}.
{{ go }}.
{{ was(x,C) : square(C) }}.
{{ was(o,C) : square(C) }}.
empty(C) :- square(C), not was(x,C), not was(o,C).
possible(cell(I,J)) :- empty(cell(I,J)){falling}.
{{ move(C) : possible(C) }} = 1 :- go.
now(P,C) :- was(P,C).
now(x,C) :- move(C).
still(C) :- empty(C), not move(C).
contested :- was(x,C), was(o,C).
floating :- was(P,cell(I,J)), empty(cell(K,J)), I < K.
fair :- go, not contested, not floating.
"""
FALLING = ", not empty(cell(I+1,J))"
HEIGHTS = range(1, 9)
CONDITIONS = (
    "n > 0",
    "n > 1",
    "n > 0, n \\ 2 = 0",
    "n > 2, n \\ 3 = 1",
    "n > 0, (n-5) \\ 2 = 0",
    "n > 0, n/2 \\ 2 = 1",
)
PLACES = ("was(x,{})", "was(o,{})", "now(x,{})", "now(o,{})", "empty({})", "still({})",
          "possible({})", "move({})", "square({})")  # fmt: skip


@dataclass(frozen=True)
class Drawn:
    """Rules, the columns that they are about, and the atoms that questions are made of."""

    columns: int
    every: str
    text: str
    asked: tuple[str, ...]


def integer(random: Random, names: Sequence[str]) -> str:
    """A term of clingo's about integers with these names."""
    name = random.choice(names)
    terms = (f"{name}+1", f"{name}-1", f"{name}-2", f"2*{name}", f"n+1-{name}", f"{name}/2",
             f"({name}-4)/3", f"{name} \\ 2", f"(2-{name}) \\ 3", f"|{name}-3|", "n", "1",
             "2")  # fmt: skip
    return random.choice((name, name, name, *terms))


def compared(random: Random, names: Sequence[str]) -> str:
    """A comparison of such terms."""
    left, right = integer(random, names), integer(random, names)
    relation = random.choice(("<", "<=", "=", "!=", ">"))
    residue = f"({left}-{random.choice(names)}) \\ {random.choice((2, 3))}"
    return random.choice((f"{left} {relation} {right}", f"{residue} = {random.choice((-1, 0, 1))}"))


def body(random: Random, columns: int, places: Sequence[str]) -> str:
    """A body of a rule, with the integers I and J of a square."""
    first = random.choice([one for one in places if not one.startswith("square")])
    literals, names = [first.format("cell(I,J)")], ["I"]
    for _ in range(random.choice((0, 1, 1, 2, 2, 3))):
        column = random.choice(
            ("J", "J", "J", str(random.randint(1, columns)), "J+1", f"{columns + 1}-J")
        )
        match random.randrange(8):
            case 0 | 1:
                literals.append(compared(random, names))
            case 2:
                literals.append(random.choice((f"J = {random.randint(1, columns)}", "I != J")))
            case 3 if "K" not in names:
                literals.append(random.choice(places).format(f"cell(K,{column})"))
                names.append("K")
            case 4:
                inner = random.choice((f"cell(L,{column})", "cell(I,L)"))
                literals.append(f"not {random.choice(places).format(inner)} : square({inner})")
            case 5:
                inner = random.choice((f"cell(L,{column})", "cell(I,L)"))
                number = f"{random.choice((0, 1))} {random.choice(('=', '!=', '<'))}"
                counted = random.choice(places).format(inner)
                literals.append(f"{number} #count {{ L : {counted} }}")
            case _:
                place = random.choice(places).format(f"cell({integer(random, names)},{column})")
                literals.append(f"{random.choice(('', 'not '))}{place}")
    return "; ".join(literals)  # a comma would go on with a condition


def drawn(random: Random) -> Drawn:
    """Rules of a board, of squares derived from others, and of atoms about the whole."""
    columns = random.choice((2, 2, 3))
    falling = random.choice(("", FALLING, FALLING))
    rules, places, asked = [BOARD.format(columns=columns, falling=falling)], list(PLACES), ["fair"]
    for number in range(2):
        row = random.choice(("I", "I+1", "I-1", "I/2", "2*I", "1", "n", "n-I"))
        column = random.choice(("J", "J", "J+1", "J-1", "1", "3-J", "I"))
        found = body(random, columns, PLACES)
        rules.append(f"made{number}(cell({row},{column})) :- {found}.")
        places.append(f"made{number}({{}})")
    for number in range(8):
        asked.append(f"asked{number}")
        for _ in range(random.choice((1, 1, 2))):
            rules.append(f"asked{number} :- {body(random, columns, places)}.")
    return Drawn(columns, random.choice(CONDITIONS), "\n".join(rules), tuple(asked))


Asked = dict[str, bool]


def question(random: Random, drawn: Drawn) -> Asked:
    """Atoms that are to hold, or not to hold, at once."""
    chosen = {name: random.random() < 0.6 for name in random.sample(drawn.asked[1:], 3)}
    return {"fair": True, **chosen} if random.random() < 0.8 else chosen


def shown_impossible(drawn: Drawn, questions: Sequence[Asked]) -> list[Asked]:
    """The questions that the search shows to be impossible at all heights.

    It finds the same texts where it is told of these alone that they are unsatisfiable.
    """
    signatures = frozenset((name, 0) for name in drawn.asked)
    theory = read_theory(Program(drawn.text), ["n"], signatures)
    known = {one.predicate for one in theory.definitions}
    every = condition(parse_every(drawn.every, ["n"], "the board"))

    def formula(asked: Asked) -> Formula:
        atoms = {name: Holds(name, ()) if name in known else FALSE for name in asked}
        return conjunction(
            atoms[name] if holds else Not(atoms[name])
            for name, holds in asked.items()
            if holds or atoms[name] != FALSE
        )

    with Solver(GLANCE, Deadline()) as solver:
        search = CaseSearch(theory, every, lambda text: solver.is_unsat("glance", text))
        found = [(asked, search.scripts(formula(asked))) for asked in questions]
    shown = [(asked, texts) for asked, texts in found if texts is not None]
    for asked, texts in shown:
        again = CaseSearch(theory, every, frozenset(texts).__contains__)
        assert again.scripts(formula(asked)) == texts, asked
    return [asked for asked, _ in shown]


def found_at(drawn: Drawn, height: int, shown: Sequence[Asked]) -> list[Asked]:
    """The questions for which clingo has an answer set at a height, if the condition allows it."""
    control = clingo.Control([f"-c n={height}", "-Wnone"], message_limit=0)
    control.add("base", [], f"{drawn.text}\nallowed :- {drawn.every}.\n:- not allowed.")
    control.ground([("base", [])])
    return [
        asked
        for asked in shown
        if control.solve(
            assumptions=[(clingo.Function(name), holds) for name, holds in asked.items()]
        ).satisfiable
    ]


@NEEDS_Z3
@pytest.mark.hunt
@pytest.mark.parametrize("seeds", [range(n, n + 3) for n in range(0, 3 * max(1, HUNT), 3)])
def test_what_clingo_finds_at_some_height_is_shown_impossible_at_none(seeds: range) -> None:
    shown = 0
    for seed in seeds:
        random = Random(seed)
        rules = drawn(random)
        questions = [question(random, rules) for _ in range(6)]
        try:
            impossible = shown_impossible(rules, questions)
        except Unsuited:  # it has no translation
            continue
        shown += len(impossible)
        for height in HEIGHTS:
            assert found_at(rules, height, impossible) == [], (seed, height)
    assert shown  # of some it is shown
