"""What a tactic's or an order's own file may define, and what it may ask."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ttt_asp.errors import Diagnostic
from ttt_asp.lp.lint import cycles, lint_rules, unknown
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Atom, Signature


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of file: what it is called, what it defines, and what is said if it does not."""

    name: str
    owner: str
    head: str
    form: str
    empty: str


_KINDS = {
    "tactic": _Kind(
        "tactic",
        "a tactic's",
        "suggests",
        "suggests({},P,ACTION)",
        "the tactic {} suggests nothing",
    ),
    "order": _Kind(
        "order", "an order's", "order", "order({},ACTION,RANK)", "the order {} gives no ranks"
    ),
}


def lint_named(
    called: str,
    source: Source,
    name: str,
    defined: Mapping[Signature, str],
    tactics: Sequence[str],
) -> Iterator[Diagnostic]:
    """Find everything that is wrong with a tactic's or an order's own file.

    Args:
        called: what the file is, `tactic` or `order`.
        source: the parsed file.
        name: the tactic's or the order's, the file's stem.
        defined: what the game and the vocabulary define, and in which file.
        tactics: the names of all tactics that this one may use.
    """
    kind = _KINDS[called]
    yield from lint_rules(source)
    named = {str(a.first): a for a in _heads(source) if a.name == kind.head and a.first}
    if named and name not in named and len(named) == 1:
        ((other, atom),) = named.items()
        what = f"the file is {name}.lp, the rule says {other}"
        yield Diagnostic(what, source.location(atom.begin, atom.end), "rename either")
        name = other
    elif name not in named:
        hint = f"a rule {kind.form.format(name)} :- ..."
        yield Diagnostic(kind.empty.format(name), source.location(0), hint)
    for atom in _heads(source):
        for what, hint in _foreign_head(atom, kind, name, defined):
            yield Diagnostic(what, source.location(atom.begin, atom.end), hint)
    # those with wrong names were told of above
    own = {a.signature for a in _heads(source) if a.name != kind.head}
    yield from unknown(source, f"{kind.name}s", own | defined.keys(), tactics)
    yield from cycles([source])


def _heads(source: Source) -> list[Atom]:
    return [atom for statement in source.statements for atom in statement.heads]


def _foreign_head(
    atom: Atom, kind: _Kind, own: str, defined: Mapping[Signature, str]
) -> Iterator[tuple[str, str]]:
    """Why a tactic's or an order's file may not define this, and what it may."""
    allowed = f"{kind.owner} file defines {kind.form.format(own)} and helpers {own}_..."
    homes = [home for (name, _), home in defined.items() if name == atom.name]
    if atom.name == kind.head:
        if atom.arity != 3:
            yield f"{kind.head} has 3 arguments, not {atom.arity}", allowed
        elif atom.first is None:
            yield f"the {kind.name} has to be named: {kind.head}({own},...)", allowed
        elif atom.first != own:
            yield f"{atom.first} is another file's {kind.name}", allowed
    elif homes:
        yield f"{atom.name} is defined in {homes[0]}", allowed
    elif not atom.name.startswith(f"{own}_"):
        what = f"{atom.name} cannot be defined here: a helper's name starts with the {kind.name}'s"
        yield what, f"call it {own}_{atom.name}"
