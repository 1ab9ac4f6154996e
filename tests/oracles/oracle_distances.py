"""How far off the end is with best play, of any small game, in plain Python.

It shares nothing with the product. A number of moves is given, and it is asked who can force a win
within it: at first nobody, but where play is over. One move more is allowed each time, and every
position looked at again, until nothing changes. So it needs no order of the positions, and plays
may go round.
"""

from collections.abc import Mapping

import brute_force
from brute_force import Game, Position


def distances(game: Game, role: str) -> tuple[Mapping[Position, int], Mapping[Position, int]]:
    """Where a role can force a win, and where all others can force its loss: in how many moves.

    The fewest in which it can be forced, whatever is done against it; of a loss that is the most
    for which the role can put it off. All roles' moves are counted.
    """
    after = {
        here: [] if game.over(here) is not None else [game.after(here, m) for m in game.moves(here)]
        for here in brute_force.explore(game).reached
    }
    found = []
    for goal, wanted in ((100, True), (0, False)):
        within = {
            here: 0
            for here in after
            if (end := game.over(here)) is not None and brute_force.goals(game, end)[role] == goal
        }
        moves, known = 0, -1
        while known < len(within):
            moves, known = moves + 1, len(within)
            fresh = [
                here
                for here, following in after.items()
                if following
                and here not in within
                and (any if (game.mover(here) == role) == wanted else all)(
                    other in within for other in following
                )
            ]
            within |= dict.fromkeys(fresh, moves)
        found.append(within)
    return found[0], found[1]
