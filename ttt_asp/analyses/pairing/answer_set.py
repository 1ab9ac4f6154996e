"""A pairing as an answer set of `asp/pairing.lp`.

That there is none clingo shows by counting pigeons, for ever where there are many: it has a
number of conflicts for it, and the matching, which sees that at once, has the word then.
"""

from collections.abc import Mapping, Sequence

import clingo

from ttt_asp.deadline import STEP, Deadline
from ttt_asp.errors import internal
from ttt_asp.paths import ASP

# 26^3 with 2,188 takes a second; 9^4 with 4,040 is given up after two.
MOST_LINES = 2500
# In a second; pairings of boards take none, of random sets of squares mostly some hundred.
CONFLICTS = 20_000

Lines = Mapping[clingo.Symbol, Sequence[clingo.Symbol]]
Chosen = dict[clingo.Symbol, tuple[clingo.Symbol, ...]]


def pair(lines: Lines, deadline: Deadline, conflicts: int = CONFLICTS) -> Chosen | None:
    """Two squares for every line, all different; the empty mapping where that cannot be.

    Args:
        lines: the squares of each line; at least one line.
        deadline: when to give up; grounding hears of it late, see `Deadline.run`.
        conflicts: how many of the search's before it is given up.

    Returns:
        None where it had too many conflicts.

    Raises:
        Expired: time is up.
    """
    control = clingo.Control([f"--solve-limit={conflicts}", "--warn=none"])
    control.load(str(ASP / "pairing.lp"))
    facts = [f"line({line})." for line in lines]
    facts += [f"part_of({c},{line})." for line, squares in lines.items() for c in squares]
    control.add("base", [], "\n".join(facts))
    control.ground()
    chosen: Chosen = {}
    with control.solve(yield_=True, async_=True) as handle:
        while not handle.wait(STEP):
            deadline.check()
        if (model := handle.model()) is not None:
            for symbol in sorted(model.symbols(shown=True)):
                square, line = symbol.arguments
                chosen[line] = (*chosen.get(line, ()), square)
        elif not handle.get().unsatisfiable:
            return None
    for line, squares in chosen.items():
        if len(squares) != 2 or not {*squares} <= {*lines[line]}:
            raise internal(f"asp/pairing.lp gives {line} other squares than two of its own")
    return {line: chosen[line] for line in lines} if chosen else {}
