"""Problems of a description: all that the language forbids, each with its place.

The rules are those of the language's definition (Love et al., *General Game Playing: Game
Description Language Specification*, 2008): every relation has one number of arguments, rules are
safe, no relation that depends on the moves made may decide what is legal, and none that depends on
the position what holds at the start. Whether recursion ends is not seen from the rules: it is tried
(`domains`).

It also asks that relations be stratified. Public games break that where one value of a relation
rests on another, as `goal(x,50)` on `not goal(x,100)`. Programs differ on such files, so they are
refused, even if by arguments it is clear what is true.

Games with hidden information are refused too: GDL-II's `sees`, by which roles see only what that
says. Every answer takes it that roles know the position. In GDL-II they do where each of them sees
each move of all others, which is decided by the shape of the rules: `(sees ?r (NAME ?q ?m))`
follows from `(does ?q ?m)`, whatever the position is. Between two roles `(sees ?r ?m)` is enough,
as each knows its own move. The role `random` needs to see nothing.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from ttt_asp.errors import Diagnostic, Location, nearest
from ttt_asp.extensions.gdl.clauses import DERIVED, REQUIRED, Clause, dependencies, way
from ttt_asp.extensions.gdl.syntax import (
    CONNECTIVES,
    GIVEN,
    KEYWORDS,
    Description,
    Term,
    constant,
)

_UNCLEAR = (
    "what is true would be unclear, or programs would differ on it: give what is negated a "
    "relation of its own"
)
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
    """Report everything that is wrong with a description."""
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
    yield from _cycles(description, clauses)


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
    bound = set[str]()
    for literal in clause.body:
        bound.update(v.name for v in literal.atom.variables() if literal.binds)
    reported: set[str] = set()
    for atom in (clause.head, *(x.atom for x in clause.body)):
        for variable in atom.variables():
            if variable.name not in bound | reported:
                reported.add(variable.name)
                sign = "" if variable.name[:1].isupper() else "?"
                message = f"the variable {sign}{variable.name} is unsafe"
                hint = "an atom of the body that is not negated has to have it"
                yield description.problem(message, variable, hint)


def _strange_role(description: Description, clause: Clause) -> Iterator[Diagnostic]:
    if clause.head.name != "role":
        return
    (role,) = clause.head.arguments
    if role.arguments or (not role.variable and constant(role.name).isdigit()):
        message = "a role cannot be a number or a compound term here"
        yield description.problem(message, role, "give it a name")


def _cycles(description: Description, clauses: Sequence[Clause]) -> Iterator[Diagnostic]:
    """Report every cycle of relations through negation."""
    rests_on = dependencies(clauses)
    reported: set[tuple[str, str]] = set()
    for clause in clauses:
        for literal in clause.body:
            head, name = clause.head.name, literal.atom.name
            if literal.positive or (head, name) in reported:
                continue
            if back := way(name, head, rests_on):
                reported.add((head, name))
                chain = " → ".join([f"{head} → not {back[0]}", *back[1:]])
                message = f"a cycle through negation: {chain}"
                yield description.problem(message, literal.atom, _UNCLEAR)


_HIDDEN = (
    "answers take it that every role knows the position; docs/gdl.md shows a rule by which all see "
    "all; a relation that is not GDL-II's `sees` needs another name"
)


def hidden_moves(
    description: Description, clauses: Sequence[Clause], roles: frozenset[str]
) -> Iterator[Diagnostic]:
    """Report the first rule of `sees/2` if some role may not see each move of all others.

    Args:
        description: the file.
        clauses: its clauses, checked.
        roles: those of the game, as clingo spells them.
    """
    rules = [clause for clause in clauses if clause.head.signature == ("sees", 2)]
    if not rules:
        return
    told_by = {clause: _told(clause, len(roles)) for clause in rules}
    revealing = {clause: move for clause, move in told_by.items() if move is not None}
    # a percept that another rule gives as well tells nothing, and a variable may be any
    told = {_form(clause) for clause in revealing}
    every = {_form(clause) for clause in rules}
    clear = told.isdisjoint(_form(clause) for clause in rules if clause not in revealing)
    clear &= None not in every or len(every) == 1
    spelt = {constant(name): first for name, first in description.spelling.items()}
    for seer, mover in product(sorted(roles - {"random"}), sorted(roles)):
        seen = (c.head.arguments[0] for c, m in revealing.items() if _may_be(m.arguments[0], mover))
        if seer != mover and not (clear and any(_may_be(term, seer) for term in seen)):
            place = next((clause for clause in rules if clause not in revealing), rules[0]).head
            shown = f"{spelt[seer]} may not see every move of {spelt[mover]}"
            yield description.problem(f"hidden information: {shown}", place, _HIDDEN)
            return


def _told(clause: Clause, roles: int) -> Term | None:
    """Return the atom of `does` whose move a rule of `sees` tells at every position, if it does."""
    seer, percept = clause.head.arguments
    moves = [literal.atom for literal in clause.body if literal.atom.name == "does"]
    if len(moves) != 1 or not moves[0].arguments[1].variable:
        return None
    mover, action = moves[0].arguments
    tells = percept.arguments == (mover, action) or (percept == action and roles == 2)
    allowed = {
        *(("does", (mover, action)), ("role", (seer,)), ("role", (mover,))),
        *(("distinct", (seer, mover)), ("distinct", (mover, seer))),
    }
    always = all(x.positive and (x.atom.name, x.atom.arguments) in allowed for x in clause.body)
    return moves[0] if tells and always and len({seer, mover, action}) == 3 else None


def _form(clause: Clause) -> tuple[str, int] | None:
    """Return the function of a rule's percept; None if it is a variable."""
    percept = clause.head.arguments[1]
    return None if percept.variable else percept.signature


def _may_be(term: Term, role: str) -> bool:
    return term.variable or constant(term.name) == role
