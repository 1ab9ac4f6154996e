"""Certificates of pairings that repeat, and of pairings after some moves."""

from typing import Any

from ttt_asp.extensions.certificates.checker.format import VERSION
from ttt_asp.extensions.certificates.checker.periodic import PERIODIC
from ttt_asp.extensions.certificates.checker.replies import REPLIES
from ttt_asp.extensions.certificates.verify import verify_alone, verify_nothing
from ttt_asp.extensions.certificates.verify_moves import verify_game
from ttt_asp.extensions.pairings.ahead import Ahead
from ttt_asp.extensions.pairings.board import Last, Tree
from ttt_asp.extensions.pairings.periodic import PeriodicPairing
from ttt_asp.extensions.recognition.winning_sets import sets_of
from ttt_asp.result import plain
from ttt_asp.verdict import plain_constant

# Both stages of checking.
REPLIES_STAGES = verify_alone, verify_game
PERIODIC_STAGES = verify_alone, verify_nothing


def replies_certificate(ahead: Ahead) -> dict[str, Any]:
    """Return the certificate of a pairing after some moves as plain data.

    The format is that of `checker/replies.py`, which shares no code with this module, and finds
    the pairings by itself.
    """
    sets = sets_of(ahead.game)
    assert sets is not None  # it has a board
    return {
        "format": REPLIES,
        "version": VERSION,
        "game": ahead.game.name,
        "const": {name: plain_constant(value) for name, value in ahead.game.constants.items()},
        "sets": sets.as_json(),
        "claim": f"{ahead.board.breaker} never loses",
        "symmetries": [list(generator) for generator in ahead.generators],
        "opening": ahead.opening,
        "replies": _plain_tree(ahead.tree),
    }


def periodic_certificate(pairing: PeriodicPairing) -> dict[str, Any]:
    """Return the certificate of pairs that repeat as plain data.

    The format is that of `checker/periodic.py`.
    """
    return {
        "format": PERIODIC,
        "version": VERSION,
        "game": pairing.game.name,
        "const": {"line": pairing.line},
        "claim": "o never loses",
        "period": pairing.period,
        "pairs": plain(pairing.pairs),
    }


def _plain_tree(tree: Tree) -> Any:
    if tree is None:
        return None
    if isinstance(tree, Last):
        moves: dict[int, list[int]] = {}
        for move, reply in sorted(tree.answers.items()):
            moves.setdefault(reply, []).append(move)
        return {"otherwise": tree.otherwise, "to": list(map(list, moves.items()))}
    return [[move, reply, _plain_tree(then)] for move, (reply, then) in tree.answers.items()]
