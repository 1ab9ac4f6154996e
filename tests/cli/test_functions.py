"""The questions as functions of plain values say what the commands say."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import HANGS

import ttt_asp
from ttt_asp.cli.commands import COMMANDS, program
from ttt_asp.cli.main import execute
from ttt_asp.errors import InputError
from ttt_asp.result import Result


def printed(capsys: pytest.CaptureFixture[str], *command: str) -> dict[str, object]:
    assert execute([*command, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_compare(capsys: pytest.CaptureFixture[str]) -> None:
    found = ttt_asp.compare("good_for_o", "careful_o", role="O")
    said = printed(capsys, "compare", "good_for_o", "careful_o", "--as", "o")
    assert {claim: list(both) for claim, both in found.claims.items()} == said["claims"]


def test_recognise(capsys: pytest.CaptureFixture[str]) -> None:
    found = ttt_asp.recognise("tictactoe", {"cols": 2, "line": 2})
    assert (found.of_lines, len(found.lines["x"])) == ("yes", 11)
    again = printed(capsys, "recognise", "tictactoe", "-c", "cols=2", "-c", "line=2")
    assert again == json.loads(json.dumps(found.as_json()))
    assert execute(["recognise", "tictactoe", "-c", "cols=2", "-c", "line=2"]) == 0
    assert capsys.readouterr().out == f"{found}\n"


def test_analogies(capsys: pytest.CaptureFixture[str]) -> None:
    found = ttt_asp.analogies("fork")
    assert found.respected == printed(capsys, "analogies", "fork")["respected"]


def test_matrix_and_walk() -> None:
    (match,) = ttt_asp.matrix(["good_for_x"]).scores
    assert match.positions == 166
    assert len(ttt_asp.walk({"x": "good_for_x", "o": "good_for_x"}).stops) == 166


def test_what_is_wrong_is_said_as_everywhere() -> None:
    with pytest.raises(InputError, match="there is no strategy or tactic nobody"):
        ttt_asp.compare("nobody", "any")
    with pytest.raises(InputError, match="declares no constant row"):
        ttt_asp.analogies("fork", const={"row": 3})
    with pytest.raises(InputError, match="the time limit of 0 s was reached"):
        ttt_asp.explain("x never loses", {"x": "good_for_x"}, time_limit=0)


def settled(text: str) -> str:
    """Without seconds, and spaces at the ends of lines."""
    text = re.sub(r"\b\d+\.\d{3}\b", "#.###", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


RESULTS: list[tuple[Callable[[], Result], list[str]]] = [
    (
        lambda: ttt_asp.prove("o never loses", o="good_for_o"),
        ["prove", "o never loses", "--o", "good_for_o"],
    ),
    (lambda: ttt_asp.solve("corner_blocks"), ["solve", "-g", "corner_blocks"]),
    (
        lambda: ttt_asp.suggest("first(fork, corner)", "x../.o./..x", "o"),
        ["suggest", "first(fork, corner)", "--position", "x../.o./..x", "--as", "o"],
    ),
    (
        lambda: ttt_asp.explain("x never loses", {"x": "good_for_x"}),
        ["explain", "x never loses", "--x", "good_for_x"],
    ),
    (
        lambda: ttt_asp.compare("good_for_o", "careful_o", role="o"),
        ["compare", "good_for_o", "careful_o", "--as", "o"],
    ),
    (lambda: ttt_asp.analogies("fork"), ["analogies", "fork"]),
    (
        # the only one: of several, either could be found first
        lambda: ttt_asp.fill("x never loses", x="first(defend, center, ?, any)", pool=["corner"]),
        ["fill", "x never loses", "--x", "first(defend, center, ?, any)", "--pool", "corner"],
    ),
    (
        lambda: ttt_asp.repair("o never loses", o="good_for_o", tactics=["threaten_safely"]),
        ["repair", "o never loses", "--o", "good_for_o", "--pool", "threaten_safely"],
    ),
    (
        lambda: ttt_asp.exceptions("o never loses", o="good_for_o"),
        ["repair", "o never loses", "--o", "good_for_o", "--exceptions"],
    ),
    (
        lambda: ttt_asp.shorten(
            "o never loses", o="first(defend, spoil, any)", game="no_diagonals", tactics=["corner"]
        ),
        [
            "shorten",
            "o never loses",
            "--o",
            "first(defend, spoil, any)",
            "-g",
            "no_diagonals",
            "--pool",
            "corner",
        ],
    ),
    (lambda: ttt_asp.steal(), ["steal"]),
    (
        lambda: ttt_asp.steal(const={"misere": 1}, every="rows > 0, cols > 0"),
        ["steal", "-c", "misere=1", "--every", "rows > 0, cols > 0"],
    ),
    (
        lambda: ttt_asp.steal("corner_blocks", {"misere": 1}),
        ["steal", "-g", "corner_blocks", "-c", "misere=1"],
    ),
    (lambda: ttt_asp.matrix(["good_for_x", "any"]), ["matrix", "good_for_x", "any"]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("function", "command"), RESULTS, ids=lambda case: str(case)[:20])
def test_a_result_prints_what_its_command_prints(
    function: Callable[[], Result], command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    result = function()
    execute(command)
    assert settled(str(result)) == settled(capsys.readouterr().out)
    assert result._repr_html_().startswith("<")


def test_certificates_and_pairings_print_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "proof.json")
    both = ["--x", "good_for_x", "--o", "good_for_o"]
    assert execute(["prove", "always tie", *both, "--certificate", path]) == 0
    capsys.readouterr()
    assert execute(["verify", path, "--strategy"]) == 0
    assert str(ttt_asp.verify(path, strategy=True)) == capsys.readouterr().out.strip()
    with pytest.raises(InputError, match="rejected: "):
        (tmp_path / "not.json").write_text("{}")
        ttt_asp.verify(tmp_path / "not.json")
    assert str(ttt_asp.pairing()).startswith("there is no pairing: these 4 lines")
    five = {"rows": 5, "cols": 5, "line": 5}
    assert len(str(ttt_asp.pairing(const=five)).splitlines()) == 12
    four = {"rows": 4, "cols": 4, "line": 4}
    size = [part for name in four for part in ("-c", f"{name}=4")]
    assert execute(["pairing", "--ahead", "2", *size]) == 0
    found = ttt_asp.pairing_ahead(2, const=four)
    assert str(found) == capsys.readouterr().out.strip()
    assert found.verdict == "found" and found.answers == 1
    few = ttt_asp.pairing_ahead(2, const={**four, "rows": 2, "cols": 7}, max_positions=1)
    assert few.verdict == "unknown" and few.positions == 1
    assert ttt_asp.pairing_ahead(2, const=four, time_limit=HANGS).answers == 1


def test_a_verdict_is_true_when_it_is_proved() -> None:
    assert ttt_asp.prove("x never loses", x="good_for_x")
    assert not ttt_asp.prove("o never loses", o="good_for_o")
    assert not ttt_asp.prove("x never loses", x="good_for_x", horizon=3)


def test_one_folder_is_not_letters(tmp_path: Path) -> None:
    (tmp_path / "mine.lp").write_text("strategy(mine, first(defeat, any)).\n")
    for folders in (str(tmp_path), tmp_path, [tmp_path]):
        assert ttt_asp.prove("x can win", x="mine", strategies=folders)
    assert len(ttt_asp.walk(x="mine", o="mine", strategies=str(tmp_path)).stops) > 1


def test_a_report_is_written(tmp_path: Path) -> None:
    found = ttt_asp.report("o never loses", tmp_path / "page.html", o="good_for_o")
    assert found.verdict == "refuted"
    assert "o never loses" in (tmp_path / "page.html").read_text("utf-8")


def test_what_a_notebook_completes() -> None:
    assert dir(ttt_asp) == sorted(ttt_asp.__all__)
    code = (
        "import sys, ttt_asp; dir(ttt_asp); print({'clingo', 'numpy', 'jinja2'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_what_ended_a_search_is_said() -> None:
    assert ttt_asp.prove("x never loses", time_limit=0).stopped == "time"
    large = {"rows": 4, "cols": 4, "line": 4}
    few = ttt_asp.prove("x never loses", const=large, engine="explicit", max_positions=100)
    assert (few.verdict, few.stopped, few.as_json()["stopped"]) == ("unknown",) + 2 * ("positions",)
    little = ttt_asp.prove("x never loses", const=large, engine="explicit", max_memory=10)
    assert little.stopped == "memory"
    assert ttt_asp.prove("x never loses", x="good_for_x", horizon=3).stopped == ""


def test_whatever_begins_elsewhere_does_so_from_python_too() -> None:
    taking = [
        name
        for name in COMMANDS
        if any("--position" in one.opts for one in program().get_command(None, name).params)
    ]
    # a program is printed, and a game played, at the command line alone
    functions = [name for name in taking if hasattr(ttt_asp, name)]
    assert set(taking) - set(functions) == {"program", "play"}
    for name in [*functions, "walk", "exceptions"]:
        assert "position" in inspect.signature(getattr(ttt_asp, name)).parameters


BEGUN = "x../.o./..x"


CHANGED: list[tuple[Callable[[], Result], list[str]]] = [
    (
        lambda: ttt_asp.repair(
            "o never loses", o="first(edge, any)", tactics=["defend"], edits=1, position=BEGUN
        ),
        ["repair", "o never loses", "--o", "first(edge, any)", "--pool", "defend", "--edits", "1"],
    ),
    (
        lambda: ttt_asp.exceptions("o never loses", o="first(defend, edge)", position=BEGUN),
        ["repair", "o never loses", "--o", "first(defend, edge)", "--exceptions"],
    ),
    (
        lambda: ttt_asp.shorten(
            "o never loses", o="first(defeat, defend, edge, any)", tactics=["fork"], position=BEGUN
        ),
        ["shorten", "o never loses", "--o", "first(defeat, defend, edge, any)", "--pool", "fork"],
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("function", "command"), CHANGED, ids=lambda case: str(case)[:20])
def test_strategies_are_changed_from_a_position_on(
    function: Callable[[], Result], command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    result = function()
    execute(command)
    whole = settled(capsys.readouterr().out)
    execute([*command, "--position", BEGUN])
    said = settled(capsys.readouterr().out)
    assert settled(str(result)) == said
    assert said and said != whole


def test_a_walk_from_a_position_on() -> None:
    match = {"x": "any", "o": "first(defend, any)"}
    stops = ttt_asp.walk(match, position=BEGUN).stops
    assert len(stops) == ttt_asp.prove("never tie", match, position=BEGUN, count=True).positions
    assert "".join(stops[0].shown) == BEGUN.replace("/", "")
    with pytest.raises(InputError, match="position: error: 'xxx/.../...' has 3 x, 0 o"):
        ttt_asp.walk(match, position="xxx/.../...")
