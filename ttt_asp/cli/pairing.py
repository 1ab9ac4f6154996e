"""`ttt-asp pairing`."""

from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.cli import options


def pairing(
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="The folder of strategies.")
    ],
    name: Annotated[str, typer.Option("--name", help="The tactic's name.")] = "pairing",
    game: options.Game = "tictactoe",
    const: options.Const = None,
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Say how it was found.")] = False,
) -> int:
    """Find a pairing strategy: for every line two squares of its own.

    The second player, answering in the same pair, never loses. The tactic, the strategy, a lemma
    and the claim that it proves are written to DIR. When there is no pairing, the lines that have
    too few squares are printed, and the exit status is 1.

    Examples:
    ttt-asp pairing -c rows=5 -c cols=5 -c line=5 -o my_pairing
    ttt-asp pairing -c rows=8 -c cols=8 -c line=8 -o mine --name eight
    """
    from ttt_asp.analyses.pairing.files import find_pairing, write_pairing
    from ttt_asp.games.game import load_game

    found = find_pairing(load_game(game, options.constants(const)))
    if verbose:
        typer.echo(f"found by {found.means}")
    if found.crowded:
        lines, squares = len(found.crowded), len(found.squares)
        typer.echo(
            f"there is no pairing: these {lines} lines need {2 * lines} squares and have {squares}"
        )
        for line in found.crowded:
            typer.echo(f"  {line}: {', '.join(str(square) for square in found.lines[line])}")
        return 1
    for path in write_pairing(found, output, name):
        typer.echo(f"wrote {path}")
    typer.echo(f"next: ttt-asp prove {output}/claims/{name}.toml -S {output}")
    return 0
