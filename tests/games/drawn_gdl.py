"""Drawn games in the Game Description Language, in prefix notation and in infix notation.

Both files are written from one description, the operations of infix notation turned into rules
here, by the words of docs/games.md. An interpreter in plain Python says what they mean.
"""

import random
from collections.abc import Collection
from typing import Any

from brute_force import Move
from drawn_games import Drawn
from gdl_oracle import Described, Expression, Oracle
from tables import constant, tupled
from terms import World

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
    for one in tupled(constant(__file__, "FACTS")):
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


TACTICS: dict[str, str] = constant(__file__, "TACTICS")


def gdl(chance: random.Random) -> Drawn:
    """A game, in both notations; one with a cycle through negation is drawn anew."""
    while True:
        hrf, kif = game(chance)
        try:
            rules = Described(Oracle(kif))
        except AssertionError:
            continue
        break

    def advice(name: str, position: frozenset[Expression], _: str) -> Collection[Move]:
        def wanted(action: Expression) -> bool:
            if name == "stays":
                return bool(action == ("stay",) or action == "stay")
            return bool(action[0] == "flip" and ("lamp", action[1]) in position)

        return [move for move in rules.moves(position) if wanted(move[0][1])]

    lamps = any(fluent[0] == "lamp" for _, fluent in rules.oracle.known["true"])
    tactics = [name for name in TACTICS if name != "flips" or ("(flip" in kif and lamps)]
    return Drawn(
        World(rules, rules.start, advice),
        "game.kif",
        lambda move: written(move[0][1]),
        tactics,
        files={
            "game.kif": kif,
            "game.hrf": hrf,
            **{f"tactics/{name}.lp": TACTICS[name] for name in tactics},
        },
        spellings=["game.hrf"],
    )


def written(one: Expression) -> str:
    """A term as the product writes it."""
    if not isinstance(one, tuple):
        return str(one)
    return f"{one[0]}({','.join(map(written, one[1:]))})" if len(one) > 1 else str(one[0])
