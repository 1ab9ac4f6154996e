"""Options of `prove` that write a certificate of the proof, or a theorem for ACL2."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from ttt_asp.api.parameters import written
from ttt_asp.api.reading import book
from ttt_asp.claims.problem import Problem
from ttt_asp.cli.prove import ProofOption
from ttt_asp.errors import Location, wrong
from ttt_asp.files import refuse_no_place
from ttt_asp.limits import Limits
from ttt_asp.verdict import Verdict


def _refuse(problem: Problem, kind: str) -> None:
    """Refuse a claim that can have no certificate, or theorem, before anything is proved.

    Raises:
        InputError: plays begin at a position, or the claim is not about them.
    """
    why = ""
    if problem.game.start is not None:
        why = "is of plays from where the rules begin, not from a position"
    elif problem.claim.of_strategy:
        why = "is of how plays end, not of what is recommended"
    if why:
        hint = "leave it out to have an answer"
        raise wrong(f"no {kind}: one {why}", Location.argument(kind), hint)


def _refuse_certificate(problem: Problem, _: Path) -> None:
    _refuse(problem, "certificate")


def _refuse_theorem(problem: Problem, path: Path) -> None:
    _refuse(problem, "theorem")
    refuse_no_place(path)
    if problem.claim.quantifier == "can" or problem.claim.by is not None:
        message = "a theorem says how all plays end, not what can happen, or how soon"
        raise wrong(message, Location.argument("theorem"), "leave it out")


def _write_certificate(path: Path, problem: Problem, verdict: Verdict, limits: Limits) -> int:
    from ttt_asp.extensions.certificates.writing import write_certificate  # few proofs want one

    return write_certificate(path, problem, verdict, limits)


def _verified(path: Path, folders: Sequence[str]) -> str:
    return f": {shlex.join(['ttt-asp', 'verify', str(path), *folders])}"


def _write_theorem(path: Path, problem: Problem, _: Verdict, limits: Limits) -> int:
    from ttt_asp.extensions.certificates.theorem import write_theorem

    return write_theorem(path, problem, limits)


def _certified(path: Path, _: Sequence[str]) -> str:
    return f', in acl2: (certify-book "{str(path).removesuffix(".lisp")}")'


CERTIFICATE = ProofOption(
    "certificate",
    Annotated[Path | None, written("--certificate", "Write a certificate of the proof.")],
    _refuse_certificate,
    _write_certificate,
    _verified,
)
THEOREM = ProofOption(
    "theorem",
    Annotated[
        Path | None, written("--theorem", "Write a theorem that ACL2 proves.", "FILE.lisp", book)
    ],
    _refuse_theorem,
    _write_theorem,
    _certified,
)
