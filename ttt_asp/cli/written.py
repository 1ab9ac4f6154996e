"""Commands that also write what they find: a strategy, a book, a pairing, a certificate."""

import shlex
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttt_asp.api.given import Given
from ttt_asp.api.parameters import Certificate, Parameter, written
from ttt_asp.authoring.writing import check_place, write_strategy
from ttt_asp.claims.question import Question, read
from ttt_asp.cli.calls import Call, status_of, to_prove
from ttt_asp.cli.library import find_claims, open_with_warnings, refuse_for_files
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.prove import certify, refuse_uncertified
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.files import write_new
from ttt_asp.games.load import load_game
from ttt_asp.paths import in_comment
from ttt_asp.strategies.book import MOST_PAGES, book

if TYPE_CHECKING:  # each command starts without what the others need, as below
    from ttt_asp.analyses.best_play.solution import Solution
    from ttt_asp.analyses.fill.result import Fillings
    from ttt_asp.analyses.fill.task import Task
    from ttt_asp.analyses.repair.result import Exceptions

_BOOK = "Write an optimal strategy, as a tactic: a book of positions and moves."
_STRATEGY = "Write the strategy, with examples, and its claims."
_EXCEPTIONS = "Write the exceptions: tactics/NAME.lp."


def solve(  # noqa: D103
    call: Call[Any],
    output: Annotated[
        Path | None, written("--output -o", _BOOK, "DIR/tactics/NAME.lp", None)
    ] = None,
) -> int:
    if "role" in call.given and output is None:
        raise wrong("the role is that of the strategy to be written", Location("--as"), "-o FILE")
    if output is not None:
        if "position" in call.given:
            what = "a strategy is written for whole games"
            raise wrong(what, Location("--position"), "without -o")
        check_place(output, kind="tactic")
    found: Solution = call.answer(book=output is not None)
    status = call.say(found)
    if call.json and found.verdict == "unknown":
        typer.echo(f"unknown: {found.game}: {found.reason}", err=True)
    if output is not None:
        typer.echo(_solved(output, found, Given(call.given).const), err=True)
    return status


def _solved(path: Path, found: "Solution", const: dict[str, str]) -> str:
    """Write the strategy's book; what is to be said of it, or why there is none."""
    if found.strategist is None or found.values is None:
        return f"no strategy: the game is {found.verdict}"
    role, value = found.strategist, found.values[found.strategist]
    if found.too_many:
        return f"no strategy: {role} would need more than {MOST_PAGES:,} pages"
    if not found.pages:
        return f"no strategy: {role} never has a choice"
    shown = ", ".join(f"{key}={value}" for key, value in found.const.items())
    about = (
        f"best play of {in_comment(role)} in {in_comment(found.game)}"
        f"{f' ({in_comment(shown)})' if shown else ''}:\n"
        f"an optimal move at every position that plays under it come to. It forces {value}."
    )
    game = load_game(found.game, const)
    (ruled,) = (one for one in game.roles if game.spelt(one) == role)
    text = book(path.stem, ruled, found.pages, about, "`ttt-asp solve`")
    claim = f"{role} {'always wins' if value == 100 else 'never loses'}" if value > 0 else ""
    asked = Question(claim, {role: path.stem}, found.game, const, folders=(path.parent.parent,))
    # where plays have no longest one, engine bounded would look at longer and longer ones
    engine = ["--engine", "explicit"] if found.endless else []
    return _write_book(path, text, len(found.pages), found.const, asked, *engine)


def _write_book(path: Path, text: str, pages: int, const: Any, asked: Question, *more: str) -> str:
    """Write a tactic; what is to be said of it, with the command that proves a claim by it."""
    if path.stem in const:
        raise wrong(f"{path.stem} is a constant of the game", Location(str(path)))
    write_new(path, text)
    said = f"wrote {path} ({pages:,} page{'s' if pages != 1 else ''})"
    return f"{said}; next: {shlex.join([*to_prove(asked), *more])}" if asked.claim else said


def fill(  # noqa: D103
    call: Call[Any],
    certificate: Certificate = None,
    output: Annotated[Path | None, written("--output -o", _STRATEGY, "DIR/NAME.lp", None)] = None,
) -> int:
    text = call.given["claim"]
    library = open_with_warnings(Given(call.given), text)
    if text.endswith(".toml"):
        refuse_for_files(call.given)
        text = str(find_claims(text, library))

    def check(task: "Task") -> None:
        if certificate is not None:
            if len(task.parts) > 1:
                what = "a certificate is of one claim, not of a file"
                raise wrong(what, Location(str(certificate)))
            refuse_uncertified(task.parts[0].problem)
        if output is not None:
            if len(task.texts) > 1:
                raise wrong(f"{len(task.texts)} strategies are looked for, not one", Location("-o"))
            check_place(output, library)

    found: Fillings = call.answer(told=True, posed=check, claim=text, strategies=library.folders)
    status = call.say(found)
    if output is not None:
        _filled(output, found)
    if certificate is not None:
        if not found.strategies:
            typer.echo(f"no certificate: {found.answer}", err=True)
            return status
        one = found.strategies[0]
        terms = {name: one.terms[text] for name, text in found.task.texts.items()}
        problem = read(found.task.questions(terms)[0], Given(call.given).limits.deadline)
        certify(certificate, problem, one.verdicts[0], call.given)
    return status


def _filled(path: Path, found: "Fillings") -> None:
    """Write the first strategy and its claims, or say on stderr why there is none."""
    if not found.strategies:
        typer.echo(f"no strategy: {found.answer}", err=True)
        return
    ((text, term),) = found.strategies[0].terms.items()
    roles = [list(part.players) for part in found.task.parts]
    questions = [part.question for part in found.task.parts]
    files = write_strategy(path, term, questions, roles, f"ttt-asp fill, from {text}")
    for one in files:
        typer.echo(f"wrote {one}", err=True)
    typer.echo(f"next: ttt-asp prove {shlex.quote(str(files[-1]))}", err=True)


def repair(
    call: Call[Any],
    overrule: Annotated[
        bool, Parameter("--exceptions", "The fewest positions to overrule, not edits.")
    ] = False,
    output: Annotated[Path | None, written("--output -o", _EXCEPTIONS, read=None)] = None,
) -> int:
    """Find the smallest change that makes a claim true.

    The claim is refuted or incomplete. Edits change the strategy's list, the
    operands of its outermost first: insert, delete or replace a line, exchange
    two, refine one by a tactic. Exceptions overrule it at positions, counted up
    to the board's symmetries. That no smaller change does is proved.

    Examples:
    ttt-asp repair "o never loses" --o good_for_o
    ttt-asp repair "o never loses" --o good_for_o --exceptions -o mine/tactics/saves.lp
    """
    given = call.given
    if overrule and ("tactics" in given or "edits" in given):
        where = Location("--pool" if "tactics" in given else "--edits")
        raise wrong("exceptions are no edits", where, "leave it out, or --exceptions")
    if output is not None:
        if not overrule:
            raise wrong("exceptions are written, not edits", Location("-o"), "--exceptions")
        check_place(output, Given(given).library, "tactic")
    if not overrule:
        return call.say(call.answer())
    from ttt_asp.api.repairs import exceptions

    name: dict[str, Any] = {"name": output.stem} if output else {}
    found = call.to(exceptions).answer(**name)
    status = call.say(found)
    if output is not None:
        typer.echo(_overruled(output, found, Given(given).folders), err=True)
    return status


def _overruled(path: Path, found: "Exceptions", folders: tuple[Path, ...]) -> str:
    """Write the book of the exceptions; what is to be said of it, or why there is none."""
    if not found.overruled:
        return f"no exceptions: the answer is {found.answer}"
    given, name, spelt = found.given, path.stem, found.given.problem.game.spelt
    asked = replace(
        given.question_with(f"first({name}, {given.text})"),
        claim=spelt(str(given.problem.claim)),
        folders=(path.parent.parent, *folders),
    )
    asked = replace(asked, roles={spelt(role): text for role, text in asked.roles.items()})
    const = given.problem.game.constants
    return _write_book(path, found.book(name), len(found.pages), const, asked)


def pairing(
    call: Call[Any],
    output: Annotated[
        Path | None, written("--output -o", "Write them to this folder.", "DIR", None)
    ] = None,
    certificate: Annotated[
        Path | None,
        written("--certificate", "With --ahead or --period: write what verify checks."),
    ] = None,
    name: Annotated[str, Parameter("--name", "The tactic's name.")] = "pairing",
) -> int:
    """Find a pairing strategy: for every line two squares of its own.

    The second player, answering in the same pair, never loses. With -o the tactic, the strategy, a
    lemma and the claim that it proves are written to DIR. When there is no pairing, it is
    said why, and the exit status is 1.

    With --ahead N it looks for replies to the first moves, up to N, such that there is a pairing
    then, whatever the first player does.

    Examples:
    ttt-asp pairing -c rows=5 -c cols=5 -c line=5 -o my_pairing
    ttt-asp pairing -c rows=4 -c cols=4 -c line=4 --ahead 2
    """
    from ttt_asp.analyses.ahead.files import write_ahead
    from ttt_asp.analyses.pairing.files import write_pairing
    from ttt_asp.certificates.write import repeating_pairs, replies, write

    ahead = "ahead" in call.given
    if certificate is not None and not ahead and "period" not in call.given:
        what = "it is written with --period K, or with --ahead N, moves before there is a pairing"
        raise wrong(what, Location("--certificate"), "--ahead 0 for a pairing at once")
    found = call.answer()
    there = found.verdict == "found" if ahead else found.there
    why = f"the answer is {found.verdict}" if ahead else "there is no pairing"
    # of a pairing at once its files say all; in JSON they are named
    if not call.json and (ahead or output is None or not there):
        call.say(found)
    files, said, missing = list[Path](), list[str](), list[str]()
    if certificate is not None and there:
        with Progress("writing the certificate"):
            make = partial(replies if ahead else repeating_pairs, found)
            size = write(certificate, make, Deadline())
        checked = f"next: ttt-asp verify {shlex.quote(str(certificate))}"
        said.append(f"wrote {certificate} ({size:,} bytes); {checked}")
    elif certificate is not None:
        missing.append(f"no certificate: {why}")
    if output is not None and there:
        with Progress("writing the replies"):
            deadline = Given(call.given).limits.deadline
            more = [deadline] if ahead else []
            made = (write_ahead if ahead else write_pairing)(found, output, name, *more)
        if isinstance(made, str):
            missing.append(f"no strategy: {made}; the certificate is the proof (--certificate)")
        else:
            files, said = made, [*said, *(f"wrote {path}" for path in made)]
            said.append(f"next: ttt-asp prove {shlex.quote(str(made[-1]))}")
    elif output is not None and ahead:
        missing.append(f"no strategy: {why}")
    if call.json:
        call.say(found, files=[str(path) for path in files])
    for line in said:
        typer.echo(line, err=call.json)
    for line in missing:
        typer.echo(line, err=True)
    return status_of(found)
