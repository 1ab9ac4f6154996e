"""`ttt-asp suggest`."""

import json as json_module
from typing import Annotated

import typer

from ttt_asp.analyses.suggestion import suggest
from ttt_asp.cli import completion, options
from ttt_asp.cli.library import open_with_warnings, warn
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Deadline
from ttt_asp.files import write_bytes
from ttt_asp.games.notation import Notation
from ttt_asp.show.svg import suggestion_svg
from ttt_asp.strategies.examples import example_line
from ttt_asp.strategies.strategy import load_strategy


def command(
    strategy: Annotated[
        str,
        typer.Argument(help="A strategy, tactic or term.", autocompletion=completion.strategy),
    ],
    played: options.Played,
    position: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="POSITION",
            help="Rows from the top, as x../.o./..x",
            show_default="the first",
        ),
    ] = None,
    whose: Annotated[
        str | None,
        typer.Option("--as", metavar="ROLE", help="Who is to move; else it follows from counts."),
    ] = None,
    strategies: options.Strategies = None,
    svg: options.Svg = None,
    json: options.Json = False,
) -> None:
    """Show what a strategy recommends at a position.

    It names the tactic that decided, and those before it, which had nothing to say.

    Examples:
    ttt-asp suggest good_for_x --position "x../.o./..x" --as x
    ttt-asp suggest "first(defeat, fork)" --position "x.o/.x./..o"
    """
    library = open_with_warnings(strategies)
    with Progress():
        game = played.load()
        chosen = load_strategy(strategy, "strategy", game, library)
    warn([chosen])
    with Progress("grounding"):
        found = suggest(game, chosen, position, whose, Deadline())
    if svg is not None:
        write_bytes(svg, suggestion_svg(found).encode())
        typer.echo(f"wrote {svg}", err=True)
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
        return
    say(found)
    entry = library.entries.get(strategy)
    if entry is not None and not found.advice.terminal and not game.spelling:
        said = found.advice.role, found.advice.suggested
        typer.echo(f"as an example in {entry.label}:")
        typer.echo(example_line(Notation(game), found.position, *said))
