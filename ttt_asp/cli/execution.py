"""Carry out a command line; turn errors, Ctrl-C and limits into messages and an exit status."""

import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from contextvars import copy_context
from difflib import get_close_matches
from typing import Any

import typer

from ttt_asp.cli import PASSED_ON, with_options
from ttt_asp.cli.commands import program
from ttt_asp.deadline import Expired, catch_interrupts, interrupted, stop_of
from ttt_asp.errors import InputError, InternalError, Location, NotProved, TttAspError, wrong
from ttt_asp.extension import missing
from ttt_asp.show.terminal import diagnostics_text, error_json, printing_stream

# Exit statuses; 0, yes, is the commands' own.
NO, WRONG, UNKNOWN, OUR_FAULT, INTERRUPTED = 1, 2, 3, 70, 130
# How similar an option is to the one that is meant, from 0 to 1.
_CLOSE = 0.7


def execute(arguments: list[str]) -> int:
    """Run a command and return its exit status.

    Args:
        arguments: of the command line; those after `--` are for clingo.
    """
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
        return wrong(error.format_message(), None, _usage_hint(error))
    return None


def _usage_hint(error: Any) -> str:
    """Return what to do about a command line that cannot be read."""
    if error.ctx is None:
        return "Try --help."
    doubled = f"-{getattr(error, 'option_name', '')}"
    known = set[str]().union(*(parameter.opts for parameter in error.ctx.command.params))
    meant = f"did you mean {doubled}? " if doubled in known else ""
    name = getattr(error, "option_name", "").removeprefix("--")
    names = [other.lstrip("-") for other in known]
    if "--role" in known and name and not get_close_matches(name, names, cutoff=_CLOSE):
        meant = f"a role's strategy is -r {name}=STRATEGY. "
    return f"{meant}Try {error.ctx.command_path} --help."


def _print_error(error: TttAspError, arguments: list[str], text: str = "") -> None:
    """Print an error on stderr, and on stdout as JSON where that was asked for."""
    error = type(error)(with_options(error.diagnostics))
    if "--json" in arguments:
        typer.echo(json.dumps(error_json(error), indent=2, ensure_ascii=False))
    _echo_error(text or diagnostics_text(error.diagnostics))


def _echo_error(text: str) -> None:
    """Print a text on stderr, whose stream escapes what a terminal obeys."""
    # without `color` typer takes escape sequences out of what was typed, wherever this leads
    typer.echo(text, err=True, color=True)


def _print_unknown(why: str, arguments: list[str], status: int) -> int:
    """Print why there is no answer."""
    _print_error(wrong(f"unknown: {why}"), arguments, f"unknown: {why}")
    return status


def _on_one_line(error: Exception) -> str:
    """Return an error that nobody foresaw, and where it was raised, on one line."""
    from traceback import extract_tb  # here, as nothing else needs it

    where = "".join(f" ({f.filename}:{f.lineno})" for f in extract_tb(error.__traceback__)[-1:])
    return f"{type(error).__name__}: {error}{where}"
