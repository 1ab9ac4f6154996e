"""Certificates that the engine makes, held against the checker that shares nothing with it."""

import gzip
import json
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import oracle_rules
import pytest
from conftest import HANGS, Run, tactic, write, written
from games import problem
from oracle_certificates import Json, accepted, copy
from tables import contents, tabled
from valid_certificates import judged, valid

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.answer import answer
from ttt_asp.errors import InputError
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
