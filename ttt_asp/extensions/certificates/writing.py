"""Options of `prove` that write the certificate of a proof, or a theorem for ACL2.

The kind of a certificate depends on how the claim was proved.
"""

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import replacing, written
from ttt_asp.claims.problem import Problem
from ttt_asp.cli.calls import Progress, folder_options
from ttt_asp.cli.prove import ProofOption
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.errors import Location, wrong
from ttt_asp.extension import extensions
from ttt_asp.files import refuse_no_place, refuse_others_file, write_bytes
from ttt_asp.limits import Limits
from ttt_asp.verdict import Verdict

# A higher level makes files hardly smaller, and takes several times as long.
_COMPRESSION = 6
# What every certificate begins with.
BEGINNING = b'{"format":"ttt-asp '
# What our books begin with, behind the name of their package.
_THEOREM = b"; What a game is, what a play is, and what is claimed of plays."


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


def _book(path: Path, name: str) -> Path:
    """Return a file for a book of ACL2, which finds books by their ending."""
    if path.suffix != ".lisp":
        hint = f"ACL2 finds books by their ending: {path.stem or 'FILE'}.lisp"
        raise wrong(f"{path} does not end in .lisp", Location.argument(name), hint)
    refuse_others_file(path, _THEOREM)
    return path


def _refuse_certificate(problem: Problem, _: Path) -> None:
    _refuse(problem, "certificate")


def _refuse_theorem(problem: Problem, path: Path) -> None:
    _refuse(problem, "theorem")
    refuse_no_place(path)
    if problem.claim.quantifier == "can" or problem.claim.by is not None:
        message = "a theorem says how all plays end, not what can happen, or how soon"
        raise wrong(message, Location.argument("theorem"), "leave it out")


def _verified(path: Path, folders: Sequence[str]) -> str:
    return f": {shlex.join(['ttt-asp', 'verify', str(path), *folders])}"


def _write_theorem(path: Path, problem: Problem, _: Verdict, limits: Limits) -> int:
    from ttt_asp.extensions.certificates.acl2 import write_theorem

    return write_theorem(path, problem, limits)


def _certified(path: Path, _: Sequence[str]) -> str:
    return f', in acl2: (certify-book "{str(path).removesuffix(".lisp")}")'


def write_certificate(path: Path, problem: Problem, verdict: Verdict, limits: Limits) -> int:
    """Write the certificate of a proved claim; see `write`."""
    # each is imported where it is needed: those of every size wait for no numpy
    certificate = _positions_certificate
    for extension in extensions():
        if verdict.engine in extension.proofs:
            certificate = extension.load(extension.proofs[verdict.engine])
    return write(path, lambda: certificate(problem, verdict, limits), limits.deadline)


def _positions_certificate(problem: Problem, _: Verdict, limits: Limits) -> dict[str, Any]:
    from ttt_asp.extensions.certificates.positions import certificate

    return certificate(problem, limits)


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


def json_for(path: Path, data: object) -> bytes:
    """Return data as compact JSON, gzipped when the file's name ends in `.gz`.

    Much data takes seconds, during which Python notices no Ctrl-C; see `Deadline.run`.
    """
    import gzip  # here, as `prove` starts sooner without

    packed = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    if path.name.endswith(".gz"):
        packed = gzip.compress(packed, _COMPRESSION, mtime=0)
    return packed


def _keep(
    kind: str,
    make: Callable[[Path, Problem, Verdict, Limits], int],
    next_step: Callable[[Path, Sequence[str]], str],
    path: Path,
    problem: Problem | None,
    verdict: Verdict,
    given: Mapping[str, Any],
) -> None:
    """Write something of a proof; or print on stderr why there is none.

    Args:
        kind: what is written.
        make: writes the file of a proved claim; returns its size in bytes.
        next_step: returns the text behind "next" for the file, given the options that name folders.
        path: of the file.
        problem: the claim; None where it was not read.
        verdict: its verdict.
        given: the arguments of the command.
    """
    if problem is None or verdict.verdict != "proved":
        typer.echo(f"no {kind}: the claim is {verdict.verdict}", err=True)
        return
    arguments = Arguments(given)
    with Progress(f"writing the {kind}"):
        size = make(path, problem.written(), verdict, arguments.limits)
    then = next_step(path, folder_options(arguments.folders))
    typer.echo(f"wrote {path} ({size:,} bytes); next{then}", err=True)


CERTIFICATE = ProofOption(
    "certificate",
    Annotated[
        Path | None,
        written("--certificate", "Write a certificate of the proof.", read=replacing(BEGINNING)),
    ],
    _refuse_certificate,
    partial(_keep, "certificate", write_certificate, _verified),
)
THEOREM = ProofOption(
    "theorem",
    Annotated[
        Path | None, written("--theorem", "Write a theorem that ACL2 proves.", "FILE.lisp", _book)
    ],
    _refuse_theorem,
    partial(_keep, "theorem", _write_theorem, _certified),
)
