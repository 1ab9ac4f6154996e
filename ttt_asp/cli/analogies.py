"""`ttt-asp analogies`."""

from typing import Annotated

import typer

from ttt_asp.analyses.analogies import Analogies
from ttt_asp.api.listener import LISTENER
from ttt_asp.api.parameters import Const, Folders, Parameter
from ttt_asp.api.plain_values import const_of, library_of, role_or_first
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.cli.calls import Call
from ttt_asp.games.load import load_game
from ttt_asp.programs.analogies import analogy_program
from ttt_asp.strategies.strategy import load_strategy

Program = Annotated[bool, Parameter("--program", "Print the program, which runs in bare clingo.")]


def command(call: Call[Analogies], program: Program = False) -> int:  # noqa: D103
    if not program:
        return call.say(call.answer())
    typer.echo(call.to(_program, "time_limit").answer(), nl=False)
    return 0


def _program(
    strategy: str,
    role: str | None = None,
    game: str = DEFAULT_GAME,
    const: Const = None,
    strategies: Folders = (),
) -> str:
    loaded = load_game(game, const_of(const))
    chosen = load_strategy(strategy, "strategy", loaded, library_of(strategies))
    LISTENER.get().loaded([chosen])
    return analogy_program(loaded, role_or_first(role, loaded), chosen).text
