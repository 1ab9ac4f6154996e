"""Claims files on the command line."""

import json as json_module
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ttt_asp.engines.limits import Limits

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ttt_asp.claims.claims_file import Entry
    from ttt_asp.claims.problem import Problem
    from ttt_asp.strategies.library import Library
    from ttt_asp.verdict import Verdict


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
    written: Path | None,
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
    if written is not None:
        raise wrong(
            "a certificate, or a picture, is of one claim, not of a file", Location(str(written))
        )


def run_claims(
    entries: "list[Entry]",
    library: "Library",
    engine: str,
    base: Limits,
    executor: "Executor | None" = None,
) -> "list[tuple[Problem | None, Verdict]]":
    """Answer every claim of a file; all of them are read before the first is answered.

    Args:
        entries: the claims.
        library: where names are looked up.
        engine: which engine.
        base: the limits for each claim.
        executor: answers several at once; None for one after the other.
    """
    from ttt_asp.api import DEFAULT_GAME, answer, gave_up, pose
    from ttt_asp.deadline import Expired
    from ttt_asp.errors import InputError
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
    if executor is not None:
        return _at_once(entries, read, library, engine, base, executor)
    found: list[tuple[Problem | None, Verdict]] = []
    for e, one in zip(entries, read, strict=True):
        verdict = (
            one if isinstance(one, Verdict) else answer(one, e.engine or engine, base.afresh())
        )
        found.append((None if isinstance(one, Verdict) else one, verdict))
        if verdict.reason.startswith("interrupted"):
            break
    return found


def _at_once(
    entries: "list[Entry]",
    read: "list[Problem | Verdict]",
    library: "Library",
    engine: str,
    base: Limits,
    executor: "Executor",
) -> "list[tuple[Problem | None, Verdict]]":
    from ttt_asp.analyses.jobs import Question, prove_all
    from ttt_asp.api import DEFAULT_GAME
    from ttt_asp.cli.progress import Counting
    from ttt_asp.verdict import Verdict

    folders = tuple(folder.resolve() for folder in library.folders)
    limits = replace(base, progress=None)
    questions = [
        Question(
            entry.claim,
            entry.roles,
            entry.game or DEFAULT_GAME,
            entry.const,
            entry.lemmas,
            entry.engine or engine,
            folders,
            limits,
        )
        for entry, one in zip(entries, read, strict=True)
        if not isinstance(one, Verdict)
    ]
    with Counting("claims") as counting:
        verdicts = iter(prove_all(questions, executor, counting.callback))
    return [(None, one) if isinstance(one, Verdict) else (one, next(verdicts)) for one in read]


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


def prove_file(
    path: Path,
    library: "Library",
    engine: str,
    base: Limits,
    json: bool,
    executor: "Executor | None" = None,
) -> int:
    """Answer every claim of a file, print the table and the plays; the exit status."""
    from ttt_asp.claims.claims_file import read_claims
    from ttt_asp.games.notation import Notation
    from ttt_asp.show.paint import paint_for
    from ttt_asp.show.verdicts import claims_table
    from ttt_asp.show.verdicts import play as shown_play

    entries = read_claims(path)
    answered = run_claims(entries, library, engine, base, executor)
    found = [one for _, one in answered]
    if json:
        rows = [
            {"id": entry.id, **one.as_json(), "expect": entry.expect}
            for entry, one in zip(entries, found, strict=False)
        ]
        typer.echo(json_module.dumps(rows, indent=2, ensure_ascii=False))
        say_unknown(found)
        return status_of(entries, found)
    paint = paint_for(sys.stdout)
    typer.echo(claims_table(entries[: len(found)], found, paint))
    for entry, (problem, one) in zip(entries, answered, strict=False):
        if problem and one.play is not None and one.verdict in ("refuted", "incomplete"):
            title = f"{entry.id}: {one.verdict}; {one.reason}."
            typer.echo(f"\n{paint(title, 'bold')}{f' {entry.note}' if entry.note else ''}\n")
            typer.echo(shown_play(one, Notation(problem.game), paint, width()))
        elif one.verdict == "unknown":
            typer.echo(f"\n{entry.id}: unknown; {one.reason}.")
    if len(found) < len(entries):
        typer.echo(f"\nThe last {len(entries) - len(found)} claims were not looked at.")
    return status_of(entries, found)


def say_unknown(found: "list[Verdict]") -> None:
    """A line on stderr for every claim that is unknown; stdout is JSON then."""
    for one in found:
        if one.verdict == "unknown":
            typer.echo(f"unknown: {one.claim}: {one.reason}", err=True)


def width() -> int:
    """How many characters a line of output may have."""
    import shutil

    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
