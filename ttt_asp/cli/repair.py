"""`ttt-asp repair`."""

import json as json_module
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.fill.given_list import GivenList
from ttt_asp.analyses.fill.pool import pool_of
from ttt_asp.analyses.repair.exceptions import NAME
from ttt_asp.analyses.repair.exceptions import exceptions as find_exceptions
from ttt_asp.analyses.repair.repair import MOST_EDITS
from ttt_asp.analyses.repair.repair import repair as find_repair
from ttt_asp.analyses.repair.result import Exceptions, Repair
from ttt_asp.claims.question import DEFAULT_GAME, read
from ttt_asp.cli import options
from ttt_asp.cli.library import open_with_warnings
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.solve import check_place
from ttt_asp.cli.values import names_of, tactics, whole
from ttt_asp.errors import Location, wrong
from ttt_asp.files import write_new

EXIT = {"repaired": 0, "proved": 0, "none": 1, "unknown": 3}


def command(
    claim: options.Sentence,
    asked: options.Asked,
    spent: options.Spent,
    whose: Annotated[
        str | None,
        typer.Option(
            "--as", metavar="ROLE", help="Whose; else who has a strategy, or is claimed about."
        ),
    ] = None,
    pool: Annotated[
        str | None,
        tactics("--pool", "Tactics that edits may put in."),
    ] = None,
    edits: Annotated[
        int | None,
        whole(
            "--edits",
            of="edits",
            least=1,
            example=2,
            metavar="N",
            help="Try up to N edits.",
            show_default=str(MOST_EDITS),
        ),
    ] = None,
    positions: Annotated[
        bool,
        typer.Option("--exceptions", help="The fewest positions to overrule, not edits."),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write the exceptions: tactics/NAME.lp."
        ),
    ] = None,
    json: options.Json = False,
) -> int:
    """Find the smallest change that makes a claim true.

    The claim is refuted or incomplete. Edits change the strategy's list, the
    operands of its outermost first: insert, delete or replace a line, exchange
    two, refine one by a tactic. Exceptions overrule it at positions, counted up
    to the board's symmetries. That no smaller change does is proved.

    Examples:
    ttt-asp repair "o never loses" --o good_for_o
    ttt-asp repair "o never loses" --o good_for_o --exceptions -o mine/tactics/saves.lp
    """
    if positions and (pool is not None or edits is not None):
        where = Location("--pool" if pool is not None else "--edits")
        raise wrong("exceptions are no edits", where, "leave it out, or --exceptions")
    if output is not None:
        if not positions:
            raise wrong("exceptions are written, not edits", Location("-o"), "--exceptions")
        check_place(output)
    library = open_with_warnings(asked.strategies)
    if output is not None and output.stem in library.entries:
        hidden = library.entries[output.stem].label
        raise wrong(f"it would hide {hidden}", Location(str(output)), "choose another name")
    question = asked.question(" ".join(claim), library)
    with Progress() as progress:
        limits = replace(spent.limits(), progress=progress.tell)
        problem = read(question, limits.deadline)
    given = GivenList.of(question, problem, whose)
    if positions:
        with Progress() as progress:
            limits = replace(limits, progress=progress.tell)
            overruled = find_exceptions(given, limits, output.stem if output else NAME)
        _print(overruled, json)
        if output is not None:
            _write(output, overruled, asked)
        return EXIT[overruled.answer]
    names = None if pool is None else names_of(pool, "--pool")
    chosen = pool_of(names, [problem.game], library, option="--pool")
    with Progress() as progress:
        limits = replace(limits, progress=progress.tell)
        found = find_repair(given, chosen, edits or MOST_EDITS, limits)
    _print(found, json)
    return EXIT[found.answer]


def _print(found: Repair | Exceptions, json: bool) -> None:
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        say(found)


def _write(path: Path, found: Exceptions, asked: options.Asked) -> None:
    """Write the book of the exceptions, or say on stderr why there is none."""
    if not found.overruled:
        typer.echo(f"no exceptions: the answer is {found.answer}", err=True)
        return
    given, name = found.given, path.stem
    if name in given.problem.game.constants:
        raise wrong(f"{name} is a constant of the game", Location(str(path)))
    write_new(path, found.book(name))
    pages = len(found.pages)
    said = f"wrote {path} ({pages:,} page{'s' if pages != 1 else ''}); next: ttt-asp prove "
    roles = given.question_with(f"first({name}, {given.text})").roles
    spelt = given.problem.game.spelt
    line = [spelt(str(given.problem.claim))]
    for role, text in roles.items():
        line += ["-r", f"{spelt(role)}={text}"]
    line += ["-g", asked.game] if asked.game != DEFAULT_GAME else []
    line += ["--position", asked.position] if asked.position is not None else []
    line += [part for text in asked.const or [] for part in ("-c", text)]
    folders = [path.parent.parent, *(asked.strategies or [])]
    line += [part for folder in folders for part in ("-S", str(folder))]
    typer.echo(said + shlex.join(line), err=True)
