"""`ttt-asp explain`."""

import json as json_module
from dataclasses import replace
from typing import Annotated

import typer

from ttt_asp.analyses.explain.explain import explain
from ttt_asp.claims.question import read
from ttt_asp.cli import options
from ttt_asp.cli.library import open_with_warnings
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.games.roles import role_of


def command(
    claim: options.Sentence,
    asked: options.Asked,
    spent: options.Spent,
    whose: Annotated[
        str | None,
        typer.Option("--as", metavar="ROLE", help="Whose strategy; else that of the claim."),
    ] = None,
    json: options.Json = False,
) -> int:
    """Say which tactics of a strategy a proof needs.

    The strategy is first(...). Every subset of its parts is looked at in two ways: with the
    others deleted, and with anything allowed where another part decides.

    Examples:
    ttt-asp explain "x never loses" --x good_for_x --o any
    ttt-asp explain "o never loses" --o newell_simon
    """
    library = open_with_warnings(asked.strategies)
    with Progress() as progress:
        limits = replace(spent.limits(), progress=progress.tell)
        problem = read(asked.question(" ".join(claim), library), limits.deadline)
        game = problem.game
        role = role_of(whose, game) if whose else problem.keeper or game.roles[0]
        found = explain(problem, role, limits)
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        say(found)
    if found.stop:
        typer.echo(f"unknown: {found.stop}", err=True)
    return options.EXIT["unknown"] if found.stop else 0
