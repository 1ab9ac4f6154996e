"""Observed choices: of a strategy, at all positions of its plays; or in recorded games."""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from ttt_asp.claims.problem import Match, free_play
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.exploring.inspection import (
    Inspection,
    LegalMove,
    explore_uncounted,
    inspect_positions,
)
from ttt_asp.extensions.exploring.recommendations import Recommendations
from ttt_asp.extensions.players.move_names import by_number, meant
from ttt_asp.extensions.playing.game_session import Session
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.lp.source import read_bytes
from ttt_asp.strategies.strategy import FREE, Strategy

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
    try:
        text = read_bytes(path, str(path)).decode()
        rows = csv.reader(StringIO(text), skipinitialspace=True, strict=True)
        for row in rows:
            moves = [move.strip() for move in row]
            if any(moves) and not moves[0].startswith("#"):
                yield Location(str(path), rows.line_num, 1), moves
    except (UnicodeDecodeError, csv.Error) as error:
        raise wrong(f"this is no file of games: {error}", Location(str(path))) from None


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
