"""Which atoms there may be, but for their integers: the least fixpoint of the rules."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from ttt_asp.claims.integers import Number
from ttt_asp.engines.sizes.matching import MOST_NUMBERS, Matcher
from ttt_asp.engines.sizes.refusals import Refusal, placed
from ttt_asp.engines.sizes.rules import Atom, Rule
from ttt_asp.engines.sizes.values import HOLE, Fresh, Match, Structure, Value, leaves, shape
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
    matched: list[list[tuple[Match, list[Match]]]] = field(default_factory=list)
    _numbers: dict[tuple[Value, int], set[int]] = field(default_factory=dict)

    def general(self, atom: Structure) -> Structure:
        """The shape of an atom, or a more general one that there is.

        A place in which too many numbers stand has them no longer.
        """
        found = shape(atom)
        assert isinstance(found, Structure)
        bare = _filled(found, None)
        wide = set()
        for place, leaf in enumerate(leaves(found)):
            numbers = self._numbers.setdefault((bare, place), set())
            if isinstance(leaf, Number):
                numbers.add(leaf.value)
            if len(numbers) > MOST_NUMBERS:
                wide.add(place)
        widened = _filled(found, wide) if wide else found
        assert isinstance(widened, Structure)
        known = self.shapes.get((atom.name, len(atom.arguments)), {})
        if widened in known:  # no shape there is covers another
            return widened
        return next((one for one in known if covers(one, widened)), widened)

    def matches(self, rule: Rule) -> list[tuple[Match, list[Match]]]:
        """All ways to match a rule with the shapes, as `matched` has them."""
        nothing = Match({})
        if rule.bound != "any" and rule.chosen is not None:
            bodies = self.matcher.matches(rule.body, nothing)
            return [(met, [*self.matcher.matches(rule.chosen, met)]) for met in bodies]
        body = (*rule.body, *(rule.chosen or ()))
        return [(met, [met]) for met in self.matcher.matches(body, nothing)]


def _filled(value: Value, places: set[int] | None) -> Value:
    """A value without the numbers at some places, or at all."""
    numbers = iter(range(10**9))

    def fill(one: Value) -> Value:
        if isinstance(one, Structure):
            return Structure(one.name, tuple(map(fill, one.arguments)))
        if isinstance(one, Number) or one == HOLE:
            place = next(numbers)
            return HOLE if places is None or place in places else one
        return one

    return fill(value)


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
    """Find the shapes of all atoms that may follow (semi-naive, one new shape after the other).

    Raises:
        Refusal: there are too many.
    """
    shapes: dict[Signature, dict[Structure, None]] = {}
    found = Instances(rules, Matcher(shapes, parameters, fresh), shapes)
    users: dict[Signature, list[tuple[Rule, int]]] = {}
    queue: deque[Structure] = deque()
    total = 0

    def add(rule: Rule, match: Match) -> None:
        nonlocal total
        head = found.matcher.structure(rule.head, match)
        general = found.general(head)
        known = shapes.setdefault((general.name, len(general.arguments)), {})
        if general not in known:
            for one in [one for one in known if covers(general, one)]:
                del known[one]
            known[general] = None
            queue.append(general)
            total += 1
            if total > MOST_SHAPES:
                what = f"more than {MOST_SHAPES:,} kinds of atoms follow from this program"
                raise Refusal(what, "make more constants parameters, or smaller", rule.where)

    def follow(rule: Rule, place: int, new: Structure) -> None:
        body = (*rule.body, *(rule.chosen or ()))
        for match in found.matcher.matches(body, Match({}), (place, new)):
            add(rule, match)

    for rule in rules:
        for number, literal in enumerate((*rule.body, *(rule.chosen or ()))):
            if isinstance(literal, Atom) and literal.positive:
                users.setdefault(literal.signature, []).append((rule, number))
    while True:
        while queue:
            new = queue.popleft()
            signature = new.name, len(new.arguments)
            if new in shapes[signature]:
                for rule, number in users.get(signature, ()):
                    with placed(rule.where):
                        follow(rule, number, new)
        # matched in another order a number may not be known that was: then there is a new shape
        found.matched = []
        for rule in rules:
            with placed(rule.where):
                found.matched.append(found.matches(rule))
        for rule, ways in zip(rules, found.matched, strict=True):
            for match in (one for _, heads in ways for one in heads):
                with placed(rule.where):
                    add(rule, match)
        if not queue:
            return found
