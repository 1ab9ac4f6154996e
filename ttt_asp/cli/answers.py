"""Commands that print more than the answers of their functions, or write them as a book."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Parameter, Svg, written
from ttt_asp.authoring.writing import check_place
from ttt_asp.claims.question import Question
from ttt_asp.cli.calls import Call, prove_command
from ttt_asp.errors import Location, wrong
from ttt_asp.files import write_bytes, write_new
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.paths import STRATEGIES, in_comment, real
from ttt_asp.strategies.book import MOST_PAGES, book
from ttt_asp.strategies.examples import example_line

if TYPE_CHECKING:  # each command starts without what the others need, as below
    from ttt_asp.engines.suggestion import Suggestion
    from ttt_asp.extensions.playing.best_play.solution import Solution
    from ttt_asp.extensions.synthesis.repair.result import Exceptions

_BOOK = "Write an optimal strategy, as a tactic: a book of positions and moves."
_EXCEPTIONS = "Write the exceptions: tactics/NAME.lp."


def suggest(call: Call[Any], svg: Svg = None) -> int:  # noqa: D103
    suggestion: Suggestion = call.answer()
    if svg is not None:
        from ttt_asp.show.svg import suggestion_svg

        write_bytes(svg, suggestion_svg(suggestion).encode())
        typer.echo(f"wrote {svg}", err=True)
    status = call.print_answer(suggestion)
    if call.json:
        return status
    entry = Arguments(call.given).library.entries.get(call.given["strategy"])
    if entry is not None and not suggestion.advice.terminal and not suggestion.game.spelling:
        recommendation = suggestion.advice.role, suggestion.advice.suggested
        mine = not real(entry.path).is_relative_to(STRATEGIES)
        typer.echo(f"as an example in {entry.label}:" if mine else "as an example:")
        typer.echo(example_line(Notation(suggestion.game), suggestion.position, *recommendation))
    return status


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
            message = "a strategy is written for whole games"
            raise wrong(message, Location("--position"), "without -o")
        check_place(output, "tactic")
    solution: Solution = call.answer(book=output is not None)
    status = call.print_answer(solution)
    if output is not None:
        typer.echo(_solved(output, solution, Arguments(call.given).const), err=True)
    return status


def _solved(path: Path, solution: "Solution", const: dict[str, str]) -> str:
    """Write the strategy's book; return a message about it, or the reason why there is none."""
    if solution.strategist is None or solution.values is None:
        return f"no strategy: the game is {solution.verdict}"
    role, value = solution.strategist, solution.values[solution.strategist]
    if solution.too_many:
        return f"no strategy: {role} would need more than {MOST_PAGES:,} pages"
    if not solution.pages:
        return f"no strategy: {role} never has a choice"
    shown = ", ".join(f"{key}={value}" for key, value in solution.const.items())
    about = (
        f"best play of {in_comment(role)} in {in_comment(solution.game)}"
        f"{f' ({in_comment(shown)})' if shown else ''}:\n"
        f"an optimal move at every position that plays under it come to. It forces {value}."
    )
    game = load_game(solution.game, const)
    (ruled,) = (candidate for candidate in game.roles if game.spelt(candidate) == role)
    text = book(path.stem, ruled, solution.pages, about, "`ttt-asp solve`")
    claim = f"{role} {'always wins' if value == 100 else 'never loses'}" if value > 0 else ""
    asked = Question(claim, {role: path.stem}, solution.game, const, folders=(path.parent.parent,))
    # where plays have no longest one, engine bounded would look at longer and longer ones
    engine = ["--engine", "explicit"] if solution.endless else []
    return _write_book(path, text, len(solution.pages), solution.const, asked, *engine)


def _write_book(path: Path, text: str, pages: int, const: Any, asked: Question, *more: str) -> str:
    """Write a tactic; return a message about it, with the command that proves a claim by it."""
    if path.stem in const:
        raise wrong(f"{path.stem} is a constant of the game", Location(str(path)))
    write_new(path, text)
    wrote = f"wrote {path} ({pages:,} page{'s' if pages != 1 else ''})"
    again = shlex.join([*prove_command(asked), *more])
    return f"{wrote}; next: {again}" if asked.claim else wrote


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
        check_place(output, "tactic", library=Arguments(given).library)
    if not overrule:
        return call.print_answer(call.answer())
    from ttt_asp.extensions.synthesis.repairs import exceptions

    name: dict[str, Any] = {"name": output.stem} if output else {}
    answer = Call(exceptions, given, call.json).answer(**name)
    status = call.print_answer(answer)
    if output is not None:
        typer.echo(_overruled(output, answer, Arguments(given).folders), err=True)
    return status


def _overruled(path: Path, exceptions: "Exceptions", folders: tuple[Path, ...]) -> str:
    """Write the book of the exceptions; return a message, or the reason why there is none."""
    if not exceptions.overruled:
        return f"no exceptions: the answer is {exceptions.answer}"
    given, name, spelt = exceptions.given, path.stem, exceptions.given.problem.game.spelt
    asked = replace(
        given.question_with(f"first({name}, {given.text})"),
        claim=spelt(str(given.problem.claim)),
        folders=(path.parent.parent, *folders),
    )
    asked = replace(asked, roles={spelt(role): text for role, text in asked.roles.items()})
    const = given.problem.game.constants
    return _write_book(path, exceptions.book(name), len(exceptions.pages), const, asked)
