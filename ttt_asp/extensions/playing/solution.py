"""The solution of a game: values, best first moves, best play, an optimal strategy."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from ttt_asp.deadline import Deadline
from ttt_asp.extensions.exploring.advice import facts_at
from ttt_asp.extensions.players.book import Page
from ttt_asp.extensions.playing.values import Distance
from ttt_asp.games.game import Game
from ttt_asp.layout import Layout
from ttt_asp.positions.position import result
from ttt_asp.result import Result, Status, plain, record
from ttt_asp.verdict import Move, Seconds


@dataclass(frozen=True, slots=True)
class Solution(Result):
    """The value of a game.

    Attributes:
        game: its name. const: every constant in force.
        verdict: `solved`, or `unknown` where a limit was reached.
        reason: why it is unknown.
        values: the goal value, 0 to 100, that each role can force whatever all the others do; where
            roles choose at once it may be an average, a fraction.
        opposed: two roles whose goals add up to 100, so that the values are those of best play.
        ties: some play ends in a tie, or never ends.
        endless: plays can go round in a circle; one that never ends counts 50 for every role.
        first: the optimal first moves: those that keep the value of their role. Where both roles
            choose at once, of either; none where they have to draw by lot.
        choices: the number of first moves.
        worths: the value that the role that moves can force after each of them.
        distances: where asked for, how far off its win or its loss is for each role that can force
            one, or is held to the other; None for others.
        away: where asked for, the same of the role that moves after each first move, which counts.
        pure: where roles choose at once, whether there is a saddle point at every position, so that
            nobody gains by drawing moves by lot; else None.
        mixture: where roles choose at once, how likely best play makes each first move.
        line: where roles are opposed, moves of best play to the end, or a position met before.
        result: who won at the end of `line`, and how; empty where play is not over.
        ahead: where only the value was asked for, how many moves ahead were looked at; else None.
        whole: whether these are all; else it is not known whether the roles are opposed.
        positions: the number of positions that the rules allow, or of those that were looked at.
        seconds: the time that it took.
        strategist: the role whose optimal strategy was asked for.
        pages: an optimal strategy: an optimal action at each position of its plays with a choice.
        too_many: there would have been too many pages, so there are none.
        position: where play begins, as `position` takes it; empty for where the rules say.
        opening: its fluents. layout: how they are drawn.
    """

    game: str
    const: Mapping[str, int | str]
    verdict: Literal["solved", "unknown"]
    reason: str
    seconds: Seconds
    opening: frozenset[str] = field(repr=False)
    layout: Layout = field(repr=False)
    values: Mapping[str, int | Fraction] | None = None
    opposed: bool = False
    ties: bool = False
    endless: bool = False
    first: tuple[Move, ...] = ()
    choices: int = 0
    worths: tuple[tuple[Move, int | Fraction], ...] = ()
    distances: Mapping[str, Distance | None] | None = None
    away: tuple[Distance | None, ...] = ()
    pure: bool | None = None
    mixture: tuple[tuple[Move, Fraction], ...] = ()
    line: tuple[Move, ...] = ()
    result: str = ""
    ahead: int | None = None
    whole: bool = True
    positions: int | None = None
    strategist: str | None = None
    pages: tuple[Page, ...] = ()
    too_many: bool = False
    position: str = ""

    @property
    def status(self) -> Status:
        """See `Result`."""
        return "yes" if self.verdict == "solved" else "unknown"

    @property
    def winner(self) -> str | None:
        """The role that wins with best play; None where nobody does, or values do not tell."""
        if not self.opposed or self.values is None:
            return None
        return next((role for role, value in self.values.items() if value == 100), None)

    @property
    def soonest(self) -> tuple[Move, ...]:
        """The optimal first moves that win soonest, or lose latest; all, without distances."""
        far = {
            move: (distance.moves if value else -distance.moves)
            for (move, value), distance in zip(self.worths, self.away, strict=False)
            if distance and move in self.first
        }
        least = min(far.values(), default=0)
        return tuple(move for move in self.first if far.get(move, least) == least)

    def as_json(self) -> dict[str, Any]:
        """Return the solution as plain data, with the keys that docs/json.md documents."""
        names = ["game", "const", "verdict", "reason", "seconds", "values", "opposed", "ties"]
        names += ["endless", "first", "choices", "worths", "line", "result", "positions"]
        names += ["ahead", "whole"] if self.ahead is not None else []
        names += ["position"] if self.position else []
        names += ["distances"] if self.distances is not None else []
        more = dict[str, Any]()
        if self.pure is not None:
            mixture = [{**record(m), "chance": as_text(share)} for m, share in self.mixture]
            more = {"pure": self.pure, "mixture": mixture}
            more["values"] = {role: as_text(value) for role, value in (self.values or {}).items()}
        worths = [{**record(move), "value": as_text(value)} for move, value in self.worths]
        for worth, distance in zip(worths, self.away, strict=False):
            worth["distance"] = plain(distance)
        return record(
            self,
            *names,
            winner=self.winner,
            worths=worths,
            result=self.result or None,
            **more,
        )


def as_text(value: int | Fraction) -> int | str:
    """Return a fraction as text, however long; a whole number of Python's as it is."""
    if isinstance(value, int):
        return value
    above, below = _digits(value.numerator), _digits(value.denominator)
    return above if value.denominator == 1 else f"{above}/{below}"


def _digits(number: int) -> str:
    """Write a number that is not negative: Python itself writes none of more than 4,300 digits."""
    high, low = divmod(number, 10**4000)
    return f"{_digits(high)}{low:04000}" if high else str(low)


def result_at(game: Game, position: frozenset[str], last: Move | None, deadline: Deadline) -> str:
    """Evaluate a position, and say who won; see `result`.

    Args:
        game: which.
        position: the fluents that hold.
        last: the move that led to it.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    return result(game, facts_at(game, {}, position, deadline), last)
