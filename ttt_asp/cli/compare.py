"""`ttt-asp compare`."""

import dataclasses
import json as json_module
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttt_asp.cli import options
from ttt_asp.cli.options import open_with_warnings
from ttt_asp.engines.limits import MAX_POSITIONS, Limits

if TYPE_CHECKING:
    from ttt_asp.analyses.compare.compare import Comparison
    from ttt_asp.analyses.compare.relations import Difference
    from ttt_asp.games.notation import Notation


def _strategy(name: str) -> Any:
    described = "A strategy, tactic or term."
    return typer.Argument(metavar=name, help=described, autocompletion=options.complete_strategy)


def compare(
    a: Annotated[str, _strategy("A")],
    b: Annotated[str, _strategy("B")],
    against: Annotated[
        str,
        typer.Option(
            "--against",
            metavar="STRATEGY",
            help="What the others play.",
            autocompletion=options.complete_strategy,
        ),
    ] = "any",
    role: Annotated[
        str | None, typer.Option("--role", help="Who plays A and B; else the first role.")
    ] = None,
    claim: Annotated[
        list[str] | None,
        typer.Option(
            "--claim",
            metavar="CLAIM",
            help="A claim that counts; may be given again.",
            show_default="the role never loses, always wins, and how soon",
        ),
    ] = None,
    game: options.Game = "tictactoe",
    const: options.Const = None,
    strategies: options.Strategies = None,
    time_limit: options.TimeLimit = None,
    max_positions: options.MaxPositions = MAX_POSITIONS,
    json: options.Json = False,
) -> None:
    """Compare two strategies of one role, and say where it matters.

    A refines B: at every position that plays by A come to, whatever the others
    do, A recommends only what B does, and something if B does. A dominates B:
    every claim that B keeps, A keeps. A difference matters for a claim that one
    keeps from there on, and the other not, by a move of its own.

    Examples:
    ttt-asp compare good_for_o careful_o --role o
    ttt-asp compare good_for_x "first(defeat, defend, any)" --against good_for_o
    """
    from ttt_asp.analyses.compare.compare import compare as compared
    from ttt_asp.deadline import Deadline
    from ttt_asp.games.game import load_game
    from ttt_asp.games.notation import Notation
    from ttt_asp.games.roles import role_of
    from ttt_asp.show.comparison import comparison
    from ttt_asp.show.paint import paint_for

    library, constants = open_with_warnings(strategies), options.constants(const)
    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    loaded = load_game(game, constants, limits.deadline)
    who = role_of(role, loaded) if role else loaded.roles[0]
    found = compared(loaded, who, (a, b), against, library, limits, claim or ())
    notation = Notation(loaded)
    if json:
        typer.echo(json_module.dumps(_plain(found, notation), indent=2, ensure_ascii=False))
        return
    typer.echo(comparison(found, notation, paint_for(sys.stdout)))


def _plain(found: "Comparison", notation: "Notation") -> dict[str, Any]:
    """The comparison with positions as they are written."""

    def written(some: "Difference") -> dict[str, Any]:
        return {**dataclasses.asdict(some), "position": notation.write(some.position)}

    relations = [
        {**dataclasses.asdict(one), "shown": None if one.shown is None else written(one.shown)}
        for one in found.relations
    ]
    names = ("both", "only_a", "only_b")
    return {
        **dataclasses.asdict(found),
        "positions": dict(zip(names, found.positions, strict=True)),
        "differences": [written(some) for some in found.differences],
        "relations": relations,
    }
