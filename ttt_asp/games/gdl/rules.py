"""Problems of a description: all that the language forbids, each with its place.

The rules are those of the language's definition (Love et al., *General Game Playing: Game
Description Language Specification*, 2008): every relation has one number of arguments, rules are
safe, no relation that depends on the moves made may decide what is legal, and none that depends on
the position what holds at the start. Whether recursion ends is not seen from the rules: it is tried
(`domains`).

It also asks that relations be stratified. Public games break that where one value of a relation
rests on another, as `goal(x,50)` on `not goal(x,100)`: read by their arguments such rules are
stratified all the same (Przymusinski 1988, *locally stratified*). Whoever wrote the file has to
know which it is.
"""

from collections.abc import Iterator, Mapping, Sequence

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, InputError, Location, nearest
from ttt_asp.games.game import Spelling
from ttt_asp.games.gdl.clauses import (
    DERIVED,
    REQUIRED,
    Clause,
    dependencies,
    predicate,
    relaxed,
    rule,
    state_relations,
    way,
)
from ttt_asp.games.gdl.domains import grounded
from ttt_asp.games.gdl.syntax import CONNECTIVES, GIVEN, KEYWORDS, Description, Term, constant
from ttt_asp.lp.dependencies import components, shortest_path

_UNCLEAR = "what is true would be unclear"
# No relation of a file has a name with a space.
_RESTS_ON = "rests on"
_EVERY = "every game needs one"
_NEEDED = {
    "init": f"{_EVERY}; it is not taken to begin where nothing holds: a file that is meant so "
    "gives init a fluent that no other rule has"
}
_MAY_NOT = {
    **dict.fromkeys(("legal", "terminal", "goal"), ("does",)),
    **dict.fromkeys(("role", "init", "base", "input"), ("does", "true")),
}


def problems(description: Description, clauses: Sequence[Clause]) -> Iterator[Diagnostic]:
    """Report everything that is wrong with a description.

    Args:
        description: the file.
        clauses: its clauses.
    """
    words = list(_misused_relations(description, clauses))
    yield from words
    if words:
        return  # later messages would only repeat these
    defined = {clause.head.name for clause in clauses}
    for name in REQUIRED:
        if name not in defined:
            message = f"there is no rule for {name}/{KEYWORDS[name]}"
            yield Diagnostic(message, Location(description.label), _NEEDED.get(name, _EVERY))
    for clause in clauses:
        yield from _unsafe(description, clause)
        yield from _strange_role(description, clause)
    rests_on = dependencies(clauses)
    for name, forbidden in _MAY_NOT.items():
        for other in forbidden:
            if (chain := way(name, other, rests_on)) and name in defined:
                head = next(clause.head for clause in clauses if clause.head.name == name)
                message = f"{name} may not rest on {other}: {' → '.join(chain)}"
                yield description.problem(message, head)


def _misused_relations(description: Description, clauses: Sequence[Clause]) -> Iterator[Diagnostic]:
    """Report relations of the wrong kind, at the wrong place, or of the wrong arity."""
    arities = {name: (arity, "") for name, arity in KEYWORDS.items()}
    defined = {clause.head.name for clause in clauses} | {*GIVEN, *DERIVED}
    for clause in clauses:
        head = clause.head
        if head.variable:
            yield description.problem("a rule's head cannot be a variable", head)
        elif head.name in (*CONNECTIVES, *GIVEN):
            yield description.problem(f"{head.name} cannot be the head of a rule", head)
        for atom in (head, *(literal.atom for literal in clause.body)):
            place = description.place(atom.begin)
            arity, where = arities.setdefault(
                atom.name, (len(atom.arguments), f", as in line {place.line}")
            )
            if len(atom.arguments) != arity and atom.name not in CONNECTIVES:
                message = f"{atom.name} has {arity} argument{'s' if arity != 1 else ''}{where}"
                shown = f"{atom.name}/{len(atom.arguments)} has the wrong number of arguments"
                yield description.problem(shown, atom, message)
        for literal in clause.body:
            name = literal.atom.name
            if name == "next":
                message = "next may be the head of a rule only"
                yield description.problem(message, literal.atom, "true speaks of the position")
            elif name not in defined:
                arity = len(literal.atom.arguments)
                message = f"there is no rule or fact for {name}/{arity}"
                yield description.problem(message, literal.atom, nearest(name, sorted(defined)))


def _unsafe(description: Description, clause: Clause) -> Iterator[Diagnostic]:
    bound = {v.name for x in clause.body if x.binds for v in x.atom.variables()}
    reported: set[str] = set()
    for atom in (clause.head, *(x.atom for x in clause.body)):
        for variable in atom.variables():
            if variable.name not in bound | reported:
                reported.add(variable.name)
                message = f"the variable {_variable_name(variable)} is unsafe"
                hint = "an atom of the body that is not negated has to have it"
                yield description.problem(message, variable, hint)


def _variable_name(variable: Term) -> str:
    return variable.name if variable.name[:1].isupper() else f"?{variable.name}"


def _strange_role(description: Description, clause: Clause) -> Iterator[Diagnostic]:
    if clause.head.name != "role":
        return
    (role,) = clause.head.arguments
    if role.arguments or (not role.variable and constant(role.name).isdigit()):
        message = "a role cannot be a number or a compound term here"
        yield description.problem(message, role, "give it a name")


def cycles(
    description: Description, clauses: Sequence[Clause], deadline: Deadline | None
) -> Iterator[Diagnostic]:
    """Report every cycle of relations through negation, and whether there is one of atoms.

    Args:
        description: the file.
        clauses: its clauses.
        deadline: when to give up; None if the rules cannot be grounded, as more is wrong.
    """
    rests_on = dependencies(clauses)
    problems_at: dict[tuple[str, str], Diagnostic] = {}
    hints: dict[frozenset[str], str] = {}
    for clause in clauses:
        for literal in clause.body:
            head, name = clause.head.name, literal.atom.name
            if literal.positive or (head, name) in problems_at:
                continue
            if back := way(name, head, rests_on):
                around = frozenset(
                    r for r in rests_on if way(head, r, rests_on) and way(r, head, rests_on)
                )
                if around not in hints:
                    hints[around] = _stratification_hint(description, clauses, around, deadline)
                chain = " → ".join([f"{head} → not {back[0]}", *back[1:]])
                message = f"a cycle through negation: {chain}"
                problems_at[head, name] = description.problem(message, literal.atom, hints[around])
    yield from problems_at.values()


def _stratification_hint(
    description: Description,
    clauses: Sequence[Clause],
    around: frozenset[str],
    deadline: Deadline | None,
) -> str:
    """Return a hint about a cycle of relations: whether atoms also rest on their own negations."""
    if deadline is None:
        return _UNCLEAR
    try:
        rests_on, negated = _atom_dependencies(description, clauses, around, deadline)
    except InputError as error:
        why = error.diagnostics[0].message
        return f"{_UNCLEAR}; whether not by arguments cannot be seen, as {why}"
    for component in components(rests_on, lambda atom: rests_on[atom]):
        inside = set(component)
        for atom in sorted(component):
            if over := negated[atom] & inside:
                back = shortest_path(
                    [min(over)], lambda node: sorted(rests_on[node]), {atom}.__contains__
                )
                chain = " → ".join([f"{atom} → not {back[0]}", *back[1:]])
                return f"{_UNCLEAR}, by arguments too: {chain}"
    pair = next(((a, min(negated[a])) for a in sorted(rests_on) if negated[a]), None)
    example = f"{pair[0]} rests on not {pair[1]}, and " if pair else ""
    return (
        f"by arguments it is clear what is true: {example}no atom rests on its "
        "own negation; but the language asks for that of relations, and programs differ on such "
        "files: give what is negated a relation of its own"
    )


def _atom_dependencies(
    description: Description,
    clauses: Sequence[Clause],
    around: frozenset[str],
    deadline: Deadline,
) -> tuple[Mapping[str, set[str]], Mapping[str, set[str]]]:
    """Return the atoms on which atoms of some relations rest, and those negated there.

    The game is grounded as in `domains`, so atoms may seem to rest on more than they do.
    """
    state = state_relations(dependencies(clauses))
    rules = []
    for clause in clauses:
        (loose,) = relaxed([clause], state)
        for literal in clause.body:
            if {clause.head.name, literal.atom.name} <= around:
                sign = Term("1" if literal.positive else "0")
                head = Term(_RESTS_ON, (clause.head, literal.atom, sign))
                rules.append(rule(Clause(head, loose.body)))
    control = grounded(description, clauses, rules, deadline)
    spelling = Spelling({constant(name): shown for name, shown in description.spelling.items()})
    rests_on: dict[str, set[str]] = {}
    negated: dict[str, set[str]] = {}
    for atom in control.symbolic_atoms.by_signature(predicate(_RESTS_ON), 3):
        first, other = (spelling.shown(str(term)) for term in atom.symbol.arguments[:2])
        for name in (first, other):
            rests_on.setdefault(name, set())
            negated.setdefault(name, set())
        rests_on[first].add(other)
        if not atom.symbol.arguments[2].number:
            negated[first].add(other)
    return rests_on, negated
