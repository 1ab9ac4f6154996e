"""Refusal of games with hidden information: GDL-II's `sees`, by which roles see only what it says.

Every answer takes it that roles know the position. In GDL-II they do where each of them sees each
move of all others, which is decided by the shape of the rules: `(sees ?r (NAME ?q ?m))` follows
from `(does ?q ?m)`, whatever the position is. Between two roles `(sees ?r ?m)` is enough, as each
knows its own move. The role `random` needs to see nothing.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from ttt_asp.errors import Diagnostic
from ttt_asp.extensions.gdl.clauses import Clause
from ttt_asp.extensions.gdl.syntax import Description, Term, constant

_HINT = (
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
            yield description.problem(f"hidden information: {shown}", place, _HINT)
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
