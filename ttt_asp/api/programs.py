"""Strategies that are given as programs, or as functions of Python."""

from collections.abc import Sequence
from typing import Protocol

from ttt_asp.api.parameters import Plays
from ttt_asp.claims.problem import Match
from ttt_asp.errors import Location, wrong
from ttt_asp.extension import hook, missing
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.records import dataclass
from ttt_asp.strategies.composition import PROGRAM
from ttt_asp.strategies.library import Library, LibraryFile


@dataclass(frozen=True, slots=True)
class Questions:
    """How programs are asked.

    Attributes:
        seconds: how long each answer may take.
        times: how often they are asked at each position.
        everywhere: whether that is wherever their roles can have a choice, for books.
    """

    seconds: float
    times: int
    everywhere: bool = False


class Asker(Protocol):
    """The module of an extension that asks programs for their moves."""

    def player(
        self,
        given: Plays,
        where: str,
        role: str,
        game: Game,
        library: Library,
        limits: Limits,
        asking: Questions,
    ) -> LibraryFile:
        """Return a program as an entry of a library, which is asked where it is needed."""

    def asked(self, match: Match, limits: Limits, horizon: int | None = None) -> None:
        """Ask all programs of a match where its plays come to."""

    def rules_of(self, entries: Sequence[LibraryFile]) -> LibraryFile:
        """Return the replies of a program, asked as one role or several, as one entry."""


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
