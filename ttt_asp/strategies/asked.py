"""Strategies that are asked for their choices, position by position, as programs are."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from ttt_asp.records import dataclass
from ttt_asp.verdict import Origin

if TYPE_CHECKING:
    from fractions import Fraction

    from ttt_asp.strategies.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Choice:
    """What a strategy chooses at a position; all weights together are 1.

    Attributes:
        moves: actions, sorted, each with its weight, which is more than 0.
        failing: the weight of no legal move, with which play gets stuck.
    """

    moves: "tuple[tuple[str, Fraction], ...]"
    failing: "Fraction | int" = 0


class Asked(Protocol):
    """A strategy of a role that is asked where plays come to. Answers that it gave are kept."""

    @property
    def name(self) -> str:
        """Its name, which nothing else has."""

    @property
    def inquiry(self) -> Origin:
        """The record of the questions so far."""

    @property
    def estimated(self) -> int:
        """How many answers the weights are estimated from; 0 where they are exact."""

    def choices(
        self,
        base: Sequence[str],
        positions: Sequence[int],
        legal: Sequence[tuple[str, ...]],
        after: Callable[[int, str], int],
    ) -> Sequence[Choice]:
        """Return the choice at each position; the strategy is asked where it has not been.

        Args:
            base: the fluent of each bit of a position.
            positions: packed.
            legal: the actions that are legal at each of them, several.
            after: returns the packed position after an action at a position.

        Raises:
            InputError: it cannot be asked at all.
            Expired: a limit was reached.
        """

    def confirm(self) -> bool:
        """Ask again at each position, the last first; return whether there are new choices.

        Raises:
            Expired: a limit was reached.
        """

    def close(self) -> None:
        """End what answers; it begins anew with the next question."""

    @property
    def has_rules(self) -> bool:
        """Whether all choices so far can be written as rules."""

    def written(self, positions: Collection[frozenset[str]] | None = None) -> "Strategy":
        """Return a strategy of rules with the choices so far: all, or those at some positions.

        Raises:
            InputError: there are too many for rules.
        """


@contextmanager
def closing(strategies: Mapping[str, "Strategy"]) -> Iterator[None]:
    """End, behind a block, what answers for strategies that are asked."""
    try:
        yield
    finally:
        for player in asked_of(strategies).values():
            player.close()


def asked_of(strategies: Mapping[str, "Strategy"]) -> dict[str, Asked]:
    """Return the strategies that are asked, by their roles."""
    return {role: s.asked for role, s in strategies.items() if s.asked is not None}
