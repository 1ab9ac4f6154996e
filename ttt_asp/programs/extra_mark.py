"""The program that asks whether an extra mark never hurts, so that strategies can be stolen."""

from ttt_asp.claims.problem import Match
from ttt_asp.programs.assembly import Program
from ttt_asp.programs.program import surrounded
from ttt_asp.programs.templates import render


def extra_mark_program(match: Match, every: bool = False) -> Program:
    """The conditions of strategy stealing with an extra mark (the extra mark frame).

    Args:
        match: the game; every role may do whatever is legal.
        every: whether it is to be read as formulas, about every size, and not for clingo's search.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    about = [
        "Run it with `clingo FILE`: no answer set means that no condition is broken, so that the",
        "second player has no winning strategy. An answer set is a position where one is.",
    ]
    title = f"Does an extra mark never hurt? (game: {match.game.name})"
    frame = render("frames/extra_mark.lp.j2", every=every)
    label = "asp/frames/extra_mark.lp.j2"
    return surrounded(match.game, match.strategies, [], title, frame, label, about)
