"""Both stages of checking a certificate, whatever kind it is."""

import json
import re
import zlib
from dataclasses import dataclass, replace

from ttt_asp.certificates.checker.cubes import KIND
from ttt_asp.certificates.checker.format import Rejected, read
from ttt_asp.certificates.checker.main import Report
from ttt_asp.certificates.checker.main import verify as verify_positions
from ttt_asp.certificates.checker.none import NONE
from ttt_asp.certificates.proof_of_sizes import read_sizes_proof
from ttt_asp.certificates.verify_induction import read_proof, verify_induction, verify_programs
from ttt_asp.certificates.verify_moves import Derived, verify_strategy
from ttt_asp.certificates.verify_replies import verify_game
from ttt_asp.certificates.verify_sizes import verify_questions, verify_sizes
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.games.role_spelling import role_spelling
from ttt_asp.games.spelling import Spelling
from ttt_asp.reached import Tell
from ttt_asp.result import Result
from ttt_asp.strategies.library import Library

# The formats of other certificates than of positions, which stand at the beginning.
INDUCTION = b"ttt-asp certificate of induction"
SIZES = b"ttt-asp certificate of every size"
REPLIES = b"ttt-asp certificate of replies", NONE.encode()
HEAD = 200
_GAME = re.compile(rb'"game": ?("(?:[^"\\]|\\.)*")')


@dataclass(frozen=True, slots=True)
class Verified(Result):
    """A valid certificate.

    Attributes:
        report: what the first stage established.
        derived: what the second stage did; None where it was not asked for.
    """

    report: Report
    derived: Derived | None = None


def first_stage(data: bytes, deadline: Deadline) -> Report:
    """Check a certificate by itself; of a proof by induction, or for every size, solvers are asked.

    Args:
        data: the certificate's file.
        deadline: when to give up.

    Raises:
        Rejected: it is no valid certificate.
        Expired: time is up.
    """

    def work() -> Report:
        if INDUCTION in _beginning(data):
            return verify_induction(read_proof(data), deadline)
        if SIZES in _beginning(data):
            return verify_sizes(read_sizes_proof(data), deadline)
        return verify_positions(data)

    report, said = deadline.run(work), _spelling(data, deadline).shown
    facts, trusted = tuple(map(said, report.facts)), tuple(map(said, report.trusted))
    return replace(report, claim=said(report.claim), facts=facts, trusted=trusted)


def second_stage(
    data: bytes, library: Library, deadline: Deadline, tell: Tell | None = None
) -> Derived:
    """Derive anew from the sources what the first stage took as given.

    Args:
        data: the file of a certificate that the first stage found valid.
        library: where strategies are looked up.
        deadline: when to give up.
        tell: called with how far it is.

    Raises:
        Rejected: a source or a move differs.
        InputError: the game or a strategy is not there to be read.
        Expired: time is up.
    """

    def work() -> Derived:
        if INDUCTION in _beginning(data):
            return verify_programs(read_proof(data), library, deadline)
        if SIZES in _beginning(data):
            return verify_questions(read_sizes_proof(data), library, deadline)
        if any(one in _beginning(data) for one in REPLIES):
            return verify_game(data, deadline)
        if read(data).get("kind") == KIND:
            raise Rejected("a pairing that exists by counting: there are no moves to be derived")
        return verify_strategy(data, library, deadline, tell)

    derived, said = deadline.run(work), _spelling(data, deadline).shown
    return replace(derived, facts=tuple(map(said, derived.facts)))


def _spelling(data: bytes, deadline: Deadline) -> Spelling:
    """How the file of a certificate's game spells its roles; nothing where it is not at hand.

    The checker does without that file, and names roles as the rules made of it do.
    """
    named = _GAME.search(_beginning(data))
    try:
        return role_spelling(json.loads(named[1]), deadline) if named else Spelling()
    except (InputError, ValueError):  # it only says what things are called
        return Spelling()


def _beginning(data: bytes) -> bytes:
    """Enough of a certificate to tell its kind; a whole one may take long to read."""
    if data.startswith(b"\x1f\x8b"):
        try:
            return zlib.decompressobj(wbits=31).decompress(data, HEAD)
        except zlib.error:
            return b""
    return data[:HEAD]
