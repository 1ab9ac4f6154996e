"""`ttt-asp solve`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import written
from ttt_asp.claims.question import Question
from ttt_asp.cli.calls import Call
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.players.book import MOST_PAGES, book
from ttt_asp.extensions.players.book_file import write_book
from ttt_asp.games.load import load_game
from ttt_asp.paths import in_comment
from ttt_asp.strategies.new_file import check_place

if TYPE_CHECKING:  # each command starts without what the others need, as below
    from ttt_asp.extensions.playing.best_play.solution import Solution


_BOOK = "Write an optimal strategy, as a tactic: a book of positions and moves."


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
    return write_book(path, text, len(solution.pages), solution.const, asked, *engine)
