"""Stealing in random changes of Hex: what formulas say of every size, against clingo at small ones.

    PYTHONPATH=tests:tests/oracles:tests/analyses python tests/fuzz/chains.py SECONDS [SEED]

A condition that is said to hold at every size has to hold on boards of one to three rows. What
holds there and is not shown is counted as hard.
"""

from __future__ import annotations

import random
import re
import tempfile
import time
from collections import Counter
from pathlib import Path

from counted import main, tell
from test_stealing_hex import ERASES, HEX, MARKS, broken, shown

from ttt_asp import steal
from ttt_asp.analyses import extra_mark_formulas
from ttt_asp.analyses.extra_mark import CONDITIONS
from ttt_asp.errors import InputError

SIDES = 1, 2, 3
# What is put in place of what, at one place of one rule.
SWAPS = (
    ("x", "o"), ("o", "x"), ("I", "J"), ("J", "I"), ("+1", "-1"), ("-1", "+1"), ("rows", "cols"),
    ("cols", "rows"), ("starts", "ends"), ("ends", "starts"), ("joined", "starts"), ("100", "50"),
    ("(P,0", "(P,100"), ("=", "!="), ("1", "2"), ("C", "D"), ("D", "C"), ("K", "I"), ("Q", "P"),
    ("P", "Q"), ("(P)", "(x)"), ("not ", ""), (" marked", " not marked"),
    (" joined", " not joined"), (" neighbour", " not neighbour"), ("connected", "not connected"),
)  # fmt: skip
MORE = (
    "joined(P,C) :- marked(P,C), edge(C).",
    "joined(P,C) :- joined(Q,C), opponent(P,Q), marked(P,C).",
    "terminal :- marked(P,cell(1,1)), marked(P,cell(rows,cols)), rows > 1.",
    "neighbour(cell(1,1),cell(rows,cols)).",
    "goal(P,100) :- marked(P,cell(rows,cols)), connected(P).",
    "legal(P,mark(C)) :- mover(P), free(C), not joined(P,D) : ends(P,D).",
    "starts(P,C) :- corner(C), role(P).",
    "connected(P) :- joined(P,C), joined(P,D), corner(C), corner(D), C < D.",
    "lost(P) :- joined(P,C), ends(Q,C), opponent(P,Q). goal(P,0) :- lost(P).",
    (MARKS + ERASES).replace("\n", " "),
)


def changed(rng: random.Random, rules: list[str]) -> list[str]:
    rules = [*rules]
    for _ in range(rng.choice([1, 1, 2, 3])):
        number, kind = rng.randrange(len(rules)), rng.random()
        if kind < 0.1:
            rules.pop(number)
        elif kind < 0.3:
            rules.append(rng.choice(MORE))
        else:
            old, new = rng.choice(SWAPS)
            if places := [found.start() for found in re.finditer(re.escape(old), rules[number])]:
                at, rule = rng.choice(places), rules[number]
                rules[number] = rule[:at] + new + rule[at + len(old) :]
    return rules


def fuzz(seconds: float, seed: int) -> int:
    rng, end, wrongs = random.Random(seed), time.monotonic() + seconds, 0
    tried = Counter[str]()
    extra_mark_formulas._EFFORT = extra_mark_formulas._LEMMA = 500_000
    plain = re.sub(r"%.*", "", re.sub(r"%\*!.*?\*%", "", HEX, flags=re.DOTALL))
    rules = [line for line in plain.splitlines() if line.strip()]
    head = sum("neighbour" not in rule for rule in rules[:6])
    while time.monotonic() < end:
        text = "\n".join([*rules[:head], *changed(rng, rules[head:]), ""])
        with tempfile.TemporaryDirectory() as folder:
            game = Path(folder, "changed.lp")
            game.write_text("%*! Hex, changed. *%\n" + text)
            try:
                at = ({"rows": side, "cols": side} for side in SIDES)
                if any(steal(str(game), const=size).broken == "unopened" for size in at):
                    tried["without a move"] += 1
                    continue
                found = shown(str(game))
                holds = {
                    name
                    for name in CONDITIONS
                    if not any(broken(str(game), side, [name]) for side in SIDES)
                }
            except InputError:
                tried["refused"] += 1
                continue
        tried["proved" if found == set(CONDITIONS) else "not proved"] += 1
        tried["hard"] += bool(holds - found)
        if not found <= holds:
            wrongs += 1
            print(f"said to hold, and broken: {found - holds}\n{text}")
    return tell(tried, wrongs)


if __name__ == "__main__":
    main(fuzz)
