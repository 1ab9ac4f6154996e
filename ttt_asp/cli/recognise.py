"""`ttt-asp recognise`."""

import json as json_module
import sys
from typing import Annotated

import typer

from ttt_asp.analyses.recognition import recognition
from ttt_asp.cli import completion, options
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.same_game import compare_games
from ttt_asp.cli.values import pairs
from ttt_asp.errors import Location, wrong
from ttt_asp.games.load import load_game
from ttt_asp.show.paint import paint_for
from ttt_asp.show.recognition import recognition_text


def command(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="FILE.kif, .hrf, .lp or .pg, or a game's name.",
            autocompletion=completion.game,
        ),
    ],
    spent: options.Spent,
    other: Annotated[
        str | None,
        typer.Option(
            "--as", metavar="GAME", help="Is it this other game?", autocompletion=completion.game
        ),
    ] = None,
    const: options.Const = None,
    other_const: options.OtherConst = None,
    json: options.Json = False,
) -> int:
    """Find and prove a game of lines in rules with other words.

    That is a game in which roles mark free squares in turn, for good, and who
    completes one of some sets of squares wins, or loses. The sets are found in the
    rules, and compared with them at every position; what differs is shown. With --as:
    whether two games are the same, but for the names of things: the map is found by
    ASP, and proved. Exit status: 0 it is so, 1 not, or in part; 2 wrong input; 3
    unknown: a limit.

    Examples:
    ttt-asp recognise hex -c rows=2
    ttt-asp recognise tictactoe --as number_scrabble
    """
    given = pairs(const, "-c", "NAME=VALUE, as rows=4")
    if other is not None:
        second = other, pairs(other_const, "--other-const", "NAME=VALUE, as rows=4")
        return compare_games((game, given), second, spent, json)
    if other_const:
        raise wrong("there is no other game", Location("--other-const"), "--as GAME names one")
    with Progress("looking for lines"):
        deadline = spent.limits().deadline
        found = recognition(load_game(game, given, deadline), deadline)
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        typer.echo(recognition_text(found, paint_for(sys.stdout), options.width()))
    return int(found.of_lines != "yes")
