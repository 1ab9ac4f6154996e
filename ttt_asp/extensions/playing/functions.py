"""Functions that work out a game's value with best play, and odds."""

from typing import Annotated, Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import ClaimArguments, StorageArguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.playing.odds import Odds, best_role
from ttt_asp.extensions.playing.odds import odds as odds_of
from ttt_asp.extensions.playing.solution import Solution
from ttt_asp.extensions.playing.solve import solve as solve_game

# To solve a game, which may take more than plays of strategies: numeric has 27 million.
MAX_SOLVED = 4 * 10**7


def odds(
    roles: p.Roles = None,
    against: Annotated[
        str,
        Parameter("--against", "What a role without a strategy does: any, or best.",
                  "what a role without a strategy does: `any`, a move drawn by lot; or `best`, the "
                  "reply that wins most often.", "any|best", completes=("any", "best")),
    ] = "any",
    **drawn: Unpack[ClaimArguments],
) -> Odds:  # fmt: skip
    """Work out exact odds: moves are drawn by lot among those recommended.

    Each role takes one of the moves that its strategy recommends, all equally likely;
    so does the role `random` of a game in the Game Description Language. With
    --against best the role without a strategy replies as well as it can: the chance
    that it wins is the highest that any strategy reaches.

    Examples:
    ttt-asp odds --o good_for_o
    ttt-asp odds --o good_for_o --against best --position "x../.o./..x"
    """
    if against not in ("any", "best"):
        message = f"{against} is neither any nor best"
        hint = "any draws by lot among all legal moves; give a strategy to the role that plays it"
        raise wrong(message, Location.argument("against"), hint)
    given = Arguments(drawn)
    match = given.match(roles)
    return odds_of(match, given.limits, best_role(match) if against == "best" else None)


def solve(
    game: p.Game = DEFAULT_GAME,
    const: p.Const = None,
    *,
    position: p.Position = None,
    book: Annotated[bool, "whether to give the pages of an optimal strategy too."] = False,
    role: Annotated[
        str | None,
        Parameter("--as", "The role whose strategy is written (default: who can force most).",
                  metavar="ROLE"),
    ] = None,
    value: Annotated[
        bool, Parameter("--value", "Only the value: look at no more positions than decide it.")
    ] = False,
    distance: Annotated[
        bool,
        Parameter("--distance", "In how many moves best play wins: both roles' moves are counted."),
    ] = False,
    max_positions: p.MaxPositions = MAX_SOLVED,
    **kept: Unpack[StorageArguments],
) -> Solution:  # fmt: skip
    """Work out a game's value with best play, and optimal first moves.

    Every position is looked at, and its value found from those after it. With
    --value the first layers of positions are, as far as they decide it.

    With --distance it says how far off a win is: the fewest moves in which it can be
    forced, and the most for which it can be put off. The moves of all roles are
    counted, as in `always wins by move N`, and how many of them are the winner's own:
    mate in 12, as people count in chess, is a win in 23 moves, 12 of its own.

    Examples:
    ttt-asp solve -c rows=4 -c cols=4 --value
    ttt-asp solve -c misere=1 --as x --distance -o mine/tactics/best_x.lp
    """
    given = Arguments(kept, max_positions, game=game, const=const, position=position)
    for more, what in ((book, "a strategy"), (distance, "a distance")):
        if value and more:
            raise wrong(f"{what} needs more than the value", Location.argument("value"))
    return solve_game(given.game, given.limits, book, role, value, distance)
