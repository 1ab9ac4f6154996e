"""Choices of at most one, read as formulas: the choices that there are, and what follows."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import clingo
import pytest
from oracle_theories import Model
from tables import contents

from ttt_asp.claims.problem import free_play
from ttt_asp.engines.sizes.formulas import Theory
from ttt_asp.engines.sizes.reading import read_theory
from ttt_asp.games.load import load_game
from ttt_asp.lp.syntax import signatures
from ttt_asp.programs.assembly import Program
from ttt_asp.programs.program import stealing_program

CHOICES = {
    "a number": "p(1..n). { q(X) : p(X) } 1. r(X+1) :- q(X). s :- not q(1).",
    "kinds": """p(1..n). s(a). s(f(X)) :- p(X). s(g(X,a)) :- p(X), X > 1. { q(X) : s(X) } 1.
        r(X) :- q(f(X)). r(X) :- q(g(X,_)). s :- q(a).""",
    "a body": "p(1..n). { s } . { q(X) : p(X), X != 2 } 1 :- s. r(X) :- p(X), not q(X).",
    "two": "p(1..n). { q(X) : p(X) } 1. { r(Y) : q(X), p(Y), X < Y } 1. s :- r(3).",
    "nothing": "p(1..n). { q(X) : p(X), X > 9 } 1. s :- q(X). { r(X) : p(X) } 1 :- s.",
}
ASKED = signatures("q/1 r/1 s/0")


def worlds(text: str) -> set[frozenset[str]]:
    """The atoms asked for in each answer set."""
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    found = set[frozenset[str]]()

    def keep(model: clingo.Model) -> None:
        atoms = model.symbols(atoms=True)
        found.add(frozenset(str(a) for a in atoms if (a.name, len(a.arguments)) in ASKED))

    control.solve(on_model=keep)
    return found


@pytest.mark.parametrize("name", CHOICES)
def test_the_models_are_the_answer_sets(name: str) -> None:
    text = CHOICES[name]
    theory = read_theory(Program(f"#const n = 1.\n{text}"), ["n"], ASKED)
    assert not theory.axioms
    named = theory.atoms.items()
    wanted = {atom: name for atom, name in named if atom.startswith(("q(", "r(")) or atom == "s"}
    for n in (0, 1, 3):
        said = set[frozenset[str]]()
        for on, *values in product((False, True), *(range(4) for _ in theory.chosen)):
            constants = dict(zip(theory.chosen, values, strict=True)) | {"n": n}
            model = Model(theory, constants, lambda *_, on=on: on, range(-1, 6))
            said.add(frozenset(model.atoms(wanted)))
        assert said == worlds(f"#const n = {n}.\n{text}"), n


# Fixes what the frame chooses as some facts have it.
FIXED = contents("engines/at_most_one_fixed.lp")
SHOWN = signatures("""
    answer/1 broken/2 given/0 unsound/1 may/3 won/2 moves/1 same/0 blocked/0 instead/2 spare/1
    extra/1 does/3 true/2 first/1 twin/2 begun/1 first_mark/1
""")


def chosen(theory: Theory, size: tuple[int, int], random: Random) -> dict[str, int]:
    """Values of what is chosen: kinds, and squares; often the same one twice."""
    row, column = (random.randint(1, most) for most in size)
    found = {}
    for name in theory.chosen:
        same = column if name.endswith(".2") else row
        found[name] = random.choice((same, same, same, random.randint(0, 4)))
        if name.startswith("instead"):
            found[name] = random.randint(1, 4 if name.endswith(".2") else size[0])
        if name.startswith("kind"):
            found[name] = random.choice((1, 1, 1, 1, 2))
    return found


def world(text: str, shown: frozenset[tuple[str, int]]) -> set[str]:
    """The atoms of some predicates in the one answer set of a program."""
    control = clingo.Control(["2", "--warn=none", "-c", "ask=play"])
    control.add("base", [], text)
    control.ground([("base", [])])
    found: list[set[str]] = []

    def keep(model: clingo.Model) -> None:
        atoms = model.symbols(atoms=True)
        found.append({str(a) for a in atoms if (a.name, len(a.arguments)) in shown})

    control.solve(on_model=keep)
    assert len(found) == 1
    return found[0]


FREE = ("extra(", "instead(")


def is_fixed(atom: str) -> bool:
    """Whether an atom says what was chosen, or what holds in the position."""
    situation = atom.rpartition(",")[2]
    moved = atom.startswith("does(") and situation in ("any)", "opening)")
    return atom.startswith(FREE) or moved or (atom.startswith("true(") and situation == "any)")


@pytest.mark.parametrize("misere", ["0", "1"])
@pytest.mark.parametrize("size", [(1, 4), (2, 3)])
def test_the_extra_mark_frame_says_what_clingo_says(size: tuple[int, int], misere: str) -> None:
    def program(rows: int, cols: int) -> Program:
        constants = {"rows": str(rows), "cols": str(cols), "misere": misere}
        return stealing_program(free_play(load_game("tictactoe", constants)), every=True)

    theory = read_theory(program(3, 3), ["rows", "cols"], SHOWN)
    assert not theory.axioms
    names = {
        atom: predicate
        for atom, predicate in theory.atoms.items()
        if atom.partition("(")[0] in {name for name, _ in SHOWN}
    }
    text = program(*size).text
    seen = set[str]()
    for seed in range(40):
        random = Random(seed)
        turn = f"turn({random.choice('xxo')})"
        squares = product(range(1, size[0] + 1), range(1, size[1] + 1))
        marks: dict[tuple[int, ...], str] = {
            square: f"marked({random.choice('xo...')}," for square in squares
        }

        def holds(
            predicate: str,
            given: tuple[int, ...],
            turn: str = turn,
            marks: dict[tuple[int, ...], str] = marks,
        ) -> bool:
            return turn in predicate or marks.get(given, "nothing") in predicate

        values = {"rows": size[0], "cols": size[1], **chosen(theory, size, random)}
        said = Model(theory, values, holds, range(-1, 6)).atoms(names)
        facts = "".join(f"fixed({atom})." for atom in filter(is_fixed, said))
        assert said == world(f"{text}\n{FIXED}\n{facts}", SHOWN), seed
        seen |= said
    assert {"same", "blocked", "given", "moves(opening)", "moves(any)", "moves(rich)"} <= seen
    assert all(any(atom.startswith(one) for atom in seen) for one in FREE)


BAIT = signatures("""
    answer/1 broken/2 unsound/1 may/3 won/2 moves/1 does/3 true/2 next/2 first/1 twin/2 tells/1
    has_twin/1 has_turn/2 able/2 taken/0
""")
CHOSEN = re.compile(r"does\(|true\(.*,any\)")


@pytest.mark.parametrize("trap", ["eat(cell(rows,cols))", "eat(cell(1,cols))"])
@pytest.mark.parametrize("size", [(1, 1), (2, 3)])
def test_the_bait_frame_says_what_clingo_says(size: tuple[int, int], trap: str) -> None:
    def program(rows: int, cols: int) -> Program:
        constants = {"rows": str(rows), "cols": str(cols)}
        return stealing_program(free_play(load_game("chomp", constants)), trap, every=True)

    theory = read_theory(program(3, 3), ["rows", "cols"], BAIT)
    assert not theory.axioms
    kinds = {name for name, _ in BAIT}
    named = {a: predicate for a, predicate in theory.atoms.items() if a.partition("(")[0] in kinds}
    fixed, text = FIXED.replace("(opening;any)", "(opening;baited;any)"), program(*size).text
    seen = set[str]()
    for seed in range(40):
        random = Random(seed)
        squares = [*product(range(1, size[0] + 1), range(1, size[1] + 1))]
        left = {square for square in squares if random.random() < 0.7}
        turns = random.choice(("x", "x", "o", "o", "xo", ""))

        def holds(
            predicate: str,
            given: tuple[int, ...],
            turns: str = turns,
            left: set[tuple[int, int]] = left,
        ) -> bool:
            return given in left if given else predicate[len("free true(turn(")] in turns

        values = {"rows": size[0], "cols": size[1], **chosen(theory, size, random)}
        said = Model(theory, values, holds, range(-1, 6)).atoms(named)
        known = (atom for atom in said if CHOSEN.match(atom))
        facts = "".join(f"fixed({atom})." for atom in known)
        assert said == world(f"{text}\n{fixed}\n{facts}", BAIT), seed
        seen |= said
    assert {"moves(any)", "taken", "unsound(any)"} <= seen
