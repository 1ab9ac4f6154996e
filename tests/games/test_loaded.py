"""Games are remembered, by what their files say, and what one defines replaces the vocabulary's.

Programs that show it are in data/games/giving_way.md; a game that is won by whoever says so first
is held against an oracle in test_gdl.py (marks that fall).
"""

import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path

import clingo
import pytest
from conftest import write, written
from tables import DATA, constant, tabled

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.extensions.recognition.winning_sets import winning_sets
from ttt_asp.games import load
from ttt_asp.games.facts import KINDS, wrong_facts
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import begin_at
from ttt_asp.lp.source import parse
from ttt_asp.programs.program import play_program


def test_a_game_is_what_its_file_says_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games" / "tictactoe.lp"
    built_in = load_game("tictactoe", {})
    assert load_game("tictactoe", {}) is built_in
    assert load_game("tictactoe", built_in.constants) is built_in  # as answers name it
    assert load_game("tictactoe", {"rows": "3"}) is built_in
    assert load_game("tictactoe", built_in.constants) is built_in
    write(path, built_in.rules.text.decode() + "% elsewhere\n")
    monkeypatch.setattr("ttt_asp.games.load.ASP", tmp_path)
    assert load_game("tictactoe", {}).rules.path == path
    monkeypatch.undo()
    assert load_game("tictactoe", {}) is built_in
    for square in ("a", "b"):
        write(path, f"winning_set(w). part_of({square},w).\n")
        assert f"marked(x,{square})" in load_game(str(path), {}).base


def test_the_latest_games_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "MOST_LOADED", 4)
    monkeypatch.setattr(load, "LOADED", {})
    default = load.load_game("pick_up_bricks", {})
    for bricks in range(1, 9):
        game = load.load_game("pick_up_bricks", {"bricks": str(bricks)})
        assert load.load_game("pick_up_bricks", {"bricks": str(bricks)}) is game
        assert load.load_game("pick_up_bricks", {}) is default, "it was asked for just now"
        assert len(load.LOADED) <= 4
    assert load.load_game("pick_up_bricks", {"bricks": "7"}).init == {"left(7)", "turn(x)"}


def test_a_game_is_remembered_by_all_its_constants_too(monkeypatch: pytest.MonkeyPatch) -> None:
    constants = load.load_game("pick_up_bricks", {}).constants
    monkeypatch.setattr(load, "MOST_LOADED", 5)
    monkeypatch.setattr(load, "LOADED", {})
    load.load_game("pick_up_bricks", constants)
    load.load_game("pick_up_bricks", {})
    for bricks in "567":  # of which the last is one too many
        load.load_game("pick_up_bricks", {"bricks": bricks})
    assert load.load_game("pick_up_bricks", {}) is load.load_game("pick_up_bricks", constants)


def test_nothing_is_forgotten_while_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load.MOST_LOADED >= 60
    monkeypatch.setattr(load, "MOST_LOADED", 8)
    monkeypatch.setattr(load, "LOADED", {})
    games = [load.load_game("pick_up_bricks", {"bricks": str(n)}) for n in range(1, 7)]
    for game in games:
        assert load.load_game("pick_up_bricks", game.constants) is game


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


def test_it_is_the_same_position_in_another_process() -> None:
    """Where marks do not tell who is to move, that is kept."""
    text = "{marked(x,cell(1,1)), marked(x,cell(1,2)), turn(x)}"
    game = begin_at(load_game("tictactoe", {}), text)
    again = pickle.loads(pickle.dumps(game))
    kept = [(one.opening, one.init, one.position) for one in (again, game)]
    assert kept[0] == kept[1] and game.position == text
    assert begin_at(game, None) is game


@tabled()
def test_boards_are_read_and_written(
    game: str,
    const: Mapping[str, str] | None,
    text: str,
    role: str | None,
    fluents: list[str] | None,
    mover: str,
    board: str | None,
) -> None:
    """A text stands for these fluents, and for the same position as the board written for it."""
    notation = PositionReader(
        load_game(str(DATA.parent / game) if "/" in game else game, const or {})
    )
    position = notation.parse(text, role)
    assert notation.mover(position) == mover
    assert fluents is None or position == set(fluents)
    assert notation.has_board == (notation.text(position)[0] != "{")
    spelt = "{" + ", ".join(map(notation.game.spelt, position)) + "}"
    assert notation.parse(spelt) == position
    if text[0] != "{":
        assert notation.write(position) == (board or text)
        assert notation.parse(board or text, role) == position


# --- facts of games that are refused, and those that are not, before anything rests on them -------


# A game with a fact of every kind.
RIGHT: str = constant(__file__, "RIGHT")


def said(text: str) -> list[str]:
    """What is wrong with facts, each in a line of its own."""
    facts: dict[str, tuple[tuple[clingo.Symbol, ...], ...]] = {}
    for line in text.split():
        fact = clingo.parse_term(line.rstrip("."))
        facts[fact.name] = (*facts.get(fact.name, ()), tuple(fact.arguments))
    found = [*wrong_facts(facts, [parse(text.encode(), "it.lp")])]
    assert all(str(one.location).startswith("it.lp:") for one in found)
    return [one.message for one in found]


def test_what_is_right_is_taken() -> None:
    assert said(RIGHT) == []
    assert {name for name, _ in KINDS} <= {line.partition("(")[0] for line in RIGHT.split()}


@tabled()
def test_a_fact_is_refused(fact: str, reason: str) -> None:
    name = fact.partition("(")[0]
    rest = [line for line in RIGHT.split() if not line.startswith(f"{name}(")]
    assert said("\n".join([*rest, fact])) == [f"{fact.rstrip('.')}: {reason}"]


@tabled()
def test_a_board_is_refused(facts: str, reason: str) -> None:
    assert said(f"role(x).\n{facts}") == [reason] * bool(reason)
