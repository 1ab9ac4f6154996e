"""What a game's file defines replaces what the vocabulary says, and is never united with it.

Programs that show it are in data/games/giving_way.md; a game that is won by whoever says so first
is held against an oracle in test_gdl.py (marks that fall).
"""

from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import written
from tables import tabled

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.games.load import load_game
from ttt_asp.games.winning_sets import winning_sets
from ttt_asp.programs.program import play_program

BOARD = "size(3,4).\nin_a_row(3).\n"


@tabled()
def test_other_fluents_are_added(
    text: str, base: list[str], init: list[str], horizon: int, tmp_path: Path
) -> None:
    """`base`, `init` and `next` of fluents of one's own leave those of marks and turns in force."""
    plain = load_game(written(tmp_path / "plain.lp", BOARD), {})
    mine = load_game(written(tmp_path / "mine.lp", BOARD + text), {})
    assert set(mine.base) == {*plain.base, *base}
    assert mine.init == plain.init | {*init}
    assert (mine.horizon, mine.replaced) == (horizon, ())


@tabled()
def test_a_game_with_other_rules_is_not_taken_for_one_of_winning_sets(
    text: str, sets: Sequence[Sequence[str]] | None, tmp_path: Path
) -> None:
    """Certificates of such games are checked by rules of their own, which are the vocabulary's."""
    found = winning_sets(load_game(written(tmp_path / "mine.lp", text), {}))
    assert (found and sorted(map(list, found.sets["x"]))) == sets


@pytest.mark.parametrize("name", ["chomp", "numeric", "pick_up_bricks"])
def test_a_copy_of_a_game_is_that_game(name: str, tmp_path: Path) -> None:
    """A copy of numeric.lp was refused: `free is defined in ...`."""
    own = load_game(name, {})
    path = written(tmp_path / "mine.lp", own.rules.text.decode())
    copy = load_game(path, {})
    assert (copy.base, copy.init, copy.facts) == (own.base, own.init, own.facts)
    programs = []
    for game in (name, path):
        problem = read(Question(f"{own.roles[0]} can win", game=game), Deadline())
        programs.append(play_program(problem, 9).text.split("%%%%")[2:])
    assert programs[0] == programs[1]
