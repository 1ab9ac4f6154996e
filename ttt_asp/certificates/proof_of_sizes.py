"""Certificates of proofs for every size, read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ttt_asp.certificates.checker.format import Rejected, check, check_keys
from ttt_asp.certificates.formulas import read_formulas
from ttt_asp.certificates.premises import KEYS, Premises, read_premises
from ttt_asp.engines.sizes.decision_procedures import HEADS, Half, Proof, Shown, Step, Way

_HALVES: Mapping[str, Half] = {"base": "base", "step": "step", "end": "end"}
_WAYS: Mapping[str, Way] = {way: way for way in HEADS}


@dataclass(frozen=True, slots=True)
class SizesProof:
    """A certificate of a proof for every size, read.

    Attributes:
        given: the question, and the lemmas. every: the sizes, in words. proof: the texts.
    """

    given: Premises
    every: str
    proof: Proof


def read_sizes_proof(value: Mapping[str, Any]) -> SizesProof:
    """Read a certificate of a proof for every size.

    Raises:
        Rejected: it is none.
    """
    try:
        return _read(value)
    except RecursionError:
        raise Rejected("nested too deeply") from None


def _read(value: Mapping[str, Any]) -> SizesProof:
    keys = ["format", "version", *KEYS, "every", "base", "step", "ending", "questions"]
    check_keys(value, "certificate", keys)
    given = read_premises(value)
    shown = [_shown(one) for one in check(list, value["questions"], "questions")]
    ending = value["ending"]
    proof = Proof(
        tuple(shown),
        "" if ending == "" else check(str, ending, "ending"),
        read_formulas(value["base"], "base"),
        read_formulas(value["step"], "step"),
    )
    return SizesProof(given, check(str, value["every"], "every"), proof)


def _shown(value: Any) -> Shown:
    check_keys(value, "a question", ["half", "about", "steps"])
    half = check(str, value["half"], "the half of a question")
    about = check(str, value["about"], "what a question is about")
    if half not in _HALVES:
        raise Rejected(f"a question about {about}: no half that there is")
    steps = check(list, value["steps"], f"the steps of {about}")
    return Shown(_HALVES[half], about, tuple(_step(one, f"{half} {about}") for one in steps))


def _step(value: Any, what: str) -> Step:
    check_keys(value, what, ["way", "text"])
    way = check(str, value["way"], f"{what}: the way")
    if way not in _WAYS:
        raise Rejected(f"{what}: no way that there is")
    return Step(_WAYS[way], read_formulas(value["text"], what))
