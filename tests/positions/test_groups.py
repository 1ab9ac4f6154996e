"""Automorphisms of graphs, held against all permutations."""

from collections.abc import Sequence
from itertools import permutations

import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from tables import tabled

from ttt_asp.positions import groups
from ttt_asp.positions.groups import Permutation, generators

Edge = tuple[int, int]


def every(colors: Sequence[int], edges: Sequence[Edge]) -> set[Permutation]:
    """All automorphisms, by trying all permutations."""
    return {
        some
        for some in permutations(range(len(colors)))
        if all(colors[some[vertex]] == colors[vertex] for vertex in range(len(colors)))
        and {(some[a], some[b]) for a, b in edges} == set(edges)
    }


def closure(found: Sequence[Permutation], size: int) -> set[Permutation]:
    """The group that permutations generate."""
    group = {tuple(range(size))}
    fresh = set(group)
    while fresh:
        fresh = {tuple(g[i] for i in one) for g in found for one in fresh} - group
        group |= fresh
    return group


GRAPHS = st.integers(1, 5).flatmap(
    lambda size: st.tuples(
        st.lists(st.integers(0, 1), min_size=size, max_size=size),
        st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), unique=True),
    )
)


@given(GRAPHS)
@examples(40)
def test_they_generate_the_whole_group(graph: tuple[list[int], list[Edge]]) -> None:
    colors, edges = graph
    edges = [(a, b) for a, b in edges if a != b]
    assert closure(generators(colors, edges), len(colors)) == every(colors, edges)


def test_no_symmetry_is_no_generator() -> None:
    assert generators([0, 0, 0], [(0, 1), (1, 2)]) == []
    assert generators([], []) == []


@tabled()
def test_what_the_library_says_is_not_believed(
    lie: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    # the path 0 -> 1 -> 2 -> 3, of which the first two have a color of their own
    monkeypatch.setattr(groups, "_candidates", lambda colors, edges: [list(lie)])
    assert generators([0, 0, 1, 1], [(0, 1), (1, 2), (2, 3)]) == []
