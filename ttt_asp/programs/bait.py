"""The program that asks whether a first move is a bait."""

from ttt_asp.claims.problem import Match
from ttt_asp.programs.assembly import Program
from ttt_asp.programs.program import surrounded
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
        "Run it with `clingo FILE`: no answer set means that it is one. An answer set is a play",
        "after which a condition of a bait does not hold.",
    ]
    title = f"Is {trap} a bait? (game: {match.game.name})"
    return surrounded(
        match.game, match.strategies, [], title, frame, "asp/frames/bait.lp.j2", about
    )
