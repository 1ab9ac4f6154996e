"""How far odds may be off that rest on answers of programs which were only sampled.

By backward induction: what a sample of N answers at a position is off is at most about the standard
deviation of the odds after them, over the root of N. Errors of positions after it add up, at worst.
One answer more that leads to certainty, and one to its contrary, stand for choices never seen.
"""

from collections.abc import Callable, Mapping, Sequence
from math import sqrt

from ttt_asp.extensions.playing.weighted import Layer

# Standard deviations on both sides that have 95 % between them.
_WIDE = 1.96
# The mean and the standard deviation of each event.
Estimates = tuple[list[float], list[float]]


def half_widths(
    layers: Sequence[Layer],
    events: Sequence[Sequence[int]],
    sampled: Mapping[int, int],
    best: int | None,
    merit: Callable[[int, int], tuple[int, int]],
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
