"""`ttt-asp new`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Const, Game, Parameter
from ttt_asp.authoring.reply_table import book_of
from ttt_asp.authoring.writing import ORDER, STRATEGY, TACTIC, check_name
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.cli.help import Group
from ttt_asp.cli.signatures import command_of
from ttt_asp.files import write_new
from ttt_asp.progress_report import number_of

Name = Annotated[str, Parameter(help="Its name: lower case, digits and _.")]
Folder = Annotated[
    Path,
    Parameter("-S --strategies", "The folder of strategies.", metavar="DIR", completes="path"),
]
Shadow = Annotated[
    bool, Parameter("--shadow", "Let it hide a file of the library that is called so.")
]
_Table = Annotated[
    Path,
    Parameter("--from", "Columns: position,action[,role]; a comma apart.", metavar="FILE.csv",
              completes="path"),
]  # fmt: skip


def _skeleton(kind: str, example: str, place: str, text: str, summary: str) -> Any:
    """Return the command that writes a kind's skeleton into a place of a folder of strategies."""

    def write(name: Name, folder: Folder = Path("strategies"), shadow: Shadow = False) -> None:
        _write(folder / place / f"{name}.lp", name, text.format(name=name), folder, shadow)

    line = f"ttt-asp new {kind} {example}"
    write.__doc__ = f"{summary}\n\nExamples:\n{line}\n{line} -S my_strategies"
    return command_of(kind, write)


def _book(
    name: Name,
    table: _Table,
    folder: Folder = Path("strategies"),
    game: Game = DEFAULT_GAME,
    const: Const = None,
    shadow: Shadow = False,
) -> None:
    """Write DIR/tactics/NAME.lp, a tactic that replies as a table does, and says nothing else.

    Examples:
    ttt-asp new book my_book --from replies.csv -S my_strategies
    """
    path = folder / "tactics" / f"{name}.lp"
    check_name(path, name, folder, shadow)
    given = Arguments(game=game, const=const)
    text, number = book_of(table, name, given.game, given.limits.deadline)
    _write(path, name, text, folder, shadow)
    typer.echo(f"it has {number_of(number, 'position')}; elsewhere it recommends nothing")


def _write(path: Path, name: str, text: str, folder: Path, shadow: bool) -> None:

    check_name(path, name, folder, shadow)
    write_new(path, text)
    typer.echo(f"wrote {path}")
    where = "" if folder == Path("strategies") else f" -S {folder}"
    typer.echo(f"next: edit it, ttt-asp check {path}, ttt-asp show {name}{where}")


_COMMANDS = {
    "tactic": _skeleton("tactic", "corner_trap", "tactics", TACTIC,
                        "Write DIR/tactics/NAME.lp, a tactic that passes `check` as it is."),
    "order": _skeleton("order", "by_rows", "orders", ORDER,
                       "Write DIR/orders/NAME.lp, an order that passes `check` as it is, "
                       "for pick(STRATEGY, NAME)."),
    "strategy": _skeleton("strategy", "my_o", "", STRATEGY,
                          "Write DIR/NAME.lp, a strategy that passes `check` as it is."),
    "book": command_of("book", _book),
}  # fmt: skip
_ABOUT = "Write a skeleton of a tactic, a strategy or an order; or a book."
command = Group(name="new", commands=_COMMANDS, help=_ABOUT)
