"""The arguments of a function, read into games, strategies and questions; and who hears of it."""

import warnings
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import fields, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from ttt_asp.api import parameters as p
from ttt_asp.claims.problem import Match
from ttt_asp.claims.question import DEFAULT_GAME, Question, read_match
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Argument, Location, wrong
from ttt_asp.extension import hook, missing
from ttt_asp.games.game import Game, role_of
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import begin_at
from ttt_asp.limits import MAX_POSITIONS, Limits, Tell
from ttt_asp.records import dataclass
from ttt_asp.strategies.library import Library, LibraryFile, open_library
from ttt_asp.strategies.strategy import Strategy, load_strategy
from ttt_asp.strategies.terms import PROGRAM
from ttt_asp.verdict import Origin


def _warned(name: str, asked: Origin) -> None:
    """Warn the caller of a function about a program that failed, or answered differently."""
    if asked.failed or asked.differing:
        warnings.warn(f"{name} is {asked.program}, {asked}", stacklevel=2)


@dataclass(frozen=True, slots=True)
class Listener:
    """A listener to the progress of a function before it answers: the command line, else nobody.

    Attributes:
        tell: called with the progress of the work.
        opened: called with a library that was opened.
        loaded: called with strategies that were read.
        asked: called with the name of a program's replies, and the inquiry.
    """

    tell: Tell | None = None
    opened: Callable[[Library], None] = lambda _: None
    loaded: Callable[[Iterable[Strategy]], None] = lambda _: None
    asked: Callable[[str, Origin], None] = _warned


_NOBODY = Listener()
LISTENER: ContextVar[Listener] = ContextVar("LISTENER", default=_NOBODY)


def as_given(argument: Argument, given: Mapping[str, Any]) -> Argument:
    """Return an argument as it was given: `x` and `o` are short for parts of `roles`."""
    roles = {role.lower() for role in given.get("roles") or ()}
    short = argument.name == "roles" and argument.part in {"x", "o"} - roles
    return Argument(argument.part) if short else argument


def is_program(text: p.Plays) -> bool:
    """Return whether a strategy is given as the name of a program, or as a function."""
    return not isinstance(text, str) or text.lstrip().startswith(PROGRAM)


def program_title(given: p.Plays) -> str:
    """Return how messages call a strategy, as it was given."""
    if isinstance(given, str):
        return given.strip() if is_program(given) else given
    return f"function {getattr(given, '__name__', type(given).__name__)}"


class Arguments:
    """The arguments of a function by name. Each is read when it is first asked for.

    Attributes:
        named: the arguments.
        limits: on the work; they start now, and the listener is called with the progress.
        made: entries of the library for programs that were given.
        functions: those of Python among these, by the roles that they were given for.
    """

    def __init__(
        self,
        named: Mapping[str, Any] | None = None,
        max_positions: int | None = MAX_POSITIONS,
        **more: Any,
    ) -> None:
        """Begin.

        Args:
            named: the arguments.
            max_positions: the positions that may be kept where that was not given.
            more: further arguments.
        """
        self.named = named = {**(named or {}), **more}
        known = {field.name: named[field.name] for field in fields(Limits) if field.name in named}
        if known.get("scratch") is not None:
            known["scratch"] = Path(known["scratch"])
        limited = {"max_positions": max_positions, **known, "progress": LISTENER.get().tell}
        deadline = Deadline(named.get("time_limit"), named.get("max_memory"))
        self.limits = Limits(deadline, tuple(named.get("clingo_options", ())), **limited)
        self.made: list[LibraryFile] = []
        self.functions: Mapping[str, Any] = {}
        self._made_asker: Any = None

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

    @property
    def library(self) -> Library:
        """The library, the folders that were given searched first, and books of programs."""
        library = self._opened
        made = {entry.name: entry for entry in self.made}
        entries = {**library.entries, **made}
        return replace(library, entries=entries, made=tuple(self.made)) if made else library

    @cached_property
    def _opened(self) -> Library:
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
        """Return the strategy of each role, `x` and `o` being short for two; functions by name.

        Raises:
            InputError: a role is given two strategies.
        """
        strategies: dict[str, Any] = dict(roles or {})
        for role in ("x", "o"):
            if (text := self.named.get(role)) is not None:
                if role in strategies:
                    raise wrong(f"{role} is given two strategies", Location.argument(role))
                strategies[role] = text
        self.functions = {role: given for role, given in strategies.items() if callable(given)}
        return {role: program_title(strategy) for role, strategy in strategies.items()}

    def posed(self, claim: str, roles: p.Roles) -> Question:
        """Return the question as it was given; it may name programs."""
        names = {field.name for field in fields(Question)} & self.named.keys()
        asked = {name: self.named[name] for name in names}
        asked |= {"claim": claim, "roles": self.roles(roles), "const": self.const}
        asked |= {"lemmas": tuple(asked.get("lemmas", ())), "folders": self.library.folders}
        return Question(**asked)

    def question(self, claim: str, roles: p.Roles) -> Question:
        """Return the question for analyses that also try strategies other than those given."""
        posed = self.posed(claim, roles)
        asker = self._asker(posed)
        return asker.sure_books_in(posed) if asker else posed

    def with_programs(self, question: Question) -> Question:
        """Return a question with programs by names, which are asked where plays come to.

        A claim about a strategy itself is about rules: those of all replies.
        """
        asker = self._asker(question)
        return asker.named_in(question) if asker else question

    def with_books(self, question: Question, everywhere: bool = False) -> Question:
        """Return a question with the replies of programs, as rules, in place of these.

        Args:
            question: as it was given.
            everywhere: whether programs are asked wherever their roles can have a choice, not only
                where plays of these strategies come to.
        """
        asker = self._asker(question)
        return asker.books_in(question, everywhere) if asker else question

    def match(self, roles: p.Roles) -> Match:
        """Return the match: who plays what; programs are asked where plays come to."""
        given = self.roles(roles)
        programs = self._programs(given)
        if programs:
            given = self.asker(programs[0]).resolved(given)
        return read_match(given, self.game, self.library)

    def asker(self, where: str) -> Any:
        """Return what asks the programs that were given.

        Args:
            where: how messages call the place where one was.

        Raises:
            InputError: the extension that has it is not installed.
        """
        if self._made_asker is None:
            if (asker := hook("programs")) is None:
                raise wrong(f"programs are asked by {missing('program:')}", Location(where))
            self._made_asker = asker(self)
        return self._made_asker

    def _programs(self, roles: Mapping[str, str]) -> list[Argument]:
        """Return the places where programs were given as strategies."""
        named = {role for role, text in roles.items() if is_program(text)} | self.functions.keys()
        return [Argument("roles", role) for role in roles if role in named]

    def _asker(self, question: Question) -> Any:
        """Return what asks the programs that a question names; None if it names none."""
        if not (programs := self._programs(question.roles)):
            return None
        if question.every is not None:
            message = "a program is asked at positions, which are of one size"
            raise wrong(message, Location.argument("every"), "leave it out")
        return self.asker(programs[0])

    def text(self, given: p.Plays, where: str, *roles: str, **how: Any) -> str:
        """Return a name or a term as it stands; or the name of a program's replies.

        Args:
            given: as typed, or a function.
            where: how messages call the place where it was.
            roles: those that play it; none for any role with a choice.
            how: it is asked if it is a program, as what asks them says.
        """
        if isinstance(given, str) and not is_program(given):
            return given
        name: str = self.asker(where).replies(given, where, *roles, **how)
        return name

    def strategy(self, given: p.Plays, role: str | None = None, here: bool = False) -> Strategy:
        """Return the strategy of that name or term, for a role or any; the listener hears of it.

        Args:
            given: as typed, or a function.
            role: the one that plays it.
            here: whether a program is asked only where play begins; it may throw dice then.
        """
        roles = [role_of(role, self.game)] if role else []
        how: dict[str, Any] = {"horizon": 1, "differing": True} if here else {}
        text = self.text(given, Argument("strategy"), *roles, **how)
        strategy = load_strategy(text, Argument("strategy"), self.game, self.library)
        LISTENER.get().loaded([strategy])
        return strategy

    def role(self, role: str | None, *played: p.Plays) -> str:
        """Return a role of the game by its name; else the one that strategies are named for.

        `good_for_o` is named for o. Strategies that are named for no role are the first role's.

        Raises:
            InputError: the game has no such role, or the strategies are named for several.
        """
        if role:
            return role_of(role, self.game)
        ends = {str(text).rpartition("_")[2] for text in played}
        named = [name for name in self.game.roles if self.game.spelt(name) in ends]
        if len(named) > 1:
            roles = " or ".join(map(self.game.spelt, named))
            message = "these strategies are named for different roles"
            raise wrong(message, Location.argument("role"), f"say who plays both: {roles}")
        return (named or self.game.roles)[0]
