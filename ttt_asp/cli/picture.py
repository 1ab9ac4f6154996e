"""Pictures of results, for `--svg`."""

from pathlib import Path

import typer

from ttt_asp.errors import Location, wrong
from ttt_asp.extension import hook, missing
from ttt_asp.files import write_bytes
from ttt_asp.result import Result


def refuse_no_pictures(path: Path | None) -> None:
    """Refuse, before any work, a picture that nobody is there to draw."""
    if path is not None and hook("picture") is None:
        raise wrong(f"pictures are drawn by {missing('--svg')}", Location.argument("svg"))


def write_picture(path: Path, result: Result) -> None:
    """Draw a result to a file, and say so."""
    write_bytes(path, hook("picture")(result).encode())
    typer.echo(f"wrote {path}", err=True)
