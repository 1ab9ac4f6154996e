"""`ttt-asp recognise`."""

import json as json_module
from dataclasses import replace
from typing import Annotated

import typer

from ttt_asp.analyses.recognition import Recognition, recognition
from ttt_asp.analyses.same_game.same import SameGame, same_game
from ttt_asp.cli import completion, options
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import pairs
from ttt_asp.errors import Location, wrong
from ttt_asp.games.load import load_game
from ttt_asp.games.other import load_other

EXIT = {"proved": 0, "refuted": 1, "unknown": 3}


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
            "--other", metavar="GAME", help="Is it this other game?", autocompletion=completion.game
        ),
    ] = None,
    const: options.Const = None,
    other_const: options.OtherConst = None,
    json: options.Json = False,
) -> int:
    """Find and prove a game of lines in rules with other words.

    That is a game in which roles mark free squares in turn, for good, and who
    completes one of some sets of squares wins, or loses. The sets are found in the
    rules, and compared with them at every position; what differs is shown. With --other:
    whether two games are the same, but for the names of things: the map is found by
    ASP, and proved.

    Examples:
    ttt-asp recognise hex -c rows=2
    ttt-asp recognise tictactoe --other number_scrabble
    """
    given = pairs(const, "-c", "NAME=VALUE, as rows=4")
    others = pairs(other_const, "--other-const", "NAME=VALUE, as rows=4")
    if other is None and other_const:
        raise wrong("there is no other game", Location("--other-const"), "--other GAME names one")
    found: Recognition | SameGame
    with Progress("reading" if other else "looking for lines") as progress:
        limits = replace(spent.limits(), progress=progress.tell)
        first = load_game(game, given, limits.deadline)
        if other is None:
            found = recognition(first, limits.deadline)
        else:
            found = same_game(first, load_other("--other", other, others, limits.deadline), limits)
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
    elif isinstance(found, SameGame):
        say(found)
    else:
        say(found)
    if isinstance(found, SameGame):
        return EXIT[found.verdict]
    return int(found.of_lines != "yes")
