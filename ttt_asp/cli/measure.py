"""`ttt-asp bench` and `ttt-asp matrix`."""

import csv as csv_module
import json as json_module
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttt_asp.cli import options
from ttt_asp.cli.options import open_with_warnings
from ttt_asp.engines.limits import MAX_POSITIONS, Limits
from ttt_asp.errors import wrong

if TYPE_CHECKING:
    from ttt_asp.analyses.matrix import Match
    from ttt_asp.games.game import Game
    from ttt_asp.strategies.library import Library


def bench(
    runs: Annotated[int, typer.Option("--runs", metavar="N", min=1, help="Best of N.")] = 3,
    large: Annotated[
        bool,
        typer.Option("--large", help="Also boards of 4x4: takes minutes, and gigabytes."),
    ] = False,
    induction: Annotated[
        bool,
        typer.Option("--induction", help="Only pairings and proofs by induction, 5x5 to 20x20."),
    ] = False,
    json: options.Json = False,
) -> None:
    """Time the paper's claims and the engines, best of N runs.

    Reading parses and checks every file afresh; lifting makes the program.

    Of match-ups the explicit engine looks at every position. Beside it are
    the bounded engine, which has 10 s to answer a claim, and a breadth-first
    search in plain Python, which knows the rules and no strategy.

    Examples:
    ttt-asp bench
    ttt-asp bench --runs 1 --json
    """
    from ttt_asp.bench.claims import run_bench
    from ttt_asp.bench.engines import compare
    from ttt_asp.bench.induction import run_induction
    from ttt_asp.bench.tables import claims_table, engines_table, induction_table

    if induction:
        if large:
            raise wrong("--induction and --large exclude each other")
        proofs = run_induction(runs)
        shown = json_module.dumps(proofs, indent=2, ensure_ascii=False)
        typer.echo(shown if json else induction_table(proofs))
        if not json:
            typer.echo(f"best of {runs} runs in one process, files read afresh")
        return
    rows = run_bench(runs)
    if not json:
        typer.echo(claims_table(rows))
        typer.echo(f"best of {runs} runs in one process\n")
    compared = compare(runs, large)
    if json:
        typer.echo(json_module.dumps([*rows, *compared], indent=2, ensure_ascii=False))
        return
    typer.echo(engines_table(compared))
    typer.echo("ratio: to explicit, which grounds, and explores everything; reading is in no time")
    typer.echo(f"best of {runs} runs in one process; bounded, and all of 4x4, run once")


def matrix(
    strategy: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[STRATEGY...]",
            help="Names or terms; else all of the library.",
            autocompletion=options.complete_strategy,
        ),
    ] = None,
    game: options.Game = "tictactoe",
    const: options.Const = None,
    strategies: options.Strategies = None,
    time_limit: options.TimeLimit = None,
    max_positions: options.MaxPositions = MAX_POSITIONS,
    json: options.Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write a heat map, with every match to walk."),
    ] = None,
    jobs: options.Jobs = 1,
    scheduler: options.Scheduler = None,
) -> None:
    """Let every strategy play every one.

    It shows plays won, lost and tied, and the strongest claim that holds of all plays.

    Limits are for each match. Won and lost are the first role's.

    Examples:
    ttt-asp matrix
    ttt-asp matrix good_for_x careful_o any --csv
    """
    from ttt_asp.analyses.jobs import workers
    from ttt_asp.analyses.matrix import matrix as matches
    from ttt_asp.cli.progress import Counting
    from ttt_asp.deadline import Deadline
    from ttt_asp.errors import wrong
    from ttt_asp.games.game import load_game

    if json + csv + (html is not None) > 1:
        raise wrong("--json, --csv and --html exclude each other")
    library = open_with_warnings(strategies)
    loaded = load_game(game, options.constants(const))
    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    with workers(jobs, scheduler) as executor, Counting("matches") as counting:
        found = list(matches(strategy or [], loaded, library, limits, executor, counting.callback))
    if html is not None:
        _heat(html, found, loaded, library, limits)
    elif json:
        rows = [
            {"roles": dict(one.roles), "plays": None if one.plays is None else dict(one.plays),
             "positions": one.positions, "claim": one.claim, "note": one.note}
            for one in found
        ]  # fmt: skip
        typer.echo(json_module.dumps(rows, indent=2, ensure_ascii=False))
    elif csv:
        header = [
            *map(loaded.spelt, loaded.roles),
            "won",
            "lost",
            "tied",
            "stuck",
            "positions",
            "claim",
            "note",
        ]
        writer = csv_module.writer(sys.stdout, lineterminator="\n")
        writer.writerow(header)
        writer.writerows([*_cells(one, ""), one.claim, one.note] for one in found)
    else:
        _table(tuple(map(loaded.spelt, loaded.roles)), found)


def _heat(
    path: Path, found: "list[Match]", game: "Game", library: "Library", limits: Limits
) -> None:
    from ttt_asp.api import answer, pose
    from ttt_asp.cli.report import walk_of
    from ttt_asp.deadline import Deadline
    from ttt_asp.files import write_bytes
    from ttt_asp.games.notation import Notation
    from ttt_asp.show.page import Section, page

    sections = []
    notation = Notation(game)
    for number, match in enumerate(found, 1):
        # what holds; where nothing does, what the first role would like best to hold
        claim = match.claim or f"{game.spelt(game.roles[0])} never loses"
        now = Deadline(limits.deadline.seconds)
        problem = pose(claim, match.roles, game.name, game.constants, None, library, now)
        verdict = answer(problem, "explicit", limits.afresh())
        data, missing = walk_of(problem, verdict, limits)
        sections.append(Section(f"match-{number}", verdict, notation, walk=data, missing=missing))
    title = f"{game.name}: {len(found)} match-ups"
    write_bytes(path, page(title, sections, found).encode())
    typer.echo(f"wrote {path}")


def _table(roles: tuple[str, ...], found: "Iterable[Match]") -> None:
    from ttt_asp.show.table import table

    header = [*roles, "won", "lost", "tied", "stuck", "positions", "strongest claim that holds"]
    rows = [[*_cells(one, ","), one.claim or one.note] for one in found]
    typer.echo(table(header, rows, "  rrrrr"))


def _cells(one: "Match", comma: str) -> list[str]:
    first, second = one.roles
    plays = one.plays or {}
    numbers = [plays.get(name, 0) for name in (first, second, "tie", "stuck")]
    shown = [f"{number:{comma}}" for number in numbers] if one.plays is not None else [""] * 4
    positions = "" if one.positions is None else f"{one.positions:{comma}}"
    return [*one.roles.values(), *shown, positions]
