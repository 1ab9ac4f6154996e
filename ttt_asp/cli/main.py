"""The program: its commands, and what becomes of errors and interrupts."""

import copy
import gc
import inspect
import json
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from typing import Annotated

import typer

from ttt_asp import __version__
from ttt_asp.cli import PASSED_ON
from ttt_asp.cli.groups import spread
from ttt_asp.cli.help import Command, Group
from ttt_asp.deadline import Expired
from ttt_asp.errors import InternalError, Location, TttAspError, wrong
from ttt_asp.interrupts import hearing
from ttt_asp.show.ascii import ascii_only
from ttt_asp.show.errors import error_json, error_text
from ttt_asp.show.paint import paint_for, tame
from ttt_asp.show.stream import RewritingStream

# Exit statuses; 0 and 1 are the commands' own.
WRONG, UNKNOWN, DISAGREE = 2, 3, 70

app = typer.Typer(
    name="ttt-asp",
    cls=Group,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


# The commands and where the help lists them; each is a module of this package, imported only when
# it is chosen, or when all of them are listed.
COMMANDS = {
    "prove": "Prove",
    "program": "Prove",
    "steal": "Prove",
    "verify": "Prove",
    "solve": "Prove",
    "fill": "Author",
    "repair": "Author",
    "shorten": "Author",
    "new": "Author",
    "check": "Author",
    "pairing": "Author",
    "transfer": "Author",
    "list": "Look",
    "show": "Look",
    "suggest": "Look",
    "explain": "Look",
    "compare": "Look",
    "analogies": "Look",
    "recognise": "Look",
    "play": "Look",
    "report": "Look",
    "workbench": "Author",
    "bench": "Measure",
    "matrix": "Measure",
}


def program(names: Iterable[str]) -> typer.Typer:
    """The program with some of its commands; a command's docstring ends in examples."""
    some = copy.copy(app)
    some.registered_commands, some.registered_groups = [], []
    for name in names:
        command = import_module(f"ttt_asp.cli.{name}").command
        if isinstance(command, typer.Typer):
            some.add_typer(command, rich_help_panel=COMMANDS[name])
            continue
        text, _, examples = (command.__doc__ or "").partition("Examples:\n")
        lines = [line.strip() for line in examples.strip().splitlines()]
        some.command(
            name,
            cls=Command,
            help=inspect.cleandoc(text),
            epilog="Examples:\n\n" + "\n\n".join(lines),
            rich_help_panel=COMMANDS[name],
        )(spread(command))
    return some


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ttt-asp {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
    ascii_only: Annotated[
        bool,
        typer.Option("--ascii", help="Print ASCII only; behind any command."),
    ] = False,
) -> None:
    """Prove what abstract game strategies guarantee, by answer set programming."""


def run() -> None:
    """Run the program on the process's arguments, and end the process."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends the program quietly
    with open(os.devnull, "w") as nowhere:
        sys.stdout = sys.stdout or nowhere  # closed by the caller
        sys.stderr = sys.stderr or nowhere
        status = execute(sys.argv[1:])
        sys.stdout.flush()
        sys.stderr.flush()
    if "multiprocessing" in sys.modules:
        gc.collect()  # gives semaphores back, of which there would be a warning
    # A grounding that was given up may still run in its thread; it would crash a slower exit.
    os._exit(status)


def execute(arguments: list[str]) -> int:
    """Run a command and return its exit status.

    Args:
        arguments: of the command line; what follows `--` is for clingo.
    """
    with hearing():
        return _passing_on(arguments)


def _passing_on(arguments: list[str]) -> int:
    PASSED_ON.clear()
    if "--" in arguments:
        split = arguments.index("--")
        arguments, PASSED_ON[:] = arguments[:split], arguments[split + 1 :]
    if "--ascii" in arguments:
        rest = [argument for argument in arguments if argument != "--ascii"]
        out, err = (RewritingStream(it, ascii_only) for it in (sys.stdout, sys.stderr))
        with redirect_stdout(out), redirect_stderr(err):
            return _execute(rest)
    return _execute(arguments)


def _execute(arguments: list[str]) -> int:
    usage_error = typer.BadParameter.__mro__[2]  # ClickException, wherever typer keeps it
    try:
        first = arguments[0] if arguments else ""
        names = [first] if first in COMMANDS else [] if first == "--version" else COMMANDS
        status = program(names)(arguments, prog_name="ttt-asp", standalone_mode=False) or 0
        if status == 128 + signal.SIGINT:  # typer's answer to Ctrl-C
            raise KeyboardInterrupt
        return int(status)
    except TttAspError as error:
        _say(error, arguments)
        return DISAGREE if isinstance(error, InternalError) else WRONG
    except (typer.Abort, KeyboardInterrupt):
        return _unknown("interrupted", arguments)
    except Expired as error:
        return _unknown(str(error.stop), arguments)
    except OSError as error:
        where = Location(str(error.filename)) if error.filename else None
        what = "cannot be read or written: " if where else ""
        _say(wrong(f"{what}{error.strerror or error}", where), arguments)
        return WRONG
    except Exception as error:
        if not isinstance(error, usage_error):
            typer.echo(tame(f"internal error: {_last_words(error)}; please report this"), err=True)
            return DISAGREE
        message = error.format_message()  # type: ignore[attr-defined]
        if message:  # without a command the help is shown, and there is nothing to add
            _say(wrong(message, None, "Try --help."), arguments)
        return WRONG


def _say(error: TttAspError, arguments: list[str]) -> None:
    """Print what is wrong: on stdout as JSON where that was asked for, else on stderr."""
    if "--json" in arguments:
        typer.echo(json.dumps(error_json(error), indent=2, ensure_ascii=False))
    else:
        typer.echo(tame(error_text(error, paint_for(sys.stderr))), err=True)


def _unknown(why: str, arguments: list[str]) -> int:
    """Say on stderr why there is no answer, and as JSON where that was asked for."""
    if "--json" in arguments:
        _say(wrong(f"unknown: {why}"), arguments)
    typer.echo(f"unknown: {why}", err=True)
    return UNKNOWN


def _last_words(error: Exception) -> str:
    """An error that nobody foresaw, and where it was raised, on one line."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" ({place.tb_frame.f_code.co_filename}:{place.tb_lineno})" if place else ""
    return f"{type(error).__name__}: {error}{where}"
