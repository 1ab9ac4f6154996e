"""What a function was given, read as the rooms before it ask for it; and who hears of that."""

from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, fields
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from ttt_asp.api import parameters as p
from ttt_asp.claims.question import DEFAULT_GAME, Question
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Argument, Location, wrong
from ttt_asp.games.begin import begin_at
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.games.roles import role_of
from ttt_asp.limits import MAX_POSITIONS, Limits
from ttt_asp.reached import Tell
from ttt_asp.strategies.library import Library, open_library
from ttt_asp.strategies.strategy import Strategy, load_strategy


@dataclass(frozen=True, slots=True)
class Listener:
    """Who hears what a function has to say before it answers: the command line, else nobody.

    Attributes:
        tell: of how far the work is.
        opened: of a library that was opened.
        loaded: of strategies that were read.
        posed: of what is asked, as it was read, before it is answered.
    """

    tell: Tell | None = None
    opened: Callable[[Library], None] = lambda _: None
    loaded: Callable[[Iterable[Strategy]], None] = lambda _: None
    posed: Callable[[Any], None] = lambda _: None


_NOBODY = Listener()
LISTENER: ContextVar[Listener] = ContextVar("LISTENER", default=_NOBODY)


def as_given(argument: Argument, given: Mapping[str, Any]) -> Argument:
    """An argument as it was given: `x` and `o` are short for parts of `roles`."""
    roles = {role.lower() for role in given.get("roles") or ()}
    short = argument.name == "roles" and argument.part in {"x", "o"} - roles
    return Argument(argument.part) if short else argument


class Given:
    """What a function was given by name. Each part is read when it is first asked for.

    Attributes:
        named: what was given.
        limits: on the work; they start now, and who listens is told how far it is.
    """

    def __init__(
        self,
        named: Mapping[str, Any] | None = None,
        max_positions: int | None = MAX_POSITIONS,
        **more: Any,
    ) -> None:
        """Begin.

        Args:
            named: what was given.
            max_positions: how many positions may be kept where that was not given.
            more: what was given besides.
        """
        self.named = named = {**(named or {}), **more}
        known = {one.name: named[one.name] for one in fields(Limits) if one.name in named}
        limited = {"max_positions": max_positions, **known, "progress": LISTENER.get().tell}
        deadline = Deadline(named.get("time_limit"), named.get("max_memory"))
        self.limits = Limits(deadline, tuple(named.get("clingo_options", ())), **limited)

    @cached_property
    def const(self) -> dict[str, str]:
        """Constants as games take them."""
        return {name: str(value) for name, value in (self.named.get("const") or {}).items()}

    @cached_property
    def folders(self) -> tuple[Path, ...]:
        """The folders of strategies, one or several."""
        folders: p.Folders = self.named.get("strategies", ())
        several = [folders] if isinstance(folders, str | PathLike) else folders
        return tuple(Path(folder) for folder in several)

    @cached_property
    def library(self) -> Library:
        """The library, the folders that were given searched first."""
        library = open_library(self.folders)
        LISTENER.get().opened(library)
        return library

    @cached_property
    def game(self) -> Game:
        """The game, with its constants; it begins at the position, if there is one."""
        name = self.named.get("game", DEFAULT_GAME)
        game = load_game(name, self.const, self.limits.deadline)
        return begin_at(game, self.named.get("position"))

    def roles(self, roles: p.Roles) -> Mapping[str, str]:
        """The strategy of each role, `x` and `o` being short for two of them.

        Raises:
            InputError: a role is given two strategies.
        """
        found = dict(roles or {})
        for role in ("x", "o"):
            if (text := self.named.get(role)) is not None:
                if role in found:
                    raise wrong(f"{role} is given two strategies", Location.argument(role))
                found[role] = text
        return found

    def question(self, claim: str, roles: p.Roles) -> Question:
        """The question that `prove` and its kin are asked."""
        named = self.named
        return Question(
            claim,
            self.roles(roles),
            named.get("game", DEFAULT_GAME),
            self.const,
            named.get("horizon"),
            tuple(named.get("lemmas", ())),
            self.library.folders,
            named.get("every"),
            named.get("position"),
        )

    def strategy(self, text: str) -> Strategy:
        """The strategy of that name, or term; who listens hears of it."""
        found = load_strategy(text, Argument("strategy"), self.game, self.library)
        LISTENER.get().loaded([found])
        return found

    def role(self, role: str | None) -> str:
        """A role of the game by its name; None is the first.

        Raises:
            InputError: the game has no such role.
        """
        return role_of(role, self.game) if role else self.game.roles[0]
