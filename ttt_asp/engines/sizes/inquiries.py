"""What is asked of solvers: each has to be impossible, or the claim is not proved.

Soundness is that of the induction engine: see `engines/induction/halves.py`. The program of its
frame is read as formulas here, and each of its questions asked for all sizes at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ttt_asp.claims.claim import Claim
from ttt_asp.engines.sizes.formulas import Formula, Holds, Junction, Not, Theory, Truth
from ttt_asp.engines.sizes.specialised import with_known

Half = Literal["base", "step", "end"]

# What can be wrong, in the order in which it is asked, that what was shown helps with what comes
# after it; then the lemmas in theirs.
_ORDER = ("stray", "undetermined", "stuck", "violated", "goalless")


@dataclass(frozen=True, slots=True)
class Inquiry:
    """Something that may not be possible, at any size.

    Attributes:
        half: `base`: in the first rounds of a play; `step`: in a round from any position with all
            lemmas; `end`: a round that does not bring the end nearer.
        about: what it is, as the frame names it.
        formula: of the theory; what is asked is whether both can be so.
    """

    half: Half
    about: str
    formula: Formula


def inquiries(theory: Theory, claim: Claim, lemmas: Sequence[str]) -> list[Inquiry]:
    """What can be wrong in the base case and in the step.

    Args:
        theory: of the round frame.
        claim: what is to be proved.
        lemmas: by name.
    """
    start = atom(theory, "start")
    about, found = subjects(lemmas), []
    for what in about:
        step = Junction("and", (Not(start), atom(theory, f"answer({what})")))
        found.append(Inquiry("step", what, step))
    for what in about:
        base = Junction("and", (start, atom(theory, f"answer(early({what}))")))
        found.append(Inquiry("base", what, base))
    return found


def subjects(lemmas: Sequence[str]) -> list[str]:
    """What each half of a proof with some lemmas has to ask, in order."""
    return [*_ORDER, *(f"lemma({name})" for name in lemmas)]


def halves(theory: Theory) -> dict[bool, Theory]:
    """The theory of the base case, True, and of the step."""
    start = theory.atoms.get("start")
    known = {base: {} if start is None else {start: base} for base in (False, True)}
    return {base: with_known(theory, some) for base, some in known.items()}


def given(theory: Theory, half: Half) -> Formula:
    """That the last round begins, and all lemmas held whenever a round began."""
    start = atom(theory, "start")
    return Junction("and", (start if half == "base" else Not(start), atom(theory, "answer(given)")))


def atom(theory: Theory, text: str) -> Formula:
    """An atom without integers; false where no rule derives it."""
    name = theory.atoms.get(text)
    return Truth(False) if name is None else Holds(name, ())
