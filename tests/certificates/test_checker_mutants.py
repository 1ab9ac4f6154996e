"""Mutants of valid certificates: what the checker accepts is true, by building it anew."""

from __future__ import annotations

import contextlib
import gzip
import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import oracle
import oracle_rules
import pytest
from certificate_mutants import VALUES, mutants
from conftest import HUNT, examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Position, Square
from oracle_certificates import (
    CLAIMS,
    Json,
    Policy,
    accepted,
    at,
    build,
    canonical,
    certificate,
    copy,
    encode,
    good,
    is_what_it_says,
    nim4,
    paths,
    rejection,
    seeds,
)
from test_certificate_sets import claims_of, tells_the_truth
from test_certificate_sets import seeds as of_sets

from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.main import verify


def test_the_seeds_are_valid_and_what_they_say() -> None:
    assert all(is_what_it_says(data) and accepted(encode(data)) for data in seeds())


def index_of(data: Json, wanted: Callable[[Any], bool]) -> int:
    return next(i for i, entry in enumerate(data["positions"]) if wanted(entry))


def test_every_dropped_position_is_missed() -> None:
    data = copy(seeds()[0])
    for index in range(len(data["positions"])):
        entry = data["positions"].pop(index)
        assert "is not listed" in rejection(data)
        data["counts"]["positions"] -= 1
        assert "is not listed" in rejection(data)
        data["counts"]["positions"] += 1
        data["positions"].insert(index, entry)
    assert accepted(encode(data))


def test_every_added_position_is_noticed() -> None:
    full = certificate("can tie", "any", "any")
    data = copy(seeds()[0])
    known = {entry[0] if isinstance(entry, list) else entry for entry in data["positions"]}
    extra = [text for text in full["positions"] if text not in known]
    for text in extra[::50]:
        for entry in (text, [text, []], [text, [0]]):
            mutant = copy(data)
            mutant["positions"].append(entry)
            mutant["positions"].sort(key=lambda e: e[0] if isinstance(e, list) else e)
            mutant["counts"]["positions"] += 1
            assert "is listed, but cannot occur" in rejection(mutant)


@pytest.mark.slow
def test_every_added_or_dropped_move_is_noticed() -> None:
    data = copy(seeds()[0])
    for entry in data["positions"]:
        if isinstance(entry, list):
            was = entry[1]
            for move in range(-1, 10):
                entry[1] = sorted({*was} ^ {move})
                rejection(data)
            entry[1] = [*was, was[-1]]
            rejection(data)
            entry[1] = []
            assert "no move is allowed" in rejection(data)
            entry[1] = was
    assert accepted(encode(data))


def test_an_illegal_move() -> None:
    data = good()
    entry = data["positions"][index_of(data, lambda e: isinstance(e, list) and e[0][0] == "o")]
    entry[1] = [0]
    assert "move 0 is not legal" in rejection(data)
    entry[1] = [4, 4]
    assert "does not increase, or is out of range" in rejection(data)
    entry[1] = [9]
    assert "does not increase, or is out of range" in rejection(data)


def test_moves_where_nobody_is_asked_and_none_where_somebody_is() -> None:
    data = good()
    index = index_of(data, lambda entry: isinstance(entry, str))
    data["positions"][index] = [data["positions"][index], [0]]
    assert "where no strategy is asked" in rejection(data)
    data = good()
    index = index_of(data, lambda entry: isinstance(entry, list))
    data["positions"][index] = data["positions"][index][0]
    assert "not a list" in rejection(data)


def test_every_changed_count() -> None:
    wrongs: list[Any] = [0, 1, 63, 65, 1183, True, None, "64", [], 10**999]
    for key in ("positions", "stuck", "x", "o", "tie"):
        for wrong in wrongs:
            data = good()
            counts = data["counts"]
            where = counts if key in counts else counts["plays"]
            if canonical(where[key]) != canonical(wrong):
                where[key] = wrong
                assert "counts" in rejection(data)
    data = good()
    data["counts"]["plays"] = None
    assert "counts" in rejection(data)


def test_swapped_roles() -> None:
    data = good()
    data["roles"] = {"x": data["roles"]["o"], "o": data["roles"]["x"]}
    rejection(data)
    data = good()
    data["roles"]["o"] = "defeat"
    assert "not a list" in rejection(data)


# --- the fuzzers --------------------------------------------------------------------------------


@examples(200, hunt=400)
@given(mutants(seeds))
def test_an_accepted_mutant_tells_the_truth(data: Json) -> None:
    if accepted(json.dumps(data).encode()):
        assert tells_the_truth(data)


PARTS = ["sets", "sets", "sets", "claim", "const", "counts", "game", "positions", "roles"]


@examples(200)
@given(mutants(of_sets, PARTS))
def test_an_accepted_mutant_of_sets_tells_the_truth(data: Json) -> None:
    if accepted(encode(data)):
        assert tells_the_truth(data)


@st.composite
def other_strategies(draw: st.DrawFn) -> Json:
    """The certificate, or nearly, of other moves than those that a certificate lists."""
    data = copy(draw(st.sampled_from(seeds()[:-1])))
    const = data["const"]
    board = Board(const["rows"], const["cols"], const["line"])
    chance = draw(st.randoms(use_true_random=False))
    drawn: dict[Position, list[Square]] = {}

    def policy(position: Position) -> list[Square]:
        if position not in drawn:
            legal = sorted(oracle.legal(board, position))
            drawn[position] = chance.sample(legal, min(len(legal), chance.choice((1, 1, 1, 2))))
        return drawn[position]

    policies: dict[str, Policy] = {"x": policy, "o": policy}
    claim = draw(st.sampled_from(CLAIMS))
    made = build(board, data["roles"], policies, claim, const.get("misere", 0))
    if draw(st.booleans()):
        made["counts"] = data["counts"]
    if draw(st.booleans()) and len(made["positions"]) > 1:
        chosen = draw(st.integers(0, len(made["positions"]) - 1))
        entry = made["positions"][chosen]
        if isinstance(entry, list):
            entry[1] = sorted({*entry[1]} ^ {draw(st.integers(0, 8))})
    return made


@examples(100, hunt=150)
@given(other_strategies())
def test_it_accepts_exactly_what_is_true(data: Json) -> None:
    try:
        true = is_what_it_says(data)
    except (KeyError, AssertionError):  # a position that is not listed, an illegal move
        true = False
    assert accepted(encode(data)) == true


@examples(400)
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


@examples(200)
@given(st.data())
def test_accepted_mutants_of_nim(data: st.DataObject) -> None:
    """Names and constants may change, and what else is true: the rules and moves say the rest."""
    original = nim4()
    mutant = copy(original)
    everywhere = [path for path in paths(mutant) if path and path[0] != "rules"]
    path = data.draw(st.sampled_from(everywhere))
    at(mutant, path[:-1])[path[-1]] = data.draw(VALUES)
    if accepted(json.dumps(mutant).encode()) and canonical(mutant) != canonical(original):
        if path[0] == "ranks":
            done, one, two, three, four = mutant["ranks"]  # by the matches left
            assert done < min(one, two) <= max(one, two) < three < four
        elif path[0] == "claim":
            assert mutant["claim"] == "never tie"
        else:
            assert path[0] in ("game", "const", "roles")


@cache
def random_rules() -> list[Json]:
    """Certificates of random rules, true ones and false ones, which differ from hunt to hunt."""
    chance, found = random.Random() if HUNT > 1 else random.Random(0), list[Json]()
    while len(found) < 320 * HUNT:
        with contextlib.suppress(oracle_rules.Unclear):
            found.append(oracle_rules.random_certificate(chance, claims_of))
    return found


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


@examples(200, hunt=400)
@given(mutants(lambda: [*random_rules()[:100], nim4()]))
def test_accepted_mutants_of_rules_tell_the_truth(data: Json) -> None:
    if accepted(encode(data)):
        with contextlib.suppress(oracle_rules.Unclear):
            assert oracle_rules.is_what_it_says(data)
