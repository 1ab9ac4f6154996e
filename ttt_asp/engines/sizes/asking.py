"""The questions about a round, asked one after the other."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ttt_asp.engines.limits import Limits
from ttt_asp.engines.sizes.ending import Ending
from ttt_asp.engines.sizes.formulas import Formula, Theory
from ttt_asp.engines.sizes.inquiries import Inquiry, given, halves
from ttt_asp.engines.sizes.settling import Settling, Ways
from ttt_asp.engines.sizes.small import Doubt
from ttt_asp.engines.sizes.steps import Proof, Shown
from ttt_asp.errors import internal
from ttt_asp.programs.rounds import MEASURED

# What a question is about, in words; else it is a lemma.
_WORDS = {
    "stray": "has a fluent that is no base(F)",
    "goalless": "ends without one goal value for everybody",
    "undetermined": "comes to an order that names no single action",
    "stuck": "gets stuck",
    "violated": "breaks the claim",
    **MEASURED,
}


@dataclass
class Asking:
    """Asks about a theory, and keeps what is shown.

    Attributes:
        ways: to show that something is impossible. theory: what is known, of sizes with this
            condition.
        limits: told how far it is. doubt: a reason to give up, if any.
    """

    ways: Ways
    theory: Theory
    condition: Formula
    limits: Limits
    doubt: Doubt | None = None
    _shown: list[Shown] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._halves = {
            base: Settling(self.ways, theory, self.condition, self.doubt or _no_doubt)
            for base, theory in halves(self.theory).items()
        }

    def first_open(self, wanted: Iterable[Inquiry]) -> Inquiry | None:
        """The first of some questions that is not known to be impossible; None if all are."""
        for one in wanted:
            ends = one.half == "end" and one.about not in MEASURED
            what = f"plays end: {one.about}" if ends else f"a round {said(one.about)}"
            self.limits.tell(f"asking whether {what}")
            steps = self._halves[one.half == "base"].impossible(one.formula)
            if steps is None:
                return one
            # kept, whatever comes of the others: it helps with what is asked later
            self._shown.append(Shown(one.half, one.about, steps))
        return None

    def proof(self, ending: Ending | None = None) -> Proof:
        """What was shown.

        Args:
            ending: why plays end, where that matters; what was shown of other reasons is left out.
        """
        base, step = (self._halves[half == "base"].text(given(self.theory, half))
                      for half in ("base", "step"))  # fmt: skip
        if ending is None:
            return Proof(tuple(self._shown), "", base, step)
        about = [one.about for one in ending.inquiries]
        shown = tuple(one for one in self._shown if one.half != "end" or one.about in about)
        return Proof(shown, ending.words, base, step)

    def check_given(self) -> None:
        """See that what is impossible is so because of the rules, not because nothing is possible.

        Raises:
            InternalError: a position that plays come to is none of those of the step.
        """
        step, base = (self._halves[half == "base"].vacuous(given(self.theory, half))
                      for half in ("step", "base"))  # fmt: skip
        if step and not base:
            raise internal("a position that plays come to is none of those of the step")


def _no_doubt() -> bool:
    return False


def said(about: str) -> str:
    """What is wrong with a round, in words."""
    return _WORDS.get(about, f"breaks the {about.replace('(', ' ').rstrip(')')}")


def unknown(one: Inquiry, theory: Theory) -> str:
    """That nobody knows whether something is possible; of a lemma with its place."""
    about = one.about.replace(")", ",0)")
    place = next((str(d.where[0]) for d in theory.definitions if d.atom == about and d.where), "")
    where = (
        "the first round" if one.half == "base" else "a round from some position with all lemmas"
    )
    found = f"the solver does not know whether {where} {said(one.about)}"
    return f"{found} ({place})" if place else found
