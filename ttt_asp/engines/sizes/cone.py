"""The rules of a program that some predicates rest on: its cone of influence."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from clingo.ast import AST, ASTType, parse_string

from ttt_asp.engines.sizes.constructs import Constructs
from ttt_asp.engines.sizes.refusals import Refusal
from ttt_asp.engines.sizes.rules import Rule
from ttt_asp.errors import Location
from ttt_asp.lp.syntax import Signature

# The one constraint of the frames, which says what they are asked.
_QUESTION = "#false :- not answer(ask)."
_SILENT = {
    ASTType.ShowSignature,
    ASTType.ShowTerm,
    ASTType.Defined,
    ASTType.Comment,
    ASTType.Definition,
}


def rules_of(
    text: str,
    every: Sequence[str],
    needed: Callable[[Mapping[Signature, set[Signature]]], set[Signature]],
    origin: Callable[[int, int], Location],
) -> list[Rule]:
    """The rules of a program for some predicates.

    Args:
        text: the program.
        every: constants without a value.
        needed: from what each predicate rests on, those whose rules are wanted.
        origin: from a line and a column to a place in the author's file.

    Raises:
        Refusal: one of these rules has what has no translation.
    """
    nodes: list[AST] = []
    parse_string(text, nodes.append)
    constants = {node.name: node.value for node in nodes if node.ast_type == ASTType.Definition}
    given = {name: value for name, value in constants.items() if name not in every}
    reader = Constructs(given, every, lambda node: _place(node, origin))
    rests: dict[Signature, set[Signature]] = {}
    listed: list[tuple[AST, tuple[Signature, ...]]] = []
    for node in nodes:
        kind = node.ast_type
        if kind in _SILENT or (kind == ASTType.Program and str(node) == "#program base."):
            continue
        if kind != ASTType.Rule:
            what = f"`{node}` has no translation for every size"
            raise Refusal(what, "leave this out", _place(node, origin))
        used = tuple(_signatures(node))
        heads = tuple(_signatures(node.head))
        if not heads and str(node) != _QUESTION:
            what = "a constraint takes models away, of which a proof for every size would not know"
            hint = "say what is wrong by a rule, or leave this out"
            raise Refusal(what, hint, _place(node, origin))
        for head in heads:
            rests.setdefault(head, set()).update(used)
        listed.append((node, heads))
    wanted = needed(rests)
    found: list[Rule] = []
    for node, heads in listed:
        if not wanted.isdisjoint(heads):
            found += reader.rules(node)
    return found


def _place(node: AST, origin: Callable[[int, int], Location]) -> Location:
    begin = (node.symbol if node.ast_type == ASTType.SymbolicAtom else node).location.begin
    return origin(begin.line, begin.column)


def _signatures(node: AST) -> Iterator[Signature]:
    """The predicates that occur in a statement, or in a part of one."""
    found: list[Signature] = []

    def look(one: AST) -> None:
        if one.ast_type == ASTType.SymbolicAtom:
            term = one.symbol
            while term.ast_type != ASTType.Function:
                term = (
                    term.argument if term.ast_type == ASTType.UnaryOperation else term.arguments[0]
                )
            found.append((term.name, len(term.arguments)))
            return
        for key in one.child_keys:
            child = getattr(one, key)
            for each in child if hasattr(child, "__len__") else [child]:
                if isinstance(each, AST):
                    look(each)

    look(node)
    return iter(found)
