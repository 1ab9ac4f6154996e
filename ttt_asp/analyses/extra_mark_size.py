"""Strategy stealing at one size: asked of clingo, or of a solver of formulas where that is hard.

Whether a chain joins two sides takes clingo a long time to say of all positions at once: minutes
on boards of more than some 30 squares. So there a solver is asked first, of formulas in which the
game's own numbers have the values that they have here, and clingo about what that does not know.
"""

import time
from dataclasses import replace

import clingo

from ttt_asp.analyses.extra_mark import Stealing, find_stealing, first_of
from ttt_asp.analyses.extra_mark_formulas import asking, read_conditions
from ttt_asp.claims.every import Comparison, Every
from ttt_asp.claims.problem import Match
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.sizes.reading import Reading
from ttt_asp.engines.sizes.solver import SOLVERS, installed
from ttt_asp.errors import Unsuited
from ttt_asp.games.constants import declared
from ttt_asp.games.game import Game
from ttt_asp.lp.dependencies import component_of, node_of, state_predicates
from ttt_asp.lp.terms import parse_terms

# Of games with more fluents, and recursion, formulas are asked about first.
FLUENTS = 60


def find_stealing_at(match: Match, limits: Limits) -> Stealing:
    """Ask whether each condition of strategy stealing with an extra mark holds.

    Args:
        match: the game; every role may do whatever is legal.
        limits: on the search.

    Raises:
        InputError: the game is not one of two roles that mark squares in turn.
        Expired: time is up, or the solver gave up.
    """
    begun = time.perf_counter()
    game = match.game
    every = _this_size(game)
    reading = _reading(every, game, limits)
    if reading is None:
        return find_stealing(match, limits)
    first = first_of(game)
    second = next(role for role in game.roles if role != first)
    shown: list[str] = []
    with asking(reading, every, (first, second), limits) as formulas:

        def holds(name: str) -> bool:
            if formulas.holds(name):
                shown.append(name)
            return name in shown

        found = find_stealing(match, limits, holds)
        formulas.guard()
    return replace(found, formulas=tuple(shown), seconds=time.perf_counter() - begun)


def _this_size(game: Game) -> Every:
    """The size that a game has, by the numbers that its own file declares."""
    numbers = ((name, parse_terms(game.constants[name])[0]) for name in declared(game.rules))
    values = {name: n.number for name, n in numbers if n.type == clingo.SymbolType.Number}
    comparisons = tuple(Comparison("=", name, value) for name, value in values.items())
    text = ", ".join(f"{name} = {value}" for name, value in values.items())
    return Every(text, tuple(values), comparisons)


def _reading(every: Every, game: Game, limits: Limits) -> Reading | None:
    """The conditions as formulas, where clingo alone would take long; None where they are none."""
    if len(game.base) <= FLUENTS or not every.parameters or not installed(SOLVERS[0]):
        return None
    if not _recursive(game):
        return None
    try:
        return read_conditions(every, game, limits)
    except Unsuited:  # clingo takes what has no translation
        return None


def _recursive(game: Game) -> bool:
    """Whether what depends on the position is said by recursion."""
    sources = [game.rules, *game.vocabulary]
    state = state_predicates(sources)
    statements = [statement for source in sources for statement in source.statements]
    component = component_of(statements)
    return any(
        component[node_of(head)] == component[node_of(atom)]
        for statement in statements
        for head in statement.heads
        if head.signature in state
        for atom in statement.body
    )
