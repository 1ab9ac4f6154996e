"""Groups of permutations of the numbers below a size; generators of those of colored graphs.

Junttila and Kaski's bliss (2007) finds automorphisms, through igraph. None of them is believed:
a permutation that is no automorphism is left out. So a mistake of the library could only make
symmetries fewer.
"""

from collections.abc import Iterable, Sequence
from itertools import islice

from ttt_asp.deadline import Deadline

# For each number the number that it is taken to.
Permutation = tuple[int, ...]


def generators(
    colors: Sequence[int],
    edges: Sequence[tuple[int, int]],
    moving: Iterable[int] | None = None,
    most: int | None = None,
) -> list[Permutation]:
    """Return generators of a graph's automorphism group.

    Args:
        colors: of each vertex; a vertex is only mapped to one of its color.
        edges: from one vertex to another, each once; the direction counts.
        moving: vertices of which some have to be moved, all others being of no interest.
        most: how many permutations are looked at; there may be hundreds, and each takes its time.

    Returns:
        Permutations of the vertices, without the identity; none where there is no symmetry.
    """
    there = set(edges)
    automorphisms: list[Permutation] = []
    wanted = range(len(colors)) if moving is None else list(moving)
    useful = (
        tuple(candidate)
        for candidate in _candidates(colors, edges)
        if len(candidate) == len(colors) and any(candidate[v] != v for v in wanted)
    )
    for candidate in islice(useful, most):
        if (
            is_permutation(candidate, len(colors))
            and all(colors[candidate[vertex]] == color for vertex, color in enumerate(colors))
            and all((candidate[source], candidate[target]) in there for source, target in edges)
        ):
            automorphisms.append(candidate)
    return automorphisms


def _candidates(colors: Sequence[int], edges: Sequence[tuple[int, int]]) -> Sequence[Sequence[int]]:
    """Return the generators that the library proposes."""
    # imported here: most questions need no symmetry, and the import takes 0.05 s
    from igraph import Graph

    graph = Graph(n=len(colors), edges=edges, directed=True)
    proposed: list[list[int]] = graph.automorphism_group(color=list(colors))
    return proposed


def is_permutation(numbers: Sequence[int], size: int) -> bool:
    """Whether numbers are those below a size, each once."""
    return sorted(numbers) == list(range(size))


def generated(
    by: Sequence[Permutation], size: int, most: int, deadline: Deadline
) -> list[Permutation] | None:
    """Return the group that permutations generate, the identity first; None if it is too large.

    Raises:
        Expired: time is up.
    """
    queue = [tuple(range(size))]
    known = set(queue)
    for element in queue:
        deadline.check()
        for generator in by:
            image = tuple(map(generator.__getitem__, element))
            if image not in known:
                known.add(image)
                queue.append(image)
        if len(queue) > most:
            return None
    return queue


def bounded_group(
    proposed: Iterable[Permutation], size: int, most: int, deadline: Deadline
) -> tuple[list[Permutation], list[Permutation]]:
    """Return the group that permutations generate, without those that would make it too large.

    Returns:
        Its elements, the identity first, and its generators, none of those before it.

    Raises:
        Expired: time is up.
    """
    whole, used = [tuple(range(size))], list[Permutation]()
    for generator in proposed:
        larger = None if generator in whole else generated([*used, generator], size, most, deadline)
        if larger is not None:
            whole, used = larger, [*used, generator]
    return whole, used


def stabilizer(group: Iterable[Permutation], *points: int) -> list[Permutation]:
    """Return the elements that fix the points."""
    return [element for element in group if all(element[point] == point for point in points)]


def orbit(group: Iterable[Permutation], point: int) -> list[int]:
    """Return the points that a point is mapped to, in increasing order."""
    return sorted({element[point] for element in group})


def image_of(position: int, permutation: Permutation) -> int:
    """Return the image of a position under a permutation of its bits."""
    return sum(1 << image for bit, image in enumerate(permutation) if position >> bit & 1)
