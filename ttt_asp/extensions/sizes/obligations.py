"""Proof obligations: each failure has to be impossible, or the claim is not proved.

Soundness is that of the induction engine: see `extensions/induction/base_and_step.py`. The program
of its frame is read as formulas here, and each of its questions asked for all sizes at once. Plays
end if each move lowers something that cannot fall for ever.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ttt_asp.claims.problem import Problem
from ttt_asp.errors import internal
from ttt_asp.extensions.induction.program import MEASURED
from ttt_asp.extensions.sizes.decision_procedures import Decider, Half, Refuted, UnsatCheck
from ttt_asp.extensions.sizes.formulas import (
    FALSE,
    Definition,
    Formula,
    Holds,
    Quantified,
    Theory,
    bound_names,
    conjunction,
    disjunction,
    map_children,
    negation,
    subformulas,
    terms_of,
)
from ttt_asp.extensions.sizes.integers import Compare, Name, Number, Term, linear, names_in
from ttt_asp.extensions.sizes.small_sizes import failure_text
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.strategies.lemmas import Lemmas

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
    """Return the obligations of the base case and of the step, with lemmas of these names."""
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


_TRUE = re.compile(r"true\((.*),(\d+)\)")
_MEASURE = re.compile(r"measure\((_|-?\d+),0\)")

# The definition of a shape of fluents after each number of moves.
_Shape = Mapping[int, Definition]


def ending_reasons(theory: Theory, problem: Problem, lemmas: Lemmas) -> list[Ending]:
    """Return reasons why plays may end, one of which has to hold; only the measure, if given."""
    if lemmas.measure:
        return [measure_falls(theory, lemmas.measure)]
    return ending_candidates(theory, Notation(problem.game).turns.values(), len(problem.game.roles))


def measure_falls(theory: Theory, measure: str) -> Ending:
    """Return the reason that a given measure falls (see the frame).

    Whenever a round begins the measure is one number, not negative, and less than when the round
    before began: so there are finitely many rounds. It is asked of rounds from positions with all
    lemmas, at which the play's rounds begin.
    """
    wrong = {name: atom(theory, f"answer({name})") for name in MEASURED}
    # the same again, in a form in which a solver sees more easily which measure the rules give
    wrong["unmeasured"] = conjunction([wrong["unmeasured"], negation(_has_measure(theory))])
    obligations = tuple(Obligation("end", about, formula) for about, formula in wrong.items())
    return Ending(f"the measure of {measure} falls with each round", obligations)


def _has_measure(theory: Theory) -> Formula:
    """Return the formula that the position has a measure, a number, when the round begins."""
    ways: list[Formula] = []
    for definition in theory.definitions:
        if _MEASURE.fullmatch(definition.predicate):
            some_number = Quantified("exists", definition.names, definition.formula)
            ways.append(shifted(some_number) if definition.names else definition.formula)
    return disjunction(ways)


def ending_candidates(theory: Theory, turns: Collection[str], moves: int) -> list[Ending]:
    """Return reasons why plays may end, to be tried; each is about one round with all lemmas.

    *Counted*: before each move some number N has true(p(N)), none of them is negative, and each
    after the move is less than each before. *Taken*: a move makes nothing true but whose turn it
    is, and something false; *added*: the other way round (`idle` and `endless` in the frame).
    Numbers from 0 on do not fall for ever; and at each size there are finitely many fluents.
    """
    shapes: dict[str, dict[int, Definition]] = {}
    for definition in theory.definitions:
        if (fluent := _TRUE.fullmatch(definition.predicate)) and fluent[1] not in turns:
            shapes.setdefault(fluent[1], {})[int(fluent[2])] = definition
    begun = given(theory)
    tried = []
    for name, shape in shapes.items():
        if all(len(definition.names) == 1 for definition in shape.values()):
            wrong = [way for move in range(moves) for way in _uncounted(theory, shape, move)]
            tried.append(_ending(f"the number in {name} falls", begun, wrong))
    for answer, words in (("idle", "takes something away"), ("endless", "adds something")):
        wrong = [atom(theory, f"answer({answer})")]
        tried.append(_ending(f"every move {words}", begun, wrong))
    return tried


def _ending(words: str, begun: Formula, wrong: Iterable[Formula]) -> Ending:
    asked = [conjunction([begun, way]) for way in wrong]
    about = termination_questions(words, len(asked))
    return Ending(words, tuple(Obligation("end", *way) for way in zip(about, asked, strict=True)))


def termination_questions(words: str, number: int) -> list[str]:
    """Return the names of `number` questions, which together show that plays end."""
    return [f"{words}, {n} of {number}" for n in range(1, number + 1)]


def _true(shape: _Shape, move: int, names: tuple[str, ...]) -> Formula:
    definition = shape.get(move)
    return FALSE if definition is None else Holds(definition.predicate, tuple(map(Name, names)))


def _uncounted(theory: Theory, shape: _Shape, move: int) -> list[Formula]:
    """Return the ways in which the number of a shape does not fall with a move."""
    old, new = ("end N",), ("end M",)
    before, after = _true(shape, move, old), _true(shape, move + 1, new)
    ways = (
        negation(Quantified("exists", old, before)),
        Quantified("exists", old, conjunction([before, Compare("<", Name(old[0]), Number(0))])),
        Quantified("exists", old + new,
                   conjunction([before, after, Compare("<=", Name(old[0]), Name(new[0]))])),
    )  # fmt: skip
    return [conjunction([atom(theory, f"goes_on({move})"), way]) for way in ways]


def shifted(formula: Quantified) -> Quantified:
    """Return an equivalent formula, with plain names in place of terms as far as possible.

    Args:
        formula: about integers; those of a quantifier directly inside are taken with them.
    """
    names, inside = formula.names, formula.formula
    while isinstance(inside, Quantified) and inside.kind == formula.kind:
        names, inside = names + inside.names, inside.formula
    for name in names:
        terms = (term for part in subformulas(inside) for term in terms_of(part))
        having = {term for term in terms if name in names_in(term)}
        if len(having) == 1 and _any_integer(term := having.pop(), name, bound_names(inside)):
            inside = _with_term(inside, term, Name(name))
    return Quantified(formula.kind, names, inside)


def _any_integer(term: Term, name: str, inner: frozenset[str]) -> bool:
    """Whether a term takes each integer value for one value of a name, whatever the others are."""
    sums = linear(term)[0]
    others = [other for other in sums if other != Name(name)]
    plain = not any(name in names_in(other) for other in others)
    return sums.get(Name(name)) in (1, -1) and plain and not names_in(term) & inner


def _with_term(formula: Formula, old: Term, new: Term) -> Formula:
    match formula:
        case Compare(operator, left, right):
            sides = [new if part == old else part for part in (left, right)]
            return Compare(operator, *sides)
        case Holds(predicate, arguments):
            return Holds(predicate, tuple(new if part == old else part for part in arguments))
    return map_children(formula, lambda part: _with_term(part, old, new))
