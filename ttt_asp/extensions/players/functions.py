"""Programs named as strategies: asked for their replies, of which books are made.

Only the command line and Python name programs, and only where a whole strategy stands: texts
read from files, typed within a term, or sent by the workbench never come here.
"""

import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ttt_asp.api.parameters import Plays
from ttt_asp.api.programs import program_title
from ttt_asp.claims.problem import Match
from ttt_asp.deadline import STOPS, Deadline, Expired, stop_of
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.players.book import book
from ttt_asp.extensions.players.guard import text_of
from ttt_asp.extensions.players.inquiry import Inquiry
from ttt_asp.extensions.players.process import NoAnswer, Process
from ttt_asp.extensions.players.replies import Player, ProgramReplies, replies
from ttt_asp.limits import Limits
from ttt_asp.paths import in_comment
from ttt_asp.strategies.composition import PROGRAM
from ttt_asp.strategies.library import Library, LibraryFile, bad_name

_FILE = re.compile(r"(.+\.py)(?::(\w+(?:\.\w+)?))?", re.DOTALL)
_FORM = "program:FILE.py, program:FILE.py:FUNCTION_OR_CLASS, or program:COMMAND ..."


def asked(
    match: Match,
    programs: Mapping[str, Plays],
    places: Mapping[str, str],
    limits: Limits,
    seconds: float,
    everywhere: bool = False,
) -> dict[str, ProgramReplies]:
    """Ask programs for their replies; see `replies`.

    Args:
        match: who plays what.
        programs: by roles.
        places: for each of these roles how messages call the place where it was given.
        limits: of the work.
        seconds: how long each answer may take.
        everywhere: whether to ask wherever a role can have a choice.
    """
    with _players(programs, places, limits.deadline, seconds) as players:
        try:
            return replies(match, players, limits, everywhere)
        except STOPS as error:
            stop = stop_of(error)
            message = f"{stop} while programs were asked for moves"
            raise Expired(replace(stop, reached=message.removeprefix(stop.reason))) from None


@contextmanager
def _players(
    programs: Mapping[str, Plays], places: Mapping[str, str], deadline: Deadline, seconds: float
) -> Iterator[dict[str, Player]]:
    """Start the programs; none runs on after the block."""
    processes: list[Process] = []
    players: dict[str, Player] = {}
    for role, given in programs.items():
        where = Location(places[role])
        if isinstance(given, str):
            words, function = _command(given.strip().removeprefix(PROGRAM).strip(), where)
            processes.append(Process(words, function, where, seconds, deadline.check))
            players[role] = Player(program_title(given), where, processes[-1].ask)
        else:
            players[role] = Player(program_title(given), where, _asker(given, deadline, seconds))
    try:
        yield players
    finally:
        for process in processes:
            process.close()


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


def _asker(
    function: Callable[[str, str], object], deadline: Deadline, seconds: float
) -> Callable[[str, str], str]:
    """Return how to ask a function: in this process, so that its state stays its own."""

    def ask(position: str, role: str) -> str:
        def work() -> tuple[str, str]:
            try:
                return text_of(function(position, role)), ""
            except BaseException as error:  # whatever it is, it is the function's
                return "", f"it raised {type(error).__name__}: {error}".removesuffix(": ")

        deadline.check()
        try:
            answer, failed = Deadline(seconds).run(work)
        except Expired as error:
            if error.stop.kind != "time":
                raise
            more = f"move_time={max(60, round(10 * seconds))} gives it more"
            raise NoAnswer(f"it gave no answer within {seconds:g} s ({more})") from None
        if failed:
            raise NoAnswer(failed)
        return answer

    return ask


def entry_of(
    answers: Mapping[str, ProgramReplies],
    given: Plays,
    library: Library,
    taken: Mapping[str, object],
) -> LibraryFile:
    """Return a program's replies as an entry of a library.

    Args:
        answers: its replies, as each role that it plays.
        given: the program.
        library: none of whose names is taken again.
        taken: other names that are not to be taken.
    """
    name = _name(given, {*library.entries, *library.orders, *library.lemmas, *taken})
    inquiries = [answer.inquiry for answer in answers.values()]
    whole = _combined_inquiry(inquiries)
    pages = [page for answer in answers.values() for page in answer.pages]
    if not pages:
        text = f"strategy({name}, except(any, any))."
        return LibraryFile(name, "strategy", Path(f"{name}.lp"), text.encode(), whole)
    role = next(iter(answers)) if len(answers) == 1 else None
    about = f"replies to {len(pages):,} positions, and nothing elsewhere."
    text = book(name, role, pages, about, in_comment(whole.program))
    return LibraryFile(name, "tactic", Path(f"tactics/{name}.lp"), text.encode(), whole)


def _combined_inquiry(inquiries: list[Inquiry]) -> Inquiry:
    failed: dict[frozenset[str], str] = {}
    for inquiry in inquiries:
        failed.update(inquiry.failed)
    return Inquiry(
        inquiries[0].program,
        positions=sum(inquiry.positions for inquiry in inquiries),
        differing=sum(inquiry.differing for inquiry in inquiries),
        failed=failed,
        seconds=sum(inquiry.seconds for inquiry in inquiries),
        everywhere=all(inquiry.everywhere for inquiry in inquiries),
    )


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
