"""From lists to arrays: where a game turns out to be large, and symmetries are worth a search."""

from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.large import Counts, Large, Words
from ttt_asp.positions.machine import Machine
from ttt_asp.positions.orbits import Folded
from ttt_asp.positions.symmetry import group


def large_form(machine: Machine, fold: bool) -> Large:
    """How to handle large layers, up to symmetry if they may be folded and there is any."""
    bits = len(machine.base)
    symmetries = group(machine) if fold else []
    return Folded(bits, symmetries) if len(symmetries) > 1 else Large(bits)


def grown(
    found: Exploration, layer: list[int], counts: list[int] | None, fold: bool
) -> tuple[Words, Counts | None]:
    """Turn the layers of an exploration into arrays, up to symmetry if there is any.

    Args:
        found: what was explored, whose layers are lists.
        layer: the next layer.
        counts: its counts.
        fold: whether symmetries are looked for.

    Returns:
        The next layer and its counts.
    """
    form = large_form(found.machine, fold and found.layered)
    found.form, found.symmetries = form, len(form.group) if isinstance(form, Folded) else 1

    def arrays(some: list[int], counted: Counts | None) -> tuple[Words, Counts | None]:
        return form.merge([form.gathered([(form.packed(some), counted)])])

    found.layers = [arrays(one, None)[0] for one in found.layers]
    return arrays(layer, None if counts is None else form.counts(counts))
