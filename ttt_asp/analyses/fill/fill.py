"""Strategies with holes: fillings that keep claims, the shortest, all of them, or that none does.

Where the positions are few enough, all are looked at before the search; else it learns from the
plays that refute candidates. Either way whatever it finds is put to the engines like any other
strategy.
"""

from contextlib import suppress
from dataclasses import replace

from ttt_asp.analyses.best_play.solve import solve_match
from ttt_asp.analyses.fill.candidates import search_by_candidates
from ttt_asp.analyses.fill.choices import Choices, choices_of
from ttt_asp.analyses.fill.result import Fillings, Ledger, Wanted
from ttt_asp.analyses.fill.search import Filling, form, reached, search, situations
from ttt_asp.analyses.fill.task import Part, Task
from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import STOPS, Deadline, Expired, stop_of
from ttt_asp.limits import GRACE, Limits
from ttt_asp.positions.explore import explored
from ttt_asp.positions.graph import graph_of
from ttt_asp.positions.voices import Voices
from ttt_asp.reached import many
from ttt_asp.strategies.strategy import ANY

# Of more positions only those are looked at that come up in plays of candidates.
MOST = 100_000


def fill(task: Task, wanted: Wanted, limits: Limits) -> Fillings:
    """Look for fillings that keep all claims of a task.

    Args:
        task: the strategies with holes, and the claims.
        wanted: which fillings.
        limits: of the search as a whole; one that is reached, or Ctrl-C, leaves the answer
            `unknown`, with the best so far.

    Raises:
        InputError: the explicit engine does not apply to a game.
        InternalError: an engine refutes what the search has proved.
    """
    ledger = Ledger(Fillings(task), limits, wanted)
    try:
        everything = choices_everywhere(task, limits)
        if everything is None:
            search_by_candidates(ledger)
            return ledger.result()
        for part, choices in zip(task.parts, everything, strict=True):
            if choices.start.breaks:
                ledger.end("none", hopeless(part, limits))
                return ledger.result()
        _search_everywhere(ledger, everything)
    except STOPS as error:
        stop = stop_of(error)
        if ledger.known.counterexamples:
            so_far = f"; so far: {many(ledger.known.candidates, 'candidate')}"
            stop = replace(stop, reached=so_far)
        ledger.end("unknown", str(stop), stop.kind)
        with suppress(*STOPS):  # the best so far stands without, and is shown as not proved
            ledger.prove(replace(limits, deadline=Deadline(GRACE)))
    return ledger.result()


def hopeless(part: Part, limits: Limits) -> str:
    """Why no strategy whatever keeps a claim."""
    problem = part.problem
    text = f"no strategy keeps {problem.game.spelt(str(problem.claim))}"
    others = [problem.strategies[role] for role in problem.game.roles if role not in part.players]
    if any(strategy.text != ANY for strategy in others):
        return f"{text} against {' and '.join(strategy.text for strategy in others)}"
    solution = solve_match(free_play(problem.game), limits)
    if not solution.opposed or not _denies(solution.winner, part):
        return text
    value = f"{solution.winner} wins" if solution.winner else "the game is a tie"
    return f"{text}: {value} with best play"


def _denies(winner: str | None, part: Part) -> bool:
    """Whether no strategy keeps a claim because somebody, or nobody, wins with best play."""
    claim, (role, *others) = part.problem.claim, part.players
    if others or claim.role not in (role, None):
        return False
    if (claim.quantifier, claim.outcome) == ("always", "wins"):
        return winner != role
    wanted = (claim.quantifier, claim.outcome) in (("never", "loses"), ("always", "ties"))
    return wanted and winner not in (role, None)


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


def _search_everywhere(ledger: Ledger, everything: list[Choices]) -> None:
    """Look for fillings, given the choices in all plays of every claim.

    Raises:
        Expired: a limit was reached; the ledger has what was found.
    """
    task, wanted = ledger.task, ledger.wanted
    facts = [*form(task.holes, task.pool, task.strategies)]
    for number, (part, choices) in enumerate(zip(task.parts, everything, strict=True)):
        facts += situations(choices, part.terms, part.players, number)
    positions = sum(len(reached(choices)) for choices in everything)
    ledger.note(positions=positions, same=_alike(task, everything))
    ledger.limits.tell(f"searching {positions:,} choices for fillings")
    asked = task.strategies, facts, ledger.limits.deadline
    best: list[tuple[Filling, int]] = []

    def better(filling: Filling, cost: int) -> bool:
        best.append((filling, cost))
        return True

    cost: int | None = None
    more = True
    if wanted.shortest:
        try:
            search(*asked, better, shortest=True)
        except STOPS:
            if best:  # which keeps the claims all the same
                ledger.take(best[-1][0])
            raise
        ledger.note(shortest=bool(best))
        cost = best[-1][1] if best else None
        more = bool(best) and ledger.take(best[-1][0])
    if more:
        search(*asked, lambda filling, _: ledger.take(filling), wanted.shortest, cost)
    ledger.note(candidates=len(ledger.found))
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
