"""Certificates of proofs by induction: what is in them, and what becomes of those that lie.

More is in tests/data/extensions/certificates/induction.md, and beside test_corrupted.py.
"""

from __future__ import annotations

import json
import random
import signal
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import clingo
import pytest
from conftest import HUNT, Run, Start, at_work, ended, write
from drawn_games import case, sets, term, tries, written
from hypothesis import given
from hypothesis import strategies as st
from tables import constant, tabled
from valid_certificates import judged, library, on_five, valid

from ttt_asp import InputError, prove
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.induction import certificate
from ttt_asp.extensions.certificates.verify import verify_data as verify
from ttt_asp.strategies.library import open_library


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


Json = dict[str, Any]
CLAIMS: list[str] = constant(__file__, "CLAIMS")
ADDED: list[str] = constant(__file__, "ADDED")
WORDS = [json.loads(word) for word in constant(__file__, "WORDS")]
# Changes of one certificate that are tried.
CHANGES = 4 if HUNT == 1 else 20


@given(chance=st.randoms(use_true_random=False))
@tries(2, hunt=5)
def test_what_is_accepted_is_true(chance: random.Random) -> None:
    drawn = sets(chance)
    asked = case(chance, drawn)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data: Json = {
            "claim": chance.choice([asked.claim, asked.claim, chance.choice(CLAIMS)]),
            "roles": {role: str(strategy) for role, strategy in asked.terms.items()},
            "game": written(drawn, folder),
            "const": dict(drawn.const),
            "rounds": chance.choice([1, 1, 2, 3]),
        }
        try:
            problem = posed(data, drawn.lemmas, folder)
            made = certificate(problem, data["rounds"])
            lemmas = {"lemmas": list(drawn.lemmas), "find_lemmas": False}
            question = {**data, **lemmas, "strategies": [folder], "engine": "induction"}
            proved = prove(**question).verdict == "proved"
        except InputError:
            return  # its lemmas are none
        assert accepted(made, folder) == proved, made
        for _ in range(CHANGES):
            changed = json.loads(json.dumps(made))
            try:
                change(chance, changed, data["game"], folder, term(chance, drawn))
            except (InputError, ValueError, KeyError, TypeError, AttributeError):
                continue  # nothing that programs can be made of
            if accepted(changed, folder):
                told = json.dumps(changed)
                again = {key: changed[key] for key in ("claim", "roles", "game", "const")}
                again |= {"engine": "explicit", "strategies": [folder], "count": False}
                assert prove(**again).verdict == "proved", told


def posed(data: Json, lemmas: Any, folder: Path) -> Problem:
    """What a certificate is about, read from the sources."""
    about = {key: data[key] for key in ("claim", "roles", "game")}
    const = {key: str(value) for key, value in data["const"].items()}
    folders = open_library([folder]).folders
    return read(Question(**about, const=const, lemmas=tuple(lemmas), folders=folders), Deadline())


def accepted(data: Json, folder: Path) -> bool:
    """Whether both stages accept a certificate; what is wrong with the sources has a place."""
    try:
        verify(json.dumps(data).encode(), Deadline(20), open_library([folder]))
    except Rejected as reason:
        assert str(reason)
        return False
    except InputError as error:
        assert all(one.location for one in error.diagnostics), error
        return False
    return True


def change(chance: random.Random, data: Json, game: str, folder: Path, strategy: str) -> None:
    """Change a program as text, another part, or such a part and the programs as it says then."""
    kind = chance.choice(["text", "text", "part", "anew", "anew"])
    if kind == "text":
        half = chance.choice(["base", "step"])
        data[half] = "\n".join(rows_changed(chance, data[half].split("\n")))
        return
    names = ["claim", "roles", "const", "rounds", "lemmas"]
    where, key = data, chance.choice(names if kind == "anew" else [*names, *sorted(data)])
    if isinstance(data[key], dict | list) and data[key] and chance.random() < 0.8:
        where = data[key]
        key = chance.choice([*where] if isinstance(where, dict) else [*range(len(where))])
    if key == "claim":
        where[key] = chance.choice(CLAIMS)
    elif key in ("x", "o"):
        where[key] = strategy
    elif key in ("rounds", "maker_breaker", "misere"):
        where[key] = chance.choice([0, 1, 2, "0", "1", "1+0", "00", "-0", "0x1", "1 ", "x"])
    elif chance.random() < 0.4:
        del where[key]
    else:
        where[key] = chance.choice(WORDS)
    if kind == "anew":
        for one in data["lemmas"]:
            write(folder / "lemmas" / f"{one['name']}.lp", one["text"])
        lemmas = [one["name"] for one in data["lemmas"]]
        made = certificate(posed({**data, "game": game}, lemmas, folder), int(str(data["rounds"])))
        data |= {half: made[half] for half in ("base", "step")}


def rows_changed(chance: random.Random, rows: list[str]) -> list[str]:
    """A line less, more, twice, or with another word."""
    at = chance.randrange(len(rows))
    kind = chance.choice(["drop", "add", "add", "double", "word"])
    if kind == "add":
        return [*rows[:at], chance.choice([*ADDED, chance.choice(rows)]), *rows[at:]]
    if kind == "double":
        return [*rows[:at], rows[at], *rows[at:]]
    if kind == "word":
        words = rows[at].split(" ")
        words[chance.randrange(len(words))] = chance.choice(["not", "start", "x", "", "0"])
        return [*rows[:at], " ".join(words), *rows[at + 1 :]]
    return [*rows[:at], *rows[at + 1 :]]
