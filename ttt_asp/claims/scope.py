"""The scope of a claim that is about many games at once, as an extension reads it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from ttt_asp.deadline import Deadline
from ttt_asp.games.game import Game

if TYPE_CHECKING:
    from ttt_asp.claims.problem import Problem


class Scope(Protocol):
    """The games that a claim is about: a condition on the constants of one.

    Attributes:
        text: the condition as written, on one line.
        parameters: the constants that it names.
        engine: the name of the engine that answers such claims.
    """

    @property
    def text(self) -> str: ...

    @property
    def parameters(self) -> tuple[str, ...]: ...

    @property
    def engine(self) -> str: ...


class ScopeReader(Protocol):
    """The module of an extension that reads such conditions."""

    def read_scope(
        self, text: str, name: str, constants: Mapping[str, str], deadline: Deadline
    ) -> tuple[Scope, Game]:
        """Read a condition on the constants of a game, and some game that it allows."""

    def problem_at(
        self, problem: "Problem", constants: Mapping[str, int | str], deadline: Deadline
    ) -> "Problem":
        """Return a claim about many games as one about the game with these constants."""
