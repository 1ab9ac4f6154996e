"""Whether two games are the same: `ttt-asp recognise A --as B`."""

import json as json_module
import sys
from collections.abc import Mapping
from dataclasses import replace

import typer

from ttt_asp.analyses.same_game.same import SameGame, same_game
from ttt_asp.cli.options import Spent
from ttt_asp.cli.progress import Progress
from ttt_asp.games.load import load_game
from ttt_asp.games.other import load_other
from ttt_asp.show.paint import paint_for
from ttt_asp.show.same_game import same_game_text

EXIT = {"proved": 0, "refuted": 1, "unknown": 3}


def compare_games(
    first: tuple[str, Mapping[str, str]],
    second: tuple[str, Mapping[str, str]],
    spent: Spent,
    json: bool,
) -> int:
    """Print whether two games are the same, and return the exit status.

    Args:
        first: the name or file of a game, and constants.
        second: likewise, of the other one.
        spent: what the answer may take.
        json: whether to print JSON.
    """
    with Progress() as progress:
        limits = replace(spent.limits(), progress=progress.tell)
        games = load_game(*first, limits.deadline), load_other("--as", *second, limits.deadline)
        found: SameGame = same_game(*games, limits)
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        typer.echo(same_game_text(found, paint_for(sys.stdout)))
    return EXIT[found.verdict]
