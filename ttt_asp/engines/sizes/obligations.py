"""Proof obligations: each failure has to be impossible, or the claim is not proved.

Soundness is that of the induction engine: see `engines/induction/base_and_step.py`. The program of
its frame is read as formulas here, and each of its questions asked for all sizes at once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ttt_asp.claims.claim import Claim
from ttt_asp.engines.sizes.decision_procedures import Decider, Half, Proof, Refuted, UnsatCheck
from ttt_asp.engines.sizes.formulas import Formula, Holds, Junction, Not, Theory, Truth
from ttt_asp.engines.sizes.logic import free_names, inlined
from ttt_asp.engines.sizes.small_sizes import failure_text
from ttt_asp.errors import internal
from ttt_asp.limits import Limits
from ttt_asp.programs.induction import MEASURED

# What can go wrong, in the order of the questions, in which answers help with later questions; the
# lemmas follow in their own order.
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


def obligations(theory: Theory, claim: Claim, lemmas: Sequence[str]) -> list[Obligation]:
    """Return the obligations of the base case and of the step.

    Args:
        theory: of the round frame.
        claim: what is to be proved.
        lemmas: by name.
    """
    start, listed = atom(theory, "start"), list[Obligation]()
    halves: list[tuple[Half, Formula, str]] = [
        ("step", Not(start), "{}"),
        ("base", start, "early({})"),
    ]
    for half, begins, asked in halves:
        for about in question_names(lemmas):
            answer = atom(theory, f"answer({asked.format(about)})")
            listed.append(Obligation(half, about, Junction("and", (begins, answer))))
    return listed


def question_names(lemmas: Sequence[str]) -> list[str]:
    """Return the questions of each half of a proof with some lemmas, in order."""
    return [*_ORDER, *(f"lemma({name})" for name in lemmas)]


def halves(theory: Theory) -> dict[bool, Theory]:
    """Return the theory of the base case, under True, and that of the step."""
    start = theory.atoms.get("start")
    known = {base: {} if start is None else {start: base} for base in (False, True)}
    return {base: with_known(theory, facts) for base, facts in known.items()}


def given(theory: Theory, half: Half) -> Formula:
    """Return the formula that the last round begins, and lemmas held when each round began."""
    start = atom(theory, "start")
    return Junction("and", (start if half == "base" else Not(start), atom(theory, "answer(given)")))


def atom(theory: Theory, text: str) -> Formula:
    """Return an atom without integers; false where no rule derives it."""
    name = theory.atoms.get(text)
    return Truth(False) if name is None else Holds(name, ())


def with_known(theory: Theory, known: Mapping[str, bool]) -> Theory:
    """Return a theory in which some predicates without arguments hold, and others do not.

    Definitions that are decided by that, or say the same as another formula without integers,
    are inlined.

    Args:
        theory: definitions in order.
        known: predicates, and whether they hold.
    """
    decided: dict[str, Formula] = {name: Truth(value) for name, value in known.items()}
    for definition in theory.definitions:
        if definition.predicate in known and isinstance(definition.formula, Holds):
            decided[definition.formula.predicate] = Truth(known[definition.predicate])
    definitions = []
    for definition in theory.definitions:
        formula = inlined(definition.formula, decided)
        definitions.append(replace(definition, formula=formula))
        short = isinstance(formula, Truth) or (
            isinstance(formula, Holds | Not) and not free_names(formula)
        )
        if short and definition.predicate not in decided:
            decided[definition.predicate] = formula
    axioms = [replace(axiom, formula=inlined(axiom.formula, decided)) for axiom in theory.axioms]
    return replace(
        theory,
        definitions=tuple(definitions),
        axioms=tuple(axiom for axiom in axioms if axiom.formula != Truth(True)),
    )


@dataclass
class Prover:
    """Prover of obligations about a theory, which keeps what it has shown.

    Attributes:
        is_unsat: whether a script is unsatisfiable. theory: what is known, of sizes with this
            condition.
        limits: told how far it is. doubt: a reason to give up, if any.
    """

    is_unsat: UnsatCheck
    theory: Theory
    condition: Formula
    limits: Limits
    doubt: Callable[[], object] = lambda: None
    _shown: list[Refuted] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._halves = {
            base: Decider(self.is_unsat, theory, self.condition, self.doubt)
            for base, theory in halves(self.theory).items()
        }

    def first_open(self, wanted: Iterable[Obligation]) -> Obligation | None:
        """Return the first obligation that is not known to be impossible; None if all are."""
        for obligation in wanted:
            ends = obligation.half == "end" and obligation.about not in MEASURED
            about = obligation.about
            question = f"plays end: {about}" if ends else f"a round {failure_text(about)}"
            self.limits.tell(f"asking whether {question}")
            steps = self._halves[obligation.half == "base"].impossible(obligation.formula)
            if steps is None:
                return obligation
            # kept, however the others end: it helps with later questions
            self._shown.append(Refuted(obligation.half, obligation.about, steps))
        return None

    def proof(self, ending: Ending | None = None) -> Proof:
        """Return what was shown.

        Args:
            ending: why plays end, where that matters; what was shown of other reasons is left out.
        """
        if ending is None:
            return Proof(tuple(self._shown), "")
        about = [obligation.about for obligation in ending.obligations]
        shown = tuple(
            refutation
            for refutation in self._shown
            if refutation.half != "end" or refutation.about in about
        )
        return Proof(shown, ending.words)

    def check_given(self) -> None:
        """Check that failures are impossible by the rules, not because nothing is possible at all.

        Raises:
            InternalError: a position that plays come to is none of those of the step.
        """
        step, base = (self._halves[half == "base"].vacuous(given(self.theory, half))
                      for half in ("step", "base"))  # fmt: skip
        if step and not base:
            raise internal("a position that plays come to is none of those of the step")


def unknown(obligation: Obligation, theory: Theory) -> str:
    """Say that it is not known whether something is possible; of a lemma with its place."""
    about = obligation.about.replace(")", ",0)")
    place = next((str(d.where[0]) for d in theory.definitions if d.atom == about and d.where), "")
    where = (
        "the first round"
        if obligation.half == "base"
        else "a round from some position with all lemmas"
    )
    message = f"the solver does not know whether {where} {failure_text(obligation.about)}"
    return f"{message} ({place})" if place else message
