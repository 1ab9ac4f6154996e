"""What the breaker answers, move by move, until it has a pairing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


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
