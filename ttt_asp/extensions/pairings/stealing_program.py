"""The program of the conditions of strategy stealing."""

from ttt_asp.claims.problem import Match
from ttt_asp.lp.source import parse
from ttt_asp.lp.templates import render
from ttt_asp.programs.assembly import Program
from ttt_asp.programs.program import surrounded
from ttt_asp.programs.sources import MOVE


def stealing_program(match: Match, trap: str = "", every: bool = False) -> Program:
    """Write the conditions of strategy stealing: the frame of a bait, or of an extra mark.

    Args:
        match: the game, in which every role may make any legal move.
        trap: the first move that serves as a bait, a term; empty for extra marks.
        every: whether it is translated to formulas about every size, and not searched by clingo.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    label = f"asp/pairings/{'bait' if trap else 'extra_mark'}.lp.j2"
    frame = render(label.removeprefix("asp/"), every=every)
    about = [
        "Run it with `clingo FILE`: no answer set means that no condition is broken, so that the",
        "second player has no winning strategy. An answer set is a position where one is.",
    ]
    message = f"Is {trap} a bait?" if trap else "Does an extra mark never hurt?"
    more = [parse(f"trap({trap}).".encode(), MOVE)] if trap else []
    title = f"{message} (game: {match.game.name})"
    return surrounded(match, more, title, frame, label, about)
