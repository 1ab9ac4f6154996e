"""What people write: the answers to it, with places; and plays on which tactics are tried."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import oracle
import pytest
from conftest import GDL, HUNT, Run, tactic, write, written
from inside import reached_in
from tables import DATA, constant, contents, tabled

from ttt_asp import prove
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.extensions.authoring.check import remarks
from ttt_asp.extensions.authoring.impossible_terms import impossible_terms
from ttt_asp.extensions.authoring.list_command import recommending
from ttt_asp.extensions.authoring.sampling import sample
from ttt_asp.extensions.players.book import book_of
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.games.notation import Notation
from ttt_asp.lp.source import Source
from ttt_asp.paths import STRATEGIES
from ttt_asp.positions.position import facts_along
from ttt_asp.strategies.library import Kind, open_library
from ttt_asp.strategies.strategy import ANY, Strategy, load_strategy
from ttt_asp.strategies.tactics import check_file, game_of
from ttt_asp.strategies.terms import Composition

ALL = "suggests({0},P,mark(C)) :- role(P), free(C).\n"


def test_a_folders_name_is_no_rule(tmp_path: Path) -> None:
    """The name of a source stands in a comment of the program; a line break must not end it."""
    folder = tmp_path / "n\n:- answer(violated).\n%"
    tactic(folder, "all_of_them", ALL.format("all_of_them"))
    small = {"rows": 2, "cols": 2, "line": 2}
    found = prove("x never wins", x="all_of_them", const=small, strategies=[folder])
    assert found.verdict == "refuted"


def test_a_folders_name_may_be_no_text(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    tactic(folder, "all_of_them", ALL.format("all_of_them"))
    found = prove("x can lose", x="all_of_them", engine="explicit", strategies=[folder])
    assert found.verdict == "proved"


MOVING = contents("authoring/check_moving.lp")


@pytest.mark.parametrize("engine", ["bounded", "explicit"])
def test_only_roles_act(engine: str, tmp_path: Path) -> None:
    """z, who is no role, made one move in plays of one engine, all at once in the other's."""
    path = tmp_path / "moving.lp"
    path.write_text(f"{MOVING}legal(z,(a;b)) :- true(turn(x)).\nnext(did(a)) :- does(z,a).\n")
    found = prove("x can lose", game=str(path), engine=engine)
    assert found.verdict == "proved"
    assert found.play is not None
    assert [move.role for move in found.play.moves] == ["x", "o"]


@pytest.mark.parametrize("game", ["tictactoe.kif", "duel.kif", "nim.kif"])
def test_games_of_the_game_description_language_are_played(game: str, tmp_path: Path) -> None:
    loaded = load_game(str(GDL / game), {})
    tactic(tmp_path, "every", "%*! every. *%\nsuggests(every,P,A) :- legal(P,A).\n")
    library = open_library([tmp_path])
    warnings, notes = remarks(library.entries["every"].read(), "every", loaded, library)
    assert warnings == []
    assert [note.endswith("every recommends all that is legal, as any does") for note in notes] == [
        True
    ]


def test_the_plays_are_plays_of_the_game() -> None:
    """Who is to move, what is legal and what tactics say, position by position, by the oracle."""
    game, board = load_game("tictactoe", {}), oracle.Board()
    notation, library = Notation(game), open_library()
    names = ("defeat", "defend", "fork", "corner")
    found = sample(game, tuple((name, library.entries[name].read()) for name in names))
    for moment in found.moments:
        assert moment.role == notation.mover(moment.position)
        position = oracle.parse_board(str(notation.write(moment.position)), moment.role)
        free = oracle.legal(board, position)
        assert moment.legal == {f"mark(cell({i},{j}))" for i, j in free}
        for name in names:
            squares = oracle.suggests(name, board, position, moment.role) & free
            assert moment.of(name) == {f"mark(cell({i},{j}))" for i, j in squares}
    assert len(found.moments) == 463


def test_the_librarys_book_is_what_the_command_makes_of_the_table() -> None:
    """That the book says what the table says is held against the table, as any tactic is."""
    table = Path(oracle.__file__).parent / "nqthm_book.csv"
    text, number = book_of(table, "nqthm_replies", load_game("tictactoe", {}), Deadline())
    assert number == 164
    library = (STRATEGIES / "tactics/nqthm_replies.lp").read_text("utf-8")
    assert text.split("*%", 1)[1] == library.split("*%", 1)[1]


@tabled()
def test_what_is_answered(
    about: str,
    files: dict[str, str],
    arguments: list[str],
    messages: list[str],
    status: int | None,
    errors: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
) -> None:
    given = {write(tmp_path / name, text) for name, text in files.items()}
    monkeypatch.chdir(tmp_path)
    done = run(*(argument.replace("GDL/", f"{GDL}/") for argument in arguments))
    printed = (done.out + done.err).replace(f"{GDL}/", "GDL/")
    assert done.status == (2 if status is None else status), printed
    assert [message for message in messages if message not in printed] == [], printed
    wrong = done.status == 2
    assert done.err.count("error: ") == (errors or wrong), printed
    assert not wrong or not done.out or arguments[0] == "check"
    assert {path for path in tmp_path.rglob("*") if not path.is_dir()} == given


# --- what can ever recommend anything in a game, held against every position of small games -------


def fitting(game: Game) -> list[Strategy]:
    """The library's tactics that may be asked in a game."""
    library, loaded = open_library(), list[Strategy]()
    for name in library.names("tactic"):
        with suppress(InputError):
            loaded.append(load_strategy(name, "strategy", game, library))
    return [tactic for tactic in loaded if not tactic.warnings]


def heard(game: Game, tactics: list[Strategy]) -> set[str]:
    """The tactics that recommend a legal move at some position: clingo is asked about each."""
    positions = reached_in(game)
    files = {source.label: source for tactic in tactics for source in tactic.tactics}
    free = Strategy(ANY, Composition(ANY), tuple(files.values()))
    names: set[str] = set()
    for start in range(0, len(positions), 200):
        asked = dict.fromkeys(game.roles, free), positions[start : start + 200]
        for atoms in facts_along(game, *asked):
            legal = {*atoms.get(("legal", 2), ())}
            told = atoms.get(("suggests", 3), ()) if ("terminal", 0) not in atoms else ()
            names |= {str(name) for name, role, action in told if (role, action) in legal}
    return names


@tabled()
def test_what_never_recommends_is_left_out(
    tmp_path: Path, game: str, const: dict[str, str], never: list[str], unseen: list[str]
) -> None:
    """`unseen` recommend something at positions that no play comes to: these are offered too."""
    path = DATA.parent / game
    if game.endswith(".md"):  # its first file
        game = str(written(tmp_path / "it.lp", contents(game).split("```")[1].partition("\n")[2]))
    loaded = load_game(str(path) if path.suffix == ".kif" else game, const)
    tactics = fitting(loaded)
    able = {one.text for one in recommending(tactics, loaded, Deadline())}
    assert sorted({one.text for one in tactics} - able) == never
    assert sorted(able - heard(loaded, tactics)) == unseen


# --- what can be true nowhere --------------------------------------------------------------------


LIBRARY = open_library()
GAMES = [
    *((name, {}) for name in game_names()),
    *constant(__file__, "SIZES"),
    *((str(path), {}) for path in sorted([*GDL.glob("*.kif"), *GDL.glob("*.hrf")])),
]


def usable(game: Game) -> list[tuple[str, Source]]:
    """The tactics and orders of the library that `game` has all predicates for."""
    known = LIBRARY.names("tactic")
    found = []
    kinds: list[tuple[Kind, Any]] = [("tactic", LIBRARY.entries), ("order", LIBRARY.orders)]
    for kind, entries in kinds:
        for name, entry in entries.items():
            if entry.kind != "strategy" and not check_file(kind, entry.read(), name, game, known):
                found.append((name, entry.read()))
    return found


@pytest.mark.parametrize(("game", "constants"), GAMES)
def test_no_false_alarm_about_the_library(game: str, constants: dict[str, str]) -> None:
    loaded = load_game(game, constants)
    for name, source in usable(loaded):
        found = impossible_terms((source,), loaded)
        assert found.errors == (), name
        own = game_of(source)
        if (own is None and game == "tictactoe") or (own and own[0] == game and not constants):
            assert (found.actions, found.terms) == ((), ()), name


@pytest.mark.no_cover
@pytest.mark.parametrize("game", game_names())
def test_what_is_called_no_action_is_never_legal(game: str) -> None:
    """Held against plain grounding, at positions of random plays."""
    loaded = load_game(game, {})
    sources = [(name, source) for name, source in usable(loaded) if "/tactics/" in source.label]
    if game == "chomp":  # its N \\ 3 is of squares there, which clingo refuses
        sources = [(name, source) for name, source in sources if name != "leave_threes"]
    never = {name for name, source in sources if impossible_terms((source,), loaded).actions}
    free = Strategy("any", Composition("any"), tuple(source for _, source in sources))
    strategies = dict.fromkeys(loaded.roles, free)
    positions = [moment.position for moment in sample(loaded).moments]
    spoken = set[str]()
    some = positions[:: len(positions) // (30 if HUNT > 1 else 8)]
    for atoms in facts_along(loaded, strategies, some):
        legal = atoms.get(("legal", 2), ())
        suggested = atoms.get(("suggests", 3), ())
        spoken |= {str(tactic) for tactic, *move in suggested if tuple(move) in legal}
    assert spoken
    assert not spoken & never
