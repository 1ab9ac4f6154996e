"""`ttt-asp prove` and `ttt-asp program`."""

import json as json_module
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttt_asp.cli import options
from ttt_asp.cli.claims import find_claims, prove_file, refuse_for_files, say_unknown, width
from ttt_asp.cli.options import PASSED_ON, open_with_warnings
from ttt_asp.engines.limits import MAX_POSITIONS, Limits
from ttt_asp.engines.registry import DEFAULT

if TYPE_CHECKING:
    from ttt_asp.claims.problem import Problem
    from ttt_asp.verdict import Verdict

DEFAULT_CLAIMS = "nakas.toml"
EXIT = {"proved": 0, "refuted": 1, "incomplete": 1, "unknown": 3}

Claim = Annotated[
    str | None,
    typer.Argument(
        metavar="CLAIM|FILE.toml",
        help="A claim, as 'x never loses', or a file of claims.",
        show_default=DEFAULT_CLAIMS,
        autocompletion=options.complete_claims,
    ),
]


def prove(
    claim: Claim = None,
    x: options.X = None,
    o: options.O = None,
    role: options.Role = None,
    game: options.Game = "tictactoe",
    const: options.Const = None,
    horizon: options.Horizon = None,
    strategies: options.Strategies = None,
    engine: options.Engine = DEFAULT,
    lemma: options.Lemma = None,
    find_lemmas: options.FindLemmas = None,
    rounds: options.Rounds = 1,
    time_limit: options.TimeLimit = None,
    max_positions: options.MaxPositions = MAX_POSITIONS,
    max_memory: options.MaxMemory = None,
    stop_at_first: options.StopAtFirst = False,
    no_count: options.NoCount = False,
    no_cross_check: options.NoCrossCheck = False,
    verbose: options.Verbose = False,
    json: options.Json = False,
    certificate: Annotated[
        Path | None,
        typer.Option("--certificate", metavar="FILE", help="Write a certificate of the proof."),
    ] = None,
    svg: options.Svg = None,
    jobs: options.Jobs = 1,
    scheduler: options.Scheduler = None,
) -> int:
    """Prove or refute a claim, or every claim of a file.

    Options after -- go to clingo's search.

    A claim is ROLE never|always|can wins|loses|ties, or always|never|can tie, or ROLE always
    wins by move N. Exit status: 0 proved (a file: all as expected), 1 refuted or incomplete
    (a file: some verdict differs), 2 wrong input, 3 unknown, 70 engines disagree.

    Examples:
    ttt-asp prove "x never loses" --x good_for_x --o any
    ttt-asp prove "o never loses" --o "first(defeat, defend, center, any)"
    """
    from ttt_asp.cli.progress import Progress
    from ttt_asp.deadline import Deadline

    text = DEFAULT_CLAIMS if claim is None else claim
    given = options.roles(role, x, o)
    constants = options.constants(const)
    library = open_with_warnings(strategies)
    base = Limits(
        Deadline(time_limit),
        tuple(PASSED_ON),
        max_positions,
        None if max_memory is None else int(max_memory * 1e6),
        stop_at_first,
        not no_count,
        not no_cross_check,
        rounds=rounds,
        find_lemmas=find_lemmas,
    )
    if text.endswith(".toml"):
        refuse_for_files(given, constants, game, horizon, certificate or svg, lemma)
        from ttt_asp.analyses.jobs import workers

        path = find_claims(text, library)
        with workers(jobs, scheduler) as executor:
            return prove_file(path, library, engine, base, json, executor)

    from ttt_asp.api import answer, gave_up, pose
    from ttt_asp.deadline import Expired

    problem = None
    try:
        problem = pose(text, given, game, constants, horizon, library, base.deadline, lemma or ())
        with Progress() as progress:
            found = answer(problem, engine, replace(base, progress=progress.callback))
    except (Expired, KeyboardInterrupt) as error:
        by_hand = isinstance(error, KeyboardInterrupt)
        found = gave_up(text, given, game, constants, engine, base, by_hand)
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
        say_unknown([found])
    else:
        _print(found, problem, verbose)
    if certificate is not None:
        _certify(certificate, problem, found, base)
    if svg is not None:
        _draw(svg, problem, found)
    return EXIT[found.verdict]


def _certify(path: Path, problem: "Problem | None", found: "Verdict", limits: Limits) -> None:
    if problem is None or found.verdict != "proved":
        typer.echo(f"no certificate: the claim is {found.verdict}", err=True)
        return
    if found.engine == "induction":
        from ttt_asp.certificates.induction import write_certificate as write_proof

        size = write_proof(path, problem, found, limits.rounds)
    else:
        from ttt_asp.certificates.positions import write_certificate

        size = write_certificate(path, problem, limits.afresh())
    typer.echo(f"wrote {path} ({size:,} bytes); next: ttt-asp verify {path}", err=True)


def _draw(path: Path, problem: "Problem | None", found: "Verdict") -> None:
    from ttt_asp.files import write_bytes
    from ttt_asp.games.notation import Notation
    from ttt_asp.show.svg import play_svg

    if problem is None or found.play is None:
        typer.echo(f"no picture: the claim is {found.verdict}, and no play shows it", err=True)
        return
    lost = found.blunder.move if found.blunder else None
    title = f"{found.claim}: {found.verdict}"
    write_bytes(path, play_svg(Notation(problem.game), found.play, lost, title).encode())
    typer.echo(f"wrote {path}", err=True)


def program(
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="As for prove.")],
    x: options.X = None,
    o: options.O = None,
    role: options.Role = None,
    game: options.Game = "tictactoe",
    const: options.Const = None,
    horizon: options.Horizon = None,
    strategies: options.Strategies = None,
    engine: options.Engine = "bounded",
    lemma: options.Lemma = None,
    rounds: options.Rounds = 1,
    half: Annotated[
        str | None,
        typer.Option(
            "--half", metavar="base|step", help="With --engine induction: one half of the proof."
        ),
    ] = None,
) -> None:
    """Print the generated program, which runs in bare clingo.

    Examples:
    ttt-asp program "x never loses" --x good_for_x > program.lp
    ttt-asp program "x can win" --x center -c rows=4 -c cols=4 --horizon 5
    """
    from ttt_asp.api import pose
    from ttt_asp.deadline import Deadline
    from ttt_asp.engines.horizon import first_horizon
    from ttt_asp.engines.registry import engine as named
    from ttt_asp.errors import Location, wrong

    named(engine)
    if half is not None and (half not in ("base", "step") or engine != "induction"):
        hint = "say --engine induction --half base, or --half step"
        raise wrong(f"there is no half {half} of this program", Location("--half"), hint)
    library = open_with_warnings(strategies)
    given = options.roles(role, x, o)
    constants = options.constants(const)
    problem = pose(claim, given, game, constants, horizon, library, Deadline(), lemma or ())
    from ttt_asp.programs.program import play_program
    from ttt_asp.programs.rounds import Half, round_program

    if engine == "induction":
        from ttt_asp.engines.induction.engine import check_applies
        from ttt_asp.strategies.lemmas import game_lemmas

        check_applies(problem)
        lemmas = game_lemmas(problem.game) + problem.lemmas
        chosen: Half = "base" if half == "base" else "step" if half else ""
        typer.echo(round_program(problem, rounds, lemmas, half=chosen).text, nl=False)
        return
    typer.echo(play_program(problem, first_horizon(problem)).text, nl=False)


def _print(found: "Verdict", problem: "Problem | None", verbose: bool) -> None:
    from ttt_asp.games.notation import Notation
    from ttt_asp.show.paint import paint_for
    from ttt_asp.show.verdicts import verdict

    notation = Notation(problem.game) if problem else None
    typer.echo(verdict(found, notation, paint_for(sys.stdout), width(), verbose))
