"""Plays as engines tell of them, and verdicts in the spelling of the game's own file."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

import clingo

from ttt_asp.claims.problem import Problem
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import number_of
from ttt_asp.solving.run import Model, Run
from ttt_asp.strategies.terms import PROGRAM
from ttt_asp.verdict import STUCK, TIE, Move, Play, Seconds, Verdict, simultaneous_move

# What has to be read off an answer set for `read_play`.
SHOWN = [
    ("does", 3),
    ("choice", 2),
    ("true", 2),
    ("reached", 1),
    ("ended", 1),
    ("stuck", 1),
    ("undetermined", 3),
    ("answer", 1),
]
# Why claims about strategies are refuted, or proved; what reads such claims says more.
BROKEN, HOLDS = "it does not hold in the last position", "it holds at every position"


def read_play(model: Model) -> Play:
    """Return the play of an answer set.

    Where somebody chooses, moves of roles without a choice are left out. Simultaneous moves become
    one: of all who choose, or where nobody does of all who act; see `simultaneous_move`.
    """
    atoms = model.atoms
    last = max(time.number for (time,) in atoms["reached"])
    choosing = {(when.number, str(role)) for role, when in atoms["choice"]}
    done: dict[int, list[Move]] = {}
    for role, action, when in sorted(map(tuple, atoms["does"])):
        done.setdefault(when.number, []).append(Move(str(role), str(action)))
    moves = []
    for number in sorted(done):
        chosen = [move for move in done[number] if (number, move.role) in choosing] or done[number]
        moves.append(simultaneous_move(chosen))
    positions: list[set[str]] = [set() for _ in range(last + 1)]
    for fluent, when in atoms["true"]:
        if when.number <= last:
            positions[when.number].add(str(fluent))
    stuck = any(when.number == last for (when,) in atoms["stuck"])
    ending = "ended" if atoms["ended"] else "stuck" if stuck else "cut"
    return Play(tuple(moves), tuple(map(frozenset, positions)), ending)


def last_undetermined(model: Model) -> list[tuple[clingo.Symbol, clingo.Symbol]]:
    """Return the `undetermined` atoms of a play's last situation: role and reason."""
    last = max(time.number for (time,) in model.atoms["reached"])
    return [(role, why) for role, why, when in model.atoms["undetermined"] if when.number == last]


def seconds_of(runs: Sequence[Run], begun: float) -> Seconds:
    """Return the seconds since work began, by `time.perf_counter`: of runs, and all besides."""
    ground = sum(run.ground_seconds for run in runs)
    solve = sum(run.solve_seconds for run in runs)
    total = time.perf_counter() - begun
    return Seconds(max(0.0, total - ground - solve), ground, solve, total)


def stuck_reason(game: Game, position: Iterable[str]) -> str:
    """Return why a play gets stuck at its last position."""
    return (
        f"{Notation(game).who_moves(position)}'s strategy recommends nothing in the last position"
    )


def stuck_note(game: Game, position: frozenset[str], number: int | None = None) -> str:
    """Return a note on the plays that get stuck beside a play that breaks the claim.

    Args:
        game: the game.
        position: where one of them gets stuck.
        number: how many get stuck; None where that is not known.
    """
    notation = Notation(game)
    plays = "some plays" if number is None else number_of(number, "play")
    verb = "gets" if number == 1 else "get"
    who, where = notation.who_moves(position), notation.text(position)
    return f"and {plays} {verb} stuck: {who} has no move at {where}"


def with_program_named(game: Game, verdict: Verdict) -> Verdict:
    """Return a verdict that says of a play which a program left stuck how that failed."""
    if verdict.verdict != "incomplete" or verdict.play is None:
        return verdict
    last = verdict.play.positions[-1]
    for inquiry in verdict.programs.values():
        if why := inquiry.failed.get(last):
            name, where = inquiry.program.removeprefix(PROGRAM).strip(), Notation(game).text(last)
            return replace(verdict, reason=f"{name} {why.removeprefix('it ')}, at {where}")
    return verdict


Answer = TypeVar("Answer")


def respelt(value: Answer, game: Game, *names: str) -> Answer:
    """Return terms, or a value with terms in it, in the spelling of the game's own file.

    Args:
        value: a text, several, or a dataclass with them; numbers stay as they are.
        game: whose terms they are.
        names: of a dataclass, the fields that have terms; all, if none is given.
    """
    spelt: Any = value
    match value:
        case _ if not game.spelling:  # most files spell as their rules do
            pass
        case str():
            spelt = game.spelt(value)
        case Mapping():
            spelt = {respelt(key, game): respelt(item, game) for key, item in value.items()}
        case tuple() | list() | frozenset():
            spelt = type(value)(respelt(item, game) for item in value)
        case _ if is_dataclass(value):
            names = names or tuple(field.name for field in fields(value))
            changed = {name: respelt(getattr(value, name), game) for name in names}
            spelt = replace(spelt, **changed)
    return cast(Answer, spelt)


def spelt_verdict(verdict: Verdict, problem: Problem) -> Verdict:
    """Return a verdict in the spelling of the game's own file.

    Args:
        verdict: in the spelling of the rules.
        problem: the question.
    """
    game, claim, search = problem.game, problem.claim, verdict.blunder_search
    programs = verdict.programs
    if not game.spelling:
        return verdict
    names = ("role", "allowed", "keeping", "missed", "forbidden", "hopeless")
    lost = search.blunder and respelt(search.blunder, game, *names)
    return replace(
        respelt(verdict, game, "assumed"),
        claim=str(respelt(claim, game, "role")),
        roles={game.spelt(role): text for role, text in verdict.roles.items()},
        play=verdict.play and spelt_play(verdict.play, game),
        counts=replace(
            verdict.counts,
            plays=verdict.plays and {spelt_ending(e, game): n for e, n in verdict.plays.items()},
            decided={game.spelt(role): parts for role, parts in verdict.decided.items()},
        ),
        particulars=replace(
            respelt(verdict.particulars, game, "recommended"),
            programs={game.spelt(r): asked.spelt(game.spelt) for r, asked in programs.items()},
        ),
        blunder_search=replace(search, blunder=lost),
        induction=verdict.induction and respelt(verdict.induction, game, "words"),
    )


def spelt_ending(end: str, game: Game) -> str:
    """Return how plays end, see `Verdict.plays`, in the spelling of the game's own file."""
    return end if end in (TIE, STUCK) else game.spelt(end)


def spelt_play(play: Play, game: Game) -> Play:
    """Return a play in the spelling of the game's own file."""
    return respelt(play, game, "moves", "positions", "result")
