"""Recommendations of tactics at a few hundred positions of random play.

The plays do not depend on the tactics, so several tactics are compared at the same positions.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.exploring.advice import advise
from ttt_asp.extensions.exploring.examples import example_line
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.extensions.exploring.random_plays import random_plays
from ttt_asp.games.game import Game
from ttt_asp.lp.source import Source
from ttt_asp.positions.ground import GroundRules, ground
from ttt_asp.programs.program import open_program
from ttt_asp.strategies.strategy import ANY, Strategy
from ttt_asp.strategies.terms import Composition

# The number of random plays.
PLAYS = 64
# The moves of each, at most.
MOVES = 60
# The seconds that all of them may take.
SECONDS = 10.0
# The examples that a file should have; for a tactic, one of them where it recommends nothing.
ENOUGH = 3


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a play at which a role has a choice.

    Attributes:
        position: the fluents that hold. role: the role that has the choice.
        legal: its actions. recommended: those that each tactic recommends, if any.
        moves: the number of moves made before.
    """

    moves: int
    position: frozenset[str]
    role: str
    legal: frozenset[str]
    recommended: Mapping[str, Set[str]]

    def of(self, tactic: str) -> Set[str]:
        """Return the actions that a tactic, or `any`, recommends here."""
        return self.legal if tactic == ANY else self.recommended.get(tactic, frozenset())


@dataclass(frozen=True, slots=True)
class Sample:
    """Random plays.

    Attributes:
        tactics: the names of those asked.
        moments: those of all plays after a move before those after the next one.
    """

    tactics: tuple[str, ...]
    moments: tuple[Moment, ...]

    def count(self, tactic: str) -> int:
        """Count the moves that the tactic recommends in all."""
        return sum(len(moment.of(tactic)) for moment in self.moments)

    def within(self, tactic: str, other: str) -> bool:
        """Whether the tactic never recommends an action that another one, or `any`, does not."""
        return all(moment.of(tactic) <= moment.of(other) for moment in self.moments)


@lru_cache(maxsize=4)
def sample(game: Game, tactics: tuple[tuple[str, Source], ...] = ()) -> Sample:
    """Play at random, and collect the tactics' recommendations.

    Args:
        game: the game.
        tactics: the tactics' names, each with its file, and with those of all that they use.

    Raises:
        InputError: the files make no program.
        Expired: it takes too long.
    """
    deadline = Deadline(SECONDS)
    free = Strategy(ANY, Composition(ANY), tuple(source for _, source in tactics))
    rules = ground(open_program(Match(game, dict.fromkeys(game.roles, free))), deadline)
    names = {name for name, _ in tactics}
    moments = tuple(_moments(game, rules, names, deadline))
    return Sample(tuple(name for name, _ in tactics), moments)


def _moments(
    game: Game, rules: GroundRules, names: set[str], deadline: Deadline
) -> Iterator[Moment]:
    true, legal = rules.atoms("true", 1), rules.atoms("legal", 2)
    suggestions = {key: atom for key, atom in rules.atoms("suggests", 3).items() if key[0] in names}
    plays = random_plays(game, rules, "legal", PLAYS, suggestions.values(), deadline)
    for moves, (alive, at) in enumerate(islice(plays, MOVES)):
        moves_of = _by_play({key: at[atom] & alive for key, atom in legal.items()})
        recommended = _by_play({key: at[atom] & alive for key, atom in suggestions.items()})
        held = _by_play({key: at[atom] for key, atom in true.items()})
        for role in game.roles:
            for play in range(PLAYS):
                free = frozenset(action for player, action in moves_of[play] if player == role)
                if len(free) < 2:
                    continue
                position = frozenset(fluent for (fluent,) in held[play])
                by_tactic: dict[str, set[str]] = {}
                for name, player, action in recommended[play]:
                    if player == role and action in free:
                        by_tactic.setdefault(name, set()).add(action)
                yield Moment(moves, position, role, free, by_tactic)


def _by_play(atoms: Mapping[tuple[str, ...], int]) -> list[list[tuple[str, ...]]]:
    """Return the atoms that hold in each play, from the plays in which each holds."""
    held: list[list[tuple[str, ...]]] = [[] for _ in range(PLAYS)]
    for key, bits in atoms.items():
        while bits:
            held[(bits & -bits).bit_length() - 1].append(key)
            bits &= bits - 1
    return held


def split(moments: Iterable[Moment], tactic: str) -> tuple[list[Moment], list[Moment]]:
    """Return the moments at which a tactic recommends something, and the others."""
    speaking, silent = list[Moment](), list[Moment]()
    for moment in moments:
        (speaking if moment.of(tactic) else silent).append(moment)
    return speaking, silent


def example_lines(
    moments: Iterable[Moment],
    strategy: Strategy,
    notation: PositionReader,
    seen: set[tuple[str, ...]],
) -> Iterator[str]:
    """Yield examples at a few positions of random plays, no two with equal moves.

    Args:
        moments: the positions, and who has a choice there.
        strategy: what recommends.
        notation: the game's.
        seen: the moves of examples that are there; those of new ones are added.
    """
    last = -1  # of positions after the same number of moves one is enough
    for moment in moments:
        if moment.moves == last or len(seen) >= ENOUGH:
            continue
        position, role = moment.position, moment.role
        got = advise(notation.game, role, strategy, position, Deadline()).suggested
        if got not in seen:
            seen.add(got)
            last = moment.moves
            yield example_line(notation, position, role, got)
