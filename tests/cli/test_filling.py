"""`ttt-asp fill` on the command line: what it takes, refuses, writes and says."""

import json
from pathlib import Path

import pytest
from conftest import Run
from tables import tabled

import ttt_asp

O = ["fill", "o never loses", "--o", "first(..., any)"]  # noqa: E741


@tabled()
def test_what_is_refused(
    arguments: list[str], message: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("fill", "o never loses", *arguments)
    assert done.status == 2 and not done.out
    assert message in done.err


@pytest.mark.parametrize("command", ["prove", "explain", "report"])
def test_other_commands_take_no_holes(command: str, run: Run) -> None:
    more = ["-o", "page.html"] if command == "report" else []
    done = run(command, "o never loses", "--o", "first(defeat, ?a, any)", *more)
    assert done.status == 2
    assert done.err.startswith("--o:1:15: error: this is a hole: a strategy here is a whole one\n")


def test_a_file_that_expects_a_claim_to_fail_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "fails.toml"
    path.write_text('[[claim]]\nclaim = "x can tie"\nx = "?"\nexpect = "refuted"\n')
    done = run("fill", path)
    assert done.status == 2
    assert (
        f"{path}:2:1: error: a filling has to keep x can tie, which is expected to be ref"
        in done.err
    )


def test_what_is_found_is_written_and_proved(run: Run, tmp_path: Path) -> None:
    written, certificate = tmp_path / "mine" / "short.lp", tmp_path / "short.json"
    done = run(*O, "--shortest", "-o", written, "--certificate", certificate)
    assert done.status == 0
    assert f"wrote {written}\nwrote {tmp_path}/mine/claims/short.toml\n" in done.err
    proved = run("prove", tmp_path / "mine" / "claims" / "short.toml")
    assert proved.status == 0 and "short-1" in proved.out
    checked = run("check", written)
    assert checked.status == 0 and "(3 examples)" in checked.out
    assert run("verify", certificate).status == 0
    again = run(*O, "-o", written)
    assert again.status == 2 and "short is defined by" in again.err


def test_nothing_is_written_where_nothing_is_found(run: Run, tmp_path: Path) -> None:
    done = run("fill", "o never loses", "--o", "first(?, any)", "-o", tmp_path / "one.lp")
    assert done.status == 1
    assert done.err == "no strategy: none\n" and not list(tmp_path.iterdir())


def test_a_file_of_claims_with_holes_is_checked_as_one(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "holes.toml"
    path.write_text('[[claim]]\nclaim = "x never loses"\nx = "first(..., any)"\n')
    done = run("check", path)
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{path}: claims, ok (with holes, for `ttt-asp fill`)\n"


def test_a_list_may_be_of_holes_only(run: Run) -> None:
    done = run("fill", "x never loses", "--x", "first(...)", "--shortest")
    assert done.status == 0 and "3 tactics in the holes; with fewer there is none" in done.out


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"limit": -1}, {"lines": 0}])
def test_from_python_numbers_are_checked(wrong: dict[str, int]) -> None:
    with pytest.raises(ttt_asp.InputError, match="is not a number from 1 on"):
        ttt_asp.fill("o never loses", o="first(..., any)", **wrong)  # type: ignore[arg-type]


def test_json(run: Run) -> None:
    done = run(
        *O, "--shortest", "--all", "--json", "--pool", "defeat,defend,center,corner,spoil,fork"
    )
    said = json.loads(done.out)
    assert (said["answer"], done.status) in {("filled", 0), ("none", 1)}
    assert said["pool"] == ["center", "corner", "defeat", "defend", "fork", "spoil"]
    assert said["claims"] == ["o never loses"]
    assert len(said["strategies"]) == len(said["verdicts"])
    assert said["number"] >= len(said["strategies"])
    assert all(v["verdict"] == "proved" for verdicts in said["verdicts"] for v in verdicts)


@pytest.mark.parametrize("limit", ["0", "0.1"])
def test_limits_leave_it_unknown(limit: str, run: Run) -> None:
    done = run(
        *O, "--shortest", "-c", "rows=4", "-c", "cols=4", "-c", "line=4", "--time-limit", limit
    )
    assert done.status == 3
    assert "unknown" in done.out + done.err and "the time limit of" in done.out + done.err
