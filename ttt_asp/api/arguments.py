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
from ttt_asp.api.programs import Questions, asker, is_program, program_title
from ttt_asp.claims.problem import Match
from ttt_asp.claims.question import DEFAULT_GAME, Question, read_claim, read_match
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Argument, Location, wrong
from ttt_asp.games.game import Game, named_roles, role_of
from ttt_asp.games.load import load_game
from ttt_asp.games.start import begin_at
from ttt_asp.limits import ASK, MAX_POSITIONS, MOVE_TIME, Limits
from ttt_asp.progress_report import Tell
from ttt_asp.records import dataclass
from ttt_asp.strategies.asked import asked_of
from ttt_asp.strategies.library import Library, LibraryFile, open_library
from ttt_asp.strategies.strategy import Strategy, load_strategy, place_of
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


class Arguments:
    """The arguments of a function by name. Each is read when it is first asked for.

    Attributes:
        named: the arguments.
        limits: on the work; they start now, and the listener is called with the progress.
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
        self._asking = Questions(named.get("move_time", MOVE_TIME), named.get("ask", ASK))
        self._made: list[LibraryFile] = []
        self._functions: Mapping[str, Any] = {}

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
        made = {entry.name: entry for entry in self._made}
        entries = {**library.entries, **made}
        return replace(library, entries=entries, made=tuple(self._made)) if made else library

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
        self._functions = {role: given for role, given in strategies.items() if callable(given)}
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
        question = self.with_books(self.posed(claim, roles), True)
        made = {entry.name: entry.inquiry for entry in self._made}
        for role, name in question.roles.items():
            if name in made:
                self._heed(made[name], name, place_of(role, self.game))
        return question

    def with_programs(self, question: Question) -> Question:
        """Return a question with programs by names, which are asked where plays come to.

        A claim about a strategy itself is about rules: those of all replies.
        """
        if not self._has_programs(question):
            return question
        claim = read_claim(question.claim, self.game)
        if claim.of_strategy:
            return self.with_books(question, claim.everywhere)
        roles = self._resolved(question.roles)
        return replace(question, roles=roles, made=tuple(self._made))

    def with_books(self, question: Question, everywhere: bool = False) -> Question:
        """Return a question with the replies of programs, as rules, in place of these.

        Args:
            question: as it was given.
            everywhere: whether programs are asked wherever their roles can have a choice, not only
                where plays of these strategies come to.
        """
        if not self._has_programs(question):
            return question
        everywhere = everywhere or read_claim(question.claim, self.game).everywhere
        roles = self._resolved(question.roles, everywhere)
        made = {entry.name for entry in self._made}
        heeded = {r: n for r, n in roles.items() if n in made or not everywhere}
        asker("").asked(read_match(heeded, self.game, self.library), self.limits)
        self._made = [e if e.asked is None else asker("").rules_of([e]) for e in self._made]
        return replace(question, roles=roles, made=tuple(self._made))

    def _has_programs(self, question: Question) -> bool:
        """Whether a question names programs, which it may: it is about one size."""
        if not self._functions and not any(map(is_program, question.roles.values())):
            return False
        if question.every is not None:
            message = "a program is asked at positions, which are of one size"
            raise wrong(message, Location.argument("every"), "leave it out")
        return True

    def match(self, roles: p.Roles) -> Match:
        """Return the match: who plays what; programs are asked where plays come to."""
        return read_match(self._resolved(self.roles(roles)), self.game, self.library)

    def match_of_books(self, roles: p.Roles) -> Match:
        """Return the same with rules in place of programs, which may not throw dice."""
        match = self.match(roles)
        players = asked_of(match.strategies)
        if players:
            asker("").asked(match, self.limits)
        for role, player in players.items():
            self._heed(player.inquiry, player.name, place_of(role, self.game))
        return match.written()

    def _resolved(self, roles: Mapping[str, str], everywhere: bool = False) -> dict[str, str]:
        """Return strategies by roles, with names in place of programs."""
        game = self.game
        given, functions = named_roles(roles, game), named_roles(self._functions, game)
        programs: dict[str, p.Plays] = {r: t for r, t in given.items() if is_program(t)}
        programs |= functions
        for role in () if everywhere else game.roles:  # what is wrong there is said first
            if role not in programs:
                load_strategy(given.get(role), role, game, self.library)
        for role, program in programs.items():
            given[role] = self._add(program, place_of(role, game), role, everywhere).name
        return given

    def _add(self, program: p.Plays, where: str, role: str, everywhere: bool) -> LibraryFile:
        """Put a program into the library."""
        how, library = replace(self._asking, everywhere=everywhere), self.library
        entry = asker(where).player(program, where, role, self.game, library, self.limits, how)
        self._made.append(entry)
        return entry

    def _heed(self, inquiry: Origin | None, name: str, where: str, differing: bool = False) -> None:
        """Let the listener hear of a program that was asked, by the name of its replies.

        Raises:
            InputError: its answers differ, and may not: what it would answer next is not known, so
                nothing could be proved of it, nor said how often it does what.
        """
        if inquiry is None:
            return
        LISTENER.get().asked(name, inquiry)
        if inquiry.doubt and not differing:
            message = f"the answers of {inquiry.program} differ: it remembers, or throws dice"
            raise wrong(message, Location(where), "prove, report, play and identify take it")

    def text(
        self,
        given: p.Plays,
        where: str,
        *roles: str,
        everywhere: bool = True,
        differing: bool = False,
        horizon: int | None = None,
    ) -> str:
        """Return a name or a term as it stands; or the name of a program's replies.

        Args:
            given: as typed, or a function.
            where: how messages call the place where it was.
            roles: those that play it; none for any role with a choice.
            everywhere: whether it is asked wherever it can choose, or where its own plays come to.
            differing: whether a program's answers may differ.
            horizon: the number of moves after which nothing is asked; None for none.
        """
        if isinstance(given, str) and not is_program(given):
            return given
        game, entries, ask = self.game, list[LibraryFile](), asker(where)
        for role in roles or game.roles:
            entries.append(self._add(given, where, role, everywhere))
            name = entries[-1].name
            ask.asked(read_match({role: name}, game, self.library), self.limits, horizon)
            self._made.pop()
        self._made.append(ask.rules_of(entries))
        made = self._made[-1]
        self._heed(made.inquiry, made.name, where, differing)
        return made.name

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
