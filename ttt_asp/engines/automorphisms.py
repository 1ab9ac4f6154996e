"""Automorphisms of coloured graphs: candidates from a library, each held against the graph.

Junttila and Kaski's bliss (2007) finds them, through igraph. Nothing that it says is believed:
what is no automorphism is left out. So a mistake of the library could only make symmetries fewer.
"""

from collections.abc import Sequence

# For each number the number that it is taken to.
Permutation = tuple[int, ...]


def generators(colours: Sequence[int], edges: Sequence[tuple[int, int]]) -> list[Permutation]:
    """Generators of a graph's automorphism group.

    Args:
        colours: of each vertex; a vertex is only taken to one of its colour.
        edges: from one vertex to another, each once; the direction counts.

    Returns:
        Permutations of the vertices, without the identity; none where there is no symmetry.
    """
    there = set(edges)
    identity = tuple(range(len(colours)))
    found: list[Permutation] = []
    for some in map(tuple, _candidates(colours, edges)):
        if (
            some != identity
            and permutes(some, len(colours))
            and all(colours[some[vertex]] == colour for vertex, colour in enumerate(colours))
            and all((some[source], some[target]) in there for source, target in edges)
        ):
            found.append(some)
    return found


def _candidates(
    colours: Sequence[int], edges: Sequence[tuple[int, int]]
) -> Sequence[Sequence[int]]:
    """What the library says."""
    # imported here: most questions need no symmetry, and the import takes 0.05 s
    from igraph import Graph

    graph = Graph(n=len(colours), edges=edges, directed=True)
    said: list[list[int]] = graph.automorphism_group(color=list(colours))
    return said


def permutes(some: Sequence[int], size: int) -> bool:
    """Whether numbers are those below a size, each once."""
    return sorted(some) == list(range(size))
