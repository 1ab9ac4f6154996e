"""Proof obligations: each failure has to be impossible, or the claim is not proved.

Soundness is that of the induction engine: see `engines/induction/base_and_step.py`. The program of
its frame is read as formulas here, and each of its questions asked for all sizes at once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ttt_asp.errors import internal
from ttt_asp.extensions.induction.program import MEASURED
from ttt_asp.extensions.sizes.decision_procedures import Decider, Half, Refuted, UnsatCheck
from ttt_asp.extensions.sizes.formulas import Formula, Holds, Theory
from ttt_asp.extensions.sizes.logic import FALSE
from ttt_asp.extensions.sizes.small_sizes import failure_text
from ttt_asp.limits import Limits

# What can go wrong, in the order of the questions; the lemmas follow in their own order.
_ORDER = ("stray", "undetermined", "stuck", "violated", "goalless")


@dataclass(frozen=True, slots=True)
class Obligation:
    """A failure that has to be impossible at every size.

    Attributes:
        half: `base`: in the first rounds of a play; `step`: in a round from any position with all
            lemmas; `end`: a round that does not bring the end nearer.
        about: the failure, as the frame names it.
        formula: has to be unsatisfiable together with the theory.
    """

    half: Half
    about: str
    formula: Formula


@dataclass(frozen=True, slots=True)
class Ending:
    """A reason why plays end.

    Attributes:
        words: what happens with each move.
        obligations: what has to be impossible for that.
    """

    words: str
    obligations: tuple[Obligation, ...]


def obligations(theories: Mapping[Half, Theory], lemmas: Sequence[str]) -> list[Obligation]:
    """Return the obligations of the base case and of the step.

    Args:
        theories: of both.
        lemmas: by name.
    """
    asked: list[tuple[Half, str]] = [("step", "answer({})"), ("base", "answer(early({}))")]
    found: list[Obligation] = []
    for half, answer in asked:
        for about in question_names(lemmas):
            found.append(Obligation(half, about, atom(theories[half], answer.format(about))))
    return found


def question_names(lemmas: Sequence[str]) -> list[str]:
    """Return the questions of each half of a proof with some lemmas, in order."""
    return [*_ORDER, *(f"lemma({name})" for name in lemmas)]


def given(theory: Theory) -> Formula:
    """Return the formula that the last round begins, and lemmas held when each round began."""
    return atom(theory, "answer(given)")


def atom(theory: Theory, text: str) -> Formula:
    """Return an atom without integers; false where no rule derives it."""
    known = any(definition.predicate == text for definition in theory.definitions)
    return Holds(text, ()) if known else FALSE


@dataclass
class Prover:
    """Prover of obligations, which keeps what it has shown.

    Attributes:
        is_unsat: whether a script is unsatisfiable. theories: what is known of the base case, and
            of the step, at sizes with this condition.
        limits: told how far it is. doubt: a reason to give up, if any.
        shown: all obligations of which none was open.
    """

    is_unsat: UnsatCheck
    theories: Mapping[Half, Theory]
    condition: Formula
    limits: Limits
    doubt: Callable[[], object] = lambda: None
    shown: list[Refuted] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._deciders = {
            half: Decider(self.is_unsat, theory, self.condition, self.doubt)
            for half, theory in self.theories.items()
        }

    def first_open(self, wanted: Iterable[Obligation]) -> Obligation | None:
        """Return the first obligation that is not known to be impossible; None if all are."""
        shown: list[Refuted] = []
        for obligation in wanted:
            half, about = obligation.half, obligation.about
            ends = half == "end" and about not in MEASURED
            question = f"plays end: {about}" if ends else f"a round {failure_text(about)}"
            self.limits.tell(f"asking whether {question}")
            decider = self._deciders["base" if half == "base" else "step"]
            steps = decider.impossible(obligation.formula)
            if steps is None:
                return obligation
            shown.append(Refuted(half, about, steps))
        self.shown += shown
        return None

    def check_given(self) -> None:
        """Check that failures are impossible by the rules, not because nothing is possible at all.

        Raises:
            InternalError: a position that plays come to is none of those of the step.
        """
        vacuous = [
            self._deciders[half].vacuous(given(theory)) for half, theory in self.theories.items()
        ]
        if vacuous == [False, True]:
            raise internal("a position that plays come to is none of those of the step")


def unknown(obligation: Obligation, theory: Theory) -> str:
    """Say that it is not known whether something is possible; of a lemma with its place."""
    about = obligation.about.replace(")", ",0)")
    place = next(
        (str(d.where[0]) for d in theory.definitions if d.predicate == about and d.where), ""
    )
    where = (
        "the first round"
        if obligation.half == "base"
        else "a round from some position with all lemmas"
    )
    message = f"the solver does not know whether {where} {failure_text(obligation.about)}"
    return f"{message} ({place})" if place else message
