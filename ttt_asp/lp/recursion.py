"""Recursion that a source may not have: through negation, or building ever new terms."""

from collections.abc import Iterator, Sequence

from clingo.ast import AST, ASTType

from ttt_asp.errors import Diagnostic
from ttt_asp.lp.dependencies import Node, component_of, node_of
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Statement, nodes_in

_BUILT_UP = {
    ASTType.Function,
    ASTType.BinaryOperation,
    ASTType.UnaryOperation,
    ASTType.Interval,
    ASTType.Pool,
}


def cycles(sources: Sequence[Source], ours: Sequence[Source] = ()) -> Iterator[Diagnostic]:
    """Recursion through negation, and recursion that might build ever new terms.

    Args:
        sources: that stand beside each other.
        ours: more of them, whose own recursion is known to end; not where the sources join in.
    """
    given, sources = sources, [*sources, *ours]
    component = component_of(s for source in sources for s in source.statements)
    joined = {
        component.get(node_of(head))
        for source in given
        for statement in source.statements
        for head in statement.heads
    }
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
                if within and mine in joined and _may_grow(statement, {a.begin for a in within}):
                    yield Diagnostic(
                        f"this recursion of {_shown(node_of(head))} might never end: "
                        "terms could grow in this rule",
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
        # the terms that are not arguments of an atom
        parts = nodes_in(literal, {*_BUILT_UP, ASTType.SymbolicAtom})
        terms += [part for part in parts if part.ast_type in _BUILT_UP]
    for atom in statement.body:
        if atom.begin in recursive:
            terms += [t for t in atom.term.arguments if t.ast_type != ASTType.Function]
    return any(_builds(term) for term in terms)


def _builds(term: AST) -> bool:
    return any(
        part.ast_type in _BUILT_UP and any(v.ast_type == ASTType.Variable for v in nodes_in(part))
        for part in nodes_in(term)
    )
