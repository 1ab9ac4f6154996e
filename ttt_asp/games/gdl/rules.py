"""What is wrong with a description: what the language forbids, each with its place.

The rules are those of the language's definition (Love et al., *General Game Playing: Game
Description Language Specification*, 2008): every relation has one number of arguments, rules are
safe, and what depends on the moves made, or on the position, may not decide what is legal, or what
there is at the start. That they are stratified is seen in `negation`; that recursion comes to an
end is not seen from the rules, it is tried (`domains`).
"""

from collections.abc import Iterator, Mapping, Sequence

from ttt_asp.errors import Diagnostic, Location, nearest
from ttt_asp.games.gdl.clauses import Clause
from ttt_asp.games.gdl.syntax import CONNECTIVES, GIVEN, KEYWORDS, Description, Term, constant
from ttt_asp.lp.graphs import path

REQUIRED = ("role", "init", "legal", "next", "terminal", "goal")
# What is found by grounding where the file does not say it.
DERIVED = ("base", "input")
_EVERY = "every game needs one"
_NEEDED = {
    "init": f"{_EVERY}; it is not taken to begin where nothing holds: a file that is meant so "
    "gives init a fluent that no other rule has"
}
_MAY_NOT = {
    **dict.fromkeys(("legal", "terminal", "goal"), ("does",)),
    **dict.fromkeys(("role", "init", "base", "input"), ("does", "true")),
}


def problems(description: Description, found: Sequence[Clause]) -> Iterator[Diagnostic]:
    """Everything that is wrong.

    Args:
        description: the file.
        found: its clauses.
    """
    words = list(_words(description, found))
    yield from words
    if words:
        return  # what follows would only say so again
    defined = {clause.head.name for clause in found}
    for name in REQUIRED:
        if name not in defined:
            what = f"there is no rule for {name}/{KEYWORDS[name]}"
            yield Diagnostic(what, Location(description.label), _NEEDED.get(name, _EVERY))
    for clause in found:
        yield from _unsafe(description, clause)
        yield from _strange_role(description, clause)
    rests_on = dependencies(found)
    for name, forbidden in _MAY_NOT.items():
        for other in forbidden:
            if (chain := way(name, other, rests_on)) and name in defined:
                head = next(clause.head for clause in found if clause.head.name == name)
                what = f"{name} may not rest on {other}: {' → '.join(chain)}"
                yield description.problem(what, head)


def dependencies(found: Sequence[Clause]) -> dict[str, set[str]]:
    """For each relation those in the bodies of its rules."""
    rests_on: dict[str, set[str]] = {}
    for clause in found:
        rests_on.setdefault(clause.head.name, set()).update(x.atom.name for x in clause.body)
    return rests_on


def state_relations(rests_on: Mapping[str, set[str]]) -> frozenset[str]:
    """The relations that depend on the position or on the moves."""
    return frozenset(
        name
        for name in (*rests_on, "true", "does", *KEYWORDS)
        if name in ("true", "does", "legal", "next", "terminal", "goal")
        or way(name, "true", rests_on)
        or way(name, "does", rests_on)
    )


def _words(description: Description, found: Sequence[Clause]) -> Iterator[Diagnostic]:
    """Relations of the wrong kind, in the wrong place, or with the wrong number of arguments."""
    arities = {name: (arity, "") for name, arity in KEYWORDS.items()}
    defined = {clause.head.name for clause in found} | {*GIVEN, *DERIVED}
    for clause in found:
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
                what = f"{atom.name} has {arity} argument{'s' if arity != 1 else ''}{where}"
                shown = f"{atom.name}/{len(atom.arguments)} has the wrong number of arguments"
                yield description.problem(shown, atom, what)
        for literal in clause.body:
            name = literal.atom.name
            if name == "next":
                what = "next may be the head of a rule only"
                yield description.problem(what, literal.atom, "true speaks of the position")
            elif name not in defined:
                arity = len(literal.atom.arguments)
                what = f"there is no rule or fact for {name}/{arity}"
                yield description.problem(what, literal.atom, nearest(name, sorted(defined)))


def _unsafe(description: Description, clause: Clause) -> Iterator[Diagnostic]:
    bound = {v.name for x in clause.body if x.binds for v in x.atom.variables()}
    said: set[str] = set()
    for atom in (clause.head, *(x.atom for x in clause.body)):
        for variable in atom.variables():
            if variable.name not in bound | said:
                said.add(variable.name)
                what = f"the variable {_named(variable)} is unsafe"
                hint = "an atom of the body that is not negated has to have it"
                yield description.problem(what, variable, hint)


def _named(variable: Term) -> str:
    return variable.name if variable.name[:1].isupper() else f"?{variable.name}"


def _strange_role(description: Description, clause: Clause) -> Iterator[Diagnostic]:
    if clause.head.name != "role":
        return
    (role,) = clause.head.arguments
    if role.arguments or (not role.variable and constant(role.name).isdigit()):
        what = "a role cannot be a number or a compound term here"
        yield description.problem(what, role, "give it a name")


def way(start: str, goal: str, rests_on: Mapping[str, set[str]]) -> list[str]:
    """A shortest path along dependencies, or the empty list."""
    return path([start], lambda name: sorted(rests_on.get(name, ())), lambda name: name == goal)
