"""What is recognised in a game's rules, and laid over them in the vocabulary's words."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from ttt_asp.games.fact_checks import Facts
from ttt_asp.lp.source import Source
from ttt_asp.records import dataclass


class Overlay(Protocol):
    """A game that was recognised in the rules of another one."""

    @property
    def has_marks(self) -> bool:
        """Whether its marks are in the vocabulary's words, laid over the game's own rules."""

    @property
    def missing(self) -> Sequence[str]:
        """The respects in which it is another game, in words."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A game as far as it is read: its rules are checked, its facts are worked out.

    Attributes:
        rules: the game's own file.
        vocabulary: the files of the vocabulary that are about such a game.
        sources: those of all these that are needed.
        constants: every declared constant and its value in force.
        facts: what holds in every position.
        apart: whether its rules may say all of how it is played themselves.
        described: whether it comes from another language: no word of it is the vocabulary's.
        recognised: what was recognised in it, or a text that says why nothing was.
    """

    rules: Source
    vocabulary: tuple[Source, ...]
    sources: Sequence[Source]
    constants: Mapping[str, str]
    facts: Facts
    apart: bool
    described: bool
    recognised: Overlay | str | None = None
