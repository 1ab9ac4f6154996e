"""The checked sub-language that users' files are written in.

A file may only *define* things about one position, by rules that always have exactly one answer:
then no tactic can remove a play, and an answer `proved` cannot come from a program that has no
plays. Nor may it have recursion through negation, or recursion that may build ever new terms.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, pairwise

from clingo.ast import AST, ASTType, Sign

from ttt_asp.errors import Diagnostic, nearest
from ttt_asp.extension import hook
from ttt_asp.kept import keep, kept
from ttt_asp.lp.dependencies import Node, components, edges_of, node_of, shortest_path
from ttt_asp.lp.source import Source, maker
from ttt_asp.lp.syntax import Atom, Signature, Statement, nodes_in

_DIRECTIVE = re.compile(rb"#\w+")
_HEADS = {
    ASTType.Disjunction: "a disjunction or a condition in a head",
    ASTType.Aggregate: "a choice",
    ASTType.HeadAggregate: "an aggregate in a head",
    ASTType.TheoryAtom: "a theory atom",
}
# The frames own these; a rule about one position may not mention them.
_OF_OTHER_SITUATIONS = {"does", "next", "init", "lemma"}
# What builds terms.
_BUILT_UP = {
    ASTType.Function,
    ASTType.BinaryOperation,
    ASTType.UnaryOperation,
    ASTType.Interval,
    ASTType.Pool,
}


def lint_rules(
    source: Source,
    directives: Sequence[ASTType] = (),
    instead: str = "say what is suggested instead, or use except(A,B) in a strategy",
) -> Iterator[Diagnostic]:
    """Report statements that cannot be lifted, or may leave a program several answers or none.

    A text in which nothing was wrong is not looked at again, which takes its syntax tree.

    Args:
        source: any time-free source, a game's or a tactic's.
        directives: the kinds of directives that this source may have.
        instead: what to write in place of an integrity constraint.
    """
    about = f"{sorted(kind.value for kind in directives)} {bool(source.origins)} "
    made_of = maker() + about.encode() + source.text
    if kept("rules", made_of) is not None:
        return
    problems = list(_rule_problems(source, directives, instead))
    if not problems:
        keep("rules", made_of, lambda: True)
    yield from problems


def _rule_problems(
    source: Source, directives: Sequence[ASTType], instead: str
) -> Iterator[Diagnostic]:
    for statement in source.statements:
        if statement.kind in directives:
            continue
        if statement.kind != ASTType.Rule:
            word = _DIRECTIVE.match(source.text, statement.begin)
            name = word[0].decode() if word else "#minimize or a weak constraint"
            yield source.problem(f"{name} is not allowed here", statement, "only rules are")
            continue
        if not _is_atom_alone(statement):
            for message, hint in _not_normal(statement, instead):
                yield source.problem(message, statement, hint)
        for atom in statement.atoms:
            yield from _unliftable(source, atom)


def _is_atom_alone(statement: Statement) -> bool:
    """Whether a rule is nothing but an atom and a period, as a book has by the thousand.

    Its place tells that; its syntax tree, which says the same, takes long.
    """
    if len(statement.heads) != 1 or statement.body:
        return False
    head = statement.heads[0]
    return (head.begin, head.end) == (statement.begin, statement.end - 1)


def _not_normal(statement: Statement, instead: str) -> Iterator[tuple[str, str]]:
    """Say why a rule is not normal, and what to do."""
    head = statement.node.head
    kind = head.ast_type
    if kind in _HEADS:
        yield f"{_HEADS[kind]} is not allowed", "a rule's head is one atom"
    elif (atom := head.atom.ast_type) == ASTType.BooleanConstant:
        message = "an integrity constraint is not allowed: it would remove plays from the proof"
        yield message, instead
    elif atom != ASTType.SymbolicAtom or head.sign != Sign.NoSign:
        yield "a head has to be an atom", "only rules are allowed"
    for literal in statement.node.body:
        if literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.TheoryAtom:
            yield "a theory atom is not allowed", ""


def _unliftable(source: Source, atom: Atom) -> Iterator[Diagnostic]:
    kind = atom.term.ast_type
    if kind == ASTType.UnaryOperation:
        hint = "use `not`, or a predicate of another name"
        yield source.problem("classical negation is not allowed", atom, hint)
    elif kind == ASTType.Pool:
        hint = f"put the pool in parentheses: {atom.name}((a;b))"
        message = "a pool over the whole argument list is not allowed"
        yield source.problem(message, atom, hint)
    elif atom.arity == 0 and source.text[atom.end - 1 : atom.end] == b")":
        hint = f"write {atom.name}"
        yield source.problem("empty parentheses are not allowed", atom, hint)
    elif "__" in atom.name and not source.origins:  # what is translated has names of its own
        message = f"{atom.name} has two underscores together: generated programs name strategies so"
        yield source.problem(message, atom, "leave one out")


def unknown_predicates(
    source: Source, kind: str, known: AbstractSet[Signature], tactics: Sequence[str]
) -> Iterator[Diagnostic]:
    """Report atoms in the bodies of a user's file that mean nothing there.

    Args:
        source: the file.
        kind: the word for its contents in messages: tactics or lemmas.
        known: the predicates that it may use.
        tactics: the tactics that it may use.
    """
    for atom in source.bodies:
        for message, hint in _unknown(atom, kind, known, tactics):
            yield source.problem(message, atom, hint)


def _unknown(
    atom: Atom, kind: str, known: AbstractSet[Signature], tactics: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Say why an atom of a body means nothing, and what was perhaps meant."""
    if atom.name in _OF_OTHER_SITUATIONS:
        message = f"{atom.name} is not for {kind}: they see the present position only"
        yield message, "true, legal and the vocabulary speak of it"
    elif atom.signature == ("suggests", 3):
        first = atom.first
        if first is None:
            yield "the tactic has to be named: suggests(fork,...)", "no variables, no pools"
        elif first not in tactics:
            hint = nearest(first, tactics, f"the tactics are {', '.join(tactics)}")
            yield f"there is no tactic {first}", hint
    elif atom.signature not in known:
        arities = sorted(arity for name, arity in known if name == atom.name)
        shown = f"{atom.name}/{atom.arity}"
        if arities:
            hint = f"it has {' or '.join(map(str, arities))}"
            yield f"{shown} has the wrong number of arguments", hint
        else:
            names = sorted({name for name, _ in known})
            close = nearest(atom.name, names, "docs/predicates.md lists the predicates")
            meant = hook("meant")
            hint = (meant and meant.predicate(atom.name, names)) or close
            yield f"there is no predicate {shown}", hint


def forbidden_cycles(
    sources: Sequence[Source], ours: Sequence[Source] = ()
) -> Iterator[Diagnostic]:
    """Report recursion through negation, and recursion that might build ever new terms.

    Args:
        sources: files that stand beside each other.
        ours: further files, whose own recursion is known to end, unless the sources are part of it.
    """
    given, sources = sources, [*sources, *ours]
    edges = edges_of(chain.from_iterable(source.statements for source in sources))
    component: dict[Node, int] = {}  # the number of each predicate's
    for number, members in enumerate(components(edges, lambda node: edges.get(node, ()))):
        component.update(dict.fromkeys(members, number))
    heads = chain.from_iterable(source.heads for source in given)
    joined = {component.get(node_of(head)) for head in heads}
    for source in sources:
        for statement in source.statements:
            for head in statement.heads:
                mine = component[node_of(head)]
                within = [a for a in statement.body if component.get(node_of(a)) == mine]
                for atom in within:
                    if atom.dependency == "negative":
                        yield source.problem(
                            f"a cycle through negation: {_node_text(node_of(head))} rests on "
                            f"{_node_text(node_of(atom))} and the other way round",
                            atom,
                            "`not`, conditions and aggregates count as negation",
                        )
                if within and mine in joined and _may_grow(statement, {a.begin for a in within}):
                    recursion = f"this recursion of {_node_text(node_of(head))} might never end"
                    cycle, hint = _cycle(node_of(head), set(map(node_of, within)), edges, ours)
                    message = f"{recursion}: terms could grow in this rule{cycle}"
                    yield source.problem(message, statement, hint)


def _cycle(
    head: Node, within: Iterable[Node], edges: Mapping[Node, Iterable[Node]], ours: Sequence[Source]
) -> tuple[str, str]:
    """Return a shortest cycle through a rule, if it is longer than the rule, and the way out."""
    back = shortest_path(
        sorted(within, key=str),
        lambda node: sorted(edges.get(node, ()), key=str),
        lambda node: node == head,
    )
    shown = [_node_text(node) for node in (head, *back)]
    hint = "no functions or arithmetic over variables in a recursive rule"
    for source in ours:
        for (one, other), name in zip(pairwise(back), shown[1:], strict=False):
            if other in edges_of(source.statements).get(one, ()):
                rests = f"{source.label} lets {name} rest on {_node_text(other)}"
                hint = f"{rests}: ask for facts of your own here, as I = 1..3, not for {name}"
    return f" ({' → '.join(shown)})" if len(back) > 1 else "", hint


def _node_text(node: Node) -> str:
    name, arity, tactic = node
    return f"{name}({tactic},...)" if tactic else f"{name}/{arity}"


def _may_grow(statement: Statement, recursive: set[int]) -> bool:
    """Whether a recursive rule has a function or arithmetic where it could make new terms.

    That is in its head, in any comparison (gringo turns `not X != Y+1` into an assignment), in
    an aggregate, or in an atom of the recursion itself: matching p(X+1) counts down for ever.
    Other atoms bind variables to what is there already, and taking terms apart ends.
    """
    terms = list(chain.from_iterable(atom.term.arguments for atom in statement.heads))
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
