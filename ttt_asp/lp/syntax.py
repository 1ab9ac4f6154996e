"""Statements of clingo's syntax trees, and where their atoms stand.

clingo answers every question about a tree across its C interface, which takes most of the time
of reading; so each question is asked once, and rare questions only when needed. What is asked of
every file, its outline, can be kept: trees are grown only where more is asked, then.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any, Literal

from clingo import SymbolType
from clingo.ast import AST, ASTType, BinaryOperator, Sign, UnaryOperator

from ttt_asp.records import dataclass

Signature = tuple[str, int]
Dependency = Literal["head", "positive", "negative"]
# The operators of linear terms.
_LINEAR = {BinaryOperator.Plus, BinaryOperator.Minus, BinaryOperator.Multiplication}


def signatures(text: str) -> frozenset[Signature]:
    """Read predicates written as name/arity, with spaces between them."""
    pairs = (signature.split("/") for signature in text.split())
    return frozenset((name, int(arity)) for name, arity in pairs)


@dataclass(frozen=True, slots=True, eq=False)
class Atom:
    """An occurrence of a predicate.

    Attributes:
        name, arity: its signature.
        begin, end: byte offsets of the atom, its sign left out.
        dependency: `negative` also for an atom under an aggregate or a condition.
        tree: returns its syntax tree.
        known: `first`, and `names` of each argument, where they were worked out before.
    """

    name: str
    arity: int
    begin: int
    end: int
    dependency: Dependency
    tree: Callable[[], AST]
    known: tuple[str | None, Sequence[tuple[str | None, ...]]] | None = None

    @property
    def term(self) -> AST:
        """Its syntax tree."""
        return self.tree()

    @property
    def signature(self) -> Signature:
        return self.name, self.arity

    @property
    def first(self) -> str | None:
        """The first argument when it is a constant, as the tactic's name in `suggests`."""
        if self.known is not None:
            return self.known[0]
        if not self.arity:
            return None
        argument = _function_of(self.term).arguments[0]
        return str(argument) if argument.ast_type == ASTType.SymbolicTerm else None

    def names(self, position: int) -> tuple[str | None, ...]:
        """Return the name of an argument, as `turn/1`: several for a pool, None for a variable.

        The name of numbers, texts and computed terms is the empty string.
        """
        if self.known is not None:
            return self.known[1][position]
        return tuple(_argument_names(_function_of(self.term).arguments[position]))


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A statement of a program.

    Attributes:
        kind: clingo's type of statement.
        begin, end: byte offsets, the final dot included.
        heads: the atoms of the head, `body` those of the body, in the order of the text.
        tree: returns its syntax tree.
        constant: the name and the value of the constant that it declares.
    """

    kind: ASTType
    begin: int
    end: int
    heads: tuple[Atom, ...]
    body: tuple[Atom, ...]
    tree: Callable[[], AST]
    constant: tuple[str, str] | None = None

    @property
    def node(self) -> AST:
        """Its syntax tree."""
        return self.tree()

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return self.heads + self.body


@dataclass(frozen=True, slots=True)
class Splice:
    """Replace the bytes from `begin` to `end` of a text by `insert`."""

    begin: int
    end: int
    insert: bytes


def spliced(text: bytes, splices: Iterable[Splice]) -> bytes:
    """Replace some pieces of a text, none of which overlap."""
    pieces, position = [], 0
    for splice in sorted(splices, key=lambda splice: splice.begin):
        pieces += [text[position : splice.begin], splice.insert]
        position = splice.end
    return b"".join([*pieces, text[position:]])


def statement(node: AST, starts: Sequence[int]) -> Statement | None:
    """Return the statement of a node at the top of a syntax tree; None if it has no text.

    Args:
        node: the node, no comment.
        starts: the byte offsets at which lines start.
    """
    begin, end = span(node, starts)
    if begin == end:  # parsing starts with an implicit `#program base.` of no width
        return None
    kind = node.ast_type
    if kind != ASTType.Rule:
        constant = (node.name, str(node.value)) if kind == ASTType.Definition else None
        return Statement(kind, begin, end, (), (), lambda: node, constant)
    inside, body = tuple(heads(node.head, starts)), list[Atom]()
    for literal in node.body:
        body += _atoms(literal, starts, "positive")
    return Statement(kind, begin, end, inside, tuple(body), lambda: node)


def outline(statements: Iterable[Statement]) -> Any:
    """Return all that is known of statements without their syntax trees, as plain data."""
    return [
        (s.kind.value, s.begin, s.end, len(s.heads), [_plain(a) for a in s.atoms], s.constant)
        for s in statements
    ]


def outlined(outline: Any, parsed: Callable[[], Sequence[Statement]]) -> tuple[Statement, ...]:
    """Return statements from their outline.

    Args:
        outline: as the function `outline` returns it.
        parsed: returns the same statements with their trees. It is called once, by the first of
            the trees that is asked for.
    """
    parsed = cache(parsed)

    def grown(number: int, atom: int) -> AST:
        return parsed()[number].atoms[atom].term

    found = []
    for number, (kind, begin, end, first_of_body, plain, constant) in enumerate(outline):
        atoms = tuple(
            Atom(name, arity, at, to, dependency, partial(grown, number, place), known)
            for place, (name, arity, at, to, dependency, known) in enumerate(plain)
        )
        tree = partial(lambda number: parsed()[number].node, number)
        inside = atoms[:first_of_body], atoms[first_of_body:]
        found.append(Statement(ASTType(kind), begin, end, *inside, tree, constant))
    return tuple(found)


def _plain(atom: Atom) -> Any:
    known = atom.first, [atom.names(position) for position in range(atom.arity)]
    return atom.name, atom.arity, atom.begin, atom.end, atom.dependency, known


def span(node: AST, starts: Sequence[int]) -> tuple[int, int]:
    """Return the byte offsets at which a node begins and ends."""
    begin, end = node.location
    return starts[begin.line - 1] + begin.column - 1, starts[end.line - 1] + end.column - 1


def heads(head: AST, starts: Sequence[int]) -> Iterator[Atom]:
    """Yield the atoms of a rule's head."""
    kind = head.ast_type
    if kind == ASTType.Literal:
        yield from _atoms(head, starts, "head")
    elif kind in (ASTType.Disjunction, ASTType.Aggregate):
        for element in head.elements:
            yield from _atoms(element.literal, starts, "head")


def _atoms(node: AST, starts: Sequence[int], dependency: Dependency) -> Iterator[Atom]:
    """Yield the atoms of a literal, of one with a condition, or of an aggregate's element."""
    if node.ast_type != ASTType.Literal:
        if node.ast_type == ASTType.ConditionalLiteral:
            yield from _atoms(node.literal, starts, dependency)
        for condition in node.condition:
            yield from _atoms(condition, starts, "negative")
        return
    atom = node.atom
    kind = atom.ast_type
    if kind == ASTType.SymbolicAtom:
        negated = dependency == "positive" and node.sign != Sign.NoSign
        yield _atom(atom.symbol, starts, "negative" if negated else dependency)
    elif kind in (ASTType.Aggregate, ASTType.BodyAggregate):
        for element in atom.elements:
            yield from _atoms(element, starts, "negative")


def _atom(term: AST, starts: Sequence[int], dependency: Dependency) -> Atom:
    inner = _function_of(term)
    begin, end = span(term, starts)
    return Atom(inner.name, len(inner.arguments), begin, end, dependency, lambda: term)


def _function_of(term: AST) -> AST:
    """Return the function in an atom's term, without a classical negation or a pool around it."""
    while (kind := term.ast_type) != ASTType.Function:
        term = term.argument if kind == ASTType.UnaryOperation else term.arguments[0]
    return term


def _argument_names(term: AST) -> Iterator[str | None]:
    kind = term.ast_type
    if kind == ASTType.Pool:
        for argument in term.arguments:
            yield from _argument_names(argument)
    elif kind == ASTType.Variable:
        yield None
    elif kind == ASTType.Function:
        yield f"{term.name}/{len(term.arguments)}"
    elif kind == ASTType.SymbolicTerm and term.symbol.type == SymbolType.Function:
        yield f"{term.symbol.name}/0"
    else:
        yield ""


def nodes_in(node: AST, leaves: Container[ASTType] = ()) -> Iterator[AST]:
    """Yield a node and all its parts, but not the parts of nodes of the kinds in `leaves`."""
    pending = [node]
    while pending:  # a loop, because terms may be deep
        part = pending.pop()
        yield part
        children: list[AST] = []
        for key in part.child_keys if part.ast_type not in leaves else ():
            child = getattr(part, key)
            children += [child] if isinstance(child, AST) else list(child or ())
        pending += reversed(children)


def chained(term: AST) -> tuple[AST, list[AST]]:
    """Return the first term of a long sum such as A+B-C+..., and its sums, the innermost first."""
    chain = []
    while term.ast_type == ASTType.BinaryOperation:
        chain.append(term)
        term = term.left
    return term, chain[::-1]


def linear(term: AST) -> bool:
    """Whether a term is A*X+B for a variable X and numbers, of which gringo works out A and B."""
    first, chain = chained(term)
    names = [*variables(term)]
    if len(names) != 1 or (first.ast_type == ASTType.Variable and not chain):
        return len(names) == 1
    if not chain:
        unary = first.ast_type == ASTType.UnaryOperation
        return unary and first.operator_type == UnaryOperator.Minus and linear(first.argument)
    parts = [first, *(node.right for node in chain)]
    (place,) = (place for place, part in enumerate(parts) if any(variables(part)))
    # what comes before the variable is a number, whatever it is worked out by
    return linear(parts[place]) and all(
        node.operator_type in _LINEAR for node in chain[max(0, place - 1) :]
    )


def variables(term: AST) -> Iterator[str]:
    """Yield the names of the variables in a term, `_` left out."""
    for node in nodes_in(term):
        if node.ast_type == ASTType.Variable and node.name != "_":
            yield node.name
