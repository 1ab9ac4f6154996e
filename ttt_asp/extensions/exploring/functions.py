"""The function and the command that say what a strategy recommends."""

from typing import Annotated, Any, Unpack

import typer

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments, is_program
from ttt_asp.api.groups import TimedStrategyArguments
from ttt_asp.api.parameters import Parameter, Svg
from ttt_asp.cli.calls import Call
from ttt_asp.errors import Location, wrong
from ttt_asp.extension import hook, missing
from ttt_asp.extensions.exploring.examples import example_line
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.extensions.exploring.suggestion import Suggestion
from ttt_asp.extensions.exploring.suggestion import suggest as suggest_at
from ttt_asp.files import write_bytes
from ttt_asp.paths import STRATEGIES, real


def suggest(
    strategy: p.Strategy,
    position: Annotated[
        str | None,
        Parameter("--position", "The position, rows from the top, such as x../.o./..x",
                  "the position, rows from the top, such as `x../.o./..x`; None for the first.",
                  "POSITION",
                  "the first"),
    ] = None,
    role: Annotated[
        str | None,
        Parameter("--as", "The role to move (default: as the marks tell).", metavar="ROLE"),
    ] = None,
    **loaded: Unpack[TimedStrategyArguments],
) -> Suggestion:  # fmt: skip
    """Show what a strategy recommends at a position.

    It names the tactic that decided, and those before it, which recommend nothing.

    Examples:
    ttt-asp suggest good_for_o --position "x../.o./..x" --as o
    ttt-asp suggest "first(defeat, fork)" --position "x.o/.x./..o"
    """
    # others are asked about the position as it is, whatever its marks
    given = Arguments(loaded, position=position if is_program(strategy) else None)
    chosen = given.strategy(strategy, role, here=True)
    given.limits.tell("grounding")
    return suggest_at(given.game, chosen, position, role, given.limits.deadline)


def suggest_command(call: Call[Any], svg: Svg = None) -> int:  # noqa: D103
    picture = hook("picture") if svg is not None else None
    if svg is not None and picture is None:
        raise wrong(f"pictures are drawn by {missing('--svg')}", Location.argument("svg"))
    suggestion: Suggestion = call.answer()
    if svg is not None and picture is not None:
        write_bytes(svg, picture(suggestion).encode())
        typer.echo(f"wrote {svg}", err=True)
    status = call.print_answer(suggestion)
    if call.json:
        return status
    entry = Arguments(call.given).library.entries.get(call.given["strategy"])
    if entry is not None and not suggestion.advice.terminal and not suggestion.game.spelling:
        recommendation = suggestion.advice.role, suggestion.advice.suggested
        mine = not real(entry.path).is_relative_to(STRATEGIES)
        typer.echo(f"as an example in {entry.label}:" if mine else "as an example:")
        typer.echo(
            example_line(PositionReader(suggestion.game), suggestion.position, *recommendation)
        )
    return status
