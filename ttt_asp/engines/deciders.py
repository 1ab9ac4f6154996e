"""Which part of a strategy decided each move of a play."""

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.engines.position import advise
from ttt_asp.programs.compose import compose
from ttt_asp.verdict import Play


def deciders(problem: Problem, play: Play, deadline: Deadline) -> tuple[str, ...]:
    """For each move the part of its role's outermost `first` that recommended it.

    Args:
        problem: who plays what.
        play: moves that keep to it.
        deadline: when to give up.

    Returns:
        One text a move: empty where the role had no choice, or has a strategy of one part.

    Raises:
        Expired: time is up.
    """
    several = {role.name for role in compose(problem.strategies) if len(role.parts) > 1}
    found = []
    for move, position in zip(play.moves, play.positions, strict=False):
        decided = None
        if move.role in several:
            strategy = problem.strategies[move.role]
            decided = advise(problem.game, move.role, strategy, position, deadline).decided
        found.append(decided or "")
    return tuple(found)
