"""`ttt-asp new`."""

from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Const, Game, Parameter
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.errors import Location, nearest, wrong
from ttt_asp.extension import hook, missing
from ttt_asp.extensions.authoring.skeleton import tactic_in
from ttt_asp.extensions.authoring.writing import ORDER, STRATEGY, TACTIC
from ttt_asp.files import write_new
from ttt_asp.progress_report import number_of
from ttt_asp.strategies.new_file import check_place

# The place of each kind in a folder of strategies, and its first text.
_KINDS = {"tactic": ("tactics", TACTIC), "order": ("orders", ORDER), "strategy": ("", STRATEGY),
          "book": ("tactics", ""), "program": ("", "")}  # fmt: skip

# What is written by hand, and where one is shown.
_WRITTEN = {
    "game": "a game is a file of rules, FILE.lp: docs/games.md shows how",
    "lemma": "a lemma is a file, DIR/lemmas/NAME.lp: strategies/README.md shows how",
    "claims": "claims are a file, DIR/claims/NAME.toml: docs/questions.md shows how",
}

_Kind = Annotated[
    str, Parameter(help="tactic, order, strategy, book or program.", completes=list(_KINDS))
]
_Name = Annotated[str, Parameter(help="Its name: lower case, digits and _; of a program a file.")]
_Folder = Annotated[
    Path,
    Parameter("-S --strategies", "The folder to write to.", metavar="DIR", completes="path"),
]
_Table = Annotated[
    Path | None,
    Parameter("--from", "The table of a book: columns position,action[,role], with commas; "
              "or the bot that a program lets play.",
              metavar="FILE", completes="path"),
]  # fmt: skip


def command(
    kind: _Kind,
    name: _Name,
    folder: _Folder = Path("strategies"),
    table: _Table = None,
    game: Game = DEFAULT_GAME,
    const: Const = None,
) -> None:
    """Begin a tactic, a strategy or an order; write a book or a program.

    A tactic is DIR/tactics/NAME.lp, a strategy DIR/NAME.lp, and an order, as in pick(STRATEGY,
    NAME), DIR/orders/NAME.lp. Each passes `check` as it is. With -g a tactic is begun in the words
    of that game. A book is a tactic that replies as a table says, and recommends nothing elsewhere.
    A program, FILE.py, lets a bot play as it is written; the bot's file is the one beside it.

    Examples:
    ttt-asp new tactic leave_few -g pick_up_bricks
    ttt-asp new strategy my_o -S my_strategies
    """
    if kind not in _KINDS:
        listed = f"the kinds are {', '.join(_KINDS)}"
        hint = _WRITTEN.get(kind) or nearest(kind, list(_KINDS), listed)
        raise wrong(f"there is no kind {kind}", Location("KIND"), hint)
    if kind == "program":
        _write_adapter(Path(name), table)
        return
    of_table, other = kind == "book", bool(const) or game != DEFAULT_GAME
    if of_table != (table is not None):
        message = "a book, and nothing else, is made of a table with the replies in a game"
        raise wrong(message, Location(kind), "ttt-asp new book NAME --from FILE.csv")
    if other and kind not in ("tactic", "book"):
        message = f"the skeleton of {'an order' if kind == 'order' else 'a strategy'} names no game"
        raise wrong(message, Location.argument("game"), "leave it out, and --const")
    place, text = _KINDS[kind]
    path = folder / place / f"{name}.lp"
    check_place(path, "tactic" if of_table else kind, name)
    text = text.format(name=name)
    given = Arguments(game=game, const=const)
    if other and kind == "tactic":
        text = tactic_in(given.game, name)
    if table is not None:
        if (book_of := hook("reply_table")) is None:
            raise wrong(f"tables of replies are read by {missing('program:')}", Location(kind))
        text, number = book_of(table, name, given.game, given.limits.deadline)
    write_new(path, text)
    typer.echo(f"wrote {path}")
    where = "" if folder == Path("strategies") else f" -S {folder}"
    typer.echo(f"next: edit it, ttt-asp check {path}, ttt-asp show {name}{where}")
    if table is not None:
        typer.echo(f"it has {number_of(number, 'position')}; elsewhere it recommends nothing")


def _write_adapter(path: Path, bot: Path | None) -> None:
    """Write a program that lets a bot play."""
    form = "ttt-asp new program adapter.py --from mybot.py"
    if bot is None or path.suffix != ".py":
        raise wrong(
            "a program, FILE.py, lets the bot of another file play", Location(str(path)), form
        )
    adapter_of = hook("adapter")
    if adapter_of is None:
        raise wrong(f"programs are asked by {missing('program:')}", Location("program"))
    write_new(path, adapter_of(bot, path))
    typer.echo(f"wrote {path}")
    typer.echo(f"next: check what it guessed, ttt-asp prove 'o never loses' --o program:{path}")
