"""The progress of long work, for users who wait for it or have stopped it."""

from collections.abc import Callable, Iterable

from ttt_asp.records import dataclass


@dataclass(frozen=True, slots=True)
class ProgressReport:
    """The progress of one phase of long work.

    Attributes:
        what: the things that are counted, in the plural, as `positions`; where nothing is
            counted, the phase, as `grounding`.
        done: how many of them; None where nothing is counted.
        of: how many there are; None where nobody knows.
        moves: the longest plays that were looked at.
    """

    what: str
    done: int | None = None
    of: int | None = None
    moves: int | None = None

    def __str__(self) -> str:
        text = self.what
        if self.done is not None and self.of is not None:
            text = f"{self.done:,} of {self.of:,} {self.what}"
        elif self.done is not None:
            text = number_of(self.done, self.what.removesuffix("s"))
        return text if self.moves is None else f"{text}, up to {number_of(self.moves, 'move')}"


# Called with how far work is, now and then.
Tell = Callable[[ProgressReport], None]


def progress_text(reached: Iterable[ProgressReport]) -> str:
    """Return how far work got, in phases from the outer one: the counts, and the last phase."""
    phases = list(reached)
    counted = [str(phase) for phase in phases if phase.done is not None]
    while_in = f" while {phases[-1]}" if phases and phases[-1].done is None else ""
    return while_in + (f"; so far: {', '.join(counted)}" if counted else "")


def number_of(number: int, noun: str) -> str:
    """Return a number with its noun: 1 play, 1,248 plays."""
    return f"{number:,} {noun}{'s' if number != 1 else ''}"
