"""`ttt-asp workbench`."""

from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.cli import options
from ttt_asp.cli.values import amount, in_bytes, whole
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.workbench.given import Setting

_HIGHEST = 65535


def command(
    played: options.Played,
    folder: Annotated[
        Path | None,
        typer.Option(
            "-S",
            "--strategies",
            metavar="DIR",
            readable=False,
            help="Search this folder first, and save here.",
        ),
    ] = None,
    port: Annotated[
        int,
        whole(
            "--port",
            of="ports",
            least=0,
            example=8000,
            metavar="N",
            help="Listen on this port.",
            show_default="any that is free",
        ),
    ] = 0,
    seconds: Annotated[
        float,
        amount("--time-limit", "seconds", 10, metavar="SECONDS", help="Of each answer."),
    ] = 10,
    megabytes: Annotated[
        float,
        amount("--max-memory", "megabytes", 2048, metavar="MB", help="Of each answer."),
    ] = 2048,
) -> int:
    """Open a page on which strategies are built, tried and proved.

    It prints the address of a page on this machine, and serves it until Ctrl-C.
    Nobody can open it without the address. What the page saves goes into DIR.

    Examples:
    ttt-asp workbench
    ttt-asp workbench -S my_strategies -g tictactoe -c rows=4 -c cols=4
    """
    try:
        from ttt_asp.workbench.serving import serve  # here, as uvicorn is an extra
    except ModuleNotFoundError as error:
        if error.name != "uvicorn":
            raise
        hint = "pip install 'ttt-asp[web]'"
        raise wrong("uvicorn is not installed", Location("workbench"), hint) from None
    if port > _HIGHEST:
        raise wrong(f"there is no port {port}", Location("--port"), f"up to {_HIGHEST}")
    if folder is not None and folder.exists() and not folder.is_dir():
        raise wrong(f"{folder} is a file, not a folder of strategies", Location("-S"))
    played.load(Deadline(seconds))
    memory = in_bytes(megabytes) or 0
    own = None if folder is None else folder.absolute()
    serve(Setting(own, played.game, played.constants, seconds, memory), port, _tell)
    return 0


def _tell(address: str) -> None:
    typer.echo(f"{address}\nCtrl-C ends it.")
