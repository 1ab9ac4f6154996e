"""Claims about strategies: `x is complete`, deterministic or functional; `x keeps to any`."""

from ttt_asp.extension import Extension

EXTENSION = Extension(package=__name__, uses=("exploring",), hooks={"strategy_claims": "claims"})
