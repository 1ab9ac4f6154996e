"""Layers of an exploration as moves with weights: what odds are worked out from.

Odds may be off that rest on answers of programs which were only sampled. How far is found by
backward induction: what a sample of N answers at a position is off is at most about the standard
deviation of the odds after them, over the root of N. Errors of positions after it add up, at worst.
One answer more that leads to certainty, and one to its contrary, stand for choices never seen.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, sqrt

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
    """Return a layer of an exploration in which every move leads to the next one."""
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
            for place, chosen in explored.asking.weights(batch).items():
                each = [chosen[action] for action in actions[place]]
                if each and any(weight != Fraction(1, len(each)) for weight in each):
                    layer.weights[place] = each
    return layer


# Standard deviations on both sides that have 95 % between them.
_WIDE = 1.96
# The mean and the standard deviation of each event.
Estimates = tuple[list[float], list[float]]


def half_widths(
    layers: Sequence[Layer],
    events: Sequence[Sequence[int]],
    sampled: Mapping[int, int],
    best: int | None,
    merit: Callable[[int, int], tuple[int | Fraction, int | Fraction]],
) -> list[float]:
    """Return for each event half of the interval that has its chance with 95 %, about.

    Args:
        layers: all of them.
        events: the numbers of the ends that make up each.
        sampled: how often the program of a role, by number, was asked at each position.
        best: the role that replies as well as it can; None for none.
        merit: of a position, by its layer and place: what that role makes as great as it can.
    """
    below: list[Estimates] = []
    for depth in range(len(layers) - 1, -1, -1):
        layer, here = layers[depth], list[Estimates]()
        for place, after in enumerate(layer.after):
            mover = layer.movers[place]
            if not after:
                end = layer.ended[place]
                here.append(([float(end in event) for event in events], [0.0] * len(events)))
            elif mover == best:
                best_of = max(after, key=lambda other: merit(depth + 1, other))
                spreads = [max(below[other][1][n] for other in after) for n in range(len(events))]
                here.append((below[best_of][0], spreads))
            else:
                shares = [float(weight) for weight in layer.shares(place)]
                here.append(_drawn(shares, [below[n] for n in after], sampled.get(mover, 0)))
        below = here
    return [min(1.0, _WIDE * spread) for spread in below[0][1]]


def _drawn(shares: Sequence[float], after: Sequence[Estimates], answers: int) -> Estimates:
    """Return the estimates where one of several moves is drawn."""
    means, spreads = [], []
    for event in range(len(after[0][0])):
        values = [means[event] for means, _ in after]
        mean = sum(share * value for share, value in zip(shares, values, strict=True))
        handed = sum(share * s[event] for share, (_, s) in zip(shares, after, strict=True))
        own = 0.0
        if answers:
            squares = sum(s * v * v for s, v in zip(shares, values, strict=True))
            one, two = (answers * mean + 1, answers * squares + 1)
            own = (two / (answers + 2) - (one / (answers + 2)) ** 2) / answers
        means.append(mean)
        spreads.append(sqrt(max(0.0, own) + handed * handed))
    return means, spreads
