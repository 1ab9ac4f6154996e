"""Identification of a strategy: the list of tactics that violates the fewest observed choices.

Choices are those of a strategy, at all positions of its plays; or those in recorded games.
"""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Any

from ttt_asp.claims.problem import Match, free_play
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.plays import respelt
from ttt_asp.errors import Location, internal, wrong
from ttt_asp.extensions.exploring.inspection import (
    Inspection,
    LegalMove,
    explore_uncounted,
    inspect_positions,
)
from ttt_asp.extensions.exploring.recommendations import Recommendations, Recommended
from ttt_asp.extensions.players.move_names import by_number, meant
from ttt_asp.extensions.playing.game_session import Session
from ttt_asp.extensions.synthesis.frame import (
    fill_program,
    filling_of,
    form,
    meanings,
    situation,
)
from ttt_asp.extensions.synthesis.search import Search, Searched
from ttt_asp.extensions.synthesis.task import FillTask
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.lp.source import decode, read_bytes
from ttt_asp.lp.templates import render
from ttt_asp.positions.machine import load_machine
from ttt_asp.programs.program import Program
from ttt_asp.result import record
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import FREE, Strategy, load_strategy
from ttt_asp.strategies.terms import parse_term
from ttt_asp.verdict import plain_constants

# Positions that are looked at, at most, where no limit is given.
MOST = 100_000


@dataclass(frozen=True, slots=True)
class SeenChoices:
    """The choices of a role.

    Attributes:
        source: a strategy's text, or a file of games.
        moves: for each position where the role had a choice, how often it chose each action.
        games: the number of games that were read; None for a strategy.
    """

    source: str
    moves: Mapping[frozenset[str], Mapping[str, int]]
    games: int | None = None


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
class Identified(Searched):
    """The list that explains most of the observed choices.

    The answer is `found`, the best there is, which is proved; or `unknown`: the list is the best so
    far then, and empty where there is none.

    Attributes:
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
    list: str = ""
    cost: int = 0
    explained: int = 0
    loose: int = 0
    lines: tuple[ListLine, ...] = ()
    exceptions: tuple[Violation, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the list as plain data, with the keys that docs/json.md documents."""
        write = Notation(self.game).write
        exceptions = [
            record(violation, position=write(violation.position)) for violation in self.exceptions
        ]
        return record(
            self,
            *("role", "source", "games", "exact", "by_lines", "pool", "most", "choices"),
            *("positions", "answer", "reason", "list", "cost", "explained", "loose", "lines"),
            *("exceptions", "seconds"),
            game=self.game.name,
            const=plain_constants(self.game.constants),
            exceptions=exceptions,
        )


def identify_list(
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
    identified = Identified(
        game,
        game.spelt(role),
        seen.source,
        seen.games,
        exact,
        task.pool.by_lines,
        len(task.pool.fillers),
        len(task.holes.found),
        sum(sum(chosen.values()) for chosen in seen.moves.values()),
        len(seen.moves),
    )
    search = _ListSearch(identified, limits, task=task, choices=seen, exact=exact)
    identified = search.run()
    best = search.best or next(iter(search.held.values()), None)
    if best is None:
        return identified
    costs = best.costs
    (text,) = task.terms(filling_of(best).fillers).values()
    identified = _compared(identified, text, task, seen, library)
    violated = identified.choices - identified.explained + (identified.loose if exact else 0)
    if violated != (costs[0] if len(costs) > 1 else 0):
        raise internal(
            f"{text} explains {identified.explained} choices; the search says another number"
        )
    return replace(identified, cost=costs[-1], seconds=limits.deadline.elapsed)


@dataclass
class _ListSearch(Search[Identified]):
    """The search for the best list.

    Attributes:
        task: see `identify_list`, also for `exact`.
        choices: those seen.
    """

    task: FillTask = field(kw_only=True)
    choices: SeenChoices = field(kw_only=True)
    exact: bool = field(kw_only=True)

    def search(self) -> None:
        self.limits.tell(f"searching {self.known.choices:,} choices for a list")
        self.answers(self._program, self.hold)
        self.end("found", "")

    def _program(self) -> Program:
        task, deadline = self.task, self.limits.deadline
        facts = [*form(task.holes, task.pool, task.strategies)]
        facts += seen_situations(task, self.choices, self.exact, deadline)
        frame = render("synthesis/identify.lp.j2")
        return fill_program(task.strategies, facts, frame, shortest=True)


def seen_situations(
    task: FillTask, seen: SeenChoices, exact: bool, deadline: Deadline
) -> Iterator[str]:
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
            where = respelt(frozenset(fluents), game)
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


# --- choices that were seen ---------------------------------------------------------------------


def of_strategy(game: Game, role: str, strategy: Strategy, limits: Limits) -> SeenChoices:
    """Return a strategy's recommendations, whatever the others do: each move as if chosen once.

    Raises:
        InputError: several roles choose at once.
        Expired: a limit was reached.
    """
    strategies = {each: strategy if each == role else FREE for each in game.roles}
    match = Match(game, strategies, others={role: [strategy]})
    exploration = explore_uncounted(match, limits, MOST)
    if exploration.stopped:
        raise Expired(exploration.stopped)
    machine = exploration.machine
    terms = Recommendations.of(machine, match, role)
    moves: dict[frozenset[str], Mapping[str, int]] = {}
    for layer in exploration.layers:
        limits.deadline.check()
        positions = exploration.form.unpacked(layer)
        for position, here in zip(positions, terms.at(positions), strict=True):
            if here.asked:
                moves[machine.unpack(position)] = dict.fromkeys(here.by, 1)
    return SeenChoices(strategy.text, moves)


def of_games(game: Game, role: str, path: Path, deadline: Deadline) -> SeenChoices:
    """Return a role's choices in recorded games.

    Args:
        game: the game.
        role: whose choices.
        path: a game a line: all moves in turn, as `play` takes them, with commas between them; a
            game may end early. A line that begins with # is none.
        deadline: when to give up.

    Raises:
        InputError: a line is no game, with its place.
    """
    at = Session(free_play(game), game.roles, None)
    moves: dict[frozenset[str], Counter[str]] = {}
    games = 0
    for where, texts in _lines(path):
        deadline.check()
        games += 1
        for here, step in _played(at, texts, where):
            if _chooses(here, role):
                fluents = at.machine.unpack(here.position)
                moves.setdefault(fluents, Counter())[step.move.action] += 1
    if not games:
        raise wrong("there is no game in it", Location(str(path)), "a game a line, as 5,1,9")
    return SeenChoices(str(path), moves, games)


def _lines(path: Path) -> Iterator[tuple[Location, list[str]]]:
    label = str(path)
    text = decode(read_bytes(path, label), label).removeprefix("\ufeff")
    rows = csv.reader(StringIO(text), skipinitialspace=True, strict=True)
    try:
        for row in rows:
            moves = [move.strip() for move in row]
            if any(moves) and not moves[0].startswith("#"):
                yield Location(label, rows.line_num, 1), moves
    except csv.Error as error:
        where = Location(label, max(1, rows.line_num), 1)
        raise wrong(f"this is no file of games: {error}", where) from None


def _played(
    at: Session, texts: list[str], where: Location
) -> Iterator[tuple[Inspection, LegalMove]]:
    """Yield the moves of a game, each with the position before it."""
    position = at.machine.pack(at.match.game.opening)
    for number, text in enumerate(texts, 1):
        here = inspect_positions(at.machine, [position])[0]
        at_position = f"at {at.notation.text(at.machine.unpack(position))}"
        if not here.steps:
            raise wrong(f"move {number}, {text}, comes after the end, {at_position}", where)
        steps = meant(text, by_number(here.steps, at.squares))
        if len(steps) != 1:
            problem = "may mean several moves" if steps else "is no legal move"
            message = f"move {number}, {text}, {problem} {at_position}"
            raise wrong(message, where, "a move is a square's number, or an action")
        yield here, steps[0]
        position = steps[0].after


def _chooses(here: Inspection, role: str) -> bool:
    return here.mover == role and len(here.steps) > 1
