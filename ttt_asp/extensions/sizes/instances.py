"""Shapes of the atoms that may follow, without their integers: a least fixpoint of the rules."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import repeat

from ttt_asp.extensions.sizes.integers import Number
from ttt_asp.extensions.sizes.matching import MOST_NUMBERS, Matcher
from ttt_asp.extensions.sizes.rules import AtomLiteral, SymbolicRule, placed, refusal
from ttt_asp.extensions.sizes.values import (
    HOLE,
    BodyMatch,
    Fresh,
    Structure,
    Value,
    filled,
    leaves,
    shape,
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
        known = self.shapes.get((atom.name, len(atom.arguments)), {})
        if widened in known:  # no known shape covers another
            return widened
        return next((structure for structure in known if covers(structure, widened)), widened)

    def add(self, atom: Structure) -> None:
        """Add the shape of an atom, and drop those that it covers."""
        general = self.general(atom)
        known = self.shapes.setdefault((general.name, len(general.arguments)), {})
        if general in known:
            return
        for structure in [other for other in known if covers(general, other)]:
            del known[structure]
        known[general] = None
        self._added[general.name, len(general.arguments)] += 1

    def fingerprint(self, rule: SymbolicRule) -> tuple[int, ...]:
        """Return numbers that change when a rule may have other matches, or other heads."""
        body = (*rule.body, *(rule.chosen or ()))
        atoms = (literal for literal in body if isinstance(literal, AtomLiteral))
        return len(self._wide), *(self._added[atom.signature] for atom in atoms)

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
