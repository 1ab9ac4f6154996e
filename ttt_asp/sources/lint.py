"""The checked sub-language that tactics are written in (DESIGN section 4).

A tactic may only *define* things about one position, by rules that always have exactly one
answer: then no tactic can remove a play, and an answer `proved` cannot come from a program
that has no plays.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from clingo.ast import ASTType, Sign

from ttt_asp.errors import Diagnostic, nearest
from ttt_asp.sources.recursion import cycles
from ttt_asp.sources.source import Source
from ttt_asp.sources.syntax import Atom, Signature

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
    yield from lint_rules(source)
    if not any(a.name == "suggests" and a.first == tactic for a in _heads(source)):
        where = source.location(0)
        hint = f"a rule suggests({tactic},P,ACTION) :- ..."
        yield Diagnostic(f"the tactic {tactic} suggests nothing", where, hint)
    for atom in _heads(source):
        yield from _foreign_head(source, atom, tactic, defined)
    own = {a.signature for a in _heads(source) if a.name.startswith(f"{tactic}_")}
    yield from unknown(source, "tactics", own | defined.keys(), tactics)
    yield from cycles([source])


def _heads(source: Source) -> list[Atom]:
    return [atom for statement in source.statements for atom in statement.heads]


def _foreign_head(
    source: Source, atom: Atom, tactic: str, defined: Mapping[Signature, str]
) -> Iterator[Diagnostic]:
    where = source.location(atom.begin, atom.end)
    allowed = f"a tactic's file defines suggests({tactic},P,ACTION) and helpers {tactic}_..."
    homes = [home for (name, _), home in defined.items() if name == atom.name]
    if atom.name == "suggests":
        if atom.arity != 3:
            yield Diagnostic(f"suggests has 3 arguments, not {atom.arity}", where, allowed)
        elif atom.first is None:
            yield Diagnostic(f"the tactic has to be named: suggests({tactic},...)", where, allowed)
        elif atom.first != tactic:
            yield Diagnostic(f"{atom.first} is another file's tactic", where, allowed)
    elif homes:
        yield Diagnostic(f"{atom.name} is defined in {homes[0]}", where, allowed)
    elif not atom.name.startswith(f"{tactic}_"):
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
