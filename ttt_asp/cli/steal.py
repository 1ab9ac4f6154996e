"""`ttt-asp steal`."""

from ttt_asp.analyses.stealing import Stealing
from ttt_asp.api.parameters import Game
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.cli.calls import Call


def command(call: Call[Stealing], game: Game = "") -> int:
    """Prove that the second player has no winning strategy: it is stolen.

    The first player could use it. Where moves are marks: as an extra mark never hurts. With MOVE
    (in chomp, unless -g says otherwise): as that first move is a bait, so that whatever it may be
    answered with is a first move as good. With --every: at all sizes at once.

    Examples:
    ttt-asp steal --every "0 < rows, 0 < cols" -c line=4
    ttt-asp steal "eat(cell(rows,cols))" --every "0 < rows, 1 < cols"
    """
    found = call.answer(game=game or ("chomp" if "bait" in call.given else DEFAULT_GAME))
    return call.say(found) or (3 if found.unknown else int(not found))
