"""Layers of an exploration as moves with weights: what odds are worked out from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from ttt_asp.positions.exploration import Exploration, vectors


@dataclass(frozen=True)
class Layer:
    """A layer: for each position its successors, its end, and its mover.

    Attributes:
        after: the places of the successors in the next layer.
        ended: the number of the vector of goals; that of getting stuck, if it is not over.
        movers: the number of the role that moves.
        weights: of the successors of a position where these are not all equally likely; they may
            add up to less than 1: with the rest play gets stuck.
    """

    after: list[list[int]]
    ended: list[int]
    movers: list[int]
    weights: dict[int, list[Fraction]] = field(default_factory=dict)

    def times(self, best: int | None) -> int:
        """Return a number that makes all weights whole; a best reply has none."""
        drawn = [n for n, places in enumerate(self.after) if places and self.movers[n] != best]
        denominators = {len(self.after[n]) for n in drawn if n not in self.weights}
        for weights in self.weights.values():
            denominators.update(weight.denominator for weight in weights)
        return lcm(*denominators)

    def shares(self, place: int) -> list[Fraction]:
        """Return the weight of each successor."""
        number = len(self.after[place])
        return self.weights.get(place) or [Fraction(1, number)] * number


def layer_of(explored: Exploration, depth: int, ends: Sequence[tuple[int, ...]]) -> Layer:
    """Return a layer of an exploration in which every move leads to the next one.

    Args:
        explored: the exploration.
        depth: the number of the layer.
        ends: all vectors of goals.
    """
    machine, form, positions = explored.machine, explored.form, explored.layers[depth]
    after: list[list[int]] = [[] for _ in range(form.size(positions))]
    actions: list[list[str]] = [[] for _ in after]
    layer = Layer(after, [len(ends)] * len(after), [0] * len(after))  # stuck, if not over
    for batch in explored.batches(positions):
        for vector, where in vectors(batch, machine.goals, batch.values[machine.terminal]):
            for place in batch.indices(where):
                layer.ended[place] = ends.index(vector)
        moves = list(explored.moves(batch))
        if not moves:
            continue
        find = form.finder(explored.layers[depth + 1])
        places = find([batch.move(vector, effect) for _, vector, effect in moves])
        for (action, made, _), others in zip(moves, places, strict=True):
            for place, other in zip(batch.indices(made), others, strict=True):
                after[place].append(int(other))
                layer.movers[place] = action.role
                if explored.asking is not None:
                    actions[place].append(action.move.action)
        if explored.asking is not None:
            _weigh(layer, actions, explored.asking.weights(batch))
    return layer


def _weigh(
    layer: Layer, actions: list[list[str]], weights: Mapping[int, Mapping[str, Fraction]]
) -> None:
    """Add the weights of choices that are not equally likely."""
    for place, chosen in weights.items():
        each = [chosen[action] for action in actions[place]]
        if each and any(weight != Fraction(1, len(each)) for weight in each):
            layer.weights[place] = each
