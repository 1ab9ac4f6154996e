"""The tactics that can ever recommend anything in a game.

All of them are ground at once with every fluent and every legal move open, as for the explicit
engine. What gringo derives nowhere then is true at no position, reachable or not: so a tactic may
wrongly be taken for one that can recommend something, never for one that cannot.
"""

from collections.abc import Sequence

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.games.game import Game
from ttt_asp.positions.ground import ground
from ttt_asp.programs.program import open_program
from ttt_asp.strategies.composition import Composition, leaves
from ttt_asp.strategies.strategy import ANY, Strategy


def recommending(strategies: Sequence[Strategy], game: Game, deadline: Deadline) -> list[Strategy]:
    """Return the strategies of which some tactic can recommend a legal move at some position.

    Args:
        strategies: for the game; one without a tactic recommends by its operators alone.
        game: the game.
        deadline: when to give up.

    Raises:
        InputError: the tactics make no program.
        Expired: time is up.
    """
    files = {source.label: source for strategy in strategies for source in strategy.tactics}
    free = Strategy(ANY, Composition(ANY), tuple(files.values()))
    rules = ground(open_program(Match(game, dict.fromkeys(game.roles, free))), deadline)
    legal, roles = rules.atoms("legal", 2), game.roles
    told = rules.atoms("suggests", 3)
    able = {(name, False) for name, role, action in told if (role, action) in legal}
    able |= {
        (name, True)
        for name, role, action in told
        for other in roles
        if other != role and (other, action) in legal
    }
    named = [(strategy, set(leaves(strategy.composition))) for strategy in strategies]
    return [strategy for strategy, tactics in named if not tactics or tactics & able]
