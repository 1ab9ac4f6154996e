"""Automorphisms of coloured graphs, by bliss (T. Junttila and P. Kaski, 2007)."""

from collections.abc import Sequence


def generators(colours: Sequence[int], edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Permutations of the vertices that generate all automorphisms of a graph.

    Args:
        colours: of each vertex; a vertex is taken to one of its own colour.
        edges: pairs of vertices, each undirected.

    Returns:
        For each permutation the images of the vertices, in order; none for the identity.
    """
    # here, as only searches with symmetry need it; it has no types
    from igraph import Graph  # type: ignore[import-untyped]

    graph = Graph(n=len(colours), edges=edges)
    found: list[list[int]] = graph.automorphism_group(color=list(colours))
    return found
