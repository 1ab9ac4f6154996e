"""Strategy stealing, checked: is a first move a bait?

A bait is a first move such that, with it or without it, the same moves are legal afterwards, and
the second player's wins after it are the first player's without it (Jäckle, `Bait` and
`Stealing_condition`). Then the second player has no winning strategy: the first could steal it.
Where plays end and none is a tie, the first player has one (Zermelo).
"""

import time
from dataclasses import dataclass

import clingo

from ttt_asp.claims.problem import Match
from ttt_asp.errors import Location, wrong
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.lp.scan import NotTerms, parse_terms
from ttt_asp.programs.program import bait_program
from ttt_asp.solving.run import Run

# What each condition of the frame says when it is broken; of a move, where there is one.
CONDITIONS = {
    "illegal": "it is no legal first move",
    "lost": "the second player has won before the first move",
    "more": "{} is legal after it, but not without it",
    "less": "{} is legal without it, but not after it",
    "win": "the second player wins after it, but without it the first does not",
}


@dataclass(frozen=True, slots=True)
class Bait:
    """Whether a first move is a bait.

    Attributes:
        trap: the move. first, second: the roles, in the order of their first moves.
        broken: which condition does not hold, a key of `CONDITIONS`; empty for a bait.
        move: because of which move it does not; empty where none is to blame.
        moves: without the trap, the moves after which it does not hold.
        longest: the number of moves that were looked at.
        seconds: what it took.
    """

    trap: str
    first: str
    second: str
    broken: str
    move: str
    moves: tuple[str, ...]
    longest: int
    seconds: float


def find_bait(match: Match, trap: str, limits: Limits) -> Bait:
    """Check the conditions of a bait after all moves there can be.

    Args:
        match: the game; every role may do whatever is legal.
        trap: the first move in question.
        limits: on the search.

    Raises:
        InputError: the move is no term, or the game does not say whose turn it is or how long
            plays are.
        Expired: time is up, or the solver gave up.
    """
    begun = time.perf_counter()
    game = match.game
    try:
        (term,) = parse_terms(trap)
    except (NotTerms, ValueError):
        raise wrong(f"{trap} is not a move", Location("MOVE"), "such as eat(cell(3,4))") from None
    first = Notation(game).mover(game.init)
    if first is None or len(game.roles) != 2:
        why = "baits are for games of two roles that say who moves first (to_move, init)"
        raise wrong(why, Location("--game"))
    if game.horizon is None:
        raise wrong(f"{game.name} does not say how long plays are (horizon)", Location("--game"))
    run = Run(bait_program(match, str(term), game.horizon), limits.deadline, limits.clingo)
    limits.tell("grounding", moves=game.horizon)
    run.ground()
    limits.tell("solving", moves=game.horizon)
    # where nothing is asymmetric, plays need to be looked at only until they are the same
    stopping = [(clingo.Function("stopping"), run.ask("asymmetric") is None)]
    model = run.ask("broken", [("answer", 1), ("broken", 2), ("does", 3)], stopping)
    if model is None and run.ask("several", where=stopping) is not None:
        raise wrong(f"both roles of {game.name} may move at once", Location("--game"))
    if model is None and run.ask("cut", where=stopping) is not None:
        what = f"a play of {game.name} is longer than its horizon, {game.horizon} moves"
        raise wrong(what, Location(game.rules.label), "horizon(N): no play has more than N moves")
    moves: dict[int, str] = {}
    broken, move, length = "", "", 0
    if model is not None:
        names = list(CONDITIONS)
        found = [
            (when.number, names.index(why.name), sorted(map(str, why.arguments)))
            for why, when in model.atoms["broken"]
        ]
        length, number, blamed = min(found)
        broken, move = names[number], "".join(blamed)
        moves = {
            when.arguments[0].number: f"{role} {action}"
            for role, action, when in model.atoms["does"]
            if when.name == "played"
        }
    second = next(role for role in game.roles if role != first)
    done = tuple(moves[number] for number in range(length))
    seconds = time.perf_counter() - begun
    return Bait(str(term), first, second, broken, move, done, game.horizon, seconds)
