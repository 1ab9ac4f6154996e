"""Recursion read as formulas: what is said of it is so in every answer set, and what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from random import Random

import clingo
import pytest
from oracle_theories import Model, filled, split

from ttt_asp.deadline import Deadline
from ttt_asp.engines.sizes.fixpoints import Fixpoints
from ttt_asp.engines.sizes.formulas import Compare, Formula, Name, Number
from ttt_asp.engines.sizes.images import Image, differing, reflections
from ttt_asp.engines.sizes.inquiries import atom
from ttt_asp.engines.sizes.reading import Reading, read_recursive, read_theory
from ttt_asp.engines.sizes.smtlib import asserted, theory_text
from ttt_asp.engines.sizes.solver import Solver
from ttt_asp.engines.sizes.specialised import cut
from ttt_asp.errors import Unsuited
from ttt_asp.programs.assembly import Program

pytest.importorskip("z3")

ASKED = frozenset({("answer", 1)})
SIZES = Compare("<", Number(0), Name("n"))
# Positions: one, the same with one mark more of x's, and one with roles and squares exchanged.
FRAME = """
#const n = 2.
role((x;o)). situation((any;rich;mirror)).
square(cell(1..n,1..n)).
{ true(marked(P,C),any) : role(P), square(C) }.
{ extra(C) : square(C) } 1.
true(F,rich) :- true(F,any).
true(marked(x,C),rich) :- extra(C).
true(marked(Q,D),mirror) :- true(marked(P,C),any), opponent(P,Q), exchanged(C,D).
opponent(P,Q) :- role(P), role(Q), P != Q.
marked(P,C,T) :- true(marked(P,C),T).
taken(C,T) :- marked(P,C,T).
answer(all) :- joined(P,C,T).
answer(all) :- second(P,C,T).
"""
JOINED = """
joined(P,C,T) :- starts(P,C), marked(P,C,T).
joined(P,D,T) :- joined(P,C,T), near(P,C,D), marked(P,D,T).
"""
# Rules of which the lemmas are not all true, each with others in its place.
PARTS: Sequence[Sequence[str]] = (
    (
        "exchanged(cell(I,J),cell(J,I)) :- square(cell(I,J)).",
        "exchanged(cell(I,J),cell(n+1-J,n+1-I)) :- square(cell(I,J)).",
        "exchanged(C,C) :- square(C).",
    ),
    (
        "starts(x,cell(1,J)) :- square(cell(1,J)). starts(o,cell(I,1)) :- square(cell(I,1)).",
        "starts(x,cell(1,J)) :- square(cell(1,J)). starts(o,cell(I,n)) :- square(cell(I,n)).",
        "starts(P,cell(1,1)) :- role(P), square(cell(1,1)).",
    ),
    (
        "near(P,cell(I,J),cell(K,L)) :- role(P), square(cell(I,J)), square(cell(K,L)), "
        "|I-K| + |J-L| = 1.",
        "near(P,cell(I,J),cell(I,J+1)) :- role(P), square(cell(I,J)), square(cell(I,J+1)).",
        "near(x,cell(I,J),cell(I+1,J)) :- square(cell(I,J)), square(cell(I+1,J)). "
        "near(o,cell(I,J),cell(I,J+1)) :- square(cell(I,J)), square(cell(I,J+1)).",
    ),
    (
        JOINED,
        JOINED.replace("marked(P,D,T).", "not taken(D,T)."),
        JOINED.replace("marked(P,D,T).", "not marked(Q,D,T), opponent(P,Q)."),
        JOINED.replace("starts(P,C), marked", "starts(P,C), situation(T), not marked"),
        JOINED + "joined(x,C,T) :- joined(o,C,T), taken(C,T).",
        JOINED + "joined(o,C,T) :- joined(x,C,T). joined(x,C,T) :- joined(o,C,T).",
    ),
    (
        "second(P,C,T) :- starts(P,C), not joined(P,C,T), situation(T). "
        "second(P,D,T) :- second(P,C,T), near(P,C,D), not joined(P,D,T).",
        "second(P,D,T) :- joined(P,C,T), near(P,C,D). second(P,D,T) :- second(P,C,T), near(P,D,C).",
        "",
    ),
)


def text_of(chosen: Sequence[str]) -> str:
    return "\n".join([FRAME, *chosen])


class Asked:
    """A program's recursion, and a solver."""

    def __init__(self, text: str, solver: Solver) -> None:
        self.reading: Reading = read_recursive(Program(text, (), {}), ["n"], ASKED)
        self.solver = solver
        first = [Image("any", "rich"), Image("rich", "any")]
        swapped = (("x", "o"), ("o", "x"))
        for squares in reflections(self.reading):
            for pair in (("any", "mirror"), ("mirror", "any")):
                first.append(Image(*pair, swapped, squares))
        self.fixpoints = Fixpoints(self.reading, first, self.contradict)

    def contradict(self, formulas: Sequence[Formula]) -> bool:
        theory = cut(self.reading.theory, [SIZES, *formulas])
        said = theory_text(theory, SIZES).partition("\n")[2]
        lines = [line for one in formulas for line in asserted(one)]
        return self.solver.ask("\n".join([said, *lines])) == "unsat"

    def known(self) -> list[Formula]:
        return self.fixpoints.known(atom(self.reading.theory, "answer(all)"))


def answer_set(text: str, size: int, seed: int) -> set[str]:
    options = ["1", "--rand-freq=1", f"--seed={seed}", "--warn=none", f"-cn={size}"]
    control = clingo.Control(options)
    control.add("base", [], text)
    control.ground([("base", [])])
    found: list[set[str]] = []
    control.solve(on_model=lambda m: found.append(set(map(str, m.symbols(atoms=True)))))
    return found[0]


def model_of(reading: Reading, atoms: set[str], size: int) -> Model:
    """An answer set as a model: what is open holds where the answer set says so."""

    def holds(name: str, numbers: tuple[int, ...]) -> bool:
        return filled(split(name.removeprefix("free ")), numbers) in atoms

    constants = {"n": size, **dict.fromkeys(reading.theory.chosen, 0)}
    extra = [one for one in atoms if one.startswith("extra(")]
    if extra:
        cell = clingo.parse_term(extra[0]).arguments[0]
        kind = next(one for one in reading.theory.chosen if one.startswith("kind"))
        constants[kind] = 1
        for number, value in enumerate(cell.arguments, 1):
            constants[f"extra(cell(_,_)).{number}"] = value.number
    return Model(reading.theory, constants, holds, range(-1, size + 3))


@pytest.mark.slow
def test_what_is_known_is_so_in_answer_sets() -> None:
    """Lemmas that are shown hold at sampled positions; of wrong ones none is shown."""
    rng = Random(14)
    ways = [*product(*PARTS)]
    chosen = [ways[0], *rng.sample(ways, 5)]
    seen = Counter[str]()
    with Solver("z3", 200_000, Deadline()) as solver:
        for parts in chosen:
            text = text_of(parts)
            asked = Asked(text, solver)
            known = asked.known()
            count = sum(len(one.definitions) for one in asked.reading.recursions)
            seen["equations"] += count
            seen["lemmas"] += len(known) - count
            for size, seed in ((1, 0), (2, 1), (2, 2), (3, 3), (3, 4)):
                model = model_of(asked.reading, answer_set(text, size, seed), size)
                assert all(map(model.true, known)), (parts, size, seed)
    assert seen["lemmas"] > 20, seen
    assert seen["lemmas"] < 6 * 16, seen


@pytest.mark.slow
def test_chains_are_compared() -> None:
    """Of chains as in Hex everything is known that is so."""
    with Solver("z3", 200_000, Deadline()) as solver:
        first = [part[0] for part in PARTS]
        asked = Asked(text_of([*first[:4], ""]), solver)
        assert len(asked.reading.recursions) == 6
        assert len(asked.known()) == 6 + 8
        (squares,) = reflections(asked.reading)
        assert solver.ask("(assert true)") == "sat"
        assert asked.contradict([differing(one, asked.reading) for one in squares])
        # sides that are exchanged are not those of the other role
        asked = Asked(text_of([*first[:1], PARTS[1][1], *first[2:4], ""]), solver)
        assert len(asked.known()) == 6 + 4


def test_what_is_no_least_set_is_not_known() -> None:
    """A cycle that nothing starts is empty; the formulas leave that open, and prove neither."""
    text = FRAME + "joined(P,C,T) :- joined(P,C,T), marked(P,C,T). answer(none) :- not answer(all)."
    text += " second(x,C,T) :- joined(x,C,T), second(x,C,T)."
    reading = read_recursive(Program(text, (), {}), ["n"], ASKED)
    assert not reading.theory.atoms.keys() & {"answer(all)"}
    started = text + " joined(P,cell(1,1),T) :- taken(cell(1,1),T), marked(P,cell(1,1),T)."
    with Solver("z3", 200_000, Deadline()) as solver:
        asked = Asked(started, solver)
        assert not asked.contradict([atom(asked.reading.theory, "answer(all)"), *asked.known()])
        assert not asked.contradict([atom(asked.reading.theory, "answer(none)"), *asked.known()])


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("p(X) :- q(X), not r(X). r(X) :- q(X), not p(X).", "by negation, a condition or a count"),
        ("p(X) :- q(X), not not p(X).", "p/1 rests on itself by negation"),
        ("p(X) :- q(X), p(Y) : q(Y).", "p/1 rests on itself by negation"),
        ("p(X) :- q(X), q(Y) : p(Y).", "p/1 rests on itself by negation"),
        ("p(X) :- q(X), 1 <= #count { Y : p(Y) }.", "p/1 rests on itself by negation"),
        (
            "{ p(X) } :- r(X). r(X) :- p(X). r(X) :- q(X), t. { t }.",
            "p/1 rests on itself by a choice",
        ),
        ("p(X) :- q(X), N = #count { Y : p(Y) }, N != 7.", "recursion has no translation"),
    ],
)
def test_recursion_that_is_not_plain_is_refused(rules: str, said: str) -> None:
    program = Program(f"#const n = 3. q(1..n). answer(X) :- p(X). {rules}", (), {})
    with pytest.raises(Unsuited) as raised:
        read_recursive(program, ["n"], ASKED)
    assert said in raised.value.diagnostics[0].message


def test_recursion_is_not_read_unasked() -> None:
    program = Program("#const n = 3. q(1..n). p(1). p(X+1) :- p(X), q(X). a(X) :- p(X).", (), {})
    assert read_recursive(program, ["n"], frozenset({("a", 1)})).recursions
    with pytest.raises(Unsuited, match="recursion has no translation"):
        read_theory(program, ["n"], frozenset({("a", 1)}))
