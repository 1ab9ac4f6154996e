"""`ttt-asp list`, `ttt-asp show` and `ttt-asp suggest`."""

import dataclasses
import json as json_module
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ttt_asp.cli import options
from ttt_asp.cli.claims import width
from ttt_asp.cli.options import open_with_warnings

if TYPE_CHECKING:
    from ttt_asp.strategies.library import Library

KINDS = ("games", "tactics", "strategies", "orders", "lemmas", "claims")
_FILES = (
    ("FILE.lp", "Any winning sets, or any rules, from a file of your own."),
    ("FILE.pg", "A positional game in the published format."),
    ("FILE.kif", "Any game in the Game Description Language, prefix notation; FILE.hrf: infix."),
)


def list_names(
    kind: Annotated[
        str | None,
        typer.Argument(metavar="[games|tactics|strategies|orders|lemmas|claims]", help="Which."),
    ] = None,
    strategies: options.Strategies = None,
) -> None:
    """List games, tactics, strategies, orders, lemmas and claims files.

    Examples:
    ttt-asp list
    ttt-asp list tactics
    """
    from ttt_asp.errors import Location, nearest, wrong
    from ttt_asp.show.paint import paint_for

    if kind is not None and kind not in KINDS:
        hint = nearest(kind, KINDS, f"one of {', '.join(KINDS)}")
        raise wrong(f"there is nothing called {kind} to list", Location("list"), hint)
    library = open_with_warnings(strategies)
    paint = paint_for(sys.stdout)
    for number, one in enumerate([kind] if kind else KINDS):
        rows = _rows(one, library)
        width = max((len(name) for name, _ in rows), default=0)
        if kind is None:
            typer.echo(("\n" if number else "") + paint(one, "bold"))
        for name, doc in rows:
            typer.echo(f"  {paint(name.ljust(width), 'cyan')}  {doc}")


def _rows(kind: str, library: "Library") -> list[tuple[str, str]]:
    from ttt_asp.claims.claims_file import read_claims
    from ttt_asp.games.game import game_names
    from ttt_asp.lp.source import read
    from ttt_asp.paths import ASP

    if kind == "games":
        paths = [(name, ASP / "games" / f"{name}.lp") for name in game_names()]
        rows = [(name, _sentence(read(path).doc)) for name, path in paths]
        return [*rows, *_FILES]
    if kind == "claims":
        files = [(path.name, read_claims(path)) for path in library.claims()]
        return [(name, f"{len(c)} claims: {_few([e.id for e in c])}") for name, c in files]
    if kind in ("orders", "lemmas"):
        entries = sorted((library.orders if kind == "orders" else library.lemmas).items())
        return [(name, _sentence(entry.read().doc)) for name, entry in entries]
    names = library.names("tactic" if kind == "tactics" else "strategy")
    rows = [(name, _sentence(library.entries[name].read().doc)) for name in names]
    return [*rows, ("any", "Every legal action (built in).")] if kind == "tactics" else rows


def _few(names: list[str]) -> str:
    left = len(names) - 6
    return ", ".join(names[:6] if left > 0 else names) + (f", and {left} more" if left > 0 else "")


def _sentence(doc: str) -> str:
    first = " ".join(doc.split("\n\n")[0].split())
    return first.split(". ")[0].removesuffix(".") + "." if first else ""


def show(
    name: Annotated[
        str,
        typer.Argument(
            help="A tactic, a strategy, an order, a lemma, or a term.",
            autocompletion=options.complete_strategy,
        ),
    ],
    strategies: options.Strategies = None,
) -> None:
    """Show a tactic or an order, or a strategy as a tree with ∇ and △.

    Examples:
    ttt-asp show fork
    ttt-asp show good_for_x
    """
    from ttt_asp.show.paint import paint_for
    from ttt_asp.show.tree import tree
    from ttt_asp.strategies.composition import parse_term, resolve

    library = open_with_warnings(strategies)
    paint = paint_for(sys.stdout)
    entry = library.entries.get(name, library.orders.get(name, library.lemmas.get(name)))
    if entry is not None:
        source = entry.read()
        typer.echo(f"{paint(name, 'bold')} ({entry.kind}, {entry.label})")
        if source.doc:
            typer.echo(f"\n{source.doc}")
        typer.echo()
    if entry is not None and entry.kind in ("tactic", "order", "lemma"):
        for statement in source.statements:
            typer.echo(source.text[statement.begin : statement.end].decode())
    else:
        term = parse_term(name, "<name>")
        term = resolve(term, library.find, library.names(), library.orders)
        typer.echo(tree(term, paint))


def suggest(
    strategy: Annotated[
        str,
        typer.Argument(
            help="A strategy, tactic or term.", autocompletion=options.complete_strategy
        ),
    ],
    position: Annotated[
        str,
        typer.Option("--position", metavar="POSITION", help="Rows from the top, as x../.o./..x"),
    ],
    role: Annotated[
        str | None, typer.Option("--role", help="Who is to move; else it follows from the counts.")
    ] = None,
    game: options.Game = "tictactoe",
    const: options.Const = None,
    strategies: options.Strategies = None,
    svg: options.Svg = None,
    json: options.Json = False,
) -> None:
    """Show what a strategy recommends at a position.

    It names the tactic that decided, and those before it, which had nothing to say.

    Examples:
    ttt-asp suggest good_for_x --position "x../.o./..x" --role x
    ttt-asp suggest "first(defeat, fork)" --position "x.o/.x./..o"
    """
    from ttt_asp.deadline import Deadline
    from ttt_asp.engines.position import advise
    from ttt_asp.engines.spelling import spelt_advice, spelt_position
    from ttt_asp.games.game import load_game
    from ttt_asp.games.notation import Notation
    from ttt_asp.games.roles import role_of
    from ttt_asp.show.paint import paint_for
    from ttt_asp.show.suggestions import suggestion
    from ttt_asp.strategies.strategy import load_strategy

    library = open_with_warnings(strategies)
    loaded = load_game(game, options.constants(const))
    notation = Notation(loaded)
    named = None if role is None else role_of(role, loaded)
    fluents = notation.parse(position, named)
    mover = named or notation.mover(fluents)
    chosen = load_strategy(strategy, "strategy", loaded, library)
    # where no fluent says whose turn it is, it is that of the first role with a choice
    heard = [
        advise(loaded, one, chosen, fluents, Deadline())
        for one in ([mover] if mover else loaded.roles)
    ]
    advice = next((one for one in heard if len(one.legal) > 1), heard[0])
    if svg is not None:
        from ttt_asp.files import write_bytes
        from ttt_asp.show.svg import position_svg

        may = {notation.places[a] for a in advice.recommended if a in notation.places}
        decided = f": {advice.decided}" if advice.decided else ""
        title = f"{loaded.spelt(advice.role)} to move{decided}"
        write_bytes(svg, position_svg(notation, fluents, may, title).encode())
        typer.echo(f"wrote {svg}", err=True)
    advice, fluents = spelt_advice(advice, loaded), spelt_position(fluents, loaded)
    if json:
        plain = {"position": notation.write(fluents), **dataclasses.asdict(advice)}
        typer.echo(json_module.dumps(plain, indent=2, ensure_ascii=False))
        return
    typer.echo(suggestion(advice, notation, fluents, paint_for(sys.stdout), width()))
