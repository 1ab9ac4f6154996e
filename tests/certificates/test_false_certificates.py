"""Certificates that say what is false, made by hand: none is accepted, by either stage."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Run
from oracle_certificates import encode

from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.main import verify
from ttt_asp.certificates.positions import certificate
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.games.load import load_game
from ttt_asp.games.winning_sets import sets_of
from ttt_asp.limits import Limits
from ttt_asp.paths import ASP

Json = dict[str, Any]
WORDS = [f"ttt-asp certificate of {what}" for what in ("replies", "induction", "every size")]


def certified(claim: str, game: Path, const: Json | None = None, **roles: str) -> Json:
    posed = read(Question(claim, roles, game=str(game), const=const or {}), Deadline())
    made: Json = json.loads(json.dumps(certificate(posed, Limits())))
    return made


def of_another_strategy(game: Path) -> Json:
    """`careful_o` never loses, but `good_for_o` does."""
    game.write_text("size(3,3). in_a_row(3).\n")
    data = certified("o never loses", game, o="careful_o")
    return {**data, "roles": certified("o can win", game, o="good_for_o")["roles"]}


def of_another_game(game: Path) -> Json:
    """With four bricks x always wins by taking three at a time, and with three it does not."""
    game.write_text((ASP / "games" / "pick_up_bricks.lp").read_text())
    data = certified("x always wins", game, {"bricks": "4"}, x="three_by_three")
    return {**data, "const": {"bricks": 3}}


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("made", [of_another_strategy, of_another_game])
def test_its_format_alone_says_what_a_certificate_is(
    made: Callable[[Path], Json], word: str, tmp_path: Path, run: Run
) -> None:
    """What else it says may be anything: its game's file here has the name of another format."""
    (tmp_path / word).mkdir()
    data = made(tmp_path / word / "game.lp")
    path = tmp_path / "it.json"
    path.write_bytes(encode({"game": data["game"], **data}))
    assert run("verify", path).status == 0
    done = run("verify", path, "--strategy")
    assert done.status == 1 and done.out.startswith("rejected: ")


def test_what_is_completed_at_first_is_seen() -> None:
    """The maker has a set before anybody moves, on a full board: nothing is left to be replied."""
    sets = {
        "roles": ["black", "white"], "squares": ["a", "b"],
        "marked": {"black": ["a"], "white": ["b"]}, "turns": [],
        "sets": {"black": [["a"]], "white": []}, "completing": "wins", "otherwise": "tie",
    }  # fmt: skip
    data = {
        "format": "ttt-asp certificate of replies", "version": 2, "game": "full.pg", "const": {},
        "claim": "white never loses", "symmetries": [], "opening": None, "replies": [],
        "sets": sets,
    }  # fmt: skip
    with pytest.raises(Rejected, match="black has completed a set at first"):
        verify(encode(data))
    sets["sets"] = {"black": [["b"]], "white": []}
    assert verify(encode(data)).claim == "white never loses"


def test_a_file_with_a_set_that_is_completed_at_first(tmp_path: Path, run: Run) -> None:
    """The certificate says what the file of the game says, and the game is lost all the same."""
    game = tmp_path / "full.pg"
    game.write_text(
        "#times\nt1\n#blackturns\n\n#positions\na b c\n#blackinitials\na b\n#blackwins\na b\n"
    )
    sets = sets_of(load_game(str(game), {}))
    assert sets is not None
    data = {
        "format": "ttt-asp certificate of replies", "version": 2, "game": str(game),
        "const": {"misere": 0, "maker_breaker": 0}, "claim": "white never loses", "symmetries": [],
        "opening": 2, "replies": [], "sets": sets.as_json(),
    }  # fmt: skip
    path = tmp_path / "it.json"
    path.write_bytes(encode(data))
    done = run("verify", path, "--strategy")
    assert (done.status, done.out) == (1, "rejected: marked: black has completed a set at first\n")
    assert run("pairing", "-g", game, "--ahead", "1").status == 1
