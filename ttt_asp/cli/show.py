"""`ttt-asp show`."""

import sys
from dataclasses import replace
from typing import Annotated

import typer

from ttt_asp.analyses.wellformed import wellformed
from ttt_asp.authoring.words import meanings
from ttt_asp.cli import completion, options
from ttt_asp.cli.progress import Progress
from ttt_asp.games.game import SUFFIXES, game_names, load_game
from ttt_asp.games.notation import Notation
from ttt_asp.show.game import game_text
from ttt_asp.show.paint import paint_for
from ttt_asp.show.tree import tree
from ttt_asp.show.wellformed import wellformedness
from ttt_asp.strategies.composition import parse_term, resolve

# Positions that are looked at to show a game; `check` looks at more.
_FEW = 200_000


def command(
    name: Annotated[
        str,
        typer.Argument(
            help="A tactic, strategy, order, lemma, term, game, operator, or predicate.",
            autocompletion=completion.strategy,
        ),
    ],
    spent: options.Spent,
    const: options.Const = None,
    strategies: options.Strategies = None,
) -> None:
    """Show a tactic, a game or a word; a strategy as a tree, ∇ and △.

    Of a game, built in or FILE.lp, FILE.pg, FILE.kif or FILE.hrf: its constants, what its board
    has, and whether it is well-formed.

    Examples:
    ttt-asp show good_for_x
    ttt-asp show tictactoe -c line=2
    """
    library = options.open_with_warnings(strategies)
    paint = paint_for(sys.stdout)
    known = name in library.entries or name in library.orders or name in library.lemmas
    if not known and (name in game_names() or name.endswith((".lp", ".pg", *SUFFIXES))):
        _game(name, const, spent)
        return
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
    elif words := [] if entry else meanings(name):
        typer.echo("\n".join(words))
    else:
        term = parse_term(name, "<name>")
        term = resolve(term, library.find, library.names(), library.orders)
        typer.echo(tree(term, paint))


def _game(name: str, const: list[str] | None, spent: options.Spent) -> None:
    limits = spent.limits()
    limits = replace(limits, max_positions=min(limits.max_positions or _FEW, _FEW))
    given = options.pairs(const, "-c", "NAME=VALUE, as rows=4")
    with Progress():
        loaded = load_game(name, given, limits.deadline)
        defaults = load_game(name, {}, limits.deadline).constants if given else loaded.constants
    paint = paint_for(sys.stdout)
    typer.echo(game_text(loaded, dict(defaults), paint) + "\n")
    with Progress() as progress:
        telling = replace(limits, progress=progress.tell)
        found = wellformed(loaded, telling, name.endswith(".kif"))
    typer.echo(wellformedness("", found, Notation(loaded), paint, options.width()).lstrip("\n"))
