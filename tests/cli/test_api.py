"""The prover as a function."""

import dataclasses
from pathlib import Path

import pytest

import ttt_asp
from ttt_asp import InputError, Verdict, prove


def test_a_frozen_verdict() -> None:
    found = prove("x never loses", x="good_for_x", o="any")
    assert isinstance(found, Verdict)
    assert (found.verdict, found.engine, found.play, found.boards) == (
        "proved",
        found.engine,
        None,
        (),
    )
    assert found.assumed == ()
    for field in dataclasses.fields(found):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(found, field.name, "refuted")


def test_roles_by_mapping_constants_by_number_and_folders(tmp_path: Path) -> None:
    (tmp_path / "mine.lp").write_text("strategy(mine, first(defeat, any)).\n")
    found = prove("x can win", {"X": "mine"}, const={"rows": 4}, strategies=[tmp_path])
    assert found.verdict == "proved"
    assert found.roles == {"x": "mine", "o": "any"}
    assert found.const == {
        "rows": "4", "cols": "3", "line": "3", "misere": "0", "maker_breaker": "0",
    }  # fmt: skip
    assert found.assumed == ("o",)


def test_limits_are_unknown() -> None:
    assert prove("x never loses", x="good_for_x", horizon=3).verdict == "unknown"
    assert prove("x never loses", x="good_for_x", time_limit=0).verdict == "unknown"


def test_wrong_input_is_an_input_error() -> None:
    with pytest.raises(InputError, match="there is no strategy or tactic frok"):
        prove("x never loses", x="frok")
    with pytest.raises(InputError, match="is not a claim"):
        prove("x")


def test_every_public_name_is_there_and_no_other() -> None:
    for name in ttt_asp.__all__:
        assert getattr(ttt_asp, name)
    assert not hasattr(ttt_asp, "nothing")
