"""The program that asks whether a first move is a bait."""

from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Match, Problem
from ttt_asp.programs.program import Program, framed
from ttt_asp.programs.templates import render


def bait_program(match: Match, trap: str, horizon: int) -> Program:
    """The conditions of a bait, after all moves there can be (the bait frame).

    Args:
        match: the game; every role may do whatever is legal.
        trap: the first move in question, a term.
        horizon: a number of moves that no play exceeds.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    frame = render("frames/bait.lp.j2", trap=trap, horizon=horizon)
    about = [
        f"Is {trap} a bait? Run it with `clingo FILE`: no answer set means that it is. An answer",
        "set is a play after which a condition of a bait does not hold.",
    ]
    # what winning is comes with a claim; none is asked about
    losing = Claim(match.game.roles[0], "never", "loses")
    return framed(
        Problem(match.game, match.strategies, losing), frame, "asp/frames/bait.lp.j2", about
    )
