"""What comes of one strategy against another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ttt_asp.claims.claim import Claim, Outcome, Quantifier
from ttt_asp.deadline import Stopped
from ttt_asp.engines.spelling import spelt_ending
from ttt_asp.games.game import Game
from ttt_asp.positions.outcomes import holds, named
from ttt_asp.result import Result, record
from ttt_asp.verdict import STUCK, TIE

_WINS = ("always", "wins")
# The claims to be looked at, strong ones first: each of them of all roles in turn, or of nobody's.
_STRONGEST: Sequence[tuple[Quantifier, Outcome, bool]] = (
    ("always", "wins", True),
    ("always", "ties", False),
    ("always", "loses", True),
    ("always", "ties", True),
    ("never", "loses", True),
    ("never", "ties", False),
    ("never", "wins", True),
)


@dataclass(frozen=True, slots=True)
class Score(Result):
    """What comes of one strategy against another.

    Attributes:
        roles: the strategy of each role.
        plays: how many plays end how, see `Verdict.plays`; None where that is not known.
        positions: how many positions occur; None where that is not known.
        claim: the strongest claim that holds; empty where none does.
        note: why nothing is known, or that plays get stuck.
        stopped: what ended the match before its time.
    """

    roles: Mapping[str, str]
    plays: Mapping[str, int] | None
    positions: int | None
    claim: str
    note: str = ""
    stopped: Stopped = ""

    @property
    def by_winner(self) -> tuple[int, int, int] | None:
        """How many plays the first role wins, the second wins, and end in a tie.

        None where that is not known, or plays end with other goals.
        """
        names = (*self.roles, TIE)
        plays = self.plays or {}
        return (plays[names[0]], plays[names[1]], plays[TIE]) if set(names) <= set(plays) else None

    @property
    def by_goals(self) -> Mapping[str, int]:
        """How many plays end with which goals, as `x=30 o=70`, where not by their winner."""
        if self.plays is None or self.by_winner is not None:
            return {}
        return {end: number for end, number in self.plays.items() if end != STUCK}

    def as_json(self) -> dict[str, Any]:
        """The score as plain data, the keys of `--json`."""
        return record(self, stopped=self.stopped or None)


def played(
    texts: Mapping[str, str],
    game: Game,
    positions: int,
    plays: Mapping[tuple[int, ...], int],
    stuck: int,
    moves: int,
) -> Score:
    """The score of a match of which everything is known.

    Args:
        texts: the strategy of each role, as the game's own file spells them.
        game: which.
        positions: how many there are.
        plays: how many end with each vector of goals.
        stuck: how many get stuck.
        moves: how many the longest play has.
    """
    found = named(game.roles, plays, stuck)
    if game.spelling:
        found = {spelt_ending(end, game): number for end, number in found.items()}
    if stuck:
        return Score(texts, found, positions, "", "some plays get stuck")
    return Score(texts, found, positions, strongest(frozenset(plays), tuple(texts), moves))


@lru_cache
def strongest(vectors: frozenset[tuple[int, ...]], roles: tuple[str, ...], moves: int) -> str:
    """The strongest claim that holds of plays; empty where none does.

    Args:
        vectors: the goals with which they end.
        roles: as the game's own file spells them.
        moves: how many the longest play has.
    """
    claims = [
        Claim(role, quantifier, outcome, moves if (quantifier, outcome) == _WINS else None)
        for quantifier, outcome, whose in _STRONGEST
        for role in (roles if whose else [None])
    ]
    return next((str(claim) for claim in claims if holds(claim, roles, vectors)), "")
