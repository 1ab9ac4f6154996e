"""The library and its claims as commands find them, and the warnings about these on stderr."""

import os
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.listener import LISTENER, Listener
from ttt_asp.cli import with_options
from ttt_asp.errors import Location, nearest, wrong
from ttt_asp.origin import Origin
from ttt_asp.show.errors import diagnostics_text
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import Strategy

if TYPE_CHECKING:
    from ttt_asp.claims.claims_file import Entry

# What claims of a file say for themselves.
_OWN = {"x", "o", "roles", "game", "const", "position", "lemmas", "horizon"}
_LISTED = "`ttt-asp list claims` shows the library's"


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


def find_claims(text: str, library: Library) -> Path:
    """Return a claims file: the path itself, else the library's file of that name.

    Raises:
        InputError: there is neither.
    """
    path, ours = Path(text), library.claims
    try:
        path.stat()
    except FileNotFoundError:
        if text not in ours:
            close = get_close_matches(path.stem, [name.removesuffix(".toml") for name in ours], n=1)
            hint = f"did you mean {close[0]}.toml?" if close else _LISTED
            raise wrong("there is no such file", Location(text), hint) from None
        return ours[text].path
    except OSError:
        pass  # whoever reads it says why it cannot be read
    return path


def refuse_for_files(given: Mapping[str, Any], written: Path | None = None) -> None:
    """Refuse options that contradict a claims file, which names game and strategies itself."""
    if given.keys() & _OWN or isinstance(given.get("every"), str):
        raise wrong(
            "a claims file names roles, game, constants and lemmas itself",
            None,
            "leave out --x, --o, -r, -g, -c, -L, --every, --position and --horizon",
        )
    if written is not None:
        hint = "name the claim too, as in: prove 'x never loses' --certificate FILE"
        message = "a certificate, or a picture, is of one claim, not of a file"
        raise wrong(message, Location(str(written)), hint)


def named_claim(text: str, library: Library) -> "Entry | None":
    """Return the claim of that name in the library's files of claims; None if there is none.

    A role's name is none: `x` begins a sentence.

    Raises:
        InputError: several files have one, or one of them cannot be read.
    """
    if " " in text:
        return None
    from ttt_asp.claims.claims_file import read_claims  # here, as most claims are typed

    homes = sorted(entry.path for entry in library.claims.values())
    entries = [entry for path in homes for entry in read_claims(path)]
    matching = [entry for entry in entries if entry.id == text and text not in entry.roles]
    if len(matching) > 1:
        places = ", ".join(str(entry.location) for entry in matching)
        raise wrong(f"{len(matching)} claims are called {text}", None, f"they stand at {places}")
    if not matching and "-" in text:  # a role has none
        known = nearest(text, [entry.id for entry in entries], "`ttt-asp list claims` shows files")
        raise wrong(f"there is no claim {text}", Location.argument("claim"), known)
    return matching[0] if matching else None
