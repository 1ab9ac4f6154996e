"""`ttt-asp show`."""

import sys
from typing import Annotated

import typer

from ttt_asp.authoring.words import meanings
from ttt_asp.cli import completion, options
from ttt_asp.show.paint import paint_for
from ttt_asp.show.tree import tree
from ttt_asp.strategies.composition import parse_term, resolve


def command(
    name: Annotated[
        str,
        typer.Argument(
            help="A tactic, strategy, order, lemma, term, operator, or predicate.",
            autocompletion=completion.strategy,
        ),
    ],
    strategies: options.Strategies = None,
) -> None:
    """Show a tactic, a strategy as a tree with ∇ and △, or a word.

    Examples:
    ttt-asp show fork
    ttt-asp show good_for_x
    """
    library = options.open_with_warnings(strategies)
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
    elif words := [] if entry else meanings(name):
        typer.echo("\n".join(words))
    else:
        term = parse_term(name, "<name>")
        term = resolve(term, library.find, library.names(), library.orders)
        typer.echo(tree(term, paint))
