"""Odd input and surroundings, which once ended the program in a way they must not."""

import io
import re
import tomllib
from pathlib import Path

import pytest
from conftest import Run
from tables import tabled

import ttt_asp
from ttt_asp.cli.execution import execute
from ttt_asp.strategies.terms import parse_term


def test_what_nobody_foresaw_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttt_asp.engines.answer.read", lambda *_, **__: 1 / 0)
    done = run("prove", "x never loses")
    assert done.status == 70 and done.err.count("\n") == 1
    assert done.err.startswith("internal error: ZeroDivisionError: division by zero (")


@pytest.mark.parametrize(
    ("term", "message"),
    [
        ("cen\udcffter ∇ any", "--x:1:4: error: the file is not UTF-8"),
        (" ∇ ".join(["any"] * 3000), "--x:1:1: error: a term of more th"),
    ],
)
def test_a_term_that_no_page_can_show(term: str, message: str, run: Run) -> None:
    done = run("prove", "x never loses", "--x", term)
    assert done.status == 2 and message in done.err
    assert done.err.count("error: ") == 1


@tabled()
def test_the_signs_that_are_printed_are_understood(infix: str, term: str) -> None:
    assert str(parse_term(infix, "it")) == term


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
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
        done = run("report", *claim, *more)
        assert (done.status, asked) == (0, addresses)
        assert done.out.endswith(f"\nwrote it is.html{said}\n")
    assert (tmp_path / "it is.html").read_text().startswith("<!")
