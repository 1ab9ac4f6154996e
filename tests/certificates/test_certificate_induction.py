"""Certificates of proofs by induction: what is in them, and what becomes of those that lie."""

from __future__ import annotations

import copy
import json
import signal
from functools import partial
from pathlib import Path
from typing import Any

import clingo
import pytest
from conftest import Start, at_work, ended, write
from tables import tabled

from ttt_asp.analyses.pairing.files import write_pairing
from ttt_asp.analyses.pairing.find import find_pairing
from ttt_asp.certificates.checker.format import Rejected, of_format
from ttt_asp.certificates.checker.format import read as read_certificate
from ttt_asp.certificates.checker.main import Report
from ttt_asp.certificates.induction import (
    certificate,
    verify_induction,
    verify_programs,
)
from ttt_asp.certificates.verify import KINDS
from ttt_asp.certificates.writing import write_certificate
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.answer import answer
from ttt_asp.errors import InputError
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import Library, open_library

Captured = pytest.CaptureFixture[str]
FIVE = {"rows": "5", "cols": "5", "line": "5"}
OPTIONS = ["-c", "rows=5", "-c", "cols=5", "-c", "line=5", "--o", "by_pairing"]
OWN = ["one_turn", "first_mover", "one_mark"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pairing")
    write_pairing(find_pairing(load_game("tictactoe", FIVE), Deadline()), path, "pairing")
    return path


@pytest.fixture(scope="module")
def library(folder: Path) -> Library:
    return open_library([folder])


def posed(library: Library, *lemmas: str, claim: str = "o never loses") -> Problem:
    roles = {"o": "by_pairing"}
    return read(
        Question(claim, roles, const=FIVE, lemmas=tuple(lemmas), folders=library.folders),
        Deadline(),
    )


@pytest.fixture(scope="module")
def given(library: Library) -> dict[str, Any]:
    """The certificate of a proof with a lemma of the user's."""
    return certificate(posed(library, "pairing_kept"), 1)


@pytest.fixture
def lying(given: dict[str, Any]) -> dict[str, Any]:
    """The same, to be tampered with."""
    return copy.deepcopy(given)


def read_back(data: Any) -> Any:
    given = read_certificate(json.dumps(data).encode())
    of_format(given, KINDS)
    return given


def first(data: Any) -> Report:
    return verify_induction(read_back(data), Deadline())


def second(data: Any, library: Library) -> Report:
    return verify_programs(read_back(data), library, Deadline())


def rejection(data: Any) -> str:
    with pytest.raises(Rejected) as raised:
        first(data)
    assert str(raised.value)
    return str(raised.value)


# --- valid ones ----------------------------------------------------------------------------------


def test_a_lemma_that_was_given(given: dict[str, Any], library: Library) -> None:
    assert given["claim"] == "o never loses"
    assert given["game_lemmas"] == OWN
    (lemma,) = given["lemmas"]
    assert lemma["name"] == "pairing_kept"
    assert lemma["text"] == library.lemmas["pairing_kept"].read().text.decode()
    report = first(given)
    assert report.claim == "o never loses, if these programs are those of the claim"
    assert "generates them anew" in report.trusted[0]
    assert any("clingo" in thing for thing in report.trusted)
    assert "byte for byte" in second(given, library).facts[0]


def heard(said: list[tuple[clingo.MessageCode, str]], code: clingo.MessageCode, text: str) -> None:
    said.append((code, text))


@pytest.mark.parametrize("rounds", [1, 2])
def test_both_programs_prove_in_bare_clingo(rounds: int, library: Library) -> None:
    data = certificate(posed(library, "pairing_kept"), rounds)
    for half in ("base", "step"):
        for options, unsatisfiable in (([], True), (["-c", "ask=play"], False)):
            said: list[tuple[clingo.MessageCode, str]] = []
            control = clingo.Control(options, partial(heard, said))
            control.add("base", [], data[half])
            control.ground()
            assert control.solve().unsatisfiable == unsatisfiable
            assert said == []
    assert first(data).facts[1].endswith("one round." if rounds == 1 else "the last of 2 rounds.")
    second(data, library)


def test_the_programs_are_those_that_are_printed(
    given: dict[str, Any], folder: Path, capsys: Captured
) -> None:
    line = ["program", "o never loses", *OPTIONS, "-S", str(folder)]
    for half in ("base", "step"):
        more = ["--engine", "induction", "-L", "pairing_kept", "--half", half]
        assert execute([*line, *more]) == 0
        assert capsys.readouterr().out == given[half]
    for wrong in (["--half", "base"], ["--engine", "induction", "--half", "both"]):
        assert execute([*line, *wrong]) == 2
        assert "there is no half" in capsys.readouterr().err


@pytest.mark.parametrize("engine", ["induction", "auto"])
@pytest.mark.parametrize("name", ["it.json", "it.json.gz"])
def test_a_lemma_that_was_found(
    engine: str, name: str, folder: Path, tmp_path: Path, capsys: Captured
) -> None:
    """Also where the engine was not named: a board too large for any other."""
    path, sources = str(tmp_path / name), ["-S", str(folder)]
    line = ["prove", "o never loses", *OPTIONS, *sources, "--engine", engine]
    assert execute([*line, "--certificate", path]) == 0
    assert f"wrote {path}" in capsys.readouterr().err
    assert execute(["verify", path]) == 0
    assert capsys.readouterr().out.startswith("valid: o never loses, if these programs are those")
    assert execute(["verify", path, "--strategy", *sources]) == 0
    out = capsys.readouterr().out
    assert "byte for byte" in out and "The lemma found is written as lemmas have to be." in out
    data = read_certificate(Path(path).read_bytes())
    assert data["format"] == "ttt-asp certificate of induction"
    assert data["lemmas"][0]["text"].count("found_broken :- ") >= 12
    # what was found can be put into a file, and used like any other lemma
    lemmas = tmp_path / "lemmas"
    lemmas.mkdir()
    (lemmas / "found.lp").write_text(data["lemmas"][0]["text"], "utf-8")
    again = [*line[:-2], "--engine", "induction", "-L", "found", "-S", str(tmp_path)]
    assert execute(again) == 0


def test_a_found_lemma_beside_a_given_one(library: Library, tmp_path: Path) -> None:
    (tmp_path / "lemmas").mkdir()
    weak = "%*! weak *%\nlemma(weak) :- not weak_broken.\nweak_broken :- marked(x,C), marked(o,C)."
    (tmp_path / "lemmas" / "weak.lp").write_text(weak + "\n", "utf-8")
    both = open_library([tmp_path, *{e.path.parents[1] for e in [library.lemmas["pairing_kept"]]}])
    problem = posed(both, "weak")
    found = answer(problem, "induction", Limits(find_lemmas=True))
    assert found.verdict == "proved" and found.lemmas == (*OWN, "weak", "found")
    write_certificate(tmp_path / "it.json", problem, found, Limits())
    written = read_certificate((tmp_path / "it.json").read_bytes())
    assert [lemma["name"] for lemma in written["lemmas"]] == ["weak", "found"]
    first(written)
    second(written, both)


# --- those that lie ------------------------------------------------------------------------------


def test_a_proof_that_is_none(library: Library) -> None:
    """Made in spite of the verdict, as by an engine that is wrong."""
    assert rejection(certificate(posed(library), 1)) == "step program: clingo finds a failure"
    claim = certificate(posed(library, "pairing_kept", claim="x never ties"), 1)
    assert rejection(claim) == "step program: clingo finds a failure"


@tabled()
def test_more_in_a_program_than_the_sources_say(
    half: str, added: str, lying: dict[str, Any], library: Library
) -> None:
    lying[half] += added + "\n"
    with pytest.raises(Rejected, match=rf"{half} program, line \d+: it is not the program that"):
        second(lying, library)


def test_plays_that_are_ruled_out_make_no_proof_go_unnoticed(
    library: Library, lying: dict[str, Any]
) -> None:
    """The first stage says what it does not know; the second stage knows."""
    false = certificate(posed(library), 1)
    false["step"] += ":- answer(failure).\n"
    assert "if these programs are those of the claim" in first(false).claim
    with pytest.raises(Rejected, match="not the program that the sources make"):
        second(false, library)
    for half, text, why in [
        ("base", lying["base"] + ":- not true(marked(x,cell(1,1)),0).", "no play at all"),
        ("step", lying["step"] + ":- situation(0).", "no play at all"),
        ("step", lying["step"] + ":- given.", "positions that plays come to are none of those"),
        ("base", "", "no play at all"),
        ("step", "answer(play).", "positions that plays come to"),
        ("base", lying["base"].replace(":- not start.", ":- start."), ""),
    ]:
        data = {**lying, half: text}
        if why:
            assert why in rejection(data)
        with pytest.raises(Rejected, match="not the program"):
            second(data, library)


@pytest.mark.parametrize("half", ["base", "step"])
@tabled()
def test_nothing_in_a_program_runs_code_or_reads_files(
    text: str,
    half: str,
    lying: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(clingo.Control, "add", _never)
    lines = lying[half].count("\n") + 1
    lying[half] += text
    (tmp_path / "it.json").write_text(json.dumps(lying))
    assert execute(["verify", "it.json"]) == 1
    said = capsys.readouterr().out
    assert said.startswith(f"rejected: {half} program, line ") and "Traceback" not in said
    assert int(said.split("line ")[1].split(":")[0]) >= lines
    assert [path.name for path in tmp_path.iterdir()] == ["it.json"]


def _never(*_: object) -> None:
    raise AssertionError("clingo was given the program")


def test_a_program_that_clingo_does_not_take(lying: dict[str, Any]) -> None:
    for text in ("a(X).", "a :- nothing.", "answer(1) :- 1 < "):
        data = {**lying, "step": lying["step"] + text}
        assert rejection(data).startswith("step program: ")
    assert "NUL" in rejection({**lying, "step": lying["step"] + "% \0 :- start."})
    assert "half a character" in rejection({**lying, "base": "% \ud800"})


def test_another_question_than_the_programs_answer(
    lying: dict[str, Any], library: Library, tmp_path: Path
) -> None:
    changes: tuple[dict[str, Any], ...] = (
        {"claim": "o never wins"},
        {"claim": "always tie"},
        {"roles": {"x": "any", "o": "any"}},
        {"roles": {"x": "by_pairing", "o": "any"}},
        {"const": {**lying["const"], "line": 4}},
        {"const": {**lying["const"], "misere": 1}},
        {"rounds": 2},
        {"lemmas": []},
        {"game": "no_diagonals", "const": {k: v for k, v in lying["const"].items() if k == "rows"}},
    )
    for change in changes:
        with pytest.raises((Rejected, InputError)):
            second({**lying, **change}, library)
    for change, why in (
        ({"roles": {"x": "any"}}, "claim: error: o is no role|claim: .*"),
        ({"claim": "o always loses"}, "claim: induction does not apply to o always loses"),
        ({"claim": "o can win"}, "claim: induction does not apply to o can win"),
        ({"claim": "x always wins by move 7"}, "claim: induction does not apply"),
        ({"claim": "o is great"}, "claim: "),
        ({"rounds": 0}, "rounds: not a number from 1 to 1000"),
        ({"rounds": 1001}, "rounds: not a number from 1 to 1000"),
    ):
        with pytest.raises(Rejected, match=why):
            first({**lying, **change})
    with pytest.raises(Rejected, match="roles: those of tictactoe are x, o"):
        second({**lying, "roles": {**lying["roles"], "z": "any"}}, library)
    with pytest.raises(Rejected, match="game_lemmas: those of tictactoe are one_turn"):
        second({**lying, "game_lemmas": OWN[:2]}, library)
    # the same names, but in other folders
    elsewhere = tmp_path / "elsewhere"
    write_pairing(find_pairing(load_game("tictactoe", FIVE), Deadline()), elsewhere, "pairing")
    with pytest.raises(Rejected, match=r"the file is .*elsewhere.* here; give folders as they"):
        second(lying, open_library([elsewhere]))


@tabled()
def test_a_lemma_is_checked_like_any_other(
    text: str, message: str | None, lying: dict[str, Any], library: Library
) -> None:
    lying["lemmas"][0]["text"] = text
    if message is None:
        with pytest.raises(Rejected, match="not the program"):
            second(lying, library)
        return
    with pytest.raises((Rejected, InputError), match=message):  # the first if it does not parse
        second(lying, library)


JUNK: list[Any] = [None, True, 0, 7, "", "junk", "a\nb", [], [1], {}, {"a": 1}, "\0", "@x"]


def test_whatever_is_in_a_file_is_answered(given: dict[str, Any], library: Library) -> None:
    """Every part replaced by junk, left out, or doubled: never valid, never a traceback."""

    def variants() -> Any:
        for key in given:
            yield {k: v for k, v in given.items() if k != key}
            for junk in JUNK:
                if junk != given[key]:
                    yield {**given, key: junk}
        yield {**given, "more": 1}
        for key in given["lemmas"][0]:
            for junk in JUNK:
                yield {**given, "lemmas": [{**given["lemmas"][0], key: junk}]}
        yield {**given, "lemmas": given["lemmas"] * 2}
        yield {**given, "version": True}
        for junk in JUNK:
            yield {**given, "roles": {"x": "any", "o": junk}}
            yield {**given, "const": {**given["const"], "rows": junk}}
            yield {**given, "game_lemmas": [*OWN, junk]}

    for data in variants():
        with pytest.raises((Rejected, InputError)) as raised:
            second(data, library)
        assert isinstance(raised.value, InputError) or str(raised.value).isprintable()


# --- limits --------------------------------------------------------------------------------------


def test_a_time_limit_ends_the_search(given: dict[str, Any]) -> None:
    with pytest.raises(Expired):
        verify_induction(read_back(given), Deadline(0))


def test_ctrl_c_is_unknown(lying: dict[str, Any], tmp_path: Path, start: Start) -> None:
    lying["base"] += "p(1..10000000).\nq(X,Y) :- p(X), p(Y).\n"
    path = write(tmp_path / "it.json", json.dumps(lying))
    running = start("verify", path)
    at_work(running)
    running.send_signal(signal.SIGINT)
    done = ended(running)
    assert (done.status, done.out) == (130, "")
    assert "unknown: interrupted" in done.err and "Traceback" not in done.err
