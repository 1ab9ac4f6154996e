"""`ttt-asp analogies`."""

from typing import Annotated, Unpack

import typer

from ttt_asp.analyses.analogies import Analogies
from ttt_asp.api.listener import LISTENER
from ttt_asp.api.parameters import Parameter
from ttt_asp.api.plain_values import Read, game_of, library_of, role_or_first
from ttt_asp.cli.calls import Call
from ttt_asp.deadline import Deadline
from ttt_asp.programs.analogies import analogy_program
from ttt_asp.strategies.strategy import load_strategy

Program = Annotated[bool, Parameter("--program", "Print the program, which runs in bare clingo.")]


def command(call: Call[Analogies], program: Program = False) -> int:  # noqa: D103
    if not program:
        return call.say(call.answer())
    typer.echo(call.to(_program).answer(), nl=False)
    return 0


def _program(strategy: str, role: str | None = None, **given: Unpack[Read]) -> str:
    loaded = game_of(given, Deadline())
    chosen = load_strategy(strategy, "strategy", loaded, library_of(given))
    LISTENER.get().loaded([chosen])
    return analogy_program(loaded, role_or_first(role, loaded), chosen).text
