"""`ttt-asp solve`."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.best_play.solution import Solution
from ttt_asp.api.parameters import written
from ttt_asp.authoring.writing import check_place
from ttt_asp.cli.calls import Call
from ttt_asp.errors import Location, wrong
from ttt_asp.files import write_new
from ttt_asp.games.load import load_game
from ttt_asp.paths import in_comment
from ttt_asp.strategies.book import MOST_PAGES, book

_SAID = "Write an optimal strategy, as a tactic: a book of positions and moves."
_Output = Annotated[Path | None, written("--output -o", _SAID, "DIR/tactics/NAME.lp", None)]


def command(call: Call[Solution], output: _Output = None) -> int:  # noqa: D103
    given = call.given
    if "role" in given and output is None:
        raise wrong("the role is that of the strategy to be written", Location("--as"), "-o FILE")
    if output is not None:
        if "position" in given:
            what = "a strategy is written for whole games"
            raise wrong(what, Location("--position"), "without -o")
        check_place(output, kind="tactic")
    found = call.answer(book=output is not None)
    status = call.say(found)
    if call.json and found.verdict == "unknown":
        typer.echo(f"unknown: {found.game}: {found.reason}", err=True)
    if output is not None:
        _write(output, found, given.get("const", {}))
    return status


def _write(path: Path, found: Solution, constants: dict[str, str]) -> None:
    """Write the strategy's book, or say on stderr why there is none."""
    why = ""
    if found.strategist is None or found.values is None:
        why = f"the game is {found.verdict}"
    elif found.too_many:
        why = f"{found.strategist} would need more than {MOST_PAGES:,} pages"
    elif not found.pages:
        why = f"{found.strategist} never has a choice"
    if why or found.strategist is None or found.values is None:
        typer.echo(f"no strategy: {why}", err=True)
        return
    name, role, value = path.stem, found.strategist, found.values[found.strategist]
    if name in found.const:
        raise wrong(f"{name} is a constant of the game", Location(str(path)))
    shown = ", ".join(f"{key}={value}" for key, value in found.const.items())
    about = (
        f"best play of {in_comment(role)} in {in_comment(found.game)}"
        f"{f' ({in_comment(shown)})' if shown else ''}:\n"
        f"an optimal move at every position that plays under it come to. It forces {value}."
    )
    game = load_game(found.game, constants)
    (ruled,) = (one for one in game.roles if game.spelt(one) == role)
    write_new(path, book(name, ruled, found.pages, about, "`ttt-asp solve`"))
    said = f"wrote {path} ({len(found.pages):,} pages)"
    if value > 0:
        claim = f"{role} {'always wins' if value == 100 else 'never loses'}"
        given = [] if found.game == "tictactoe" else ["-g", found.game]
        given += [part for key in constants for part in ("-c", f"{key}={constants[key]}")]
        strategy = ["-r", f"{role}={name}", "-S", str(path.parent.parent)]
        # where plays have no longest one, engine bounded would look at longer and longer ones
        strategy += ["--engine", "explicit"] if found.endless else []
        said += f'; next: ttt-asp prove "{claim}" {shlex.join([*given, *strategy])}'
    typer.echo(said, err=True)
