"""`ttt-asp suggest`."""

import typer

from ttt_asp.analyses.suggestion import Suggestion
from ttt_asp.api.parameters import Svg
from ttt_asp.api.plain_values import library_of
from ttt_asp.cli.calls import Call
from ttt_asp.files import write_bytes
from ttt_asp.games.notation import Notation
from ttt_asp.show.svg import suggestion_svg
from ttt_asp.strategies.examples import example_line


def command(call: Call[Suggestion], svg: Svg = None) -> int:  # noqa: D103
    found = call.answer()
    if svg is not None:
        write_bytes(svg, suggestion_svg(found).encode())
        typer.echo(f"wrote {svg}", err=True)
    status = call.say(found)
    if call.json:
        return status
    entry = library_of(call.given).entries.get(call.given["strategy"])
    if entry is not None and not found.advice.terminal and not found.game.spelling:
        said = found.advice.role, found.advice.suggested
        typer.echo(f"as an example in {entry.label}:")
        typer.echo(example_line(Notation(found.game), found.position, *said))
    return status
