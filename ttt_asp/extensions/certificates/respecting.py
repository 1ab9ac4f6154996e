"""Whether strategies respect symmetries of the squares, seen in their ground rules.

A certificate up to symmetry has the moves at one of the images of a position, and they are derived
anew there. That they hold at the others is seen in the rules that clingo grounds with every fluent
open. A recommendation is a function of the fluents, and its *shape* says which: a fluent's is
the fluent, another atom's the set of its bodies, each with the shapes of its literals. Shapes are
written with the fluents as they are, and with each replaced by the one that a symmetry takes it to.
If so `mark(C)` gets the shape that `mark(D)` has as it is, where the symmetry takes C to D, then at
any position `mark(C)` is recommended just where `mark(D)` is at the image. Two functions that are
the same, but are written in two ways, have two shapes: a symmetry may be missed, never made up.

Nothing here is shared with the code that found the symmetries (`arrays/symmetry.py`).
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from ttt_asp.extensions.recognition.winning_sets import WinningSets
from ttt_asp.positions.ground import FACT, GroundRules
from ttt_asp.solving.ground import Body


def respected(rules: GroundRules, sets: WinningSets, symmetries: Iterable[Sequence[int]]) -> bool:
    """Return whether recommendations go with the squares under each of some symmetries.

    Args:
        rules: those of the position frame.
        sets: the squares.
        symmetries: of each square the number of the one that it is taken to.

    Returns:
        False also where it cannot be seen, as where rules go in a circle.
    """
    recommended = rules.atoms("recommended", 2)
    undetermined = rules.atoms("undetermined", 2)
    try:
        order = _order(rules, {*recommended.values(), *undetermined.values()})
    except CycleError:
        return False
    numbers: dict[Hashable, int] = {}
    names = {atom: fluent for (fluent,), atom in rules.atoms("true", 1).items()}
    plain = _shapes(rules, order, names, numbers)
    for symmetry in symmetries:
        image = {s: sets.squares[to] for s, to in zip(sets.squares, symmetry, strict=True)}
        fluents: dict[str, str] = {}
        for role in sets.roles:
            for square, to in image.items():
                fluents[f"marked({role},{square})"] = f"marked({role},{to})"
        called = {atom: fluents.get(fluent, fluent) for atom, fluent in names.items()}
        moved = _shapes(rules, order, called, numbers)
        actions = {f"mark({square})": f"mark({to})" for square, to in image.items()}
        for (role, action), atom in recommended.items():
            there = recommended.get((role, actions.get(action, action)))
            if there is None or moved[atom] != plain[there]:
                return False
        if any(moved[atom] != plain[atom] for atom in undetermined.values()):
            return False
    return True


def _order(rules: GroundRules, wanted: Iterable[int]) -> list[int]:
    """Return the wanted atoms and all that they rest on, each after those that it rests on.

    Raises:
        CycleError: one rests on itself.
    """
    graph: dict[int, set[int]] = {}
    todo = list(wanted)
    for atom in todo:
        if atom not in graph:
            graph[atom] = set()
            for body in rules.bodies.get(atom, ()):
                graph[atom].update(map(abs, body.literals))
            todo += graph[atom]
    return list(TopologicalSorter(graph).static_order())


def _shapes(
    rules: GroundRules,
    order: Iterable[int],
    fluents: Mapping[int, str],
    numbers: dict[Hashable, int],
) -> Mapping[int, int]:
    """Return a number for the shape of each atom, if open ones are called so."""
    shapes: dict[int, int] = {}
    for atom in order:
        shape: Hashable
        if atom in rules.open:
            shape = ("open", fluents.get(atom, atom))
        elif atom == FACT:
            shape = "fact"
        else:
            shape = frozenset(_written(body, shapes) for body in rules.bodies.get(atom, ()))
        shapes[atom] = numbers.setdefault(shape, len(numbers))
    return shapes


def _written(body: Body, shapes: Mapping[int, int]) -> Hashable:
    weights = body.weights or (1,) * len(body.literals)
    literals = (
        (weight, literal > 0, shapes[abs(literal)])
        for literal, weight in zip(body.literals, weights, strict=True)
    )
    return body.bound, tuple(sorted(literals))
