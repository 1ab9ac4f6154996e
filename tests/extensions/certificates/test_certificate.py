"""Certificates that the engine makes, held against the checker that shares nothing with it."""

import gzip
import json
import os
import random
import signal
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import clingo
import drawn_games
import oracle_rules
import pytest
from conftest import HANGS, HUNT, Run, Start, at_work, ended, tactic, write, written
from drawn_games import case, sets, term, tries
from games import problem
from hypothesis import given
from hypothesis import strategies as st
from oracle_certificates import Json, accepted, copy
from tables import constant, contents, tabled
from valid_certificates import judged, library, on_five, valid

from ttt_asp import prove
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.answer import answer
from ttt_asp.errors import InputError
from ttt_asp.extensions.certificates import induction
from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.checker.main import verify
from ttt_asp.extensions.certificates.positions import certificate
from ttt_asp.extensions.certificates.verify import POSITIONS_STAGES
from ttt_asp.extensions.certificates.verify import verify_data as verified
from ttt_asp.extensions.certificates.verify_moves import verify_strategy
from ttt_asp.extensions.certificates.writing import write_certificate
from ttt_asp.extensions.claimfiles.claims_file import read_claims
from ttt_asp.limits import Limits
from ttt_asp.paths import ASP, STRATEGIES
from ttt_asp.strategies.library import open_library

Captured = pytest.CaptureFixture[str]
LIBRARY = open_library()
ENTRIES = [
    entry
    for path in sorted((STRATEGIES / "claims").glob("*.toml"))
    for entry in read_claims(path)
    # larger boards, and numeric, take minutes to certify; claims about a strategy have none
    if entry.expect == "proved"
    and not entry.const
    and entry.game == "tictactoe"
    and " is " not in entry.claim
]


def packed(data: Any) -> bytes:
    return json.dumps(data).encode()


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_every_proved_claim_of_the_library_has_a_valid_certificate(entry: Any) -> None:
    posed = problem(entry.claim, **entry.roles)
    data = gzip.compress(packed(certificate(posed, Limits())))
    assert verify(data).claim == str(posed.claim) and len(data) <= 20_000


@tabled()
def test_no_certificate_of_a_claim_that_does_not_hold_is_valid(claim: str, x: str, o: str) -> None:
    """Made in spite of the verdict, as by an engine that is wrong."""
    with pytest.raises(Rejected):
        verify(packed(certificate(problem(claim, x=x, o=o), Limits())))


@tabled()
def test_a_game_unknown_to_the_checker_brings_its_ground_rules(
    claim: str, game: str, const: dict[str, str], roles: dict[str, str], tmp_path: Path
) -> None:
    """One looks like a game of sets, but ends when x has taken a corner and o the center too.

    In some of them positions come after different numbers of moves, and in one plays get stuck.
    """
    if game.endswith(".lp"):
        game = written(tmp_path / "game.lp", contents(game))
    posed = read(Question(claim, roles, game, const, folders=LIBRARY.folders), Deadline())
    data = copy(certificate(posed, Limits()))
    assert oracle_rules.is_what_it_says(data)
    assert any("rules" in thing for thing in verify(packed(data)).trusted)
    assert verify_strategy(data, LIBRARY, Deadline()).facts
    rules = data["rules"]["program"]
    data["rules"]["program"] = [rule for rule in rules if not rule[0].startswith("terminal")]
    assert not accepted(packed(data))


def test_helpers_of_a_game_are_no_atoms_of_clingos_own(tmp_path: Path) -> None:
    """Of 300 helpers aux(N) one had the name that a count was given in the certificate."""
    path = write(tmp_path / "g.lp", contents("extensions/certificates/certificate_aux.lp"))
    tactic(tmp_path, "two", "suggests(two,x,set(2)) :- legal(x,set(2)).\n")
    library = open_library([tmp_path])
    asked = Question("x always loses", {"x": "two"}, game=str(path), folders=library.folders)
    data = certificate(read(asked, Deadline()), Limits())
    assert verify(packed(data)).facts
    assert verify_strategy(data, library, Deadline()).facts
    data["claim"] = "x always wins"
    data["counts"]["plays"] = {"100 0": data["counts"]["plays"]["0 100"]}
    with pytest.raises(Rejected):
        verify(packed(data))


@pytest.mark.parametrize("stage", [0, 1])
def test_a_time_limit_ends_either_stage(
    stage: int, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it would take, and wherever it is."""
    path = tmp_path / "it.json"
    path.write_bytes(packed(certificate(problem("x never loses", x="newell_simon"), Limits())))
    asked = ("verify", path, "--strategy", "--time-limit")
    limit = "unknown: the time limit of"
    done = run(*asked, "0")
    assert (done.status, done.out) == (3, "") and done.err.startswith(f"{limit} 0 s was reached")
    with pytest.raises(Expired):
        verified(path.read_bytes(), Deadline(0))
    for_ever = threading.Event()
    stages: list[Any] = [*POSITIONS_STAGES]
    stages[stage] = lambda *_: for_ever.wait(HANGS)
    where = "ttt_asp.extensions.certificates.verify.POSITIONS_STAGES"
    monkeypatch.setattr(where, tuple(stages))
    done = run(*asked, "1")
    for_ever.set()
    assert (done.status, done.out) == (3, "") and done.err.startswith(f"{limit} 1 s was reached")


@pytest.mark.parametrize("name", ["induction", "every size"])
def test_a_time_limit_ends_solvers(name: str) -> None:
    with pytest.raises(Expired):
        judged(valid(name), 1, Deadline(0))


@pytest.mark.parametrize("step", ["positions.certificate", "writing.json_for"])
@pytest.mark.parametrize("limit", [True, False])
@pytest.mark.usefixtures("interruptible")
def test_whoever_writes_one_can_be_stopped(
    step: str, limit: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sorting, packing and zipping are single calls of seconds, and look at no clock."""
    ever = threading.Event()

    def call(*_: object) -> None:
        if not limit:
            os.kill(os.getpid(), signal.SIGINT)
        ever.wait(HANGS)

    posed, path = problem("x never loses", x="newell_simon"), tmp_path / "it.json"
    found = answer(posed, "explicit", Limits())
    monkeypatch.setattr(f"ttt_asp.extensions.certificates.{step}", call)
    with pytest.raises(InputError if limit else KeyboardInterrupt) as caught:
        write_certificate(path, posed, found, Limits(Deadline(1.0 if limit else None)))
    ever.set()
    if limit:
        assert "no certificate: the time limit of 1 s was reached" in str(caught.value)
    assert not list(tmp_path.iterdir())


def of_another_strategy(game: Path) -> Json:
    """`careful_o` never loses, but `good_for_o` does."""
    game.write_text("size(3,3). in_a_row(3).\n")
    data, other = (
        copy(certificate(read(Question(claim, {"o": o}, str(game)), Deadline()), Limits()))
        for claim, o in (("o never loses", "careful_o"), ("o can win", "good_for_o"))
    )
    return {**data, "roles": other["roles"]}


def of_another_game(game: Path) -> Json:
    """With four bricks x always wins by taking three at a time, and with three it does not."""
    game.write_text((ASP / "games" / "pick_up_bricks.lp").read_text())
    asked = Question("x always wins", {"x": "three_by_three"}, str(game), {"bricks": "4"})
    return {**copy(certificate(read(asked, Deadline()), Limits())), "const": {"bricks": 3}}


@pytest.mark.parametrize("made", [of_another_strategy, of_another_game])
def test_its_format_alone_says_what_a_certificate_is(
    made: Callable[[Path], Json], tmp_path: Path, run: Run
) -> None:
    """What else it says may be anything: its game's file here has the name of another format."""
    data = made(tmp_path / "game.lp")
    for what in ("replies", "induction", "every size"):
        there = tmp_path / f"ttt-asp certificate of {what}" / "game.lp"
        write(there, (tmp_path / "game.lp").read_text())
        moved = {"game": "", **data} | {"game": str(there)}
        path = written(tmp_path / "it.json", json.dumps(moved))
        assert run("verify", path).status == 0
        done = run("verify", path, "--strategy")
        assert done.status == 1 and ": error: rejected: " in done.err


# --- certificates of proofs by induction: what is in them, and what becomes of those that lie -----


def heard(said: list[tuple[clingo.MessageCode, str]], code: clingo.MessageCode, text: str) -> None:
    said.append((code, text))


@pytest.mark.parametrize("rounds", [1, 2])
def test_both_programs_prove_in_bare_clingo(rounds: int) -> None:
    data = induction.certificate(on_five("pairing_kept"), rounds)
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
    false = induction.certificate(on_five(), 1)
    for data in (false, induction.certificate(on_five("pairing_kept", claim="x never ties"), 1)):
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
            "game": drawn_games.written(drawn, folder),
            "const": dict(drawn.const),
            "rounds": chance.choice([1, 1, 2, 3]),
        }
        try:
            problem = posed(data, drawn.lemmas, folder)
            made = induction.certificate(problem, data["rounds"])
            lemmas = {"lemmas": list(drawn.lemmas), "find_lemmas": False}
            question = {**data, **lemmas, "strategies": [folder], "engine": "induction"}
            proved = prove(**question).verdict == "proved"
        except InputError:
            return  # its lemmas are none
        assert accepted_whole(made, folder) == proved, made
        for _ in range(CHANGES):
            changed = json.loads(json.dumps(made))
            try:
                change(chance, changed, data["game"], folder, term(chance, drawn))
            except (InputError, ValueError, KeyError, TypeError, AttributeError):
                continue  # nothing that programs can be made of
            if accepted_whole(changed, folder):
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


def accepted_whole(data: Json, folder: Path) -> bool:
    """Whether both stages accept a certificate; what is wrong with the sources has a place."""
    try:
        verified(json.dumps(data).encode(), Deadline(20), open_library([folder]))
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
        made = induction.certificate(
            posed({**data, "game": game}, lemmas, folder), int(str(data["rounds"]))
        )
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
