"""`ttt-asp analogies`."""

import json as json_module
import sys
from typing import Annotated

import typer

from ttt_asp.analyses.analogies import analogies
from ttt_asp.analyses.same_game.across import across
from ttt_asp.cli import completion, options
from ttt_asp.cli.library import open_with_warnings, warn
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import pairs
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import Limits
from ttt_asp.errors import Location, wrong
from ttt_asp.games.other import load_other
from ttt_asp.games.roles import role_of
from ttt_asp.programs.analogies import analogy_program
from ttt_asp.show.across import across_text
from ttt_asp.show.analogies import analogies_text
from ttt_asp.show.paint import paint_for
from ttt_asp.strategies.strategy import load_strategy


def command(
    strategy: Annotated[
        str,
        typer.Argument(help="A strategy, tactic or term.", autocompletion=completion.strategy),
    ],
    played: options.Played,
    whose: options.Whose = None,
    strategies: options.Strategies = None,
    time_limit: options.TimeLimit = None,
    json: options.Json = False,
    other: Annotated[
        str | None,
        typer.Option(
            "--with",
            metavar="GAME",
            help="Say what they are in this game.",
            autocompletion=completion.game,
        ),
    ] = None,
    other_const: options.OtherConst = None,
    program: Annotated[
        bool, typer.Option("--program", help="Print the program, which runs in bare clingo.")
    ] = False,
) -> None:
    """Say which elements of the board play the same role in a strategy.

    Analogous are elements (lines, corners, edges, center) for which three answers
    agree: do marks on one of them alone make the strategy recommend more than on
    the empty board; on squares of its own, too; for how many of its squares can
    it matter who owns them. Squares are analogous if a symmetry of the board that
    the strategy respects exchanges them. With another game that is the same, say
    which of its elements play the same roles: --with number_scrabble.

    Examples:
    ttt-asp analogies fork
    ttt-asp analogies good_for_o --as o
    """
    library, deadline = open_with_warnings(strategies), Deadline(time_limit)
    if other is not None:
        if program or whose:
            what = "this is not about one role's elements on one board"
            raise wrong(what, Location("--program" if program else "--as"), "without --with")
        constants = pairs(other_const, "--other-const", "NAME=VALUE, as rows=4")
        with Progress() as progress:
            limits = Limits(deadline, progress=progress.tell)
            games = played.load(deadline), load_other("--with", other, constants, deadline)
            warn([load_strategy(strategy, "strategy", games[0], library)])
            said = across(*games, strategy, library, limits)
        if json:
            typer.echo(json_module.dumps(said.as_json(), indent=2, ensure_ascii=False))
        else:
            typer.echo(across_text(said, paint_for(sys.stdout)))
        if said.verdict == "unknown":
            raise typer.Exit(3)
        return
    if other_const:
        raise wrong("there is no other game", Location("--other-const"), "--with GAME names one")
    with Progress() as progress:
        game = played.load(deadline)
        role = role_of(whose, game) if whose else game.roles[0]
        chosen = load_strategy(strategy, "strategy", game, library)
        warn([chosen])
        found = None if program else analogies(game, role, chosen, deadline, progress.tell)
    if found is None:
        typer.echo(analogy_program(game, role, chosen).text, nl=False)
        return
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
        return
    typer.echo(analogies_text(found, paint_for(sys.stdout)))
