"""The option of `prove` that draws the play of a verdict into a file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from ttt_asp.api.parameters import Svg
from ttt_asp.claims.problem import Problem
from ttt_asp.cli.prove import ProofOption
from ttt_asp.files import write_bytes
from ttt_asp.verdict import Verdict


def _draw(path: Path, _: Problem | None, verdict: Verdict, typed: Mapping[str, Any]) -> None:
    if verdict.play is None:
        message = f"no picture: the claim is {verdict.verdict}, and no play shows it"
        typer.echo(message, err=True)
        return
    # here, as a proof starts sooner without
    from ttt_asp.extensions.drawing.svg import draw

    write_bytes(path, draw(verdict).svg.encode())
    typer.echo(f"wrote {path}", err=True)


# Whatever was proved, there may be a play: nothing is refused before.
SVG = ProofOption("svg", Svg, lambda problem, path: None, _draw)
