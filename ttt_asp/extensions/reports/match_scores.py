"""Scores of one strategy against another, each match-up ground and explored by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ttt_asp.claims.claim import Claim, Outcome, Quantifier
from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Expired, Stopped
from ttt_asp.errors import InputError
from ttt_asp.extensions.comparing.joint import claim_holds
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.positions.explore import explore
from ttt_asp.positions.links import count_plays, links_of, named_outcomes
from ttt_asp.positions.machine import load_machine
from ttt_asp.result import Result, Status, record
from ttt_asp.strategies.strategy import Strategy
from ttt_asp.verdict import STUCK, TIE

# A match-up: the first role's strategy and the second role's.
Pair = tuple[Strategy, Strategy]
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
    """The outcomes of one strategy against another.

    Attributes:
        roles: the strategy of each role.
        plays: the number of plays by ending, see `Verdict.plays`; None where that is not known.
        positions: the number of positions that occur; None where that is not known.
        claim: the strongest claim that holds; empty where none does.
        note: why the match has no score, or that plays get stuck.
        stopped: the kind of limit that ended the match early.
    """

    roles: Mapping[str, str]
    plays: Mapping[str, int] | None
    positions: int | None
    claim: str
    note: str = ""
    stopped: Stopped = ""

    @property
    def status(self) -> Status:
        """See `Result`."""
        return "unknown" if self.stopped else "yes"

    @property
    def by_winner(self) -> tuple[int, int, int] | None:
        """Return the numbers of plays that the first role wins, that the second wins, and of ties.

        None where they are not known, or plays end with other goals.
        """
        names = (*self.roles, TIE)
        plays = self.plays or {}
        return (plays[names[0]], plays[names[1]], plays[TIE]) if set(names) <= set(plays) else None

    @property
    def by_goals(self) -> Mapping[str, int]:
        """Return the numbers of plays by goals, as `x=30 o=70`, where not by their winner."""
        if self.plays is None or self.by_winner is not None:
            return {}
        return {end: number for end, number in self.plays.items() if end != STUCK}

    def as_json(self) -> dict[str, Any]:
        """Return the score as plain data, the keys of `--json`."""
        return record(self, stopped=self.stopped or None)


def played(
    pair: Pair, game: Game, positions: int, ends: dict[tuple[int, ...], int], stuck: int, moves: int
) -> Score:
    """Return the score of a match whose plays were counted.

    Args:
        pair: who met whom.
        game: the game.
        positions: the number of distinct positions.
        ends: the number of plays that end with each vector of goals that occurs.
        stuck: the number of plays that get stuck.
        moves: the number of moves of the longest play.
    """
    texts = _texts(pair, game)
    plays = named_outcomes(tuple(texts), ends, stuck)
    if stuck:
        return Score(texts, plays, positions, "", "some plays get stuck")
    return Score(texts, plays, positions, strongest(frozenset(ends), tuple(texts), moves))


def _texts(pair: Pair, game: Game) -> dict[str, str]:
    """Return each role's strategy as text, with the roles spelt as in the game's own file."""
    roles = zip(game.roles, pair, strict=True)
    return {game.spelt(role): strategy.text for role, strategy in roles}


@lru_cache
def strongest(vectors: frozenset[tuple[int, ...]], roles: tuple[str, ...], moves: int) -> str:
    """Return the strongest claim that holds of plays; empty where none does.

    Args:
        vectors: the goals with which the plays end.
        roles: as the game's own file spells them.
        moves: the number of moves of the longest play.
    """
    for quantifier, outcome, whose in _STRONGEST:
        by = moves if (quantifier, outcome) == _WINS else None
        for role in roles if whose else [None]:
            claim = Claim(role, quantifier, outcome, by)
            if claim_holds(claim, roles, vectors):
                return str(claim)
    return ""


def score_alone(game: Game, limits: Limits, pair: Pair) -> Score:
    """Return the score of a match-up, from its own grounding on."""
    match, texts = Match(game, dict(zip(game.roles, pair, strict=True))), _texts(pair, game)
    afresh = replace(limits.afresh(), count=True)
    positions: int | None = None
    try:
        limits.tell("grounding")
        explored = explore(match, load_machine(match, afresh.deadline), afresh)
        if explored.stopped:
            raise Expired(explored.stopped)
        positions, moves = explored.positions, len(explored.layers) - 1
        if not explored.layered:
            links = links_of(explored, afresh.deadline)
            if links.cyclic:
                return Score(texts, None, positions, "", "a play can go on for ever")
            count_plays(explored, links)
            moves = links.height(explored.machine.init)
    except InputError as error:  # a strategy that does not fit the game, or fails in it
        return Score(texts, None, None, "", error.diagnostics[0].message)
    except Expired as error:
        return Score(texts, None, positions, "", f"unknown: {error.stop}", error.stop.kind)
    assert explored.outcomes is not None
    return played(pair, game, positions, explored.outcomes, explored.stuck_plays, moves)
