"""Programs among the arguments of a function: named, asked, and replaced by rules.

Only the command line and Python name programs, and only where a whole strategy stands: texts
read from files, typed within a term, or sent by the workbench never come here.
"""

import os
import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from ttt_asp.api.arguments import LISTENER, Arguments, is_program, program_title
from ttt_asp.api.parameters import Plays
from ttt_asp.claims.problem import Match
from ttt_asp.claims.question import Question, read_claim, read_match
from ttt_asp.deadline import STOPS, Expired, Stop, stop_of
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.players.book import MOST_PAGES, Page, book
from ttt_asp.extensions.players.player import Inquiry, Player, combined
from ttt_asp.extensions.players.process import Function, Process
from ttt_asp.games.game import named_roles
from ttt_asp.limits import ASK, MOVE_TIME, Limits
from ttt_asp.paths import in_comment
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import load_machine
from ttt_asp.strategies.library import LibraryFile, bad_name
from ttt_asp.strategies.strategy import Strategy, asked_of, load_strategy, place_of
from ttt_asp.strategies.terms import PROGRAM
from ttt_asp.verdict import Origin

_FILE = re.compile(r"(.+\.py)(?::(\w+(?:\.\w+)?))?", re.DOTALL)
# Positions that are gone through, at most, to find those at which a book is to reply.
_MOST = 1_000_000
_FORM = "program:FILE.py, program:FILE.py:FUNCTION_OR_CLASS, or program:COMMAND ..."


class GivenPrograms:
    """The programs that a function was given as strategies; see the methods of `Arguments`."""

    def __init__(self, given: Arguments) -> None:
        """Begin.

        Args:
            given: the arguments; entries for programs are added to their library.
        """
        self.given = given
        self._seconds = given.named.get("move_time", MOVE_TIME)
        self._times = given.named.get("ask", ASK)

    def sure_books_in(self, question: Question) -> Question:
        """Return a question with all replies of programs as rules; refuse those that differ."""
        question = self.books_in(question, True)
        made = {entry.name: entry.inquiry for entry in self.given.made}
        for role, name in question.roles.items():
            if name in made:
                self._heed(made[name], name, place_of(role, self.given.game))
        return question

    def named_in(self, question: Question) -> Question:
        """Return a question with programs by names; see `Arguments.with_programs`."""
        claim = read_claim(question.claim, self.given.game)
        if claim.of_strategy:
            return self.books_in(question, claim.everywhere)
        roles = self.resolved(question.roles)
        return replace(question, roles=roles, made=tuple(self.given.made))

    def books_in(self, question: Question, everywhere: bool) -> Question:
        """Return a question with rules in place of programs; see `Arguments.with_books`."""
        given = self.given
        everywhere = everywhere or read_claim(question.claim, given.game).everywhere
        roles = self.resolved(question.roles, everywhere)
        made = {entry.name for entry in given.made}
        heeded = {r: n for r, n in roles.items() if n in made or not everywhere}
        asked(read_match(heeded, given.game, given.library), given.limits)
        given.made[:] = [e if e.asked is None else rules_of([e]) for e in given.made]
        return replace(question, roles=roles, made=tuple(given.made))

    def with_rules(self, match: Match) -> Match:
        """Return a match with rules in place of programs, which may not throw dice."""
        asked(match, self.given.limits)
        for role, played in asked_of(match.strategies).items():
            self._heed(played.inquiry, played.name, place_of(role, self.given.game))
        return match.written()

    def resolved(self, roles: Mapping[str, str], everywhere: bool = False) -> dict[str, str]:
        """Return strategies by roles, with names in place of programs."""
        game = self.given.game
        given, functions = named_roles(roles, game), named_roles(self.given.functions, game)
        programs: dict[str, Plays] = {r: t for r, t in given.items() if is_program(t)}
        programs |= functions
        for role in () if everywhere else game.roles:  # what is wrong there is said first
            if role not in programs:
                load_strategy(given.get(role), role, game, self.given.library)
        for role, program in programs.items():
            given[role] = self._add(program, place_of(role, game), role, everywhere).name
        return given

    def replies(
        self,
        program: Plays,
        where: str,
        *roles: str,
        everywhere: bool = True,
        differing: bool = False,
        horizon: int | None = None,
    ) -> str:
        """Return the name of a program's replies.

        Args:
            program: as typed, or a function.
            where: how messages call the place where it was.
            roles: those that play it; none for any role with a choice.
            everywhere: whether it is asked wherever it can choose, or where its own plays come to.
            differing: whether its answers may differ.
            horizon: the number of moves after which nothing is asked; None for none.
        """
        given, entries = self.given, list[LibraryFile]()
        for role in roles or given.game.roles:
            entries.append(self._add(program, where, role, everywhere))
            match = read_match({role: entries[-1].name}, given.game, given.library)
            asked(match, given.limits, horizon)
            given.made.pop()
        made = rules_of(entries)
        given.made.append(made)
        self._heed(made.inquiry, made.name, where, differing)
        return made.name

    def _add(self, program: Plays, where: str, role: str, everywhere: bool) -> LibraryFile:
        """Put a program of a role into the library, to be asked where it is needed."""
        game, library, limits = self.given.game, self.given.library, self.given.limits
        place = Location(where)
        source: Process | Function
        if isinstance(program, str):
            words, function = _command(program.strip().removeprefix(PROGRAM).strip(), place)
            source = Process(words, function, place, self._seconds, limits.deadline.check)
            files = [] if function else [word for word in words if os.path.isfile(word)]
            called = Path(files[-1] if files else words[0]).stem
        else:
            source = Function(program, limits.deadline, self._seconds)
            called = program_title(program).removeprefix("function ")
        name = _free_name(
            called, {*library.entries, *library.orders, *library.lemmas, *game.constants}
        )

        def rules(made: Player, pages: Sequence[Page]) -> Strategy:
            entry = _book(name, made.inquiry, pages, role)
            entries = {**library.entries, name: entry}
            return load_strategy(name, where, game, replace(library, entries=entries))

        made = Player(program_title(program), place, role, game, source, limits, name, rules,
                      self._times, everywhere=everywhere)  # fmt: skip
        entry = LibraryFile(name, "strategy", Path(f"{name}.lp"), b"", asked=made)
        self.given.made.append(entry)
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


def asked(match: Match, limits: Limits, horizon: int | None = None) -> None:
    """Ask all programs of a match where its plays come to, or wherever their roles can choose.

    Raises:
        InputError: a program cannot be asked, several roles choose at once, or there are more
            positions than a book can have.
        Expired: a limit was reached.
    """
    players = [s.asked for s in match.strategies.values() if isinstance(s.asked, Player)]
    for made in players:
        made.most = MOST_PAGES
    most = min(_MOST, limits.max_positions or _MOST)
    bounds = replace(limits, count=False, stop_at_first=False, max_positions=most)
    heeded = not any(made.everywhere for made in players)
    stop: Stop | None
    try:
        machine = load_machine(match.freed, limits.deadline)
        stop = explore(match, machine, bounds, horizon, strict=False, heeded=heeded).stopped
    except STOPS as error:
        stop = stop_of(error)
    if stop is not None:
        raise Expired(replace(stop, reached=" while programs were asked for moves"))


def _command(text: str, where: Location) -> tuple[list[str], bool]:
    """Return the words of a command, and false; or a Python file, its function, and true."""
    file = _FILE.fullmatch(text)
    if file and (os.path.isfile(file[1]) or len(text.split()) == 1):
        if not os.path.isfile(file[1]):
            raise wrong(f"there is no file {file[1]}", where, _FORM)
        return [file[1], file[2] or "move"], True
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise wrong(f"{text} is no command: {str(error).lower()}", where, _FORM) from None
    if not words:
        raise wrong("the program is missing", where, _FORM)
    if shutil.which(words[0]) is None:
        there = os.path.isfile(words[0])
        hint = f"chmod +x {words[0]}, or name what runs it before it" if there else _FORM
        raise wrong(f"there is no program {words[0]} that can be run", where, hint)
    return words, False


def rules_of(entries: Sequence[LibraryFile]) -> LibraryFile:
    """Return the replies of a program, asked as one role or several, as one entry of a library.

    Raises:
        InputError: they are no rules, as at some position there is a legal move now and then only.
    """
    players = [entry.asked for entry in entries if isinstance(entry.asked, Player)]
    for made in players:
        made.refuse_no_rules()
    pages = list(chain.from_iterable(made.pages for made in players))
    role = players[0].role if len(players) == 1 else None
    return _book(entries[0].name, combined([made.inquiry for made in players]), pages, role)


def _book(name: str, whole: Inquiry, pages: Sequence[Page], role: str | None) -> LibraryFile:
    """Return replies as a tactic."""
    if not pages:
        text = f"strategy({name}, except(any, any))."
        return LibraryFile(name, "strategy", Path(f"{name}.lp"), text.encode(), whole)
    about = f"replies to {len(pages):,} positions, and nothing elsewhere."
    text = book(name, role, pages, about, in_comment(whole.program))
    return LibraryFile(name, "tactic", Path(f"tactics/{name}.lp"), text.encode(), whole)


def _free_name(called: str, taken: set[str]) -> str:
    """Return a name for a program that nothing else has, like what it is called."""
    name = re.sub(r"[^A-Za-z0-9_]+", "_", called).strip("_")
    name = f"{name[:1].lower()}{name[1:]}"
    name = name if not bad_name(name) and name not in taken else f"bot_{name}".rstrip("_")
    numbered = (f"{name}_{number}" for number in range(2, len(taken) + 3))
    return next(candidate for candidate in (name, *numbered) if candidate not in taken)
