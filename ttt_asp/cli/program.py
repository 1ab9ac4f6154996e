"""`ttt-asp program`; `analogies`, which also prints its program; and `bench`."""

from typing import Annotated, Unpack

import typer

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import QuestionArguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.claims.problem import over_all_positions
from ttt_asp.claims.question import read
from ttt_asp.cli.progress import Progress
from ttt_asp.engines.registry import engine as named
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.induction.engine import check_applies
from ttt_asp.extensions.induction.program import Half, round_program
from ttt_asp.programs.program import play_program
from ttt_asp.strategies.lemmas import game_lemmas

_Half = Annotated[
    str | None,
    Parameter("--half", "One half of the proof by --engine induction.", metavar="base|step"),
]


def command(
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
    named(engine)
    if half is not None and (half not in ("base", "step") or engine != "induction"):
        hint = "say --engine induction --half base, or --half step"
        raise wrong(f"there is no half {half} of this program", Location("--half"), hint)
    given = Arguments(asked)
    with Progress():
        question = given.with_replies(given.posed(claim, roles))
        problem = read(question, given.limits.deadline, of_strategies=True)
    if problem.every is not None:
        if engine in ("explicit", "induction") or rounds != 1:
            option = "--rounds" if rounds != 1 else "--engine"
            raise wrong("the formulas for every size have no such option", Location(option),
                        "leave it out")  # fmt: skip
        # imported here: other programs are printed without
        from ttt_asp.extensions.sizes.text import problem_text

        with Progress():
            typer.echo(problem_text(problem, Arguments().limits), nl=False)
        return
    if engine == "induction":
        check_applies(problem)
        known = game_lemmas(problem.game) + problem.lemmas
        chosen: Half = "base" if half == "base" else "step" if half else ""
        typer.echo(round_program(problem, rounds, known, half=chosen).text, nl=False)
        return
    typer.echo(play_program(over_all_positions(problem), problem.first_horizon).text, nl=False)
