"""Random inductions on random boards, with lemmas that are mostly false, and their certificates.

    python tests/fuzz/inductions.py SECONDS [SEED]

Whatever induction proves or refutes, the explicit engine has to say too. A certificate of what was
proved is then changed: its programs as text, its other parts, or these and the programs made anew
as they say. What `verify --strategy` accepts is asked of the explicit engine again.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from counted import main

from ttt_asp import InputError, prove
from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.induction import certificate
from ttt_asp.certificates.verify import verify
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.strategies.library import open_library

Json = dict[str, Any]
CLAIMS = [
    *["o never loses", "x never wins"] * 4,
    *["x never loses", "o never wins", "always tie", "never tie", "x never ties"],
]
TERMS = [
    "any", "answer", "whim", "first(answer, any)", "first(defeat, answer, any)", "first(whim, any)",
    "first(answer, whim, any)", "refine(any, answer)", "first(opponent(whim), any)",
    "first(defend, any)", "first(except(any, whim), any)", "pick(first(answer, any), by)",
]  # fmt: skip
ADDED = [
    ":- start.", ":- not start.", "start.", ":- given.", ":- answer(failure).", "answer(play).",
    "#const ask = play.", ":- terminal(0).", "% more", "lemma(kept,0).", "#show.", "terminal(0).",
]  # fmt: skip
WORDS: list[Any] = [
    None, 0, 1, 2, -1, 10**9, "", "x", "o", "any", "answer", "whim", [], {}, "kept", "loose", "odd",
    "tictactoe", "x never loses", "o never loses", "always tie", "0-1", "1+0", "01", "#inf", "x.y",
]  # fmt: skip


def literal(chance: random.Random, squares: int) -> str:
    """One of a rule's body, about roles P and Q and squares C and D, which are bound."""
    return chance.choice([
        "marked(x,C)", "marked(o,C)", "marked(P,C)", "not marked(P,D)", "not marked(o,D)",
        "free(C)", "free(D)", "not free(D)", "paired(C,D)", "not paired(C,D)", "mover(P)", "P != Q",
        "C < D", "part_of(C,L), part_of(D,L)", "marks(P,L,2)", "marks(Q,L,1), part_of(C,L)",
        "threatens(Q,L,1), part_of(D,L)", f"C = {chance.randint(1, squares)}", "owns(Q,L)",
        f"not marked(x,{chance.randint(1, squares)})", "suggests(answer,P,mark(C))",
    ])  # fmt: skip


def body(chance: random.Random, squares: int) -> str:
    bound = "role(P), role(Q), square(C), square(D)"
    some = [literal(chance, squares) for _ in range(chance.randint(1, 3))]
    return ", ".join([bound, *some])


def meddling(chance: random.Random, name: str) -> str:
    """Rules that would prove anything, if a lemma's file might have them."""
    head = chance.choice([
        "legal(P,mark(C))", "terminal", "goal(P,100)", "start", "given", "unfit", "reached(0)",
        "kept(kept)", "lemma(one_turn)", "lemma(kept)", "suggests(answer,P,mark(C))", "free(C)",
        "true(marked(o,C))", "base(marked(P,C))", "init(turn(P))", "outcome", "stuck", "owns(P,C)",
        f"lemma({name})", f"{name}_bad", "x_any(C)", "recommended(P,mark(C))", "acts(P)", "line(C)",
    ])  # fmt: skip
    asks = chance.choice([
        "start", "not start", "reached(1)", "does(P,mark(C))", "next(marked(P,C))", "true(F,0)",
        "not given", "situation(0)", "true(turn(P))", "P = x", "kept(one_turn)", "ask = failure",
        "lemma(one_mark)", "not lemma(kept)", f"not lemma({name})", "init(marked(P,C))", "stuck",
        "goes_on(0)", "acts(P)", "recommended(P,mark(C))", "not outcome", "terminal", "goal(P,100)",
    ])  # fmt: skip
    return f"{head} :- role(P), square(C), {asks}.\n"


def lemma(chance: random.Random, name: str, squares: int) -> str:
    """A lemma, most often false."""
    text = f"lemma({name}) :- not {name}_bad.\n" * (chance.random() < 0.8)
    if chance.random() < 0.5:  # some are true: those of a pairing
        text += f"{name}_bad :- paired(C,D), marked(x,C), not marked(o,D).\n"
    for _ in range(chance.randint(text.count("\n") < 2, 2)):
        text += f"{name}_bad :- {body(chance, squares)}.\n"
    if chance.random() < 0.2:
        text += meddling(chance, name)
    if not text.startswith("lemma"):
        text += f"lemma({name}) :- {chance.choice(['', 'not '])}{name}_bad.\n"
    return text


def written(chance: random.Random, folder: Path) -> Json:
    """A game, tactics and lemmas in a folder; what is asked of them."""
    squares = chance.choice([4, 5, 6, 6, 7, 8, 9, 12, 13])
    order = chance.sample(range(1, squares + 1), squares)
    pairs = list(zip(order[::2], order[1::2], strict=False))[: chance.randint(1, squares // 2)]
    lines = [f"square(1..{squares})."]
    for number in range(chance.randint(1, 5)):
        some = set(chance.choice(pairs)) if chance.random() < 0.8 else set()
        some |= set(chance.sample(order, chance.randint(not some, 3)))
        lines += [f"winning_set(w{number}). part_of(({';'.join(map(str, some))}),w{number})."]
    lines += [f"paired({a},{b}). paired({b},{a})." for a, b in pairs]
    if chance.random() < 0.15:
        lines += ["begins(o)."]
    texts = {
        "game.lp": "\n".join(lines),
        "tactics/answer.lp": "suggests(answer,P,mark(D)) :- paired(C,D), opponent(P,Q), "
        "marked(Q,C), free(D).",
        "tactics/whim.lp": f"suggests(whim,P,mark(C)) :- free(C), {body(chance, squares)}.",
        "orders/by.lp": f"order(by,mark(C),C*{chance.choice([1, 1, 1, 3])} \\ 7) :- square(C).",
        "lemmas/kept.lp": "lemma(kept) :- not kept_lost.\n"
        "kept_lost :- paired(C,D), marked(x,C), not marked(o,D).",
        "lemmas/loose.lp": lemma(chance, "loose", squares),
        "lemmas/odd.lp": lemma(chance, "odd", squares),
    }
    for place, text in texts.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text + "\n", "utf-8")
    const = {key: str(chance.choice([0, 0, 1])) for key in ("maker_breaker", "misere")}
    return {
        "claim": chance.choice(CLAIMS),
        "roles": {
            "x": chance.choice(["any", *TERMS]),
            "o": chance.choice(["first(answer, any)", *TERMS]),
        },
        "game": str(folder / "game.lp"),
        "const": const,
        "lemmas": tuple(chance.sample(["kept", "loose", "odd"], chance.randint(0, 3))),
        "rounds": chance.choice([1, 1, 1, 2, 3]),
        "find_lemmas": chance.choice([False, None]),
    }


def other(asked: Json, folder: Path) -> str:
    """What the explicit engine says of the same."""
    question = {key: asked[key] for key in ("claim", "roles", "game", "const")}
    return prove(**question, engine="explicit", strategies=[folder], count=False).verdict


def posed(asked: Json, folder: Path) -> Problem:
    question = {key: asked[key] for key in ("claim", "roles", "game", "lemmas")}
    question["const"] = {key: str(value) for key, value in asked["const"].items()}
    return read(Question(**question, folders=open_library([folder]).folders), Deadline())


def mutate(chance: random.Random, data: Json, game: str, folder: Path) -> str:
    """A change; what kind it was. Lemmas that it changes are written to the folder as well."""
    kind = chance.choice(["text", "text", "part", "anew", "anew"])
    if kind == "text":
        half = chance.choice(["base", "step"])
        rows = data[half].split("\n")
        at = chance.randrange(len(rows))
        change = chance.choice(["drop", "add", "add", "double", "swap", "word"])
        if change == "add":
            rows.insert(at, chance.choice([*ADDED, chance.choice(rows)]))
        elif change == "double":
            rows.insert(at, rows[at])
        elif change == "word":
            words = rows[at].split(" ")
            words[chance.randrange(len(words))] = chance.choice(["not", "start", "x", "", "0"])
            rows[at] = " ".join(words)
        elif change == "swap":
            data["base"], data["step"] = data["step"], data["base"]
            return kind
        else:
            del rows[at]
        data[half] = "\n".join(rows)
        return kind
    where: Any = data
    key: Any
    if kind == "anew" or chance.random() < 0.5:
        key = chance.choice(["claim", "roles", "const", "rounds", "lemmas"])
    else:
        key = chance.choice(sorted(data))
    if isinstance(data[key], dict | list) and data[key] and chance.random() < 0.8:
        where, keys = data[key], list(data[key]) if isinstance(data[key], dict) else None
        key = chance.choice(keys) if keys else chance.randrange(len(where))
    if key == "claim":
        where[key] = chance.choice(CLAIMS)
    elif key in ("x", "o"):
        where[key] = chance.choice(TERMS)
    elif key in ("rounds", "maker_breaker", "misere"):
        where[key] = chance.choice([0, 1, 2, "0", "1", "1+0", "00", "-0", "0x1", "1 ", "x"])
    elif isinstance(key, int) and isinstance(where[key], dict) and chance.random() < 0.7:
        where[key]["text"] = lemma(chance, where[key]["name"], 4)
    elif chance.random() < 0.4:
        del where[key]
    else:
        where[key] = chance.choice(WORDS)
    if kind == "anew":
        for one in data["lemmas"]:
            (folder / "lemmas" / f"{one['name']}.lp").write_text(one["text"], "utf-8")
        names = tuple(one["name"] for one in data["lemmas"])
        problem = posed({**data, "game": game, "lemmas": names}, folder)
        made = certificate(problem, int(str(data["rounds"])))
        data |= {half: made[half] for half in ("base", "step")}
    return kind


def fuzz(chance: random.Random, tried: Counter[str]) -> int:
    lies = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asked = written(chance, folder)
        try:
            found = prove(**asked, engine="induction", strategies=[folder], time_limit=20)
        except InputError as error:
            tried["not asked: " + str(error).split("\n")[0].split(": ", 1)[-1][:30]] += 1
            if "names no single action" in str(error):
                try:
                    print("IN NO PLAY", error, other(asked, folder), asked)
                    lies += 1
                except InputError as same:
                    assert "names no single action" in str(same)
            return lies
        tried["inductions, " + found.verdict] += 1
        try:
            second = other(asked, folder)
        except InputError:  # a pick names no single action, in a play that induction did not need
            assert found.verdict != "proved", asked
            return lies
        if found.verdict not in ("unknown", second):
            print("NOT WHAT THE EXPLICIT ENGINE SAYS", second, found.verdict, asked)
            print({p.name: p.read_text() for p in folder.rglob("*.lp")})
            lies += 1
        # of some that were not proved too: as an engine that is wrong would write it
        if found.verdict != "proved" and chance.random() < 0.9:
            return lies
        given = certificate(posed(asked, folder), asked["rounds"])
        for _ in range(25):
            data = json.loads(json.dumps(given))
            try:
                kind = mutate(chance, data, asked["game"], folder)
            except (InputError, ValueError, KeyError, TypeError, AttributeError):
                continue  # nothing that programs can be made of
            text = json.dumps(data).encode()
            tried[f"certificates, {kind}"] += 1
            try:
                verify(text, Deadline(20))
                tried[f"certificates, {kind}, first stage"] += 1
                verify(text, Deadline(20), open_library([folder]))
            except Rejected as reason:
                assert str(reason)
                continue
            except InputError as error:
                if any(one.location is None for one in error.diagnostics):
                    print("SAID WITHOUT A PLACE", error, json.dumps(data))
                    lies += 1
                continue
            tried[f"certificates, {kind}, both stages"] += 1
            if (verdict := other(data, folder)) != "proved":
                print("ACCEPTED, BUT NOT TRUE", verdict, json.dumps(data))
                lies += 1
    return lies


if __name__ == "__main__":
    main(fuzz)
