"""What the functions of this package are given, as what the rooms before it ask for."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from inspect import signature
from os import PathLike
from pathlib import Path
from typing import ParamSpec, TypeVar

from ttt_asp.claims.question import Question
from ttt_asp.deadline import Expired
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.games.game import Game
from ttt_asp.games.roles import role_of
from ttt_asp.strategies.library import Library, open_library

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
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
    every: str | None = None,
    position: str | None = None,
) -> Question:
    """The question that `prove` and its kin are asked."""
    given, folders = roles_of(roles, x, o), folders_of(strategies)
    more = horizon, lemmas, folders, every, position
    return Question(claim, given, game, const_of(const), *more)


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


def in_arguments(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """A function whose errors name its arguments, where the rooms before it name options.

    That time was up is said as everything else is that keeps a question from an answer.
    """

    @wraps(function)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        try:
            return function(*args, **kwargs)
        except Expired as error:
            raise wrong(str(error.stop), Location("time_limit")) from None
        except InputError as error:
            given = signature(function).bind(*args, **kwargs).arguments
            raise type(error)(
                replace(one, location=one.location and _argument(one.location, given))
                for one in error.diagnostics
            ) from None

    return run


# An option, or `<--x>` for its value, and perhaps a part of that.
_OPTION = re.compile(r"<?--?([A-Za-z][\w-]*)>?( .*)?", re.DOTALL)
_NAMES = {"c": "const", "S": "strategies", "lemma": "lemmas", "role": "roles", "as": "role",
          "A": "a", "B": "b"}  # fmt: skip


def _argument(where: Location, given: Mapping[str, object]) -> Location:
    """The place of an option as that of the argument which stands for it."""
    option = _OPTION.fullmatch(where.file)
    if option is None:
        return where
    name = option[1].replace("-", "_")
    if name == "role" and option[2]:
        return replace(where, file=f"roles[{option[2].strip()!r}]")
    roles = given.get("roles")
    if isinstance(roles, Mapping) and given.get(name) is None and name in roles:
        return replace(where, file=f"roles[{name!r}]")
    return replace(where, file=_NAMES.get(name, name) + (option[2] or ""))


def const_of(const: Const | None) -> dict[str, str]:
    """Constants as the command line would have them."""
    return {name: str(value) for name, value in (const or {}).items()}


def role_or_first(role: str | None, game: Game) -> str:
    """A role of the game by its name; None is the first.

    Raises:
        InputError: the game has no such role.
    """
    return role_of(role, game) if role else game.roles[0]
