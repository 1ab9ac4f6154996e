"""What a prover answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Answer = Literal["proved", "refuted", "incomplete", "unknown"]


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a play.

    Attributes:
        role: who moves. action: what, as a term of the game's.
    """

    role: str
    action: str


@dataclass(frozen=True, slots=True)
class Play:
    """A play, or the beginning of one.

    Attributes:
        moves: in order.
        positions: the fluents of each position; one more than there are moves.
        ending: `ended`, `stuck` or `cut`.
        anywhere: it does not begin with the game, but at a position that plays may never reach.
    """

    moves: tuple[Move, ...]
    positions: tuple[frozenset[str], ...]
    ending: str
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class Seconds:
    """Wall-clock seconds spent: reading and lifting, grounding, solving, all together."""

    lift: float = 0.0
    ground: float = 0.0
    solve: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a claim.

    Attributes:
        claim: the claim, in its plain form.
        game: the game's name.
        const: every constant in force.
        roles: the strategy of each role, as given.
        assumed: the roles that were given none and play `any`.
        verdict: proved, refuted, incomplete or unknown (DESIGN section 2).
        reason: one sentence that says why.
        engine: which engine answered.
        play: the play that shows it, where there is one.
        boards: its positions, as `--position` takes them, else lists of fluents.
        seconds: what it took.
        statistics: atoms and rules of the ground program, conflicts of the solver.
        lemmas: what a proof by induction rests on, by name; None from other engines.
        words: lemmas that were found, as people would say them.
    """

    claim: str
    game: str
    const: Mapping[str, str]
    roles: Mapping[str, str]
    assumed: tuple[str, ...]
    verdict: Answer
    reason: str
    engine: str
    play: Play | None
    boards: tuple[str | list[str], ...]
    seconds: Seconds
    statistics: Mapping[str, int]
    lemmas: tuple[str, ...] | None = None
    words: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The verdict as plain data, the keys documented in the README."""
        play = self.play and [{"role": m.role, "action": m.action} for m in self.play.moves]
        seconds = {n: round(getattr(self.seconds, n), 6) for n in Seconds.__slots__}
        found = {
            "claim": self.claim,
            "game": self.game,
            "const": {name: _plain(value) for name, value in self.const.items()},
            "roles": dict(self.roles),
            "verdict": self.verdict,
            "engine": self.engine,
            "play": play,
            "boards": list(self.boards),
            "seconds": seconds,
            "statistics": dict(self.statistics),
        }
        if self.lemmas is not None:
            found["lemmas"] = {"names": list(self.lemmas), "found": list(self.words)}
        return found


def _plain(value: str) -> int | str:
    return int(value) if value.lstrip("-").isdigit() else value
