"""Literals that no rule's head can match are decided before clingo sees them.

clingo remarks on such a literal, and whatever it remarks on is an error here; but in a game it is
no mistake to ask for, say, the successor of the last number.
"""

from collections.abc import Mapping, Sequence

from ttt_asp.games.gdl.clauses import Clause, Literal
from ttt_asp.games.gdl.syntax import Term

# A variable's name, and on which side of an equation it stands.
_Variable = tuple[str, int]


def without_dead(found: Sequence[Clause], given: frozenset[str]) -> list[Clause]:
    """The clauses that may apply, without literals that always hold; the same follows from them.

    Args:
        found: all clauses.
        given: relations that have no rules, but hold of anything.
    """
    kept = list(found)
    while True:
        heads: dict[str, list[Term]] = {}
        for clause in kept:
            heads.setdefault(clause.head.name, []).append(clause.head)
        known: dict[Term, bool] = {}

        def possible(
            literal: Literal,
            heads: Mapping[str, list[Term]] = heads,
            known: dict[Term, bool] = known,
        ) -> bool:
            atom = literal.atom
            if atom.name in given:
                return True
            if atom not in known:
                known[atom] = any(matches(atom, head) for head in heads.get(atom.name, ()))
            return known[atom]

        fresh = [
            Clause(clause.head, tuple(x for x in clause.body if x.positive or possible(x)))
            for clause in kept
            if all(possible(x) for x in clause.body if x.positive)
        ]
        if fresh == kept:
            return kept
        kept = fresh


def matches(one: Term, other: Term) -> bool:
    """Whether two terms, whose variables are different ones, can be made equal."""
    bound: dict[_Variable, tuple[Term, int]] = {}
    pairs = [((one, 0), (other, 1))]
    while pairs:
        left, right = (_value(pair, bound) for pair in pairs.pop())
        if left[0].variable or right[0].variable:
            variable, value = (left, right) if left[0].variable else (right, left)
            if value[0].variable and (value[0].name, value[1]) == (variable[0].name, variable[1]):
                continue
            if _occurs((variable[0].name, variable[1]), value, bound):
                return False
            bound[variable[0].name, variable[1]] = value
        elif left[0].signature != right[0].signature:
            return False
        else:
            pairs += [
                ((a, left[1]), (b, right[1]))
                for a, b in zip(left[0].arguments, right[0].arguments, strict=True)
            ]
    return True


def _value(pair: tuple[Term, int], bound: Mapping[_Variable, tuple[Term, int]]) -> tuple[Term, int]:
    while pair[0].variable and (pair[0].name, pair[1]) in bound:
        pair = bound[pair[0].name, pair[1]]
    return pair


def _occurs(
    variable: _Variable, pair: tuple[Term, int], bound: Mapping[_Variable, tuple[Term, int]]
) -> bool:
    pending = [pair]
    while pending:
        term, side = _value(pending.pop(), bound)
        if term.variable and (term.name, side) == variable:
            return True
        pending += [(argument, side) for argument in term.arguments]
    return False
