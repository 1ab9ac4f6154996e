"""Pairings of the whole plane that repeat after a fixed number of rows, and of columns.

Every N squares in a row hold one pair, wherever they are: so a pairing is for all boards at once.
Whether there is room for the pairs is counted first; then ASP looks for pairs of neighbors.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, internal, wrong
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.paths import ASP
from ttt_asp.result import Result, Status, plain
from ttt_asp.solving.ground import ground

PROGRAM = ASP / "pairings/periodic_pairing.lp"
GAME = "tictactoe"
# Grounding 40 takes a second; lines of nine have a pairing of every multiple of 8, and of no other.
MOST_PERIOD = 40
# By direction, how many rows down and columns to the right the next square of a line is.
STEPS = {"right": (0, 1), "down": (1, 0), "diag": (1, 1), "anti": (1, -1)}

# By direction (`STEPS`) the row and column of the first square of each pair, from 0 on.
Pairs = Mapping[str, Sequence[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class PeriodicPairing(Result):
    """Pairs of neighbors that repeat, one in every line of any board.

    The needed pairs, and those that there is room for, are counted among any two squares of a line.
    Two squares count as one, and so do two lines, if they are a multiple of the period apart.

    Attributes:
        game: the game, for its roles and constants.
        period: the number of rows, and of columns, after which pairs repeat.
        line: the number of squares of a line.
        pairs: the pairs of each direction; empty where there is no such pairing.
    """

    game: Game = field(repr=False)
    period: int
    line: int
    pairs: Pairs = field(default_factory=dict)

    @property
    def status(self) -> Status:
        """See `Result`."""
        return "yes" if self.there else "no"

    @property
    def there(self) -> bool:
        """Whether there is such a pairing."""
        return bool(self.pairs)

    @property
    def lines(self) -> int:
        """The number of lines: one from every square in four directions."""
        return len(STEPS) * self.period**2

    @property
    def most(self) -> int:
        """The most lines that a pair can be in; each pair of neighbors reaches this number."""
        return min(self.line - 1, self.period)

    @property
    def room(self) -> int:
        """The number of pairs that have room."""
        return self.period**2 // 2

    @property
    def each(self) -> int:
        """The pairs that every row, column and diagonal needs; 0 if no number is enough."""
        return -(-self.period // self.most) if self.most else 0

    @property
    def needed(self) -> int:
        """The number of pairs that are needed; 0 if no number is enough."""
        return len(STEPS) * self.period * self.each

    @property
    def enough(self) -> bool:
        """Whether there is room for the pairs that are needed; else there is no pairing."""
        return 0 < self.needed <= self.room

    def as_json(self) -> dict[str, Any]:
        """Return the pairing as plain data: squares are rows and columns modulo the period."""
        return {
            "game": self.game.name,
            "period": self.period,
            "line": self.line,
            "pairs": plain(self.pairs),
            "lines": self.lines,
            "most_lines_of_a_pair": self.most,
            "pairs_needed": self.needed or None,
            "room_for_pairs": self.room,
        }


def find_periodic(game: Game, period: int, limits: Limits) -> PeriodicPairing:
    """Look for pairs of neighbors that repeat every `period` rows and columns.

    Args:
        game: tictactoe, with the length of lines.
        period: 1 or more.
        limits: when to give up.

    Raises:
        InputError: the period is not 1 or more, or too large; or completing a line loses.
        Expired: time is up.
    """
    if period < 1:
        message = f"{period} is not a number of rows and columns"
        raise wrong(message, Location.argument("period"), "1 or more, as 8")
    refuse_misere(game)
    none = PeriodicPairing(game, period, game.facts["in_a_row"][0][0].number)
    if not none.enough:
        return none
    if period > MOST_PERIOD:
        message = f"a period of {period} is too large to be searched"
        raise wrong(message, Location.argument("period"), f"{MOST_PERIOD} is the most")
    limits.tell(f"looking for a pair in each of {none.lines:,} lines")
    deadline = limits.deadline
    return replace(none, pairs=deadline.run(lambda: _pairs(period, none.line, deadline)))


def refuse_misere(game: Game) -> None:
    """Refuse a game in which completing a line loses: there a pairing helps nobody.

    Raises:
        InputError: completing a line loses in it.
    """
    if any(goal.number == 0 for (goal,) in game.facts.get("line_goal", ())):
        why = f"{game.name} is lost by who completes a line, so nobody is kept from it"
        raise wrong(why, Location.argument("game"), "a pairing keeps a role from completing lines")


def _pairs(period: int, length: int, deadline: Deadline) -> Pairs:
    line = min(length, period + 1)  # a longer one has the same lines in it
    chosen = f"#const period = {period}. [override]\n#const line = {line}. [override]\n"
    text = chosen + PROGRAM.read_text("utf-8")
    model, _ = ground(text, deadline, ["--warn=none"]).first()
    if model is None:
        return {}
    pairs: dict[str, list[tuple[int, int]]] = {step: [] for step in STEPS}
    chosen_pairs = (atom.arguments for atom in sorted(model) if atom.match("pair", 3))
    for step, row, column in chosen_pairs:
        pairs[step.name].append((row.number, column.number))
    if not holds(pairs, period, length):
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
