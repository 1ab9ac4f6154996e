"""`ttt-asp new`, and the skeleton of a tactic in the words of any game."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.errors import Location, nearest, wrong
from ttt_asp.extension import hook, missing
from ttt_asp.extensions.authoring.domains import words_of
from ttt_asp.extensions.authoring.sampling import Moment, example_lines, sample, split
from ttt_asp.extensions.authoring.writing import ORDER, STRATEGY, TACTIC, check_place, write_new
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.games.game import Game
from ttt_asp.limits import number_of
from ttt_asp.lp.scan import read_term
from ttt_asp.lp.source import parse
from ttt_asp.strategies.strategy import Strategy
from ttt_asp.strategies.terms import Composition

# The place of each kind in a folder of strategies, and its first text.
_KINDS = {"tactic": ("tactics", TACTIC), "order": ("orders", ORDER), "strategy": ("", STRATEGY),
          "book": ("tactics", ""), "program": ("", ""), "game": ("", "")}  # fmt: skip

# What is written by hand, and where one is shown.
_WRITTEN = {
    "lemma": "a lemma is a file, DIR/lemmas/NAME.lp: strategies/README.md shows how",
    "claims": "claims are a file, DIR/claims/NAME.toml: docs/questions.md shows how",
}

_Kind = Annotated[
    str, Parameter(help="tactic, order, strategy, book, program or game.", completes=list(_KINDS))
]
_Name = Annotated[
    str, Parameter(help="Its name: lower case, digits and _; of a program or a game a file.")
]
_Folder = Annotated[
    Path, Parameter("-S --strategies", "The folder to write to.", metavar="DIR", completes="path")
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
    game: p.Game = DEFAULT_GAME,
    const: p.Const = None,
) -> None:
    """Begin a tactic, strategy, order or game; write a book or a program.

    A tactic is DIR/tactics/NAME.lp, a strategy DIR/NAME.lp, and an order, as in pick(STRATEGY,
    NAME), DIR/orders/NAME.lp. Each passes `check` as it is. With -g a tactic is begun in the words
    of that game. A book is a tactic that replies as a table says, and recommends nothing elsewhere.
    A program, FILE.py, lets a bot play as it is written; the bot's file is the one beside it.
    A game, FILE.lp, begins with the rules of another one, -g, and the constants of -c.

    Examples:
    ttt-asp new tactic leave_few -g pick_up_bricks
    ttt-asp new game mine.lp -g connect_four -c cols=5
    """
    if kind not in _KINDS:
        listed = f"the kinds are {', '.join(_KINDS)}"
        hint = _WRITTEN.get(kind) or nearest(kind, list(_KINDS), listed)
        raise wrong(f"there is no kind {kind}", Location("KIND"), hint)
    if kind == "program":
        _write_adapter(Path(name), table)
        return
    if kind == "game":
        if table is not None:
            raise wrong("a game is made of no table", Location("--from"), "leave it out")
        _write_game(Path(name), Arguments(game=game, const=const).game, const or {})
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


_TACTIC = """\
%*! {name}: say here in a sentence what it recommends. The rule below recommends what may be done
in positions with a fluent that holds where play begins; write yours in its place.

Source: where the idea comes from. *%
suggests({name},P,{action}) :- legal(P,{action}), {name}_when(P).

%*! {name}_when(P): the condition. A helper's name starts with the tactic's. *%
{name}_when(P) :- role(P), true({fluent}).

% The words of the game, besides those of docs/predicates.md:
{words}

% game {game}
% A position, the player to move, and everything that the tactic recommends: `ttt-asp check`
% runs these.
"""


def tactic_in(game: Game, name: str) -> str:
    """Return the text of a tactic that speaks of a game's actions and fluents; `check` passes it.

    Raises:
        InputError: nobody ever has a choice in random plays of the game, or an example could not
            name it.
    """
    moments = sample(game).moments
    if not moments:
        raise wrong(f"nobody has a choice in {game.name}", Location.argument("game"))
    if len(game.name.split()) > 1:
        message = "a tactic's file cannot name a game whose name has a space"
        raise wrong(message, Location.argument("game"), "rename its file")
    words, first = words_of(game), moments[0]
    const = "".join(f" {key}={value}" for key, value in game.constants.items())
    text = _TACTIC.format(
        name=name,
        action=_open(min(first.legal)),
        fluent=_passing(first, moments),
        words="\n".join(
            f"%   {kind}: {', '.join(terms)}"
            for kind, terms in (
                ("roles", game.roles),
                ("actions", words.actions),
                ("fluents, in true(...)", words.fluents),
                ("relations", words.relations),
            )
            if terms
        ),
        game=game.name + const,
    )
    source = parse(text.encode(), f"tactics/{name}.lp")
    strategy = Strategy(name, Composition("tactic", name), (source,))
    asked = sample(game, ((name, source),)).moments
    speaking, silent = split(asked, name)
    lines = example_lines([*speaking[:1], *silent[:1]], strategy, PositionReader(game), set())
    return text + "".join(f"{line}\n" for line in lines)


def _write_game(path: Path, like: Game, const: Mapping[str, object]) -> None:
    """Write the rules of a game, with other values of its constants, to a file to be changed."""
    form = "ttt-asp new game mine.lp -g connect_four"
    if path.suffix != ".lp":
        raise wrong("a game is a file, FILE.lp", Location(str(path)), form)
    if like.rules.path is None or like.rules.path.suffix != ".lp":
        raise wrong(f"{like.name} has no rules to begin with", Location.argument("game"), form)
    text = like.rules.text.decode()
    for name, value in const.items():
        text, found = re.subn(rf"(?m)^#const {name} = .*\.$", f"#const {name} = {value}.", text)
        if not found:
            message = f"{name} is a constant of the vocabulary: no line of the file gives its value"
            raise wrong(message, Location.argument("const"), "leave it out here, and say it later")
    write_new(path, text)
    typer.echo(f"wrote {path}")
    typer.echo(f"next: edit it, ttt-asp check {path}, ttt-asp solve -g {path}")


def _open(action: str) -> str:
    """Return an action with variables for its arguments."""
    term = read_term(action)
    variables = ",".join("ABCDEFGH"[n : n + 1] or f"A{n}" for n in range(len(term.arguments)))
    return f"{term.name}({variables})" if term.arguments else str(term)


def _passing(first: Moment, moments: tuple[Moment, ...]) -> str:
    """Return a fluent of a position, if possible one that does not hold at all others."""
    passing = [
        fluent
        for fluent in sorted(first.position)
        if any(fluent not in moment.position for moment in moments)
    ]
    return min([*passing, *first.position], key=lambda fluent: fluent not in passing)


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
