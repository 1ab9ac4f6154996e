"""`ttt-asp transfer`."""

import json as json_module
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.same_game.transfer import Transfer, name_there, transfer
from ttt_asp.authoring.write_strategy import check_place
from ttt_asp.cli import completion, options
from ttt_asp.cli.library import open_with_warnings, warn
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import pairs
from ttt_asp.files import write_all_new
from ttt_asp.games.other import load_other
from ttt_asp.show.across import transfer_text
from ttt_asp.strategies.strategy import load_strategy


def command(
    strategy: Annotated[
        str,
        typer.Argument(help="A strategy, tactic or term.", autocompletion=completion.strategy),
    ],
    other: Annotated[
        str,
        typer.Option(
            "--to", metavar="GAME", help="The other game.", autocompletion=completion.game
        ),
    ],
    played: options.Played,
    spent: options.Spent,
    other_const: options.OtherConst = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR/NAME.lp",
            readable=False,
            help="Write it there, and its tactics beside; else it is printed.",
        ),
    ] = None,
    strategies: options.Strategies = None,
    json: options.Json = False,
) -> None:
    """Write a strategy in the words of another game that is the same.

    What both games have keeps its name; tactics that speak of places, as corner,
    are written anew about the things that have these places there. The strategy
    that comes of it recommends the same, moves exchanged, which is proved; what
    cannot be said in the other game is an error with its place.

    Examples:
    ttt-asp transfer good_for_x --to number_scrabble
    ttt-asp transfer newell_simon --to number_scrabble -o mine/numbers.lp
    """
    library = open_with_warnings(strategies)
    if output is not None:
        check_place(output, library)
    constants = pairs(other_const, "--other-const", "NAME=VALUE, as rows=4")
    with Progress() as progress:
        limits = replace(spent.limits(), progress=progress.tell)
        games = played.load(limits.deadline), load_other("--to", other, constants, limits.deadline)
        name = output.stem if output is not None else name_there(strategy, games[1])
        warn([load_strategy(strategy, "strategy", games[0], library)])
        found: Transfer = transfer(*games, strategy, name, library, limits)
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        typer.echo(transfer_text(found) if output is None else f"{found.name}: {found.term}")
    if output is not None:
        write_all_new({output.parent / place: text for place, text in found.files.items()})
        typer.echo(f"wrote {', '.join(str(output.parent / one) for one in found.files)}", err=True)
