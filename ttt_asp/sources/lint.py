"""The checked sub-language that tactics are written in (DESIGN section 4).

A tactic may only *define* things about one position, by rules that always have exactly one
answer: then no tactic can remove a play, and an answer `proved` cannot come from a program
that has no plays.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from clingo.ast import AST, ASTType, Sign

from ttt_asp.errors import Diagnostic, nearest
from ttt_asp.sources.dependencies import Node, components, node_of
from ttt_asp.sources.source import Atom, Signature, Source, Statement

_DIRECTIVES = {
    ASTType.Definition: "#const",
    ASTType.ShowSignature: "#show",
    ASTType.ShowTerm: "#show",
    ASTType.Defined: "#defined",
    ASTType.Minimize: "#minimize or a weak constraint",
    ASTType.Script: "#script",
    ASTType.Program: "#program",
    ASTType.External: "#external",
    ASTType.Edge: "#edge",
    ASTType.Heuristic: "#heuristic",
    ASTType.ProjectAtom: "#project",
    ASTType.ProjectSignature: "#project",
    ASTType.TheoryDefinition: "#theory",
}
_HEADS = {
    ASTType.Disjunction: "a disjunction or a condition in a head",
    ASTType.Aggregate: "a choice",
    ASTType.HeadAggregate: "an aggregate in a head",
    ASTType.TheoryAtom: "a theory atom",
}
# The frames own these; a rule about one position may not mention them.
_OF_OTHER_SITUATIONS = {"does", "next", "init", "lemma"}
_BUILT_UP = {
    ASTType.Function,
    ASTType.BinaryOperation,
    ASTType.UnaryOperation,
    ASTType.Interval,
    ASTType.Pool,
}


def lint_rules(source: Source, directives: Sequence[ASTType] = ()) -> Iterator[Diagnostic]:
    """What lifting cannot carry, or what could make a program have several answers or none.

    Args:
        source: any time-free source, a game's or a tactic's.
        directives: the kinds of directives that this source may have.
    """
    for statement in source.statements:
        where = source.location(statement.begin, statement.end)
        if statement.kind in directives:
            continue
        if statement.kind != ASTType.Rule:
            name = _DIRECTIVES.get(statement.kind, statement.kind.name)
            yield Diagnostic(f"{name} is not allowed here", where, "only rules are")
            continue
        head = statement.node.head
        if head.ast_type in _HEADS:
            hint = "a rule's head is one atom"
            yield Diagnostic(f"{_HEADS[head.ast_type]} is not allowed", where, hint)
        elif head.atom.ast_type == ASTType.BooleanConstant:
            yield Diagnostic(
                "an integrity constraint is not allowed: it would remove plays from the proof",
                where,
                "say what is suggested instead, or use except(A,B) in a strategy",
            )
        elif head.sign != Sign.NoSign or head.atom.ast_type != ASTType.SymbolicAtom:
            yield Diagnostic("a head has to be an atom", where, "only rules are allowed")
        for literal in statement.node.body:
            if literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.TheoryAtom:
                yield Diagnostic("a theory atom is not allowed", where)
        for atom in statement.atoms:
            yield from _unliftable(source, atom)


def _unliftable(source: Source, atom: Atom) -> Iterator[Diagnostic]:
    where = source.location(atom.begin, atom.end)
    if atom.term.ast_type == ASTType.UnaryOperation:
        hint = "use `not`, or a predicate of another name"
        yield Diagnostic("classical negation is not allowed", where, hint)
    elif atom.term.ast_type == ASTType.Pool:
        hint = f"put the pool in parentheses: {atom.name}((a;b))"
        yield Diagnostic("a pool over the whole argument list is not allowed", where, hint)
    elif atom.arity == 0 and source.text[atom.end - 1 : atom.end] == b")":
        hint = f"write {atom.name}"
        yield Diagnostic("empty parentheses are not allowed", where, hint)


def lint_tactic(
    source: Source, tactic: str, defined: Mapping[Signature, str], tactics: Sequence[str]
) -> Iterator[Diagnostic]:
    """Everything that is wrong with a tactic's own file.

    Args:
        source: the parsed file.
        tactic: the tactic's name, the file's stem.
        defined: what the game and the vocabulary define, and in which file.
        tactics: the names of all tactics that this one may use.
    """
    yield from _lint_named(source, _TACTIC, tactic, defined, tactics)


def lint_order(
    source: Source, order: str, defined: Mapping[Signature, str], tactics: Sequence[str]
) -> Iterator[Diagnostic]:
    """Everything that is wrong with an order's own file; see `lint_tactic`."""
    yield from _lint_named(source, _ORDER, order, defined, tactics)


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of file: what it is called, what it defines, and what is said if it does not."""

    name: str
    owner: str
    head: str
    form: str
    empty: str


_TACTIC = _Kind(
    "tactic",
    "a tactic's",
    "suggests",
    "suggests({},P,ACTION)",
    "the tactic {} suggests nothing",
)
_ORDER = _Kind(
    "order", "an order's", "order", "order({},ACTION,RANK)", "the order {} gives no ranks"
)


def _lint_named(
    source: Source,
    kind: _Kind,
    name: str,
    defined: Mapping[Signature, str],
    tactics: Sequence[str],
) -> Iterator[Diagnostic]:
    yield from lint_rules(source)
    if not any(a.name == kind.head and a.first == name for a in _heads(source)):
        hint = f"a rule {kind.form.format(name)} :- ..."
        yield Diagnostic(kind.empty.format(name), source.location(0), hint)
    for atom in _heads(source):
        yield from _foreign_head(source, atom, kind, name, defined)
    own = {a.signature for a in _heads(source) if a.name.startswith(f"{name}_")}
    yield from unknown(source, f"{kind.name}s", own | defined.keys(), tactics)
    yield from cycles([source])


def _heads(source: Source) -> list[Atom]:
    return [atom for statement in source.statements for atom in statement.heads]


def _foreign_head(
    source: Source, atom: Atom, kind: _Kind, own: str, defined: Mapping[Signature, str]
) -> Iterator[Diagnostic]:
    where = source.location(atom.begin, atom.end)
    allowed = f"{kind.owner} file defines {kind.form.format(own)} and helpers {own}_..."
    homes = [home for (name, _), home in defined.items() if name == atom.name]
    if atom.name == kind.head:
        if atom.arity != 3:
            yield Diagnostic(f"{kind.head} has 3 arguments, not {atom.arity}", where, allowed)
        elif atom.first is None:
            what = f"the {kind.name} has to be named: {kind.head}({own},...)"
            yield Diagnostic(what, where, allowed)
        elif atom.first != own:
            yield Diagnostic(f"{atom.first} is another file's {kind.name}", where, allowed)
    elif homes:
        yield Diagnostic(f"{atom.name} is defined in {homes[0]}", where, allowed)
    elif not atom.name.startswith(f"{own}_"):
        yield Diagnostic(f"{atom.name} cannot be defined here", where, allowed)


def unknown(
    source: Source, kind: str, known: AbstractSet[Signature], tactics: Sequence[str]
) -> Iterator[Diagnostic]:
    """What stands in a body of a user's file and means nothing there.

    Args:
        source: the file.
        kind: what it has, for messages: tactics or lemmas.
        known: the predicates that it may use.
        tactics: the tactics that it may use.
    """
    for statement in source.statements:
        for atom in statement.body:
            yield from _unknown(source, atom, kind, known, tactics)


def _unknown(
    source: Source, atom: Atom, kind: str, known: AbstractSet[Signature], tactics: Sequence[str]
) -> Iterator[Diagnostic]:
    where = source.location(atom.begin, atom.end)
    if atom.name in _OF_OTHER_SITUATIONS:
        what = f"{atom.name} is not for {kind}: they see the present position only"
        yield Diagnostic(what, where, "true, legal and the vocabulary speak of it")
    elif atom.signature == ("suggests", 3):
        if atom.first is None:
            what = "the tactic has to be named: suggests(fork,...)"
            yield Diagnostic(what, where, "no variables, no pools")
        elif atom.first not in tactics:
            hint = nearest(atom.first, tactics, f"the tactics are {', '.join(tactics)}")
            yield Diagnostic(f"there is no tactic {atom.first}", where, hint)
    elif atom.signature not in known:
        arities = sorted(arity for name, arity in known if name == atom.name)
        shown = f"{atom.name}/{atom.arity}"
        if arities:
            hint = f"it has {' or '.join(map(str, arities))}"
            yield Diagnostic(f"{shown} has the wrong number of arguments", where, hint)
        else:
            names = sorted({name for name, _ in known})
            close = nearest(atom.name, names, "asp/README.md lists the predicates")
            yield Diagnostic(f"there is no predicate {shown}", where, close)


def cycles(sources: Sequence[Source]) -> Iterator[Diagnostic]:
    """Recursion through negation, and recursion that might build ever new terms."""
    component = components(s for source in sources for s in source.statements)
    for source in sources:
        for statement in source.statements:
            for head in statement.heads:
                mine = component[node_of(head)]
                within = [a for a in statement.body if component.get(node_of(a)) == mine]
                for atom in within:
                    if atom.dependency == "negative":
                        yield Diagnostic(
                            f"a cycle through negation: {_shown(node_of(head))} rests on "
                            f"{_shown(node_of(atom))} and the other way round",
                            source.location(atom.begin, atom.end),
                            "`not`, conditions and aggregates count as negation",
                        )
                if within and _may_grow(statement, {a.begin for a in within}):
                    yield Diagnostic(
                        f"this recursion of {_shown(node_of(head))} might never end: "
                        "it builds terms",
                        source.location(statement.begin, statement.end),
                        "no functions or arithmetic over variables in a recursive rule",
                    )


def _shown(node: Node) -> str:
    name, arity, tactic = node
    return f"{name}({tactic},...)" if tactic else f"{name}/{arity}"


def _may_grow(statement: Statement, recursive: set[int]) -> bool:
    """Whether a recursive rule has a function or arithmetic where it could make new terms.

    That is in its head, in any comparison (gringo turns `not X != Y+1` into an assignment), in
    an aggregate, or in an atom of the recursion itself: matching p(X+1) counts down for ever.
    Other atoms bind variables to what is there already, and taking terms apart ends.
    """
    terms = [term for atom in statement.heads for term in atom.term.arguments]
    for literal in statement.node.body:
        terms += _outside_atoms(literal)
    for atom in statement.body:
        if atom.begin in recursive:
            terms += [t for t in atom.term.arguments if t.ast_type != ASTType.Function]
    return any(_builds(term) for term in terms)


def _outside_atoms(node: AST) -> list[AST]:
    """The terms of a body literal that are not arguments of an atom."""
    found: list[AST] = []
    pending = [node]
    while pending:
        part = pending.pop()
        if part.ast_type in (ASTType.Variable, ASTType.SymbolicAtom):
            continue
        if part.ast_type in _BUILT_UP:
            found.append(part)
        else:
            pending += _children(part)
    return found


def _builds(term: AST) -> bool:
    return any(
        part.ast_type in _BUILT_UP and any(v.ast_type == ASTType.Variable for v in _parts(part))
        for part in _parts(term)
    )


def _parts(term: AST) -> list[AST]:
    """The term and everything in it; a loop, because terms may be deep."""
    found = [term]
    for part in found:
        found += _children(part)
    return found


def _children(node: AST) -> list[AST]:
    children: list[AST] = []
    for key in node.child_keys:
        child = getattr(node, key)
        children += [child] if isinstance(child, AST) else list(child or ())
    return children
