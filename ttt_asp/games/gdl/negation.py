"""Cycles through negation: what the language forbids, and what can be said of each.

The language asks that relations be stratified (Love et al., *General Game Playing: Game Description
Language Specification*, 2008). Public games break that where one value of a relation rests on
another, as `goal(x,50)` on `not goal(x,100)`: read by their arguments such rules are stratified all
the same (Przymusinski 1988, *locally stratified*). Whoever wrote the file has to know which it is.
"""

from collections.abc import Iterator, Mapping, Sequence

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, InputError
from ttt_asp.games.gdl.clauses import Clause, predicate, relaxed, rule
from ttt_asp.games.gdl.domains import grounded
from ttt_asp.games.gdl.rules import dependencies, state_relations, way
from ttt_asp.games.gdl.syntax import Description, Term, constant
from ttt_asp.games.spelling import Spelling
from ttt_asp.lp.graphs import components, path

_UNCLEAR = "what is true would be unclear"
# No relation of a file has a name with a space.
_RESTS_ON = "rests on"


def cycles(
    description: Description, found: Sequence[Clause], deadline: Deadline | None
) -> Iterator[Diagnostic]:
    """Every cycle of relations through negation, and whether there is one of atoms.

    Args:
        description: the file.
        found: its clauses.
        deadline: when to give up; None where rules cannot be grounded, as more is wrong.
    """
    rests_on = dependencies(found)
    said: dict[tuple[str, str], Diagnostic] = {}
    hints: dict[frozenset[str], str] = {}
    for clause in found:
        for literal in clause.body:
            head, name = clause.head.name, literal.atom.name
            if literal.positive or (head, name) in said:
                continue
            if back := way(name, head, rests_on):
                around = frozenset(
                    r for r in rests_on if way(head, r, rests_on) and way(r, head, rests_on)
                )
                if around not in hints:
                    hints[around] = _by_arguments(description, found, around, deadline)
                chain = " → ".join([f"{head} → not {back[0]}", *back[1:]])
                what = f"a cycle through negation: {chain}"
                said[head, name] = description.problem(what, literal.atom, hints[around])
    yield from said.values()


def _by_arguments(
    description: Description,
    found: Sequence[Clause],
    around: frozenset[str],
    deadline: Deadline | None,
) -> str:
    """What is to be said of a cycle of relations, from what rests on what by arguments."""
    if deadline is None:
        return _UNCLEAR
    try:
        rests_on, negated = _atoms(description, found, around, deadline)
    except InputError as error:
        why = error.diagnostics[0].message
        return f"{_UNCLEAR}; whether not by arguments cannot be seen, as {why}"
    for component in components(rests_on, lambda atom: rests_on[atom]):
        inside = set(component)
        for atom in sorted(component):
            if over := negated[atom] & inside:
                back = path([min(over)], lambda one: sorted(rests_on[one]), {atom}.__contains__)
                chain = " → ".join([f"{atom} → not {back[0]}", *back[1:]])
                return f"{_UNCLEAR}, by arguments too: {chain}"
    some = next(((one, min(negated[one])) for one in sorted(rests_on) if negated[one]), None)
    example = f"{some[0]} rests on not {some[1]}, and " if some else ""
    return (
        f"by arguments it is clear what is true: {example}no atom rests on its "
        "own negation; but the language asks for that of relations, and programs differ on such "
        "files: give what is negated a relation of its own"
    )


def _atoms(
    description: Description,
    found: Sequence[Clause],
    around: frozenset[str],
    deadline: Deadline,
) -> tuple[Mapping[str, set[str]], Mapping[str, set[str]]]:
    """What atoms of some relations rest on, and on the negations of which, at some position.

    The game is grounded as `domains` does it, so that maybe more rests on more.
    """
    state = state_relations(dependencies(found))
    rules = []
    for clause in found:
        (loose,) = relaxed([clause], state)
        for literal in clause.body:
            if {clause.head.name, literal.atom.name} <= around:
                sign = Term("1" if literal.positive else "0")
                head = Term(_RESTS_ON, (clause.head, literal.atom, sign))
                rules.append(rule(Clause(head, loose.body)))
    control = grounded(description, found, rules, deadline)
    spelling = Spelling({constant(name): shown for name, shown in description.spelling.items()})
    rests_on: dict[str, set[str]] = {}
    negated: dict[str, set[str]] = {}
    for atom in control.symbolic_atoms.by_signature(predicate(_RESTS_ON), 3):
        one, other = (spelling.shown(str(term)) for term in atom.symbol.arguments[:2])
        for some in (one, other):
            rests_on.setdefault(some, set())
            negated.setdefault(some, set())
        rests_on[one].add(other)
        if not atom.symbol.arguments[2].number:
            negated[one].add(other)
    return rests_on, negated
