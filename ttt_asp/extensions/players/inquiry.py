"""The record of a program that was asked for its moves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ttt_asp.progress_report import number_of
from ttt_asp.result import record


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The record of the questions to a program that plays a role.

    Attributes:
        program: as it was named.
        positions: at how many positions it was asked.
        differing: at how many of them its answers differed; all of them count as its choices.
        failed: for positions at which it gave no legal move, why; it has no choice there.
        seconds: how long it took to answer.
        everywhere: it was asked wherever its role can have a choice, not only where plays come to.
    """

    program: str
    positions: int
    differing: int
    failed: Mapping[frozenset[str], str]
    seconds: float = field(compare=False)
    everywhere: bool = False

    def spelt(self, spell: Callable[[str], str]) -> "Inquiry":
        """Return the record with fluents as a game's file spells them."""
        failed = {frozenset(map(spell, at)): why for at, why in self.failed.items()}
        return replace(self, failed=failed)

    def as_json(self) -> dict[str, Any]:
        """Return the record as plain data, positions as sorted lists of fluents."""
        failed = [{"position": at, "reason": why} for at, why in self.failed.items()]
        return record(self, failed=failed)

    def __str__(self) -> str:
        text = f"asked at {number_of(self.positions, 'position')}, {self.seconds:.3f} s"
        if self.failed:
            text += f"; no legal move at {len(self.failed):,} of them"
        if self.differing:
            where = number_of(self.differing, "position")
            text += f"; at {where} its answers differ: it remembers, or throws dice"
        alike = self.positions and not self.failed and not self.differing
        return f"{text}; the same answer each time" if alike else text
