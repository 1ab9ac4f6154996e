"""Commands that print more than the answers of their functions, or have their own exit status."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Unpack

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import StrategyArguments
from ttt_asp.api.parameters import Parameter, Svg
from ttt_asp.cli.calls import Call, print_json
from ttt_asp.deadline import Expired, stop_of
from ttt_asp.errors import NotProved, wrong
from ttt_asp.files import write_bytes
from ttt_asp.games.notation import Notation
from ttt_asp.strategies.examples import example_line

if TYPE_CHECKING:  # each command starts without what the others need, as below
    from ttt_asp.analyses.suggestion import Suggestion


def analogies(  # noqa: D103
    call: Call[Any],
    program: Annotated[
        bool, Parameter("--program", "Print the program, which runs in bare clingo.")
    ] = False,
) -> int:
    if not program:
        return call.print_answer(call.answer())
    typer.echo(call.to(_program).answer(), nl=False)
    return 0


def _program(strategy: str, role: str | None = None, **read: Unpack[StrategyArguments]) -> str:
    from ttt_asp.programs.analogies import analogy_program

    given = Arguments(read)
    chosen = given.strategy(strategy)
    return analogy_program(given.game, given.role(role), chosen).text


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
    except (Expired, MemoryError) as error:
        if call.json:
            print_json({"verdict": "unknown", "reason": str(stop_of(error))})
        typer.echo(f"unknown: {stop_of(error)}", err=True)
        return 3
