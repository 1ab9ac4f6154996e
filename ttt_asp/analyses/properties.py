"""Properties that a game has or not."""

from dataclasses import dataclass

from ttt_asp.verdict import Play


@dataclass(frozen=True, slots=True)
class Property:
    """What was found of a property.

    Attributes:
        name: playable, terminates, goals, coherent, zero-sum, winnable, monotonic or positions.
        holds: None where that is not known.
        said: why, in words.
        play: one that breaks it.
    """

    name: str
    holds: bool | None
    said: str
    play: Play | None = None


def longest(moves: int) -> str:
    """That plays end, in words."""
    return f"no play has more than {moves:,} move{'s' if moves != 1 else ''}"
