"""`ttt-asp list`."""

import sys
from typing import Annotated

import typer

from ttt_asp.claims.claims_file import read_claims
from ttt_asp.cli import options
from ttt_asp.errors import Location, nearest, wrong
from ttt_asp.games.game import game_names
from ttt_asp.lp.source import read
from ttt_asp.paths import ASP
from ttt_asp.show.paint import paint_for
from ttt_asp.strategies.library import Library

KINDS = ("games", "tactics", "strategies", "orders", "lemmas", "claims")
_FILES = (
    ("FILE.lp", "Any winning sets, or any rules, from a file of your own."),
    ("FILE.pg", "A positional game in the published format."),
    ("FILE.kif", "Any game in the Game Description Language, prefix notation; FILE.hrf: infix."),
)


def command(
    kind: Annotated[
        str | None,
        typer.Argument(metavar="[games|tactics|strategies|orders|lemmas|claims]", help="Which."),
    ] = None,
    strategies: options.Strategies = None,
    verbose: Annotated[
        bool, typer.Option("-v", "--verbose", help="Name all files that hide others.")
    ] = False,
) -> None:
    """List games, tactics, strategies, orders, lemmas and claims files.

    Examples:
    ttt-asp list
    ttt-asp list tactics
    """
    if kind is not None and kind not in KINDS:
        hint = nearest(kind, KINDS, f"one of {', '.join(KINDS)}")
        raise wrong(f"there is nothing called {kind} to list", Location("list"), hint)
    library = options.open_with_warnings(strategies, verbose=verbose)
    paint = paint_for(sys.stdout)
    for number, one in enumerate([kind] if kind else KINDS):
        rows = _rows(one, library)
        width = max((len(name) for name, _ in rows), default=0)
        if kind is None:
            typer.echo(("\n" if number else "") + paint(one, "bold"))
        for name, doc in rows:
            typer.echo(f"  {paint(name.ljust(width), 'cyan')}  {doc}")


def _rows(kind: str, library: Library) -> list[tuple[str, str]]:
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
