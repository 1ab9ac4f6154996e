"""The library and its claims as commands find them, and the warnings about these on stderr."""

import os
from collections.abc import Iterable
from pathlib import Path

import typer

from ttt_asp.api.arguments import LISTENER, Arguments, Listener
from ttt_asp.cli import with_options
from ttt_asp.show.terminal import diagnostics_text
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import Strategy
from ttt_asp.verdict import Origin


def print_warnings(strategies: Iterable[Strategy]) -> None:
    """Print on stderr, once each, the warnings about strategies: rules that can never apply."""
    warnings = dict.fromkeys(warning for strategy in strategies for warning in strategy.warnings)
    if warnings:
        typer.echo(diagnostics_text(with_options(warnings), "warning"), err=True)


def print_program(name: str, inquiry: Origin) -> None:
    """Print on stderr which program's replies a name stands for."""
    typer.echo(f"{name} is {inquiry.program} ({inquiry})", err=True)
    for why in list(inquiry.failed.values())[:1]:
        typer.echo(f"  {why}", err=True)


def heed_hidden_names(claims: str = "", verbose: bool = False) -> None:
    """Print on stderr if names are hidden in the library that a command opens first.

    Args:
        claims: a claims file, perhaps, which is printed first: it is in use.
        verbose: whether every hidden file is printed.
    """
    libraries: list[Library] = []

    def opened(library: Library) -> None:
        hidden = sorted(library.hidden, key=lambda pair: pair[0].name != claims)
        lines = [near.hides(far) for near, far in hidden if not libraries]
        libraries.append(library)
        if len(lines) > 1 and not verbose:
            lines = [f"{lines[0]}; so do {len(lines) - 1} more (ttt-asp list -v names them)"]
        for line in lines:
            typer.echo(f"warning: {line}", err=True)

    LISTENER.set(Listener(opened=opened))


def library_for(claims: str, given: Arguments) -> Library:
    """Open the library; the folder of strategies that has a claims file is searched first."""
    folders, path = list(given.folders), Path(claims)
    if path.parent.name == "claims" and os.path.isfile(path):
        folders.insert(0, path.parent.parent)
    return Arguments(strategies=folders).library
