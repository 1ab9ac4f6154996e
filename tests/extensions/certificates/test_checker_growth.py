"""The checker takes operations and memory in proportion to the file, of whatever kind it is.

An operation is a line of Python executed in `ttt_asp/extensions/certificates` (and in `ttt_asp/lp`,
for inductions), an element of a comprehension counting as one. Sizes are doubled, mostly twice:
per byte of the certificate there may be no more operations than a logarithm makes, where quadratic
growth has four times as many.
"""

import contextlib
import gzip
import json
import random
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from pathlib import Path
from types import FrameType
from typing import Any

import oracle_folding
import oracle_games as og
import oracle_rules
import pytest
from conftest import HUNT, examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board
from oracle_certificates import (
    CLAIMS,
    Json,
    accepted,
    claims_of,
    copy,
    encode,
    in_order,
    made,
    made_on_board,
    nim4,
    seeds,
    text_of,
    true_claim,
    walk_game,
)
from oracle_folding import folded, image, turns_and_flips
from oracle_games import Sets2, Square
from test_certificate_sets import seeds as seeds_of_sets
from valid_certificates import SETS, mutants, tells_the_truth, valid

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.extensions import certificates
from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.checker.format import read as read_certificate
from ttt_asp.extensions.certificates.checker.main import verify
from ttt_asp.extensions.certificates.induction import certificate, verify_induction
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


# --- boards: one play in which everybody takes the next square of some order ----------------------


def play(
    game: Sets2, order: Sequence[Any], known: Json | None = None, free: Sequence[str] = ()
) -> Json:
    roles = {role: "any" if role in free else "next" for role in game.roles}
    data = made(game, roles, lambda owned, _: [order[og.made(game, owned)]], "", known)
    return data | {"claim": true_claim(data)}


def on_board(*sizes: int, order: Sequence[Square] = (), free: Sequence[str] = ()) -> Json:
    """Tic-tac-toe; the order is row by row if none is given."""
    board = Board(*sizes)
    game = og.alternating(board.squares, board.lines)
    known = {"game": "tictactoe", "const": dict(zip(("rows", "cols", "line"), sizes, strict=True))}
    return play(game, order or in_order(game.squares), known, free)


def square(size: int) -> Json:
    """n x n, for an even n: dominoes of both marks, shifted from row to row."""
    squares = in_order(Board(size, size).squares)
    marks = [(n % size // 2 + n // size) % 2 for n in range(size * size)]
    of_x, of_o = ([one for one, n in zip(squares, marks, strict=True) if n == r] for r in (0, 1))
    order = [one for pair in zip(of_x, of_o, strict=True) for one in pair]
    return on_board(size, size, size, order=order)


def cube(side: int, dim: int) -> Json:
    """Any two squares of 2^n are a line; of 8^n x completes a column with the 57th mark."""
    game = og.hypercube(side, dim)
    known = {"game": "hypercube", "const": {"side": side, "dim": dim}}
    return play(game, in_order(game.squares), known)


def of_sets(size: int, sets: Iterable[Iterable[int]], moves: int, free: Sequence[str] = ()) -> Json:
    """Winning sets for o, which nobody completes in this many moves."""
    each = frozenset(frozenset[Square](one) for one in sets)
    turns = tuple(n % 2 for n in range(moves))
    game = Sets2(("x", "o"), frozenset(range(size)), (frozenset(), each), turns)
    return play(game, range(size), free=free)


def star_of_sets(size: int) -> Json:
    """All sets go through a square that o takes."""
    return of_sets(size, ([1, n, n + 1] for n in range(2, size - 1)), 4)


def fan_of_sets(size: int) -> Json:
    """All sets go through a square that x may not begin with, and o takes: many positions."""
    sets = ([1, n, m] for n in range(2, size) for m in range(2, n))
    game = Sets2(("x", "o"), frozenset(range(size)), (frozenset(), frozenset(map(frozenset, sets))),
                 (0, 1))  # fmt: skip
    roles = {"x": "any", "o": "hub"}
    # where x has square 1, o takes the first
    return made(game, roles, lambda owned, _: [0 if 1 in owned[0] else 1], "always tie")


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
    "row": (lambda n: on_board(1, n, 2 + n // 2), 20, 80),
    "square": (square, 8, 16),
    "cube": (lambda n: cube(2, n), 5, 6),
    "cube of eight": (lambda n: cube(8, n), 2, 3),
    "free": (lambda n: on_board(1, n, n, free="xo"), 5, 8),
    "chain of sets": (lambda n: of_sets(n, ([m, m + 1] for m in range(n - 1)), n), 50, 200),
    "star of sets": (star_of_sets, 150, 600),
    "fan of sets": (fan_of_sets, 20, 40),
    "one large set": (lambda n: of_sets(n, [range(n)], n), 50, 200),
    "more positions": (lambda n: circle(n, []), 100, 400),
    "positions and rules": (lambda n: circle(n, undefined(n)), 100, 400),
    "positions and rules through one atom": (lambda n: circle(n, through_one(n)), 50, 200),
    "ranked": (ranked, 100, 400),
    "many moves": (many_moves, 100, 400),
    **{
        f"rules: {each.__name__}": (circle_with(each), 100, 400)
        for each in (chain, negations, ring, sums, mixed, undefined)
    },
}


@pytest.mark.parametrize("kind", KINDS)
def test_operations_and_memory_grow_with_the_file(kind: str) -> None:
    make, *sizes = KINDS[kind]
    small, large = (encode(make(size)) for size in sizes)
    for measure in (operations, memory):
        least, most = (measure(partial(verify, text)) / len(text) for text in (small, large))
        assert most <= MORE * least


@pytest.mark.slow
@pytest.mark.parametrize("measure", [operations, memory])
def test_checks_of_inductions_grow_with_their_file(
    measure: Callable[[Callable[[], object]], int],
) -> None:
    """Both programs grow, and so do the lemmas; what clingo does about them is its own."""
    posed = read(Question("o never loses"), Deadline())
    proof = certificate(posed, 1)
    found = []
    for size in (250, 1_000):
        facts = "".join(f"more({n},(a;b)). % (a comment\n" for n in range(size))
        lemma = {"name": "more", "file": "more.lp", "text": facts}
        data = {**proof, "base": facts + proof["base"], "step": proof["step"] + facts}
        text = json.dumps({**data, "lemmas": [lemma]}).encode()

        def look(text: bytes = text) -> None:
            with pytest.raises(Rejected, match="step program: clingo finds a failure"):
                verify_induction(read_certificate(text), Deadline())

        found.append(measure(look) / len(text))
    assert found[1] <= MORE * found[0]


# --- certificates changed anywhere, at random ---------------------------------------------------


@cache
def random_rules() -> list[Json]:
    """Certificates of random rules, true ones and false ones, which differ from hunt to hunt."""
    chance, found = random.Random() if HUNT > 1 else random.Random(0), list[Json]()
    while len(found) < 320 * HUNT:
        with contextlib.suppress(oracle_rules.Unclear):
            found.append(oracle_rules.random_certificate(chance, claims_of))
    return found


# Certificates of a kind, and in which parts of them something is changed; in any if none is named.
FAMILIES: dict[str, tuple[Callable[[], list[Json]], Sequence[str]]] = {
    "boards": (seeds, ()),
    "sets": (seeds_of_sets, ["sets", "sets", "sets", "claim", "const", "counts", "game",
                             "positions", "roles"]),
    "rules": (lambda: [*random_rules()[:100]], ()),
    # names and constants may change, and what else is true: the rules and moves say the rest
    "nim": (lambda: [nim4()], ["game", "const", "claim", "roles", "positions", "ranks", "counts"]),
    "symmetries": (oracle_folding.seeds, ["symmetries", "positions", "positions", "counts",
                                          "claim"]),
    "replies": (lambda: [*map(valid, SETS)], ["sets", "replies", "claim", "opening",
                                              "symmetries"]),
}  # fmt: skip


@pytest.mark.parametrize("family", ["boards", "sets", "nim", "symmetries", "replies"])
def test_the_seeds_are_valid_and_what_they_say(family: str) -> None:
    assert all(accepted(encode(one)) and tells_the_truth(one) for one in FAMILIES[family][0]())


@pytest.mark.parametrize("family", FAMILIES)
@examples(70, hunt=300)
@given(st.data())
def test_an_accepted_mutant_tells_the_truth(family: str, data: st.DataObject) -> None:
    mutant = data.draw(mutants(*FAMILIES[family]))
    if accepted(encode(mutant)):
        with contextlib.suppress(oracle_rules.Unclear):
            assert tells_the_truth(mutant)


@examples(200)
@given(st.data())
def test_an_accepted_broken_file_tells_the_truth(data: st.DataObject) -> None:
    text = encode(data.draw(st.sampled_from(seeds())))
    zipped = data.draw(st.booleans())
    file = bytearray(gzip.compress(text, mtime=0) if zipped else text)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(file) - 1))
        end = min(len(file), start + data.draw(st.integers(0, 5)))
        new = data.draw(st.one_of(
            st.binary(max_size=3), st.sampled_from([*b"01,][}{xo"]).map(lambda byte: bytes([byte])),
            st.just(bytes(file[end : end + 8])),
        ))  # fmt: skip
        file[start:end] = new
        if not file:
            return
    if accepted(bytes(file)):
        read = json.loads(gzip.decompress(file) if file.startswith(b"\x1f\x8b") else bytes(file))
        assert tells_the_truth(read)


@st.composite
def other_strategies(draw: st.DrawFn, up_to_symmetry: bool) -> Json:
    """Of moves drawn for each position, or for the least of its images; perhaps one more or less.

    Counts may be those of other moves.
    """
    sizes = [(2, 2, 2), (1, 5, 2), (2, 3, 2), (1, 5, 3)]
    board = Board(*draw(st.sampled_from(sizes if up_to_symmetry else [(3, 3, 3), *sizes])))
    squares = sorted(board.squares)
    group = turns_and_flips(board) if up_to_symmetry else [tuple(range(len(squares)))]
    chance = draw(st.randoms(use_true_random=False))
    drawn: dict[str, list[int]] = {}

    def policy(owned: og.Owned, _: int) -> list[og.Square]:
        text = text_of(squares, owned)
        least, one = min((image(text, one), one) for one in group)
        if least not in drawn:
            free = [n for n, sign in enumerate(least) if sign == "."]
            some = chance.sample(free, chance.choice((1, 1, 1, 2)))
            staying = [other for other in group if image(least, other) == least]
            drawn[least] = [other[move] for move in some for other in staying]
        return [squares[one.index(move)] for move in drawn[least]]

    roles = {"x": "a" if len(squares) > 6 else draw(st.sampled_from(["any", "a"])), "o": "b"}
    misere = 0 if up_to_symmetry else draw(st.integers(0, 1))
    data = made_on_board(board, roles, policy, draw(st.sampled_from(CLAIMS)), misere)
    if draw(st.integers(0, 3)) == 0:
        data["counts"] = copy(draw(st.sampled_from(seeds()))["counts"])
    if up_to_symmetry:
        data = folded(data, group)
    entries = [entry for entry in data["positions"] if isinstance(entry, list)]
    if draw(st.booleans()) and entries:
        entry = draw(st.sampled_from(entries))
        entry[1] = sorted({*entry[1]} ^ {draw(st.integers(0, len(squares) - 1))})
    return data


@pytest.mark.parametrize("up_to_symmetry", [False, True])
@examples(60, hunt=150)
@given(st.data())
def test_it_accepts_exactly_what_is_true(up_to_symmetry: bool, data: st.DataObject) -> None:
    drawn = data.draw(other_strategies(up_to_symmetry))
    assert accepted(encode(drawn)) == tells_the_truth(drawn)


def test_random_rules_are_judged_as_by_their_oracle() -> None:
    for data in random_rules():
        try:
            verify(encode(data))
        except Rejected as reason:
            if "cycle through `not`" in str(reason):
                continue  # the format does not allow it, even where it means something
            assert not oracle_rules.is_what_it_says(data), reason
        else:
            assert oracle_rules.is_what_it_says(data)
