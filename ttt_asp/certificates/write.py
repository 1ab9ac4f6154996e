"""The certificate of a proved claim: of which kind it is depends on how it was proved."""

from pathlib import Path

from ttt_asp.claims.problem import Problem
from ttt_asp.engines.limits import Limits
from ttt_asp.verdict import Verdict


def write_certificate(path: Path, problem: Problem, found: Verdict, limits: Limits) -> int:
    """Write a certificate; gzipped when the file's name ends in `.gz`.

    Args:
        path: the file, replaced if it is there.
        problem: the question.
        found: its verdict, `proved`.
        limits: of what has to be explored or proved again.

    Returns:
        The size of the file in bytes.

    Raises:
        InputError: it cannot be written, or a limit was reached.
    """
    # a door to each: most questions need one, and those of every size wait for no numpy
    if problem.every is not None:
        from ttt_asp.certificates import sizes

        return sizes.write_certificate(path, problem, found, limits)
    if found.engine == "induction":
        from ttt_asp.certificates import induction

        return induction.write_certificate(path, problem, found, limits.rounds)
    from ttt_asp.certificates import positions

    return positions.write_certificate(path, problem, limits)
