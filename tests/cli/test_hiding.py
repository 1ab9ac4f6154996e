"""Which file a name stands for, and what is said where several are called so."""

import shutil
from pathlib import Path

import pytest
from tables import contents, tabled

from ttt_asp.cli.execution import execute
from ttt_asp.paths import STRATEGIES

Captured = pytest.CaptureFixture[str]
FORK = "%*! fork: edges. *%\nsuggests(fork,P,mark(C)) :- role(P), edge(C).\n"
CENTER = "%*! center: edges. *%\nsuggests(center,P,mark(C)) :- role(P), edge(C).\n"
CLAIMS = contents("cli/hiding_claims.toml")
HOLDS = CLAIMS.replace("never loses", "can win").replace("refuted", "proved")


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder `my` in the current one, whose fork hides the library's."""
    folder = tmp_path / "my"
    (folder / "tactics").mkdir(parents=True)
    (folder / "claims").mkdir()
    (folder / "tactics" / "fork.lp").write_text(FORK)
    (folder / "by_fork.lp").write_text(
        "%*! by_fork: fork. *%\nstrategy(by_fork, first(fork, any)).\n"
    )
    (folder / "claims" / "mine.toml").write_text(CLAIMS)
    monkeypatch.chdir(tmp_path)
    return folder


def test_a_copy_of_the_library_is_no_news(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    shutil.copytree(STRATEGIES, tmp_path / "strategies")
    monkeypatch.chdir(tmp_path)
    assert execute(["list", "orders"]) == 0
    assert capsys.readouterr().err == ""
    # what is checked is the file itself, not the one that is found in its place
    assert execute(["check", str(STRATEGIES / "tactics" / "fork.lp")]) == 0
    (tmp_path / "strategies" / "tactics" / "fork.lp").write_text(FORK)
    assert execute(["check", str(STRATEGIES / "tactics" / "fork.lp")]) == 0


def test_hidden_files_are_one_line_and_v_names_them(mine: Path, capsys: Captured) -> None:
    (mine / "tactics" / "center.lp").write_text(CENTER)
    assert execute(["show", "fork", "-S", "my"]) == 0
    err = capsys.readouterr().err
    first = f"warning: my/tactics/center.lp hides {STRATEGIES}/tactics/center.lp"
    assert err == f"{first}; so do 1 more (ttt-asp list -v names them)\n"
    for command in (["list", "orders", "-v"], ["prove", "-v", "can tie"]):
        assert execute([*command, "-S", "my"]) == 0
        err = capsys.readouterr().err
        second = f"warning: my/tactics/fork.lp hides {STRATEGIES}/tactics/fork.lp"
        assert err == f"{first}\n{second}\n"


@pytest.mark.parametrize("command", [["prove"], ["report"], ["list", "claims"]])
def test_a_file_of_claims_that_hides_another_is_told_of(
    command: list[str], mine: Path, capsys: Captured
) -> None:
    """It may have the library's ids, and say that other things are to be proved."""
    (mine / "claims" / "nakas.toml").write_text(HOLDS)
    execute([*command, *(["nakas.toml"] if command != ["list", "claims"] else []), "-S", "my"])
    err = capsys.readouterr().err
    said = f"warning: my/claims/nakas.toml hides {STRATEGIES}/claims/nakas.toml"
    if command == ["list", "claims"]:  # of all that is hidden, what is in use is told first
        said = f"warning: my/tactics/fork.lp hides {STRATEGIES}/tactics/fork.lp"
    assert err == f"{said}; so do 1 more (ttt-asp list -v names them)\n"
    ours = (STRATEGIES / "claims" / "nakas.toml").read_text()
    (mine / "claims" / "nakas.toml").write_text(ours)
    execute(["prove", "nakas.toml", "-S", "my"])
    assert "nakas.toml hides" not in capsys.readouterr().err


def test_a_verdict_says_which_of_its_files_hide_the_librarys(mine: Path, capsys: Captured) -> None:
    said = f"my/tactics/fork.lp hides {STRATEGIES}/tactics/fork.lp"
    assert execute(["prove", "x never loses", "--x", "by_fork", "-S", "my"]) == 1
    assert f"\n  {said}\n" in capsys.readouterr().out
    assert execute(["prove", "x never loses", "--x", "good_for_o", "-S", "my"]) == 1
    assert said in capsys.readouterr().out  # by way of a strategy
    (mine / "greedy.lp").write_text("strategy(greedy, first(corner, any)).\n")
    assert execute(["prove", "x never loses", "--x", "first(greedy, any)", "-S", "my"]) == 1
    assert f"my/greedy.lp hides {STRATEGIES}/greedy.lp" in capsys.readouterr().out
    assert execute(["prove", "x never loses", "--x", "first(corner,any)", "-S", "my"]) == 1
    assert said not in capsys.readouterr().out
    assert execute(["prove", "my/claims/mine.toml"]) == 0
    assert f"\nmine: {mine}/tactics/fork.lp hides {STRATEGIES}" in capsys.readouterr().out


def test_a_claims_file_finds_what_lies_beside_it(mine: Path, capsys: Captured) -> None:
    for command in (["prove"], ["check"], ["report", "-o", "page.html"]):
        assert execute([*command, "my/claims/mine.toml"]) == 0, command
    capsys.readouterr()
    assert execute(["prove", "x never loses", "--x", "by_fork"]) == 2
    assert "there is no strategy or tactic by_fork" in capsys.readouterr().err


@tabled()
def test_a_name_of_the_library_is_refused_without_shadow(
    kind: str, name: str, label: str, tmp_path: Path, capsys: Captured
) -> None:
    arguments = ["new", kind, name, "-S", str(tmp_path / "my")]
    assert execute(arguments) == 2
    assert f"{name} would hide {label}" in capsys.readouterr().err
    assert not (tmp_path / "my").exists()
    assert execute([*arguments, "--shadow"]) == 0
