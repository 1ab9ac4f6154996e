"""The fluents and moves of a game, found by grounding where its file does not list them.

The game is relaxed before it is grounded: what became true stays true, every legal move is made,
and no negated literal about the position stands in the way. So everything that holds at some
reachable position is found, and maybe more (Love et al. 2008 leave it to the grounder as well).
It also shows that grounding comes to an end: function symbols that grow are stopped here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, Location, refuse, wrong
from ttt_asp.extensions.gdl.clauses import (
    DERIVED,
    REQUIRED,
    Clause,
    dependencies,
    predicate,
    rule,
    state_relations,
)
from ttt_asp.extensions.gdl.parts import replaceable, without
from ttt_asp.extensions.gdl.syntax import DEEPEST, Description, Term
from ttt_asp.lp.dependencies import components
from ttt_asp.solving.ground import Refused, ground

MOST_FLUENTS = 20_000
# Atoms of one relation whose rules build terms recursively.
_MOST_BUILT = 200_000
# Atoms of a relation that other rules can do without; they are counted from this arity on.
MOST_ATOMS = 100_000
_COUNTED = 4
_LARGEST_TERM = 500
# No relation of a file has a name with a space.
_MAY_HOLD = "may hold"


@dataclass(frozen=True)
class GdlDomains:
    """What may hold and be done in a game, in clingo's terms and order.

    Attributes:
        roles: their names.
        fluents, moves: the possible ones.
        control: the grounder, which knows all atoms that may hold.
    """

    roles: frozenset[str]
    fluents: list[str]
    moves: list[tuple[str, str]]
    control: clingo.Control


class TooManyAtoms(Exception):
    """Raised where a relation has too many atoms that the other rules can do without.

    Attributes:
        rules: those without it.
    """

    def __init__(self, rules: list[Clause]) -> None:
        super().__init__()
        self.rules = rules


def domains(description: Description, clauses: Sequence[Clause], deadline: Deadline) -> GdlDomains:
    """Return the roles, the possible fluents and the possible moves.

    Raises:
        InputError: terms grow without end, or there are too many fluents.
        TooManyAtoms: it is to be tried again without a relation.
        Expired: time is up.
    """
    state = state_relations(dependencies(clauses)).union(DERIVED)
    possible = []
    for clause in clauses:
        if clause.head.name in REQUIRED:
            body = tuple(x for x in clause.body if x.binds and x.atom.name not in state)
            possible.append(rule(Clause(Term(_MAY_HOLD, (Term(clause.head.name),)), body)))
    guard, guarded, wide = _Guard(deadline), _term_builders(clauses), _wide(clauses)
    text = "\n".join([_program(clauses, guarded, wide), *possible])
    try:
        control = ground(text, deadline, ["--warn=no-atom-undefined"], context=guard).control
    except _Wide as found:
        raise TooManyAtoms(without(clauses, wide[found.name])) from None
    except Refused as refused:
        reasons = " ".join(refused.messages)
        raise wrong(f"clingo says: {reasons}", Location(description.label)) from None
    deadline.check()
    if guard.stopped:
        refuse([_endless_grounding(description, guarded, guard)])
    atoms = control.symbolic_atoms
    fluents = sorted(atom.symbol.arguments[0] for atom in atoms.by_signature("true", 1))
    moves = sorted(atom.symbol.arguments for atom in atoms.by_signature("does", 2))
    refuse(_never_holding(description, clauses, atoms))
    roles = frozenset(str(atom.symbol.arguments[0]) for atom in atoms.by_signature("role", 1))
    named = [(str(player), str(move)) for player, move in moves]
    return GdlDomains(roles, list(map(str, fluents)), named, control)


@dataclass
class _Guard:
    """Tells clingo, for every new atom of a relation that might grow, whether to go on."""

    deadline: Deadline
    stopped: str = ""
    name: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    wide: dict[str, set[clingo.Symbol]] = field(default_factory=dict)

    def seen(self, name: clingo.Symbol, term: clingo.Symbol) -> list[clingo.Symbol]:
        """Return one value, or none to stop the grounding."""
        relation = name.string
        count = self.counts[relation] = self.counts.get(relation, 0) + 1
        most = MOST_FLUENTS if relation == "true" else _MOST_BUILT
        if not self.stopped:
            if _overgrown(term):
                self.stopped, self.name = "deep", relation
            elif count > most:
                self.stopped, self.name = "many", relation
        late = bool(self.deadline.ended) or (
            self.deadline.seconds is not None and self.deadline.elapsed > self.deadline.seconds
        )
        return [] if self.stopped or late else [clingo.Number(1)]

    def few(self, name: clingo.Symbol, term: clingo.Symbol) -> clingo.Symbol:
        """Return a value for an atom of a wide relation.

        Raises:
            _Wide: there are too many of them.
        """
        terms = self.wide.setdefault(name.string, set())
        terms.add(term)
        if len(terms) > MOST_ATOMS:
            raise _Wide(name.string)
        return clingo.Number(1)


def _overgrown(term: clingo.Symbol) -> bool:
    """Whether a term is deeper, or larger, than people write them."""
    pending = [(term, 0)]
    for count, (part, depth) in enumerate(pending):
        if depth > DEEPEST or count > _LARGEST_TERM:
            return True
        if part.type == clingo.SymbolType.Function:
            pending += ((argument, depth + 1) for argument in part.arguments)
    return False


def _term_builders(clauses: Sequence[Clause]) -> dict[str, Term]:
    """Return the recursive relations whose rules build terms, at one position or the next.

    Each with the head of its first such rule.
    """
    rests_on = dependencies(clauses)
    rests_on.setdefault("true", set()).update(("next", "init", "base"))
    rests_on.setdefault("does", set()).add("legal")
    recursive = {name for name, others in rests_on.items() if name in others}
    for component in components(rests_on, lambda name: rests_on.get(name, ())):
        if len(component) > 1:
            recursive.update(component)
    return {
        clause.head.name: clause.head
        for clause in reversed(clauses)
        if clause.head.name in recursive
        and any(a.arguments and any(a.variables()) for a in clause.head.arguments)
    }


class _Wide(Exception):
    """Raised at the relation with this name."""

    @property
    def name(self) -> str:
        """The name."""
        return str(self.args[0])


def _wide(clauses: Sequence[Clause]) -> dict[str, Clause]:
    """Return the relations of many arguments that the other rules can do without.

    By their names in the translation.
    """
    literals = chain.from_iterable(clause.body for clause in clauses)
    negated = {literal.atom.name for literal in literals if not literal.positive}
    return {
        predicate(name): relation
        for name, relation in replaceable(clauses).items()
        if len(relation.head.arguments) >= _COUNTED and name not in negated
    }


def _program(
    clauses: Sequence[Clause], guarded: Mapping[str, Term], wide: Mapping[str, Clause]
) -> str:
    state = state_relations(dependencies(clauses))
    defined = {clause.head.name for clause in clauses}
    state |= {name for name in DERIVED if name not in defined}
    lines = [
        'true(F) :- reached(F), 1 = @seen("true",F).',
        "reached(F) :- init(F).",
        f"reached(F) :- {'base' if 'base' in defined else 'next'}(F).",
        "does(P,A) :- legal(P,A).",
    ]
    lines += ["base(F) :- true(F)."] if "base" not in defined else []
    lines += [f"{predicate('input')}(P,A) :- does(P,A)."] if "input" not in defined else []
    arities = {clause.head.name: len(clause.head.arguments) for clause in clauses}
    for name in sorted(guarded):
        atom = predicate(name)
        arguments = ",".join(f"A{number}" for number in range(arities[name]))
        lines.append(f'{atom}({arguments}) :- raw_{atom}({arguments}), '
                     f'1 = @seen("{atom}",t({arguments})).')  # fmt: skip
    for clause in clauses:  # what is negated about the position is dropped: more follows
        body = tuple(x for x in clause.body if x.positive or x.atom.name not in state)
        raw = "raw_" if clause.head.name in guarded else ""
        text = raw + rule(Clause(clause.head, body))
        if (name := predicate(clause.head.name)) in wide:
            terms = text[text.index("(") : text.index(" :- ")]
            text = f'{text[:-1]}, 1 = @few("{name}",t{terms}).'
        lines.append(text)
    return "\n".join(lines)


def _endless_grounding(
    description: Description, building: Mapping[str, Term], guard: _Guard
) -> Diagnostic:
    if guard.stopped == "many" and guard.name == "true":
        return Diagnostic(f"more than {MOST_FLUENTS:,} fluents", Location(description.label))
    size = f"more than {_MOST_BUILT:,} terms"
    if guard.stopped == "deep":
        size = f"terms of more than {DEEPEST} functions within functions, or ever larger ones"
    name = "next" if guard.name == "true" else guard.name
    message = f"this builds {size}: it may go on without end"
    hint = "bound it by a relation that does not grow"
    if not building:  # the file writes such terms itself
        return Diagnostic(message, Location(description.label), hint)
    heads = [head for head in building.values() if predicate(head.name) == name]
    first = min(heads or building.values(), key=lambda head: head.begin)
    return description.problem(message, first, hint)


def _never_holding(
    description: Description, clauses: Sequence[Clause], atoms: clingo.SymbolicAtoms
) -> Iterator[Diagnostic]:
    """Report relations that never hold."""
    known = atoms.by_signature(predicate(_MAY_HOLD), 1)
    possible = {atom.symbol.arguments[0].name for atom in known}
    for name in REQUIRED:
        if name not in possible:
            head = next(clause.head for clause in clauses if clause.head.name == name)
            message = "this can never hold: no rule or fact matches what it asks for"
            yield description.problem(f"{name}: {message}", head)
