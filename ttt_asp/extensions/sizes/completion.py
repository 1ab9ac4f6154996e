"""Clark's completion: an atom holds exactly where the body of one of its rules does.

For programs without recursion the completion has the answer sets as its models (Fages 1994). The
shapes of the atoms that may follow, without their integers, are a least fixpoint of the rules.
Counts are expressed by witnesses: at least two means that there are two different ones.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, combinations_with_replacement, repeat
from typing import TypeAlias

from ttt_asp.extensions.sizes.formulas import (
    FALSE,
    TRUE,
    Axiom,
    Formula,
    Holds,
    conjunction,
    disjunction,
    exists,
    negation,
    substituted,
)
from ttt_asp.extensions.sizes.integers import Compare, Name, Number, Term
from ttt_asp.extensions.sizes.matching import MOST_NUMBERS, BodyMatch, Fresh, Matcher
from ttt_asp.extensions.sizes.rules import (
    HOLE,
    AtomLiteral,
    CompletedPredicate,
    Conditional,
    Count,
    Literal,
    Structure,
    SymbolicRule,
    Value,
    filled,
    holes,
    leaves,
    placed,
    put_terms,
    refusal,
    same,
    shape,
    shape_text,
)
from ttt_asp.lp.syntax import Signature

# No solver would decide anything about larger programs.
MOST_SHAPES = 20_000


@dataclass
class Instances:
    """Rules, and the shapes of the atoms that may follow from them.

    Attributes:
        rules: of the program.
        matcher: matches them with these shapes.
        shapes: of each predicate.
        matched: for each rule the ways in which its body may hold, and for each of these the ways
            in which its head may follow: several, of a choice of exactly one.
    """

    rules: Sequence[SymbolicRule]
    matcher: Matcher
    shapes: dict[Signature, dict[Structure, None]]
    matched: list[list[tuple[BodyMatch, list[BodyMatch]]]]
    _numbers: dict[tuple[Value, int], set[int]] = field(default_factory=dict)
    _wide: set[tuple[Value, int]] = field(default_factory=set)
    _added: Counter[Signature] = field(default_factory=Counter)

    def general(self, atom: Structure) -> Structure:
        """Return the shape of an atom, or a more general one that is known.

        Where too many numbers have stood in a place, its integer is left open.
        """
        exact = shape(atom)
        integers = tuple(leaves(exact))
        bare = filled(exact, repeat(HOLE))
        kept = []
        for place, leaf in enumerate(integers):
            numbers = self._numbers.setdefault((bare, place), set())
            if isinstance(leaf, Number):
                numbers.add(leaf.value)
            if len(numbers) > MOST_NUMBERS:
                self._wide.add((bare, place))
            kept.append(HOLE if (bare, place) in self._wide else leaf)
        widened = filled(exact, kept)
        assert isinstance(widened, Structure)
        known = self.shapes.get(atom.signature, {})
        if widened in known:  # no known shape covers another
            return widened
        return next((structure for structure in known if covers(structure, widened)), widened)

    def add(self, atom: Structure) -> None:
        """Add the shape of an atom, and drop those that it covers."""
        general = self.general(atom)
        known = self.shapes.setdefault(general.signature, {})
        if general in known:
            return
        for structure in [other for other in known if covers(general, other)]:
            del known[structure]
        known[general] = None
        self._added[general.signature] += 1

    def fingerprint(self, rule: SymbolicRule) -> tuple[int, ...]:
        """Return numbers that change when a rule may have other matches, or other heads."""
        body = (*rule.body, *(rule.chosen or ()))
        atoms = (literal for literal in body if isinstance(literal, AtomLiteral))
        return len(self._wide), *(self._added[atom.term.signature] for atom in atoms)

    def matches(self, rule: SymbolicRule) -> list[tuple[BodyMatch, list[BodyMatch]]]:
        """Return all ways to match a rule with the shapes, as in `matched`."""
        nothing = BodyMatch({})
        if rule.bound != "any" and rule.chosen is not None:
            bodies = self.matcher.matches(rule.body, nothing)
            return [(met, [*self.matcher.matches(rule.chosen, met)]) for met in bodies]
        body = (*rule.body, *(rule.chosen or ()))
        return [(met, [met]) for met in self.matcher.matches(body, nothing)]


def covers(general: Value, special: Value) -> bool:
    """Whether every atom of a special shape has the general one too."""
    match general, special:
        case Structure(name, places), Structure(other, arguments):
            return (
                name == other
                and len(places) == len(arguments)
                and all(map(covers, places, arguments))
            )
    return general == special or (general == HOLE and isinstance(special, Number))


def instances(rules: Sequence[SymbolicRule], parameters: Sequence[str], fresh: Fresh) -> Instances:
    """Find the shapes of all atoms that may follow: rules are matched until none has a new one.

    Raises:
        Unsuited: there are too many.
    """
    shapes: dict[Signature, dict[Structure, None]] = {}
    result = Instances(rules, Matcher(shapes, parameters, fresh), shapes, [[] for _ in rules])
    fingerprints: dict[int, tuple[int, ...]] = {}
    changed = True
    while changed:
        changed = False
        for number, rule in enumerate(rules):
            if fingerprints.get(number) == (now := result.fingerprint(rule)):
                continue
            changed, fingerprints[number] = True, now
            with placed(rule.where):
                result.matched[number] = ways = result.matches(rule)
                for _, heads in ways:
                    for match in heads:
                        result.add(result.matcher.structure(rule.head, match))
            if sum(map(len, shapes.values())) > MOST_SHAPES:
                message = f"more than {MOST_SHAPES:,} kinds of atoms follow from this program"
                raise refusal(message, "make more constants parameters, or smaller", rule.where)
    return result


# Bound names, the value that is counted for them, and the formula where it counts.
Counted: TypeAlias = tuple[tuple[str, ...], Value, Formula]
# A kind of atom that may be chosen, constants for its integers, and the formulas that allow it.
Option: TypeAlias = tuple[CompletedPredicate, tuple[str, ...], list[Formula]]


@dataclass(frozen=True)
class Bodies:
    """Translator of rule bodies.

    Attributes:
        matcher: matches them; it knows all shapes.
    """

    matcher: Matcher

    def formula(self, body: Iterable[Literal], match: BodyMatch) -> Formula:
        """Return a matched body, with literals that bind no variables; names are not bound yet."""
        unmatched = (self._unmatched(literal, match) for literal in body)
        return conjunction([*match.formulas, *unmatched])

    def _unmatched(self, literal: Literal, match: BodyMatch) -> Formula:
        """Return a literal that matching passes over, as a formula."""
        match literal:
            case AtomLiteral(term, False):
                return negation(self.atom(term, match))
            case Conditional(inner, condition):
                return self._conditional(inner, condition, match)
            case Count():
                return self._count(literal, match)
        return TRUE

    def atom(self, term: Structure, match: BodyMatch) -> Formula:
        """Return an atom as a formula."""
        self.matcher.structure(term, match)  # refuses terms computed from what is no number
        ways = []
        for kind in self.matcher.shapes.get(term.signature, ()):
            met = self.matcher.match_atom(term, kind, BodyMatch(match.values))
            if met is not None:
                ways.append(exists(met.names, conjunction(met.formulas)))
        return disjunction(ways)

    def _conditional(
        self, literal: AtomLiteral, condition: Sequence[Literal], match: BodyMatch
    ) -> Formula:
        ways = []
        for met in self.matcher.matches(condition, BodyMatch(match.values)):
            holds = self.atom(literal.term, met)
            fails = negation(holds) if literal.positive else holds
            ways.append(exists(met.names, conjunction([self.formula(condition, met), fails])))
        return negation(disjunction(ways))

    def _count(self, literal: Count, match: BodyMatch) -> Formula:
        terms, body = literal.counted, literal.condition
        counted = [
            (met.names, self.matcher.value(terms, met), self.formula(body, met))
            for met in self.matcher.matches(body, BodyMatch(match.values))
        ]
        more = FALSE if literal.most is None else self._least(literal.most + 1, counted)
        formula = conjunction([self._least(literal.least, counted), negation(more)])
        return negation(formula) if literal.negated else formula

    def _least(self, number: int, counted: Sequence[Counted]) -> Formula:
        """Return the formula that at least `number` of what is counted holds."""
        if number <= 0:
            return TRUE
        ways = []
        for chosen in combinations_with_replacement(counted, number):
            names, values, formulas = zip(*map(self._renamed, chosen), strict=True)
            differ = (negation(same(*pair)) for pair in combinations(values, 2))
            ways.append(exists(chain(*names), conjunction([*formulas, *differ])))
        return disjunction(ways)

    def _renamed(self, counted: Counted) -> Counted:
        names = {name: self.matcher.fresh(name) for name in counted[0]}
        terms: dict[str, Term] = {name: Name(new) for name, new in names.items()}
        value, formula = put_terms(counted[1], terms), substituted(counted[2], terms)
        return tuple(names.values()), value, formula


@dataclass
class Completion:
    """The completion of a program.

    Attributes:
        instances: the shapes, and the rules.
        predicates: the completed predicate of each shape, by its name.
        chosen: names of constants that choices made.
        opens: the shapes that choices of any number make, by the names of their open predicates.
        axioms: of choices of exactly one.
    """

    instances: Instances
    predicates: dict[str, CompletedPredicate] = field(default_factory=dict)
    chosen: list[str] = field(default_factory=list)
    opens: dict[str, CompletedPredicate] = field(default_factory=dict)
    axioms: list[Axiom] = field(default_factory=list)

    @property
    def bodies(self) -> "Bodies":
        """The translator of bodies."""
        return Bodies(self.instances.matcher)

    def complete(self) -> None:
        """Complete all rules.

        Raises:
            Unsuited: one of them has no translation.
        """
        for shapes in self.instances.shapes.values():
            for structure in shapes:
                names = tuple(f"_{n}" for n, _ in enumerate(holes(structure), 1))
                self.predicates[shape_text(structure)] = CompletedPredicate(structure, names)
        # choices of one last: no other rule may derive what they choose
        matched = zip(self.instances.rules, self.instances.matched, strict=True)
        for rule, ways in sorted(matched, key=lambda pair: pair[0].bound != "any"):
            with placed(rule.where):
                if rule.bound != "any":
                    self._choose(rule, ways)
                else:
                    self._derive(rule, [met for met, _ in ways])

    def _derive(self, rule: SymbolicRule, ways: Sequence[BodyMatch]) -> None:
        """Add a rule, or a choice of any number: each atom that may be chosen holds or not."""
        body = (*rule.body, *(rule.chosen or ()))
        for met in ways:
            head, predicate = self._head(rule, met)
            match = self._named(head, predicate, predicate.names, met)
            if match is None:
                continue
            formula = self.bodies.formula(body, match)
            if rule.chosen is not None:
                name = f"free {shape_text(predicate.shape)}"
                self.opens[name] = predicate
                chosen = Holds(name, tuple(map(Name, predicate.names)))
                formula = conjunction([formula, chosen])
            predicate.ways.append((exists(match.names, formula), rule.where))

    def _head(self, rule: SymbolicRule, met: BodyMatch) -> tuple[Structure, CompletedPredicate]:
        """Return the head of a matched rule, and the predicate of its shape."""
        head = self.instances.matcher.structure(rule.head, met)
        return head, self.predicates[shape_text(self.instances.general(head))]

    def _named(
        self, head: Structure, predicate: CompletedPredicate, names: Sequence[str], met: BodyMatch
    ) -> BodyMatch | None:
        """Return a match in which the integers of a head have names; None if there is none."""
        given = iter(names)
        match: BodyMatch | None = met
        for leaf, place in zip(tuple(leaves(head)), tuple(leaves(predicate.shape)), strict=True):
            if not isinstance(place, Number) and match is not None:
                match = match.equal(leaf, Name(next(given)))
        return match

    def _choose(
        self, rule: SymbolicRule, ways: Sequence[tuple[BodyMatch, Sequence[BodyMatch]]]
    ) -> None:
        """Add a choice of one: the kind of the chosen atom, and its integers, are constants.

        Where one has to be chosen, an axiom says that these constants are those of an allowed atom;
        of a choice of at most one, nothing is chosen where they are those of none.
        """
        assert rule.chosen is not None
        for met, heads in ways:
            if met.names:
                message = "a choice is made for integers that are not known"
                raise refusal(message, "choose once a situation and role")
            body = self.bodies.formula(rule.body, met)
            options: dict[str, Option] = {}
            for met_head in heads:
                head, predicate = self._head(rule, met_head)
                kind = shape_text(predicate.shape)
                if predicate.ways:
                    message = f"{kind} is chosen here, and other rules derive it"
                    raise refusal(message, "choose it by one rule, and derive it by none")
                names = tuple(f"{kind}.{n}" for n, _ in enumerate(predicate.names, 1))
                match = self._named(head, predicate, names, met_head)
                if match is not None:
                    allowed = exists(match.names, self.bodies.formula(rule.chosen, match))
                    options.setdefault(kind, (predicate, names, []))[2].append(allowed)
            # the head, without its chosen integers
            unknown = dict.fromkeys(self.instances.matcher.unbound(rule.head, met), HOLE)
            known = BodyMatch({**met.values, **unknown})
            group = shape(self.instances.matcher.structure(rule.head, known))
            self._options(rule, body, [*options.values()], f"kind {shape_text(group)}")

    def _options(
        self, rule: SymbolicRule, body: Formula, options: Sequence[Option], group: str
    ) -> None:
        ways = []
        needed = rule.bound == "one"
        several = len(options) > 1 or not needed
        if several and options:
            self.chosen.append(group)
        for number, (predicate, names, formulas) in enumerate(options, 1):
            allowed = disjunction(formulas)
            this = Compare("=", Name(group), Number(number))
            selected = [this] if several else []
            self.chosen += names
            pairs = zip(predicate.names, names, strict=True)
            equal = [Compare("=", Name(name), Name(constant)) for name, constant in pairs]
            given = [] if needed else [allowed]
            predicate.ways.append((conjunction([body, *selected, *equal, *given]), rule.where))
            ways.append(conjunction([*selected, allowed]))
        if needed:  # where the body holds, one is chosen
            self.axioms.append(Axiom(disjunction([*ways, negation(body)]), (rule.where,)))
