"""The fluents and moves of a game, found by grounding where its file does not list them.

The game is relaxed before it is grounded: what became true stays true, every legal move is made,
and no negated literal about the position stands in the way. So everything that holds at some
reachable position is found, and maybe more (Love et al. 2008 leave it to the grounder as well).
It also shows that grounding comes to an end: function symbols that grow are stopped here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

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
from ttt_asp.extensions.gdl.syntax import DEEPEST, Description, Term
from ttt_asp.lp.dependencies import components
from ttt_asp.solving.ground import Refused, ground

MOST_FLUENTS = 20_000
# Atoms of one relation whose rules build terms recursively.
_MOST_BUILT = 200_000
_LARGEST_TERM = 500
# No relation of a file has a name with a space.
_MAY_HOLD = "may hold"


def domains(
    description: Description, clauses: Sequence[Clause], deadline: Deadline
) -> tuple[frozenset[str], list[str], list[tuple[str, str]]]:
    """Return the roles, the possible fluents and the possible moves, in clingo's terms and order.

    Args:
        description: the file.
        clauses: its clauses, checked.
        deadline: when to give up.

    Raises:
        InputError: terms grow without end, or there are too many fluents.
        Expired: time is up.
    """
    state = state_relations(dependencies(clauses)).union(DERIVED)
    possible = []
    for clause in clauses:
        if clause.head.name in REQUIRED:
            body = tuple(x for x in clause.body if x.binds and x.atom.name not in state)
            possible.append(rule(Clause(Term(_MAY_HOLD, (Term(clause.head.name),)), body)))
    guard = _Guard(deadline)
    guarded = _term_builders(clauses)
    text = "\n".join([_program(clauses, guarded), *possible])
    try:
        control = ground(text, deadline, ["--warn=no-atom-undefined"], context=guard).control
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
    return roles, list(map(str, fluents)), [(str(player), str(move)) for player, move in moves]


@dataclass
class _Guard:
    """Tells clingo, for every new atom of a relation that might grow, whether to go on."""

    deadline: Deadline
    stopped: str = ""
    name: str = ""
    counts: dict[str, int] = field(default_factory=dict)

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


def _program(clauses: Sequence[Clause], guarded: Mapping[str, Term]) -> str:
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
        lines.append(raw + rule(Clause(clause.head, body)))
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
