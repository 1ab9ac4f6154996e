"""Random compositions of random tactics: both engines, and the oracle, say the same.

    PYTHONPATH=tests/oracles:tests:tests/games:tests/analyses \\
        python tests/fuzz/compositions.py SECONDS [SEED]
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from pathlib import Path

import oracle
from conftest import tactic
from counted import main
from lopsided_tactics import HELPERS, Rules, said, tactic_rules, written
from oracle import Board, Tactic

from ttt_asp import InputError, prove

NAMES = ["lop", "lap"]
CLAIMS = [
    "x never loses", "o never loses", "always tie", "x always wins", "x can win", "o can win",
    "can tie", "never tie", "x never wins", "o always loses", "x always wins by move 7",
]  # fmt: skip


def term(chance: random.Random, depth: int = 3) -> str:
    if not depth or chance.random() < 0.3:
        return chance.choice([*NAMES * 3, "any", "any", "defeat", "defend", "fork", "corner"])
    operator = chance.choice(
        ["first"] * 4 + ["refine", "refine", "either", "both", "except", "opponent", "pick"]
    )
    if operator == "opponent":
        return f"opponent({term(chance, depth - 1)})"
    if operator == "pick":
        return f"pick({term(chance, depth - 1)}, {chance.choice(['reading', 'triples'])})"
    number = 2 if operator == "except" else chance.randint(2, 3)
    return f"{operator}({', '.join(term(chance, depth - 1) for _ in range(number))})"


def as_tactic(rules: Rules) -> Tactic:
    """The rules in plain Python."""
    return lambda _, position, player: said(rules, position, player)


def fuzz(chance: random.Random, tried: Counter[str]) -> int:
    board = Board()
    oracle.parse.cache_clear()
    oracle.explore.cache_clear()
    oracle.suggests.cache_clear()
    with tempfile.TemporaryDirectory() as folder:
        texts = {}
        for name in NAMES:
            rules = tactic_rules(chance)
            oracle.TACTICS[name] = as_tactic(rules)
            texts[name] = "\n".join(map(written, rules)) + HELPERS
            tactic(Path(folder), name, texts[name].replace("lop", name))
        roles = {"x": term(chance), "o": term(chance)}
        for role in roles:
            if chance.random() < 0.6:
                roles[role] = f"first({roles[role]}, any)"
        claim = chance.choice(CLAIMS)
        x, o = map(oracle.parse, roles.values())
        try:
            wanted = oracle.verdict(board, x, o, claim)
            seen = oracle.explore(board, x, o)
        except oracle.Undetermined:
            wanted = "undetermined"
        found = {}
        for engine in ("bounded", "explicit"):
            try:
                got = prove(claim, roles, engine=engine, strategies=[folder])
            except InputError as error:
                message = str(error)
                picked = "names no single action" in message
                found[engine] = "undetermined" if picked else message
                continue
            found[engine] = got.verdict
            if engine == "explicit" and wanted != "undetermined":
                plays = dict(got.plays or {})
                stuck = plays.pop("stuck", 0)
                counted = seen.positions, seen.plays, seen.stuck
                if (got.positions, plays, stuck) != counted:
                    found[engine] += f" {got.positions, plays}, not {seen}"
        if all("may not depend on whose turn it is" in one for one in found.values()):
            tried["refused: opponent of what depends on the mover"] += 1
            return 0
        tried[wanted] += 1
        if wrong := {*found.values()} != {wanted}:
            print("NOT THE SAME", wanted, found, claim, roles, texts)
    return wrong


if __name__ == "__main__":
    main(fuzz)
