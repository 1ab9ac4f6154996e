"""Certificates with something wrong in them: why they are refused, whatever it is."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from oracle_certificates import (
    B3,
    Json,
    Rejected,
    accepted,
    at,
    canonical,
    certificate,
    encode,
    rejection,
)
from oracle_folding import image, parts, turns_and_flips
from tables import constant, tabled
from valid_certificates import MAKERS, judged, tells_the_truth, valid

from ttt_asp.errors import InputError

# --- one part of a certificate -------------------------------------------------------------------


def with_changes(name: str, changes: str) -> Json:
    """A valid certificate with other parts: values by their paths. `+` and `++` append."""
    data = valid(name)
    for path, value in json.loads(changes).items():
        *way, last = [int(key) if key.isdigit() else key for key in path.split(" ")]
        if isinstance(last, str) and last.startswith("+"):
            at(data, (*way[:-1],))[way[-1]] += value if isinstance(value, str) else [value]
        else:
            at(data, (*way,))[last] = value
    return data


def refused(name: str, changes: str, stage: int, reason: str) -> None:
    """A stage refuses the changes for this reason; `…` in it stands for any text."""
    with pytest.raises((Rejected, InputError)) as raised:
        judged(with_changes(name, changes), stage)
    said, pattern = str(raised.value), re.escape(reason).replace("…", ".*")
    assert said.replace("\n", " ").isprintable() and re.fullmatch(pattern, said, re.DOTALL), said


@pytest.mark.parametrize("name", [name for name in MAKERS if name != "small"])
def test_those_that_are_changed_are_valid(name: str) -> None:
    data = valid(name)
    assert judged(data, 1).claim.startswith(data["claim"])
    if name in ("nine pairs", "corner", "periodic", "induction", "every size"):
        assert judged(data, 2).facts


def test_a_certificate_without_what_it_assumes_is_an_older_one() -> None:
    data = dict(valid("every size"))
    assert data.pop("assumed")
    assert (judged(data, 1).claim, bool(judged(data, 2).facts)) == (
        judged(valid("every size"), 1).claim,
        True,
    )


@tabled()
def test_what_is_wrong_is_said(name: str, changes: str, reason: str) -> None:
    refused(name, changes, 1, reason)


@tabled()
def test_what_the_sources_do_not_say_is_refused(name: str, changes: str, reason: str) -> None:
    refused(name, changes, 2, reason)


DEEP = json.loads("[" * 900 + "]" * 900), json.loads('{"a":' * 400 + "1" + "}" * 400)
JUNK: list[Any] = [None, *constant(__file__, "JUNK"), "\ud800", "@x", *DEEP]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every key of an object, and the first index of a list, with what it is in."""
    for key in [*value] if isinstance(value, dict) else range(min(1, len(value))):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


def _refused(*_: object) -> None:
    raise Rejected("whether this is so would be asked of a solver")


KINDS = ["two by two", "two folded", "misere", "nim", "corner", "periodic", "induction", "small"]


@pytest.mark.parametrize("name", KINDS)
def test_whatever_is_in_a_file_is_answered(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every part replaced by junk, left out, or doubled: never a traceback, never a false claim."""
    monkeypatch.setattr("ttt_asp.extensions.sizes.certificate.Solver", _refused)
    stage, data = 2 if name == "induction" else 1, valid(name)

    def answered() -> None:
        try:
            judged(data, stage)
        except (Rejected, InputError) as reason:
            assert str(reason).replace("\n", " ").isprintable()
        else:
            assert tells_the_truth(data)

    for where, key in [*places(data)]:
        value = where[key]
        for junk in JUNK[::stage]:
            if canonical(junk) != canonical(value):
                where[key] = junk
                answered()
        where[key] = value
        # a constant of a file that is read may be left out, as it has a default
        if isinstance(where, dict) and not (stage == 2 and where is data["const"]):
            del where[key]
            answered()
            where |= {key: value, "more": 1}
            answered()
            del where["more"]


# --- positions, moves and counts ------------------------------------------------------------------

EIGHT = turns_and_flips(B3)


def with_entry(data: Json, entry: Any) -> Json:
    """The same with an entry more, at its place."""
    return data | {"positions": sorted([*data["positions"], entry], key=lambda one: parts(one)[0])}


@pytest.mark.parametrize("name", ["tie", "folded"])
def test_every_dropped_position_is_missed(name: str) -> None:
    data = valid(name)
    for index in range(len(data["positions"])):
        entry = data["positions"].pop(index)
        for less in (0, 1):
            data["counts"]["positions"] -= less
            assert "is not listed" in rejection(data)
            data["counts"]["positions"] += less
        data["positions"].insert(index, entry)
    assert accepted(encode(data))


@pytest.mark.parametrize("name", ["tie", "folded"])
def test_every_added_position_is_noticed(name: str) -> None:
    data = valid(name)
    known = {parts(entry)[0] for entry in data["positions"]}
    every = {parts(entry)[0] for entry in certificate("can tie", "any", "any")["positions"][::50]}
    every |= {"xx.......", "......o.."}
    if name == "folded":
        every = {min(image(text, one) for one in EIGHT) for text in every}
    for number, text in enumerate(sorted(every - known)):
        entry: object = (text, [text, []], [text, [0]])[number % 3]
        data["counts"]["positions"] += 1
        assert f"{text} is listed, but cannot occur" in rejection(with_entry(data, entry))


@pytest.mark.slow
def test_every_added_or_dropped_move_is_noticed() -> None:
    data = valid("tie")
    for entry in data["positions"][::3]:
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


@pytest.mark.parametrize("name", ["board", "folded"])
def test_every_changed_count_is_rejected(name: str) -> None:
    data = valid(name)
    keys = [("positions",), ("stuck",), *(("plays", end) for end in ("x", "o", "tie"))]
    for *way, key in keys:
        counts = at(data["counts"], (*way,))
        was = counts[key]
        # as if each listed position stood for itself alone
        many = {len(data["positions"])} - {was}
        wrongs = [was - 1, was + 1, *many, bool(was), None, str(was), [], 10**999]
        for counts[key] in wrongs:
            assert re.search("^counts: .* were found$|no natural number", rejection(data))
        counts[key] = was
    assert accepted(encode(data))
