"""Certificates of replies: what the breaker answers until it has a pairing, or why it has none.

The formats are those of `checker/replies.py` and `checker/none.py`, which share no code with this
module, and find the pairings by themselves.
"""

from pathlib import Path
from typing import Any

from ttt_asp.analyses.ahead.refutation import refutation
from ttt_asp.analyses.ahead.result import Ahead
from ttt_asp.certificates.positions import KNOWN
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.files import json_for, write_bytes
from ttt_asp.games.winning_sets import sets_of
from ttt_asp.strategies.replies.certificate import FORMAT, NEVER_LOSES, VERSION
from ttt_asp.strategies.replies.tree import Last, Tree
from ttt_asp.verdict import constant

NONE = "ttt-asp certificate of no pairing"


def write_replies(path: Path, found: Ahead, deadline: Deadline) -> int:
    """Write the certificate of a pairing after some moves; gzipped when the name ends in `.gz`.

    Args:
        path: the file, replaced if it is there.
        found: what was found.
        deadline: when to give up; that there is none is shown anew.

    Returns:
        The size of the file in bytes.

    Raises:
        InputError: it is unknown, or the file cannot be written.
        Expired: time is up.
    """
    data = json_for(path, certificate(found, deadline))
    write_bytes(path, data)
    return len(data)


def certificate(found: Ahead, deadline: Deadline) -> dict[str, Any]:
    """The certificate as plain data; see `write_replies`."""
    where, none = Location("--certificate"), found.verdict == "none"
    if found.verdict == "unknown":
        raise wrong("no certificate: the answer is unknown", where)
    if none and found.board.breaker_begins:
        raise wrong(f"no certificate: {found.board.breaker} moves first, and has no pairing", where)
    data = {
        "format": NONE if none else FORMAT,
        "version": VERSION,
        "game": found.game.name,
        "const": {name: constant(value) for name, value in found.game.constants.items()},
        "symmetries": [list(one) for one in found.generators],
    }
    breaker = found.board.breaker
    if none:
        data |= {"role": breaker, "ahead": found.asked, "moves": refutation(found, deadline)}
    else:
        never = f"{breaker}{NEVER_LOSES}"
        data |= {"claim": never, "opening": found.opening, "replies": _plain(found.tree)}
    if found.game.name not in KNOWN and (sets := sets_of(found.game)) is not None:
        data["sets"] = sets.as_json()
    return data


def _plain(tree: Tree) -> Any:
    if tree is None:
        return None
    if isinstance(tree, Last):
        moves: dict[int, list[int]] = {}
        for move, reply in sorted(tree.answers.items()):
            moves.setdefault(reply, []).append(move)
        return {"otherwise": tree.otherwise, "to": [[reply, some] for reply, some in moves.items()]}
    return [[move, reply, _plain(then)] for move, (reply, then) in tree.answers.items()]
