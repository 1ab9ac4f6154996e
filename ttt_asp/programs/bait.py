"""The program that asks whether a first move is a bait."""

from ttt_asp.programs.program import Program, claim_rules, surrounded
from ttt_asp.programs.templates import render
from ttt_asp.strategies.strategy import Problem


def bait_program(problem: Problem, trap: str, horizon: int) -> Program:
    """The conditions of a bait, after all moves there can be (the bait frame).

    Args:
        problem: any question about the game.
        trap: the first move in question, a term.
        horizon: a number of moves that no play exceeds.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    frame = render("frames/bait.lp.j2", trap=trap, horizon=horizon)
    about = [
        "Run it with `clingo FILE`: no answer set means that it is one. An answer set is a play",
        "after which a condition of a bait does not hold.",
    ]
    given = problem.game, problem.strategies, [claim_rules(problem)]
    title = f"Is {trap} a bait? (game: {problem.game.name})"
    return surrounded(*given, title, frame, "asp/frames/bait.lp.j2", about)
