"""Random games in infix notation, against the same games in prefix notation and an interpreter.

    PYTHONPATH=tests/oracles python tests/fuzz/infix_games.py SECONDS [SEED]

Both files are written from one description, the operations turned into rules here, by the words
of docs/games.md. Positions, plays and verdicts have to be the same, and those of the oracle.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from counted import main
from gdl_oracle import Oracle

from ttt_asp import InputError, prove
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.limits import Limits
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import load_machine

# A formula: ("and" | "or", one, ...), ("not", one), or an atom: (name, argument, ...).
Formula = Any
FLUENTS = {"lamp": 1, "at": 2, "on": 0, "control": 1, "step": 1}
ACTIONS = {"flip": 1, "go": 2, "stay": 0}


def atom(chance: random.Random, known: list[str]) -> Formula:
    """One about numbers from 1 to 3 and the variables that are known."""

    def number() -> str:
        return chance.choice([*known, *known, "1", "2", "3"])

    name = chance.choice(["lamp", "lamp", "at", "at", "on", "less", "odd", "mine", "distinct"])
    places = {"lamp": 1, "at": 2, "on": 0, "less": 2, "odd": 1, "mine": 1, "distinct": 2}[name]
    return (name, *(number() for _ in range(places)))


def formula(chance: random.Random, known: list[str], depth: int = 2) -> Formula:
    kind = chance.choice(["atom", "atom", "not", "and", "or"]) if depth else "atom"
    if kind == "atom":
        return atom(chance, known)
    if kind == "not":
        return ("not", formula(chance, known, depth - 1))
    return (kind, *(formula(chance, known, depth - 1) for _ in range(chance.randint(2, 3))))


class Never(random.Random):
    """Whose chance it is to do nothing but what has to be done."""

    def random(self) -> float:
        return 0.999


NEVER = Never()


def infix(one: Formula, chance: random.Random = NEVER, loose: bool = False) -> str:
    """With as few parentheses as may be, and perhaps some more."""
    name, *rest = one
    if name == "not":
        return f"~{infix(rest[0], chance, True)}"
    if name in ("and", "or"):
        # `and` binds stronger; what stands under `and` is loose only if it is an `or`
        sign = chance.choice([" & ", "&"]) if name == "and" else chance.choice([" | ", "|"])
        inner = [infix(part, chance, name == "and" or part[0] == "or") for part in rest]
        return f"({sign.join(inner)})" if loose or chance.random() < 0.2 else sign.join(inner)
    text = f"{name}({', '.join(rest)})" if rest else name
    if name in FLUENTS and chance.random() < 0.1:
        text = f"true({text})"
    return f"({text})" if chance.random() < 0.05 else text


def prefix(one: Formula) -> str:
    name, *rest = one
    if name in ("and", "or", "not"):
        return f"({name} {' '.join(map(prefix, rest))})"
    return f"(true {term(one)})" if name in FLUENTS else term(one)


def term(one: Formula) -> str:
    name, *rest = one
    words = [f"?{word.lower()}" if word[0].isupper() else word for word in (name, *rest)]
    return f"({' '.join(words)})" if rest else name


def game(chance: random.Random) -> tuple[str, str]:
    """The two texts."""
    hrf, kif = ["role(a) role(b)"], ["(role a)", "(role b)"]

    def rule(head: Formula, *body: Formula, here: str = "", there: str = "") -> None:
        text = " & ".join(infix(one, chance, True) for one in body)
        hrf.append((here or infix(head)) + (f" :- {text}" if body else ""))
        told = f"{there or term(head)} {' '.join(map(prefix, body))}"
        kif.append(f"(<= {told})" if body else there or term(head))

    one: Formula
    for one in (("less", "1", "2"), ("less", "2", "3"), ("less", "1", "3"), ("odd", "1"),
                ("odd", "3"), ("num", "1"), ("num", "2"), ("num", "3")):  # fmt: skip
        rule(one)
    if chance.random() < 0.6:
        for one in (("lamp", "X"), ("at", "X", "Y"), ("on",)):
            there = f"(base {term(one)})"
            rule((), *(("num", word) for word in one[1:]), here=f"base({infix(one)})",
                 there=there)  # fmt: skip
        for one in (*(("step", str(n)) for n in range(1, 7)), ("control", "a"), ("control", "b")):
            rule((), here=f"base({infix(one)})", there=f"(base {term(one)})")
    begin = [("lamp", "1"), ("lamp", "2"), ("at", "1", "1"), ("at", "2", "3"), ("on",)]
    for one in (("control", "a"), ("step", "1"), *chance.sample(begin, chance.randint(1, 4))):
        rule(one, here=f"init({infix(one)})", there=f"(init {term(one)})")
    steps, endless = chance.randint(3, 5), chance.random() < 0.15
    for number in range(1, steps):
        rule(("after", str(number), str(number + 1)))
    for _ in range(chance.randint(1, 2)):
        bound = ("at", "X", "Y") if chance.random() < 0.5 else ("num", "X")
        rule(("mine", "X"), bound, formula(chance, list(bound[1:])))
    used = ["stay", *chance.sample(["flip", "go"], chance.randint(1, 2))]
    moves = {name: (name, *"XY"[: ACTIONS[name]]) for name in used}
    for move in moves.values():
        body: list[Formula] = [("num", word) for word in move[1:]]
        if move[0] != "stay":
            body.append(formula(chance, list(move[1:])))
        text = infix(move)
        explicit = chance.random() < 0.2  # a role may be named in infix notation too
        if explicit:
            rule((), ("control", "R"), *body, here=f"legal(R, {text})",
                 there=f"(legal ?r {term(move)})")  # fmt: skip
        elif body:
            rule((), *body, here=f"legal({text})",
                 there=f"(legal ?r {term(move)}) (true (control ?r))")  # fmt: skip
        else:
            hrf.append(f"legal({text})")
            kif.append(f"(<= (legal ?r {term(move)}) (true (control ?r)))")
        frame: list[Formula] = [("control", "R"), ("role", "Q"), ("distinct", "R", "Q")]
        passing(hrf, kif, chance, move, frame, [("control", "Q"), ("not", ("control", "R"))])
        if move[0] != "stay" or not endless:
            passing(hrf, kif, chance, move, [("step", "N"), ("after", "N", "M")],
                    [("step", "M"), ("not", ("step", "N"))])  # fmt: skip
        for _ in range(chance.randint(1, 2) if move[0] != "stay" else chance.randint(0, 1)):
            known: list[str] = list(move[1:])
            body = []
            if chance.random() < 0.4:
                body, known = [chance.choice([("at", "U", "V"), ("lamp", "U")])], [*known, "U"]
            if chance.random() < 0.6:
                body = [*body, formula(chance, known)]
            passing(hrf, kif, chance, move, body, effects(chance, known))
    kif.append("(<= (next ?f) (true ?f) (not (gone ?f)))")
    if chance.random() < 0.3:  # rules may stand beside operations
        move, lit = chance.choice(list(moves.values())), f"lamp({chance.randint(1, 3)})"
        when = formula(chance, list(move[1:]))
        hrf.append(f"next({lit}) :- does(R, {infix(move)}) & {infix(when, chance, True)}")
        what = lit.replace("(", " ")
        kif.append(f"(<= (next ({what}) (does ?r {term(move)}) {prefix(when)})")
    rule(("terminal",), ("step", str(steps)))
    if chance.random() < 0.5:
        rule(("terminal",), formula(chance, []))
    rule(("win",), formula(chance, []))
    for role, won in (("a", ("win",)), ("b", ("not", ("win",)))):
        for value, when in (("100", won), ("0", ("not", won))):
            rule(("goal", role, value), when)
    chance.shuffle(hrf)
    gap = [" ", "\n", ".\n", " % so: a :- b\n", "\n\n\t"]
    return "".join(line + chance.choice(gap) for line in hrf), "\n".join(kif)


def effects(chance: random.Random, known: list[str]) -> list[Formula]:
    found = []
    for _ in range(chance.randint(1, 3)):
        name = chance.choice(["lamp", "at", "on"])
        one = (name, *(chance.choice([*known, "1", "2", "3"]) for _ in range(FLUENTS[name])))
        found.append(("not", one) if chance.random() < 0.5 else one)
    return found


def passing(
    hrf: list[str],
    kif: list[str],
    chance: random.Random,
    move: Formula,
    body: list[Formula],
    changes: list[Formula],
) -> None:
    """An operation; and what it means."""
    when = " & ".join(infix(one, chance, True) for one in body)
    what = " & ".join(infix(one) for one in changes)
    arrow = f"{when} ==> " if body else chance.choice(["", "true ==> "])
    hrf.append(f"{infix(move)} :: {arrow}{what}")
    for one in changes:
        head = f"(gone {term(one[1])})" if one[0] == "not" else f"(next {term(one)})"
        kif.append(f"(<= {head} (does ?actor {term(move)}) {' '.join(map(prefix, body))})")


def explored(path: Path) -> tuple[set[frozenset[str]], dict[str, int] | None]:
    problem = read(Question("always tie", game=str(path)), Deadline())
    found = explore(problem, load_machine(problem, Deadline()), Limits())
    layers = (found.form.unpacked(layer) for layer in found.layers)
    positions = {frozenset(found.machine.unpack(one)) for layer in layers for one in layer}
    plays = prove("always tie", game=str(path), engine="explicit").plays
    return positions, None if plays is None else dict(plays)


def written(one: Any) -> str:
    """An oracle's term as the product writes it."""
    if not isinstance(one, tuple):
        return str(one)
    return f"{one[0]}({','.join(map(written, one[1:]))})" if len(one) > 1 else str(one[0])


def reached(oracle: Oracle) -> set[frozenset[str]]:
    return {frozenset(map(written, one)) for one in oracle.reached(sys.maxsize)}


def fuzz(chance: random.Random, tried: Counter[str]) -> int:
    with tempfile.TemporaryDirectory() as name:
        paths = [Path(name) / "game.hrf", Path(name) / "game.kif"]
        for path, text in zip(paths, game(chance), strict=True):
            path.write_text(text)
        said: list[Any] = []
        for path in paths:
            try:
                said.append(explored(path))
            except InputError as error:
                said.append(str(error).split(": ")[-1][:60])
        if isinstance(said[0], str) or isinstance(said[1], str):
            tried["refused, " + (said[0] if isinstance(said[0], str) else "not both")] += 1
            # a fluent that nothing makes true is not known to be one in infix notation
            same = isinstance(said[0], str) and (
                isinstance(said[1], str) or said[0].startswith("there is no rule or fact for")
            )
        else:
            oracle = Oracle(paths[1])
            _, ends = oracle.explore()
            tried["games" if ends is not None else "games without end"] += 1
            tried["positions"] += len(said[0][0])
            wins = None if ends is None else {"a": ends[100, 0], "b": ends[0, 100], "tie": 0}
            same = said[0] == said[1] and reached(oracle) == said[0][0] and wins == said[0][1]
            claim = chance.choice(["a can win", "a never loses", "b always wins"])
            found = {
                prove(claim, game=str(path), engine=engine).verdict
                for path in paths
                for engine in (("explicit", "bounded") if wins else ("explicit",))
            }
            same = same and len(found) == 1
            if wins:
                told = {"a can win": wins["a"], "a never loses": not wins["b"],
                        "b always wins": not wins["a"]}[claim]  # fmt: skip
                same = same and found == {"proved" if told else "refuted"}
        if not same:
            print("NOT THE SAME", said, *(p.read_text() for p in paths), sep="\n")
    return not same


if __name__ == "__main__":
    main(fuzz)
