"""What the kernel asks where it comes to layers of many positions."""

from ttt_asp.extensions.arrays.orbit_layers import joint_form, numpy_form, to_numpy
from ttt_asp.extensions.arrays.scratch import open_scratch
from ttt_asp.extensions.arrays.symmetry import symmetry_group

__all__ = ["joint_form", "numpy_form", "open_scratch", "symmetry_group", "to_numpy"]
