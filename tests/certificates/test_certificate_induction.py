"""Certificates of proofs by induction: what is in them, and what becomes of those that lie.

More is in tests/data/certificates/induction.md, and beside test_corrupted.py.
"""

from __future__ import annotations

import json
import signal
from functools import partial
from pathlib import Path

import clingo
import pytest
from conftest import Run, Start, at_work, ended, write
from tables import tabled
from valid_certificates import judged, library, on_five, valid

from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.induction import certificate


def heard(said: list[tuple[clingo.MessageCode, str]], code: clingo.MessageCode, text: str) -> None:
    said.append((code, text))


@pytest.mark.parametrize("rounds", [1, 2])
def test_both_programs_prove_in_bare_clingo(rounds: int) -> None:
    data = certificate(on_five("pairing_kept"), rounds)
    for half in ("base", "step"):
        for options, unsatisfiable in (([], True), (["-c", "ask=play"], False)):
            said: list[tuple[clingo.MessageCode, str]] = []
            control = clingo.Control(options, partial(heard, said))
            control.add("base", [], data[half])
            control.ground()
            assert control.solve().unsatisfiable == unsatisfiable
            assert said == []
    facts = judged(data, 1).facts
    assert facts[1].endswith("one round." if rounds == 1 else "the last of 2 rounds.")
    judged(data, 2)


def test_the_programs_are_those_that_are_printed(run: Run) -> None:
    given = valid("induction")
    size = [part for name in ("rows", "cols", "line") for part in ("-c", f"{name}=5")]
    folders = [part for folder in library().folders for part in ("-S", folder)]
    line = ["program", "o never loses", "--o", "by_pairing", *size, *folders, "-L", "pairing_kept"]
    for half in ("base", "step"):
        assert run(*line, "--engine", "induction", "--half", half).out == given[half]


def test_a_proof_that_is_none() -> None:
    """Made in spite of the verdict, as by an engine that is wrong; or with a play ruled out."""
    false = certificate(on_five(), 1)
    for data in (false, certificate(on_five("pairing_kept", claim="x never ties"), 1)):
        with pytest.raises(Rejected, match="^step program: clingo finds a failure$"):
            judged(data, 1)
    false["step"] += ":- answer(failure).\n"
    # the first stage says what it does not know; the second stage knows
    assert "if these programs are those of the claim" in judged(false, 1).claim
    with pytest.raises(Rejected, match="not the program that the sources make"):
        judged(false, 2)


@pytest.mark.parametrize("half", ["base", "step"])
@tabled()
def test_nothing_in_a_program_runs_code_or_reads_files(
    text: str, half: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lying = valid("induction")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(clingo.Control, "add", _never)
    lines = lying[half].count("\n") + 1
    lying[half] += text
    with pytest.raises(Rejected, match=f"^{half} program, line ") as raised:
        judged(lying, 1)
    assert int(str(raised.value).split("line ")[1].split(":")[0]) >= lines
    assert not [*tmp_path.iterdir()]


def _never(*_: object) -> None:
    raise AssertionError("clingo was given the program")


def test_ctrl_c_is_unknown(tmp_path: Path, start: Start) -> None:
    lying = valid("induction")
    lying["base"] += "p(1..10000000).\nq(X,Y) :- p(X), p(Y).\n"
    running = start("verify", write(tmp_path / "it.json", json.dumps(lying)))
    at_work(running)
    running.send_signal(signal.SIGINT)
    done = ended(running)
    assert (done.status, done.out) == (130, "")
    assert "unknown: interrupted" in done.err and "Traceback" not in done.err
