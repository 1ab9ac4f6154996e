"""Pairings of the whole plane that repeat every so many rows and columns.

Every N squares in a row hold one pair, wherever they are: so a pairing is for all boards at once.
Whether there is room for so many pairs is counted first; then ASP looks for pairs of neighbours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import clingo

from ttt_asp.analyses.pairing.periodic_symmetry import orbits_of
from ttt_asp.analyses.pairing.room import STEPS, Room
from ttt_asp.deadline import STEP, Deadline
from ttt_asp.errors import Location, internal, wrong
from ttt_asp.games.game import Game
from ttt_asp.paths import ASP
from ttt_asp.reached import Reached, Tell
from ttt_asp.result import Result

PROGRAM = ASP / "periodic_pairing.lp"
GAME = "tictactoe"
# Grounding 40 takes a second; lines of nine have a pairing of every multiple of 8, and of no other.
MOST_PERIOD = 40


@dataclass(frozen=True, slots=True)
class Counted:
    """How many pairings there are.

    Attributes:
        all: of them.
        orbits: up to shifts, turns and reflections of the plane.
    """

    all: int
    orbits: int


# By direction (`STEPS`) the row and column of the first square of each pair, from 0 on.
Pairs = Mapping[str, Sequence[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class PeriodicPairing(Result):
    """Pairs of neighbours that repeat, one in every line of any board.

    Attributes:
        game: the game, for its roles and constants.
        room: what was counted.
        pairs: of each direction; empty where there is no such pairing.
        counted: how many such pairings there are; None where that was not asked.
    """

    game: Game = field(repr=False)
    room: Room
    pairs: Pairs
    counted: Counted | None = None

    @property
    def there(self) -> bool:
        """Whether there is one."""
        return bool(self.pairs)

    @property
    def means(self) -> str:
        """How it was found, in words."""
        return f"ASP, asp/{PROGRAM.name}" if self.room.enough else "counting"

    def as_json(self) -> dict[str, Any]:
        """The pairing as plain data: squares are rows and columns modulo the period."""
        said = None if self.counted is None else {"all": self.counted.all,
                                                  "orbits": self.counted.orbits}  # fmt: skip
        return {
            "game": self.game.name,
            "period": self.room.period,
            "line": self.room.line,
            "means": self.means,
            "pairs": {step: list(map(list, squares)) for step, squares in self.pairs.items()},
            "lines": self.room.lines,
            "most_lines_of_a_pair": self.room.most,
            "pairs_needed": self.room.needed or None,
            "room_for_pairs": self.room.pairs,
            "counted": said,
        }


def find_periodic(
    game: Game, period: int, deadline: Deadline, tell: Tell | None = None, counting: bool = False
) -> PeriodicPairing:
    """Look for pairs of neighbours that repeat every `period` rows and columns.

    Args:
        game: tictactoe, with the length of lines.
        period: 1 or more.
        deadline: when to give up.
        tell: called with how far it is.
        counting: whether to count all such pairings.

    Raises:
        InputError: another game, a period that is too large, or pairings that cannot be counted.
        Expired: time is up.
    """
    if period < 1:
        what = f"{period} is not a number of rows and columns"
        raise wrong(what, Location("--period"), "1 or more, as --period 8")
    if game.name != GAME:
        what = f"--period is about {GAME}, not about {game.name}"
        raise wrong(what, Location("--period"), f"-g {GAME} -c line=9 --period 8")
    room = Room(period, game.facts["in_a_row"][0][0].number)
    if counting and room.enough and room.needed != room.pairs:
        what = f"pairings of period {period} for lines of {room.line} leave squares free"
        raise wrong(f"{what}: there are too many to count", Location("--count"), "--period 8")
    if counting and room.enough and room.each > 1:
        what = f"pairings of period {period} for lines of {room.line} are too many to count"
        raise wrong(what, Location("--count"), "--period 8")
    if not room.enough:
        return PeriodicPairing(game, room, {}, Counted(0, 0) if counting else None)
    if period > MOST_PERIOD:
        what = f"a period of {period} is too large to be searched"
        raise wrong(what, Location("--period"), f"{MOST_PERIOD} is the most")
    if tell is not None:
        tell(Reached(f"looking for a pair in each of {room.lines:,} lines"))
    found = PeriodicPairing(game, room, deadline.run(lambda: _pairs(room, deadline)))
    if counting:
        found = replace(found, counted=deadline.run(lambda: _counted(period, deadline, tell)))
    return found


def _counted(period: int, deadline: Deadline, tell: Tell | None) -> Counted:
    # numpy, which finding one does without
    from ttt_asp.analyses.pairing.periodic_count import count_all

    many = count_all(period, ["down", "diag", "anti"], deadline, tell)
    return Counted(many, orbits_of(many, period, deadline, tell))


def _pairs(room: Room, deadline: Deadline) -> Pairs:
    line = min(room.line, room.period + 1)  # a longer one has the same lines in it
    given = [f"-c period={room.period}", f"-c line={line}", "--warn=none"]
    control = clingo.Control([part for one in given for part in one.split()])
    control.load(str(PROGRAM))
    control.ground()
    found: dict[str, list[tuple[int, int]]] = {step: [] for step in STEPS}
    with control.solve(yield_=True, async_=True) as handle:
        while not handle.wait(STEP):
            deadline.check()
        model = handle.model()
        if model is None:
            return {}
        for symbol in sorted(model.symbols(shown=True)):
            step, row, column = symbol.arguments
            found[step.name].append((row.number, column.number))
    pairs = {step: tuple(squares) for step, squares in found.items()}
    if not holds(pairs, room.period, room.line):
        raise internal(f"asp/{PROGRAM.name} gives pairs that are not a pairing")
    return pairs


def holds(pairs: Pairs, period: int, line: int) -> bool:
    """Whether no square is in two pairs, and every line, modulo the period, holds a pair."""
    squares, met = list[tuple[int, int]](), set[tuple[str, int, int]]()
    for step, firsts in pairs.items():
        down, right = STEPS[step]
        for i, j in firsts:
            squares += [(i, j), ((i + down) % period, (j + right) % period)]
            for k in range(min(line - 1, period)):
                met.add((step, (i - k * down) % period, (j - k * right) % period))
    return len(set(squares)) == len(squares) and len(met) == len(STEPS) * period**2
