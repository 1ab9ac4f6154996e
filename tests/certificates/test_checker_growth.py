"""The checker takes operations and memory in proportion to the file, of whatever kind it is.

An operation is a line of Python that is executed in `ttt_asp/certificates` (and in `ttt_asp/lp`,
for inductions), an element of a comprehension counting as one. Sizes are doubled, mostly twice:
per byte of the certificate there may be no more operations than a logarithm makes, where quadratic
growth has four times as many.
"""

from __future__ import annotations

import json
import sys
import tracemalloc
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from oracle import Board
from oracle_certificates import Json, encode, sets_of, walk_game
from oracle_games import hypercube

from ttt_asp import certificates
from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.format import read as read_certificate
from ttt_asp.certificates.checker.main import verify
from ttt_asp.certificates.induction import certificate, verify_induction
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.lp import scan

HERE = tuple(str(Path(module.__file__ or "").parent) for module in (certificates, scan))
MORE = 1.6  # times as many per byte where the file is twice to eight times as large


def operations(run: Callable[[], object]) -> int:
    """How many lines of the checkers are executed."""
    count = 0

    def line(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    def call(frame: FrameType, *_: Any) -> Any:
        return line(frame, "call", None) if frame.f_code.co_filename.startswith(HERE) else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        run()
    finally:
        sys.settrace(before)
    return count


def memory(run: Callable[[], object]) -> int:
    """The bytes that were taken at once, at most."""
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# --- boards: one play in which everybody takes the first free square ------------------------------


def play(game: Json, order: list[int], blank: str, last: int, ends: str) -> Json:
    """A certificate in which the squares are taken in this order, the last one ending the game."""
    text, entries = blank, []
    for made, square in enumerate(order[:last]):
        entries.append([text, [square]] if text.count(".") > 1 else text)
        text = text[:square] + "xo"[made % 2] + text[square + 1 :]
    plays = {"x": 0, "o": 0, "tie": 0} | {ends: 1}
    return {
        "format": "ttt-asp certificate", "version": 2, **game,
        "claim": "can tie" if ends == "tie" else f"{ends} always wins",
        "roles": {"x": "first", "o": "first"},
        "positions": sorted([*entries, text], key=lambda e: e[0] if isinstance(e, list) else e),
        "counts": {"positions": last + 1, "plays": plays, "stuck": 0},
    }  # fmt: skip


def cube_sets(side: int, dim: int) -> Json:
    """A cube as the sets that it is made of."""
    names: dict[Any, str] = {}
    for at in product(range(1, side + 1), repeat=dim):
        names[at] = str(len(names))
    lines = [[names[at] for at in line] for line in hypercube(side, dim).wins[0]]
    return {
        "roles": ["x", "o"], "squares": [*names.values()], "marked": {"x": [], "o": []},
        "turns": ["xo"[n % 2] for n in range(side**dim)], "sets": {"x": lines, "o": lines},
        "completing": "wins", "otherwise": "tie",
    }  # fmt: skip


def row(size: int) -> Json:
    """1 x n, and a line that nobody completes."""
    const = {"rows": 1, "cols": size, "line": 2 + size // 2}
    game = {"game": "tictactoe", "const": const, "sets": sets_of(Board(1, size, 2 + size // 2))}
    return play(game, [*range(size)], "." * size, size, "tie")


def square(size: int) -> Json:
    """n x n, for an even n: dominoes of both marks, shifted from row to row."""
    marks = [(n % size // 2 + n // size) % 2 for n in range(size * size)]
    of_x, of_o = ([n for n, mark in enumerate(marks) if mark == role] for role in (0, 1))
    order = [n for pair in zip(of_x, of_o, strict=True) for n in pair]
    const = {"rows": size, "cols": size, "line": size}
    game = {"game": "tictactoe", "const": const, "sets": sets_of(Board(size, size, size))}
    return play(game, order, "." * size * size, size * size, "tie")


def cube(dim: int) -> Json:
    """2^n, where x's second mark ends the game: any two squares are a line."""
    game = {"game": "hypercube", "const": {"side": 2, "dim": dim}, "sets": cube_sets(2, dim)}
    return play(game, [*range(2**dim)], "." * 2**dim, 3, "x")


def cube_of_eight(dim: int) -> Json:
    """8^n, square by square, until x has every second mark and with the 57th a column."""
    game = {"game": "hypercube", "const": {"side": 8, "dim": dim}, "sets": cube_sets(8, dim)}
    return play(game, [*range(8**dim)], "." * 8**dim, 57, "x")


def free(size: int) -> Json:
    """1 x n, everybody free: all positions with as many marks of x as of o, or one more."""
    boards = ["".join(signs) for signs in product(".ox", repeat=size)]
    boards = [one for one in boards if one.count("x") - one.count("o") in (0, 1)]
    const = {"rows": 1, "cols": size, "line": size}
    plays = {"x": 0, "o": 0, "tie": 1}
    for number in range(1, size + 1):
        plays["tie"] *= number
    return {
        "format": "ttt-asp certificate", "version": 2, "game": "tictactoe", "const": const,
        "sets": sets_of(Board(1, size, size)), "claim": "always tie",
        "roles": {"x": "any", "o": "any"},
        "positions": sorted(boards),
        "counts": {"positions": len(boards), "plays": plays, "stuck": 0},
    }  # fmt: skip


def listed(size: int, sets: Iterable[Iterable[int]], made: int) -> Json:
    """Winning sets for o, which nobody completes in this many moves."""
    each = [[str(n) for n in one] for one in sets]
    game = {
        "game": "of sets", "const": {},
        "sets": {
            "roles": ["x", "o"], "squares": [str(n) for n in range(size)],
            "marked": {"x": [], "o": []}, "turns": [("x", "o")[n % 2] for n in range(made)],
            "sets": {"x": [], "o": each}, "completing": "wins", "otherwise": "tie",
        },
    }  # fmt: skip
    return play(game, [*range(size)], "." * size, made, "tie")


def chain_of_sets(size: int) -> Json:
    return listed(size, ([n, n + 1] for n in range(size - 1)), size)


def star_of_sets(size: int) -> Json:
    """All sets go through a square that o takes."""
    return listed(size, ([1, n, n + 1] for n in range(2, size - 1)), 4)


def fan_of_sets(size: int) -> Json:
    """All sets go through a square that o takes wherever x begins: many positions, more sets."""
    data = listed(size, ([1, n, m] for n in range(2, size) for m in range(2, n)), 2)
    blank = "." * size
    first = [blank[:n] + "x" + blank[n + 1 :] for n in range(size) if n != 1]
    data |= {"claim": "always tie", "roles": data["roles"] | {"x": "any"}}
    ends = [one[0] + "o" + one[2:] for one in first]
    # where x has square 1, o takes the first
    entries: list[Any] = [blank, *([one, [1]] for one in first), *ends]
    entries += [[".x" + blank[2:], [0]], "ox" + blank[2:]]
    data["positions"] = sorted(entries, key=lambda e: e[0] if isinstance(e, list) else e)
    data["counts"] = {
        "positions": len(entries), "plays": {"x": 0, "o": 0, "tie": size}, "stuck": 0
    }  # fmt: skip
    return data


def one_large_set(size: int) -> Json:
    return listed(size, [range(size)], size)


# --- ground rules: positions go in a circle of some length ----------------------------------------


def circle(size: int, more: list[Any]) -> Json:
    """Play goes around without end; the rules tell nothing else that a claim would rest on."""
    program: list[Any] = [["legal(p,a)", []], ["legal(p,b)", []], *more]
    program += [[f"next({(n + 1) % size})", [f"true({n})"]] for n in range(size)]
    return walk_game(program, size)


def chain(size: int) -> list[Any]:
    return [[f"a{n + 1}", [f"a{n}"]] for n in reversed(range(size))] + [["a0", []]]


def negations(size: int) -> list[Any]:
    return [[f"a{n + 1}", [f"not a{n}"]] for n in range(size)]


def ring(size: int) -> list[Any]:
    """One strongly connected component."""
    return [["a0", [f"a{size}"]], *chain(size)]


def sums(size: int) -> list[Any]:
    """Each sum is reached with the last of its literals, and passed by others."""
    weighted = [[1, f"a{n}"] for n in range(size)]
    return [*chain(size), ["all", size, weighted], ["some", 1, weighted], ["none", 0, weighted]]


def mixed(size: int) -> list[Any]:
    """Strata of chains, the rules of which stand in an order that is unlucky."""
    steps = [[f"a{n + 1}", [f"not a{n}" if n % 10 == 0 else f"a{n}"]] for n in range(size)]
    return [*steps[::-1], ["a0", ["true(0)"]]]


def through_one(size: int) -> list[Any]:
    """All bodies have an atom that holds at every position."""
    rules = [[f"b{n}", ["a", f"c{n}", f"not d{n}"]] for n in range(size)]
    return [*rules, *([f"e{n}", [f"c{n}", "a", "f"]] for n in range(size)), ["a", []], ["f", ["a"]]]


def undefined(size: int) -> list[Any]:
    return [[f"b{n}", [f"c{n}", f"not d{n}"]] for n in range(size)]


def many_moves(size: int) -> Json:
    """One role with many actions, at one position."""
    data = walk_game([[f"legal(p,{n})", []] for n in range(size)] + [["next(0)", ["true(0)"]]], 1)
    data["rules"]["actions"]["p"] = [str(n) for n in range(size)]
    data["roles"]["p"] = "all"
    data["positions"] = [[[0], [*range(size)]]]
    return data


def ranked(size: int) -> Json:
    """A play of that many moves, with ranks."""
    program: list[Any] = [["legal(p,a)", []], ["goal(p,100)", []]]
    program += [[f"next({n + 1})", [f"true({n})"]] for n in range(size - 1)]
    program += [["terminal", [f"true({size - 1})"]]]
    counts = {"positions": size, "plays": {"100": 1}, "stuck": 0}
    ranks = [*range(size - 1, -1, -1)]
    return walk_game(program, size, ranks=ranks, counts=counts, claim="p always wins")


def circle_with(rules: Callable[[int], Any]) -> Callable[[int], Json]:
    """Five positions, and as many rules of a kind as are asked for."""
    return lambda size: circle(5, rules(size))


KINDS: dict[str, tuple[Callable[[int], Json], int, int]] = {
    "row": (row, 20, 80),
    "square": (square, 8, 16),
    "cube": (cube, 6, 7),
    "cube of eight": (cube_of_eight, 2, 3),
    "free": (free, 5, 8),
    "chain of sets": (chain_of_sets, 50, 200),
    "star of sets": (star_of_sets, 300, 1200),
    "fan of sets": (fan_of_sets, 20, 40),
    "one large set": (one_large_set, 50, 200),
    "more positions": (lambda n: circle(n, []), 200, 800),
    "positions and rules": (lambda n: circle(n, undefined(n)), 200, 800),
    "positions and rules through one atom": (lambda n: circle(n, through_one(n)), 50, 200),
    "ranked": (ranked, 200, 800),
    "many moves": (many_moves, 100, 400),
    **{
        f"rules: {each.__name__}": (circle_with(each), 200, 800)
        for each in (chain, negations, ring, sums, mixed, undefined)
    },
}


def per_byte(measure: Callable[[Callable[[], object]], int], data: Json) -> float:
    text = encode(data)
    return measure(lambda: verify(text)) / len(text)


@pytest.mark.parametrize("kind", KINDS)
def test_operations_grow_with_the_file(kind: str) -> None:
    make, small, large = KINDS[kind]
    assert per_byte(operations, make(large)) <= MORE * per_byte(operations, make(small))


@pytest.mark.parametrize("kind", KINDS)
def test_memory_grows_with_the_file(kind: str) -> None:
    make, small, large = KINDS[kind]
    assert per_byte(memory, make(large)) <= MORE * per_byte(memory, make(small))


@pytest.mark.slow
@pytest.mark.parametrize("measure", [operations, memory])
def test_inductions(measure: Callable[[Callable[[], object]], int]) -> None:
    """Both programs grow, and so do the lemmas; what clingo does about them is its own."""
    posed = read(Question("o never loses"), Deadline())
    proof = certificate(posed, 1)
    found = []
    for size in (2_000, 8_000):
        facts = "".join(f"more({n},(a;b)). % (a comment\n" for n in range(size))
        lemma = {"name": "more", "file": "more.lp", "text": facts}
        data = {**proof, "base": facts + proof["base"], "step": proof["step"] + facts}
        text = json.dumps({**data, "lemmas": [lemma]}).encode()

        def look(text: bytes = text) -> None:
            with pytest.raises(Rejected, match="step program: clingo finds a failure"):
                verify_induction(read_certificate(text), Deadline())

        found.append(measure(look) / len(text))
    assert found[1] <= MORE * found[0]
