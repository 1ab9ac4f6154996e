"""What is said to people who wrote what they did not mean, in words that help them on."""

import io
import re
import tomllib
from pathlib import Path

import pytest
from conftest import write
from tables import contents, tabled

import ttt_asp
from ttt_asp.cli.execution import execute
from ttt_asp.strategies.terms import parse_term

Captured = pytest.CaptureFixture[str]
# A heap from which one or two are taken; a position may come sooner or later.
LONG = contents("cli/messages_long.lp")
HEAD = "suggests(mine,P,mark(C)) :- role(P), "


def test_a_claim_needs_no_quotes(capsys: Captured) -> None:
    assert execute(["prove", "x", "never", "loses", "--x", "good_for_x"]) == 0
    assert capsys.readouterr().out.startswith("x never loses: proved")
    assert execute(["program", "x", "never", "loses"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x never loses", "--x", "cen\udcffter ∇ any"], "--x:1:4: error: the file is not UTF-8"),
        (
            ["x never loses", "--x", " ∇ ".join(["any"] * 3000)],
            "--x:1:1: error: a term of more th",
        ),
    ],
)
def test_a_mistake_is_told_once_with_what_to_write(
    arguments: list[str], message: str, capsys: Captured
) -> None:
    assert execute(["prove", *arguments]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("error: ") == 1


@tabled()
def test_what_is_wrong_with_a_term(term: str, message: str, capsys: Captured) -> None:
    assert execute(["prove", "x never loses", "--x", term]) == 2
    err = capsys.readouterr().err
    assert message.format(term, "^") in err
    assert err.startswith("--x:1:") and err.count("error: ") == 1
    assert "syntax" not in err


@tabled()
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


@tabled()
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


@tabled()
def test_the_signs_that_are_printed_are_understood(infix: str, term: str) -> None:
    assert str(parse_term(infix, "it")) == term


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
