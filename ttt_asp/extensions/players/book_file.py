"""Books that commands write: strategies that were found, and the replies of programs."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import written
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import DEFAULT_GAME, Question
from ttt_asp.cli.calls import folder_options
from ttt_asp.cli.prove import ProofOption
from ttt_asp.errors import Location, wrong
from ttt_asp.extension import missing
from ttt_asp.games.game import Game
from ttt_asp.strategies.library import Library
from ttt_asp.verdict import Verdict


def say_written(files: Iterable[Path], again: Sequence[str], err: bool = True) -> None:
    """Say which files were written, and with which command the claim is proved by them."""
    for file in files:
        typer.echo(f"wrote {file}", err=err)
    typer.echo(f"next: {shlex.join(again)}", err=err)


def check_book(path: Path, game: Game, library: Library | None = None) -> None:
    """Refuse, before any work, a file for a book that `check_place` refuses, or named wrongly."""
    _refuse_no_authoring(str(path))
    # here, as all else of programs does without that extension
    from ttt_asp.extensions.authoring.writing import check_place

    check_place(path, "tactic", library=library)
    if path.stem in game.constants:
        message = f"{path.stem} is a constant of the game"
        raise wrong(message, Location(str(path)), "choose another name")


def write_book(path: Path, text: str, pages: int, asked: Question, *more: str) -> str:
    """Write a tactic; return a message about it, with the command that proves a claim by it."""
    from ttt_asp.extensions.authoring.writing import write_new

    write_new(path, text)
    wrote = f"wrote {path} ({pages:,} page{'s' if pages != 1 else ''})"
    again = shlex.join([*prove_command(asked), *more])
    return f"{wrote}; next: {again}" if asked.claim else wrote


def prove_command(asked: Question) -> list[str]:
    """Return the command that asks a question."""
    line = ["ttt-asp", "prove", asked.claim]
    line += ["-g", asked.game] if asked.game != DEFAULT_GAME else []
    line += ["--position", asked.position] if asked.position is not None else []
    for flag, given in (("-c", asked.const), ("-r", asked.roles)):
        for key, value in given.items():
            line += [flag, f"{key}={value}"]
    return line + folder_options(asked.folders)


def _refuse_no_authoring(place: str) -> None:
    if lacking := missing("new"):
        raise wrong(f"new files are written by {lacking}", Location(place))


def _refuse(problem: Problem, folder: Path) -> None:
    """Refuse a claim without programs, and files that could not be written, or found."""
    _refuse_no_authoring("-o")
    from ttt_asp.extensions.authoring.writing import check_place

    names = [strategy.text for strategy in problem.strategies.values() if strategy.inquiry]
    if not names:
        message = "the replies of programs are written, and no role is played by one"
        raise wrong(message, Location("-o"), "as --o program:bot.py")
    for name in names:
        check_place(folder / "tactics" / f"{name}.lp", "tactic")


def _write(
    folder: Path, problem: Problem | None, verdict: Verdict, given: Mapping[str, Any]
) -> None:
    """Write the replies of programs, and print the command that asks the same of them."""
    books: dict[Path, str] = {}
    for strategy in problem.written().strategies.values() if problem else ():
        for source in strategy.tactics if strategy.inquiry else ():
            books[folder / source.label] = source.text.decode()
    if problem is None or not books:
        typer.echo("no replies are written: there are none", err=True)
        return
    from ttt_asp.extensions.authoring.writing import write_all_new

    write_all_new(books)
    typed = Arguments(given)
    roles = {r: each.text for r, each in problem.strategies.items() if not each.assumed}
    asked = typed.posed(given["claim"], None)
    asked = replace(asked, roles=roles, folders=(folder, *typed.folders))
    say_written(books, prove_command(asked))


REPLIES = ProofOption(
    "output",
    Annotated[
        Path | None,
        written("--output -o", "Write the replies of programs: DIR/tactics/NAME.lp.", "DIR", None),
    ],
    _refuse,
    _write,
)
