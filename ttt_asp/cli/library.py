"""The library as commands open it, and what is said on stderr of what they find in it."""

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import typer

from ttt_asp.api.plain_values import folders_of
from ttt_asp.show.errors import warning_text
from ttt_asp.show.paint import paint_for
from ttt_asp.strategies.library import Library, open_library
from ttt_asp.strategies.strategy import Strategy


def warn(strategies: Iterable[Strategy]) -> None:
    """Say on stderr, once, what can never come to anything in strategies."""
    found = dict.fromkeys(warning for one in strategies for warning in one.warnings)
    if found:
        typer.echo(warning_text(found, paint_for(sys.stderr)), err=True)


def open_with_warnings(
    given: Mapping[str, Any], claims: str = "", verbose: bool = False
) -> Library:
    """The library, with a line on stderr if names are hidden.

    Args:
        given: what a command was given, with folders that are searched first.
        claims: a claims file, perhaps: if it is one of a folder of strategies, that is searched
            before all others.
        verbose: whether every hidden file is told of.
    """
    folders, path = list(folders_of(given)), Path(claims)
    if path.parent.name == "claims" and os.path.isfile(path):
        folders.insert(0, path.parent.parent)
    library = open_library(folders)
    tell_hidden(library, claims, verbose)
    return library


def tell_hidden(library: Library, claims: str = "", verbose: bool = False) -> None:
    """Say on stderr if names are hidden; see `open_with_warnings`."""
    hidden = sorted(library.hidden, key=lambda pair: pair[0].name != claims)  # that is in use first
    lines = [near.hides(far) for near, far in hidden]
    if len(lines) > 1 and not verbose:
        lines = [f"{lines[0]}; so do {len(lines) - 1} more (ttt-asp list -v names them)"]
    for line in lines:
        typer.echo(f"warning: {line}", err=True)
