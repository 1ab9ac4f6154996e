"""A map of moves guessed from the lines of two games, where both are games of lines.

Random plays say little of large boards; which squares are on which lines says nearly all.
"""

from ttt_asp.analyses.recognition import recognised_in
from ttt_asp.deadline import Deadline
from ttt_asp.games.game import Game
from ttt_asp.games.recognition.grid import fitted
from ttt_asp.games.recognition.lines import lines_of
from ttt_asp.games.recognition.recognised import Recognised
from ttt_asp.programs.same_game import Pairing
from ttt_asp.verdict import Move


def guessed(first: Game, second: Game, deadline: Deadline) -> Pairing | None:
    """A map that takes lines to lines, roles in the order of their moves; None if there is none.

    It is a guess: games with the same lines may begin or end in other ways.

    Args:
        first: the game that is mapped.
        second: the game that it is mapped to.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    one, other = recognised_in(first, deadline), recognised_in(second, deadline)
    if not isinstance(one, Recognised) or not isinstance(other, Recognised):
        return None
    lines, rows = lines_of(one.sets), lines_of(other.sets)
    alike = len(lines) == len(rows) and len(one.sheet.squares) == len(other.sheet.squares)
    if not alike or not (_plain(one) and _plain(other)):
        return None
    if len(one.sheet.roles) != len(other.sheet.roles):
        return None
    places = fitted(one.sheet.squares, list(lines), other.sheet.squares, list(rows), deadline)
    if not places:
        return None
    roles = dict(zip(one.sheet.roles, other.sheet.roles, strict=True))
    there = {(role, square): action for (role, action), square in other.sheet.moves.items()}
    moves = {
        Move(str(role), str(action)): there.get((roles[role], places[square]))
        for (role, action), square in one.sheet.moves.items()
    }
    if None in moves.values():
        return None
    theirs = {str(role): str(again) for role, again in roles.items()}
    return Pairing(theirs, {m: Move(theirs[m.role], str(a)) for m, a in moves.items()})


def _plain(found: Recognised) -> bool:
    """Whether all roles have the same lines, and moves that mark one square each."""
    shared = all(len(roles) == len(found.sheet.roles) for roles in lines_of(found.sets).values())
    return shared and bool(found.sheet.moves)
