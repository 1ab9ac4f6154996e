"""`ttt-asp analogies`."""

import json as json_module
from typing import Annotated

import typer

from ttt_asp.analyses.analogies import analogies
from ttt_asp.cli import completion, options
from ttt_asp.cli.library import open_with_warnings, warn
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Deadline
from ttt_asp.games.roles import role_of
from ttt_asp.programs.analogies import analogy_program
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
    program: Annotated[
        bool, typer.Option("--program", help="Print the program, which runs in bare clingo.")
    ] = False,
) -> None:
    """Say which elements of the board play the same role in a strategy.

    Analogous are elements (lines, corners, edges, center) for which three answers
    agree: do marks on one of them alone make the strategy recommend more than on
    the empty board; on squares of its own, too; for how many of its squares can
    it matter who owns them. Squares are analogous if a symmetry of the board that
    the strategy respects exchanges them.

    Examples:
    ttt-asp analogies fork
    ttt-asp analogies good_for_o --as o
    """
    library, deadline = open_with_warnings(strategies), Deadline(time_limit)
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
    say(found)
