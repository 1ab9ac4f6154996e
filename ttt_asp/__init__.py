"""Prove what abstract game strategies guarantee, by answer set programming."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # the same names as below, for readers and type checkers
    from ttt_asp.analyses.ahead.result import Ahead
    from ttt_asp.analyses.analogies import Analogies
    from ttt_asp.analyses.best_play.solution import Solution
    from ttt_asp.analyses.compare.compare import Comparison
    from ttt_asp.analyses.explain.explain import Explanation
    from ttt_asp.analyses.extra_mark import Stealing
    from ttt_asp.analyses.fill.result import Filled, Fillings
    from ttt_asp.analyses.matrix import Matrix
    from ttt_asp.analyses.pairing.cube import CubePairing
    from ttt_asp.analyses.pairing.find import Pairing
    from ttt_asp.analyses.pairing.periodic import PeriodicPairing
    from ttt_asp.analyses.play_graph import Walk
    from ttt_asp.analyses.recognition import Recognition
    from ttt_asp.analyses.repair.result import Exceptions, Repair
    from ttt_asp.analyses.same_game.across import Across
    from ttt_asp.analyses.same_game.same import SameGame
    from ttt_asp.analyses.same_game.transfer import Transfer
    from ttt_asp.analyses.score import Score
    from ttt_asp.analyses.shorten import Shortened
    from ttt_asp.analyses.suggestion import Suggestion
    from ttt_asp.api.claims import explain, prove, report, verify
    from ttt_asp.api.finding import fill
    from ttt_asp.api.games import board, recognise, solve, walk
    from ttt_asp.api.other_games import analogies_with, same_game, transfer
    from ttt_asp.api.pairings import cube_pairing, pairing, pairing_ahead, periodic_pairing, steal
    from ttt_asp.api.repairs import exceptions, repair, shorten
    from ttt_asp.api.strategies import analogies, compare, matrix, suggest
    from ttt_asp.certificates.verify import Verified
    from ttt_asp.errors import InputError, InternalError, TttAspError
    from ttt_asp.show.results import Picture, draw
    from ttt_asp.verdict import Blunder, Move, Play, Seconds, Verdict

__version__ = "0.1.0"

# Where names are defined.
_HOMES = {
    "Across": "analyses.same_game.across",
    "Ahead": "analyses.ahead.result",
    "Analogies": "analyses.analogies",
    "Blunder": "verdict",
    "Comparison": "analyses.compare.compare",
    "CubePairing": "analyses.pairing.cube",
    "Exceptions": "analyses.repair.result",
    "Explanation": "analyses.explain.explain",
    "Filled": "analyses.fill.result",
    "Fillings": "analyses.fill.result",
    "InputError": "errors",
    "InternalError": "errors",
    "Matrix": "analyses.matrix",
    "Move": "verdict",
    "Pairing": "analyses.pairing.find",
    "PeriodicPairing": "analyses.pairing.periodic",
    "Picture": "show.results",
    "Play": "verdict",
    "Recognition": "analyses.recognition",
    "Repair": "analyses.repair.result",
    "SameGame": "analyses.same_game.same",
    "Score": "analyses.score",
    "Seconds": "verdict",
    "Shortened": "analyses.shorten",
    "Solution": "analyses.best_play.solution",
    "Stealing": "analyses.extra_mark",
    "Suggestion": "analyses.suggestion",
    "Transfer": "analyses.same_game.transfer",
    "TttAspError": "errors",
    "Verdict": "verdict",
    "Verified": "certificates.verify",
    "Walk": "analyses.play_graph",
    "analogies": "api.strategies",
    "analogies_with": "api.other_games",
    "board": "api.games",
    "compare": "api.strategies",
    "cube_pairing": "api.pairings",
    "draw": "show.results",
    "exceptions": "api.repairs",
    "explain": "api.claims",
    "fill": "api.finding",
    "matrix": "api.strategies",
    "pairing": "api.pairings",
    "pairing_ahead": "api.pairings",
    "periodic_pairing": "api.pairings",
    "prove": "api.claims",
    "recognise": "api.games",
    "repair": "api.repairs",
    "report": "api.claims",
    "same_game": "api.other_games",
    "shorten": "api.repairs",
    "solve": "api.games",
    "steal": "api.pairings",
    "suggest": "api.strategies",
    "transfer": "api.other_games",
    "verify": "api.claims",
    "walk": "api.games",
}
__all__ = [
    "Across",
    "Ahead",
    "Analogies",
    "Blunder",
    "Comparison",
    "CubePairing",
    "Exceptions",
    "Explanation",
    "Filled",
    "Fillings",
    "InputError",
    "InternalError",
    "Matrix",
    "Move",
    "Pairing",
    "PeriodicPairing",
    "Picture",
    "Play",
    "Recognition",
    "Repair",
    "SameGame",
    "Score",
    "Seconds",
    "Shortened",
    "Solution",
    "Stealing",
    "Suggestion",
    "Transfer",
    "TttAspError",
    "Verdict",
    "Verified",
    "Walk",
    "__version__",
    "analogies",
    "analogies_with",
    "board",
    "compare",
    "cube_pairing",
    "draw",
    "exceptions",
    "explain",
    "fill",
    "matrix",
    "pairing",
    "pairing_ahead",
    "periodic_pairing",
    "prove",
    "recognise",
    "repair",
    "report",
    "same_game",
    "shorten",
    "solve",
    "steal",
    "suggest",
    "transfer",
    "verify",
    "walk",
]


def __getattr__(name: str) -> Any:
    # clingo and jinja2 are imported when the first of these is used, not before
    if name in _HOMES:
        return getattr(import_module(f"ttt_asp.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'ttt_asp' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
