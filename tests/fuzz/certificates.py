"""Mutants of certificates against the checker, by hand.

    PYTHONPATH=tests:tests/oracles:tests/certificates \\
        python tests/fuzz/certificates.py SECONDS [SEED]

What is accepted has to be true by the oracle of its kind: m,n,k boards, winning sets, hypercubes,
and ground rules (random ones among them). Prints what was tried, and any lie that was accepted.
"""

from __future__ import annotations

import gzip
import json
import random
import time
from collections import Counter
from typing import Any

import oracle_certificates as boards
import oracle_folding
import oracle_rules
import test_certificate_sets as sets
from counted import main, tell

from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.main import verify

Json = dict[str, Any]
WORDS: list[Any] = [
    None, True, False, 0, 1, 2, 3, 50, 100, -1, 10**30, 1.0, "", "x", "o", "p", "any", "tie", "a",
    ".", "wins", "loses", "terminal", "not terminal", "not h1", "h1", "true(0)", "not true(1)",
    "next(0)", "legal(p,a)", "goal(p,100)", "does(p,a)", "misere", "maker_breaker", [], {}, [0],
    [[]], [1, 2], "x../.../...", "x...", "ttt-asp certificate",
]  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            found += places(item, (*path, key))
    return found


def mutate(chance: random.Random, data: Json) -> None:
    """One change somewhere, in any part of it as often as in any other."""
    branch = chance.choice(sorted(data))
    path = chance.choice(places(data[branch]) or [()])
    where: Any = data
    for key in (branch, *path)[:-1]:
        where = where[key]
    key = (branch, *path)[-1]
    value = where[key]
    change = chance.choice(["drop", "double", "word", "swap", "nudge", "borrow", "claim"])
    if change == "drop":
        del where[key]
    elif change == "double" and isinstance(where, list):
        where.insert(chance.randint(0, len(where)), json.loads(json.dumps(value)))
    elif change == "swap":
        other = chance.choice(sorted(where) if isinstance(where, dict) else range(len(where)))
        where[key], where[other] = where[other], where[key]
    elif change == "nudge" and type(value) is int:
        where[key] = value + chance.choice([-1, 1])
    elif change == "nudge" and isinstance(value, str) and value:
        place = chance.randrange(len(value))
        where[key] = value[:place] + chance.choice("xo./abpq01") + value[place + 1 :]
    elif change == "borrow":
        there: Any = data
        for step in (branch, *chance.choice(places(data[branch]) or [()])):
            there = there[step]
        where[key] = json.loads(json.dumps(there))
    elif change == "claim" and branch == "claim":
        roles = data["roles"] if isinstance(data.get("roles"), dict) else ["x"]
        data["claim"] = chance.choice(sets.claims_of(map(str, roles)))
    else:
        where[key] = json.loads(json.dumps(chance.choice(WORDS)))


def truth(data: Json) -> bool:
    if data["game"] == "tictactoe":
        if "maker_breaker" in data["const"]:
            raise oracle_rules.Unclear("its oracle knows no maker-breaker game on boards")
        whole = oracle_folding.unfolded(data) if "symmetries" in data else data
        return whole is not None and boards.is_what_it_says(whole)
    if "symmetries" in data:
        raise oracle_rules.Unclear("its oracle unfolds boards only")
    if data["game"] == "hypercube" or "sets" in data:
        return sets.is_what_it_says(data)
    return oracle_rules.is_what_it_says(data)


def refusal(data: Json) -> str | None:
    try:
        verify(boards.encode(data))
    except Rejected as reason:
        return str(reason)
    return None


def fuzz(seconds: float, seed: int) -> int:
    chance = random.Random(seed)
    seeds = {
        "board": boards.seeds(),
        "folded": oracle_folding.seeds(),
        "sets": sets.seeds(),
        "nim": [boards.nim4()],
        "rules": [],
    }
    tried: Counter[str] = Counter()
    lies = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        kind = chance.choice(sorted(seeds))
        if kind == "rules":
            try:
                data = oracle_rules.random_certificate(chance, sets.claims_of)
            except oracle_rules.Unclear:
                continue
            reason = refusal(data)
            tried[f"random rules, {'accepted' if reason is None else 'rejected'}"] += 1
            if "cycle through `not`" in (reason or ""):
                continue  # the format does not allow it, even where it means something
            if (reason is None) != oracle_rules.is_what_it_says(data):
                print("NOT AS THE ORACLE SAYS", reason, json.dumps(data))
                lies += 1
        else:
            data = boards.copy(chance.choice(seeds[kind]))
        for _ in range(chance.randint(1, 3)):
            mutate(chance, data)
            if not isinstance(data, dict) or not data:
                break
        text = json.dumps(data).encode()
        if chance.random() < 0.1:
            text = gzip.compress(text)
        tried[kind] += 1
        if not boards.accepted(text):
            continue
        tried[f"{kind}, accepted"] += 1
        try:
            if truth(data):
                continue
        except oracle_rules.Unclear as why:
            tried[f"{kind}, not judged: {why}"] += 1
            continue
        except Exception as error:
            print(repr(error))
        print("ACCEPTED, BUT NOT TRUE", json.dumps(data))
        lies += 1
    return tell(tried, lies)


if __name__ == "__main__":
    main(fuzz)
