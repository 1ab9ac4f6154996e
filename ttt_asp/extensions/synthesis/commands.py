"""Commands that also write their answer to files: a strategy, a book of exceptions."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Parameter, written
from ttt_asp.claims.question import Question
from ttt_asp.cli.calls import Call, Progress, folder_options
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.authoring.writing import check_place, write_all_new, write_strategy
from ttt_asp.extensions.claimfiles.command import asked_of
from ttt_asp.extensions.players.book_file import check_book, prove_command, say_written, write_book
from ttt_asp.extensions.synthesis.exceptions import Exceptions
from ttt_asp.extensions.synthesis.fill import Fillings, find_fillings
from ttt_asp.extensions.synthesis.functions import exceptions, posed
from ttt_asp.extensions.synthesis.invention import Invention, tactic_files

# What the search for fillings is told besides the task.
_GOAL = ("shortest", "every", "limit")
_STRATEGY = "Write the strategy, with examples, and its claims."
_TACTIC = "Write the tactic, with examples: tactics/NAME.lp."


def fill(  # noqa: D103
    call: Call[Any],
    output: Annotated[Path | None, written("--output -o", _STRATEGY, "DIR/NAME.lp", None)] = None,
) -> int:
    text, library = asked_of(call.given["claim"], call.given)
    asked = {**call.given, "claim": text, "strategies": library.folders}
    wanted = {name: asked.pop(name) for name in _GOAL if name in asked}
    with Progress():
        task, limits = posed(**asked)
        if output is not None:
            if len(task.texts) > 1:
                raise wrong(f"{len(task.texts)} strategies are looked for, not one", Location("-o"))
            if any(part.question.made for part in task.parts):
                hint = "leave out -o, or keep the program's replies as a book: `ttt-asp new book`"
                raise wrong("the claims in a file name no program to be run", Location("-o"), hint)
            check_place(output, "strategy", library=library)
        fillings = find_fillings(task, limits, **wanted)
    status = call.print_answer(fillings)
    if output is not None:
        _filled(output, fillings, Arguments(call.given).folders)
    return status


def _filled(path: Path, fillings: Fillings, folders: Sequence[Path]) -> None:
    """Write the first strategy and its claims, or print on stderr why there is none."""
    if not fillings.strategies:
        typer.echo(f"no strategy: {fillings.answer}", err=True)
        return
    ((text, term),) = fillings.strategies[0].terms.items()
    roles = [list(part.players) for part in fillings.task.parts]
    questions = [part.question for part in fillings.task.parts]
    files = write_strategy(path, term, questions, roles, f"ttt-asp fill, from {text}")
    say_written(files, ["ttt-asp", "prove", str(files[-1]), *folder_options(folders)])


def invent(  # noqa: D103
    call: Call[Any],
    output: Annotated[Path | None, written("--output -o", _TACTIC, "tactics/NAME.lp", None)] = None,
) -> int:
    text, library = asked_of(call.given["claim"], call.given)
    named: dict[str, Any] = {}
    if output is not None:
        check_place(output, "tactic", library=library)
        for other in output.parent.glob(f"{output.stem}_[0-9]*.lp"):  # as several would be called
            raise wrong(f"{other} exists already", Location(str(output)), "choose another name")
        named = {"name": output.stem}
    found = call.answer(claim=text, strategies=library.folders, **named)
    status = call.print_answer(found)
    if output is not None:
        _invented(output, found, Arguments(call.given).folders)
    return status


def _invented(path: Path, found: Invention, folders: Sequence[Path]) -> None:
    """Write the tactics of the first way, or print on stderr why there is none."""
    if not found.found:
        typer.echo(f"no tactic: {found.answer}", err=True)
        return
    if not found.found[0].tactics:
        typer.echo("no tactic: the library has all lines of the list", err=True)
        return
    files = tactic_files(path, found)
    write_all_new(files)
    asked = replace(found.questions(found.found[0])[0], folders=(path.parent.parent, *folders))
    say_written(files, prove_command(_typed(asked)))


def _typed(question: Question) -> Question:
    """Return a question with the programs that were typed in place of their replies."""
    programs = {entry.name: entry.inquiry.program for entry in question.made if entry.inquiry}
    roles = {role: programs.get(text, text) for role, text in question.roles.items()}
    return replace(question, roles=roles)


_EXCEPTIONS = "Write the exceptions: tactics/NAME.lp."


def repair(
    call: Call[Any],
    overrule: Annotated[
        bool, Parameter("--exceptions", "Find the fewest positions to overrule, instead of edits.")
    ] = False,
    output: Annotated[Path | None, written("--output -o", _EXCEPTIONS, read=None)] = None,
) -> int:
    """Find the smallest change that makes a claim true.

    The claim has to be refuted or incomplete. The lines of a strategy are the operands of its
    outermost `first`. An edit inserts, deletes or replaces a line, exchanges two lines, or refines
    a line by a tactic. An exception overrules the strategy at a position and at those that are like
    it by a symmetry of the board. It is proved that no smaller change is enough.

    Examples:
    ttt-asp repair "o never loses" --o good_for_o
    ttt-asp repair "o never loses" --o good_for_o --exceptions -o mine/tactics/saves.lp
    """
    given = call.given
    if overrule and ("pool" in given or "edits" in given):
        where = Location("--pool" if "pool" in given else "--edits")
        raise wrong("exceptions are no edits", where, "leave it out, or --exceptions")
    if output is not None:
        if not overrule:
            raise wrong("exceptions are written, not edits", Location("-o"), "--exceptions")
        typed = Arguments(given)
        check_book(output, typed.game, typed.library)
    if not overrule:
        return call.print_answer(call.answer())
    name: dict[str, Any] = {"name": output.stem} if output else {}
    answer = Call(exceptions, given, call.json).answer(**name)
    status = call.print_answer(answer)
    if output is not None:
        typer.echo(_overruled(output, answer, Arguments(given).folders), err=True)
    return status


def _overruled(path: Path, found: Exceptions, folders: tuple[Path, ...]) -> str:
    """Write the book of the exceptions; return a message, or the reason why there is none."""
    if not found.overruled:
        return f"no exceptions: the answer is {found.answer}"
    given, name, spelt = found.given, path.stem, found.given.problem.game.spelt
    asked = replace(
        given.question_with(f"first({name}, {given.text})"),
        claim=spelt(str(given.problem.claim)),
        folders=(path.parent.parent, *folders),
    )
    asked = replace(asked, roles={spelt(role): text for role, text in asked.roles.items()})
    return write_book(path, found.book(name), len(found.pages), _typed(asked))
