"""What was found: a tree of answers that end in pairings, that there is none, or neither."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ttt_asp.analyses.ahead.board import Board
from ttt_asp.games.game import Game
from ttt_asp.positions.groups import Permutation
from ttt_asp.result import Result
from ttt_asp.verdict import constants


@dataclass(frozen=True, slots=True)
class Last:
    """The last answers: after each of them there is a pairing.

    Attributes:
        answers: to moves of the maker, by its square. otherwise: to every other move.
    """

    answers: Mapping[int, int]
    otherwise: int

    def answer(self, move: int) -> int:
        """The square that a move is answered on."""
        return self.answers.get(move, self.otherwise)


@dataclass(frozen=True, slots=True)
class Node:
    """Answers to the maker's moves, each with what comes then: None where there is a pairing.

    Attributes:
        answers: to one move of each class of moves that symmetries take to each other; such
            symmetries as leave all marks where they are.
    """

    answers: Mapping[int, tuple[int, "Tree"]] = field(default_factory=dict)


# None where there is a pairing already.
Tree = Node | Last | None


def depth(tree: Tree) -> int:
    """How many answers the breaker gives at most."""
    if tree is None:
        return 0
    if isinstance(tree, Last):
        return 1
    return 1 + max((depth(then) for _, then in tree.answers.values()), default=0)


def size(tree: Tree) -> int:
    """The number of positions with answers in the tree."""
    return sum(1 for _ in nodes(tree))


def nodes(tree: Tree) -> Iterator[Node | Last]:
    """The positions in which moves are answered, each before those that come after it."""
    if tree is not None:
        yield tree
    if isinstance(tree, Node):
        for _, then in tree.answers.values():
            yield from nodes(then)


@dataclass(frozen=True, slots=True)
class Ahead(Result):
    """Whether the breaker has a pairing after some moves of its own.

    Attributes:
        game: which. board: its squares and lines, and whose they are.
        asked: how many moves of the breaker's at most.
        verdict: `found`; `none`, when every way was tried; `unknown`, when a limit was reached.
        reason: why it is unknown.
        opening: the breaker's first move, where it moves first.
        tree: what it answers then; None where there is a pairing at once.
        line: moves, the maker's and the breaker's in turn, the maker's last: of `none` one that
            no answer suits; of `unknown` those to the first position without an answer.
        positions: how many positions were looked at.
        symmetries: how many symmetries of the board were used, the identity among them.
        generators: what they are made of.
    """

    game: Game
    board: Board
    asked: int
    verdict: Literal["found", "none", "unknown"]
    reason: str = ""
    opening: int | None = None
    tree: Tree = None
    line: tuple[int, ...] = ()
    positions: int = 0
    symmetries: int = 1
    generators: tuple[Permutation, ...] = ()

    @property
    def answers(self) -> int | None:
        """How many moves of the breaker's it takes at most; None where none were found."""
        found = self.verdict == "found"
        return depth(self.tree) + (self.opening is not None) if found else None

    def name(self, square: int) -> str:
        """The square as the game names it."""
        return self.game.spelt(self.board.squares[square])

    def as_json(self) -> dict[str, Any]:
        """The same as plain data, with the keys that docs/questions.md documents."""
        return {
            "game": self.game.name,
            "const": constants(self.game.constants),
            "ahead": self.asked,
            "verdict": self.verdict,
            "reason": self.reason,
            "breaker": self.game.spelt(self.board.breaker),
            "answers": self.answers,
            "line": [self.name(square) for square in self.line],
            "opening": None if self.opening is None else self.name(self.opening),
            "tree": self._plain(self.tree) if self.verdict == "found" else None,
            "positions": self.positions,
            "symmetries": self.symmetries,
        }

    def _plain(self, tree: Tree) -> dict[str, Any] | None:
        if isinstance(tree, Last):
            answers = {self.name(move): self.name(s) for move, s in tree.answers.items()}
            return {"answers": answers, "otherwise": self.name(tree.otherwise)}
        if isinstance(tree, Node):
            return {
                "answers": {
                    self.name(move): {"answer": self.name(square), "then": self._plain(then)}
                    for move, (square, then) in tree.answers.items()
                }
            }
        return None
