"""Reasons why plays end at every size: each move lowers something that cannot fall for ever."""

import re
from collections.abc import Collection, Iterable, Mapping

from ttt_asp.claims.problem import Problem
from ttt_asp.extensions.induction.program import MEASURED
from ttt_asp.extensions.sizes.formulas import (
    Definition,
    Formula,
    Holds,
    Quantified,
    Theory,
    bound_names,
    map_children,
    subformulas,
    terms_of,
)
from ttt_asp.extensions.sizes.integers import Compare, Name, Number, Term, names_in
from ttt_asp.extensions.sizes.linear import linear
from ttt_asp.extensions.sizes.logic import FALSE, conjunction, disjunction, negation
from ttt_asp.extensions.sizes.obligations import Ending, Obligation, atom, given
from ttt_asp.games.notation import Notation
from ttt_asp.strategies.lemmas import Lemmas

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

    Args:
        theory: of the step, with the measure's questions.
        measure: where it is defined.
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

    Args:
        theory: of the step.
        turns: the fluents that say whose turn it is.
        moves: of one round.
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
