"""The program of all commands: a command line is carried out.

Errors, Ctrl-C and limits become messages and an exit status.
"""

import json
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from contextvars import copy_context
from functools import cache
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ttt_asp import __version__
from ttt_asp.cli import PASSED_ON, with_options
from ttt_asp.cli.help import help_text
from ttt_asp.deadline import Expired, catch_interrupts, interrupted, stop_of
from ttt_asp.errors import InputError, InternalError, Location, NotProved, TttAspError, wrong
from ttt_asp.extension import commands, hook, missing
from ttt_asp.show.terminal import diagnostics_text, error_json, printing_stream

# The parts of the help, in their order.
HEADINGS = ("Start", "Show", "More", "Research")
_ABOUT = """Prove what abstract game strategies guarantee, by answer set programming.

Exit: 0 yes, 1 no, 2 typed wrong, 3 unknown, 70 our fault, 130 interrupted.
"""


class Program(TyperGroup):
    """All commands, each imported when it is asked for."""

    def get_help(self, ctx: Any) -> str:
        """Return the help of the program, with its commands."""
        listed: dict[str, dict[str, str]] = {heading: {} for heading in HEADINGS}
        for name, (_, command) in commands().items():
            listed.setdefault(command.heading, {})[name] = command.summary
        return help_text(ctx, listed)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name; None if there is none."""
        if cmd_name not in commands() and (lacking := missing(cmd_name)):
            raise wrong(f"the command {cmd_name} is of {lacking}")
        if " " in cmd_name:
            hint = "name one first, as ttt-asp prove 'x never loses'; ttt-asp --help lists them"
            raise wrong(f"{cmd_name!r} is no command", None, hint)
        return _made(cmd_name) if cmd_name in commands() else None


@cache
def _made(name: str) -> Any:
    """Return a command as the command line has it; it takes longer to make than to run some."""
    extension, command = commands()[name]
    from ttt_asp.cli.signatures import command_of  # here, as `--help` of the program starts without

    prints = extension.load(command.prints) if command.prints else None
    places = {"": command.asks, **command.instead} if command.asks else {}
    answers = {option: extension.load(place) for option, place in places.items()}
    more = extension.load(command.more)() if command.more else {}
    return command_of(name, prints, answers, more, command.json)


@cache
def program() -> Any:
    """Return the program. Each of its commands is made once, when it is first asked for."""
    app = typer.Typer(
        cls=Program,
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(help=_ABOUT)(_without_command)
    for name, command in commands().items():
        app.command(name, help=command[1].summary)(lambda: None)  # its name, until it is made
    return typer.main.get_command(app)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ttt-asp {__version__}")
        raise typer.Exit


_Version = Annotated[
    bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
]
_Ascii = Annotated[bool, typer.Option("--ascii", help="Print ASCII only; may follow any command.")]


def _without_command(ctx: typer.Context, version: _Version = False, ascii: _Ascii = False) -> None:
    """Show the help, where no command is named."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())
        raise typer.Exit(2)


# Exit statuses; 0, yes, is the commands' own.
NO, WRONG, UNKNOWN, OUR_FAULT, INTERRUPTED = 1, 2, 3, 70, 130


def execute(arguments: list[str]) -> int:
    """Run a command and return its exit status; arguments after `--` are for clingo."""
    with catch_interrupts():
        PASSED_ON.clear()
        if "--" in arguments:
            split = arguments.index("--")
            arguments, PASSED_ON[:] = arguments[:split], arguments[split + 1 :]
        rest = [argument for argument in arguments if argument != "--ascii"]
        plain = len(rest) < len(arguments)
        out = redirect_stdout(printing_stream(sys.stdout, plain, escaped=False))
        with out, redirect_stderr(printing_stream(sys.stderr, plain, escaped=True)):
            status = copy_context().run(_executed, rest)
        # verdicts and parts of answers are unknown alike, whatever ended the work
        return INTERRUPTED if status == UNKNOWN and interrupted() else status


def _executed(arguments: list[str]) -> int:
    """Run a command and return its exit status; say on stderr why there is no answer, if so."""
    try:
        for word in arguments:
            if word[:2] == "--" and f"--no-{word[2:]}" in arguments:
                raise wrong("this is given twice", Location(word), "say it once")
        status = program()(arguments, prog_name="ttt-asp", standalone_mode=False) or 0
        if status == INTERRUPTED:  # typer's answer to Ctrl-C
            raise KeyboardInterrupt
        return int(status)
    except (typer.Abort, KeyboardInterrupt):
        return _print_unknown("interrupted", arguments, INTERRUPTED)
    except (Expired, MemoryError) as error:
        stop = stop_of(error)
        ctrl_c = stop.kind == "interrupted"
        return _print_unknown(str(stop), arguments, INTERRUPTED if ctrl_c else UNKNOWN)
    except Exception as error:
        if interrupted() and not isinstance(error, InputError):
            # what Python made of it: in the middle of an import it can be any error
            return _print_unknown("interrupted", arguments, INTERRUPTED)
        told = _told(error)
        if told is None:
            _echo_error(f"internal error: {_on_one_line(error)}; please report this")
            return OUR_FAULT
        _print_error(told, arguments)
        if isinstance(told, InternalError):
            return OUR_FAULT
        return NO if isinstance(told, NotProved) else WRONG


def _told(error: Exception) -> TttAspError | None:
    """Return an error as people are told of it: ours, the system's, typer's; None for any other."""
    if isinstance(error, TttAspError):
        return error
    if isinstance(error, OSError):
        where = Location(str(error.filename)) if error.filename else None
        prefix = "cannot be read or written: " if where else ""
        return wrong(f"{prefix}{error.strerror or error}", where)
    if isinstance(error, typer.TyperException):
        option = str(getattr(error, "option_name", ""))
        if lacking := missing(option):
            return wrong(f"the option {option} is of {lacking}")
        meant = hook("meant")
        return wrong(error.format_message(), None, meant.usage(error) if meant else "Try --help.")
    return None


def _print_error(error: TttAspError, arguments: list[str], text: str = "") -> None:
    """Print an error on stderr, and on stdout as JSON where that was asked for."""
    error = type(error)(with_options(error.diagnostics))
    if "--json" in arguments:
        with suppress(OSError):  # it may be about the disk that this is written to
            typer.echo(json.dumps(error_json(error), indent=2, ensure_ascii=False))
    _echo_error(text or diagnostics_text(error.diagnostics))


def _echo_error(text: str) -> None:
    """Print a text on stderr, whose stream escapes what a terminal obeys."""
    # without `color` typer takes escape sequences out of what was typed, wherever this leads
    with suppress(OSError):  # then the exit status says it
        typer.echo(text, err=True, color=True)


def _print_unknown(why: str, arguments: list[str], status: int) -> int:
    _print_error(wrong(f"unknown: {why}"), arguments, f"unknown: {why}")
    return status


def _on_one_line(error: Exception) -> str:
    """Return an error that nobody foresaw, and where it was raised, on one line."""
    from traceback import extract_tb  # here, as nothing else needs it

    where = "".join(f" ({f.filename}:{f.lineno})" for f in extract_tb(error.__traceback__)[-1:])
    return f"{type(error).__name__}: {error}{where}"
