"""The command line: help, names, completion, lists, what goes to a terminal, and timings."""

import io
import json
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from inspect import unwrap
from pathlib import Path
from typing import Annotated

import oracle
import oracle_games
import pytest
import typer
from conftest import HANGS, Run, Start
from tables import constant, tabled

import ttt_asp
from ttt_asp.api.groups import description, signature_of
from ttt_asp.api.parameters import Game
from ttt_asp.cli.execution import HEADINGS, execute, program
from ttt_asp.cli.signatures import command_of
from ttt_asp.errors import InternalError
from ttt_asp.extension import commands as brought
from ttt_asp.extensions.bench import timing as benched
from ttt_asp.extensions.bench.timing import Row, timed
from ttt_asp.games.load import game_names
from ttt_asp.paths import STRATEGIES
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.terms import OPERATORS


def test_help_groups_commands_and_options_and_fits_a_screen(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out, prove = run("--help").out, run("prove", "--help").out
    heading = re.compile(r"^(\w+):$", re.MULTILINE)
    assert heading.findall(out) == ["Options", *HEADINGS] and len(HEADINGS) == 4
    assert len(out.splitlines()) <= 40
    expected = ["Arguments", "Question", "Limits", "Output", "Engine", "Examples"]
    assert heading.findall(prove) == expected


@pytest.mark.parametrize("name", brought())
def test_one_idea_has_one_name(name: str) -> None:
    """What is written is -o, the pool --pool, the other game --other, and --as a role."""
    command = program().get_command(None, name)
    for one in getattr(command, "params", ()):
        assert not {"--with", "--out"} & set(one.opts)
        assert ("-o" in one.opts) == ("--output" in one.opts)
        assert "--as" not in one.opts or one.metavar == "ROLE"
    assert (command.help or "").split("\n\n")[0] == brought()[name][1].summary


@pytest.mark.parametrize("width", [80, 40])
def test_help_keeps_to_the_width_and_cuts_nothing(width: int, run: Run) -> None:
    def said(command: tuple[str, ...], columns: int) -> str:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("COLUMNS", str(columns))
            done = run(*command, "--help")
        assert (done.status, done.err) == (0, "")
        return done.out

    for command in [(), *commands()]:
        out = said(command, width)
        assert max(map(len, out.splitlines())) <= width, command
        assert "…" not in out
        assert out.split() == said(command, 1000).split()
        assert "\n\n\n" not in out
    # whatever the command line knows is there
    prove = said(("prove",), width)
    for name, argument in signature_of(unwrap(ttt_asp.prove)).parameters.items():
        if not isinstance(one := description(argument), str):
            assert one and one.help.split(" ")[-1] in prove.split(), name


def test_nothing_of_typer_is_used_but_what_its_documentation_shows() -> None:
    shown = {"typer", "typer.core TyperCommand", "typer.core TyperGroup", "typer.main.get_command"}
    imports = re.compile(r"^ *(?:import|from) ((?:typer|click)\b.*)$", re.MULTILINE)
    for path in Path(ttt_asp.__file__).parent.rglob("*.py"):
        text = path.read_text("utf-8")
        used = {name.replace(" import", "") for name in imports.findall(text)}
        used |= set(re.findall(r"\btyper\.[a-z]+\.\w+", text))
        assert used <= shown and "__mro__" not in text, path


@pytest.mark.usefixtures("reader")
def test_a_command_may_have_options_of_typers(capsys: pytest.CaptureFixture[str]) -> None:
    def greet(
        name: str,
        game: Game = "tictactoe",
        times: Annotated[int, typer.Option("-t", min=1, rich_help_panel="Manners")] = 1,
    ) -> None:
        """Greet somebody who plays a game."""
        typer.echo(f"Good luck at {game}, {name}! " * times)

    greeting = command_of("greet", greet)
    greeting(["Ann", "-t", "2", "-g", "hex"], standalone_mode=False)
    assert capsys.readouterr().out == "Good luck at hex, Ann! " * 2 + "\n"
    with pytest.raises(typer.BadParameter):
        greeting(["Ann", "-t", "0"], standalone_mode=False)
    greeting(["--help"], standalone_mode=False)
    assert re.search(r"Manners:.*\n  -t .*default: 1", capsys.readouterr().out)


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    done = run()
    assert (done.status, done.err) == (2, "")
    assert done.out == run("--help").out


def commands() -> list[tuple[str, ...]]:
    """Every command."""
    return [(name,) for name in constant(__file__, "COMMANDS")]


SOME = {"good_for_x.lp", "good_for_o.lp", "edge_mistake.lp", "careful_o.lp", "newell_simon.lp",
        "nakas.toml"}  # fmt: skip


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in; the library has few strategies, the bench one match-up.

    All of the library is checked in test_library.py, and all of the bench run below.
    """
    terms = "".join(
        path.read_text("utf-8") for path in STRATEGIES.glob("*.lp") if path.name in SOME
    )
    for path in STRATEGIES.glob("**/*.*"):
        if path.name in SOME or (path.parent.name == "tactics" and path.stem in terms):
            copied = tmp_path / "library" / path.relative_to(STRATEGIES)
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copied)
    monkeypatch.setattr("ttt_asp.strategies.library.STRATEGIES", tmp_path / "library")
    monkeypatch.setattr(benched, "SMALL", benched.SMALL[1:2])
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "library"


@pytest.mark.slow
@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_every_commands_help_ends_with_two_examples_that_work(
    command: tuple[str, ...], small: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    done = run(*command, "--help")
    assert done.status == 0
    examples = re.findall(r"^\s*(ttt-asp .*?)\s*$", done.out.split("Examples:")[-1], re.MULTILINE)
    assert len(examples) == 2
    if command == ("verify",):
        made = ("x never loses", "--x", "good_for_x", "--certificate", "x_never_loses.json.gz")
        assert run("prove", *made).status == 0
    if command == ("check",):
        Path("strategies").symlink_to(small)
    if command == ("workbench",):
        monkeypatch.setattr("typer.echo", told_and_interrupted)
    for example in examples:
        line, _, typed = example.partition(" <<< ")
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
        arguments = shlex.split(line.partition(" > ")[0])[1:]
        ran = run(*arguments)
        expected = (0,) if command in (("verify",), ("check",)) else (0, 1)
        assert ran.status in expected, (example, ran.err)
        assert ran.out


def told_and_interrupted(text: str) -> None:
    """Ctrl-C as soon as a server has said where it is."""
    print(text)
    signal.raise_signal(signal.SIGINT)


def in_terminal(start: Start, arguments: list[str], **environment: str) -> str:
    """What the program prints on a terminal."""
    leader, follower = pty.openpty()
    process = start(
        *arguments,
        stdout=follower,
        stderr=follower,
        env={**os.environ, "TERM": "xterm", **environment},
    )
    os.close(follower)
    chunks = []
    with suppress(OSError):  # once nobody writes any more
        while chunk := os.read(leader, 4096):
            chunks.append(chunk)
    process.wait(HANGS)
    os.close(leader)
    return b"".join(chunks).decode()


@pytest.mark.slow
def test_color_on_a_terminal_only_and_not_against_no_color(start: Start) -> None:
    arguments = ["prove", "o never loses", "--o", "good_for_o"]
    color = re.compile(r"\x1b\[[\d;]*m")  # a line of progress that is wiped out has others
    assert color.search(in_terminal(start, arguments, NO_COLOR=""))
    assert not color.search(in_terminal(start, arguments, NO_COLOR="1"))
    assert "\x1b[" not in start(*arguments).communicate(timeout=HANGS)[0]


def test_headlines_wrap_at_the_width_of_a_terminal(start: Start) -> None:
    arguments = ["prove", "x never loses", "--x", "good_for_x"]
    narrow = in_terminal(start, arguments, NO_COLOR="1", COLUMNS="60")
    told = "x never loses: proved (no play gets stuck, breaks the claim", "  or is cut short)"
    assert "\r\n".join(told) in narrow
    # elsewhere the first line has all of it
    piped = start(*arguments).communicate(timeout=HANGS)[0]
    assert piped.splitlines()[0] == " ".join(map(str.strip, told))


@tabled()
def test_completion_knows_the_names(
    words: str, expected: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_TTT_ASP_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    with pytest.raises(SystemExit):
        execute([])
    assert expected in capsys.readouterr().out.split()


# What a shell is told after it has read the words "ttt-asp re"; each defines what it calls.
SHELLS: dict[str, str] = constant(__file__, "SHELLS")


@pytest.mark.parametrize("shell", SHELLS)
def test_shells_complete_the_names_of_commands(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        [shell, "-c", SHELLS[shell]], env={**os.environ, "PATH": path, "SHELL": shell},
        capture_output=True, text=True,
    )  # fmt: skip
    found = re.findall(r"\bre\w+", done.stdout)
    assert {"repair", "report", "recognise"} <= set(found), done


def test_two_answers_to_one_question_are_our_fault() -> None:
    rows = [Row("3x3", "x never loses", by, verdict, found, {"total": 1.0})
            for by, verdict, found in (("a", "proved", {"positions": 4}), ("b", "unknown", {}),
                                       ("c", "unknown", {"positions": 4}))]  # fmt: skip
    tasks = [partial(Row, **asdict(row)) for row in rows]
    assert timed(tasks, 1, lambda _: None) == rows
    for other in (replace(rows[1], verdict="refuted"), replace(rows[2], found={"positions": 5})):
        with pytest.raises(InternalError, match="3x3, x never loses"):
            timed([*tasks, partial(Row, **asdict(other))], 1, lambda _: None)


def test_the_best_run_counts_and_what_takes_long_is_done_once() -> None:
    row, left = Row("3x3", "x never loses", "a", "proved", {}, {}), [2.5, 1.5, 1.25, 1.75]
    for best in (2.5, 1.25):
        (shown,) = timed([lambda: replace(row, seconds={"total": left.pop(0)})], 3, lambda _: None)
        assert shown.seconds["total"] == best
    assert not left


def test_bench_counts_what_the_explicit_engine_reaches(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benched, "SMALL", benched.SMALL[1:2])
    done = run("bench", "--runs", "1")
    line = r"^3x3 good_for_x/any +x never loses +explicit +proved +848 positions, 1,248 plays +"
    assert done.status == 0 and re.search(line, done.out, re.MULTILINE)


def test_the_yardstick_runs_alone() -> None:
    script = Path(__file__).resolve().parents[2] / "benchmarks" / "breadth_first.py"
    line = [sys.executable, "-I", str(script), "3", "3", "3"]
    done = subprocess.run(line, capture_output=True, text=True)
    assert done.stdout.startswith("5,478 positions in ")
    assert "255,168 plays: first 131,184, second 77,904, tie 46,080" in done.stdout


def test_tactics_are_listed_by_the_games_they_are_for(run: Run) -> None:
    found = json.loads(run("list", "tactics", "--json").out)["tactics"]
    assert {row["name"] for row in found} == {*open_library().names("tactic"), "any"}
    games = json.loads(run("list", "games", "--json").out)["games"]
    assert {row["name"] for row in games if "const" in row} == {*game_names()}


@pytest.mark.parametrize("arguments", [(), ("games",), ("tactics",)])
def test_lists_keep_to_the_width(
    arguments: tuple[str, ...], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = run("list", *arguments).out
    assert max(map(len, out.splitlines())) <= 80 and "…" not in out
    monkeypatch.setenv("COLUMNS", "1000")
    assert out.split() == run("list", *arguments).out.split()


@pytest.mark.parametrize("operator", OPERATORS)
def test_every_operator_is_shown(operator: str, run: Run) -> None:
    assert run("show", operator).out.startswith(operator)


@pytest.mark.parametrize(("text", "role"), [("x../.o./..x", "o"), ("x../.o./...", "x")])
def test_solve_at_a_position_values_every_move(text: str, role: str, run: Run) -> None:
    board, at = oracle.Board(), oracle.parse_board(text, role)
    every = oracle.legal(board, oracle.INITIAL)
    plain = oracle_games.alternating(every, board.lines)
    expected = {}
    for i, j in oracle.legal(board, at):
        after = oracle.place(at, role, (i, j))
        ended = oracle_games.value(plain, (after.x, after.o))
        expected[f"mark(cell({i},{j}))"] = {role: 100, "tie": 50}.get(ended, 0)
    found = json.loads(run("solve", "--position", text, "--json").out)
    assert {row["action"]: row["value"] for row in found["worths"]} == expected
    assert found["line"][0] in found["first"]
    assert len(found["line"]) == text.count(".")  # best play fills the board
