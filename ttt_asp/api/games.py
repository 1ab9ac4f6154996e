"""Functions that take a game: its values, plays and positions."""

from typing import Annotated, Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import StorageArguments, TimedArguments, TimedPlayArguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.errors import Argument, InputError, renamed
from ttt_asp.extensions.playing.best_play.solution import Solution
from ttt_asp.extensions.playing.best_play.solve import solve as solve_game
from ttt_asp.extensions.recognition.analysis import Recognition, recognition
from ttt_asp.extensions.recognition.same_game.same import SameGame
from ttt_asp.extensions.recognition.same_game.same import same_game as find_same
from ttt_asp.extensions.reports.play_graph import Walk
from ttt_asp.extensions.reports.play_graph import walk as walk_match
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import MAX_POSITIONS, MAX_SOLVED
from ttt_asp.show.blocks import Board
from ttt_asp.show.svg import Picture, picture

_Game = Annotated[str, Parameter(help="A name, or FILE.lp, .pg, .kif, .hrf.", completes="game")]
Other = Annotated[
    str,
    Parameter("--other", "Ask whether it is the same game.", metavar="GAME", completes="game"),
]
OtherConst = Annotated[
    p.Const,
    Parameter("--other-const", "A constant of the other game.", metavar="NAME=VALUE", many=True,
              read=p.constants),
]  # fmt: skip


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
    max_positions: p.MaxPositions = MAX_SOLVED,
    **kept: Unpack[StorageArguments],
) -> Solution:  # fmt: skip
    """Work out a game's value with best play, and optimal first moves.

    Every position is looked at, and its value found from those after it.

    Examples:
    ttt-asp solve -g corner_blocks
    ttt-asp solve -c misere=1 --as x -o mine/tactics/best_x.lp
    """
    given = Arguments(kept, max_positions, game=game, const=const, position=position)
    return solve_game(given.game, given.limits, book, role)


def walk(
    roles: p.Roles = None,
    **played: Unpack[TimedPlayArguments],
) -> Walk:
    """Go through all plays of a match, as a graph."""
    given = Arguments(played, None)
    return walk_match(given.match(roles), given.limits)


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


def board(
    position: Annotated[str, Parameter("--position", doc="as `position` takes it.")],
    role: Annotated[
        str | None, Parameter("--as", doc="who is to move, where the marks do not tell.")
    ] = None,
    *,
    game: p.Game = DEFAULT_GAME,
    const: p.Const = None,
) -> Picture:
    """Draw a position as a board."""
    notation = Notation(Arguments(game=game, const=const).game)
    shown = Board(notation.parse(position, role))
    return Picture(picture(notation, [shown], "A position"))


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
