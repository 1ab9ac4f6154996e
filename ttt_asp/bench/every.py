"""Claims about every size, each proved once for all."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.answer import answer
from ttt_asp.engines.limits import Limits
from ttt_asp.games.load import LOADED
from ttt_asp.lp.source import parse
from ttt_asp.reached import Reached, Tell


@dataclass(frozen=True, slots=True)
class Theorem:
    """A claim about every size.

    Attributes:
        name: what the row is called. claim, game, every: what is said, of which sizes of what.
        roles: the strategies. lemmas: by name; none where they are to be found.
        const: the game's other constants.
    """

    name: str
    claim: str
    game: str
    every: str
    roles: Mapping[str, str]
    lemmas: tuple[str, ...] = ()
    const: Mapping[str, str] = field(default_factory=dict)

    @property
    def question(self) -> Question:
        """The same as it is asked."""
        asked = (self.claim, self.roles, self.game, self.const, None, self.lemmas)
        return Question(*asked, every=self.every)


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


def run_every(runs: int, tell: Tell) -> list[dict[str, Any]]:
    """Prove each theorem for every size, the look at its smallest ones included.

    Args:
        runs: how often.
        tell: called with how far it is.

    Returns:
        A row a theorem: `id`, `claim`, `game`, `every`, `const`, `lemmas`, `verdict`, and
        `seconds`: `read`, `prove` and `total` of the best run, files read afresh.
    """
    rows = []
    for number, theorem in enumerate(THEOREMS):
        tell(Reached("theorems", number, len(THEOREMS)))
        measured = [_once(theorem) for _ in range(runs)]
        rows.append(min(measured, key=lambda row: row["seconds"]["total"]))
    return rows


def _once(theorem: Theorem) -> dict[str, Any]:
    parse.cache_clear()
    LOADED.clear()
    begun = time.perf_counter()
    deadline = Deadline()
    problem = read(theorem.question, deadline)
    reading = time.perf_counter()
    found = answer(problem, "auto", Limits(deadline))
    done = time.perf_counter()
    if found.stopped == "interrupted":
        raise KeyboardInterrupt
    return {
        "id": theorem.name,
        "claim": theorem.claim,
        "game": theorem.game,
        "every": theorem.every,
        "const": dict(theorem.const),
        "lemmas": list(found.lemmas or ()),
        "verdict": found.verdict,
        "seconds": {"read": reading - begun, "prove": done - reading, "total": done - begun},
    }
