"""Claims about every size of a game at once, by z3."""

from ttt_asp.extension import Extension

EXTENSION = Extension(
    package=__name__,
    uses=("induction",),
    engines={"sizes": "engine"},
    hooks={"scope": "constants"},
)
