"""`ttt-asp recognise`."""

import json as json_module
import sys
from typing import Annotated

import typer

from ttt_asp.analyses.recognition import recognition
from ttt_asp.cli import options
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Deadline
from ttt_asp.games.game import load_game
from ttt_asp.show.paint import paint_for
from ttt_asp.show.recognition import recognition_text


def command(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="FILE.kif, .hrf, .lp or .pg, or a game's name.")
    ],
    const: options.Const = None,
    time_limit: options.TimeLimit = None,
    json: options.Json = False,
) -> int:
    """Find and prove a game of lines in rules with other words.

    That is a game in which roles mark free squares in turn, for good, and who
    completes one of some sets of squares wins, or loses. The sets are found in the
    rules, and what is legal, what comes next, when it ends and with which goals is
    compared at every position: so it is proved. What differs is shown. Games in the
    Game Description Language are then played with the whole vocabulary: squares,
    lines, threats. Exit status: 0 it is one, 1 in part or not.

    Examples:
    ttt-asp recognise tictactoe
    ttt-asp recognise hex -c rows=2
    """
    deadline = Deadline(time_limit)
    with Progress("looking for lines"):
        given = options.pairs(const, "-c", "NAME=VALUE, as rows=4")
        found = recognition(load_game(game, given, deadline), deadline)
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        typer.echo(recognition_text(found, paint_for(sys.stdout), options.width()))
    return int(found.of_lines != "yes")
