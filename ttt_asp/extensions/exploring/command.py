"""`ttt-asp suggest`."""

from typing import TYPE_CHECKING, Any

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Svg
from ttt_asp.cli.calls import Call, refuse_no_pictures, write_picture
from ttt_asp.extensions.exploring.examples import example_line
from ttt_asp.games.notation import Notation
from ttt_asp.paths import STRATEGIES, real

if TYPE_CHECKING:  # each command starts without what the others need, as below
    from ttt_asp.extensions.exploring.suggestion import Suggestion


def suggest(call: Call[Any], svg: Svg = None) -> int:  # noqa: D103
    refuse_no_pictures(svg)
    suggestion: Suggestion = call.answer()
    if svg is not None:
        write_picture(svg, suggestion)
    status = call.print_answer(suggestion)
    if call.json:
        return status
    entry = Arguments(call.given).library.entries.get(call.given["strategy"])
    if entry is not None and not suggestion.advice.terminal and not suggestion.game.spelling:
        recommendation = suggestion.advice.role, suggestion.advice.suggested
        mine = not real(entry.path).is_relative_to(STRATEGIES)
        typer.echo(f"as an example in {entry.label}:" if mine else "as an example:")
        typer.echo(example_line(Notation(suggestion.game), suggestion.position, *recommendation))
    return status
