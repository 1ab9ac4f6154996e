"""Predicates that rest on themselves: which of them have a meaning that formulas can speak of.

What rests on itself by plain atoms only is the least set that its rules allow: the answer set of
the rules without recursion below it is known first (Lifschitz & Turner 1994, splitting sets), and
of rules without negation there is one least model. Formulas cannot say what is least; so such
predicates are open, with their rules as an axiom: they hold exactly where some rule derives them
(Clark's completion), which is true of the least set and of others. What more is known of least
sets, is shown by induction; see `fixpoints.py`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ttt_asp.engines.sizes.formulas import Definition
from ttt_asp.engines.sizes.refusals import Refusal
from ttt_asp.engines.sizes.rules import Atom, Conditional, Count, Literal, Rule
from ttt_asp.engines.sizes.values import Structure
from ttt_asp.lp.syntax import Signature

# How a predicate depends on another one: where that holds more, or where it holds less.
Sign = bool


@dataclass(frozen=True, slots=True)
class Recursion:
    """Predicates that rest on each other, and the least that their rules allow.

    Attributes:
        definitions: what their rules say, of what is defined before and of each other.
        inputs: the fluents of positions, `true(F,T)`, that they rest on, by the predicate's name;
            whether more follows where these hold, less, or one as well as the other.
    """

    definitions: tuple[Definition, ...]
    inputs: Mapping[str, frozenset[Sign]]

    @property
    def predicates(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(one.predicate for one in self.definitions)


def refuse_other(rules: Sequence[Rule], shapes: Collection[Structure]) -> None:
    """Refuse recursion that is not by plain atoms only.

    Args:
        rules: of the program.
        shapes: of the predicates that rest on each other.

    Raises:
        Refusal: a rule negates one of them, counts it, chooses it, or has it under a condition.
    """
    inside = {(one.name, len(one.arguments)) for one in shapes}
    for rule in rules:
        if (rule.head.name, len(rule.head.arguments)) not in inside:
            continue
        if rule.chosen is not None:
            raise _refused("a choice", rule)
        for literal in rule.body:
            plain = isinstance(literal, Atom) and literal.positive and not literal.twice
            if not plain and not inside.isdisjoint(_used(literal)):
                raise _refused("negation, a condition or a count", rule)


def _refused(what: str, rule: Rule) -> Refusal:
    return Refusal(
        f"{rule.head.name}/{len(rule.head.arguments)} rests on itself by {what}",
        "say it by rules whose recursion is by plain atoms",
        rule.where,
    )


def _used(literal: Literal) -> Iterator[Signature]:
    """The predicates in a literal."""
    match literal:
        case Atom():
            yield literal.signature
        case Conditional(inner, condition):
            for one in (inner, *condition):
                yield from _used(one)
        case Count(elements):
            for element in elements:
                for one in element.condition:
                    yield from _used(one)
