"""`ttt-asp recognise`."""

from typing import Annotated

import typer

from ttt_asp.cli import completion, options
from ttt_asp.cli.same_game import compare_games


def command(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A name, or FILE.lp, .pg, .kif, .hrf.",
            autocompletion=completion.game,
        ),
    ],
    other: Annotated[
        str,
        typer.Option(
            "--as", metavar="GAME", help="The other game.", autocompletion=completion.game
        ),
    ],
    spent: options.Spent,
    const: options.Const = None,
    other_const: options.OtherConst = None,
    json: options.Json = False,
) -> int:
    """Say whether two games are the same, but for the names of things.

    They are if a map of roles and moves takes the plays of the one to those of the
    other, with the same moves open to the same roles, and the same goals. The map is
    found by ASP, and proved; where none is left there is none. Exit status: 0 they
    are, 1 they are not, 2 wrong input, 3 unknown: a limit.

    Examples:
    ttt-asp recognise tictactoe --as number_scrabble
    ttt-asp recognise tictactoe --as hypercube --other-const dim=2
    """
    first = game, options.pairs(const, "-c", "NAME=VALUE, as rows=4")
    second = other, options.pairs(other_const, "--other-const", "NAME=VALUE, as rows=4")
    return compare_games(first, second, spent, json)
