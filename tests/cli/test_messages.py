"""What is said to people who wrote what they did not mean, in words that help them on."""

from pathlib import Path

import pytest

from ttt_asp.cli.main import execute

Captured = pytest.CaptureFixture[str]
HEAD = "suggests(mine,P,mark(C)) :- role(P), "


def test_a_claim_needs_no_quotes(capsys: Captured) -> None:
    assert execute(["prove", "x", "never", "loses", "--x", "good_for_x"]) == 0
    assert capsys.readouterr().out.startswith("x never loses: proved")
    assert execute(["program", "x", "never", "loses"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x wins"], "Write x never wins, x always wins or x can win"),
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
        (["prove", "x never loses", "-r", "y=any"], "--role: error: there is no role y"),
        (["prove", "odd can win", "-g", "numeric", "--x", "any"], "--x: error: there is no role x"),
        (["prove", "--time-limit", "soon"], "--time-limit: error: soon is not a number of sec"),
        (["prove", "--time-limit", "-1"], "-1 is not a number of seconds\n  0 or more, as --time-"),
        (["prove", "--time-limit", "inf"], "--time-limit: error: inf is not a number of seconds"),
        (["prove", "x can tie", "--horizon", "x"], "--horizon: error: x is not a number of moves"),
        (["prove", "--jobs", "0"], "--jobs: error: 0 is not a number of processes\n  1 or more"),
        (["solve", "--max-memory", "2G"], "--max-memory: error: 2G is not a number of megabytes"),
        (["check", "--max-positions", "0"], "--max-positions: error: 0 is not a number of posit"),
        (["program", "x can tie", "--rounds", "0"], "--rounds: error: 0 is not a number of rounds"),
        (["play", "--seed", "many"], "--seed: error: many is not a whole number\n  as --seed 1"),
        (["bench", "--runs", "few"], "--runs: error: few is not a number of runs\n  1 or more, as"),
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
        (["prove", ""], "error: a claim is missing\nA claim is one of\nROLE never|"),
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
