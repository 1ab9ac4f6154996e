"""`ttt-asp program`."""

from collections.abc import Callable
from typing import Annotated, Unpack

import typer

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import QuestionArguments
from ttt_asp.claims.problem import Problem, over_all_positions
from ttt_asp.claims.question import read
from ttt_asp.cli.calls import Progress
from ttt_asp.engines.registry import engine as engine_called
from ttt_asp.errors import Location, wrong
from ttt_asp.extension import engines
from ttt_asp.limits import Limits
from ttt_asp.programs.program import play_program

# What may be said where the engine follows from the question.
_PLAYED = ("auto", "bounded")
_Half = Annotated[
    str | None,
    p.Parameter("--half", "One half of the proof by --engine induction.", metavar="base|step"),
]


def program(
    claim: p.Claim,
    roles: p.Roles = None,
    engine: p.Engine = "bounded",
    rounds: p.Rounds = 1,
    half: _Half = None,
    **asked: Unpack[QuestionArguments],
) -> None:
    """Print the generated program, which runs in bare clingo.

    With --every it is formulas in SMT-LIB 2, for z3.

    Examples:
    ttt-asp program "x never loses" --x good_for_x > program.lp
    ttt-asp program "x can win" --x center -c rows=4 -c cols=4 --horizon 5
    """
    engine_called(engine)
    if half is not None and (half not in ("base", "step") or engine != "induction"):
        hint = "say --engine induction --half base, or --half step"
        raise wrong(f"there is no half {half} of this program", Location("--half"), hint)
    given = Arguments(asked)
    with Progress():
        question = given.with_books(given.posed(claim, roles))
        problem = read(question, given.limits.deadline, of_strategies=True)
    name = problem.every.engine if problem.every is not None else engine
    if problem.every is not None and (engine not in (name, *_PLAYED) or rounds != 1):
        option = "--rounds" if rounds != 1 else "--engine"
        message = "the formulas for every size have no such option"
        raise wrong(message, Location(option), "leave it out")
    extension = engines()[name]
    if name in extension.programs:
        write: Callable[[Problem, Limits, int, str], str] = extension.load(extension.programs[name])
        with Progress():
            text = write(problem, Arguments().limits, rounds, half or "")
    else:
        text = play_program(over_all_positions(problem), problem.first_horizon).text
    typer.echo(text, nl=False)
