"""`ttt-asp new`."""

from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.authoring.reply_table import book_of
from ttt_asp.cli import options
from ttt_asp.cli.help import Command, Group
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.files import write_new
from ttt_asp.games.game import game_names, load_game
from ttt_asp.paths import STRATEGIES
from ttt_asp.strategies.library import bad_name, entries_of, orders_of

command = typer.Typer(
    name="new",
    cls=Group,
    help="Write a skeleton of a tactic, a strategy or an order; or a book.",
)
Name = Annotated[str, typer.Argument(help="Its name: lower case, digits and _.")]
Folder = Annotated[
    Path,
    typer.Option(
        "-S", "--strategies", metavar="DIR", readable=False, help="The folder of strategies."
    ),
]
Shadow = Annotated[
    bool, typer.Option("--shadow", help="Let it hide a file of the library that is called so.")
]

_TACTIC = """\
%*! {name}: say here in a sentence what it recommends. The rule below takes a corner, as long as
the player has no mark on the board; write yours in its place.

Source: where the idea comes from. *%
suggests({name},P,mark(C)) :- {name}_first(P), corner(C), free(C).

%*! {name}_first(P): P has no mark yet. A helper's name starts with the tactic's. *%
{name}_first(P) :- role(P), not marked(P,C) : square(C).

% A position, the player to move, and everything that the tactic recommends: `ttt-asp check`
% runs these.
% example x../.../... for o: mark(cell(1,3)), mark(cell(3,1)), mark(cell(3,3))
% example x../.o./... for x: nothing
"""
_STRATEGY = """\
%*! {name}: win, else block, else the centre, else anything. Write yours in its place.

Source: where the idea comes from. *%
strategy({name},
    first(defeat, defend, center, any)).

% example xx./oo./... for x: mark(cell(1,3))
% example x../.../... for o: mark(cell(2,2))
"""
_ORDER = """\
%*! {name}: say here in a sentence what comes first. The rule below goes along the columns, each
from the top; write yours in its place.

Source: where the idea comes from. *%
order({name},mark(C),(J,I)) :- place(C,I,J).

% A position, the player to move, and all that it may do there, the first first: `ttt-asp check`
% runs these.
% example xox/oxo/.x. for o: mark(cell(3,1)), mark(cell(3,3))
"""


def _skeleton(kind: str, example: str, place: str, text: str, said: str) -> None:
    """Add the command that writes a kind's skeleton into a place of a folder of strategies."""
    line = f"ttt-asp new {kind} {example}"

    @command.command(
        kind, cls=Command, help=said, epilog=f"Examples:\n\n{line}\n\n{line} -S my_strategies"
    )
    def write(name: Name, folder: Folder = Path("strategies"), shadow: Shadow = False) -> None:
        _write(folder / place / f"{name}.lp", name, text.format(name=name), folder, shadow)


_skeleton("tactic", "corner_trap", "tactics", _TACTIC,
          "Write DIR/tactics/NAME.lp, a tactic that passes `check` as it is.")  # fmt: skip
_skeleton("order", "by_rows", "orders", _ORDER,
          "Write DIR/orders/NAME.lp, an order that passes `check` as it is, "
          "for pick(STRATEGY, NAME).")  # fmt: skip
_skeleton("strategy", "my_o", "", _STRATEGY,
          "Write DIR/NAME.lp, a strategy that passes `check` as it is.")  # fmt: skip


@command.command(
    "book",
    cls=Command,
    epilog="Examples:\n\nttt-asp new book my_book --from replies.csv -S my_strategies",
)
def new_book(
    name: Name,
    table: Annotated[
        Path,
        typer.Option(
            "--from",
            metavar="FILE.csv",
            readable=False,
            help="Columns: position,action[,role]; a comma apart.",
        ),
    ],
    folder: Folder = Path("strategies"),
    game: options.GameName = "tictactoe",
    const: options.Const = None,
    shadow: Shadow = False,
) -> None:
    """Write DIR/tactics/NAME.lp, a tactic that replies as a table does, and says nothing else."""
    path = folder / "tactics" / f"{name}.lp"
    _check_name(path, name, folder, shadow)
    deadline = Deadline()
    loaded = options.Played(game, const).load(deadline)
    text, number = book_of(table, name, loaded, deadline)
    _write(path, name, text, folder, shadow)
    typer.echo(f"it has {number} positions; elsewhere it recommends nothing")


def _write(path: Path, name: str, text: str, folder: Path, shadow: bool) -> None:

    _check_name(path, name, folder, shadow)
    write_new(path, text)
    typer.echo(f"wrote {path}")
    where = "" if folder == Path("strategies") else f" -S {folder}"
    typer.echo(f"next: edit it, ttt-asp check {path}, ttt-asp show {name}{where}")


def _check_name(path: Path, name: str, folder: Path, shadow: bool) -> None:

    constants = {c for game in game_names() for c in load_game(game, {}).constants}
    reason = bad_name(name) or (f"{name} is a constant of a game" if name in constants else "")
    taken = orders_of if path.parent.name == "orders" else entries_of
    if not reason and folder.is_dir() and name in taken(folder):
        reason = f"{name} is defined by {taken(folder)[name].label} already"
    if reason:
        raise wrong(reason, Location(name), "choose another name")
    known = taken(STRATEGIES)
    if name in known and not shadow:
        what = f"{name} would hide {known[name].label} wherever its folder is searched"
        raise wrong(what, Location(name), "choose another name, or say --shadow")
