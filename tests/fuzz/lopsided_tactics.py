"""Analogies of random tactics that treat squares differently, against all positions one by one.

    PYTHONPATH=tests/oracles:tests:tests/games:tests/analyses \\
        python tests/fuzz/lopsided_tactics.py SECONDS [SEED]
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import oracle
from conftest import tactic
from counted import main
from oracle import Position, Square, Squares
from test_analogies import (
    BOARD,
    SQUARES,
    elements,
    named,
    positions,
    relevant,
    respects,
    symmetries,
)

from ttt_asp.analyses.analogies import analogies
from ttt_asp.deadline import Deadline
from ttt_asp.games.load import load_game
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import load_strategy

# A literal: whether it is denied, its name, and its arguments: C, D, or a square.
Literal = tuple[bool, str, tuple[Any, ...]]
Rules = list[list[Literal]]
NEAR = {(c, d) for line in BOARD.lines for c in line for d in line if c != d}
HELPERS = """
lop_theirs(P,C) :- opponent(P,Q), marked(Q,C).
lop_near(C,D) :- part_of(C,L), part_of(D,L), C != D.
lop_full(C) :- marked(P,C).
"""


def tactic_rules(chance: random.Random) -> Rules:
    return [[literal(chance) for _ in range(chance.randint(1, 3))]
            for _ in range(chance.randint(1, 2))]  # fmt: skip


def literal(chance: random.Random) -> Literal:
    name = chance.choice(
        ["mine", "theirs", "mine", "theirs", "free", "near", "is", "corner", "any"]
    )
    places = [chance.choice(["C", "D", *chance.sample(SQUARES, 2)]) for _ in "ab"]
    if name == "is":
        places = [chance.choice("CD"), chance.choice(SQUARES)]
    return chance.random() < 0.35, name, tuple(places[: 2 if name in ("near", "is") else 1])


def written(rule: list[Literal]) -> str:
    """The rule as ASP."""
    texts = {"mine": "marked(P,{0})", "theirs": "lop_theirs(P,{0})", "free": "free({0})",
             "near": "lop_near({0},{1})", "is": "{0} = {1}", "corner": "corner({0})",
             "any": "lop_full({0})"}  # fmt: skip
    body = []
    for denied, name, places in rule:
        words = [place if isinstance(place, str) else named(place) for place in places]
        text = texts[name].format(*words)
        body.append(
            (text.replace("=", "!=") if name == "is" else f"not {text}") if denied else text
        )
    head = "suggests(lop,P,mark(C)) :- role(P), free(C), square(D)"
    return ", ".join([head, *body]) + "."


def holds(one: Literal, c: Square, d: Square, mine: Squares, theirs: Squares) -> bool:
    denied, name, places = one
    first, last = ({"C": c, "D": d}.get(p, p) for p in (places[0], places[-1]))
    if name in ("mine", "theirs"):
        found = first in (mine if name == "mine" else theirs)
    elif name in ("free", "any"):
        found = (first in mine or first in theirs) == (name == "any")
    elif name == "near":
        found = (first, last) in NEAR
    else:
        found = first in BOARD.corners if name == "corner" else first == last
    return found != denied


def said(rules: Rules, position: Position, role: str) -> Squares:
    """What the rules recommend to a role."""
    mine, theirs = (position.x, position.o)[:: 1 if role == "x" else -1]
    return frozenset(
        c
        for c in oracle.free(BOARD, position)
        if any(
            all(holds(one, c, d, mine, theirs) for one in rule)
            for rule, d in product(rules, SQUARES)
        )
    )


def wrong(rules: Rules, role: str, tried: Counter[str]) -> str:
    """What the analogies found are wrong in."""
    with tempfile.TemporaryDirectory() as name:
        tactic(Path(name), "lop", "\n".join(map(written, rules)) + HELPERS)
        game, library = load_game("tictactoe", {}), open_library([Path(name)])
        strategy = load_strategy("lop", role, game, library)
        found = analogies(game, role, strategy, Deadline())
    says = {position: said(rules, position, role) for position in positions(role)}
    empty, matter = says[Position(frozenset(), frozenset(), role)], relevant(says)
    parts = {name: part for part in found.parts for name in part.elements}
    for name, squares in elements().items():
        fresh = {m for p, moves in says.items() if p.x | p.o <= squares for m in moves - empty}
        share = "all" if squares <= matter else "some" if squares & matter else "none"
        told = parts[name]
        if (told.activates, told.inside, told.relevant) != (
            bool(fresh), bool(fresh & squares), share,
        ):  # fmt: skip
            return f"{name}: {told}, not {bool(fresh), bool(fresh & squares), share}"
    respected = [to for to in symmetries() if respects(says, to)]
    tried[f"tactics that respect {len(respected)} symmetries"] += 1
    if found.respected != len(respected):
        return f"{found.respected} symmetries respected, not {len(respected)}"
    orbits = {frozenset(named(to[square]) for to in respected) for square in SQUARES}
    told_orbits = {frozenset(some) for some in found.squares}
    return "" if told_orbits == orbits else f"orbits {told_orbits}, not {orbits}"


def fuzz(chance: random.Random, tried: Counter[str]) -> int:
    rules, role = tactic_rules(chance), chance.choice("xo")
    try:
        what = wrong(rules, role, tried)
    except Exception as error:
        tried["refused"] += 1
        if not str(error):
            raise
        print(str(error).splitlines()[0][:200])
        return 0
    if what:
        print("WRONG", what, role, *map(written, rules), sep="\n")
    return bool(what)


if __name__ == "__main__":
    main(fuzz)
