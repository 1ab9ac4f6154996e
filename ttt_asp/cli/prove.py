"""`ttt-asp prove` and `ttt-asp program`."""

import json as json_module
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttt_asp.cli import options
from ttt_asp.cli.options import PASSED_ON
from ttt_asp.solve.engines import DEFAULT
from ttt_asp.solve.limits import MAX_POSITIONS, Limits

if TYPE_CHECKING:
    from ttt_asp.sources.claims_file import Entry
    from ttt_asp.sources.library import Library
    from ttt_asp.sources.problem import Problem
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
    from ttt_asp.patience import Deadline

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
        refuse_for_files(given, constants, game, horizon, certificate, lemma)
        return _prove_file(find_claims(text, library), library, engine, base, json)

    from ttt_asp.api import answer, gave_up, pose
    from ttt_asp.patience import Expired

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
        _say_unknown([found])
    else:
        _print(found, problem, verbose)
    if certificate is not None:
        _certify(certificate, problem, found, base)
    return EXIT[found.verdict]


def _certify(path: Path, problem: "Problem | None", found: "Verdict", limits: Limits) -> None:
    from ttt_asp.certificate import write_certificate

    if problem is None or found.verdict != "proved":
        typer.echo(f"no certificate: the claim is {found.verdict}", err=True)
        return
    size = write_certificate(path, problem, limits.afresh())
    typer.echo(f"wrote {path} ({size:,} bytes); next: ttt-asp verify {path}", err=True)


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
) -> None:
    """Print the generated program, which runs in bare clingo.

    Examples:
    ttt-asp program "x never loses" --x good_for_x > program.lp
    ttt-asp program "x can win" --x center -c rows=4 -c cols=4 --horizon 5
    """
    from ttt_asp.api import pose
    from ttt_asp.patience import Deadline
    from ttt_asp.solve.engines import engine as named
    from ttt_asp.solve.horizon import first_horizon

    named(engine)
    library = open_with_warnings(strategies)
    given = options.roles(role, x, o)
    constants = options.constants(const)
    problem = pose(claim, given, game, constants, horizon, library, Deadline(), lemma or ())
    from ttt_asp.frame.program import play_program
    from ttt_asp.frame.rounds import round_program

    if engine == "induction":
        from ttt_asp.solve.induction.engine import check_applies
        from ttt_asp.sources.lemmas import game_lemmas

        check_applies(problem)
        lemmas = game_lemmas(problem.game) + problem.lemmas
        typer.echo(round_program(problem, rounds, lemmas).text, nl=False)
        return
    typer.echo(play_program(problem, first_horizon(problem)).text, nl=False)


def open_with_warnings(strategies: list[Path] | None) -> "Library":
    """The library, with a line on stderr for every name that is hidden."""
    from ttt_asp.sources.library import open_library

    library = open_library(strategies or [])
    for warning in library.warnings:
        typer.echo(f"warning: {warning}", err=True)
    return library


def find_claims(text: str, library: "Library") -> Path:
    """A claims file: the path itself, else the library's file of that name."""
    path = Path(text)
    if path.exists() or path.name != text:
        return path
    return next((found for found in library.claims() if found.name == text), path)


def refuse_for_files(
    roles: dict[str, str],
    constants: dict[str, str],
    game: str,
    horizon: int | None,
    certificate: Path | None,
    lemmas: list[str] | None = None,
) -> None:
    """A claims file says for itself who plays what; options would contradict it."""
    from ttt_asp.errors import Location, wrong

    if roles or constants or game != "tictactoe" or horizon is not None or lemmas:
        raise wrong(
            "a claims file names roles, game, constants and lemmas itself",
            None,
            "leave out --x, --o, -r, -g, -c, -L and --horizon",
        )
    if certificate is not None:
        raise wrong("a certificate is of one claim, not of a file", Location("--certificate"))


def run_claims(
    entries: "list[Entry]", library: "Library", engine: str, base: Limits
) -> "list[tuple[Problem | None, Verdict]]":
    """Answer every claim of a file; all of them are read before the first is answered.

    Args:
        entries: the claims.
        library: where names are looked up.
        engine: which engine.
        base: the limits for each claim.
    """
    from ttt_asp.api import DEFAULT_GAME, answer, gave_up, pose
    from ttt_asp.errors import InputError
    from ttt_asp.patience import Expired
    from ttt_asp.verdict import Verdict

    read: list[Problem | Verdict] = []
    for e in entries:
        game, now = e.game or DEFAULT_GAME, base.afresh()
        try:
            read.append(
                pose(e.claim, e.roles, game, e.const, None, library, now.deadline, e.lemmas)
            )
        except InputError as error:
            raise e.place(error) from None
        except Expired:
            read.append(gave_up(e.claim, e.roles, game, e.const, engine, now))
    found: list[tuple[Problem | None, Verdict]] = []
    for e, one in zip(entries, read, strict=True):
        verdict = (
            one if isinstance(one, Verdict) else answer(one, e.engine or engine, base.afresh())
        )
        found.append((None if isinstance(one, Verdict) else one, verdict))
        if verdict.reason.startswith("interrupted"):
            break
    return found


def status_of(entries: "list[Entry]", found: "list[Verdict]") -> int:
    """The exit status of a claims file."""
    differing = [
        one.verdict
        for entry, one in zip(entries, found, strict=False)
        if one.verdict != entry.expect
    ]
    if any(verdict != "unknown" for verdict in differing):
        return 1
    return 3 if differing or len(found) < len(entries) else 0


def _prove_file(path: Path, library: "Library", engine: str, base: Limits, json: bool) -> int:
    from ttt_asp.show.paint import paint_for
    from ttt_asp.show.verdicts import claims_table
    from ttt_asp.show.verdicts import play as shown_play
    from ttt_asp.sources.claims_file import read_claims
    from ttt_asp.sources.position import Notation

    entries = read_claims(path)
    answered = run_claims(entries, library, engine, base)
    found = [one for _, one in answered]
    if json:
        rows = [
            {"id": entry.id, **one.as_json(), "expect": entry.expect}
            for entry, one in zip(entries, found, strict=False)
        ]
        typer.echo(json_module.dumps(rows, indent=2, ensure_ascii=False))
        _say_unknown(found)
        return status_of(entries, found)
    paint = paint_for(sys.stdout)
    typer.echo(claims_table(entries[: len(found)], found, paint))
    for entry, (problem, one) in zip(entries, answered, strict=False):
        if problem and one.play is not None and one.verdict in ("refuted", "incomplete"):
            title = f"{entry.id}: {one.verdict}; {one.reason}."
            typer.echo(f"\n{paint(title, 'bold')} {entry.note}\n")
            typer.echo(shown_play(one, Notation(problem.game), paint, _width()))
        elif one.verdict == "unknown":
            typer.echo(f"\n{entry.id}: unknown; {one.reason}.")
    if len(found) < len(entries):
        typer.echo(f"\nThe last {len(entries) - len(found)} claims were not looked at.")
    return status_of(entries, found)


def _print(found: "Verdict", problem: "Problem | None", verbose: bool) -> None:
    from ttt_asp.show.paint import paint_for
    from ttt_asp.show.verdicts import verdict
    from ttt_asp.sources.position import Notation

    notation = Notation(problem.game) if problem else None
    typer.echo(verdict(found, notation, paint_for(sys.stdout), _width(), verbose))


def _say_unknown(found: "list[Verdict]") -> None:
    for one in found:
        if one.verdict == "unknown":
            typer.echo(f"unknown: {one.claim}: {one.reason}", err=True)


def _width() -> int:
    import shutil

    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
