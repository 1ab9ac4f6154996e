"""Identification of a strategy: the list of tactics that violates the fewest observed choices."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal

import clingo

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import STOPS, Deadline, stop_of
from ttt_asp.engines.spelling import respelt, spelt_position
from ttt_asp.errors import internal
from ttt_asp.extensions.exploring.recommendations import Recommendations, Recommended
from ttt_asp.extensions.synthesis.search import (
    Filling,
    fill_program,
    filling_of,
    form,
    meanings,
    situation,
    solve,
)
from ttt_asp.extensions.synthesis.seen import SeenChoices
from ttt_asp.extensions.synthesis.task import FillTask
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.lp.templates import render
from ttt_asp.positions.machine import load_machine
from ttt_asp.result import Result, Status, record
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import FREE, load_strategy
from ttt_asp.strategies.terms import parse_term
from ttt_asp.verdict import plain_constants


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of the list.

    Attributes:
        term: the tactic, or the term, of the line.
        said: the number of choices that it decided. kept: the number of these that it recommends.
    """

    term: str
    said: int
    kept: int


@dataclass(frozen=True, slots=True)
class Violation:
    """A position at which the list does not explain the choices.

    Attributes:
        position: the fluents. line: the one that decides there; empty where none does.
        chosen: how often each action was chosen.
        recommended: the actions that the list recommends.
    """

    position: frozenset[str]
    line: str
    chosen: Mapping[str, int]
    recommended: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Identified(Result):
    """The list that explains most of the observed choices.

    Attributes:
        answer: `found`, the best there is, which is proved; or `unknown`.
        reason: why it is unknown; the list is the best so far then, and empty where there is none.
        game: the game. role: the role that made the choices. source: where they were seen.
        games: the number of games that were read; None for a strategy.
        exact: whether the list violates a choice too if it recommends anything else besides.
        by_lines: whether the cost of a list is its lines, instead of the tactics that it names.
        pool: the number of lines to choose from. most: the lines of a list, at most.
        list: the list, as a term. cost: its cost.
        choices: the number of choices seen. explained: the number of these that it recommends.
        loose: the number of positions at which it recommends something else besides.
        positions: at how many positions the role had a choice.
        lines: the lines of the list. exceptions: the choices that it does not explain.
        seconds: the time that it took.
    """

    game: Game = field(repr=False)
    role: str
    source: str
    games: int | None
    exact: bool
    by_lines: bool
    pool: int
    most: int
    choices: int
    positions: int
    answer: Literal["found", "unknown"] = "unknown"
    reason: str = ""
    list: str = ""
    cost: int = 0
    explained: int = 0
    loose: int = 0
    lines: tuple[ListLine, ...] = ()
    exceptions: tuple[Violation, ...] = ()
    seconds: float = 0.0

    @property
    def status(self) -> Status:
        """See `Result`."""
        return "yes" if self.answer == "found" else "unknown"

    def as_json(self) -> dict[str, Any]:
        """Return the list as plain data, with the keys that docs/json.md documents."""
        write = Notation(self.game).write
        exceptions = [
            record(violation, position=write(violation.position)) for violation in self.exceptions
        ]
        named = {"game": self.game.name, "const": plain_constants(self.game.constants)}
        return {**named, **record(self, exceptions=exceptions)}


def identify(
    task: FillTask, seen: SeenChoices, exact: bool, library: Library, limits: Limits
) -> Identified:
    """Find the list of tactics that violates the fewest choices; of these the shortest.

    Args:
        task: a `first` of holes, which one role plays.
        seen: its choices.
        exact: whether recommending anything else besides violates a choice too.
        library: where tactics are looked up.
        limits: one that is reached, or Ctrl-C, leaves the best list so far.

    Raises:
        InternalError: the list does not violate the number of choices that the search says.
    """
    ((role, _),) = task.parts[0].players.items()
    game = task.parts[0].problem.game
    number = sum(sum(chosen.values()) for chosen in seen.moves.values())
    identified = Identified(
        game,
        game.spelt(role),
        seen.source,
        seen.games,
        exact,
        task.pool.by_lines,
        len(task.pool.fillers),
        len(task.holes.found),
        number,
        len(seen.moves),
    )
    best: list[tuple[Filling, list[int]]] = []

    def better(model: clingo.Model) -> bool:
        best[:] = [(filling_of(model), model.cost)]
        return True

    def program() -> Any:
        facts = [*form(task.holes, task.pool, task.strategies)]
        facts += situations(task, seen, exact, limits.deadline)
        frame = render("synthesis/identify.lp.j2")
        return fill_program(task.strategies, facts, frame, shortest=True)

    try:
        limits.tell(f"searching {number:,} choices for a list")
        solve(program, [], better, limits.deadline)
        identified = replace(identified, answer="found")
    except STOPS as error:
        identified = replace(identified, reason=stop_of(error).reason)
    if not best:
        return replace(identified, seconds=limits.deadline.elapsed)
    (text,) = task.terms(best[0][0]).values()
    costs = best[0][1]
    identified = _compared(identified, text, task, seen, library)
    violated = identified.choices - identified.explained + (identified.loose if exact else 0)
    if violated != (costs[0] if len(costs) > 1 else 0):
        raise internal(
            f"{text} explains {identified.explained} choices; the search says another number"
        )
    return replace(identified, cost=costs[-1], seconds=limits.deadline.elapsed)


def situations(task: FillTask, seen: SeenChoices, exact: bool, deadline: Deadline) -> Iterator[str]:
    """Yield the choices as facts; positions are merged that no list tells apart."""
    part = task.parts[0]
    ((role, player),) = part.players.items()
    recommendeds = _recommended(part.problem, role, seen, deadline)
    chosen: dict[Any, Counter[int]] = {}
    weights = Counter[Any]()
    for moves, here in zip(seen.moves.values(), recommendeds, strict=True):
        others = frozenset(by for action, by in here.by.items() if action not in moves)
        options = Counter[int]()
        for action, times in moves.items():
            options[here.by[action]] += times
        key = frozenset(here.by.values()), frozenset(options), others if exact else frozenset()
        chosen[key] = chosen.get(key, Counter()) + options
        weights[key] += 1
    yield from meanings(part, 0, chain.from_iterable(every for every, _, _ in chosen))
    for number, (key, options) in enumerate(chosen.items()):
        where, (every, _, others) = f"s(0,{number})", key
        # two moves that are alike: it is a choice all the same
        moves_by = sorted(every) * (1 if len(every) > 1 else 2)
        yield from situation(0, number, part, role, moves_by, keeps=False)
        yield f"weight({where},{weights[key]})."
        for option, by in enumerate(moves_by):
            if by in options and option < len(every):
                yield f"seen({player},{option},{where},{options[by]})."
            if by in others:
                yield f"other({player},{option},{where})."


def _recommended(
    match: Match, role: str, seen: SeenChoices, deadline: Deadline
) -> Sequence[Recommended]:
    """Return what is recommended to a role at the observed positions."""
    machine = load_machine(match, deadline)
    positions = [machine.pack(fluents) for fluents in seen.moves]
    return Recommendations.of(machine, match, role).at(positions)


def _compared(
    identified: Identified, text: str, task: FillTask, seen: SeenChoices, library: Library
) -> Identified:
    """Compare the observed choices with a list, by its tactics' rules and not by the search."""
    ((role, _),) = task.parts[0].players.items()
    game, term = task.parts[0].problem.game, parse_term(text, "")
    lines = [str(operand) for operand in (term.operands if term.operator == "first" else [term])]
    asked = [load_strategy(line, role, game, library) for line in (*lines, text)]
    match = Match(game, dict.fromkeys(game.roles, FREE), others={role: asked})
    decided, kept = Counter[int](), Counter[int]()
    exceptions, explained, others = [], 0, 0
    recommendeds = _recommended(match, role, seen, Deadline())
    for (fluents, chosen), here in zip(seen.moves.items(), recommendeds, strict=True):
        may = {action for action, by in here.by.items() if by >> len(lines) & 1}
        every = [
            line for line in range(len(lines)) if any(by >> line & 1 for by in here.by.values())
        ]
        number = sum(chosen.values())
        well = sum(times for action, times in chosen.items() if action in may)
        explained += well
        more = bool(may - chosen.keys())
        others += more
        if every:
            decided[every[0]] += number
            kept[every[0]] += well
        if well < number or (identified.exact and more):
            line = lines[every[0]] if every else ""
            where = spelt_position(fluents, game)
            spelt = respelt(dict(chosen), game), respelt(tuple(sorted(may)), game)
            exceptions.append(Violation(where, line, *spelt))
    return replace(
        identified,
        list=text,
        explained=explained,
        loose=others,
        lines=tuple(ListLine(line, decided[n], kept[n]) for n, line in enumerate(lines)),
        exceptions=tuple(exceptions),
    )
