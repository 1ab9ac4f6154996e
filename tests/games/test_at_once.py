"""Games in the Game Description Language with chance, and with roles that act at once."""

import json
from pathlib import Path

import pytest
from tables import contents

from ttt_asp import prove
from ttt_asp.cli.execution import execute

GAMES = Path(__file__).parent / "gdl"
DICE = str(GAMES / "dice.kif")
SAID = "random is treated as a player who may do anything"
# o acts only where it is forced, once alone and once together with x; at last nobody does anything.
STEPS = contents("games/at_once_steps.kif")
LINES = ["1. x go(2)", "2. o answer", "3. o & x pull & push", "4. o & x noop & noop"]


@pytest.fixture
def steps(tmp_path: Path) -> str:
    path = tmp_path / "steps.kif"
    path.write_text(STEPS, "utf-8")
    return str(path)


@pytest.mark.parametrize("engine", ["auto", "bounded", "explicit"])
@pytest.mark.parametrize("claim", ["one can win", "one never loses", "random always wins"])
def test_every_verdict_says_what_chance_is_taken_for(engine: str, claim: str) -> None:
    found = prove(claim, game=DICE, engine=engine)
    assert found.warnings == (SAID,)
    assert f"\n  {SAID}\n" in f"{found}\n"


def test_the_command_line_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["prove", "one can win", "-g", DICE]) == 0
    assert f"\n  {SAID}\n" in capsys.readouterr().out
    assert execute(["prove", "one can win", "-g", DICE, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["warnings"] == [SAID]
    assert execute(["check", DICE]) == 0
    assert f"\n  {SAID}\n" in capsys.readouterr().out
    claims = tmp_path / "dice.toml"
    claims.write_text(f'[[claim]]\nid = "luck"\nclaim = "one can win"\ngame = "{DICE}"\n', "utf-8")
    assert execute(["prove", str(claims)]) == 0
    assert f"luck: {SAID}\n" in capsys.readouterr().out


def test_only_the_language_has_chance(tmp_path: Path) -> None:
    """Elsewhere `random` is a name like any other."""
    path = tmp_path / "named.lp"
    path.write_text("role(random). role(other). begins(random). size(1,3). in_a_row(2).\n", "utf-8")
    assert prove("random can win", game=str(path)).warnings == ()
    assert prove("o never loses").warnings == ()


@pytest.mark.parametrize("engine", ["bounded", "explicit"])
def test_noops_are_left_out_of_verdicts(
    engine: str, steps: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["prove", "x never wins", "-g", steps, "--engine", engine]
    assert execute(line) == 1
    lines = capsys.readouterr().out.replace(" ??", "").splitlines()
    assert [text for text in lines if text[:2] in ("1.", "2.", "3.", "4.")] == LINES
    assert execute([*line, "--json"]) == 1
    play = json.loads(capsys.readouterr().out)["play"]
    assert [f"{n}. {m['role']} {m['action']}" for n, m in enumerate(play, 1)] == LINES


def test_noops_are_left_out_of_games_that_people_play(
    steps: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda *_: "2")
    assert execute(["play", "-g", steps, "--as", "o", "--against", "any", "--seed", "1"]) == 0
    shown = [text for text in capsys.readouterr().out.splitlines() if text[:1] in "1234" and text]
    assert shown[1:] == [
        "2. o: answer, the only legal move",
        "3. x: push; o: pull, the only legal moves",
        "4. x: noop, the only legal move",
    ]
    assert shown[0].startswith("1. x: go(")


def test_where_roles_choose_at_once_no_blunder_is_looked_for() -> None:
    found = prove("odd always wins", game=str(GAMES / "duel.kif"))
    assert (found.verdict, found.blunder) == ("refuted", None)
