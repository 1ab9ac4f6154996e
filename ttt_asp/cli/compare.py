"""`ttt-asp compare`."""

import json as json_module
from dataclasses import replace
from typing import Annotated, Any

import typer

from ttt_asp.analyses.compare.compare import compare
from ttt_asp.cli import completion, options
from ttt_asp.cli.library import open_with_warnings
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.games.begin import begin_at
from ttt_asp.games.roles import role_of


def _strategy(name: str) -> Any:
    described = "A strategy, tactic or term."
    return typer.Argument(metavar=name, help=described, autocompletion=completion.strategy)


def command(
    a: Annotated[str, _strategy("A")],
    b: Annotated[str, _strategy("B")],
    played: options.Played,
    spent: options.Spent,
    against: Annotated[
        str,
        typer.Option(
            "--against",
            metavar="STRATEGY",
            help="What the others play.",
            autocompletion=completion.strategy,
        ),
    ] = "any",
    whose: options.Whose = None,
    claim: Annotated[
        list[str] | None,
        typer.Option(
            "--claim",
            metavar="CLAIM",
            help="A claim that counts; may be given again.",
            show_default="the role never loses, always wins, and how soon",
        ),
    ] = None,
    position: options.Position = None,
    strategies: options.Strategies = None,
    json: options.Json = False,
) -> None:
    """Compare two strategies of one role, and say where it matters.

    A refines B: at every position that plays by A come to, whatever the others
    do, A recommends only what B does, and something if B does. A dominates B:
    every claim that B keeps, A keeps. A difference matters for a claim that one
    keeps from there on, and the other not, by a move of its own.

    Examples:
    ttt-asp compare good_for_o careful_o --as o
    ttt-asp compare good_for_x "first(defeat, defend, any)" --against good_for_o
    """
    library = open_with_warnings(strategies)
    with Progress() as progress:
        limits = replace(spent.limits(), progress=progress.tell)
        game = begin_at(played.load(limits.deadline), position)
        role = role_of(whose, game) if whose else game.roles[0]
        found = compare(game, role, (a, b), against, library, limits, claim or ())
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
        return
    say(found)
