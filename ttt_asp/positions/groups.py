"""Groups of permutations of the numbers below a size; generators of those of colored graphs.

Junttila and Kaski's bliss (2007) finds automorphisms, through igraph. Nothing that it says is
believed: what is none is left out. So a mistake of the library could only make symmetries fewer.
"""

from collections.abc import Iterable, Sequence

from ttt_asp.deadline import Deadline

# For each number the number that it is taken to.
Permutation = tuple[int, ...]


def generators(colors: Sequence[int], edges: Sequence[tuple[int, int]]) -> list[Permutation]:
    """Generators of a graph's automorphism group.

    Args:
        colors: of each vertex; a vertex is only taken to one of its color.
        edges: from one vertex to another, each once; the direction counts.

    Returns:
        Permutations of the vertices, without the identity; none where there is no symmetry.
    """
    there = set(edges)
    identity = tuple(range(len(colors)))
    found: list[Permutation] = []
    for some in map(tuple, _candidates(colors, edges)):
        if (
            some != identity
            and is_permutation(some, len(colors))
            and all(colors[some[vertex]] == color for vertex, color in enumerate(colors))
            and all((some[source], some[target]) in there for source, target in edges)
        ):
            found.append(some)
    return found


def _candidates(colors: Sequence[int], edges: Sequence[tuple[int, int]]) -> Sequence[Sequence[int]]:
    """What the library says."""
    # imported here: most questions need no symmetry, and the import takes 0.05 s
    from igraph import Graph

    graph = Graph(n=len(colors), edges=edges, directed=True)
    said: list[list[int]] = graph.automorphism_group(color=list(colors))
    return said


def is_permutation(some: Sequence[int], size: int) -> bool:
    """Whether numbers are those below a size, each once."""
    return sorted(some) == list(range(size))


def generated(
    by: Sequence[Permutation], size: int, most: int, deadline: Deadline
) -> list[Permutation] | None:
    """The group that permutations generate, the identity first; None if it has too many elements.

    Raises:
        Expired: time is up.
    """
    queue = [tuple(range(size))]
    found = set(queue)
    for one in queue:
        deadline.check()
        for other in by:
            image = tuple(map(other.__getitem__, one))
            if image not in found:
                found.add(image)
                queue.append(image)
        if len(queue) > most:
            return None
    return queue


def bounded_group(
    proposed: Iterable[Permutation], size: int, most: int, deadline: Deadline
) -> tuple[list[Permutation], list[Permutation]]:
    """The group that permutations generate, without those that would make it too large.

    Returns:
        Its elements, the identity first, and its generators, none of those before it.

    Raises:
        Expired: time is up.
    """
    whole, used = [tuple(range(size))], list[Permutation]()
    for one in proposed:
        larger = None if one in whole else generated([*used, one], size, most, deadline)
        if larger is not None:
            whole, used = larger, [*used, one]
    return whole, used


def stabilizer(group: Iterable[Permutation], *points: int) -> list[Permutation]:
    """The elements that leave points where they are."""
    return [one for one in group if all(one[point] == point for point in points)]


def orbit(group: Iterable[Permutation], point: int) -> list[int]:
    """The points that a point is taken to, in increasing order."""
    return sorted({one[point] for one in group})


class Images:
    """What a permutation of bits makes of single positions, eight bits at a time.

    It needs no numpy; `orbit_layers` does many positions at once.
    """

    def __init__(self, some: Permutation) -> None:
        self._tables = [_table(some[start : start + 8]) for start in range(0, len(some), 8)]

    def of(self, position: int) -> int:
        """The image of a position."""
        eights = position.to_bytes(len(self._tables), "little")
        return sum(table[eight] for table, eight in zip(self._tables, eights, strict=True))


def _table(targets: Sequence[int]) -> list[int]:
    """For each number of as many bits what it becomes."""
    found = [0]
    for target in targets:
        found += [number | 1 << target for number in found]
    return found
