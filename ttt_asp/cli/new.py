"""`ttt-asp new`."""

from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.api.parameters import Const, Game, Parameter
from ttt_asp.api.plain_values import const_of
from ttt_asp.authoring.reply_table import book_of
from ttt_asp.authoring.skeletons import ORDER, STRATEGY, TACTIC, check_name
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.cli.help import Command, Group
from ttt_asp.cli.signatures import typed
from ttt_asp.deadline import Deadline
from ttt_asp.files import write_new
from ttt_asp.games.load import load_game

command = typer.Typer(
    name="new",
    cls=Group,
    add_completion=False,
    help="Write a skeleton of a tactic, a strategy or an order; or a book.",
)
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


def _skeleton(kind: str, example: str, place: str, text: str, said: str) -> None:
    """Add the command that writes a kind's skeleton into a place of a folder of strategies."""
    line = f"ttt-asp new {kind} {example}"

    def write(name: Name, folder: Folder = Path("strategies"), shadow: Shadow = False) -> None:
        _write(folder / place / f"{name}.lp", name, text.format(name=name), folder, shadow)

    examples = f"Examples:\n\n{line}\n\n{line} -S my_strategies"
    add = command.command(kind, cls=Command, help=said, epilog=examples)
    add(typed(write, None, json=False))


_skeleton("tactic", "corner_trap", "tactics", TACTIC,
          "Write DIR/tactics/NAME.lp, a tactic that passes `check` as it is.")  # fmt: skip
_skeleton("order", "by_rows", "orders", ORDER,
          "Write DIR/orders/NAME.lp, an order that passes `check` as it is, "
          "for pick(STRATEGY, NAME).")  # fmt: skip
_skeleton("strategy", "my_o", "", STRATEGY,
          "Write DIR/NAME.lp, a strategy that passes `check` as it is.")  # fmt: skip


def _book(
    name: Name,
    table: _Table,
    folder: Folder = Path("strategies"),
    game: Game = DEFAULT_GAME,
    const: Const = None,
    shadow: Shadow = False,
) -> None:
    """Write DIR/tactics/NAME.lp, a tactic that replies as a table does, and says nothing else."""
    path = folder / "tactics" / f"{name}.lp"
    check_name(path, name, folder, shadow)
    deadline = Deadline()
    loaded = load_game(game, const_of(const), deadline)
    text, number = book_of(table, name, loaded, deadline)
    _write(path, name, text, folder, shadow)
    typer.echo(f"it has {number} positions; elsewhere it recommends nothing")


command.command(
    "book",
    cls=Command,
    epilog="Examples:\n\nttt-asp new book my_book --from replies.csv -S my_strategies",
)(typed(_book, None, json=False))


def _write(path: Path, name: str, text: str, folder: Path, shadow: bool) -> None:

    check_name(path, name, folder, shadow)
    write_new(path, text)
    typer.echo(f"wrote {path}")
    where = "" if folder == Path("strategies") else f" -S {folder}"
    typer.echo(f"next: edit it, ttt-asp check {path}, ttt-asp show {name}{where}")
