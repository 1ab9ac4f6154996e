"""Certificates of proofs for every size: the lemmas, and texts of SMT-LIB 2 that nothing fits.

They list no positions, so the stand-alone checker has nothing to walk through and refuses them;
`verify_sizes` asks a fresh z3 about each text. `ttt-asp program CLAIM --every CONDITION` prints
the same texts.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from ttt_asp.certificates.checker.format import VERSION
from ttt_asp.certificates.premises import write_premises
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Expired
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.sizes.decision_procedures import Proof
from ttt_asp.engines.sizes.engine import proof_of
from ttt_asp.engines.sizes.lemmas import found_lemma
from ttt_asp.errors import Location, wrong
from ttt_asp.files import json_for, write_bytes
from ttt_asp.verdict import Verdict

FORMAT = "ttt-asp certificate of every size"


def write_certificate(path: Path, problem: Problem, found: Verdict, limits: Limits) -> int:
    """Write the certificate of a claim proved for every size; gzipped for a name with `.gz`.

    Args:
        path: the file, replaced if it is there.
        problem: the question.
        found: its verdict, `proved`.
        limits: of the search for its texts.

    Returns:
        The size of the file in bytes.

    Raises:
        InputError: it cannot be written, or its texts are not found.
    """
    if found.found:
        lemma = found_lemma(problem, (found.lemmas or ())[-1], found.found)
        problem = replace(problem, lemmas=problem.lemmas + lemma)
    where, hint = Location("--certificate"), "the claim is proved all the same"
    try:
        proof = proof_of(problem, limits)
    except Expired as error:
        raise wrong(f"no certificate: {error.stop.reason}", where, hint) from None
    if proof is None:
        what = "no certificate: z3 does not find the proof again in texts that stand alone"
        raise wrong(what, where, hint)
    data = json_for(path, certificate(problem, proof))
    write_bytes(path, data)
    return len(data)


def certificate(problem: Problem, proof: Proof) -> dict[str, Any]:
    """The certificate as plain data; see `write_certificate`. All lemmas are the problem's."""
    assert problem.every is not None
    return {
        "format": FORMAT,
        "version": VERSION,
        **write_premises(problem),
        "every": problem.every.text,
        "ending": proof.ending,
        "questions": [
            {
                "half": one.half,
                "about": one.about,
                "steps": [{"way": step.way, "text": step.text} for step in one.steps],
            }
            for one in proof.shown
        ],
    }
