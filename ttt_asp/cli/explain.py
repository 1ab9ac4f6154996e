"""`ttt-asp explain`."""

import json as json_module
import sys
from typing import Annotated

import typer

from ttt_asp.cli import options
from ttt_asp.cli.claims import width
from ttt_asp.cli.options import open_with_warnings
from ttt_asp.engines.limits import MAX_POSITIONS, Limits


def explain(
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="As for prove.")],
    x: options.X = None,
    o: options.O = None,
    role: options.Role = None,
    of: Annotated[
        str | None,
        typer.Option("--of", metavar="ROLE", help="Whose strategy; else that of the claim."),
    ] = None,
    game: options.Game = "tictactoe",
    const: options.Const = None,
    strategies: options.Strategies = None,
    time_limit: options.TimeLimit = None,
    max_positions: options.MaxPositions = MAX_POSITIONS,
    json: options.Json = False,
) -> None:
    """Say which tactics of a strategy a proof needs.

    The strategy is first(...). Every subset of its parts is looked at in two ways: with the
    others deleted, and with anything allowed where another part decides.

    Examples:
    ttt-asp explain "x never loses" --x good_for_x --o any
    ttt-asp explain "o never loses" --o newell_simon
    """
    from ttt_asp.analyses.explain.explain import explain as explained
    from ttt_asp.api import pose
    from ttt_asp.deadline import Deadline
    from ttt_asp.engines.explicit.blunder import keeper
    from ttt_asp.games.notation import Notation
    from ttt_asp.games.roles import role_of
    from ttt_asp.show.explanation import explanation
    from ttt_asp.show.paint import paint_for

    library = open_with_warnings(strategies)
    given, constants = options.roles(role, x, o), options.constants(const)
    deadline = Deadline(time_limit)
    problem = pose(claim, given, game, constants, None, library, deadline)
    of = role_of(of, problem.game) if of else keeper(problem) or problem.game.roles[0]
    limits = Limits(deadline, max_positions=max_positions)
    found = explained(problem, of, limits)
    if json:
        plain = {
            "claim": str(problem.claim),
            "role": found.role,
            "parts": found.parts,
            "free": found.free,
            "exact": found.exact,
            "holding": found.holding,
            "subsets": found.subsets,
            "decides": dict(found.decides),
            "needed": {part: verdict.as_json() for part, verdict in found.needed.items()},
        }
        typer.echo(json_module.dumps(plain, indent=2, ensure_ascii=False))
        return
    shown = explanation(found, problem, Notation(problem.game), paint_for(sys.stdout), width())
    typer.echo(shown)
