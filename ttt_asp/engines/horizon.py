"""How many moves to look at."""

from ttt_asp.claims.problem import Problem

# Tried first, and then doubled, where neither the user nor the game names a horizon; in moves.
FIRST = 8


def fixed_horizon(problem: Problem) -> int | None:
    """The horizon that the user chose, else the one that the game's facts name."""
    return problem.horizon if problem.horizon is not None else problem.game.horizon


def first_horizon(problem: Problem) -> int:
    """The horizon to start with."""
    fixed = fixed_horizon(problem)
    return FIRST if fixed is None else fixed
