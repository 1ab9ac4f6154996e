"""What the functions of this package are given, as what the rooms before it ask for."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from ttt_asp.claims.question import Question
from ttt_asp.deadline import Expired
from ttt_asp.errors import Location, wrong
from ttt_asp.games.game import Game
from ttt_asp.games.roles import role_of
from ttt_asp.strategies.library import Library, open_library

Roles = Mapping[str, str]
Const = Mapping[str, int | str]
Folders = str | PathLike[str] | Sequence[str | PathLike[str]]


def question_of(
    claim: str,
    roles: Roles | None,
    x: str | None,
    o: str | None,
    game: str,
    const: Const | None,
    strategies: Folders,
    horizon: int | None = None,
    lemmas: tuple[str, ...] = (),
) -> Question:
    """The question that `prove` and its kin are asked."""
    given, folders = roles_of(roles, x, o), folders_of(strategies)
    return Question(claim, given, game, const_of(const), horizon, lemmas, folders)


def roles_of(roles: Roles | None, x: str | None, o: str | None) -> Roles:
    """The strategy of each role, `x` and `o` being short for two of them.

    Raises:
        InputError: a role is given two strategies.
    """
    given = dict(roles or {})
    for role, text in (("x", x), ("o", o)):
        if text is not None:
            if role in given:
                raise wrong(f"{role} is given two strategies", Location("roles"))
            given[role] = text
    return given


def folders_of(given: Folders) -> tuple[Path, ...]:
    """One folder, or several, as a tuple."""
    several = [given] if isinstance(given, str | PathLike) else given
    return tuple(Path(folder) for folder in several)


def library_of(given: Folders) -> Library:
    """The library, the given folders searched first."""
    return open_library(folders_of(given))


@contextmanager
def in_time() -> Iterator[None]:
    """Say that time was up as everything else is said that keeps a question from an answer."""
    try:
        yield
    except Expired as error:
        raise wrong(str(error.stop), Location("time_limit")) from None


def const_of(const: Const | None) -> dict[str, str]:
    """Constants as the command line would have them."""
    return {name: str(value) for name, value in (const or {}).items()}


def role_or_first(role: str | None, game: Game) -> str:
    """A role of the game by its name; None is the first.

    Raises:
        InputError: the game has no such role.
    """
    return role_of(role, game) if role else game.roles[0]
