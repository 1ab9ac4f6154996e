"""Certificates of proofs for every size, read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ttt_asp.certificates.checker.format import Rejected, check, check_keys, read
from ttt_asp.certificates.formulas import read_formulas
from ttt_asp.certificates.premises import KEYS, Premises, read_premises
from ttt_asp.certificates.sizes import FORMAT, VERSION
from ttt_asp.engines.sizes.inquiries import Half
from ttt_asp.engines.sizes.steps import HEADS, Chosen, Proof, Shown, Step, Way
from ttt_asp.engines.sizes.sums import COMPUTED, Sum

_NUMBER = re.compile(r"-?[0-9]{1,1000}")
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


def read_sizes_proof(data: bytes) -> SizesProof:
    """Read a certificate of a proof for every size.

    Raises:
        Rejected: it is none.
    """
    try:
        return _read(data)
    except RecursionError:
        raise Rejected("nested too deeply") from None


def _read(data: bytes) -> SizesProof:
    value = read(data)
    keys = ["format", "version", *KEYS, "every", "base", "step", "ending", "questions"]
    check_keys(value, "certificate", keys)
    if value["format"] != FORMAT or check(int, value["version"], "version") != VERSION:
        raise Rejected(f"not {FORMAT} of version {VERSION}, the only one that is known here")
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
    check_keys(value, what, ["way", "text", "chosen"])
    way = check(str, value["way"], f"{what}: the way")
    if way not in _WAYS:
        raise Rejected(f"{what}: no way that there is")
    chosen = check(list, value["chosen"], f"{what}: what is chosen")
    try:
        instances = tuple(_chosen(one) for one in chosen)
    except (TypeError, ValueError):
        raise Rejected(f"{what}: what is chosen are no instances") from None
    return Step(_WAYS[way], read_formulas(value["text"], what), instances)


def _chosen(value: Any) -> Chosen:
    truth, numbers = value
    if type(truth) is not str:
        raise TypeError
    return truth, tuple(_sum(one) for one in numbers)


def _sum(value: Any) -> Sum:
    items, rest = value
    found = []
    for item, times in items:
        if type(item) is not str:
            operator, one, two = item
            if operator not in COMPUTED:
                raise ValueError
            item = operator, _sum(one), _sum(two)
        found.append((item, _number(times)))
    return tuple(found), _number(rest)


def _number(value: Any) -> int:
    if type(value) is not str or not _NUMBER.fullmatch(value):
        raise ValueError
    return int(value)
