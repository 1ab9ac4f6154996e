"""What an engine may spend, and how it is to be run."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ttt_asp.patience import Deadline


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits and options of one proof.

    Attributes:
        deadline: when to give up.
        clingo: options for clingo's search.
        rounds: how many rounds an induction looks at; lemmas hold when each of them begins.
        find_lemmas: whether an induction looks for lemmas; None for: if none were given.
    """

    deadline: Deadline = field(default_factory=Deadline)
    clingo: Sequence[str] = ()
    rounds: int = 1
    find_lemmas: bool | None = None
