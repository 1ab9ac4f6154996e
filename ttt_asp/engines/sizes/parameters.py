"""The sizes that a claim is about, as a formula; and that there are any."""

from ttt_asp.claims.condition import OPTION
from ttt_asp.claims.every import Every
from ttt_asp.deadline import Deadline
from ttt_asp.engines.sizes.formulas import Formula, Junction
from ttt_asp.engines.sizes.smtlib import asserted
from ttt_asp.engines.sizes.solver import Solver
from ttt_asp.engines.sizes.symbols import symbol
from ttt_asp.errors import Location, wrong

# How much work that may be, in the solver's own unit: next to nothing, where it is linear.
_EFFORT = 5_000_000


def condition(every: Every) -> Formula:
    """What a condition says of its parameters."""
    return Junction("and", every.comparisons)


def refuse_empty(every: Every, deadline: Deadline) -> None:
    """Refuse a condition that no size satisfies: whatever is said of none would be proved.

    Args:
        every: the condition; a small size that it allows is found by looking, without a solver.
        deadline: when to give up.

    Raises:
        InputError: no size satisfies it, or nobody knows whether one does; or the solver that is
            asked is not installed.
        Expired: time is up.
    """
    if every.smallest(1):
        return
    lines = [f"(declare-const {symbol(name)} Int)" for name in every.parameters]
    with Solver(_EFFORT, deadline) as solver:
        answer = solver.ask("\n".join([*lines, *asserted(condition(every))]))
    if answer != "sat":
        what = f"no size satisfies {every.text}: whatever is claimed would hold of all of none"
        if answer == "unknown":
            what = f"whether any size satisfies {every.text} could not be found out"
        raise wrong(what, Location(OPTION), "say which sizes are meant, as rows > 0")
