"""Certificates of games by ground rules, made and judged by trying: nothing of the checker.

Models come from the definition, as the limit of least models under guesses that close in on it;
plays are followed one by one, so games have to be tiny.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

Json = dict[str, Any]
State = frozenset[int]
Policy = Callable[[State, list[int]], list[int]]
LONGEST = 12  # moves of a play that is followed


class Unclear(Exception):
    """The rules do not make a game: why."""


def least(program: list[Any], given: set[str], guess: set[str] | None) -> set[str]:
    """What follows if `not A` holds for all A but those guessed; without a guess for none."""
    found = set(given)
    while True:
        before = len(found)
        for rule in program:
            body = rule[2] if len(rule) == 3 else [[1, literal] for literal in rule[1]]
            bound = rule[1] if len(rule) == 3 else len(body)
            total = 0
            for weight, literal in body:
                if literal.startswith("not "):
                    total += weight * (guess is not None and literal[4:] not in guess)
                else:
                    total += weight * (literal in found)
            if total >= bound:
                found.add(rule[0])
        if len(found) == before:
            return found


def model(program: list[Any], given: set[str]) -> set[str]:
    """The well-founded model, where it leaves nothing open (Van Gelder 1989)."""
    low = least(program, given, None)
    while True:
        high = least(program, given, low)
        then = least(program, given, high)
        if then == low:
            if high != low:
                raise Unclear("an atom that is neither true nor false")
            return low
        low = then


def made(data: Json, policy: Policy) -> Json:
    """Positions, ranks and counts of the plays in which roles that are not free keep to it.

    Raises:
        Unclear: the rules make no game, or plays do not end soon.
    """
    rules, free = data["rules"], {r for r, each in data["roles"].items() if each == "any"}
    entries: dict[State, Any] = {}
    plays: dict[State, Counter[str]] = {}
    ranks: dict[State, int] = {}
    finals: list[dict[str, int]] = []
    longest = 0

    def visit(state: State, depth: int) -> None:
        nonlocal longest
        longest = max(longest, depth)
        if depth > LONGEST:
            raise Unclear("a play without end")
        if state in plays:  # how long plays are is asked of all ways to it
            for after in followers[state]:
                visit(after, depth + 1)
            return
        true = {f"true({rules['fluents'][n]})" for n in state}
        holds = model(rules["program"], true)
        entries[state], followers[state] = sorted(state), []
        if "terminal" in holds:
            goals = {}
            for role in rules["roles"]:
                (goals[role],) = one([n for n in range(101) if f"goal({role},{n})" in holds])
            finals.append(goals)
            plays[state], ranks[state] = Counter([" ".join(map(str, goals.values()))]), 0
            return
        acts = rules["actions"]
        legal = {role: [n for n, act in enumerate(acts[role]) if f"legal({role},{act})" in holds]
                 for role in rules["roles"]}  # fmt: skip
        choosing = [role for role in rules["roles"] if len(legal[role]) > 1]
        if len(choosing) > 1:
            raise Unclear("two choose at once")
        moves: list[int | None] = [None] if any(legal.values()) else []
        if choosing:
            moves = list(legal[choosing[0]])
            if choosing[0] not in free:
                chosen = sorted(policy(state, legal[choosing[0]]))
                if not set(chosen) <= set(moves):
                    raise Unclear("an illegal move")
                moves, entries[state] = list(chosen), [sorted(state), chosen]
        found = Counter() if moves else Counter(["stuck"])
        rank = 0
        for move in moves:
            done = {role: some[0] for role, some in legal.items() if len(some) == 1}
            if choosing and move is not None:
                done[choosing[0]] = move
            does = {f"does({role},{acts[role][n]})" for role, n in done.items()}
            then = model(rules["program"], true | does)
            after = frozenset(n for n, f in enumerate(rules["fluents"]) if f"next({f})" in then)
            followers[state].append(after)
            visit(after, depth + 1)
            found.update(plays[after])
            rank = max(rank, ranks[after] + 1)
        plays[state], ranks[state] = found, rank

    followers: dict[State, list[State]] = {}
    initial = frozenset(rules["init"])
    visit(initial, 0)
    order = sorted(entries, key=sorted)
    ended = plays[initial]
    return {
        "positions": [entries[state] for state in order],
        "ranks": [ranks[state] for state in order],
        "counts": {
            "positions": len(order),
            "plays": {end: number for end, number in ended.items() if end != "stuck"},
            "stuck": ended["stuck"],
        },
        "finals": finals,
        "longest": longest,
        "steps": [(sorted(one), sorted(after)) for one in order for after in followers[one]],
    }


def one(values: list[int]) -> list[int]:
    if len(values) != 1:
        raise Unclear("not one goal at the end")
    return values


def holds(claim: str, anew: Json) -> bool:
    """Whether plays that end so, and are so long, make the claim true."""
    start, _, limit = claim.partition(" by move ")
    *who, how, what = start.split(" ")
    kind = {"wins": 100, "win": 100, "loses": 0, "lose": 0}.get(what)
    good = []
    for goals in anew["finals"]:
        values = [goals[" ".join(who)]] if who else goals.values()
        good.append(all(v == kind if kind is not None else 0 < v < 100 for v in values))
    if how == "can":
        return any(good)
    in_time = not limit or anew["longest"] <= int(limit)
    fine = not any(good) if how == "never" else all(good)
    return fine and in_time and not anew["counts"]["stuck"]


def is_what_it_says(data: Json) -> bool:
    """Whether this well-formed certificate is the one of its rules and moves, and its claim true.

    Raises:
        Unclear: plays are too long to follow.
    """
    moves = {frozenset(e[0]): e[1] for e in data["positions"]
             if len(e) == 2 and isinstance(e[1], list)}  # fmt: skip
    anew = made(data, lambda state, _: moves[state])
    if data["ranks"] is None:
        anew["counts"] |= {"plays": None, "stuck": None}
    else:
        texts = [e[0] if len(e) == 2 and isinstance(e[1], list) else e for e in data["positions"]]
        ranks = {tuple(text): rank for text, rank in zip(texts, data["ranks"], strict=True)}
        if any(ranks[tuple(a)] <= ranks[tuple(b)] for a, b in anew["steps"]):
            return False
    real = holds(data["claim"], {**anew, "counts": {"stuck": 0} | anew["counts"]})
    return real and all(anew[key] == data[key] for key in ("positions", "counts"))


def random_certificate(chance: random.Random, claims: Callable[[Iterable[str]], list[str]]) -> Json:
    """A certificate of random rules and moves; its claim may be false.

    Raises:
        Unclear: the rules make no game, or a long one.
    """
    roles = ["p", "q"][: chance.randint(1, 2)]
    size, acts = (
        chance.randint(2, 5),
        {role: ["a", "b", "c"][: chance.randint(1, 3)] for role in roles},
    )
    true = [f"true({n})" for n in range(size)]
    helpers = ["h1", "h2", "h3"]

    def literal(atoms: list[str]) -> str:
        return ("not " if chance.random() < 0.3 else "") + chance.choice(atoms)

    def rule(head: str, atoms: list[str], most: int = 2) -> list[Any]:
        body = [literal(atoms) for _ in range(chance.randint(0, most))]
        if chance.random() < 0.2:
            weighted = [[chance.randint(0, 2), each] for each in body]
            return [head, chance.randint(0, 3), weighted]
        return [head, body]

    program: list[Any] = []
    for n, head in enumerate(helpers):
        program += [rule(head, true + helpers[: n + chance.randint(0, 1)]) for _ in range(2)]
    turn = chance.choice(true)
    for number, role in enumerate(roles):
        whose = turn if number else f"not {turn}"
        for act in acts[role]:
            program.append([f"legal({role},{act})", [whose, literal(true + helpers)]])
        good = literal(true + helpers)
        bad = good[4:] if good.startswith("not ") else f"not {good}"
        program += [[f"goal({role},{chance.choice([100, 50])})", [good]],
                    [f"goal({role},{chance.choice([0, 50])})", [bad]]]  # fmt: skip
    does = [f"does({role},{act})" for role in roles for act in acts[role]]
    for n in range(size):
        program += [rule(f"next({n})", true + does + helpers) for _ in range(chance.randint(1, 2))]
    program.append(["terminal", [literal(true + helpers), literal(true + helpers)]])
    chance.shuffle(program)
    strategies = {role: "any" if chance.random() < 0.5 else "some" for role in roles}
    data: Json = {
        "format": "ttt-asp certificate", "version": 2, "game": "random", "const": {},
        "claim": chance.choice(claims(roles)),
        "roles": strategies,
        "rules": {"roles": roles, "fluents": [str(n) for n in range(size)], "actions": acts,
                  "init": sorted(chance.sample(range(size), chance.randint(0, size))),
                  "program": program},
    }  # fmt: skip
    anew = made(data, lambda _, legal: chance.sample(legal, chance.randint(1, len(legal))))
    return data | {key: anew[key] for key in ("positions", "ranks", "counts")}
