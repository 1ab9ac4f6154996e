"""Other strategies that the page offers: the smallest repair, the shortest list, filled holes."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from ttt_asp.claims.question import read
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.synthesis.fill import Fillings, find_fillings, find_shortest, shortest_of
from ttt_asp.extensions.synthesis.holes import Pool, pool_of
from ttt_asp.extensions.synthesis.invent import find_rules
from ttt_asp.extensions.synthesis.invention import (
    NAME,
    Bounds,
    Invention,
    read_invention,
    tactic_files,
)
from ttt_asp.extensions.synthesis.repair import MOST_EDITS, find_repair
from ttt_asp.extensions.synthesis.task import GivenList, read_task
from ttt_asp.extensions.workbench.request import Request
from ttt_asp.limits import number_of
from ttt_asp.result import Result

# The lines that ... stands for, at most.
_LINES = 8
# The fillings that are shown, at most.
_SHOWN = 5


def repair(request: Request) -> dict[str, Any]:
    """Return the smallest change of a list that makes the claim true."""
    given_list, pool = _given_list(request)
    repaired = find_repair(given_list, pool, MOST_EDITS, request.limits)
    role = given_list.problem.game.spelt(given_list.role)
    says = "; ".join(map(str, repaired.edits))
    results = [{"role": role, "text": repaired.strategy, "says": says}] if repaired.edits else []
    return _answer(repaired, results)


def shorten(request: Request) -> dict[str, Any]:
    """Return the shortest lists that keep the claim."""
    given_list, pool = _given_list(request)
    shortened = find_shortest(given_list, pool, request.limits)
    role = given_list.problem.game.spelt(given_list.role)
    results = []
    searched = {"of its own lines": shortened.own, "with other tactics": shortened.pool}
    for where, lists in searched.items():
        best = shortest_of(lists) if lists is not None else None
        if best is not None and lists is not None and best.cost < shortened.cost:
            says = f"{number_of(best.cost, 'tactic')} instead of {shortened.cost}, {where}"
            says += "; with fewer there is none" if lists.shortest else ""
            results += [{"role": role, "text": t, "says": says} for t in best.terms.values()]
    sentence = "" if results else f"no list has fewer than {number_of(shortened.cost, 'tactic')}"
    if shortened.answer == "unknown":
        reasons = (s.reason for s in (shortened.pool, shortened.own) if s and s.reason)
        sentence = next(reasons, "unknown")
    return _answer(shortened, results, sentence)


def fill(request: Request) -> dict[str, Any]:
    """Return the shortest fillings of a strategy's holes that keep the claim."""
    task = read_task([request.question()], None, [], _LINES, False, request.limits.deadline)
    fillings = find_fillings(task, request.limits, shortest=True, limit=_SHOWN)
    return _answer(fillings, list(_filled(fillings)))


def _filled(fillings: Fillings) -> Iterator[dict[str, str]]:
    (part,) = fillings.task.parts
    for filling in fillings.strategies:
        for role, name in part.players.items():
            says = f"{number_of(filling.cost, 'tactic')} in the holes"
            says += "; proved" if filling.verdicts else "; not put to the engines: no time was left"
            spelt = part.problem.game.spelt(role)
            text = filling.terms[fillings.task.texts[name]]
            yield {"role": spelt, "text": text, "says": says}


def invent(request: Request) -> dict[str, Any]:
    """Return the shortest rule for the hole of a strategy that keeps the claim, as a tactic."""
    # larger sizes would need numpy, which a page of files loads late
    limits, bounds = request.limits, Bounds(name=_new_name(request), larger=False)
    asked = read_invention([request.question()], bounds, None, limits.deadline)
    if (holes := len(asked.task.holes.found)) > 1:
        hint = "put tactics into the others first, or fill them all; ... counts as several"
        raise wrong(f"one hole at a time, not {holes}", Location("roles"), hint)
    found = find_rules(asked, limits)
    return _answer(found, list(_invented(found)))


def _new_name(request: Request) -> str:
    """Return a name that neither a tactic, nor a helper of one, has."""
    taken = request.library().names()
    names = (f"{NAME}{number if number > 1 else ''}" for number in count(1))
    return next(
        name for name in names if not any(f"{one}_".startswith(f"{name}_") for one in taken)
    )


def _invented(found: Invention) -> Iterator[dict[str, Any]]:
    for way in found.found:
        (part,), (tactic,) = found.task.parts, way.tactics
        (text,) = tactic_files(Path(f"{tactic.name}.lp"), found).values()
        proved = "proved" if way.verdicts else "not put to the engines: no time was left"
        about = f"{number_of(tactic.length, 'literal')}; with fewer there is none; {proved}"
        for role, name in part.players.items():
            yield {
                "role": part.problem.game.spelt(role),
                "text": way.terms[found.task.texts[name]],
                "says": f"{tactic.sentence}.",
                "about": about,
                "tactic": {"name": tactic.name, "text": text, "rules": "\n".join(tactic.rules)},
            }


def _answer(result: Result, strategies: list[dict[str, str]], sentence: str = "") -> dict[str, Any]:
    """Return a result with the strategies that it offers, and a sentence; else its first line."""
    sentence = sentence or str(result).partition("\n")[0]
    return {**result.as_json(), "results": strategies, "sentence": sentence}


def _given_list(request: Request) -> tuple[GivenList, Pool]:
    """Return the list that is to be changed, and the tactics that may be put in: all that fit."""
    question = request.question()
    listed = GivenList.of(question, read(question, request.limits.deadline), None)
    return listed, pool_of(None, [listed.problem.game], request.library())
