"""Prove what abstract game strategies guarantee, by answer set programming."""

TYPE_CHECKING = False  # as type checkers know it; `typing` takes longer than this file
if TYPE_CHECKING:
    # the same names as below, for readers and type checkers
    from ttt_asp.analyses.ahead.find import Ahead as Ahead
    from ttt_asp.analyses.analogies import Analogies as Analogies
    from ttt_asp.analyses.best_play.solution import Solution as Solution
    from ttt_asp.analyses.compare.compare import Comparison as Comparison
    from ttt_asp.analyses.explain import Explanation as Explanation
    from ttt_asp.analyses.fill.result import Filled as Filled, Fillings as Fillings
    from ttt_asp.analyses.matrix import Matrix as Matrix
    from ttt_asp.analyses.pairing.find import Pairing as Pairing
    from ttt_asp.analyses.pairing.periodic import PeriodicPairing as PeriodicPairing
    from ttt_asp.analyses.play_graph import Walk as Walk
    from ttt_asp.analyses.recognition import Recognition as Recognition
    from ttt_asp.analyses.repair.result import Exceptions as Exceptions, Repair as Repair
    from ttt_asp.analyses.same_game.same import SameGame as SameGame
    from ttt_asp.analyses.score import Score as Score
    from ttt_asp.analyses.stealing import Stealing as Stealing
    from ttt_asp.analyses.shorten import Shortened as Shortened
    from ttt_asp.analyses.suggestion import Suggestion as Suggestion
    from ttt_asp.api.claims import prove as prove
    from ttt_asp.api.finding import fill as fill
    from ttt_asp.api.games import (
        board as board,
        recognise as recognise,
        same_game as same_game,
        solve as solve,
        walk as walk,
    )
    from ttt_asp.api.matrix import matrix as matrix
    from ttt_asp.api.pairings import (
        pairing as pairing,
        pairing_ahead as pairing_ahead,
        periodic_pairing as periodic_pairing,
        steal as steal,
    )
    from ttt_asp.api.repairs import exceptions as exceptions, repair as repair, shorten as shorten
    from ttt_asp.api.report import report as report
    from ttt_asp.api.strategies import (
        analogies as analogies,
        compare as compare,
        explain as explain,
        suggest as suggest,
    )
    from ttt_asp.api.verify import verify as verify
    from ttt_asp.certificates.verify import Verified as Verified
    from ttt_asp.errors import (
        InputError as InputError,
        InternalError as InternalError,
        TttAspError as TttAspError,
    )
    from ttt_asp.show.svg import Picture as Picture, draw as draw
    from ttt_asp.verdict import (
        Blunder as Blunder,
        Move as Move,
        Play as Play,
        Seconds as Seconds,
        Verdict as Verdict,
    )

__version__ = "0.2.0"

# What each module defines that is public.
_DEFINED = {
    "analyses.ahead.find": "Ahead",
    "analyses.analogies": "Analogies",
    "analyses.best_play.solution": "Solution",
    "analyses.compare.compare": "Comparison",
    "analyses.explain": "Explanation",
    "analyses.fill.result": "Filled Fillings",
    "analyses.matrix": "Matrix",
    "analyses.pairing.find": "Pairing",
    "analyses.pairing.periodic": "PeriodicPairing",
    "analyses.play_graph": "Walk",
    "analyses.recognition": "Recognition",
    "analyses.repair.result": "Exceptions Repair",
    "analyses.same_game.same": "SameGame",
    "analyses.score": "Score",
    "analyses.stealing": "Stealing",
    "analyses.shorten": "Shortened",
    "analyses.suggestion": "Suggestion",
    "api.claims": "prove",
    "api.finding": "fill",
    "api.games": "board recognise same_game solve walk",
    "api.matrix": "matrix",
    "api.pairings": "pairing pairing_ahead periodic_pairing steal",
    "api.repairs": "exceptions repair shorten",
    "api.report": "report",
    "api.strategies": "analogies compare explain suggest",
    "api.verify": "verify",
    "certificates.verify": "Verified",
    "errors": "InputError InternalError TttAspError",
    "show.svg": "Picture draw",
    "verdict": "Blunder Move Play Seconds Verdict",
}
# Where each name is defined.
HOMES = {name: home for home, names in _DEFINED.items() for name in names.split()}
__all__ = ["__version__", *HOMES]


def __getattr__(name: str) -> object:
    # clingo and jinja2 are imported when the first of these is used, not before
    if name not in HOMES:
        raise AttributeError(f"module 'ttt_asp' has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(f"ttt_asp.{HOMES[name]}"), name)
    if HOMES[name].startswith("api."):
        found = import_module("ttt_asp.api.public").public(found)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
