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
        (["x never loses", "--x", "first(defeat, any))"], "there is one ) too many"),
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
    ("text", "message"),
    [
        (f"{HEAD}corner(C)\n", "mine.lp:1:47: error: a rule ends in a full stop"),
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
    assert out.endswith(f"end it in any: {ending}\n")
    assert execute(["prove", "x never loses", "--x", ending, *explicit]) in (0, 1)
    assert "end it in any" not in capsys.readouterr().out
