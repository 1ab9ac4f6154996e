"""How often atoms of a game may hold: estimated from those that its grounder found."""

import re
from dataclasses import dataclass, field

import clingo

from ttt_asp.extensions.gdl.clauses import function, predicate
from ttt_asp.extensions.gdl.parts import Table
from ttt_asp.extensions.gdl.syntax import Term, constant

# So many atoms of a relation are looked at, about; of more, some in equal distances.
_MOST = 300

# The beginning of a term with arguments, its end, or a constant; names are those of `translate`.
_TOKEN = re.compile(r"[^(),]+\(?|\)")

# A constant, or a function and its arguments.
_Ground = str | tuple["_Ground", ...]


@dataclass
class Tables:
    """The atoms that may hold at some position.

    Attributes:
        control: the grounder, which knows them.
    """

    control: clingo.Control
    _samples: dict[tuple[str, int], tuple[list[tuple[_Ground, ...]], float]] = field(
        default_factory=dict
    )
    _known: dict[Term, Table] = field(default_factory=dict)

    def of(self, atom: Term) -> Table:
        """Return how often an atom may hold, and with which values of its variables."""
        if atom not in self._known:
            self._known[atom] = self._table(atom)
        return self._known[atom]

    def _table(self, atom: Term) -> Table:
        sample, scale = self._sample(predicate(atom.name), len(atom.arguments))
        names = tuple(dict.fromkeys(variable.name for variable in atom.variables()))
        found = [bound for row in sample if (bound := _bound(atom, row)) is not None]
        rows = [tuple(bound[name] for name in names) for bound in found]
        values = {name: float(len({bound[name] for bound in found})) for name in names}
        return Table(names, len(rows) * scale, values, rows)

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
