"""Strategies with holes: fillings that keep claims, the shortest, all of them, or that none does.

Where the positions are few enough, all are looked at before the search; else it learns from the
plays that refute candidates. Either way the engines have to prove each filling that it finds,
like any other strategy.
"""

from contextlib import suppress
from dataclasses import replace

from ttt_asp.deadline import STOPS, Deadline, Stop
from ttt_asp.errors import InputError
from ttt_asp.extensions.playing.solve import solve
from ttt_asp.extensions.synthesis.candidates import search_by_candidates
from ttt_asp.extensions.synthesis.choices import Choices, choices_of
from ttt_asp.extensions.synthesis.search import Filling, form, search, situations
from ttt_asp.extensions.synthesis.search_state import Fillings, SearchGoal, SearchState
from ttt_asp.extensions.synthesis.task import AskedClaim, FillTask
from ttt_asp.limits import GRACE, Limits
from ttt_asp.strategies.strategy import ANY


def fill(task: FillTask, wanted: SearchGoal, limits: Limits) -> Fillings:
    """Look for fillings that keep all claims of a task.

    Args:
        task: the strategies with holes, and the claims.
        wanted: which fillings.
        limits: of the search as a whole; one that is reached, or Ctrl-C, leaves the answer
            `unknown`, with the best so far.

    Raises:
        InputError: the explicit engine does not apply to a game.
        InternalError: an engine refutes a result that the search has proved.
    """
    state = SearchState(Fillings(task), limits, wanted)
    state.run(lambda: _search(state))
    if state.known.answer == "unknown":
        with suppress(*STOPS):  # the best so far stands without, and is shown as not proved
            state.prove(replace(limits, deadline=Deadline(GRACE)))
    return state.result()


def _search(state: SearchState) -> None:
    everything = choices_everywhere(state.task, state.limits)
    if everything is None:
        return search_by_candidates(state)
    for part, choices in zip(state.task.parts, everything, strict=True):
        if choices.start.breaks:
            return state.end("none", hopeless(part, state.limits))
    return _search_everywhere(state, everything)


def hopeless(part: AskedClaim, limits: Limits) -> str:
    """Return the words that no strategy at all keeps a claim, and who wins with best play."""
    problem = part.problem
    text = f"no strategy keeps {problem.game.spelt(str(problem.claim))}"
    others = [problem.strategies[role] for role in problem.game.roles if role not in part.players]
    if any(strategy.text != ANY for strategy in others):
        return f"{text} against {' and '.join(strategy.text for strategy in others)}"
    with suppress(InputError):  # of some games nobody says what best play is worth
        solution = solve(problem.game, limits)
        if solution.opposed:
            value = f"{solution.winner} wins" if solution.winner else "the game is a tie"
            return f"{text}; {value} with best play"
    return text


def choices_everywhere(task: FillTask, limits: Limits) -> list[Choices] | None:
    """Return the choices in all plays of every claim; None where they cannot all be listed.

    Raises:
        Expired: a limit was reached.
        InputError: the explicit engine does not apply to a game.
    """
    everything = []
    for part in task.parts:
        choices = limits.deadline.run(lambda part=part: choices_of(part.problem, limits))  # type: ignore[misc]
        if isinstance(choices, Stop):
            return None
        everything.append(choices)
    return everything


def _search_everywhere(state: SearchState, everything: list[Choices]) -> None:
    """Look for fillings, given the choices in all plays of every claim.

    Raises:
        Expired: a limit was reached; the search state has the fillings found so far.
    """
    task, wanted = state.task, state.wanted
    facts = [*form(task.holes, task.pool, task.strategies)]
    for number, (part, choices) in enumerate(zip(task.parts, everything, strict=True)):
        facts += situations(choices, part, number)
    positions = sum(len(choices.reached) for choices in everything)
    state.note(positions=positions, same=_alike(task, everything))
    state.limits.tell(f"searching {positions:,} choices for fillings")
    # the cheapest so far, while it is not known whether there is a cheaper one
    best: Filling | None = None

    def take(filling: Filling, _: int, lowest: bool) -> bool:
        nonlocal best
        if wanted.shortest and not lowest:
            best = filling
            return True
        state.note(shortest=wanted.shortest)
        if best is not None and not state.take(best):
            return False
        return state.take(filling)

    try:
        search(task.strategies, facts, state.limits.deadline, take, wanted.shortest)
    except STOPS:
        if best:  # which keeps the claims all the same
            state.take(best)
        raise
    state.note(candidates=len(state.fillings))
    state.finish()


def _alike(task: FillTask, everything: list[Choices]) -> tuple[tuple[str, ...], ...]:
    """Group tactics of the pool that recommend the same at every choice that fillings come to."""
    columns: dict[str, list[bool]] = {name: [] for name in task.pool.tactics}
    for part, choices in zip(task.parts, everything, strict=True):
        for number in choices.reached:
            for option in choices.ordered[number].options:
                for bit, (term, swapped) in enumerate(part.terms):
                    if term in columns and not swapped:
                        columns[term].append(bool(option.by >> bit & 1))
    groups: dict[tuple[bool, ...], list[str]] = {}
    for name, column in columns.items():
        groups.setdefault(tuple(column), []).append(name)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)
