"""Certificates that the engine makes, held against the checker that shares nothing with it."""

import gzip
import json
import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from conftest import HANGS, Run
from tables import contents, tabled

from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.main import verify
from ttt_asp.certificates.checker.positions import POSITIONS
from ttt_asp.certificates.positions import certificate
from ttt_asp.certificates.verify import KINDS
from ttt_asp.certificates.verify import verify as verified
from ttt_asp.certificates.verify_moves import verify_strategy
from ttt_asp.certificates.writing import write_certificate
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.answer import answer
from ttt_asp.errors import InputError
from ttt_asp.limits import Limits
from ttt_asp.paths import STRATEGIES
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


def problem(claim: str, **roles: str) -> Problem:
    return read(Question(claim, roles, folders=LIBRARY.folders), Deadline())


def packed(data: Any) -> bytes:
    return json.dumps(data).encode()


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_every_proved_claim_of_the_library_has_a_valid_certificate(
    entry: Any, tmp_path: Path
) -> None:
    posed = read(Question(entry.claim, entry.roles, folders=LIBRARY.folders), Deadline())
    size = write_certificate(
        tmp_path / "it.json.gz", posed, answer(posed, "explicit", Limits()), Limits()
    )
    data = (tmp_path / "it.json.gz").read_bytes()
    assert len(data) == size <= 20_000
    assert verify(data).claim == str(posed.claim)


@tabled()
def test_no_certificate_of_a_claim_that_does_not_hold_is_valid(claim: str, x: str, o: str) -> None:
    """Made in spite of the verdict, as by an engine that is wrong."""
    with pytest.raises(Rejected):
        verify(packed(certificate(problem(claim, x=x, o=o), Limits())))


@pytest.mark.slow
@pytest.mark.parametrize("claim", ["o never wins", "x can tie"])
def test_a_game_unknown_to_the_checker_brings_its_ground_rules(
    claim: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looks like a game of sets, but ends when x has taken a corner and o the center."""
    path = tmp_path / "other.lp"
    path.write_text(
        "size(3,3). in_a_row(3).\nterminal :- marked(x,C), corner(C), marked(o,D), center(D).\n"
        "terminal :- owns(P,L).\nterminal :- not open.\n"
    )
    roles = {"x": "first(defeat, defend, center, corner)", "o": "newell_simon"}
    posed = read(Question(claim, roles, game=str(path), folders=LIBRARY.folders), Deadline())
    data = certificate(posed, Limits())
    assert "program" in data["rules"]
    report = verify(packed(data))
    assert any("rules" in thing for thing in report.trusted)
    assert verify_strategy(data, LIBRARY, Deadline()).facts
    data["rules"]["program"] = [
        rule for rule in data["rules"]["program"] if not rule[0].startswith("terminal")
    ]
    with pytest.raises(Rejected):
        verify(packed(data))


# x sets one of three bits, o answers; with two bits or more x would win, but never has them.
AUX = contents("certificates/certificate_aux.lp")


def test_helpers_of_a_game_are_no_atoms_of_clingos_own(tmp_path: Path) -> None:
    """Of 300 helpers aux(N) one had the name that a count was given in the certificate."""
    path = tmp_path / "g.lp"
    path.write_text(AUX)
    (tmp_path / "tactics").mkdir()
    (tmp_path / "tactics" / "two.lp").write_text("suggests(two,x,set(2)) :- legal(x,set(2)).\n")
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
    stages: list[Any] = [*KINDS[POSITIONS]]
    stages[stage] = lambda *_: for_ever.wait(HANGS)
    monkeypatch.setitem(KINDS, POSITIONS, tuple(stages))
    done = run(*asked, "1")
    for_ever.set()
    assert (done.status, done.out) == (3, "") and done.err.startswith(f"{limit} 1 s was reached")


@pytest.mark.parametrize("json_too", [False, True])
def test_there_is_one_verdict(json_too: bool, tmp_path: Path, capsys: Captured) -> None:
    """Nothing is called valid before the second stage is over, if that is asked for."""
    path, options = tmp_path / "it.json", ["--json"] if json_too else []
    one = certificate(problem("x never loses", x="newell_simon"), Limits())
    path.write_bytes(packed(one))
    for more, said, again in (([], "valid", 0), (["--strategy"], "valid", 0)):
        assert execute(["verify", str(path), *more, *options]) == again
        assert capsys.readouterr().out.count(said) == 1
    one["roles"] = certificate(problem("x never loses", x="careful_o"), Limits())["roles"]
    path.write_bytes(packed(one))
    assert execute(["verify", str(path), *options]) == 0
    assert "valid" in capsys.readouterr().out
    assert execute(["verify", str(path), "--strategy", *options]) == 1
    out = capsys.readouterr().out
    assert "rejected" in out and "x's strategy recommends" in out
    assert "valid" not in out and "Established" not in out


def test_prove_writes_and_verify_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    line = ["prove", "x never loses", "--x", "good_for_x", "--certificate"]
    for name in ("it.json", "it.json.gz"):
        assert execute([*line, name]) == 0
        assert f"wrote {name}" in capsys.readouterr().err
        assert execute(["verify", name]) == 0
        assert capsys.readouterr().out.startswith("valid: x never loses\nEstablished:\n")
    plain = (tmp_path / "it.json").read_bytes()
    assert gzip.decompress((tmp_path / "it.json.gz").read_bytes()) == plain
    assert sorted(path.name for path in tmp_path.iterdir()) == ["it.json", "it.json.gz"]
    (tmp_path / "it.json").write_bytes(plain.replace(b'"x":1184', b'"x":1185'))
    assert execute(["verify", "it.json"]) == 1
    assert capsys.readouterr().out.startswith("rejected: ")
    assert execute(["verify", "none.json"]) == 2
    assert execute(["prove", "nakas.toml", "--certificate", "it.json"]) == 2


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
    monkeypatch.setattr(f"ttt_asp.certificates.{step}", call)
    with pytest.raises(InputError if limit else KeyboardInterrupt) as caught:
        write_certificate(path, posed, found, Limits(Deadline(1.0 if limit else None)))
    ever.set()
    if limit:
        assert "no certificate: the time limit of 1 s was reached" in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_no_certificate_of_what_is_not_proved(tmp_path: Path, capsys: Captured) -> None:
    """Whatever engine says so."""
    path = tmp_path / "it.json"
    assert execute(["prove", "x never loses", "--o", "good_for_o", "--certificate", str(path)]) == 1
    assert "no certificate: the claim is refuted" in capsys.readouterr().err
    assert not path.exists()


@tabled()
def test_plays_are_counted_where_positions_come_after_different_numbers_of_moves(
    claim: str,
    game: str,
    const: dict[str, str],
    roles: dict[str, str],
    plays: dict[str, int] | None,
) -> None:
    problem = read(Question(claim, roles, game, const), Deadline())
    data = certificate(problem, Limits())
    if plays is None:  # some get stuck
        assert data["counts"]["stuck"]
    else:
        assert data["counts"]["plays"] == plays
    assert verify(packed(data)).claim == claim
