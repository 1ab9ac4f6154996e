"""`ttt-asp analogies`."""

from typing import Annotated, Any

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.cli.calls import Call
from ttt_asp.cli.progress import Progress
from ttt_asp.extensions.comparing.analogies_program import analogy_program


def analogies(  # noqa: D103
    call: Call[Any],
    program: Annotated[
        bool, Parameter("--program", "Print the program, which runs in bare clingo.")
    ] = False,
) -> int:
    if not program:
        return call.print_answer(call.answer())
    given = Arguments(call.given)
    with Progress():
        role = given.role(call.given.get("role"), call.given["strategy"])
        strategy = given.strategy(call.given["strategy"])
        text = analogy_program(given.game, role, strategy).text
    typer.echo(text, nl=False)
    return 0
