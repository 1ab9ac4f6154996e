"""Strategy stealing for every size at once: the conditions of the extra mark frame as formulas.

A solver is asked about each, for all sizes at once; see `extra_mark_formulas.py`. The proof that
the conditions suffice is in `extra_mark.py`; it is about one board, whichever.

Clingo is asked at the smallest sizes first, with the same frame: what is broken there is shown.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

from ttt_asp.analyses.extra_mark import CONDITIONS, Stealing, find_stealing, first_of
from ttt_asp.analyses.extra_mark_formulas import asking, read_conditions
from ttt_asp.claims.every import Every, Size
from ttt_asp.claims.problem import free_play
from ttt_asp.claims.sizes import load_size
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.sizes.formulas import Theory
from ttt_asp.engines.sizes.small import refuse_empty
from ttt_asp.games.game import Game

# So many of the smallest sizes are looked at, and so many where the solver does not know; larger
# games than this, in fluents, are passed over. No clock decides that.
SIZES, MORE = 5, 15
FLUENTS = 100
# What is asked besides the conditions: that the same two roles move in the same order everywhere.
ROLES = "roles"


def find_stealing_every(every: Every, game: Game, limits: Limits) -> Stealing:
    """Ask whether each condition of strategy stealing holds at every size.

    Args:
        every: which sizes.
        game: at one of them, as `read_sizes` loads it.
        limits: on the search.

    Returns:
        What was found; where a condition is broken at a small size, that is the game's size.

    Raises:
        InputError: the game is not one of two roles that mark squares in turn; its rules have no
            translation, as recursion has none; no size satisfies the condition; or no solver is
            there.
        Expired: time is up.
    """
    begun = time.perf_counter()
    first = first_of(game)
    refuse_empty(every, limits.deadline)
    theory = read_conditions(every, game, limits)  # what cannot be asked is refused at once
    looked: list[Size] = []
    found = _broken(every, game, every.smallest(SIZES), looked, limits)
    second = next(role for role in game.roles if role != first)
    roles = first, second
    unknown = "" if found is not None else _unknown(theory, every, roles, limits)
    if unknown:
        found = _broken(every, game, every.smallest(MORE)[SIZES:], looked, limits)
    if found is None:
        found = Stealing(game, *roles, "", "", {}, "", 0.0)
    checked = every.told(looked) if looked else ""
    return replace(
        found,
        every=every.text,
        size=every.told([every.size(found.game.constants)]) if found.broken else "",
        checked=checked,
        unknown="" if found.broken else unknown,
        formulas=tuple(CONDITIONS) if found.broken == unknown == "" else (),
        seconds=time.perf_counter() - begun,
    )


def _broken(
    every: Every, game: Game, sizes: Sequence[Size], looked: list[Size], limits: Limits
) -> Stealing | None:
    """What clingo finds to be broken at the first of some sizes where anything is."""
    for size in sizes:
        one = load_size(every, size, game.name, game.constants, limits.deadline)
        if len(one.base) > FLUENTS:
            continue
        found = find_stealing(free_play(one), limits)
        looked.append(size)
        if not found:
            return found
    return None


def _unknown(theory: Theory, every: Every, roles: tuple[str, str], limits: Limits) -> str:
    """The first condition of which the solver does not know that it always holds; empty if none."""
    with asking(theory, every, limits) as formulas:
        for name in CONDITIONS:
            if not formulas.holds(name):
                return name
        if not formulas.same_roles(roles):
            return ROLES
        formulas.guard()
    return ""
