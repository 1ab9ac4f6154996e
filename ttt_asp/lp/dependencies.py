"""Dependencies of predicates: cycles, closures, and the files a program needs.

`suggests(fork,...)` and `suggests(defend,...)` are different nodes of the graph, so that tactics
may use one another; likewise `order(NAME,...)`.
"""

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Atom, Signature, Statement, signatures

Vertex = TypeVar("Vertex", bound=Hashable)
Node = tuple[str, int, str | None]

# What depends on the position whatever its rules say.
STATE = signatures(
    "true/1 does/2 legal/2 next/1 terminal/0 goal/2 suggests/3 order/3 lemma/1 measure/1"
)

# What only `next` may rest on: the move that is made, and its result.
MOVES = signatures("does/2 next/1")

# What a game is made of: some of its file's own, the rest of the vocabulary.
GAME = signatures("role/1 base/1 init/1 legal/2 next/1 terminal/0 goal/2")


def components(
    start: Iterable[Vertex],
    successors: Callable[[Vertex], Iterable[Vertex]],
    known: Container[Vertex] = (),
) -> Iterator[list[Vertex]]:
    """Find the components that some vertices lead to, each after all it leads to (Tarjan 1972).

    Args:
        start: the vertices to begin with.
        successors: the successors of a vertex.
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


def shortest_path(
    start: Iterable[Vertex],
    successors: Callable[[Vertex], Iterable[Vertex]],
    goal: Callable[[Vertex], bool],
) -> list[Vertex]:
    """Return a shortest path from one of some vertices to a goal, or the empty list."""
    came: dict[Vertex, Vertex | None] = dict.fromkeys(start)
    queue = list(came)
    for vertex in queue:
        if goal(vertex):
            path = [vertex]
            while (before := came[path[-1]]) is not None:
                path.append(before)
            return path[::-1]
        for other in successors(vertex):
            if other not in came:
                came[other] = vertex
                queue.append(other)
    return []


def node_of(atom: Atom) -> Node:
    """Return the node of the dependency graph that an atom belongs to."""
    return atom.name, atom.arity, atom.first if atom.name in ("suggests", "order") else None


def edges_of(statements: Iterable[Statement]) -> dict[Node, set[Node]]:
    """Return for each predicate those in the bodies of its rules."""
    edges: dict[Node, set[Node]] = {}
    for statement in statements:
        for head in statement.heads:
            edges.setdefault(node_of(head), set()).update(map(node_of, statement.body))
    return edges


def depends_on(
    start: Iterable[Node], statements: Iterable[Statement], targets: frozenset[Signature]
) -> list[Node]:
    """Return a shortest path along dependencies from `start` to a target, or the empty list."""
    edges = edges_of(statements)
    return shortest_path(
        start, lambda node: sorted(edges.get(node, ()), key=str), lambda node: node[:2] in targets
    )


def state_predicates(sources: Sequence[Source]) -> frozenset[Signature]:
    """Return the predicates that depend on the position: `STATE` and all that rests on it."""
    return dependents(STATE, sources)


def dependents(start: frozenset[Signature], sources: Sequence[Source]) -> frozenset[Signature]:
    """Return the predicates given, and all that rest on one of them, directly or not."""
    users: dict[Signature, set[Signature]] = {}
    for source in sources:
        for statement in source.statements:
            for atom in statement.body:
                users.setdefault(atom.signature, set()).update(h.signature for h in statement.heads)
    resting, fresh = set(start), list(start)
    while fresh:
        more = users.get(fresh.pop(), set()) - resting
        resting |= more
        fresh.extend(more)
    return frozenset(resting)


def closure(
    roots: Sequence[Source],
    vocabulary: Sequence[Source],
    wanted: frozenset[Signature] = frozenset(),
) -> list[Source]:
    """Return `roots` and those files of the vocabulary that they need, directly or not.

    Args:
        roots: a game's rules first. No other file is needed for predicates that the roots define;
            but a file that asks for a fluent which is not the game's needs the file that has it.
        vocabulary: the files to choose from.
        wanted: predicates needed besides those that the roots use; `GAME` always is.
    """
    own_fluents = _fluents(roots[0])
    asked = frozenset[str | None]()
    while True:  # what the game alone needs says which fluents there are
        game = _closure(roots[:1], vocabulary, GAME, asked)
        more = asked.union(*map(_asked, game[1:])) - own_fluents
        if more == asked or None in own_fluents:
            return _closure(roots, vocabulary, GAME | wanted, asked)
        asked = more


def _closure(
    roots: Sequence[Source],
    vocabulary: Sequence[Source],
    wanted: frozenset[Signature],
    fluents: frozenset[str | None],
) -> list[Source]:
    chosen = list(roots)
    defined = frozenset[Signature]().union(*(source.defined for source in roots))
    having = [s.label for s in vocabulary if fluents and not fluents.isdisjoint(_fluents(s))]

    there = set(map(id, chosen))

    def need(used: frozenset[Signature]) -> None:
        missing = used - defined
        for definer in vocabulary:
            if id(definer) in there:
                continue
            if not missing.isdisjoint(definer.defined) or definer.label in having:
                there.add(id(definer))
                chosen.append(definer)

    need(wanted)
    for source in chosen:
        need(source.used)
    return chosen


def _fluents(source: Source) -> frozenset[str | None]:
    """Return the names of the fluents that a file has; None stands for a variable."""
    heads = (head for head in source.heads if head.signature == ("base", 1))
    return frozenset[str | None]().union(*(head.names(0) for head in heads))


def _asked(source: Source) -> frozenset[str | None]:
    """Return the names of the fluents that a file asks for."""
    atoms = (atom for atom in source.bodies if atom.signature == ("true", 1))
    return frozenset[str | None]().union(*(atom.names(0) for atom in atoms)) - {None}


def usable_vocabulary(rules: Source, vocabulary: Sequence[Source]) -> list[Source]:
    """Return the files of the vocabulary that lack nothing in a game.

    A file about the squares of a grid, say, is of no use to a game that has no size(M,N).
    """
    kept = list(vocabulary)
    while True:
        known = frozenset({("true", 1), ("does", 2)}).union(*(s.defined for s in [rules, *kept]))
        usable = [source for source in kept if source.used <= known]
        if len(usable) == len(kept):
            return kept
        kept = usable


# The heads of rules, each with its rule, by their predicates.
Heads = Mapping[Signature, Sequence[tuple[Atom, Statement]]]


def heads_of(sources: Iterable[Source]) -> Heads:
    """Return the heads of all rules of some files."""
    by_signature: dict[Signature, list[tuple[Atom, Statement]]] = {}
    for source in sources:
        for rule in source.statements:
            for atom in rule.heads:
                by_signature.setdefault(atom.signature, []).append((atom, rule))
    return by_signature
