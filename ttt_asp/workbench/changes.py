"""Other strategies that the page offers: the smallest repair, the shortest list, filled holes."""

from collections.abc import Iterator
from typing import Any

from ttt_asp.analyses.fill.fill import fill as fill_task
from ttt_asp.analyses.fill.pool import Pool, pool_of
from ttt_asp.analyses.fill.result import Fillings, Wanted
from ttt_asp.analyses.fill.task import read_task
from ttt_asp.analyses.repair.lists import GivenList
from ttt_asp.analyses.repair.repair import MOST_EDITS
from ttt_asp.analyses.repair.repair import repair as find_repair
from ttt_asp.analyses.shorten import best_of
from ttt_asp.analyses.shorten import shorten as find_shortest
from ttt_asp.claims.question import read
from ttt_asp.reached import many
from ttt_asp.workbench.given import Given

# ... stands for so many lines at most, and so many fillings are shown.
_LINES, _SHOWN = 8, 5


def repair(given: Given) -> dict[str, Any]:
    """The smallest change of a list that makes the claim true."""
    one = _given_list(given)
    found = find_repair(one, _pool(given, one), MOST_EDITS, given.limits)
    role = one.problem.game.spelt(one.role)
    says = "; ".join(str(edit.edit) for edit in found.edits)
    results = [{"role": role, "text": found.strategy, "says": says}] if found.edits else []
    edits = many(len(found.edits), "edit")
    said = f"repaired by {edits}; with fewer it does not hold" if results else found.reason
    return {**found.as_json(), "results": results, "sentence": said}


def shorten(given: Given) -> dict[str, Any]:
    """The shortest lists that keep the claim."""
    one = _given_list(given)
    found = find_shortest(one, _pool(given, one), given.limits)
    role = one.problem.game.spelt(one.role)
    results = []
    for what, some in (("of its own lines", found.own), ("with other tactics", found.pool)):
        best = best_of(some) if some is not None else None
        if best is not None and some is not None and best.cost < found.cost:
            says = f"{many(best.cost, 'tactic')} instead of {found.cost}, {what}"
            says += "; with fewer there is none" if some.shortest else ""
            results += [{"role": role, "text": t, "says": says} for t in best.terms.values()]
    if found.answer == "unknown":
        said = next((s.reason for s in (found.pool, found.own) if s and s.reason), "unknown")
    elif results:
        said = f"{one.text} has {many(found.cost, 'tactic')}: there are shorter lists"
    else:
        said = f"no list has fewer than {many(found.cost, 'tactic')}"
    return {**found.as_json(), "results": results, "sentence": said}


def fill(given: Given) -> dict[str, Any]:
    """The shortest fillings of a strategy's holes that keep the claim."""
    names, deadline = _names(given), given.limits.deadline
    task = read_task([given.question()], names, [], _LINES, False, deadline)
    found = fill_task(task, Wanted(shortest=True, limit=_SHOWN), given.limits)
    said = found.reason
    if found.answer == "filled":
        said = f"{many(found.cost or 0, 'tactic')} in the holes"
        said += "; with fewer there is none" if found.shortest else ""
    return {**found.as_json(), "results": list(_filled(found)), "sentence": said}


def _filled(found: Fillings) -> Iterator[dict[str, str]]:
    (part,) = found.task.parts
    for one in found.strategies:
        for role, name in part.players.items():
            says = f"{many(one.cost, 'tactic')} in the holes"
            says += "; proved" if one.verdicts else "; not put to the engines: no time was left"
            spelt = part.problem.game.spelt(role)
            text = one.terms[found.task.texts[name]]
            yield {"role": spelt, "text": text, "says": says}


def _given_list(given: Given) -> GivenList:
    question = given.question()
    problem = read(question, given.limits.deadline)
    return GivenList.of(question, problem, given.optional("role"))


def _pool(given: Given, one: GivenList) -> Pool:
    return pool_of(_names(given), [one.problem.game], given.library())


def _names(given: Given) -> list[str] | None:
    """The tactics that may be put in; None for all that fit."""
    return given.texts("pool") or None
