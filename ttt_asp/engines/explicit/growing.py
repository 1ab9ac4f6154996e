"""From lists to arrays: where a game turns out to be large, and symmetries are worth a search."""

from ttt_asp.engines.explicit.exploration import Exploration
from ttt_asp.engines.explicit.large import Counts, Large, Words
from ttt_asp.engines.explicit.orbits import Folded
from ttt_asp.engines.explicit.symmetry import group


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
    bits = len(found.machine.base)
    symmetries = group(found.machine) if fold and found.layered else []
    form = Folded(bits, symmetries) if len(symmetries) > 1 else Large(bits)
    found.form, found.symmetries = form, max(1, len(symmetries))

    def arrays(some: list[int], counted: Counts | None) -> tuple[Words, Counts | None]:
        return form.merge([form.gathered([(form.packed(some), counted)])])

    found.layers = [arrays(one, None)[0] for one in found.layers]
    return arrays(layer, None if counts is None else form.counts(counts))
