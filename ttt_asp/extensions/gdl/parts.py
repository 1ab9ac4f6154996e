"""Rules in parts: what a rule joins without need is joined apart.

A grounder writes a rule out for all values of its variables together. Of

    (<= (next (cell ?x ?y ?s)) (true (cell ?x ?y ?s)) (does ?r (move ?a ?b)) (other ?x ?y ?a ?b))

it makes one for each fluent and each move, though only the square that is left matters. So
variables that the head does not have are taken out one after the other (bucket elimination,
Dechter 1999; for grounders Bichler, Morak and Woltran 2016): what speaks of one becomes a rule of
its own, whose head has those variables that are spoken of elsewhere too. Where it helps, a relation
of a single rule is replaced by what this asks for. How many rules there would be is estimated from
the atoms that may hold, as databases do (Selinger et al. 1979).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from math import prod

import clingo

from ttt_asp.extensions.gdl.clauses import (
    DERIVED,
    REQUIRED,
    Clause,
    GdlLiteral,
    dependencies,
    function,
    predicate,
    way,
)
from ttt_asp.extensions.gdl.syntax import Term, constant

Body = tuple[GdlLiteral, ...]

# A rule that is written out fewer times stays as it is.
FEW = 2_000
# How many times fewer there have to be in parts.
GAIN = 2


@dataclass(frozen=True)
class AtomTable:
    """The ways in which a literal, or a part, may hold.

    Attributes:
        names: of its variables.
        size: how many ways there are, about.
        values: how many each variable has.
        rows: the values of the variables in some of the ways; of a part there are none.
    """

    names: tuple[str, ...]
    size: float
    values: Mapping[str, float]
    rows: Sequence[tuple[object, ...]] = ()
    _known: dict[frozenset[str], float] = field(default_factory=dict, repr=False)

    def each(self, bound: frozenset[str]) -> float:
        """Return how many ways there are for values of some variables, where there are any."""
        if bound not in self._known:
            self._known[bound] = self.size / max(1.0, self._different(bound))
        return self._known[bound]

    def _different(self, bound: frozenset[str]) -> float:
        if not self.rows:
            return min(self.size, prod(self.values[name] for name in bound))
        places = [place for place, name in enumerate(self.names) if name in bound]
        number = len({tuple(row[place] for place in places) for row in self.rows})
        # where nearly all rows differ, those that are not here do so too
        return number * self.size / len(self.rows) if 2 * number > len(self.rows) else number


# Returns the table of an atom; it has the atom's variables.
Tables = Callable[[Term], AtomTable]


def in_parts(rules: Sequence[Clause], tables: Tables) -> list[Clause]:
    """Return rules that mean the same; those that would be written out many times are in parts.

    Args:
        rules: safe ones.
        tables: how often atoms may hold.
    """
    parts = _Parts(rules, tables)
    return list(chain.from_iterable(map(parts.of, rules)))


def replaceable(rules: Sequence[Clause]) -> dict[str, Clause]:
    """Return relations with a single rule that what they stand for can be put in the place of.

    Such a rule may be for any arguments, and does not rest on its own relation.
    """
    rests_on, heads = dependencies(rules), Counter(clause.head.name for clause in rules)
    return {
        clause.head.name: clause
        for clause in rules
        if heads[clause.head.name] == 1
        and clause.head.name not in (*REQUIRED, *DERIVED)
        and clause.body
        and all(argument.variable for argument in clause.head.arguments)
        and len(_names(clause.head)) == len(clause.head.arguments)
        and not any(way(x.atom.name, clause.head.name, rests_on) for x in clause.body)
    }


def without(rules: Sequence[Clause], relation: Clause) -> list[Clause]:
    """Return rules without a relation: what it stands for is in its place.

    Args:
        rules: none asks for its negation.
        relation: see `replaceable`.
    """
    name, result = relation.head.name, list[Clause]()
    for clause in rules:
        if clause is relation:
            continue
        body = clause.body
        while asked := [x for x in body if x.atom.name == name]:
            body = _unfolded(body, asked[0], relation)
        result.append(Clause(clause.head, body))
    return result


def _unfolded(body: Body, literal: GdlLiteral, relation: Clause) -> Body:
    """Return a body with a literal replaced by what its relation stands for."""
    taken = set(_names(*(x.atom for x in body)))
    given = zip(relation.head.arguments, literal.atom.arguments, strict=True)
    terms = {variable.name: term for variable, term in given}
    for name in _names(*(x.atom for x in relation.body)):
        fresh = name
        while fresh in taken:
            fresh += "'"
        taken.add(fresh)  # another may be called so already
        terms.setdefault(name, Term(fresh, (), True))
    inside = [GdlLiteral(_put(x.atom, terms), x.positive) for x in relation.body]
    place = body.index(literal)
    return tuple(dict.fromkeys((*body[:place], *inside, *body[place + 1 :])))


@dataclass(frozen=True, slots=True)
class _Item:
    """A literal of a rule that is put into parts, or one that stands for a part.

    Attributes:
        literal: as it is written; None if it stands for a part.
        names: its variables; of a part those that are spoken of elsewhere too.
        table: of the literal; None if it binds nothing.
        inside: what the part asks for.
    """

    literal: GdlLiteral | None
    names: tuple[str, ...]
    table: AtomTable | None
    inside: tuple["_Item", ...] = ()


@dataclass(frozen=True, slots=True)
class _Split:
    """A rule's body in parts, and how often all its rules are written out."""

    items: tuple[_Item, ...]
    cost: float


@dataclass
class _Parts:
    """All rules, how often their atoms hold, and the parts so far.

    Attributes:
        names: of the parts, by their rules with numbered variables.
    """

    rules: Sequence[Clause]
    tables: Tables
    names: dict[Clause, str] = field(default_factory=dict)

    def of(self, clause: Clause) -> Iterator[Clause]:
        """Yield the rules of a clause's parts, but for those that were there, and of the rest."""
        body = clause.body
        if sum(x.binds for x in body) < 2:  # nothing is joined
            yield clause
            return
        best = self._split(clause.head, body)
        while best.cost > FEW and (others := list(self._unfolded(body))):
            splits = [self._split(clause.head, other) for other in others]
            least = min(splits, key=lambda split: split.cost)
            if least.cost * GAIN > best.cost:
                break
            best, body = least, others[splits.index(least)]
        rules, rest = self._written(best.items, clause.head)
        yield from rules
        yield Clause(clause.head, rest)

    def _split(self, head: Term, body: Body) -> _Split:
        """Take out parts while that makes a rule cheaper; see `GAIN`."""
        written = items = tuple(map(self._item, body))
        parts, whole = 0.0, _joined(items)
        most = whole
        while whole > FEW:
            split = min(_splits(head, items), key=lambda split: split.cost, default=None)
            if split is None or split.cost > whole:
                break
            items, whole = split.items, _joined(split.items)
            parts += split.cost - whole
        cost = parts + whole
        return _Split(items, cost) if cost * GAIN < most else _Split(written, most)

    def _item(self, literal: GdlLiteral) -> _Item:
        table = self.tables(literal.atom) if literal.binds else None
        return _Item(literal, _names(literal.atom), table)

    @cached_property
    def _single(self) -> Mapping[str, Clause]:
        return replaceable(self.rules)

    def _unfolded(self, body: Body) -> Iterator[Body]:
        """Yield the body with a literal replaced, for each that can be."""
        for literal in body:
            if literal.positive and literal.atom.name in self._single:
                yield _unfolded(body, literal, self._single[literal.atom.name])

    def _written(self, items: Iterable[_Item], place: Term) -> tuple[list[Clause], Body]:
        """Return the rules of parts that are new, and the body that asks for them."""
        rules, body = list[Clause](), list[GdlLiteral]()
        for item in items:
            if item.literal is not None:
                body.append(item.literal)
                continue
            more, inside = self._written(item.inside, place)
            shared = tuple(Term(name, (), True) for name in item.names)
            form = _numbered(Clause(Term("", shared), inside))
            fresh = form not in self.names
            # no relation of a file has a name with a space
            head = Term(self.names.setdefault(form, f"part {len(self.names) + 1}"), shared)
            rules += [*more, *[Clause(head.at(place), inside)] * fresh]
            body.append(GdlLiteral(head.at(place)))
        return rules, tuple(body)


def _splits(head: Term, items: Sequence[_Item]) -> Iterator[_Split]:
    """Yield a body with a part for each variable that may be taken out; the cost is of both rules.

    A part has all literals with the variable, and all others that have no variables but theirs.
    """
    wanted = set(_names(head))
    for name in dict.fromkeys(chain.from_iterable(item.names for item in items)):
        scope = set[str]().union(*(item.names for item in items if name in item.names))
        inside = tuple(item for item in items if item.names and scope.issuperset(item.names))
        bound = set[str]().union(*(item.names for item in inside if item.table))
        if name in wanted or bound != scope or len(inside) == len(items):
            continue
        rest = tuple(item for item in items if item not in inside)
        elsewhere = wanted.union(*(item.names for item in rest))
        spoken = dict.fromkeys(chain.from_iterable(item.names for item in inside))
        shared = tuple(name for name in spoken if name in elsewhere)
        size = _joined(inside)
        tables = [item.table for item in inside if item.table is not None]
        values = {n: min(t.values[n] for t in tables if n in t.names) for n in shared}
        table = AtomTable(shared, min(size, prod(values.values())), values)
        split = (*rest, _Item(None, shared, table, inside))
        yield _Split(split, size + _joined(split))


def _joined(items: Iterable[_Item]) -> float:
    """Estimate how often literals hold together: each where those before it leave a way.

    Estimates that take values for independent are far too low where coordinates go together.
    """
    rest = [item.table for item in items if item.table is not None]
    bound, size = frozenset[str](), 1.0
    while rest:
        table = min(rest, key=lambda table: table.each(bound.intersection(table.names)))
        size *= table.each(bound.intersection(table.names))
        bound = bound.union(table.names)
        rest.remove(table)
    return size


def _names(*terms: Term) -> tuple[str, ...]:
    """Return the variables of terms, in the order of the text, each once."""
    variables = chain.from_iterable(term.variables() for term in terms)
    return tuple(dict.fromkeys(variable.name for variable in variables))


def _put(term: Term, terms: Mapping[str, Term]) -> Term:
    """Return a term with others in the place of its variables."""
    if term.variable:
        return terms[term.name]
    arguments = tuple(_put(argument, terms) for argument in term.arguments)
    return Term(term.name, arguments, False, term.begin, term.end)


def _numbered(clause: Clause) -> Clause:
    """Return a clause with numbers for variables."""
    names = _names(clause.head, *(x.atom for x in clause.body))
    numbers = {name: Term(str(number), (), True) for number, name in enumerate(names)}
    body = tuple(GdlLiteral(_put(x.atom, numbers), x.positive) for x in clause.body)
    return Clause(_put(clause.head, numbers), body)


# --- how often atoms may hold, estimated from those that the grounder found ----------------------

# So many atoms of a relation are looked at, about; of more, some in equal distances.
_MOST = 300

# The beginning of a term with arguments, its end, or a constant; names are those of `translate`.
_TOKEN = re.compile(r"[^(),]+\(?|\)")

# A constant, or a function and its arguments.
_Ground = str | tuple["_Ground", ...]


@dataclass
class GroundAtoms:
    """The atoms that may hold at some position.

    Attributes:
        control: the grounder, which knows them.
    """

    control: clingo.Control
    _samples: dict[tuple[str, int], tuple[list[tuple[_Ground, ...]], float]] = field(
        default_factory=dict
    )
    _known: dict[Term, AtomTable] = field(default_factory=dict)

    def of(self, atom: Term) -> AtomTable:
        """Return how often an atom may hold, and with which values of its variables."""
        if atom not in self._known:
            self._known[atom] = self._table(atom)
        return self._known[atom]

    def _table(self, atom: Term) -> AtomTable:
        sample, scale = self._sample(predicate(atom.name), len(atom.arguments))
        names = tuple(dict.fromkeys(variable.name for variable in atom.variables()))
        found = [bound for bound in (_bound(atom, row) for row in sample) if bound is not None]
        rows = [tuple(bound[name] for name in names) for bound in found]
        values = {name: float(len({bound[name] for bound in found})) for name in names}
        return AtomTable(names, len(rows) * scale, values, rows)

    def _sample(self, name: str, arity: int) -> tuple[list[tuple[_Ground, ...]], float]:
        """Return the arguments of some atoms, and for how many atoms each of these stands."""
        key = name, arity
        if key not in self._samples:
            atoms = list(self.control.symbolic_atoms.by_signature(name, arity))
            some = atoms[:: max(1, len(atoms) // _MOST)]
            sample = [arguments_of(str(atom.symbol)) for atom in some]
            self._samples[key] = sample, len(atoms) / max(1, len(sample))
        return self._samples[key]


def arguments_of(atom: str) -> tuple[_Ground, ...]:
    """Return the arguments of an atom, read from its text: that is quicker than its terms."""
    open_terms: list[list[_Ground]] = [[]]
    for token in _TOKEN.findall(atom):
        if token.endswith("("):
            open_terms.append([token[:-1]])
        elif token == ")":
            whole = tuple(open_terms.pop())
            open_terms[-1].append(whole)
        else:
            open_terms[-1].append(token)
    (term,) = open_terms[0]
    return term[1:] if isinstance(term, tuple) else ()


def _bound(atom: Term, arguments: tuple[_Ground, ...]) -> dict[str, _Ground] | None:
    """Return what an atom's variables are with some arguments; None if it never has these."""
    bound: dict[str, _Ground] = {}
    pending = list(zip(atom.arguments, arguments, strict=True))
    for term, part in pending:
        if term.variable:
            same = bound.setdefault(term.name, part) == part
        elif isinstance(part, str) or not term.arguments:
            same = not term.arguments and part == constant(term.name)
        else:
            same = part[0] == function(term.name) and len(part) == len(term.arguments) + 1
            pending += zip(term.arguments, part[1:], strict=True) if same else ()
        if not same:
            return None
    return bound
