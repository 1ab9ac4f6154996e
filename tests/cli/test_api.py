"""The prover as a function."""

import dataclasses
from collections.abc import Callable
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


@pytest.mark.parametrize(
    ("call", "place"),
    [
        (lambda: ttt_asp.prove("x can tie", o="first(x"), "o:1:8"),
        (lambda: ttt_asp.prove("x can tie", {"o": "frok"}), "roles o:1:1"),
        (lambda: ttt_asp.prove("x can tie", {"y": "any"}), "roles y"),
        (lambda: ttt_asp.prove("x can tie", const={"rows": 0}), "const rows=0"),
        (lambda: ttt_asp.prove("x can tie", const={"row": 3}), "const row=3"),
        (lambda: ttt_asp.prove("x can tie", game="ches"), "game"),
        (lambda: ttt_asp.prove("x can tie", strategies="nowhere"), "strategies"),
        (lambda: ttt_asp.prove("x can tie", horizon=-1), "horizon"),
        (lambda: ttt_asp.prove("x can tie", engine="fast"), "engine"),
        (lambda: ttt_asp.prove("x can tie", lemmas=["none"]), "lemmas"),
        (lambda: ttt_asp.solve(time_limit=-1), "time_limit"),
        (lambda: ttt_asp.solve(role="z"), "role"),
        (lambda: ttt_asp.explain("x never loses", x="good_for_x", of="z"), "of"),
        (lambda: ttt_asp.suggest("frok", "x../.../..."), "strategy:1:1"),
        (lambda: ttt_asp.suggest("fork", "x../.../..."[:-1]), "position"),
        (lambda: ttt_asp.compare("fork", "frok"), "b:1:1"),
        (lambda: ttt_asp.analogies("frok", role="o"), "strategy:1:1"),
    ],
)
def test_errors_name_arguments_and_no_options(call: Callable[[], object], place: str) -> None:
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value.diagnostics[0].location) == place
