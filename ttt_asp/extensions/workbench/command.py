"""`ttt-asp workbench`."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import MEGABYTES, Amount, Const, Game, Parameter
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.workbench.request import ServerOptions
from ttt_asp.games.load import load_game

_HIGHEST = 65535
# Seconds to read the game before the first answer, at least: on a slow machine all is slow then.
_TO_BEGIN = 60.0
# Seconds that an answer may take; and on a page of files, which may be open on a slow telephone,
# whose own work it is, and which whoever waits there may stop.
_SECONDS, _SECONDS_OF_A_PAGE = 10.0, 60.0


def _port(text: str, name: str) -> int:
    if not text.isdecimal() or int(text) > _HIGHEST:
        raise wrong(f"{text} is not a port", Location.argument(name), f"0 to {_HIGHEST}, as 8000")
    return int(text)


_Folder = Annotated[
    Path | None,
    Parameter("-S --strategies", "The folder to save to, searched before all others.",
              metavar="DIR", completes="path"),
]  # fmt: skip
_Port = Annotated[
    int,
    Parameter("--port", "Listen on this port.", metavar="N", default="any that is free",
              read=_port),
]  # fmt: skip
_Seconds = Annotated[
    float | None,
    Parameter("--time-limit", "Seconds that each answer may take.", metavar="SECONDS",
              default="10; 60 of a page of files", read=Amount("seconds", 0, 10, float)),
]  # fmt: skip
_Memory = Annotated[
    int, Parameter("--max-memory", "MB that each answer may take.", metavar="MB", read=MEGABYTES)
]
_Static = Annotated[
    Path | None,
    Parameter("--static", "Write the page as files into FOLDER, to be served as they are.",
              metavar="FOLDER", completes="path"),
]  # fmt: skip
_Runtime = Annotated[
    Path | None,
    Parameter("--runtime", "With --static: copy Pyodide's files from there, for a page that "
              "loads nothing from elsewhere.", metavar="DIR", completes="path"),
]  # fmt: skip


def command(
    game: Game = DEFAULT_GAME,
    const: Const = None,
    folder: _Folder = None,
    port: _Port = 0,
    seconds: _Seconds = None,
    memory: _Memory = 2048,
    static: _Static = None,
    runtime: _Runtime = None,
) -> int:
    """Open a page on which strategies are built, tried and proved.

    It prints the address of a page on this machine, and serves it until Ctrl-C.
    Nobody can open it without the address. What the page saves goes into DIR.
    With --static it writes files instead: a page that needs no server of its own.

    Examples:
    ttt-asp workbench
    ttt-asp workbench -S my_strategies -g tictactoe -c rows=4 -c cols=4
    """
    # here, as help waits for no server
    from ttt_asp.extensions.workbench.page_files import write_page_files
    from ttt_asp.extensions.workbench.serving import serve

    if folder is not None and folder.exists() and not folder.is_dir():
        raise wrong(f"{folder} is a file, not a folder of strategies", Location.argument("folder"))
    if seconds is None:
        seconds = _SECONDS if static is None else _SECONDS_OF_A_PAGE
    given = Arguments(game=game, const=const)
    load_game(game, given.const, Deadline(max(seconds, _TO_BEGIN)))
    directory = None if folder is None else folder.absolute()
    if static is not None:
        for name, value in {"folder": folder, "port": port}.items():
            if value:
                message = "a page of files has no server: leave this out"
                raise wrong(message, Location.argument(name))
        size = write_page_files(
            static, ServerOptions(None, game, given.const, seconds, memory), runtime
        )
        typer.echo(f"{static}: a page of {size / 1e6:.1f} MB; to look at it here:")
        typer.echo(f"python3 -m http.server -b 127.0.0.1 -d {shlex.quote(str(static))}")
        return 0
    if runtime is not None:
        raise wrong("--runtime goes with --static", Location.argument("runtime"))
    options = ServerOptions(directory, game, given.const, seconds, memory)
    serve(options, port, lambda address: typer.echo(f"{address}\nCtrl-C ends it."))
    return 0
