"""Graphs of what rests on what: paths, and strongly connected components."""

from collections.abc import Callable, Container, Hashable, Iterable, Iterator
from typing import TypeVar

Vertex = TypeVar("Vertex", bound=Hashable)


def components(
    start: Iterable[Vertex],
    successors: Callable[[Vertex], Iterable[Vertex]],
    known: Container[Vertex] = (),
) -> Iterator[list[Vertex]]:
    """The components that some vertices lead to, each after all that it leads to (Tarjan 1972).

    Args:
        start: where to begin.
        successors: of a vertex.
        known: vertices that are left out, with all that only they lead to.
    """
    index: dict[Vertex, int] = {}
    low: dict[Vertex, int] = {}
    done: set[Vertex] = set()
    path: list[Vertex] = []
    for root in start:
        if root in index or root in known:
            continue
        work = [(root, iter(successors(root)))]
        index[root] = low[root] = len(index)
        path.append(root)
        while work:
            vertex, following = work[-1]
            for other in following:
                if other in known:
                    continue
                if other not in index:
                    index[other] = low[other] = len(index)
                    path.append(other)
                    work.append((other, iter(successors(other))))
                    break
                if other not in done:
                    low[vertex] = min(low[vertex], index[other])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[vertex])
                if low[vertex] == index[vertex]:
                    first = path.index(vertex) if path[-1] != vertex else len(path) - 1
                    component = path[first:]
                    del path[first:]
                    done.update(component)
                    yield component


def path(
    start: Iterable[Vertex],
    successors: Callable[[Vertex], Iterable[Vertex]],
    goal: Callable[[Vertex], bool],
) -> list[Vertex]:
    """A shortest path from one of some vertices to a goal, or the empty list."""
    paths = [[vertex] for vertex in start]
    seen = {one[0] for one in paths}
    for one in paths:
        if goal(one[-1]):
            return one
        for other in successors(one[-1]):
            if other not in seen:
                seen.add(other)
                paths.append([*one, other])
    return []
