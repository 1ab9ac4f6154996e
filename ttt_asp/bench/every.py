"""Claims about every size, each proved once for all."""

from collections.abc import Mapping
from dataclasses import dataclass

from ttt_asp.claims.question import Question


@dataclass(frozen=True, slots=True)
class Theorem:
    """A claim about every size.

    Attributes:
        name: what the row is called. claim, game, every: what is said, of which sizes of what.
        roles: the strategies. lemmas: by name; none where they are to be found.
    """

    name: str
    claim: str
    game: str
    every: str
    roles: Mapping[str, str]
    lemmas: tuple[str, ...] = ()

    @property
    def question(self) -> Question:
        """The same as it is asked."""
        return Question(self.claim, self.roles, self.game, lemmas=self.lemmas, every=self.every)


THEOREMS = (
    Theorem("bricks, 3 divides them", "o always wins", "pick_up_bricks",
            "bricks > 0, bricks \\ 3 = 0", {"o": "three_by_three"}),
    Theorem("bricks, 3 does not", "x always wins", "pick_up_bricks",
            "bricks > 0, bricks \\ 3 != 0", {"x": "three_by_three"}),
    Theorem("chomp, n x n", "x always wins", "chomp",
            "rows = cols, rows > 1", {"x": "mirror_arms"}, ("arms_differ",)),
    Theorem("chomp, 2 x n", "x always wins", "chomp",
            "rows = 2, cols > 0", {"x": "lag_behind"}, ("rows_differ",)),
)  # fmt: skip
