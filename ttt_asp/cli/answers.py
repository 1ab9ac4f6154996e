"""Commands that print more than the answers of their functions, or have their own exit status."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Svg
from ttt_asp.cli.calls import Call, print_json
from ttt_asp.errors import NotProved, wrong
from ttt_asp.files import write_bytes
from ttt_asp.games.notation import Notation
from ttt_asp.strategies.examples import example_line

if TYPE_CHECKING:  # each command starts without what the others need, as below
    from ttt_asp.analyses.suggestion import Suggestion


def suggest(call: Call[Any], svg: Svg = None) -> int:  # noqa: D103
    suggestion: Suggestion = call.answer()
    if svg is not None:
        from ttt_asp.show.svg import suggestion_svg

        write_bytes(svg, suggestion_svg(suggestion).encode())
        typer.echo(f"wrote {svg}", err=True)
    status = call.print_answer(suggestion)
    if call.json:
        return status
    entry = Arguments(call.given).library.entries.get(call.given["strategy"])
    if entry is not None and not suggestion.advice.terminal and not suggestion.game.spelling:
        recommendation = suggestion.advice.role, suggestion.advice.suggested
        typer.echo(f"as an example in {entry.label}:")
        typer.echo(example_line(Notation(suggestion.game), suggestion.position, *recommendation))
    return status


def verify(call: Call[Any]) -> int:  # noqa: D103
    try:
        # one verdict: nothing is called valid that a second stage might reject
        return call.print_answer(call.answer("checking"))
    except NotProved as error:
        (why,) = error.diagnostics
        if Path(call.given["path"]).suffix in (".lp", ".toml"):
            hint = "`ttt-asp check` checks it"
            raise wrong("this is no certificate", why.location, hint) from None
        if call.json:
            print_json({"verdict": "rejected", "reason": why.message.removeprefix("rejected: ")})
        else:
            typer.echo(why.message)
        return 1
