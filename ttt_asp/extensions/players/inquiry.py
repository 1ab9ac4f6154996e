"""The record of a program that was asked for its moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ttt_asp.progress_report import number_of
from ttt_asp.result import record

# A choice that is as likely as this may have been missed with the chance that is said.
_RARE = 0.05


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The record of the questions to a program that plays a role.

    Attributes:
        program: as it was named.
        positions: at how many positions it was asked.
        differing: at how many of them its answers differed; all of them count as its choices.
        failed: for positions at which it gave no legal move, why; play gets stuck there.
        seconds: how long it took to answer.
        everywhere: it was asked wherever its role can have a choice, not only where plays come to.
        several: at how many positions it has several choices, all of them known.
        sampled: at how many positions it threw dice that nobody sees.
        times: how often it was asked at each position.
        once: at how many positions it was not asked a last time, as a play had decided.
    """

    program: str
    positions: int
    differing: int
    failed: Mapping[frozenset[str], str]
    seconds: float = field(compare=False)
    everywhere: bool = False
    several: int = 0
    sampled: int = 0
    times: int = 2
    once: int = 0

    @property
    def doubt(self) -> str:
        """Why it may answer otherwise than it did; empty where all its choices are known."""
        if not self.differing and not self.sampled:
            return ""
        missed = 100 * (1 - _RARE) ** self.times
        text = f"asked {self.times:,} times at each of {number_of(self.positions, 'position')}"
        return f"{text}: a choice of {_RARE:.0%} would have been missed with {missed:.2g}%"

    def spelt(self, spell: Callable[[str], str]) -> "Inquiry":
        """Return the record with fluents as a game's file spells them."""
        failed = {frozenset(map(spell, at)): why for at, why in self.failed.items()}
        return replace(self, failed=failed)

    def as_json(self) -> dict[str, Any]:
        """Return the record as plain data, positions as sorted lists of fluents."""
        failed = [{"position": at, "reason": why} for at, why in self.failed.items()]
        return record(self, failed=failed)

    def __str__(self) -> str:
        times = f"{self.times:,} times at each of " if self.times > 2 else "at "
        text = f"asked {times}{number_of(self.positions, 'position')}, {self.seconds:.3f} s"
        if self.failed:
            text += f"; no legal move at {len(self.failed):,} of them"
        if self.differing:
            where = number_of(self.differing, "position")
            text += f"; at {where} its answers differ: it remembers, or throws dice"
        if self.sampled:
            where = number_of(self.sampled, "position")
            text += f"; at {where} it throws dice that nobody sees"
        if self.several:
            text += f"; several choices at {self.several:,} of them, all known"
        alike = self.positions and not self.failed and not self.doubt and not self.several
        return f"{text}; the same answer each time" if alike and not self.once else text


def combined(inquiries: Sequence[Inquiry]) -> Inquiry:
    """Return the record of a program that was asked as several roles."""
    failed: dict[frozenset[str], str] = {}
    for inquiry in inquiries:
        failed.update(inquiry.failed)
    return Inquiry(
        inquiries[0].program,
        sum(inquiry.positions for inquiry in inquiries),
        sum(inquiry.differing for inquiry in inquiries),
        failed,
        sum(inquiry.seconds for inquiry in inquiries),
        all(inquiry.everywhere for inquiry in inquiries),
        sum(inquiry.several for inquiry in inquiries),
        sum(inquiry.sampled for inquiry in inquiries),
        max(inquiry.times for inquiry in inquiries),
        sum(inquiry.once for inquiry in inquiries),
    )
