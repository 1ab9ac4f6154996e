"""Texts that solvers are asked, each by itself: a proof is that nothing fits them."""

from dataclasses import dataclass, replace
from typing import Literal

from ttt_asp.engines.sizes.inquiries import Half
from ttt_asp.engines.sizes.serving import RESET

# At a glance, by arithmetic alone, or by a long look; see `settling`.
Way = Literal["glance", "arithmetic", "look"]

# How much work a glance may be, and a long look, in the solver's own unit.
GLANCE, LOOK = 400_000, 20_000_000
EFFORTS: dict[Way, int] = {"glance": GLANCE, "arithmetic": GLANCE, "look": LOOK}

# By patterns only: to make models of quantifiers may go on for ever. A solver that was told of a
# push works otherwise than one that was not.
_BY_PATTERNS = "(set-option :smt.mbqi false)\n(set-logic ALL)\n"
HEADS: dict[Way, str] = {
    "glance": f"{_BY_PATTERNS}(push 1)\n",
    "arithmetic": "(set-logic ALL)\n",
    "look": _BY_PATTERNS,
}
_CHECK = "(check-sat)"
# What is said of integers alone, with quantifiers, is decided by getting rid of these.
CHECKS: dict[Way, str] = {
    "glance": _CHECK,
    "arithmetic": "(check-sat-using qsat)",
    "look": _CHECK,
}


@dataclass(frozen=True, slots=True)
class Step:
    """A text that nothing fits.

    Attributes:
        way: how that was seen.
        text: of SMT-LIB 2, declarations and assertions.
    """

    way: Way
    text: str


@dataclass(frozen=True, slots=True)
class Shown:
    """Something wrong, and the texts of which one would fit if it were possible.

    Attributes:
        half, about: as of the inquiry. steps: none, where no rule derives it.
    """

    half: Half
    about: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """All that there is to a proof for every size.

    Attributes:
        shown: each thing that can be wrong. ending: why plays end, in words; empty where that does
            not matter.
        base, step: what is given when a round begins, at the start of a play and anywhere: nothing
            fitting that, nothing would be proved.
    """

    shown: tuple[Shown, ...]
    ending: str
    base: str
    step: str


def without_comments(proof: Proof) -> Proof:
    """The same proof, whatever the files are called that the rules come from."""
    shown = tuple(
        replace(one, steps=tuple(replace(step, text=uncommented(step.text)) for step in one.steps))
        for one in proof.shown
    )
    base, step = uncommented(proof.base), uncommented(proof.step)
    return replace(proof, shown=shown, base=base, step=step)


def uncommented(text: str) -> str:
    """A text without the lines that are comments; no name goes over several lines."""
    return "\n".join(line for line in text.split("\n") if not line.startswith(";"))


def told(way: Way, text: str) -> str:
    """What a solver is told that is to know nothing else, and to do a bounded amount of work."""
    return f"{RESET}(set-option :rlimit {EFFORTS[way]})\n{HEADS[way]}{text}\n{CHECKS[way]}\n"
