"""Certificates of games by ground rules, made and judged by trying: nothing of the checker.

Models come from the definition, as the limit of least models under guesses that close in on it;
games have to be tiny.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from brute_force import Explored, choices, explore, judge

Json = dict[str, Any]
State = frozenset[int]
Policy = Callable[[State, list[int]], list[int]]


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


class Ruled:
    """The game of ground rules, for the brute force; a move is the number of an action.

    The methods raise `Unclear` where the rules make no game. Where nobody has a choice the only
    move is None.
    """

    def __init__(self, rules: Json) -> None:
        self.rules, self.roles = rules, rules["roles"]
        self.start = frozenset(rules["init"])
        self.holds = cache(self._holds)
        self.legal = cache(self._legal)

    def _holds(self, state: State, does: tuple[str, ...] = ()) -> set[str]:
        """What is true there, when these actions are done."""
        true = {f"true({self.rules['fluents'][n]})" for n in state}
        return model(self.rules["program"], true.union(does))

    def _legal(self, state: State) -> dict[str, list[int]]:
        """Of each role, by the numbers of its actions."""
        holds = self.holds(state)
        acts = self.rules["actions"].items()
        return {
            r: [n for n, a in enumerate(some) if f"legal({r},{a})" in holds] for r, some in acts
        }

    def mover(self, state: State) -> str:
        choosing = [role for role, some in self.legal(state).items() if len(some) > 1]
        if len(choosing) > 1:
            raise Unclear("two choose at once")
        return choosing[0] if choosing else str(self.roles[0])

    def moves(self, state: State) -> list[int | None]:
        some = self.legal(state)
        mine = some[self.mover(state)]
        return [*mine] if len(mine) > 1 else [None] * any(some.values())

    def after(self, state: State, move: int | None) -> State:
        done = {role: some[0] for role, some in self.legal(state).items() if len(some) == 1}
        if move is not None:
            done[self.mover(state)] = move
        acts = self.rules["actions"]
        does = tuple(f"does({role},{acts[role][n]})" for role, n in done.items())
        holds = self.holds(state, does)
        return frozenset(n for n, f in enumerate(self.rules["fluents"]) if f"next({f})" in holds)

    def over(self, state: State) -> tuple[int, ...] | None:
        holds = self.holds(state)
        if "terminal" not in holds:
            return None
        goals = [[n for n in range(101) if f"goal({role},{n})" in holds] for role in self.roles]
        if any(len(values) != 1 for values in goals):
            raise Unclear("not one goal at the end")
        return tuple(values[0] for values in goals)


@dataclass(frozen=True)
class Made:
    """What a certificate says of plays, and what it rests on.

    Attributes:
        parts: of the certificate. seen: all plays. steps: each move of a play, by its positions.
    """

    parts: Json
    seen: Explored
    steps: list[tuple[list[int], list[int]]]


def made(data: Json, policy: Policy) -> Made:
    """Positions, ranks and counts of the plays in which roles that are not free keep to it.

    Raises:
        Unclear: the rules make no game, or plays do not end.
    """
    game, chosen = Ruled(data["rules"]), dict[State, list[int]]()

    def playing(state: State) -> list[int]:
        legal = game.legal(state)[game.mover(state)]
        if state not in chosen:
            chosen[state] = sorted(policy(state, legal))
        if not {*chosen[state]} <= {*legal}:
            raise Unclear("an illegal move")
        return chosen[state]

    players = {role: playing for role, each in data["roles"].items() if each != "any"}
    seen = explore(game, players)
    if seen.endless:
        raise Unclear("a play without end")
    after = {
        state: [game.after(state, move) for move in choices(game, players, state)]
        if game.over(state) is None
        else []
        for state in sorted(seen.reached, key=sorted)
    }

    @cache
    def rank(state: State) -> int:
        return max((rank(one) + 1 for one in after[state]), default=0)

    ends = {" ".join(map(str, end)): n for end, n in seen.ends.items() if end != "stuck"}
    parts = {
        "positions": [[sorted(state), chosen[state]] if state in chosen else sorted(state)
                      for state in after],
        "ranks": [rank(state) for state in after],
        "counts": {"positions": len(after), "plays": ends, "stuck": seen.stuck},
    }  # fmt: skip
    steps = [(sorted(state), sorted(one)) for state, some in after.items() for one in some]
    return Made(parts, seen, steps)


def is_what_it_says(data: Json) -> bool:
    """Whether this well-formed certificate is the one of its rules and moves, and its claim true.

    Raises:
        Unclear: the rules make no game, or plays do not end.
    """
    moves = {frozenset(e[0]): e[1] for e in data["positions"]
             if len(e) == 2 and isinstance(e[1], list)}  # fmt: skip
    anew = made(data, lambda state, _: moves[state])
    if data["ranks"] is None:
        anew.parts["counts"] |= {"plays": None, "stuck": None}
    else:
        texts = [e[0] if len(e) == 2 and isinstance(e[1], list) else e for e in data["positions"]]
        ranks = {tuple(text): rank for text, rank in zip(texts, data["ranks"], strict=True)}
        if any(ranks[tuple(a)] <= ranks[tuple(b)] for a, b in anew.steps):
            return False
    true = judge(data["claim"], anew.seen) == "proved"
    return true and all(anew.parts[key] == data[key] for key in ("positions", "counts"))


def random_certificate(chance: random.Random, claims: Callable[[Iterable[str]], list[str]]) -> Json:
    """A certificate of random rules and moves; its claim may be false.

    Raises:
        Unclear: the rules make no game, or one that does not end.
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
    return data | anew.parts
