"""`ttt-asp check`."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.jobs import prove_claims
from ttt_asp.analyses.wellformed import NEEDED, wellformed
from ttt_asp.authoring.check import Report, check_file, files_of, folder_of, is_game
from ttt_asp.authoring.write_examples import write_examples as fill
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.cli import options
from ttt_asp.cli.claims_file import status_of
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import INTERRUPTED, Expired
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import InputError, Location, TttAspError, wrong
from ttt_asp.games.game import Game, load_game
from ttt_asp.games.notation import Notation
from ttt_asp.paths import label_of, real
from ttt_asp.reached import Reached
from ttt_asp.show.errors import error_text, warning_text
from ttt_asp.show.paint import paint_for
from ttt_asp.show.wellformed import wellformedness
from ttt_asp.strategies.library import Library, open_library


def command(
    played: options.Played,
    spent: options.Spent,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[PATH...]", help="Files or folders; else all of the library."),
    ] = None,
    strategies: options.Strategies = None,
    write_examples: Annotated[
        bool,
        typer.Option("--write-examples", help="Fill tactics' files up to three examples first."),
    ] = False,
) -> int:
    """Check files, run their examples, hold claims to verdicts.

    Of a game, FILE.lp, FILE.pg, FILE.kif or FILE.hrf, every reachable position is looked at:
    whether somebody can move, play comes to an end, and everybody has a goal then.

    Exit status: 0 all is well, 1 an example or a claim comes out otherwise, 2 a file is
    wrong, 3 a claim is unknown.

    Examples:
    ttt-asp check
    ttt-asp check strategies/tactics/fork.lp strategies/claims/nakas.toml
    """
    if write_examples and not paths:
        raise wrong("there is no file to write examples into", Location("--write-examples"))
    library = options.open_with_warnings(strategies)
    loaded = played.load()
    status = 0
    files = list(files_of(paths or library.folders))
    for number, path in enumerate(files):
        done = Reached("files", number, len(files))
        # a file's own folder comes first, so that the files beside it are found
        beside = folder_of(path)
        within = real(beside) == real(library.folders[0])
        mine = library if within else open_library([beside, *(strategies or [])])
        if write_examples and path.parent.name == "tactics":
            status = max(status, _examples(path, loaded, mine))
        if path.suffix == ".toml":
            status = max(status, _claims(path, mine, Limits(spent.limits().deadline), done))
        elif is_game(path):
            status = max(status, _game(path, spent.limits(), done))
        else:
            with Progress("checking", done):
                report = check_file(path, loaded, mine)
            status = max(status, _report(report))
    return status


def _examples(path: Path, game: Game, library: Library) -> int:
    try:
        count = fill(path, game, library)
    except TttAspError:
        return 0  # checking says it
    except Expired as late:
        typer.echo(f"{label_of(path)}: no examples: {late.stop}", err=True)
        return 3
    if count:
        said = f"{label_of(path)}: examples written: {count}. They say what it does: is it meant?"
        typer.echo(said, err=True)
    return 0


def _report(report: Report) -> int:

    for note in report.notes:
        typer.echo(note, err=True)
    if report.warnings:
        typer.echo(warning_text(report.warnings, paint_for(sys.stderr)), err=True)
    if not report.problems:
        runs = f"{report.examples} example{'s' if report.examples != 1 else ''}"
        typer.echo(f"{report.label}: ok ({runs})")
        return 0
    typer.echo(error_text(InputError(report.problems), paint_for(sys.stderr)), err=True)
    return 1 if report.examples else 2


def _game(path: Path, limits: Limits, done: Reached) -> int:

    try:
        with Progress("reading", done) as progress:
            loaded = load_game(str(path), {}, limits.deadline)
            telling = replace(limits, progress=progress.tell)
            found = wellformed(loaded, telling, path.suffix == ".kif")
            if INTERRUPTED in limits.deadline.ended:
                raise KeyboardInterrupt
    except TttAspError as problem:
        typer.echo(error_text(problem, paint_for(sys.stderr)), err=True)
        return 2
    except Expired as late:
        if late.stop.kind == "interrupted":
            raise
        typer.echo(f"{label_of(path)}: unknown: {late.stop}", err=True)
        return 3
    paint = paint_for(sys.stdout)
    typer.echo(
        wellformedness(f"{label_of(path)}: game", found, Notation(loaded), paint, options.width())
    )
    needed = [one.holds for one in found if one.name in NEEDED]
    return 1 if False in needed else 3 if None in needed else 0


def _claims(path: Path, library: Library, limits: Limits, done: Reached) -> int:

    try:
        entries = read_claims(path)
        with Progress("reading", done) as progress:
            telling = replace(limits, progress=progress.tell)
            found = [one for _, one in prove_claims(entries, library, DEFAULT, telling)]
            if found and found[-1].stopped == "interrupted":
                raise KeyboardInterrupt
    except TttAspError as problem:
        typer.echo(error_text(problem, paint_for(sys.stderr)), err=True)
        return 2
    for entry, one in zip(entries, found, strict=False):
        if one.verdict != entry.expect:
            said = f"{entry.location}: {entry.id} is {one.verdict}, expected {entry.expect}"
            typer.echo(said, err=True)
    status = status_of(entries, found)
    if status == 0:
        typer.echo(f"{label_of(path)}: ok ({len(entries)} claims)")
    return status
