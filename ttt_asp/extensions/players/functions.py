"""Programs named as strategies, to be asked; and books of their replies.

Only the command line and Python name programs, and only where a whole strategy stands: texts
read from files, typed within a term, or sent by the workbench never come here.
"""

import os
import random
import re
import shlex
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from ttt_asp.api.arguments import program_title
from ttt_asp.api.parameters import Plays
from ttt_asp.claims.problem import Match
from ttt_asp.deadline import STOPS, Deadline, Expired, Stop, stop_of
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.players.book import MOST_PAGES, Page, book
from ttt_asp.extensions.players.guard import text_of
from ttt_asp.extensions.players.player import AnswerSource, Inquiry, Player, combined
from ttt_asp.extensions.players.process import NoAnswer, Process
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.paths import in_comment
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import load_machine
from ttt_asp.strategies.library import Library, LibraryFile, bad_name
from ttt_asp.strategies.strategy import Strategy, load_strategy
from ttt_asp.strategies.terms import PROGRAM

_FILE = re.compile(r"(.+\.py)(?::(\w+(?:\.\w+)?))?", re.DOTALL)
# Positions that are gone through, at most, to find those at which a book is to reply.
_MOST = 1_000_000
_FORM = "program:FILE.py, program:FILE.py:FUNCTION_OR_CLASS, or program:COMMAND ..."


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


def player(
    given: Plays,
    where: str,
    role: str,
    game: Game,
    library: Library,
    limits: Limits,
    asking: Questions,
) -> LibraryFile:
    """Return a program as an entry of a library, which is asked where it is needed.

    Args:
        given: the program.
        where: how messages call the place where it was given.
        role: the one that it plays.
        game: the game.
        library: none of whose names is taken again.
        limits: of the work.
        asking: how it is asked.
    """
    place = Location(where)
    if isinstance(given, str):
        words, function = _command(given.strip().removeprefix(PROGRAM).strip(), place)
        source: AnswerSource = Process(
            words, function, place, asking.seconds, limits.deadline.check
        )
    else:
        source = Function(given, limits.deadline, asking.seconds)
    name = _name(given, _taken(library, game))

    def rules(made: Player, pages: Sequence[Page]) -> Strategy:
        entry = _book(name, made.inquiry, pages, role)
        entries = {**library.entries, name: entry}
        return load_strategy(name, where, game, replace(library, entries=entries))

    made = Player(program_title(given), place, role, game, source, limits, name, rules,
                  asking.times, everywhere=asking.everywhere)  # fmt: skip
    return LibraryFile(name, "strategy", Path(f"{name}.lp"), b"", asked=made)


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


@dataclass(frozen=True, slots=True)
class Function:
    """A function of Python, asked in this process, so that its state stays its own.

    Attributes:
        function: of a position and a role. deadline: when to give up.
        seconds: how long each answer may take.
    """

    function: Callable[[str, str], object]
    deadline: Deadline
    seconds: float

    def ask_all(self, questions: Sequence[tuple[str, str]]) -> Sequence[str | NoAnswer]:
        """Return the answer to each position and role, or why there is none."""
        return [self._ask(*question) for question in questions]

    def close(self) -> None:
        """Leave it."""

    def _ask(self, position: str, role: str) -> str | NoAnswer:
        def work() -> str | NoAnswer:
            try:
                return text_of(self.function(position, role))
            except BaseException as error:  # whatever it is, it is the function's
                why = f"it raised {type(error).__name__}: {error}"
                return NoAnswer(why.removesuffix(": "))

        self.deadline.check()
        before = random.getstate()
        try:
            answer = Deadline(self.seconds).run(work)
        except Expired as error:
            if error.stop.kind != "time":
                raise
            more = f"move_time={max(60, round(10 * self.seconds))} gives it more"
            return NoAnswer(f"it gave no answer within {self.seconds:g} s ({more})")
        # it threw dice, perhaps for a choice that is too rare to be seen
        drew = isinstance(answer, str) and random.getstate() != before
        return f"~{answer}" if drew else answer


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


def _taken(library: Library, game: Game) -> set[str]:
    return {*library.entries, *library.orders, *library.lemmas, *game.constants}


def _name(given: Plays, taken: set[str]) -> str:
    """Return a name for a program that nothing else has, like that of its file."""
    if isinstance(given, str):
        text = given.strip().removeprefix(PROGRAM).strip()
        file = _FILE.fullmatch(text)
        words = [file[1]] if file and os.path.isfile(file[1]) else text.split()
        text = Path(next((w for w in reversed(words) if os.path.isfile(w)), words[0])).stem
    else:
        text = program_title(given).removeprefix("function ")
    name = re.sub(r"[^A-Za-z0-9_]+", "_", text).strip("_")
    name = f"{name[:1].lower()}{name[1:]}"
    name = name if not bad_name(name) and name not in taken else f"bot_{name}".rstrip("_")
    numbered = (f"{name}_{number}" for number in range(2, len(taken) + 3))
    return next(candidate for candidate in (name, *numbered) if candidate not in taken)
