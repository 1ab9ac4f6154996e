"""A pairing as an answer set of `asp/pairing.lp`.

That there is none clingo shows by counting pigeons, for ever where there are many: it has a
number of conflicts for it, and the matching, which sees that at once, has the word then.
"""

from collections.abc import Mapping, Sequence

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.errors import internal
from ttt_asp.paths import ASP
from ttt_asp.solving.ground import ground

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
    facts = [f"line({line})." for line in lines]
    facts += [f"part_of({c},{line})." for line, squares in lines.items() for c in squares]
    text = "\n".join([(ASP / "pairing.lp").read_text("utf-8"), *facts])
    options = [f"--solve-limit={conflicts}", "--warn=none"]
    pairs, found = ground(text, deadline, options).first(shown=True)
    if pairs is None and not found.none:
        return None
    chosen: Chosen = {}
    for square, line in (symbol.arguments for symbol in sorted(pairs or ())):
        chosen[line] = (*chosen.get(line, ()), square)
    for line, squares in chosen.items():
        if len(squares) != 2 or not {*squares} <= {*lines[line]}:
            raise internal(f"asp/pairing.lp gives {line} other squares than two of its own")
    return {line: chosen[line] for line in lines} if chosen else {}
