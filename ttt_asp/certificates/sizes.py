"""Certificates of proofs for every size: the lemmas, and unsatisfiable scripts of SMT-LIB 2.

They list no positions, so the stand-alone checker has nothing to walk through and refuses them;
`verify_sizes` asks a fresh z3 about each text. `ttt-asp program CLAIM --every CONDITION` prints
the same texts. What is read is from who knows where: nothing but declarations and assertions may be
in a text. What else a solver can be told could make it print `unsat` without a proof, or write a
file.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ttt_asp.certificates.checker.format import VERSION, Rejected, check, check_keys
from ttt_asp.certificates.premises import KEYS, Premises, read_premises, read_text, write_premises
from ttt_asp.claims.problem import Problem
from ttt_asp.engines.sizes.decision_procedures import HEADS, Half, Proof, Shown, Step, Way
from ttt_asp.engines.sizes.engine import proof_of
from ttt_asp.engines.sizes.lemmas import with_found
from ttt_asp.errors import Location, wrong
from ttt_asp.limits import Limits
from ttt_asp.result import plain
from ttt_asp.verdict import Verdict

FORMAT = "ttt-asp certificate of every size"


def proved_again(problem: Problem, found: Verdict, limits: Limits) -> dict[str, Any]:
    """The certificate of a claim proved for every size, whose texts are sought anew.

    Args:
        problem: the question.
        found: its verdict, `proved`.
        limits: of the search for its texts.

    Raises:
        InputError: its texts are not found.
        Expired: time is up.
    """
    problem = with_found(problem, found.lemmas, found.found)
    proof = proof_of(problem, limits)
    if proof is None:
        what = "no certificate: z3 does not find the proof again in texts that stand alone"
        raise wrong(what, Location.argument("certificate"), "the claim is proved all the same")
    return certificate(problem, proof)


def certificate(problem: Problem, proof: Proof) -> dict[str, Any]:
    """The certificate as plain data. All lemmas are the problem's."""
    assert problem.every is not None
    about = {**write_premises(problem), "every": problem.every.text, "ending": proof.ending}
    return {"format": FORMAT, "version": VERSION, **about, "questions": plain(proof.shown)}


_HALVES: Mapping[str, Half] = {"base": "base", "step": "step", "end": "end"}
_WAYS: Mapping[str, Way] = {way: way for way in HEADS}
_COMMANDS = frozenset(["declare-const", "declare-fun", "define-fun", "assert"])
# Comments, and quoted names; where these are left out, what begins texts, options, other names.
_BARED = re.compile(r";[^\n]*|\|[^|\\\n]*\|")
_OTHER = re.compile(r'[|"\\:]|[^ -~\n]')
_WORD = re.compile(r"[()]|[^\s()]+")


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
    keys = ["format", "version", *KEYS, "every", "ending", "questions"]
    check_keys(value, "certificate", keys)
    given = read_premises(value)
    shown = [_shown(one) for one in check(list, value["questions"], "questions")]
    ending = value["ending"] and check(str, value["ending"], "ending")
    every = check(str, value["every"], "every")
    return SizesProof(given, every, Proof(tuple(shown), ending))


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


def read_formulas(value: Any, what: str) -> str:
    """A text of declarations and assertions.

    Args:
        value: that may be one.
        what: it is, for messages.

    Raises:
        Rejected: it is none.
    """
    text = read_text(value, what)
    bare, depth, begins = _bare(text), 0, False
    if wrong := _OTHER.search(bare):
        raise Rejected(f"{what}, line {_line(bare, wrong.start())}: characters of no formula")
    if not text.replace("\n", "").isprintable():  # in a comment, say: it might end there
        raise Rejected(f"{what}: characters of no formula")
    for found in _WORD.finditer(bare):
        word = found[0]
        depth += {"(": 1, ")": -1}.get(word, 0)
        # on the outside there are commands only, and nothing between them
        fits = word in _COMMANDS if begins else depth > 0 or word == ")"
        if not fits or depth < 0:
            where = f"{what}, line {_line(bare, found.start())}"
            raise Rejected(f"{where}: neither declares nor asserts")
        begins = word == "(" and depth == 1
    if depth:
        raise Rejected(f"{what}: a parenthesis is not closed")
    return text


def _bare(text: str) -> str:
    """A text without comments, and with a plain name in place of each quoted one."""
    return _BARED.sub(lambda found: "" if found[0].startswith(";") else "a", text)


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
