"""`ttt-asp solve`."""

import json as json_module
import shlex
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.best_play.solution import Solution
from ttt_asp.analyses.best_play.solve import solve
from ttt_asp.cli import options
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import in_bytes
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import MAX_SOLVED, Limits
from ttt_asp.errors import Location, wrong
from ttt_asp.files import refuse_no_place, write_new
from ttt_asp.games.load import load_game
from ttt_asp.paths import in_comment
from ttt_asp.strategies.book import MOST_PAGES, book
from ttt_asp.strategies.library import bad_name, entries_of

EXIT = {"solved": 0, "unknown": 3}


def command(
    played: options.Played,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR/tactics/NAME.lp",
            readable=False,
            help="Write an optimal strategy, as a tactic: a book of positions and moves.",
        ),
    ] = None,
    whose: Annotated[
        str | None,
        typer.Option("--as", metavar="ROLE", help="Whose; else the role's that can force most."),
    ] = None,
    position: options.Position = None,
    time_limit: options.TimeLimit = None,
    max_positions: options.MaxPositions = MAX_SOLVED,
    max_memory: options.MaxMemory = None,
    no_symmetry: options.NoSymmetry = False,
    scratch: options.Scratch = None,
    json: options.Json = False,
) -> int:
    """Work out a game's value with best play, and optimal first moves.

    Every position is looked at, and its value found from those after it.

    Examples:
    ttt-asp solve -g corner_blocks
    ttt-asp solve -c misere=1 --as x -o mine/tactics/best_x.lp
    """
    game, constants = played.game, played.constants
    if whose is not None and output is None:
        raise wrong("the role is that of the strategy to be written", Location("--as"), "-o FILE")
    if output is not None and position is not None:
        raise wrong("a strategy is written for whole games", Location("--position"), "without -o")
    if output is not None:
        check_place(output)
    memory = in_bytes(max_memory)
    with Progress() as progress:
        limits = Limits(
            Deadline(time_limit, memory),
            (),
            max_positions,
            memory,
            progress=progress.tell,
            symmetry=not no_symmetry,
            scratch=scratch,
        )
        found = solve(game, constants, limits, output is not None, whose, position)
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
        if found.verdict == "unknown":
            typer.echo(f"unknown: {found.game}: {found.reason}", err=True)
    else:
        say(found)
    if output is not None:
        _write(output, found, constants)
    return EXIT[found.verdict]


def check_place(path: Path) -> None:
    """Refuse a file that could not be found as a tactic, before any work."""
    name, folder = path.stem, path.absolute().parent
    where = Location(str(path))
    if path.suffix != ".lp" or folder.name != "tactics":
        hint = f"for example {path.parent / 'tactics' / name}.lp"
        raise wrong("a tactic is a file tactics/NAME.lp of a folder of strategies", where, hint)
    refuse_no_place(path, new=True)
    reason = bad_name(name)
    taken = entries_of(folder.parent) if folder.parent.is_dir() else {}
    if not reason and name in taken:
        reason = f"{name} is defined by {taken[name].label} already"
    if reason:
        raise wrong(reason, where, "choose another name")


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
