"""Certificates of replies: what the breaker answers until it has a pairing.

The format is that of `checker/replies.py`, which shares no code with this module, and finds the
pairings by itself.
"""

from typing import Any

from ttt_asp.analyses.ahead.board import Last, Tree
from ttt_asp.analyses.ahead.find import Ahead
from ttt_asp.certificates.checker.format import VERSION
from ttt_asp.certificates.checker.replies import REPLIES
from ttt_asp.games.winning_sets import sets_of
from ttt_asp.verdict import constant


def certificate(found: Ahead) -> dict[str, Any]:
    """The certificate of a pairing after some moves, which was found, as plain data."""
    sets = sets_of(found.game)
    assert sets is not None  # it has a board
    return {
        "format": REPLIES,
        "version": VERSION,
        "game": found.game.name,
        "const": {name: constant(value) for name, value in found.game.constants.items()},
        "sets": sets.as_json(),
        "claim": f"{found.board.breaker} never loses",
        "symmetries": [list(one) for one in found.generators],
        "opening": found.opening,
        "replies": _plain(found.tree),
    }


def _plain(tree: Tree) -> Any:
    if tree is None:
        return None
    if isinstance(tree, Last):
        moves: dict[int, list[int]] = {}
        for move, reply in sorted(tree.answers.items()):
            moves.setdefault(reply, []).append(move)
        return {"otherwise": tree.otherwise, "to": [[reply, some] for reply, some in moves.items()]}
    return [[move, reply, _plain(then)] for move, (reply, then) in tree.answers.items()]
