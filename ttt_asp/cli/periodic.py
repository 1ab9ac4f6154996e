"""`ttt-asp pairing --period`: one pairing for all boards."""

from dataclasses import dataclass
from typing import Annotated

import typer

from ttt_asp.cli.values import whole


@dataclass(frozen=True)
class Plane:
    """Whether pairs are to repeat, and to be counted."""

    period: Annotated[
        int | None,
        whole("--period", of="rows and columns", least=1, example=8, metavar="K",
              help="For all boards at once: pairs repeat every K rows and columns."),
    ] = None  # fmt: skip
    count: Annotated[
        bool, typer.Option("--count", help="With --period: count all such pairings.")
    ] = False
