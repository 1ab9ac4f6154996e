"""Strategies that are given as programs, or as functions of Python."""

from collections.abc import Mapping
from typing import Protocol

from ttt_asp.api.parameters import Plays
from ttt_asp.claims.problem import Match
from ttt_asp.errors import Location, wrong
from ttt_asp.extension import hook, missing
from ttt_asp.limits import Limits
from ttt_asp.strategies.composition import PROGRAM
from ttt_asp.strategies.library import Library, LibraryFile
from ttt_asp.verdict import Origin


class Answers(Protocol):
    """The answers of a program as a role."""

    @property
    def inquiry(self) -> Origin:
        """The record of the questions."""


class Asker(Protocol):
    """The module of an extension that asks programs for their moves."""

    def asked(
        self,
        match: Match,
        programs: Mapping[str, Plays],
        places: Mapping[str, str],
        limits: Limits,
        seconds: float,
        everywhere: bool = False,
    ) -> Mapping[str, Answers]:
        """Ask the programs of some roles, each with this number of seconds for an answer."""

    def entry_of(
        self,
        answers: Mapping[str, Answers],
        given: Plays,
        library: Library,
        taken: Mapping[str, object],
    ) -> LibraryFile:
        """Return a program's replies as an entry of a library."""


def asker(where: str) -> Asker:
    """Return the module that asks programs.

    Args:
        where: how messages call the place where a program was given.

    Raises:
        InputError: the extension that has it is not installed.
    """
    found: Asker | None = hook("programs")
    if found is None:
        raise wrong(f"programs are asked by {missing('program:')}", Location(where))
    return found


def is_program(text: Plays) -> bool:
    """Return whether a strategy is given as the name of a program, or as a function."""
    return not isinstance(text, str) or text.lstrip().startswith(PROGRAM)


def program_title(given: Plays) -> str:
    """Return how messages call a strategy, as it was given."""
    if isinstance(given, str):
        return given.strip() if is_program(given) else given
    return f"function {getattr(given, '__name__', type(given).__name__)}"
