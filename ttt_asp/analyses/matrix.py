"""Every strategy against every strategy."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ttt_asp.analyses.jobs import gathered
from ttt_asp.claims.claim import Claim, Outcome, Quantifier
from ttt_asp.claims.problem import Match
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.deadline import Expired, Stop, Stopped
from ttt_asp.engines.explicit.exploration import Exploration
from ttt_asp.engines.explicit.explore import explore
from ttt_asp.engines.explicit.graph import graph_of
from ttt_asp.engines.explicit.machine import load
from ttt_asp.engines.explicit.outcomes import count, holds, outcomes
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.spelling import spelt_ending
from ttt_asp.errors import InputError, Location, Misfit, wrong
from ttt_asp.games.game import Game, load_game
from ttt_asp.result import Result
from ttt_asp.strategies.examples import game_of
from ttt_asp.strategies.library import Library, open_library
from ttt_asp.strategies.strategy import Strategy, load_strategy
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
        return {
            "roles": dict(self.roles),
            "plays": None if self.plays is None else dict(self.plays),
            "positions": self.positions,
            "claim": self.claim,
            "note": self.note,
            "stopped": self.stopped or None,
        }


@dataclass(frozen=True, slots=True)
class Matrix(Result):
    """Every strategy against every strategy.

    Attributes:
        game: which. scores: one for each match, by the first role's strategy.
    """

    game: Game = field(repr=False)
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class _Pair:
    """A match as plain data, to be played anywhere."""

    strategies: tuple[str, str]
    game: str
    const: Mapping[str, str]
    folders: tuple[Path, ...]
    limits: Limits


# Who meets whom: the first role's strategy and the second role's.
Pair = tuple[Strategy, Strategy]


def pairs_of(names: Sequence[str], game: Game, library: Library) -> tuple[list[Pair], list[Score]]:
    """Every strategy against every one, itself included, in either role.

    Args:
        names: strategies, by name or as terms; none for all of the library.
        game: which; of two roles that win, lose or tie.
        library: where names are looked up.

    Returns:
        The pairs; and of each strategy that is about other games, in a score, why it plays none.

    Raises:
        InputError: the game has not two roles, or a strategy is none.
    """
    if len(game.roles) != 2:
        raise wrong(f"{game.name} has {len(game.roles)} roles, not two", Location("--game"))
    chosen = list(names) or _about(game, library)
    loaded, unfit = list[Strategy](), list[Score]()
    for name in chosen:
        try:
            loaded.append(load_strategy(name, "strategy", game, library))
        except Misfit as error:
            texts = {game.spelt(role): name for role in game.roles}
            unfit.append(Score(texts, None, None, "", error.diagnostics[0].message))
    return [(one, other) for one in loaded for other in loaded], unfit


def scores(
    pairs: Sequence[Pair],
    game: Game,
    library: Library,
    limits: Limits,
    executor: Executor | None = None,
) -> Iterator[Score]:
    """Let strategies play each other.

    Args:
        pairs: who plays whom.
        game: which.
        library: where their names were looked up.
        limits: of each match; `progress` is told how many matches are done.
        executor: plays several matches at once; None for one after the other.
    """
    if executor is not None:
        quiet = replace(limits, progress=None)  # a process cannot be told
        folders = tuple(folder.resolve() for folder in library.folders)
        tasks = [
            _Pair((one.text, other.text), game.name, game.constants, folders, quiet)
            for one, other in pairs
        ]
        yield from gathered(_played, tasks, executor, limits.progress, "matches")
        return
    for number, pair in enumerate(pairs):
        limits.tell("matches", number, len(pairs))
        strategies = dict(zip(game.roles, pair, strict=True))
        yield _score(Match(game, strategies), limits)


def _played(pair: _Pair) -> Score:
    game = load_game(pair.game, pair.const)
    library = open_library(pair.folders)
    strategies = {
        role: load_strategy(text, role, game, library)
        for role, text in zip(game.roles, pair.strategies, strict=True)
    }
    return _score(Match(game, strategies), pair.limits)


def _score(match: Match, limits: Limits) -> Score:
    spelt = match.game.spelt
    texts = {spelt(role): strategy.text for role, strategy in match.strategies.items()}
    afresh = limits.afresh()
    try:
        limits.tell("grounding")
        found = explore(match, load(match, afresh.deadline), afresh)
    except InputError as error:  # a strategy that does not fit the game, or fails in it
        return Score(texts, None, None, "", error.diagnostics[0].message)
    except Expired as error:
        return _stopped(texts, None, error.stop)
    if found.stopped:
        return _stopped(texts, None, found.stopped)
    moves = len(found.layers) - 1
    try:
        if not found.layered:
            graph = graph_of(found, afresh.deadline)
            if graph.cyclic:
                return Score(texts, None, found.positions, "", "a play can go on for ever")
            count(found, graph)
            moves = len(graph.longest(found.machine.init))
    except Expired as error:
        return _stopped(texts, found.positions, error.stop)
    counted = outcomes(found)
    plays = counted and {spelt_ending(end, match.game): number for end, number in counted.items()}
    if found.stuck:
        return Score(texts, plays, found.positions, "", "some plays get stuck")
    return Score(texts, plays, found.positions, strongest(found, [*texts], moves))


def _stopped(texts: Mapping[str, str], positions: int | None, stop: Stop) -> Score:
    return Score(texts, None, positions, "", f"unknown: {stop}", stop.kind)


def strongest(found: Exploration, roles: Sequence[str], moves: int) -> str:
    """The strongest claim that holds of a match; empty where none does.

    Args:
        found: the match, explored.
        roles: as the game's own file spells them.
        moves: how many the longest play has.
    """
    claims = [
        Claim(role, quantifier, outcome, moves if (quantifier, outcome) == _WINS else None)
        for quantifier, outcome, whose in _STRONGEST
        for role in (roles if whose else [None])
    ]
    return next((str(claim) for claim in claims if holds(claim, roles, found.vectors)), "")


def _about(game: Game, library: Library) -> list[str]:
    """The library's strategies that name the game; if none does, those that name no game.

    Those that name none are about the default game; and if some name these very constants, the
    others are about other boards.
    """
    names = library.names("strategy")
    found = {name: game_of(library.entries[name].read()) for name in names}
    own = {name: about or (DEFAULT_GAME, {}) for name, about in found.items()}
    named = [name for name, (about, _) in own.items() if about == game.name]
    here = [name for name in named if own[name][1].items() <= game.constants.items()]
    return here or named or [name for name, about in found.items() if about is None]
