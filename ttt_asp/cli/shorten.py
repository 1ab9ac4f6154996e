"""`ttt-asp shorten`."""

import json as json_module
from dataclasses import replace
from typing import Annotated

import typer

from ttt_asp.analyses.fill.given_list import GivenList
from ttt_asp.analyses.fill.pool import pool_of
from ttt_asp.analyses.shorten import shorten
from ttt_asp.claims.question import read
from ttt_asp.cli import options
from ttt_asp.cli.library import open_with_warnings
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import names_of, tactics
from ttt_asp.errors import Location, wrong


def command(
    claim: options.Sentence,
    asked: options.Asked,
    spent: options.Spent,
    whose: Annotated[
        str | None,
        typer.Option(
            "--as", metavar="ROLE", help="Whose; else who has a strategy, or is claimed about."
        ),
    ] = None,
    pool: Annotated[
        str | None,
        tactics("--pool", "Tactics for the second list."),
    ] = None,
    cost: Annotated[
        str, typer.Option("--cost", metavar="tactics|lines", help="What is to be few.")
    ] = "tactics",
    json: options.Json = False,
) -> int:
    """Find the shortest list that keeps a proved claim.

    First of the strategy's own lines, the operands of its outermost first: each
    whole, in any order, or left out. Then of these and of the tactics of a pool
    besides. That nothing shorter keeps the claim is proved.

    Examples:
    ttt-asp shorten "x never loses" --x newell_simon
    ttt-asp shorten "o never loses" --o careful_o --cost lines
    """
    library = open_with_warnings(asked.strategies)
    if cost not in ("tactics", "lines"):
        raise wrong(f"{cost} is neither tactics nor lines", Location("--cost"))
    question = asked.question(" ".join(claim), library)
    with Progress() as progress:
        limits = replace(spent.limits(), progress=progress.tell)
        problem = read(question, limits.deadline)
    given = GivenList.of(question, problem, whose)
    names = None if pool is None else names_of(pool)
    chosen = pool_of(names, [problem.game], library, by_lines=cost == "lines")
    with Progress() as progress:
        found = shorten(given, chosen, replace(limits, progress=progress.tell))
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        say(found)
    return 0 if found.answer == "shortest" else 3
