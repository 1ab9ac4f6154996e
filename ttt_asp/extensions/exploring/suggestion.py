"""Recommendations of a strategy at a position that a user names."""

from dataclasses import dataclass, field, replace
from typing import Any

from ttt_asp.claims.problem import Match, free_play
from ttt_asp.deadline import Deadline
from ttt_asp.engines.plays import respelt
from ttt_asp.extensions.exploring.advice import Advice, advise
from ttt_asp.extensions.exploring.positions import PositionReader, end_problems, impossible, refuse
from ttt_asp.games.game import Game, role_of
from ttt_asp.limits import Limits
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.result import Result, record
from ttt_asp.strategies.strategy import Strategy

# Whether only ties are left is asked where there are no more legal moves than this, and answered
# where no more positions than this can come.
FEW, MOST = 8, 5_000


@dataclass(frozen=True, slots=True)
class Suggestion(Result):
    """The recommendations of a strategy at a position.

    Attributes:
        game: the game. position: the fluents that hold.
        advice: the recommendations to the role to move, and why, spelt as in the game's file.
        tied: play goes on, and ends in a tie whatever is played; see `only_ties`.
    """

    game: Game = field(repr=False)
    position: frozenset[str]
    advice: Advice
    tied: bool = False
    status = "yes"

    def as_json(self) -> dict[str, Any]:
        """Return the suggestion as plain data, the keys of `--json`."""
        written = PositionReader(self.game).write(respelt(self.position, self.game))
        return {"position": written, **record(self.advice), "tied": self.tied}


def suggest(
    game: Game, strategy: Strategy, position: str | None, role: str | None, deadline: Deadline
) -> Suggestion:
    """Evaluate a strategy at a position.

    Args:
        game: the game.
        strategy: of the role to move.
        position: as `position` takes it, such as `x../.o./..x`; None for the first.
        role: the one to move; None where that follows from the position.
        deadline: when to give up.

    Raises:
        InputError: there is no such role or position, or a `pick` names no single action here.
        Expired: time is up.
    """
    notation = PositionReader(game)
    named = None if role is None else role_of(role, game)
    fluents = game.init if position is None else notation.parse(position, named)
    mover = named or notation.mover(fluents)
    # where no fluent says whose turn it is, it is that of the first role with a choice
    roles = [mover] if mover else game.roles
    each = [advise(game, role, strategy, fluents, deadline) for role in roles]
    advice = next((advice for advice in each if len(advice.legal) > 1), each[0])
    if position is not None:
        refuse(
            game, position, list((end_problems if advice.terminal else impossible)(game, fluents))
        )
    tied = False
    if not advice.terminal and len(advice.legal) <= FEW:
        match = free_play(game)
        machine = load_machine(match, deadline)
        tied = only_ties(match, machine, machine.pack(fluents), deadline)
    terms = ("role", "legal", "recommended", "suggested", "goals", "result")
    return Suggestion(game, fluents, respelt(advice, game, *terms), tied)


def only_ties(match: Match, machine: Machine, position: int, deadline: Deadline) -> bool:
    """Whether every play from a position ends in a tie; false where `MOST` positions do not tell.

    Args:
        match: where every role may play any legal move.
        machine: its gates.
        position: packed.
        deadline: when to give up.

    Raises:
        Unsuited: several roles choose at once.
    """
    limits = Limits(deadline, max_positions=MOST, count=False)
    plays = explore(match, replace(machine, init=position), limits)
    ended = plays.complete and plays.layered and not plays.stuck
    return ended and all(0 < goal < 100 for vector in plays.vectors for goal in vector)
