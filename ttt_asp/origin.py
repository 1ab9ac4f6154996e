"""What all have to know of the program behind a strategy."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol


class Origin(Protocol):
    """The record of the questions to a program that plays a role, as far as all have to know it.

    Attributes:
        program: as it was named.
        positions: at how many positions it was asked.
        differing: at how many positions its answers differed.
        doubt: why it may answer otherwise than it did; empty where it answers always the same, or
            all its choices are known.
        failed: for positions at which it gave no legal move, why.
        everywhere: whether it was asked wherever its role can have a choice.
    """

    @property
    def program(self) -> str: ...

    @property
    def positions(self) -> int: ...

    @property
    def differing(self) -> int: ...

    @property
    def doubt(self) -> str: ...

    @property
    def failed(self) -> Mapping[frozenset[str], str]: ...

    @property
    def everywhere(self) -> bool: ...

    def spelt(self, spell: Callable[[str], str]) -> "Origin":
        """Return the record with fluents as a game's file spells them."""

    def as_json(self) -> dict[str, Any]:
        """Return the record as plain data."""
