"""What is said to people who wrote what they did not mean, in words that help them on."""

import io
import re
import tomllib
from pathlib import Path

import pytest
from conftest import write

import ttt_asp
from ttt_asp.cli.execution import execute
from ttt_asp.strategies.composition import parse_term

Captured = pytest.CaptureFixture[str]
# A heap from which one or two are taken; a position may come sooner or later.
LONG = """
role((x;o)). init(left(3)). init(turn(x)). base(left(0..3)). base(turn(P)) :- role(P).
legal(P,take(1..2)) :- true(turn(P)).
legal(P,noop) :- role(P), not true(turn(P)).
next(left(N-K)) :- true(left(N)), does(_,take(K)), K <= N.
next(left(0)) :- true(left(1)), does(_,take(2)).
next(turn(x)).
terminal :- true(left(0)).
goal(P,50) :- role(P).
"""
HEAD = "suggests(mine,P,mark(C)) :- role(P), "


def test_a_claim_needs_no_quotes(capsys: Captured) -> None:
    assert execute(["prove", "x", "never", "loses", "--x", "good_for_x"]) == 0
    assert capsys.readouterr().out.startswith("x never loses: proved")
    assert execute(["program", "x", "never", "loses"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x wins"], "Write x never wins, x always wins or x can win"),
        (["x cannot lose"], "is not a claim: write x never loses\n"),
        (["x does not lose"], "is not a claim: write x never loses\n"),
        (["x must never lose"], "is not a claim: write x never loses\n"),
        (["x will win"], "is not a claim: write x always wins\n"),
        (["x may tie"], "is not a claim: write x can tie\n"),
        (
            ["x never loses", "--x", "win"],
            "mean defeat (Win: complete a line of your own)?",
        ),
        (["x never loses", "--x", "first(block, any)"], "did you mean defend (Block: take the "),
        (["x never loses", "--x", "centre"], "\n  did you mean center?\n"),
        (["x never loses", "--x", "win else block then any"], "like first(win, block, any)\n"),
        (["x never loses", "--x", "defeat ∇ frok ∇ any"], "<--x>:1:10: error: there is no strat"),
        (["x never loses", "--x", "defeat & fork"], "(defeat&fork) is not a strategy"),
        (["x never loses", "--x", "center ∖ ∖any"], "<--x>:1:10: error: ∖any is not a strategy"),
        (["x never loses", "--x", "center ∇ any & fork"], "1:14: error: & is no sign of a strateg"),
        (["x never loses", "--x", "center ∇ ∇ any"], "<--x>:1:10: error: unexpected ∇\n"),
        (["x never loses", "--x", "△△"], "<--x>:1:1: error: unexpected △\n"),
        (["x never loses", "--x", "cen\udcffter ∇ any"], "<--x>:1:4: error: the file is not UTF-8"),
        (
            ["x never loses", "--x", " ∇ ".join(["any"] * 3000)],
            "<--x>:1:1: error: a statement of m",
        ),
        (["x never loses", "--x", "center ∇ any ∩"], "1:15: error: the term ends too early\n"),
        (["x never loses", "-g", "chomp", "--x", "good_for_x"], "chomp has no threatens, "),
        (["x never loses", "--x", "First(defeat, any)"], "1:1: error: First is a variable"),
        (["x never loses", "--x", "First(defeat, any)"], "a lower-case letter: first(...)"),
        (["x never loses", "--x", "Good_for_x"], "names begin with a lower-case letter: good_for"),
        (["x never loses", "--x", "defeat defend"], "<--x>:1:8: error: a comma is missing"),
        (["x never loses", "--x", "defeat defend"], "a term like first(defeat, defend)"),
        (["x never loses", "--x", "first(defeat any)"], "<--x>:1:14: error: a comma is missing"),
        (["x never loses", "-g", "pick_up_bricks", "-r", "x=fork"], "has no threatens, win_length"),
        (["odd never loses", "-g", "numeric", "-r", "odd=even_arms"], "about chomp, not about num"),
    ],
)
def test_a_mistake_is_told_once_with_what_to_write(
    arguments: list[str], message: str, capsys: Captured
) -> None:
    assert execute(["prove", *arguments]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("error: ") == 1


@pytest.mark.parametrize(
    ("term", "message"),
    [
        ("first(defeat, defend))", ":1:22: error: there is one ) too many\n  {}\n  {:>22}\n"),
        ("first(defeat, defend", ":1:21: error: a ) is missing at the end\n  {}\n  {:>21}\n"),
        ("first(defeat, refine(a, b", "error: 2 ) are missing at the end"),
        ("first(defeat, refine(a, b", "  write first(defeat, refine(a, b))\n"),
        (
            "first(defeat,, any)",
            ":1:14: error: an operand is missing before this\n  {}\n  {:>14}\n",
        ),
        ("first(, any)", ":1:7: error: an operand is missing before this\n  {}\n  {:>7}\n"),
        ("first(defeat, )", ":1:15: error: an operand is missing before this"),
        ("first(defeat,", ":1:14: error: the term ends too early"),
        ("mine/tactics/deny.lp", ":1:1: error: a strategy is a name, not a file\n"),
        ("mine/tactics/deny.lp", "\n  write deny, with -S mine\n"),
        ("first(mine/good.lp, any)", ":1:7: error: a strategy is a name, not a file\n"),
        ("first(mine/good.lp, any)", "\n  write good, with -S mine\n"),
        ("good_for_x.lp", "\n  write good_for_x\n"),
        (
            "refine(defeat)",
            "refine takes 2 to 200 operands, not 1\n  {}\n  ^^^^^^^^^^^^^^\n  as refine(",
        ),
        ("opponent(a, b)", "\n  as opponent(defend)\n"),
        ("pick(any)", "\n  as pick(any, reading)\n"),
        ("any(defeat)", "\n  write any\n"),
    ],
)
def test_what_is_wrong_with_a_term(term: str, message: str, capsys: Captured) -> None:
    assert execute(["prove", "x never loses", "--x", term]) == 2
    err = capsys.readouterr().err
    assert message.format(term, "^") in err
    assert err.startswith("<--x>:1:") and err.count("error: ") == 1
    assert "syntax" not in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "--as", "y", "--against", "any"], "--as: error: there is no role y in tictactoe"),
        (["play", "--position", "x../.../...", "--to-move", "y"], "--to-move: error: there is no"),
        (["suggest", "defeat", "--as", "y"], "--as: error: there is no role y in tictactoe"),
        (["solve", "--as", "y", "-o", "b/tactics/best.lp"], "--as: error: there is no role y"),
        (["prove", "x never loses", "-r", "y=any"], "--role y: error: there is no role"),
        (["prove", "odd can win", "-g", "numeric", "--x", "any"], "--x: error: there is no role x"),
        (["prove", "--time-limit", "soon"], "--time-limit: error: soon is not a number of sec"),
        (
            ["prove", "--time-limit", "-1"],
            "-1 is not a number of seconds\n  0 to 10^12, as --time-",
        ),
        (["prove", "--time-limit", "inf"], "--time-limit: error: inf is not a number of seconds"),
        (["prove", "x can tie", "--horizon", "x"], "--horizon: error: x is not a number of moves"),
        (["prove", "--jobs", "0"], "--jobs: error: 0 is not a number of processes\n  1 to 10^12"),
        (["solve", "--max-memory", "2G"], "--max-memory: error: 2G is not a number of megabytes"),
        (["check", "--max-positions", "0"], "--max-positions: error: 0 is not a number of posit"),
        (["program", "x can tie", "--rounds", "0"], "--rounds: error: 0 is not a number of rounds"),
        (["play", "--seed", "many"], "--seed: error: many is not a whole number\n  as --seed 1"),
        (
            ["bench", "--runs", "few"],
            "--runs: error: few is not a number of runs\n  1 to 10^12, as",
        ),
        (["list", "-S", "nowhere"], "`ttt-asp new tactic NAME -S nowhere` makes it\n"),
        (["list", "-S", "mien"], "-S: error: there is no folder mien\n  did you mean mine?\n"),
        (
            ["list", "-S", "mine/tactics/a.lp"],
            "a.lp is a file, not a folder of strategies\n  -S mi",
        ),
        (
            ["prove", "nakass.toml"],
            "nakass.toml: error: there is no such file\n  did you mean nakas",
        ),
        (
            ["report", "my.toml"],
            "there is no such file\n  `ttt-asp list claims` shows the library's",
        ),
        (["matrix", "frok"], "<--strategy>:1:1: error: there is no strategy or tactic frok"),
        (["solve", "-o", "mine/tactics/a.lp/tactics/b.lp"], "written: there is no folder /"),
        (
            ["report", "-o", "mine/tactics/a.lp/b.html"],
            "there is no folder mine/tactics/a.lp\n  ma",
        ),
        (["report", "-o", "mine"], "mine: error: cannot be written: this is a folder\n  name a fi"),
        (["prove", "x can tie", "-c", "rows=three"], "rows has to be a number\n  a whole number, "),
        (["prove", "x can tie", "-c", "rows=2.5"], "\n  a whole number, as -c rows=3\n"),
        (["prove", "x can tie", "-c", "rows=0"], "-c rows=0: error: rows, cols and line must be"),
        (["prove", ""], "<claim>: error: a claim is missing\nA claim is one of\nROLE never|"),
        (["prove", "x always wins by move ²"], "<claim>:1:23: error: 'x always wins by move ²'"),
        (
            ["prove", "y never loses"],
            "<claim>:1:1: error: 'y never loses' is not a claim: y is not",
        ),
        (["prove", "x ever loses"], "<claim>:1:3: error: 'x ever loses' is not a claim: ever is"),
        (["prove", "x is compleat"], "<claim>:1:6: error: 'x is compleat' is not a claim: "),
        (
            ["prove", "x can tie", "--max-memory", "9" * 20],
            "9 is not a number of megabytes\n  0 to",
        ),
        (["prove", "x can tie", "--jobs", "9" * 20], "9 is not a number of processes\n  1 to 10^"),
        (["fill", "x can tie", "--lines", "9" * 20], "9 is not a number of lines\n  1 to 10^12, a"),
        (["fill", "x can tie", "--lines", "10000000", "--x", "first(...)"], "200 lines at most"),
        (
            ["explain", "x never loses", "-g", "long.lp", "--x", "first(any, any)"],
            "long.lp: error: no explanation: a position comes after different numbers of moves",
        ),
        (
            ["compare", "any", "any", "-g", "long.lp"],
            "long.lp: error: no comparison: a position comes after different numbers of moves",
        ),
        (["prove", "x"], "'x' is not a claim: it has another form\nA claim is one of\nROLE never|"),
    ],
)
def test_an_option_is_told_what_it_takes(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine" / "tactics").mkdir(parents=True)
    (tmp_path / "mine" / "tactics" / "a.lp").write_text(f"{HEAD.replace('mine', 'a')}free(C).\n")
    (tmp_path / "long.lp").write_text(LONG)
    assert execute(arguments) == 2
    printed = capsys.readouterr()
    assert message in printed.err and printed.out == ""
    assert printed.err.count("error: ") == 1 and "Invalid value" not in printed.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{HEAD}corner(C)\n", "mine.lp:1:47: error: a rule ends in a full stop"),
        (f"{HEAD}corner(C)", "mine.lp:1:47: error: a rule ends in a full stop"),
        (f"{HEAD}corner(C)\n\nmine_a(P) :- role(P).\n", "mine.lp:1:47: error: a rule ends in"),
        (f"{HEAD}corner(C) % now\n%*! a *%\nmine_a.\n", ":1:47: error: a rule ends in a full stop"),
        (f"{HEAD}corner(C)\n  free(C).\n", "mine.lp:2:3: error: a comma is missing before this"),
        (f"{HEAD}empty(C).\n", "no predicate empty/1\n  " + f"{HEAD}empty(C).\n"),
        (f"{HEAD}empty(C).\n", "the word for it is free(C)"),
        (f"{HEAD}turn(P), free(C).\n", "the word for it is mover(P)"),
        (f"{HEAD}best(P,C).\nbest(P,C) :- role(P), corner(C).\n", "call it mine_best"),
    ],
)
def test_a_file_is_told_what_to_write(
    text: str, message: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "tactics" / "mine.lp"
    path.parent.mkdir()
    path.write_text(text)
    assert execute(["prove", "x never loses", "--x", "mine", "-S", str(tmp_path)]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("error: ") == 1


@pytest.mark.parametrize(
    ("strategy", "ending"),
    [
        ("defend", "first(defend, any)"),
        ("first(defend,center)", "first(defend, center, any)"),
        ("refine(defend,center)", "first(refine(defend, center), any)"),
    ],
)
def test_an_incomplete_strategy_is_told_its_ending(
    strategy: str, ending: str, capsys: Captured
) -> None:
    explicit = ["--engine", "explicit"]  # the others tell it by the same verdict, and later
    assert execute(["prove", "x never loses", "--x", strategy, *explicit]) == 1
    out = capsys.readouterr().out
    hint = "`ttt-asp repair`, asked the same, looks for the smallest change."
    assert out.endswith(f"end it in any: {ending}\n{hint}\n")
    assert execute(["prove", "x never loses", "--x", ending, *explicit]) in (0, 1)
    assert "end it in any" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("infix", "term"),
    [
        ("defeat ∇ defend ∇ any", "first(defeat, defend, any)"),
        ("defeat ∇ corner △ edge △ fork ∇ any", "first(defeat, refine(corner, edge, fork), any)"),
        ("(defeat ∇ defend) △ corner", "refine(first(defeat, defend), corner)"),
        ("any ∖ fork ∖ edge ∖ corner", "except(except(except(any, fork), edge), corner)"),
        ("opponent(fork ∪ edge) ∩ any", "both(opponent(either(fork, edge)), any)"),
        ("first(defeat ∇ ?, ...)", "first(first(defeat, ?), ...)"),
        ("? ∇ any", "first(?, any)"),
        ("?a △ ?b ∇ any ∖ corner", "first(refine(?a, ?b), except(any, corner))"),
    ],
)
def test_the_signs_that_are_printed_are_understood(infix: str, term: str) -> None:
    assert str(parse_term(infix, "it")) == term


CLAIM = '[[claim]]\nclaim = "x never loses"\n'


@pytest.mark.parametrize(
    ("files", "arguments", "message"),
    [
        (
            {"a.toml": f'{CLAIM}strategy = "good_for_x"\n'},
            ["prove", "a.toml"],
            "a.toml:3:13: error: there is no role strategy in tictactoe\n",
        ),
        (
            {"tactics/a.lp": "suggests(b,P,C) :- legal(P,C), b_here.\nb_here.\n"},
            ["check", "tactics/a.lp"],
            "tactics/a.lp:1:1: error: the file is a.lp, the rule says b\n",
        ),
        (
            {"tactics/a.lp": "suggests(a,P,mark(C)) :- suggests(a,P,mark(C)).\n"},
            ["check", "tactics/a.lp"],
            "of suggests(a,...) might never end: terms could grow in this rule\n",
        ),
        (
            {"claims/one.toml": f'{CLAIM}id = "q"\n', "claims/two.toml": f'{CLAIM}id = "q"\n'},
            ["prove", "q", "-S", "."],
            "error: 2 claims are called q\n  they stand at claims/one.toml:2:1, claims/two.toml",
        ),
        (
            {"a.lp": "a.\n"},
            ["verify", "a.lp"],
            "a.lp: error: this is no certificate\n  `ttt-asp check` checks",
        ),
        ({}, ["prove", "nakas-1", "--x", "any"], "a claims file names roles, game, constants"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_once_where_it_stands(
    files: dict[str, str],
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    for name, text in files.items():
        write(tmp_path / name, text)
    monkeypatch.chdir(tmp_path)
    assert execute(arguments) == 2
    err = capsys.readouterr().err
    assert message in err and err.count("error: ") == 1


def test_a_tactic_that_uses_a_wrong_one_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "tactics" / "b2.lp", "suggests(b2,P,A) :- legl(P,A).\n")
    write(tmp_path / "tactics" / "b3.lp", "suggests(b3,P,A) :- suggests(b2,P,A).\n")
    assert execute(["check", "tactics/b3.lp"]) == 2
    assert "tactics/b3.lp: tactic, wrong (it uses tactics/b2.lp)\n" in capsys.readouterr().out


def test_a_claim_goes_by_its_name(capsys: Captured) -> None:
    assert execute(["prove", "nakas-3"]) == 1
    assert capsys.readouterr().out.startswith("o never loses: refuted")


# What is no, and no mistake in what was typed.
@pytest.mark.parametrize("command", ["prove", "explain", "shorten"])
def test_what_is_refuted_is_no(command: str, capsys: Captured) -> None:
    assert execute([command, "o never loses", "--o", "first(defeat, any)"]) == 1


def test_a_stream_without_the_signs_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr("sys.stdout", shown)
    assert execute(["show", "first(fork, any)"]) == 0
    shown.seek(0)
    assert shown.read().startswith("V first: the first of these that recommends anything\n|-")


def test_hints_name_the_extras_that_there_are_in_one_way() -> None:
    root = Path(ttt_asp.__file__).parents[1]
    extras = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    there = {f"pip install 'ttt-asp[{name}]'" for name in extras["optional-dependencies"]}
    code = "".join(path.read_text() for path in sorted((root / "ttt_asp").rglob("*.py")))
    hints = re.findall(r"pip install[^\"\n]*", code)
    assert set(hints) == there - {"pip install 'ttt-asp[dev]'"}


def test_a_report_is_opened_where_there_is_a_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    asked: list[str] = []

    def browser(address: str) -> bool:
        asked.append(address)
        return len(asked) == 1  # there is none the second time

    monkeypatch.setattr("webbrowser.open", browser)
    monkeypatch.chdir(tmp_path)
    claim = ["x can win", "-c", "line=2", "-c", "rows=2", "-c", "cols=2", "-o", "it is.html"]
    advice, page = ": open it in a browser, as --open does", f"file://{tmp_path}/it%20is.html"
    for more, addresses, said in (
        ([], [], advice),
        (["--open"], [page], ""),
        (["--open"], [page, page], advice),
    ):
        assert execute(["report", *claim, *more]) == 0
        assert asked == addresses
        assert capsys.readouterr().out.endswith(f"\nwrote it is.html{said}\n")
    assert (tmp_path / "it is.html").read_text().startswith("<!")
