"""How the integers of an atom say what names are: of `p(I+1,J)` and `p(a,b)`, I = a-1 and J = b."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ttt_asp.engines.sizes.formulas import Holds, Term
from ttt_asp.engines.sizes.linear import names_in
from ttt_asp.engines.sizes.sums import ZERO, Sum, added, sum_of

# Integers for names, in the order of these.
Choice = tuple[Sum, ...]


@dataclass(frozen=True, slots=True)
class Trigger:
    """An atom in what is said for all integers, that determines some of them.

    Attributes:
        predicate, arguments: the atom. names: those that it determines.
        inner: names that are bound further inside, and stand for nothing here.
    """

    predicate: str
    arguments: tuple[Term, ...]
    names: frozenset[str]
    inner: frozenset[str]


def determined(atom: Holds, bound: frozenset[str], inner: frozenset[str]) -> frozenset[str]:
    """The names that the integers of an atom determine."""
    found: set[str] = set()
    for _ in atom.arguments:
        for argument in atom.arguments:
            if (name := _unknown(argument, bound, found, inner)) is not None:
                found.add(name)
    return frozenset(found)


def _unknown(
    argument: Term, bound: frozenset[str], known: set[str], inner: frozenset[str]
) -> str | None:
    """The one name that is bound and not known yet, and stands plain in an argument."""
    spoken = names_in(argument)
    names = (spoken & bound) - known
    if len(names) != 1 or spoken & inner - bound:
        return None
    (name,) = names
    items = dict(sum_of(argument, {})[0])
    return name if items.get(name) in (1, -1) and _plain(items, name) else None


def _plain(items: Iterable[object], name: str) -> bool:
    return not any(name in str(item) for item in items if item != name)


@dataclass(frozen=True, slots=True)
class _Way:
    """How the integers of an atom say what a name is.

    Attributes:
        name: which; it stands at this `place`, with this `sign`.
        rest: what else stands there, if that is known at once.
        term: it otherwise, which has names that others say first.
    """

    name: str
    place: int
    sign: int
    rest: "Sum | None"
    term: Term


@dataclass(frozen=True)
class Solution:
    """What an atom says of the names that it determines, where all others have values.

    Attributes:
        trigger: the atom.
        names: the names that it determines, as they are ordered.
        outer: what other names stand for.
    """

    trigger: Trigger
    names: tuple[str, ...]
    outer: Mapping[str, Sum]

    @cached_property
    def _ways(self) -> tuple[_Way, ...]:
        """One name after the other."""
        found: dict[str, _Way] = {}
        trigger = self.trigger
        for _ in trigger.arguments:
            for place, term in enumerate(trigger.arguments):
                name = _unknown(term, trigger.names, set(found), trigger.inner)
                if name is not None:
                    sign = dict(sum_of(term, {})[0])[name]
                    plain = found.keys().isdisjoint(names_in(term))
                    rest = sum_of(term, {**self.outer, name: ZERO}) if plain else None
                    found[name] = _Way(name, place, sign, rest, term)
        return tuple(found.values())

    def of(self, met: Choice) -> Choice:
        """The integers for which the atom is one that was met, of these integers."""
        values: dict[str, Sum] = {}
        for way in self._ways:
            rest = way.rest
            if rest is None:
                rest = sum_of(way.term, {**self.outer, **values, way.name: ZERO})
            apart = added(met[way.place], rest, -1)
            values[way.name] = apart if way.sign == 1 else added(ZERO, apart, -1)
        return tuple([values[name] for name in self.names])
