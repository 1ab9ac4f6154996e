"""The certificate of a proof: of which kind it is depends on how the claim was proved."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.errors import Location, wrong
from ttt_asp.files import json_for, write_bytes
from ttt_asp.limits import Limits
from ttt_asp.verdict import Verdict


def write_certificate(path: Path, problem: Problem, found: Verdict, limits: Limits) -> int:
    """Write the certificate of a proved claim; see `write`.

    Args:
        path: the file.
        problem: the question.
        found: its verdict, `proved`.
        limits: of what has to be explored or proved again.
    """
    # a door to each: most questions need one, and those of every size wait for no numpy
    if problem.every is not None:
        from ttt_asp.certificates import sizes

        return sizes.write_certificate(path, problem, found, limits)
    if found.engine == "induction":
        from ttt_asp.certificates import induction

        whole, rounds = induction.supposing(problem, found), limits.rounds
        return write(path, lambda: induction.certificate(whole, rounds), limits.deadline)
    from ttt_asp.certificates import positions

    return write(path, lambda: positions.certificate(problem, limits), limits.deadline)


def write(path: Path, make: Callable[[], dict[str, Any]], deadline: Deadline) -> int:
    """Write a certificate; gzipped when the file's name ends in `.gz`.

    Args:
        path: the file, replaced if it is there.
        make: what makes the certificate, as plain data.
        deadline: when to give up.

    Returns:
        The size of the file in bytes.

    Raises:
        InputError: it cannot be made or written, or a limit was reached.
    """
    try:
        data = deadline.run(lambda: json_for(path, make()))
    except Expired as error:
        raise wrong(f"no certificate: {error.stop}", Location("--certificate")) from None
    write_bytes(path, data)
    return len(data)
