"""`ttt-asp report`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttt_asp.cli import options
from ttt_asp.cli.claims import find_claims, refuse_for_files, run_claims, status_of
from ttt_asp.cli.options import open_with_warnings
from ttt_asp.cli.prove import DEFAULT_CLAIMS, EXIT, Claim
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.registry import DEFAULT

if TYPE_CHECKING:
    from ttt_asp.analyses.analogies import Analogies
    from ttt_asp.claims.problem import Problem
    from ttt_asp.verdict import Verdict

# By game, constants, role and strategy: a strategy of several claims is looked at once.
_Known = dict[tuple[str, tuple[tuple[str, str], ...], str, str], "Analogies | None"]


def report(
    claim: Claim = None,
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="FILE", help="The page to write.")
    ] = Path("report.html"),
    x: options.X = None,
    o: options.O = None,
    role: options.Role = None,
    game: options.Game = "tictactoe",
    const: options.Const = None,
    horizon: options.Horizon = None,
    strategies: options.Strategies = None,
    engine: options.Engine = DEFAULT,
    time_limit: options.TimeLimit = None,
) -> int:
    """Write a page: verdicts, plays as boards, proofs to walk through.

    The page is one file that needs no network. Exit statuses are those of prove.

    Examples:
    ttt-asp report -o report.html
    ttt-asp report "o never loses" --o careful_o -o careful.html
    """
    from ttt_asp.api import answer, pose
    from ttt_asp.claims.claims_file import read_claims
    from ttt_asp.deadline import Deadline
    from ttt_asp.files import write_bytes
    from ttt_asp.games.notation import Notation
    from ttt_asp.show.page import Section, page

    text = DEFAULT_CLAIMS if claim is None else claim
    given, constants = options.roles(role, x, o), options.constants(const)
    library = open_with_warnings(strategies)
    base = Limits(Deadline(time_limit))
    sections: list[Section] = []
    if text.endswith(".toml"):
        refuse_for_files(given, constants, game, horizon, None, None)
        path = find_claims(text, library)
        entries = read_claims(path)
        answered = run_claims(entries, library, engine, base)
        known: _Known = {}
        for entry, (problem, found) in zip(entries, answered, strict=False):
            notation = Notation(problem.game) if problem else None
            data, missing = walk_of(problem, found, base)
            sections.append(
                Section(entry.id, found, notation, entry.expect, entry.source, entry.note,
                        data, missing, _analogies(problem, base, known))
            )  # fmt: skip
        title, status = path.stem, status_of(entries, [found for _, found in answered])
    else:
        problem = pose(text, given, game, constants, horizon, library, base.deadline)
        found = answer(problem, engine, base)
        data, missing = walk_of(problem, found, base)
        notation, alike = Notation(problem.game), _analogies(problem, base, {})
        sections.append(
            Section("claim", found, notation, walk=data, missing=missing, analogies=alike)
        )
        title, status = found.claim, EXIT[found.verdict]
    write_bytes(out, page(title, sections).encode())
    typer.echo(f"wrote {out}")
    return status


def walk_of(
    problem: "Problem | None", found: "Verdict", limits: Limits
) -> "tuple[dict[str, Any] | None, str]":
    """The plays to walk through; else why there are none."""
    from ttt_asp.analyses.board_symmetry import respected
    from ttt_asp.analyses.play_graph import MOST, walk
    from ttt_asp.deadline import Expired
    from ttt_asp.errors import InputError

    if problem is None:
        return None, "The game was not read in time."
    if found.positions is None and found.engine == "induction":
        return None, "A proof by induction goes through no positions."
    if found.positions is not None and found.positions > MOST:
        return None, f"Of more than {MOST:,} positions a page shows none."
    try:
        made = walk(problem, limits.afresh())
    except (InputError, Expired) as error:
        return None, f"The plays are not shown: {error}."
    glyphs = list(_glyphs(problem))
    return {**made.as_json(), "glyphs": glyphs, "symmetries": respected(made)}, ""


def _analogies(problem: "Problem | None", limits: Limits, known: "_Known") -> "list[Analogies]":
    """What plays the same role in each strategy; of large games nothing, as it takes too long."""
    from ttt_asp.analyses.analogies import analogies
    from ttt_asp.deadline import Expired
    from ttt_asp.engines.auto import SMALL
    from ttt_asp.errors import InputError

    if problem is None or len(problem.game.base) > SMALL:
        return []
    keys = []
    for role, strategy in problem.strategies.items():
        if strategy.composition.operator == "any":
            continue
        constants = tuple(problem.game.constants.items())
        keys.append((problem.game.name, constants, role, strategy.text))
        if keys[-1] in known:
            continue
        try:
            known[keys[-1]] = analogies(problem.game, role, strategy, limits.afresh().deadline)
        except (InputError, Expired):  # the game has no elements, or time is up
            known[keys[-1]] = None
    return [found for key in keys if (found := known[key]) is not None]


def _glyphs(problem: "Problem") -> list[str]:
    from ttt_asp.games.notation import Notation

    return list(Notation(problem.game).glyphs.values())
