"""What can ever recommend anything in a game, held against every position of small games."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from conftest import written
from tables import DATA, contents, tabled

from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.extensions.authoring.list_command import recommending
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.position import facts_along
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import ANY, Strategy, load_strategy


def fitting(game: Game) -> list[Strategy]:
    """The library's tactics that may be asked in a game."""
    library, loaded = open_library(), list[Strategy]()
    for name in library.names("tactic"):
        with suppress(InputError):
            loaded.append(load_strategy(name, "strategy", game, library))
    return [tactic for tactic in loaded if not tactic.warnings]


def heard(game: Game, tactics: list[Strategy]) -> set[str]:
    """The tactics that recommend a legal move at some position: clingo is asked about each."""
    play = free_play(game)
    machine = load_machine(play, Deadline())
    found = explore(play, machine, Limits(), strict=False)
    positions = [machine.unpack(p) for layer in found.layers for p in found.form.unpacked(layer)]
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
