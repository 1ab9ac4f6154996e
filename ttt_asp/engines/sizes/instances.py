"""Which atoms there may be, but for their integers: the least fixpoint of the rules."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import repeat

from ttt_asp.claims.integers import Number
from ttt_asp.engines.sizes.matching import MOST_NUMBERS, Matcher
from ttt_asp.engines.sizes.rules import Atom, Refusal, Rule, placed
from ttt_asp.engines.sizes.values import HOLE, Fresh, Match, Structure, Value, filled, leaves, shape
from ttt_asp.lp.syntax import Signature

# Of larger programs no solver would say anything.
MOST_SHAPES = 20_000


@dataclass
class Instances:
    """Rules, and the shapes of the atoms that may follow from them.

    Attributes:
        rules: of the program.
        matcher: matches them with these shapes.
        shapes: of each predicate.
        matched: of each rule the ways in which its body may hold, and for each of these the ways in
            which its head may follow: several, of a choice of exactly one.
    """

    rules: Sequence[Rule]
    matcher: Matcher
    shapes: dict[Signature, dict[Structure, None]]
    matched: list[list[tuple[Match, list[Match]]]]
    _numbers: dict[tuple[Value, int], set[int]] = field(default_factory=dict)
    _wide: set[tuple[Value, int]] = field(default_factory=set)
    _added: Counter[Signature] = field(default_factory=Counter)

    def general(self, atom: Structure) -> Structure:
        """The shape of an atom, or a more general one that there is.

        A place in which too many numbers stand has them no longer.
        """
        found = shape(atom)
        integers = tuple(leaves(found))
        bare = filled(found, repeat(HOLE))
        kept = []
        for place, leaf in enumerate(integers):
            numbers = self._numbers.setdefault((bare, place), set())
            if isinstance(leaf, Number):
                numbers.add(leaf.value)
            if len(numbers) > MOST_NUMBERS:
                self._wide.add((bare, place))
            kept.append(HOLE if (bare, place) in self._wide else leaf)
        widened = filled(found, kept)
        assert isinstance(widened, Structure)
        known = self.shapes.get((atom.name, len(atom.arguments)), {})
        if widened in known:  # no shape there is covers another
            return widened
        return next((structure for structure in known if covers(structure, widened)), widened)

    def add(self, atom: Structure) -> None:
        """Add the shape of an atom; those that it covers go."""
        general = self.general(atom)
        known = self.shapes.setdefault((general.name, len(general.arguments)), {})
        if general in known:
            return
        for structure in [one for one in known if covers(general, one)]:
            del known[structure]
        known[general] = None
        self._added[general.name, len(general.arguments)] += 1

    def seen(self, rule: Rule) -> tuple[int, ...]:
        """Numbers that change when a rule may have other matches, or heads of other shapes."""
        body = (one for one in (*rule.body, *(rule.chosen or ())) if isinstance(one, Atom))
        return len(self._wide), *(self._added[atom.signature] for atom in body)

    def matches(self, rule: Rule) -> list[tuple[Match, list[Match]]]:
        """All ways to match a rule with the shapes, as `matched` has them."""
        nothing = Match({})
        if rule.bound != "any" and rule.chosen is not None:
            bodies = self.matcher.matches(rule.body, nothing)
            return [(met, [*self.matcher.matches(rule.chosen, met)]) for met in bodies]
        body = (*rule.body, *(rule.chosen or ()))
        return [(met, [met]) for met in self.matcher.matches(body, nothing)]


def covers(general: Value, special: Value) -> bool:
    """Whether all that has a shape has a more general one, or the same."""
    match general, special:
        case Structure(name, places), Structure(other, arguments):
            return (
                name == other
                and len(places) == len(arguments)
                and all(map(covers, places, arguments))
            )
    return general == special or (general == HOLE and isinstance(special, Number))


def instances(rules: Sequence[Rule], parameters: Sequence[str], fresh: Fresh) -> Instances:
    """Find the shapes of all atoms that may follow: rules are matched until none has a new one.

    Raises:
        Refusal: there are too many.
    """
    shapes: dict[Signature, dict[Structure, None]] = {}
    found = Instances(rules, Matcher(shapes, parameters, fresh), shapes, [[] for _ in rules])
    seen: dict[int, tuple[int, ...]] = {}
    changed = True
    while changed:
        changed = False
        for number, rule in enumerate(rules):
            if seen.get(number) == (now := found.seen(rule)):
                continue
            changed, seen[number] = True, now
            with placed(rule.where):
                found.matched[number] = ways = found.matches(rule)
                for match in (match for _, heads in ways for match in heads):
                    found.add(found.matcher.structure(rule.head, match))
            if sum(map(len, shapes.values())) > MOST_SHAPES:
                what = f"more than {MOST_SHAPES:,} kinds of atoms follow from this program"
                raise Refusal(what, "make more constants parameters, or smaller", rule.where)
    return found
