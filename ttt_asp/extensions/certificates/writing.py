"""Write the certificate of a proof; its kind depends on how the claim was proved."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.certificates.checker.format import VERSION
from ttt_asp.extensions.certificates.checker.periodic import PERIODIC
from ttt_asp.extensions.certificates.checker.replies import REPLIES
from ttt_asp.extensions.pairings.ahead.board import Last, Tree
from ttt_asp.extensions.pairings.ahead.find import Ahead
from ttt_asp.extensions.pairings.pairing.periodic import PeriodicPairing
from ttt_asp.extensions.recognition.winning_sets import sets_of
from ttt_asp.files import json_for, write_bytes
from ttt_asp.limits import Limits
from ttt_asp.result import plain
from ttt_asp.verdict import Verdict, plain_constant


def write_certificate(path: Path, problem: Problem, verdict: Verdict, limits: Limits) -> int:
    """Write the certificate of a proved claim; see `write`.

    Args:
        path: the file.
        problem: the question.
        verdict: its verdict, `proved`.
        limits: of the exploration or the proof, which is made again.
    """
    # each is imported where it is needed: those of every size wait for no numpy
    if problem.every is not None:
        from ttt_asp.extensions.sizes import certificate as sizes

        return write(path, lambda: sizes.proved_again(problem, verdict, limits), limits.deadline)
    if verdict.engine == "induction":
        from ttt_asp.extensions.certificates import induction

        whole, rounds = induction.supposing(problem, verdict), limits.rounds
        return write(path, lambda: induction.certificate(whole, rounds), limits.deadline)
    from ttt_asp.extensions.certificates import positions

    return write(path, lambda: positions.certificate(problem, limits), limits.deadline)


def write(path: Path, make: Callable[[], dict[str, Any]], deadline: Deadline) -> int:
    """Write a certificate; gzipped when the file's name ends in `.gz`.

    Args:
        path: the file, replaced if it is there.
        make: the function that returns the certificate as plain data.
        deadline: when to give up.

    Returns:
        The size of the file in bytes.

    Raises:
        InputError: it cannot be made or written, or a limit was reached.
    """
    try:
        data = deadline.run(lambda: json_for(path, make()))
    except Expired as error:
        message, hint = f"no certificate: {error.stop}", "the claim is proved all the same"
        raise wrong(message, Location.argument("certificate"), hint) from None
    write_bytes(path, data)
    return len(data)


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
