"""The engine of replies: a strategy that is a tree of replies, then a pairing, never loses.

It goes through no plays. It looks at the tree of a tactic without rules, move by move up to the
board's symmetries: every move of the other role has an answer, and after the last ones there are
two squares of its own for each line that is left. Then the other role, whatever it does, never
completes a line, by the argument in `Replying`; so it does not win, and how plays may end follows.
The argument is about who keeps to the tactic: it has to be clear from the strategy's term that
nothing else is ever done.
"""

import time

from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Problem, asked
from ttt_asp.deadline import STOPS, Stop, stop_of
from ttt_asp.engines.limits import GRACE, Limits
from ttt_asp.errors import Diagnostic, Location, Unsuited
from ttt_asp.games.winning_sets import WinningSets, sets_of
from ttt_asp.programs.compose import normal, picks, unfailing
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.replies.board import Board, board_of
from ttt_asp.strategies.replies.holding import Flaw, Held, held
from ttt_asp.strategies.replies.source import Replies
from ttt_asp.verdict import Answer, Seconds, Verdict

NAME = "replies"
TIE = "tie"
_WRITTEN = "`ttt-asp pairing --ahead N -o DIR` writes one"
_GO = "--engine explicit goes through all positions"


def prove(problem: Problem, limits: Limits) -> Verdict:
    """Answer a claim by what replies, and pairings after them, keep a role from.

    Args:
        problem: the question.
        limits: a limit reached, or Ctrl-C, is the verdict `unknown`.

    Raises:
        Unsuited: nobody's strategy is such a tactic, or the claim does not follow from it, or who
            plays what lets plays get stuck.
        InputError: the tactic is about another game.
    """
    begun = time.perf_counter()
    source, board, answer = _settled(problem)
    stop: Stop | None = None
    statistics: dict[str, int] = {}
    try:
        limits.tell("looking at replies")
        found = limits.deadline.run(
            lambda: held(source.replying(problem.game), limits.deadline), GRACE
        )
    except STOPS as error:
        stop = stop_of(error)
        answer, reason = "unknown", stop.reason
    else:
        if isinstance(found, Held):
            statistics = {"replies": found.replies, "pairings": found.pairings}
            breaker, maker = map(problem.game.spelt, (board.breaker, board.maker))
            reason = f"{breaker} answers every move, and then in pairs: {maker} completes no line"
        else:
            answer, reason = "unknown", _flawed(source, board, found)
    return Verdict(
        **asked(problem),
        verdict=answer,
        reason=reason,
        engine=NAME,
        play=None,
        boards=(),
        seconds=Seconds(total=time.perf_counter() - begun),
        statistics=statistics,
        stopped=stop.kind if stop else "",
    )


def _settled(problem: Problem) -> tuple[Replies, Board, Answer]:
    """The tactic, the board, and what is answered if the replies hold.

    Raises:
        Unsuited: nothing would be.
    """
    game = problem.game
    if problem.claim.of_strategy:
        raise _unsuited("it shows how plays end, not what a strategy recommends", _GO)
    if not any(strategy.replies for strategy in problem.strategies.values()):
        raise _unsuited("nobody's strategy is replies that end in pairings", _WRITTEN)
    board, sets = board_of(game), sets_of(game)
    assert sets is not None  # it has a board
    own, breaker = problem.strategies[board.breaker], game.spelt(board.breaker)
    if not (replies := own.replies):
        raise _unsuited(f"{breaker}'s strategy is no replies that end in pairings", _WRITTEN)
    if len(replies) > 1 or not _keeps(normal(own.composition), replies[0].name):
        what = f"{own.text} may do something else than {breaker}'s replies and pairings"
        say = f"with first({replies[0].name}, any) it is clear that {breaker} does not; {_GO}"
        raise _unsuited(what, say)
    if game.start is not None:
        raise _unsuited("it is about plays from where the rules begin, not from a position", _GO)
    if problem.horizon is not None:
        raise _unsuited("it is about plays of any length", "leave out --horizon")
    others = {role: one for role, one in problem.strategies.items() if role != board.breaker}
    if picks(problem.strategies) or not unfailing(others):
        what = "a strategy may recommend nothing at some position, where plays would get stuck"
        raise _unsuited(what, f"a strategy that ends in any never does: first(..., any); {_GO}")
    if not 0 < len(sets.turns) <= len(sets.squares) - sum(map(len, sets.marked.values())):
        raise _unsuited("there may be moves to make and no square to mark", _GO)
    if (answer := _answer(problem.claim, _endings(sets, board))) is None:
        what = f"{problem.claim} does not follow from {breaker} never loses, which is what it shows"
        raise _unsuited(what, _GO)
    return replies[0], board, answer


def _keeps(node: Composition, tactic: str) -> bool:
    """Whether a term only does what a tactic recommends, and something wherever that does.

    Args:
        node: the term, `opponent` only around tactics.
        tactic: one that never is without a recommendation in plays of who keeps to it.
    """
    if node.operator == "tactic":
        return node.name == tactic
    if node.operator in ("first", "refine"):  # what stands behind is not consulted, or narrows
        return _keeps(node.operands[0], tactic)
    return node.operator == "either" and all(_keeps(one, tactic) for one in node.operands)


def _endings(sets: WinningSets, board: Board) -> frozenset[str]:
    """How plays may end in which the maker completes no line: who wins, or that nobody does."""
    own = (board.breaker,) if sets.sets[board.breaker] else ()
    return frozenset((sets.otherwise, *own))


def _answer(claim: Claim, endings: frozenset[str]) -> Answer | None:
    """What follows for a claim where no play ends otherwise; None if nothing does."""
    if claim.by is not None:
        return None
    fitting = {ending for ending in endings if _fits(claim, ending)}
    if claim.quantifier == "always":
        return "proved" if fitting == endings else None
    if fitting:
        return None
    return "proved" if claim.quantifier == "never" else "refuted"


def _fits(claim: Claim, ending: str) -> bool:
    """Whether an ending is of the claim's outcome."""
    if claim.outcome == "ties":
        return ending == TIE
    return (ending == claim.role) == (claim.outcome == "wins") and ending != TIE


def _flawed(source: Replies, board: Board, flaw: Flaw) -> str:
    """Why nothing is proved."""
    moves = ", ".join(board.squares[square] for square in flaw.moves)
    after = f" after {moves}" if moves else ""
    return f"the replies of {source.name} do not hold: {flaw.what}{after}"


def _unsuited(what: str, hint: str) -> Unsuited:
    return Unsuited([Diagnostic(f"engine replies: {what}", Location("--engine"), hint)])
