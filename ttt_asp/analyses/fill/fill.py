"""Strategies with holes: fillings that keep claims, the shortest, all of them, or that none does.

Where the positions are few enough, all are looked at before the search; else it learns from the
plays that refute candidates. Either way whatever it finds is put to the engines like any other
strategy.
"""

from contextlib import suppress
from dataclasses import replace

from ttt_asp.analyses.best_play.solve import solve_match
from ttt_asp.analyses.fill.candidates import search_by_candidates
from ttt_asp.analyses.fill.everywhere import choices_everywhere, search_everywhere
from ttt_asp.analyses.fill.ledger import Ledger, Wanted
from ttt_asp.analyses.fill.result import Fillings
from ttt_asp.analyses.fill.task import Part, Task
from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import STOPS, Deadline, stop_of
from ttt_asp.limits import GRACE, Limits
from ttt_asp.reached import many
from ttt_asp.strategies.strategy import ANY


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
    ledger = Ledger(task, wanted, limits)
    try:
        everything = choices_everywhere(task, limits)
        if everything is None:
            search_by_candidates(ledger)
            return ledger.result()
        for part, choices in zip(task.parts, everything, strict=True):
            if choices.start.breaks:
                ledger.end("none", hopeless(part, limits))
                return ledger.result()
        search_everywhere(ledger, everything)
    except STOPS as error:
        stop = stop_of(error)
        if ledger.counterexamples:
            so_far = f"; so far: {many(ledger.candidates, 'candidate')}"
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
