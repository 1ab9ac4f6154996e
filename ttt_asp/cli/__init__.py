"""The command line; nothing but this prints."""

from collections.abc import Callable, Iterable
from contextvars import ContextVar

from ttt_asp.errors import Argument, Diagnostic, renamed

# What follows `--` on the command line: options for clingo's search.
PASSED_ON: list[str] = []
# How the command that was chosen calls the argument of a function.
OPTION: ContextVar[Callable[[Argument], str]] = ContextVar("OPTION", default=str)


def with_options(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return errors or warnings, with options in place of the arguments that they name."""
    return renamed(diagnostics, OPTION.get())
