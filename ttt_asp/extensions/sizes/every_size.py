"""The sizes of a game that a claim about every size means, and the smallest of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, islice, product
from typing import TypeAlias

from ttt_asp.extensions.sizes.integers import Compare

# Sizes that are tried, at most, to find the smallest that a condition allows.
TRIES = 20_000

# A size: a number for each parameter, in their order.
Size: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Every:
    """The sizes that a claim is about.

    Attributes:
        text: the condition as written, on one line.
        parameters: the constants that it names, in this order.
        comparisons: of these constants; all of them have to hold.
        engine: the name of the engine that answers claims about them.
    """

    text: str
    parameters: tuple[str, ...]
    comparisons: tuple[Compare, ...]
    engine: str = field(default="sizes", init=False, repr=False)

    def allows(self, size: Size) -> bool:
        """Whether the condition holds for a size."""
        values = dict(zip(self.parameters, size, strict=True))
        return all(compare.holds(values) for compare in self.comparisons)

    def smallest(self, number: int) -> list[Size]:
        """Return the smallest sizes allowed: by the sum of their absolute values, then in order.

        Args:
            number: the number of these, at most.

        Returns:
            Fewer, or none, if the next one is not among the first `TRIES` sizes of all.
        """
        tried = islice(_sizes(len(self.parameters)), TRIES)
        return list(islice(filter(self.allows, tried), number))

    def largest(self, within: int) -> Size | None:
        """Return the size of largest sum among those allowed with numbers from 0 to a limit.

        Args:
            within: the limit.

        Returns:
            The first of several; None if there is none, or if more than `TRIES` would have to be
            tried.
        """
        if (within + 1) ** len(self.parameters) > TRIES:
            return None
        tried = product(range(within + 1), repeat=len(self.parameters))
        return max(filter(self.allows, tried), key=sum, default=None)

    def named(self, size: Size) -> dict[str, str]:
        """Return a size as constants of a game, by name."""
        return dict(zip(self.parameters, map(str, size), strict=True))

    def listed_sizes(self, sizes: Sequence[Size]) -> str:
        """Return sizes as people write them: bricks = 3, 6, 9; or (rows, cols) = (2, 2), (3, 3)."""
        if len(self.parameters) == 1:
            return f"{self.parameters[0]} = {', '.join(str(size[0]) for size in sizes)}"
        return f"({', '.join(self.parameters)}) = {', '.join(map(str, sizes))}"

    def size(self, constants: Mapping[str, int | str]) -> Size:
        """Return the size that constants of a game give."""
        return tuple(int(constants[name]) for name in self.parameters)


def _sizes(number: int) -> Iterator[Size]:
    """Yield all tuples of `number` integers, in the order of their sums of absolute values."""
    for total in count():
        for size in product(range(-total, total + 1), repeat=number - 1):
            if (last := total - sum(map(abs, size))) >= 0:
                yield from ((*size, sign) for sign in sorted({-last, last}))
