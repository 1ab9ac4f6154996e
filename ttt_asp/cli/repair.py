"""`ttt-asp repair`."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.repair.exceptions import NAME
from ttt_asp.analyses.repair.result import Exceptions, Repair
from ttt_asp.api.parameters import Parameter, written
from ttt_asp.api.plain_values import folders_of, library_of
from ttt_asp.api.repairs import exceptions
from ttt_asp.authoring.writing import check_place
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.cli.calls import Call
from ttt_asp.errors import Location, wrong
from ttt_asp.files import write_new

_Overrule = Annotated[
    bool, Parameter("--exceptions", "The fewest positions to overrule, not edits.")
]
_Output = Annotated[
    Path | None, written("--output -o", "Write the exceptions: tactics/NAME.lp.", read=None)
]


def command(call: Call[Repair], overrule: _Overrule = False, output: _Output = None) -> int:
    """Find the smallest change that makes a claim true.

    The claim is refuted or incomplete. Edits change the strategy's list, the
    operands of its outermost first: insert, delete or replace a line, exchange
    two, refine one by a tactic. Exceptions overrule it at positions, counted up
    to the board's symmetries. That no smaller change does is proved.

    Examples:
    ttt-asp repair "o never loses" --o good_for_o
    ttt-asp repair "o never loses" --o good_for_o --exceptions -o mine/tactics/saves.lp
    """
    given = call.given
    if overrule and ("tactics" in given or "edits" in given):
        where = Location("--pool" if "tactics" in given else "--edits")
        raise wrong("exceptions are no edits", where, "leave it out, or --exceptions")
    if output is not None:
        if not overrule:
            raise wrong("exceptions are written, not edits", Location("-o"), "--exceptions")
        check_place(output, library_of(given), "tactic")
    if not overrule:
        return call.say(call.answer())
    found = call.to(exceptions).answer(name=output.stem if output else NAME)
    status = call.say(found)
    if output is not None:
        _write(output, found, call)
    return status


def _write(path: Path, found: Exceptions, call: Call[Repair]) -> None:
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
    asked = given.question_with(f"first({name}, {given.text})")
    spelt = given.problem.game.spelt
    line = [spelt(str(given.problem.claim))]
    for role, text in asked.roles.items():
        line += ["-r", f"{spelt(role)}={text}"]
    line += ["-g", asked.game] if asked.game != DEFAULT_GAME else []
    line += ["--position", asked.position] if asked.position is not None else []
    line += [part for key, value in asked.const.items() for part in ("-c", f"{key}={value}")]
    folders = [path.parent.parent, *folders_of(call.given)]
    line += [part for folder in folders for part in ("-S", str(folder))]
    typer.echo(said + shlex.join(line), err=True)
