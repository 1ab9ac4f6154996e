"""Clark's completion: an atom holds exactly where the body of one of its rules does.

For programs without recursion the completion has the answer sets as its models (Fages 1994). Counts
are said by witnesses: two at least are some one and another one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

from ttt_asp.claims.integers import Compare, Name, Number, Term
from ttt_asp.engines.sizes.formulas import Axiom, Formula, Holds
from ttt_asp.engines.sizes.instances import Instances
from ttt_asp.engines.sizes.logic import (
    FALSE,
    TRUE,
    bound,
    conjunction,
    disjunction,
    negation,
    substituted,
)
from ttt_asp.engines.sizes.matching import Matcher
from ttt_asp.engines.sizes.rules import (
    Atom,
    Completed,
    Conditional,
    Count,
    Literal,
    Refusal,
    Rule,
    placed,
)
from ttt_asp.engines.sizes.values import (
    HOLE,
    Match,
    Structure,
    Value,
    holes,
    leaves,
    put,
    same,
    shape,
    written,
)

# Names that are bound, what is counted for them, and where it is.
Counted: TypeAlias = tuple[tuple[str, ...], Value, Formula]


@dataclass(frozen=True)
class Bodies:
    """Translates bodies.

    Attributes:
        matcher: matches them, all shapes being known.
    """

    matcher: Matcher

    def said(self, body: Iterable[Literal], match: Match) -> Formula:
        """What a matched body says, what binds no variables included; names are not bound yet."""
        return conjunction([*match.formulas, *(self._unmatched(one, match) for one in body)])

    def _unmatched(self, literal: Literal, match: Match) -> Formula:
        """What matching passes over."""
        match literal:
            case Atom(term, False):
                return negation(self.holding(term, match))
            case Conditional(inner, condition):
                return self._conditional(inner, condition, match)
            case Count():
                return self._count(literal, match)
        return TRUE

    def holding(self, term: Structure, match: Match) -> Formula:
        """Where an atom holds."""
        self.matcher.structure(term, match)  # refused where that is computed from no number
        ways = []
        for kind in self.matcher.shapes.get((term.name, len(term.arguments)), ()):
            met = self.matcher.meet(term, kind, Match(match.values))
            if met is not None:
                ways.append(bound(met.names, conjunction(met.formulas)))
        return disjunction(ways)

    def _conditional(self, literal: Atom, condition: Sequence[Literal], match: Match) -> Formula:
        ways = []
        for met in self.matcher.matches(condition, Match(match.values)):
            holds = self.holding(literal.term, met)
            fails = negation(holds) if literal.positive else holds
            ways.append(bound(met.names, conjunction([self.said(condition, met), fails])))
        return negation(disjunction(ways))

    def _count(self, literal: Count, match: Match) -> Formula:
        counted = [
            (met.names, self.matcher.value(literal.counted, met), self.said(literal.condition, met))
            for met in self.matcher.matches(literal.condition, Match(match.values))
        ]
        more = FALSE if literal.most is None else self._least(literal.most + 1, counted)
        said = conjunction([self._least(literal.least, counted), negation(more)])
        return negation(said) if literal.negated else said

    def _least(self, number: int, counted: Sequence[Counted]) -> Formula:
        """Where so many there are, or more."""
        if number <= 0:
            return TRUE
        ways = []
        for chosen in combinations_with_replacement(counted, number):
            witnesses = [self._renamed(one) for one in chosen]
            names = [name for one in witnesses for name in one[0]]
            differ = (
                negation(same(*pair)) for pair in combinations([v for _, v, _ in witnesses], 2)
            )
            ways.append(bound(names, conjunction([*(said for _, _, said in witnesses), *differ])))
        return disjunction(ways)

    def _renamed(self, counted: Counted) -> Counted:
        names = {name: self.matcher.fresh(name) for name in counted[0]}
        terms: dict[str, Term] = {name: Name(new) for name, new in names.items()}
        return tuple(names.values()), put(counted[1], terms), substituted(counted[2], terms)


@dataclass
class Completion:
    """The completion of a program.

    Attributes:
        found: the shapes, and the rules.
        bodies: translates bodies.
        predicates: what is said of each shape, by its name.
        chosen: names of constants that choices made.
        opens: the shapes that any choice makes, by the name of what is not known of them.
        axioms: of choices of exactly one.
    """

    found: Instances
    bodies: Bodies
    predicates: dict[str, Completed] = field(default_factory=dict)
    chosen: list[str] = field(default_factory=list)
    opens: dict[str, Completed] = field(default_factory=dict)
    axioms: list[Axiom] = field(default_factory=list)

    def complete(self) -> None:
        """Go through all rules.

        Raises:
            Refusal: one of them has no translation.
        """
        for shapes in self.found.shapes.values():
            for structure in shapes:
                names = tuple(f"_{n}" for n, _ in enumerate(holes(structure), 1))
                self.predicates[written(structure)] = Completed(structure, names)
        # choices of one last: what they choose nothing else may derive
        matched = zip(self.found.rules, self.found.matched, strict=True)
        for rule, ways in sorted(matched, key=lambda pair: pair[0].bound != "any"):
            with placed(rule.where):
                if rule.bound != "any":
                    self._choose(rule, ways)
                else:
                    self._derive(rule, [met for met, _ in ways])

    def _derive(self, rule: Rule, ways: Sequence[Match]) -> None:
        """A rule, or a choice of any number: what may be chosen holds or does not."""
        body = (*rule.body, *(rule.chosen or ()))
        for met in ways:
            for about, match in self._heads(rule, met):
                formula = self.bodies.said(body, match)
                if rule.chosen is not None:
                    name = f"free {written(about.shape)}"
                    self.opens[name] = about
                    chosen = Holds(name, tuple(map(Name, about.names)))
                    formula = conjunction([formula, chosen])
                about.ways.append((bound(match.names, formula), rule.where))

    def _heads(self, rule: Rule, met: Match) -> Iterator[tuple[Completed, Match]]:
        """What is said of the head of a rule, its integers being the names of the arguments."""
        head = self.found.matcher.structure(rule.head, met)
        about = self.predicates[written(self.found.general(head))]
        match = self._named(head, about, about.names, met)
        if match is not None:
            yield about, match

    def _named(
        self, head: Structure, about: Completed, names: Sequence[str], met: Match
    ) -> Match | None:
        """A match in which the integers of a head have names."""
        given = iter(names)
        match: Match | None = met
        for leaf, place in zip(tuple(leaves(head)), tuple(leaves(about.shape)), strict=True):
            if not isinstance(place, Number) and match is not None:
                match = match.equal(leaf, Name(next(given)))
        return match

    def _choose(self, rule: Rule, ways: Sequence[tuple[Match, Sequence[Match]]]) -> None:
        """A choice of one: which kind of atom it is, and its integers, are constants.

        Where one has to be chosen, an axiom says that these constants are of one that may be; of a
        choice of at most one nothing is chosen where they are of none.
        """
        assert rule.chosen is not None
        for met, heads in ways:
            if met.names:
                what = "a choice is made for integers that are not known"
                raise Refusal(what, "choose once a situation and role")
            body = self.bodies.said(rule.body, met)
            options: list[tuple[Completed, tuple[str, ...], Formula]] = []
            for one in heads:
                head = self.found.matcher.structure(rule.head, one)
                about = self.predicates[written(self.found.general(head))]
                if about.ways:
                    what = f"{written(about.shape)} is chosen here, and other rules derive it"
                    raise Refusal(what, "choose it by one rule, and derive it by none")
                names = tuple(f"{written(about.shape)}.{n}" for n in range(1, len(about.names) + 1))
                match = self._named(head, about, names, one)
                if match is not None:
                    allowed = bound(match.names, self.bodies.said(rule.chosen, match))
                    options.append((about, names, allowed))
            # the head without what is chosen
            unknown = dict.fromkeys(self.found.matcher.unbound(rule.head, met), HOLE)
            known = Match({**met.values, **unknown})
            group = shape(self.found.matcher.structure(rule.head, known))
            self._options(rule, body, options, f"kind {written(group)}")

    def _options(
        self,
        rule: Rule,
        body: Formula,
        options: list[tuple[Completed, tuple[str, ...], Formula]],
        group: str,
    ) -> None:
        kinds = list(dict.fromkeys(written(about.shape) for about, _, _ in options))
        ways = []
        needed = rule.bound == "one"
        several = len(kinds) > 1 or not needed
        if several and kinds:
            self.chosen.append(group)
        for number, kind in enumerate(kinds, 1):
            about = self.predicates[kind]
            names = next(names for completed, names, _ in options if completed is about)
            allowed = disjunction(
                formula for completed, _, formula in options if completed is about
            )
            this = Compare("=", Name(group), Number(number))
            selected = [this] if several else []
            self.chosen += names
            pairs = zip(about.names, names, strict=True)
            equal = [Compare("=", Name(one), Name(constant)) for one, constant in pairs]
            given = [] if needed else [allowed]
            about.ways.append((conjunction([body, *selected, *equal, *given]), rule.where))
            ways.append(conjunction([*selected, allowed]))
        if needed:  # where the body holds, one is chosen
            self.axioms.append(Axiom(disjunction([*ways, negation(body)]), (rule.where,)))
