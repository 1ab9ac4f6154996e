"""The winning sets: the smallest sets of one role's marks that give it a goal value at once.

They are clingo's subset-minimal answer sets: E. Di Rosa, E. Giunchiglia and M. Maratea, *Solving
satisfiability problems with preferences* (2010), as clasp's domain heuristics have it.
"""

from collections.abc import Mapping

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.games.recognition.sheet import Marks, NotOfLines, Sheet
from ttt_asp.paths import ASP
from ttt_asp.solving.ground import Ground, ground

# More sets of one role than this are too many, and so are more conflicts in the search for them.
MOST_SETS = 2_000
MOST_CONFLICTS = 200_000


def said(*names: str) -> str:
    """What files of `asp/` say."""
    return "\n".join((ASP / name).read_text("utf-8") for name in names)


def winning_sets(
    text: str, sheet: Sheet, deadline: Deadline
) -> tuple[int, Mapping[clingo.Symbol, tuple[Marks, ...]]]:
    """The sets of every role.

    Args:
        text: the game's rules.
        sheet: what its fluents mean.
        deadline: when to give up.

    Returns:
        The value that completing one gives, 100 or 0, and the sets.

    Raises:
        NotOfLines: there are none, or too many, or one has no squares.
        Expired: time is up.
    """
    options = ["0", "--warn=none", "--enum-mode=domRec", "--heuristic=Domain"]
    limited = [*options, f"--solve-limit={MOST_CONFLICTS}"]
    asked = "\n".join(
        [text, said("recognition/positions.lp", "recognition/sets.lp"), *sheet.facts()]
    )
    found = ground(asked, deadline, limited)
    for whole in (False, True):
        for value in (100, 0):
            sets = {role: _sets(found, sheet, role, value, whole) for role in sheet.roles}
            if won := [role for role, ones in sets.items() if frozenset() in ones]:
                raise NotOfLines(f"{won[0]} needs no mark for its goal to be {value} at an end")
            if any(sets.values()):
                return value, sets
    raise NotOfLines("no set of one role's marks makes its goal 100 and ends the game")


def _sets(
    ground: Ground,
    sheet: Sheet,
    role: clingo.Symbol,
    value: int,
    whole: bool,
) -> tuple[Marks, ...]:
    asked = clingo.Function("as_asked", [role, clingo.Number(value)])
    marks = [(clingo.Function("true", [f]), square) for f, (_, square) in sheet.marks.items()]
    found: list[Marks] = []

    def on_model(model: clingo.Model) -> bool:
        found.append(frozenset(square for atom, square in marks if model.contains(atom)))
        return len(found) <= MOST_SETS

    full = (clingo.Function("as_full"), whole)
    over = ground.search(on_model, [(asked, True), full]).over
    if len(found) > MOST_SETS:
        raise NotOfLines(f"{role} has more than {MOST_SETS:,} winning sets: too many to look at")
    if not over:
        raise NotOfLines("its winning sets are too hard to find")
    least = [one for one in set(found) if not any(other < one for other in found)]
    return tuple(sorted(least, key=lambda one: sorted(one)))
