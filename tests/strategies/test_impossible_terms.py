"""What can be true nowhere is said: in words, and never of what can be true."""

from typing import Any

import pytest
from conftest import GDL, HUNT
from tables import constant

from ttt_asp.authoring.sampling import sample
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.lp.source import Source
from ttt_asp.positions.position import facts_at
from ttt_asp.programs.program import position_program
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.examples import game_of
from ttt_asp.strategies.impossible_terms import impossible_terms
from ttt_asp.strategies.library import Kind, open_library
from ttt_asp.strategies.strategy import Strategy
from ttt_asp.strategies.tactics import check_file

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
    program = position_program(loaded, dict.fromkeys(loaded.roles, free))
    positions = [moment.position for moment in sample(loaded, {}).moments]
    spoken = set[str]()
    for position in positions[:: len(positions) // (30 if HUNT > 1 else 8)]:
        atoms = facts_at(program, position)
        legal = atoms.get(("legal", 2), ())
        suggested = atoms.get(("suggests", 3), ())
        spoken |= {str(tactic) for tactic, *move in suggested if tuple(move) in legal}
    assert spoken
    assert not spoken & never
