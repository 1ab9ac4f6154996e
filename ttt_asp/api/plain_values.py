"""What the functions of this package are given, as what the rooms before it ask for."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from inspect import Signature, cleandoc, signature
from os import PathLike
from pathlib import Path
from textwrap import fill, indent
from typing import Any, ParamSpec, TypeVar, get_type_hints

from ttt_asp.api.listener import LISTENER
from ttt_asp.api.parameters import Const, Folders, Parameter, Roles
from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline, Expired, Stop
from ttt_asp.engines.limits import Limits
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.games.game import Game
from ttt_asp.games.roles import role_of
from ttt_asp.strategies.library import Library, open_library

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


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


def parameters_of(function: Callable[..., object]) -> dict[str, Parameter]:
    """What a function takes that its command does too, by the names of the arguments."""
    return {name: one for name, one in _said_of(function).items() if isinstance(one, Parameter)}


def _said_of(function: Callable[..., object]) -> dict[str, Parameter | str]:
    """What is said of each argument; a text where only Python has it."""
    given = signature(function, eval_str=True).parameters.values()
    said = {one.name: getattr(one.annotation, "__metadata__", ()) for one in given}
    return {name: some[-1] for name, some in said.items() if some}


def in_arguments(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """A function whose errors name its arguments, where the rooms before it name options.

    That time was up is said as everything else is that keeps a question from an answer. What its
    parameters say of themselves is put into its docstring.
    """
    parameters = parameters_of(function)
    function.__doc__ = _documented(function)

    @wraps(function)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        try:
            found = function(*args, **kwargs)
            if isinstance(stop := getattr(found, "stop", None), Stop):
                raise Expired(stop)  # who calls a function does not see a part for the whole
            return found
        except Expired as error:
            raise wrong(str(error.stop), Location("time_limit")) from None
        except InputError as error:
            given = signature(function).bind(*args, **kwargs).arguments
            raise type(error)(
                replace(one, location=one.location and _argument(one.location, given, parameters))
                for one in error.diagnostics
            ) from None

    run.__signature__ = _without_parameters(function)  # type: ignore[attr-defined]
    return run


def _without_parameters(function: Callable[..., object]) -> Signature:
    """How a function is called, for people: with types alone."""
    whole, hints = signature(function), get_type_hints(function)
    bare = [one.replace(annotation=hints[name]) for name, one in whole.parameters.items()]
    return whole.replace(parameters=bare)


def _documented(function: Callable[..., object]) -> str:
    """A function's docstring with what is said of its arguments."""
    rows = [
        f"{name}: {one if isinstance(one, str) else one.said or one.help}"
        for name, one in _said_of(function).items()
    ]
    wrapped = [fill(row, 92, subsequent_indent="    ", break_on_hyphens=False) for row in rows]
    text = cleandoc(function.__doc__ or "")
    end = re.search(r"\n\n(?:Returns|Raises|Examples):\n", text)
    cut = end.start() if end else len(text)
    listed = indent("\n".join(wrapped), "    ")
    return f"{text[:cut]}\n\nArgs:\n{listed}{text[cut:]}"


# An option, or `<--x>` for its value, and perhaps a part of that.
_OPTION = re.compile(r"<?(--?([A-Za-z][\w-]*))>?( .*)?", re.DOTALL)


def _argument(
    where: Location, given: Mapping[str, Any], parameters: Mapping[str, Parameter]
) -> Location:
    """The place of an option as that of the argument which stands for it."""
    option = _OPTION.fullmatch(where.file)
    if option is None:
        return where
    name = option[2].replace("-", "_")
    roles = given.get("roles")
    if name == "role" and option[3]:
        name, rest = f"roles[{option[3].strip()!r}]", ""
    elif isinstance(roles, Mapping) and given.get(name) is None and name in roles:
        name, rest = f"roles[{name!r}]", option[3] or ""
    else:
        of = [key for key, one in parameters.items() if option[1] in one.names]
        name, rest = (of or [name if name in given else name.lower()])[0], option[3] or ""
    return replace(where, file=name + rest)
