"""Write the certificate of a proof; its kind depends on how the claim was proved."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.errors import Location, wrong
from ttt_asp.extension import extensions
from ttt_asp.files import write_bytes
from ttt_asp.limits import Limits
from ttt_asp.verdict import Verdict

# A higher level makes files hardly smaller, and takes several times as long.
_COMPRESSION = 6
# What every certificate begins with.
BEGINNING = b'{"format":"ttt-asp '


def write_certificate(path: Path, problem: Problem, verdict: Verdict, limits: Limits) -> int:
    """Write the certificate of a proved claim; see `write`.

    Args:
        path: the file.
        problem: the question.
        verdict: its verdict, `proved`.
        limits: of the exploration or the proof, which is made again.
    """
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
