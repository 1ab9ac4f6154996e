"""Certificates changed anywhere, at random: what the checker accepts is true, by building it anew.

And of those that are nearly right it accepts exactly what is true.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import random
from collections.abc import Callable, Sequence
from functools import cache

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
    made_on_board,
    nim4,
    seeds,
    text_of,
)
from oracle_folding import folded, image, turns_and_flips
from test_certificate_sets import seeds as of_sets
from valid_certificates import SETS, mutants, tells_the_truth, valid

from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.checker.main import verify


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
    "sets": (of_sets, ["sets", "sets", "sets", "claim", "const", "counts", "game", "positions",
                       "roles"]),
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
