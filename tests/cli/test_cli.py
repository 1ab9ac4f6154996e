"""The command line: exit statuses, JSON, messages, help."""

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
from dataclasses import asdict, replace
from functools import partial
from inspect import unwrap
from pathlib import Path

import pytest
from conftest import HANGS, Run, Start
from tables import constant, contents, tabled

import ttt_asp
from ttt_asp import __version__
from ttt_asp.api.groups import descriptions_of
from ttt_asp.bench import tasks as benched
from ttt_asp.bench.timing import Row, Task, timed
from ttt_asp.cli.commands import COMMANDS, HEADINGS, program
from ttt_asp.cli.execution import execute
from ttt_asp.errors import InternalError
from ttt_asp.paths import STRATEGIES

TABLE = contents("cli/cli_table.toml")

Captured = pytest.CaptureFixture[str]


def in_process(
    *arguments: str, cwd: Path | None = None, **environment: str
) -> tuple[int, str, str]:
    """Run the program in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "ttt_asp", *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANGS,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
@tabled()
def test_prove_says_its_verdict_and_exits_with_it(
    arguments: list[str], status: int, verdict: str, capsys: Captured
) -> None:
    assert execute(["prove", *arguments]) == status
    assert f": {verdict} (" in capsys.readouterr().out.splitlines()[0]


def test_a_role_without_a_strategy_is_said_to_play_any(capsys: Captured) -> None:
    execute(["prove", "x never loses", "--x", "good_for_x"])
    out = capsys.readouterr().out
    assert "o plays any (no strategy given)" in out
    assert "x plays good_for_x\n" in out


def test_json_of_a_file_is_a_list(capsys: Captured) -> None:
    assert execute(["prove", "nakas.toml", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(row["id"], row["expect"], row["verdict"]) for row in found] == [
        ("nakas-1", "proved", "proved"),
        ("nakas-2", "proved", "proved"),
        ("nakas-3", "refuted", "refuted"),
        ("nakas-4", "proved", "proved"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "two", "status"),
    [("proved", "refuted", 0), ("proved", "proved", 1), ("unknown", "refuted", 1)],
)
def test_a_file_exits_with_whether_its_verdicts_are_as_expected(
    one: str, two: str, status: int, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "my_claims.toml"
    path.write_text(TABLE.format(one=one, two=two))
    assert execute(["prove", str(path)]) == status
    assert ("(expected" in capsys.readouterr().out) == (status == 1)


def test_a_file_with_unknown_verdicts_exits_with_3(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "my_claims.toml"
    path.write_text(TABLE.format(one="proved", two="refuted"))
    assert execute(["prove", str(path), "--time-limit", "0"]) in (2, 3)
    options = ["--engine", "bounded", "--", "--solve-limit=0"]
    assert execute(["prove", str(path), *options]) == 3
    assert "unknown" in capsys.readouterr().out


@tabled()
def test_wrong_input_is_said_and_exits_with_2(
    arguments: list[str], message: str, capsys: Captured
) -> None:
    assert execute(arguments) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.out == ""


def test_version_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom ttt_asp.cli.execution import execute\n"
        "execute(['--version'])\n"
        "heavy = {'clingo', 'jinja2', 'numpy', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"ttt-asp {__version__}\n"), done.stderr


def test_help_groups_the_commands_and_fits_a_screen() -> None:
    _, out, _ = in_process("--help", COLUMNS="80", LINES="40")
    found = re.findall(r"^(\w+):$", out, re.MULTILINE)
    assert found == ["Options", *HEADINGS] and len(HEADINGS) == 4
    assert len(out.splitlines()) <= 40


def test_the_many_options_of_prove_stand_under_headings(run: Run) -> None:
    headings = re.findall(r"^(\w+):$", run("prove", "--help").out, re.MULTILINE)
    assert headings == ["Arguments", "Question", "Limits", "Output", "Engine", "Examples"]


@pytest.mark.parametrize("name", COMMANDS)
def test_one_idea_has_one_name(name: str) -> None:
    """What is written is -o, the pool --pool, the other game --other, and --as a role."""
    command = program().get_command(None, name)
    for one in getattr(command, "params", ()):
        assert not {"--with", "--out"} & set(one.opts)
        assert ("-o" in one.opts) == ("--output" in one.opts)
        assert "--as" not in one.opts or one.metavar == "ROLE"
    assert (command.help or "").split("\n\n")[0] == COMMANDS[name]


@pytest.mark.parametrize("width", [80, 40])
def test_help_keeps_to_the_width_and_cuts_nothing(width: int, run: Run) -> None:
    def said(command: tuple[str, ...], columns: int) -> str:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("COLUMNS", str(columns))
            done = run(*command, "--help")
        assert (done.status, done.err) == (0, "")
        return done.out

    every = [(), ("new",), *commands(), ("new", "order"), ("new", "book")]
    for command in every:
        out = said(command, width)
        assert max(map(len, out.splitlines())) <= width, command
        assert "…" not in out
        assert out.split() == said(command, 1000).split()
        assert "\n\n\n" not in out
    # whatever the command line knows is there
    prove = said(("prove",), width)
    for name, one in descriptions_of(unwrap(ttt_asp.prove)).items():
        assert isinstance(one, str) or one.help.split(" ")[-1] in prove.split(), name


@pytest.mark.parametrize("group", [(), ("new",)])
def test_without_a_command_the_help_is_shown(group: tuple[str, ...], run: Run) -> None:
    done = run(*group)
    assert (done.status, done.err) == (2, "")
    assert done.out == run(*group, "--help").out


def commands() -> list[tuple[str, ...]]:
    """Every command, a group's commands included."""
    names = "prove program check pairing list show suggest bench matrix verify explain report"
    names += " solve play steal compare analogies fill shorten repair workbench"
    names += " recognise"
    found = [(name,) for name in names.split()]
    return [*found, ("new", "tactic"), ("new", "strategy")]


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
        monkeypatch.setattr("ttt_asp.cli.workbench._tell", told_and_interrupted)
    for example in examples:
        line, _, typed = example.partition(" <<< ")
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
        arguments = shlex.split(line.partition(" > ")[0])[1:]
        ran = run(*arguments)
        expected = (0,) if command in (("verify",), ("check",)) else (0, 1)
        assert ran.status in expected, (example, ran.err)
        assert ran.out


def told_and_interrupted(address: str) -> None:
    """Ctrl-C as soon as a server has said where it is."""
    print(address)
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
    while True:
        try:
            chunk = os.read(leader, 4096)
        except OSError:
            break
        if not chunk:
            break
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
    assert "\x1b[" not in in_process(*arguments)[1]


def test_a_closed_pipe_is_no_error() -> None:
    line = f"{sys.executable} -m ttt_asp program 'x never loses' | head -1"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.startswith("% x never loses")


@tabled()
def test_completion_knows_the_names(words: str, expected: str) -> None:
    code = "import sys; from ttt_asp.__main__ import run; sys.argv = ['ttt-asp']; run()"
    environment = {
        **os.environ,
        "_TTT_ASP_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    assert expected in done.stdout.split(), done.stderr


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


@pytest.mark.slow
def test_new_writes_what_check_accepts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    assert execute(["new", "tactic", "corner_trap"]) == 0
    assert execute(["new", "strategy", "my_o", "-S", "mine"]) == 0
    assert (tmp_path / "strategies/tactics/corner_trap.lp").is_file()
    assert (tmp_path / "mine/my_o.lp").is_file()
    assert execute(["check", "strategies", "mine"]) == 0
    assert capsys.readouterr().out.count(", ok (2 examples)\n") == 2
    assert execute(["prove", "x never loses", "--x", "first(corner_trap,any)"]) == 1


def test_new_does_not_overwrite(tmp_path: Path, capsys: Captured) -> None:
    arguments = ["new", "tactic", "mine", "-S", str(tmp_path)]
    assert execute(arguments) == 0
    path = tmp_path / "tactics" / "mine.lp"
    path.write_text("changed")
    assert execute(arguments) == 2
    assert "mine is defined by" in capsys.readouterr().err
    assert path.read_text() == "changed"
    assert [file.name for file in path.parent.iterdir()] == ["mine.lp"]


def test_check_runs_examples_and_says_what_differs(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "tactics" / "mine.lp"
    path.parent.mkdir()
    rule = "suggests(mine,P,mark(C)) :- role(P), corner(C).\n"
    path.write_text(rule + "% example x.o/.../o.. for x: mark(cell(1,3))\n")
    assert execute(["check", str(path)]) == 1
    err = capsys.readouterr().err
    assert f"{path}:2:1: error: this example recommends mark(cell(3,3))" in err
    path.write_text(rule + "% example x.o/.../o.. of x: mark(cell(1,3))\n")
    assert execute(["check", str(path)]) == 2
    assert "this example is not POSITION for ROLE: MOVES" in capsys.readouterr().err


@tabled()
def test_suggest_shows_the_moves_and_who_decided(
    position: str, expected: str, capsys: Captured
) -> None:
    assert execute(["suggest", "good_for_x", "--position", position]) == 0
    assert expected in capsys.readouterr().out


@pytest.mark.slow
def test_bench_times_the_papers_claims_and_the_engines(capsys: Captured) -> None:
    assert execute(["bench", "--runs", "1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert all(list(row) == ["id", "claim", "by", "verdict", "found", "seconds"] for row in rows)
    assert [row["id"] for row in rows[:4]] == ["nakas-1", "nakas-2", "nakas-3", "nakas-4"]
    for row in rows[:4]:
        assert set(row["seconds"]) == {"read", "lift", "ground", "solve", "total"}
        assert set(row["found"]) == {"atoms", "rules", "conflicts"}
    by = {name: [row for row in rows if row["by"] == name] for name in ("explicit", "bounded")}
    found = [(row["id"], row["verdict"], row["found"]["positions"]) for row in by["explicit"]]
    assert found == [
        ("3x3 any/any", "refuted", 5478),
        ("3x3 good_for_x/any", "proved", 848),
        ("3x3 good_for_x/edge_mistake", "proved", 558),
        ("3x3 good_for_x/good_for_o", "proved", 106),
        ("3x3 any/good_for_o", "refuted", 970),
        ("3x3 any/good_for_x", "refuted", 1498),
        ("3x3 any/edge_mistake", "refuted", 4408),
    ]
    for one, other in zip(by["explicit"], by["bounded"][4:], strict=True):
        assert {"read", "ground", "solve", "total"} <= one["seconds"].keys()
        assert one["id"] == other["id"]
        assert other["verdict"] in (one["verdict"], "unknown")
    assert by["explicit"][0]["found"]["plays"] == {"x": 131184, "o": 77904, "tie": 46080}
    (plain,) = (row for row in rows if row["by"] == "plain Python")
    assert (plain["id"], plain["found"]["positions"]) == ("3x3 any/any", 5478)


@pytest.mark.slow
def test_bench_of_induction(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benched, "SIDES", (5,))
    monkeypatch.setattr(benched, "CUBE", {"side": "5", "dim": "2"})
    assert execute(["bench", "--induction", "--runs", "1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["id"], row["by"], row["verdict"]) for row in rows] == [
        ("5x5", "a bipartite matching", "yes"),
        ("5^2", "a bipartite matching", "yes"),
        ("5x5", "induction, lemma given", "proved"),
        ("5^2", "induction, lemma given", "proved"),
        ("5x5", "induction, lemma found", "proved"),
    ]
    assert rows[0]["found"] == {"lines": 12} and all(row["seconds"]["total"] > 0 for row in rows)
    assert execute(["bench", "--induction", "--runs", "1"]) == 0
    out = capsys.readouterr().out
    assert re.search(
        r"^5x5 +there is a pairing +a bipartite matching +yes +12 lines +\d+\.\d+", out, re.M
    )
    assert execute(["bench", "--induction", "--large"]) == 2


def test_bench_of_fill(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    some = benched.SEARCHES
    monkeypatch.setattr(benched, "SEARCHES", (some[1], some[-1]))
    monkeypatch.setattr(benched, "board", lambda _: {"rows": "2", "cols": "3", "line": "2"})
    assert execute(["bench", "--fill", "--large", "--runs", "1", "--json"]) == 0
    shortest, every, large = json.loads(capsys.readouterr().out)
    assert (shortest["verdict"], shortest["found"]["tactics"]) == ("filled", 5)
    assert "number" not in shortest["found"]
    assert (every["verdict"], every["found"]["number"]) == ("filled", 16)
    assert large["verdict"] == "none" and "tactics" not in large["found"]
    assert set(shortest["seconds"]) == {"read", "search", "total"}
    assert execute(["bench", "--fill", "--runs", "1"]) == 0
    line = r"^3x3 +o never loses +fill first\(\.\.\., any\) +filled +16 fillers, 142 choices, "
    assert re.search(line, capsys.readouterr().out, re.MULTILINE)
    assert execute(["bench", "--fill", "--induction"]) == 2
    assert "--induction and --fill exclude each other" in capsys.readouterr().err


def test_two_answers_to_one_question_are_our_fault() -> None:
    rows = [Row("3x3", "x never loses", by, verdict, found, {"total": 1.0})
            for by, verdict, found in (("a", "proved", {"positions": 4}), ("b", "unknown", {}),
                                       ("c", "", {"positions": 4}))]  # fmt: skip
    tasks = [Task(partial(Row, **asdict(row)), True) for row in rows]
    assert timed(tasks, 1, lambda _: None) == rows
    for other in (replace(rows[1], verdict="refuted"), replace(rows[2], found={"positions": 5})):
        with pytest.raises(InternalError, match="3x3, x never loses"):
            timed([*tasks, Task(partial(Row, **asdict(other)))], 1, lambda _: None)


@pytest.mark.slow
def test_bench_without_the_yardstick(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    for where in ("ttt_asp.bench.tasks", "ttt_asp.cli.bench"):
        monkeypatch.setattr(f"{where}.YARDSTICK", Path("nowhere"))
    monkeypatch.setattr(benched, "SMALL", benched.SMALL[:1])
    assert execute(["bench", "--runs", "1"]) == 0
    out = capsys.readouterr().out
    assert "benchmarks/breadth_first.py is not installed" in out
    line = r"^3x3 any/any +x never loses +explicit +refuted +5,478 positions, 255,168 plays +"
    assert re.search(line, out, re.MULTILINE)


def test_the_yardstick_runs_alone() -> None:
    script = Path(__file__).resolve().parents[2] / "benchmarks" / "breadth_first.py"
    line = [sys.executable, "-I", str(script), "3", "3", "3"]
    done = subprocess.run(line, capture_output=True, text=True)
    assert done.stdout.startswith("5,478 positions in ")
    assert "255,168 plays: first 131,184, second 77,904, tie 46,080" in done.stdout


def test_a_in_processs_in_bare_clingo(tmp_path: Path, capsys: Captured) -> None:
    for claim, role, answer in (
        ("x never loses", "--x=good_for_x", "UNSATISFIABLE"),
        ("o never loses", "--o=good_for_o", "SATISFIABLE"),
        ("o can win", "--x=good_for_x", "UNSATISFIABLE"),
    ):
        assert execute(["program", claim, role]) == 0
        path = tmp_path / "program.lp"
        path.write_text(capsys.readouterr().out)
        line = [sys.executable, "-m", "clingo", str(path)]
        done = subprocess.run(line, capture_output=True, text=True)
        assert answer in done.stdout.splitlines()
        assert done.stderr == ""
