"""What the functions of this package are given, as what the rooms before it ask for."""

from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from ttt_asp.api.listener import LISTENER
from ttt_asp.api.parameters import Const, Folders, Roles
from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.games.game import Game
from ttt_asp.games.roles import role_of
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import Library, open_library


def limits_of(
    time_limit: float | None, max_positions: int | None = None, max_memory: int | None = None
) -> Limits:
    """Limits on the work, which start now; who listens is told how far it is."""
    deadline, tell = Deadline(time_limit, max_memory), LISTENER.get().tell
    return Limits(deadline, (), max_positions, max_memory, progress=tell)


def question_of(
    claim: str,
    roles: Roles,
    x: str | None,
    o: str | None,
    game: str,
    const: Const,
    strategies: Folders,
    horizon: int | None = None,
    lemmas: tuple[str, ...] = (),
    every: str | None = None,
    position: str | None = None,
) -> Question:
    """The question that `prove` and its kin are asked."""
    given, folders = roles_of(roles, x, o), library_of(strategies).folders
    more = horizon, lemmas, folders, every, position
    return Question(claim, given, game, const_of(const), *more)


def roles_of(roles: Roles, x: str | None, o: str | None) -> Mapping[str, str]:
    """The strategy of each role, `x` and `o` being short for two of them.

    Raises:
        InputError: a role is given two strategies.
    """
    given = dict(roles or {})
    for role, text in (("x", x), ("o", o)):
        if text is not None:
            if role in given:
                raise wrong(f"{role} is given two strategies", Location(f"--{role}"))
            given[role] = text
    return given


def folders_of(given: Folders) -> tuple[Path, ...]:
    """One folder, or several, as a tuple."""
    several = [given] if isinstance(given, str | PathLike) else given
    return tuple(Path(folder) for folder in several)


def library_of(given: Folders) -> Library:
    """The library, the given folders searched first."""
    library = open_library(folders_of(given))
    LISTENER.get().opened(library)
    return library


def const_of(const: Const) -> dict[str, str]:
    """Constants as games take them."""
    return {name: str(value) for name, value in (const or {}).items()}


def role_or_first(role: str | None, game: Game) -> str:
    """A role of the game by its name; None is the first.

    Raises:
        InputError: the game has no such role.
    """
    return role_of(role, game) if role else game.roles[0]
