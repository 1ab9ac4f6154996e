"""The functions of Python: what they take, where they err, and what only they do."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import ttt_asp
from ttt_asp.errors import InputError

BEGUN = "x../.o./..x"


def test_every_public_name_is_there_and_no_other() -> None:
    for name in ttt_asp.__all__:
        assert getattr(ttt_asp, name)
    assert not hasattr(ttt_asp, "nothing")
    assert dir(ttt_asp) == sorted(ttt_asp.__all__)


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    heavy = "{'clingo', 'numpy', 'jinja2'}"
    code = f"import sys, ttt_asp; dir(ttt_asp); print({heavy} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_roles_by_mapping_constants_by_number_and_folders(tmp_path: Path) -> None:
    (tmp_path / "mine.lp").write_text("strategy(mine, first(defeat, any)).\n")
    for folders in (str(tmp_path), tmp_path, [tmp_path]):  # one folder is no letters
        found = ttt_asp.prove("x can win", {"X": "mine"}, const={"rows": 4}, strategies=folders)
        assert found
    assert found.roles == {"x": "mine", "o": "any"}
    assert found.const == {
        "rows": "4", "cols": "3", "line": "3", "misere": "0", "maker_breaker": "0",
    }  # fmt: skip
    assert found.assumed == ("o",)
    assert len(ttt_asp.walk(x="mine", o="mine", strategies=str(tmp_path)).shown) > 1


def test_a_verdict_is_true_when_it_is_proved() -> None:
    assert ttt_asp.prove("x never loses", x="good_for_x")
    assert not ttt_asp.prove("o never loses", o="good_for_o")
    assert not ttt_asp.prove("x never loses", x="good_for_x", horizon=3)


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
        (lambda: ttt_asp.analogies("fork", const={"row": 3}), "const row=3"),
        (lambda: ttt_asp.explain("x never loses", {"x": "good_for_x"}, time_limit=0), "time_limit"),
        (lambda: ttt_asp.fill("x can tie", x="?", pool=["frok"]), "pool"),
        (lambda: ttt_asp.repair("o never loses", o="any", tactics=["frok"]), "tactics"),
        (lambda: ttt_asp.same_game("hex", "ches"), "other"),
        (lambda: ttt_asp.matrix(["frok"]), "names:1:1"),
    ],
)
def test_errors_name_arguments_and_no_options(call: Callable[[], object], place: str) -> None:
    with pytest.raises(InputError) as caught:
        call()
    said = caught.value.diagnostics[0]
    assert str(said.location) == place
    commands = re.compile("`ttt-asp .*?`")
    assert " -" not in commands.sub("", said.message + said.hint)


def test_a_report_is_written(tmp_path: Path) -> None:
    found = ttt_asp.report("o never loses", tmp_path / "page.html", o="good_for_o")
    assert found.verdict == "refuted"
    assert "o never loses" in (tmp_path / "page.html").read_text("utf-8")


def test_what_ended_a_search_is_said() -> None:
    assert ttt_asp.prove("x never loses", time_limit=0).stopped == "time"
    large = {"rows": 4, "cols": 4, "line": 4}
    few = ttt_asp.prove("x never loses", const=large, engine="explicit", max_positions=100)
    assert (few.verdict, few.stopped, few.as_json()["stopped"]) == ("unknown",) + 2 * ("positions",)
    little = ttt_asp.prove("x never loses", const=large, engine="explicit", max_memory=10)
    assert little.stopped == "memory"
    assert ttt_asp.prove("x never loses", x="good_for_x", horizon=3).stopped == ""


def test_a_walk_from_a_position_on() -> None:
    match = {"x": "any", "o": "first(defend, any)"}
    shown = ttt_asp.walk(match, position=BEGUN).shown
    assert len(shown) == ttt_asp.prove("never tie", match, position=BEGUN, count=True).positions
    assert "".join(shown[0]) == BEGUN.replace("/", "")
    with pytest.raises(InputError, match="position: error: 'xxx/.../...' has 3 x, 0 o"):
        ttt_asp.walk(match, position="xxx/.../...")
