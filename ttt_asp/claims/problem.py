"""Matches of strategies, and claims about them, for engines and analyses."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Self

from ttt_asp.claims.claim import Claim
from ttt_asp.games.game import Game, chance_role
from ttt_asp.records import dataclass
from ttt_asp.strategies.library import NO_LEMMAS, Lemmas
from ttt_asp.strategies.strategy import FREE, Strategy, asked_of, either
from ttt_asp.verdict import Particulars, plain_constants


@dataclass(frozen=True, slots=True)
class Scope:
    """The games that a claim is about: a condition on the constants of one.

    Attributes:
        text: the condition as written, on one line.
        parameters: the constants that it names, in this order.
        engine: the name of the engine that answers such claims.
    """

    text: str
    parameters: tuple[str, ...]
    engine: str = field(init=False, repr=False)


# In moves: the first horizon, then doubled, where neither the user nor the game names one.
FIRST = 8


@dataclass(frozen=True)
class Match:
    """A game, and the strategy of each role.

    Attributes:
        game: the game with its constants.
        strategies: one for each role, in the order of the roles.
        others: for each role strategies that it does not follow; they are asked what they would
            recommend.
    """

    game: Game
    strategies: Mapping[str, Strategy]
    others: Mapping[str, Sequence[Strategy]] = field(default_factory=dict, kw_only=True)

    @property
    def consulted(self) -> Mapping[str, Strategy]:
        """The strategy of each role that is asked what it recommends."""
        return self.strategies

    @property
    def freed(self) -> Self:
        """The same, but who is asked for moves may do anything: see `Asked`."""
        freed = {r: FREE if s.asked else s for r, s in self.strategies.items()}
        return replace(self, strategies=freed)

    def written(self, positions: Collection[frozenset[str]] | None = None) -> Self:
        """Return the same with rules in place of who is asked for moves: see `Asked.written`."""
        asked = asked_of(self.strategies)
        written = {role: player.written(positions) for role, player in asked.items()}
        return replace(self, strategies={**self.strategies, **written}) if asked else self


def free_play(game: Game) -> Match:
    """Return the match in which every role may do whatever is legal."""
    return Match(game, dict.fromkeys(game.roles, FREE))


def warnings_of(match: Match) -> tuple[str, ...]:
    """Return warnings about the game: it has no lines, or chance plays along."""
    texts = ["nobody can complete a line here: the board has none"] if match.game.lineless else []
    if (role := chance_role(match.game)) is not None:
        strategy = match.strategies[role]
        does = "may do anything" if strategy.text == FREE.text else f"plays {strategy.text}"
        texts.append(f"{match.game.spelt(role)} is treated as a player who {does}")
    return tuple(texts)


@dataclass(frozen=True)
class Problem(Match):
    """A claim about a match.

    Attributes:
        claim: what is to be proved.
        horizon: the number of moves to look at, None for all.
        lemmas: for proofs by induction; its author says that they hold whenever a round begins.
        shadows: those of its files that are used in place of the library's.
        every: the sizes it is about, all of them; None for one size. `game` is of one size only
            then: the smallest, or any size where that is too large to be found by trying.
    """

    claim: Claim
    horizon: int | None = None
    lemmas: Lemmas = NO_LEMMAS
    shadows: tuple[str, ...] = ()
    every: Scope | None = None

    @property
    def consulted(self) -> Mapping[str, Strategy]:
        """The strategy of each role that is asked what it recommends."""
        asked = {role: (self.strategies[role], *others) for role, others in self.others.items()}
        together = {role: either(strategies) for role, strategies in asked.items()}
        return {**self.strategies, **together} if self.claim.of_strategy else self.strategies

    @property
    def fixed_horizon(self) -> int | None:
        """The horizon that the user chose, else the one that the game's facts name."""
        return self.horizon if self.horizon is not None else self.game.horizon

    @property
    def first_horizon(self) -> int:
        """The horizon to start with."""
        return FIRST if self.fixed_horizon is None else self.fixed_horizon

    @property
    def subject(self) -> str | None:
        """The role whose strategy is looked at: the only one with any, else the one named."""
        return self.given[0] if len(self.given) == 1 else self.claim.role

    @property
    def given(self) -> list[str]:
        """The roles with a strategy that is not `any`."""
        return [r for r, s in self.strategies.items() if s.composition.operator != "any"]

    @property
    def claimed(self) -> str:
        """The claim as a sentence, with the position where play begins."""
        claim = self.game.spelt(str(self.claim))
        return f"{claim}, from {self.game.position}" if self.game.position else claim


def over_all_positions(problem: Problem) -> Problem:
    """Return a claim about all positions of a game as one about plays of any legal moves.

    Nobody follows the strategy that it is about then: it is only asked at each position. The
    strategies of the others do not matter. Other claims stay as they are.
    """
    claim, strategies = problem.claim, problem.strategies
    if not claim.everywhere or claim.role is None:
        return problem
    free = dict.fromkeys(strategies, FREE)
    others = [strategies[claim.role], *problem.others.get(claim.role, ())]
    return replace(problem, strategies=free, others={claim.role: others})


def question_fields(problem: Problem) -> dict[str, Any]:
    """Return a verdict's part about the question; for every size, the constants all sizes share."""
    game, strategies, every = problem.game, problem.strategies.items(), problem.every
    constants = plain_constants(game.constants)
    parameters = every.parameters if every else ()
    return {
        "claim": str(problem.claim),
        "game": game.name,
        "const": {name: value for name, value in constants.items() if name not in parameters},
        "roles": {role: s.inquiry.program if s.inquiry else s.text for role, s in strategies},
        "assumed": tuple(role for role, strategy in strategies if strategy.assumed),
        "particulars": Particulars(
            every.text if every else "",
            game.position,
            {role: s.inquiry for role, s in strategies if s.inquiry},
        ),
    }
