"""Functions that look for a game of lines, or the same game, in rules."""

from typing import Annotated, Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import TimedArguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.errors import Argument, InputError, renamed
from ttt_asp.extensions.recognition.analysis import Recognition, recognition
from ttt_asp.extensions.recognition.same_game import SameGame
from ttt_asp.extensions.recognition.same_game import same_game as find_same
from ttt_asp.games.game import Game
from ttt_asp.limits import MAX_POSITIONS

_Game = Annotated[str, Parameter(help="A name, or FILE.lp, .pg, .kif, .hrf.", completes="game")]


Other = Annotated[
    str, Parameter("--other", "Ask whether it is the same game.", metavar="GAME", completes="game")
]


OtherConst = Annotated[
    p.Const,
    Parameter("--other-const", "A constant of the other game.", metavar="NAME=VALUE", many=True,
              read=p.constants),
]  # fmt: skip


def recognise(game: _Game, const: p.Const = None, **limited: Unpack[TimedArguments]) -> Recognition:
    """Find and prove a game of lines in rules with other words.

    In a game of lines the roles mark free squares in turn, for good. Whoever completes one of
    certain sets of squares wins, or loses. The sets are found in the rules, and compared with the
    rules at every position; a difference is shown.

    With --other it asks whether two games are the same, but for the names of things. ASP finds the
    map from one to the other, and the map is proved right.

    Examples:
    ttt-asp recognise hex -c rows=2
    ttt-asp recognise tictactoe --other number_scrabble
    """
    given = Arguments(limited, game=game, const=const)
    return recognition(given.game, given.limits.deadline)


def same_game(
    game: _Game,
    other: Other,
    const: p.Const = None,
    other_const: OtherConst = None,
    *,
    max_positions: p.MaxPositions = MAX_POSITIONS,
    **limited: Unpack[TimedArguments],
) -> SameGame:
    """Find out whether two games are the same, but for the names of things."""
    given = Arguments(limited, max_positions, game=game, const=const)
    first, second = given.game, _other(Arguments(limited, game=other, const=other_const))
    return find_same(first, second, given.limits)


def _other(given: Arguments) -> Game:
    """Return the other game; errors name the arguments by which it was given."""
    names = {"game": "other", "const": "other_const"}
    try:
        return given.game
    except InputError as error:
        places = renamed(
            error.diagnostics, lambda argument: Argument(names[argument.name], argument.part)
        )
        raise type(error)(places) from None
