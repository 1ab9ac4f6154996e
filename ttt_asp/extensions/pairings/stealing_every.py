"""Strategy stealing for every size at once: the conditions of a frame as formulas.

The program of the extra mark frame, or of the bait frame, with constants of the game that have no
value, is read as formulas over integers (see `sizes/reading.py`). That a condition is
broken at no size in question is then a question to a solver, whose effort is limited by its own
count of work, so that the answer does not depend on the machine. The proofs that the conditions
suffice are in `stealing_conditions.py`; they hold for any one board.

Clingo is asked at the smallest sizes first, with the same frame: a condition broken there is shown.
"""

from collections.abc import Sequence
from dataclasses import replace

from ttt_asp.claims.problem import free_play
from ttt_asp.errors import InputError, internal
from ttt_asp.extensions.pairings.stealing import (
    ROLES,
    Stealing,
    conditions,
    find_stealing,
    players,
    stealing_program,
)
from ttt_asp.extensions.sizes.condition import Every, Size, load_size
from ttt_asp.extensions.sizes.decision_procedures import LOOK, Solver
from ttt_asp.extensions.sizes.formulas import (
    Formula,
    Holds,
    Quantified,
    Theory,
    condition,
    disjunction,
    negation,
)
from ttt_asp.extensions.sizes.formulas import conjunction as all_of
from ttt_asp.extensions.sizes.integers import Name
from ttt_asp.extensions.sizes.obligations import atom
from ttt_asp.extensions.sizes.reading import read_theory
from ttt_asp.extensions.sizes.scripts import asserted, relevant_part, theory_text
from ttt_asp.extensions.sizes.small_sizes import refuse_empty_condition
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.lp.syntax import signatures
from ttt_asp.solving.ground import Refused, ground

# The number of smallest sizes that are looked at, and their number where the solver does not know.
SIZES, MORE = 5, 15
# The fluents of a game that is looked at, at most. No clock decides that.
FLUENTS = 100
_ASKED = signatures("answer/1 role/1 first/1")


def find_stealing_every(every: Every, game: Game, limits: Limits, trap: str = "") -> Stealing:
    """Ask whether each condition of strategy stealing holds at every size.

    Args:
        every: the sizes.
        game: at one of them, as `read_scope` loads it.
        limits: on the search.
        trap: the first move that is to be a bait, with parameters; empty for extra marks.

    Returns:
        The answer; where a condition is broken at a small size, that is the game's size.

    Raises:
        InputError: as for one size; or the rules have no translation, as recursion has none; no
            size satisfies the condition; or no solver is there.
        Expired: time is up.
    """
    roles = players(game, trap)
    refuse_empty_condition(every, limits.deadline)
    theory = read_conditions(every, game, limits, trap)  # refused at once if untranslatable
    checked: list[Size] = []

    def broken_at(sizes: Sequence[Size]) -> Stealing | None:
        """Return the answer for the first size at which clingo finds a broken condition."""
        for size in sizes:
            small = load_size(every, size, game.name, game.constants, limits.deadline)
            if len(small.base) > FLUENTS:
                continue
            stealing = find_stealing(free_play(small), limits, trap)
            checked.append(size)
            if not stealing:
                return stealing
        return None

    broken = broken_at(every.smallest(SIZES))
    unknown = "" if broken is not None else _unknown(theory, every, roles, limits, trap)
    if unknown:
        broken = broken_at(every.smallest(MORE)[SIZES:])
    listed = every.listed_sizes(checked) if checked else ""
    if broken is not None:
        size = every.listed_sizes([every.size(broken.game.constants)])
        return replace(broken, every=every.text, size=size, checked=listed)
    answer = Stealing(game, *roles, seconds=limits.deadline.elapsed, trap=trap, every=every.text)
    formulas = () if unknown else tuple(conditions(trap))
    return replace(answer, checked=listed, unknown=unknown, formulas=formulas)


def read_conditions(every: Every, game: Game, limits: Limits, trap: str = "") -> Theory:
    """Read the frame's program as formulas.

    Raises:
        InputError: its rules have no translation, as recursion has none, or unsafe variables.
        Expired: time is up.
    """
    program = stealing_program(free_play(game), trap, every=True)
    limits.tell("reading rules as formulas")
    try:  # all of a text is looked at before any part is ground, and this one never is
        ground(f"#program whole. {program.text}", limits.deadline)
    except Refused as refused:
        raise InputError(program.diagnostics(refused.messages)) from None
    return limits.deadline.run(lambda: read_theory(program, every.parameters, _ASKED))


def _unknown(
    theory: Theory, every: Every, roles: tuple[str, str], limits: Limits, trap: str
) -> str:
    """Return the first condition that the solver does not prove at every size; empty if none.

    Raises:
        InternalError: it proves that no position has a move: then all conditions hold of nothing.
    """
    sizes = condition(every)
    with Solver(LOOK, limits.deadline) as solver:

        def never(question: Formula) -> bool:
            rules = theory_text(relevant_part(theory, [sizes, question]), sizes)
            return solver.ask(rules + asserted(question)) == "unsat"

        for name in conditions(trap):
            limits.tell(f"asking the solver: {name}")
            if not never(atom(theory, f"answer({name})")):
                return name
        if not never(_other_roles(theory, roles)):
            return ROLES
        if never(atom(theory, "answer(moved)")):
            raise internal("no position of any size has a move, so nothing was asked")
    return ""


def _other_roles(theory: Theory, roles: Sequence[str]) -> Formula:
    """Return the formula: there are other roles than these two, or the first does not begin."""
    needed = [f"first({roles[0]})", *(f"role({role})" for role in roles)]
    ways = [negation(all_of(atom(theory, name) for name in needed))]
    for known in theory.definitions:
        if known.predicate.startswith(("role(", "first(")) and known.predicate not in needed:
            holds = Holds(known.predicate, tuple(map(Name, known.names)))
            ways.append(Quantified("exists", known.names, holds) if known.names else holds)
    return disjunction(ways)
