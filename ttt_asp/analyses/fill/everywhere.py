"""Fillings where all positions can be looked at before the search."""

from ttt_asp.analyses.fill.choices import Choices, choices_of
from ttt_asp.analyses.fill.facts import form, reached, situations
from ttt_asp.analyses.fill.ledger import Ledger
from ttt_asp.analyses.fill.search import Search
from ttt_asp.analyses.fill.task import Part, Task
from ttt_asp.deadline import STOPS, Expired
from ttt_asp.limits import Limits
from ttt_asp.positions.explore import explored
from ttt_asp.positions.graph import graph_of
from ttt_asp.positions.voices import Voices

# Of more positions only those are looked at that come up in plays of candidates.
MOST = 100_000


def choices_everywhere(task: Task, limits: Limits) -> list[Choices] | None:
    """The choices in all plays of every claim.

    Returns:
        None where there are too many positions, play can go round in a circle, or a claim with
        `by move N` is about positions that come after different numbers of moves.

    Raises:
        Expired: a limit was reached.
        InputError: the explicit engine does not apply to a game.
    """
    found = []
    for part in task.parts:
        choices = limits.deadline.run(lambda part=part: _choices(part, limits))  # type: ignore[misc]
        if choices is None:
            return None
        found.append(choices)
    return found


def _choices(part: Part, limits: Limits) -> Choices | None:
    plays = explored(part.problem, limits, MOST)
    if plays.stopped and plays.stopped.kind == "positions":
        return None
    if plays.stopped:
        raise Expired(plays.stopped)
    if not plays.layered and part.problem.claim.by is not None:
        return None
    graph = graph_of(plays, limits.deadline)
    if graph.cyclic:
        return None
    deadline, machine = limits.deadline, plays.machine
    voices = {role: Voices.of(machine, part.problem, role, deadline).at for role in part.players}
    return choices_of(part.problem, plays, graph, voices, deadline)


def search_everywhere(ledger: Ledger, everything: list[Choices]) -> None:
    """Look for fillings, given the choices in all plays of every claim.

    Raises:
        Expired: a limit was reached; the ledger has what was found.
    """
    task, wanted = ledger.task, ledger.wanted
    facts = [*form(task.holes, task.pool, task.strategies)]
    for number, (part, choices) in enumerate(zip(task.parts, everything, strict=True)):
        facts += situations(choices, part.terms, part.players, number)
        ledger.positions += len(reached(choices))
    ledger.same = _alike(task, everything)
    ledger.limits.tell(f"searching {ledger.positions:,} choices for fillings")
    search = Search(task.strategies, facts, ledger.limits.deadline)
    cost: int | None = None
    more = True
    if wanted.shortest:
        try:
            best = search.shortest()
        except STOPS:
            if search.best:  # which keeps the claims all the same
                ledger.take(search.best[0])
            raise
        if best is not None:
            ledger.shortest, cost = True, best[1]
            more = ledger.take(best[0])
        else:
            more = False
    if more:
        search.each(cost, ledger.take)
    ledger.candidates = len(ledger.found)
    ledger.end_with_found()


def _alike(task: Task, everything: list[Choices]) -> tuple[tuple[str, ...], ...]:
    """Tactics of the pool that recommend the same at every choice that fillings come to."""
    columns: dict[str, list[bool]] = {name: [] for name in task.pool.tactics}
    for part, choices in zip(task.parts, everything, strict=True):
        for number in reached(choices):
            for option in choices.found[number].options:
                for bit, (term, swapped) in enumerate(part.terms):
                    if term in columns and not swapped:
                        columns[term].append(bool(option.by >> bit & 1))
    groups: dict[tuple[bool, ...], list[str]] = {}
    for name, column in columns.items():
        groups.setdefault(tuple(column), []).append(name)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)
