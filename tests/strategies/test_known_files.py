"""Files that were in order before are not searched again; all others are."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import clingo
import pytest
from conftest import written

from ttt_asp import kept as store
from ttt_asp.errors import InputError
from ttt_asp.extensions.authoring import impossible_terms
from ttt_asp.games.load import load_game
from ttt_asp.lp import reach
from ttt_asp.strategies import known_files, tactics
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import load_strategy

MIDDLE = "suggests(mine,P,mark(C)) :- mover(P), center(C), free(C).\n"
Tried = Callable[..., Sequence[str]]


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Tried:
    """Load a strategy as a new process would: which searches were made."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "cache"))
    store._made_here.clear()  # this process may have made more than it may add
    made: list[str] = []
    search, numbers = impossible_terms.impossible_terms.__wrapped__, reach.Reach

    def searched(sources: object, game: object) -> object:
        made.append("terms")
        return search(sources, game)

    def reached(*given: object) -> object:
        made.append("numbers")
        return numbers(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(impossible_terms, "impossible_terms", searched)
    monkeypatch.setattr(tactics, "Reach", reached)

    def load(text: str, const: dict[str, str] | None = None, game: str = "tictactoe") -> list[str]:
        for known in (store._known, known_files._code, tactics.too_large_numbers):
            known.cache_clear()
        made.clear()
        library = open_library((tmp_path,) if (tmp_path / "tactics").exists() else ())
        load_strategy(text, "x", load_game(game, const or {}), library)
        store.write()
        return list(made)

    return load


BOTH = ["terms", "numbers"]


def test_files_are_searched_once(tried: Tried) -> None:
    assert tried("good_for_x") == BOTH
    assert tried("good_for_x") == []
    assert tried("any") == []


def test_other_files_and_other_games_are_searched(tried: Tried) -> None:
    assert tried("good_for_x") == BOTH
    assert tried("good_for_o") == BOTH
    assert tried("good_for_x", {"rows": "4"}) == BOTH
    assert tried("good_for_x", {"misere": "1"}) == BOTH
    assert tried("good_for_x", game="hypercube") == BOTH
    assert tried("good_for_x", {"rows": "4"}) == []
    assert tried("good_for_x") == []


def test_a_letter_that_changes_is_noticed(tried: Tried, tmp_path: Path) -> None:
    mine = written(tmp_path / "tactics" / "mine.lp", MIDDLE)
    assert tried("mine") == BOTH
    assert tried("mine") == []
    Path(mine).write_text(MIDDLE + " ")
    assert tried("mine") == BOTH
    Path(mine).write_text(MIDDLE)
    assert tried("mine") == []


def test_what_is_wrong_is_searched_again(tried: Tried, tmp_path: Path) -> None:
    written(tmp_path / "tactics" / "mine.lp", MIDDLE.replace("mark(C)", "marks(C)"))
    for _ in range(2):
        with pytest.raises(InputError, match="no action"):
            tried("mine")
    number = MIDDLE + "mine_more(1000000000*1000000000).\n"
    written(tmp_path / "tactics" / "mine.lp", number)
    for _ in range(2):
        with pytest.raises(InputError, match=r"1,?000,?000,?000"):
            tried("mine")


def test_warnings_are_given_again(tried: Tried, tmp_path: Path) -> None:
    # an action of another game: a warning, each time
    other = "suggests(mine,P,eat(C)) :- mover(P), center(C).\n"
    written(tmp_path / "tactics" / "mine.lp", MIDDLE + other)
    assert tried("mine") == BOTH
    assert tried("mine") == BOTH


def test_other_code_is_asked_again(tried: Tried, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tried("good_for_x") == BOTH
    monkeypatch.setattr(clingo, "__version__", "another")
    assert tried("good_for_x") == BOTH
    monkeypatch.setattr(known_files, "bringing", lambda _: None)
    assert tried("good_for_x") == BOTH


def test_games_of_users_are_searched(tried: Tried, tmp_path: Path) -> None:
    game = written(tmp_path / "own.lp", "size(3,4). in_a_row(3).\n")
    for _ in range(2):
        assert tried("good_for_x", game=str(game)) == BOTH


def test_a_bounded_number_is_kept(tried: Tried, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST", 2)
    for name in ("defeat", "defend", "fork"):
        assert tried(name) == BOTH
    assert tried("fork") == []
    assert tried("defeat") == BOTH
