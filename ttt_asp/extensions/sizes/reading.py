"""From a generated program to formulas: a theory whose models are the program's answer sets."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from clingo.ast import AST, ASTType, parse_string

from ttt_asp.errors import Location, Unsuited, internal
from ttt_asp.extensions.sizes.completion import Completion, instances
from ttt_asp.extensions.sizes.constructs import Constructs
from ttt_asp.extensions.sizes.formulas import (
    FALSE,
    TRUE,
    Axiom,
    Definition,
    Formula,
    Open,
    Theory,
    atoms_in,
    disjunction,
    free_names,
    subformulas,
    terms_of,
)
from ttt_asp.extensions.sizes.integers import Arithmetic, Number, Term
from ttt_asp.extensions.sizes.matching import Fresh
from ttt_asp.extensions.sizes.quantifiers import OnePointRule
from ttt_asp.extensions.sizes.rules import (
    CompletedPredicate,
    SymbolicRule,
    refusal,
    shape_text,
)
from ttt_asp.lp.dependencies import components
from ttt_asp.lp.syntax import Signature, nodes_in
from ttt_asp.programs.program import Program

_ROLE = ("role", 1)


def read_theory(program: Program, every: Sequence[str], asked: frozenset[Signature]) -> Theory:
    """Read a program, some constants of which have no value, as a theory; see `read_theories`."""
    return read_theories(program, every, asked, [{}])[0]


def read_theories(
    program: Program,
    every: Sequence[str],
    asked: frozenset[Signature],
    chosen: Iterable[Mapping[str, bool]],
) -> list[Theory]:
    r"""Read a program as theories, in each of which it is known whether some chosen atoms hold.

    Only the asked predicates are translated, and those they rest on. Shapes of atoms, which have
    all but the integers, are found as grounding does; each becomes a predicate of the theory, and
    its rules become a formula (see `completion`), with few quantifiers (see `quantifiers`). The
    integers of clingo end at 2^31, those of the theory do not.

    Args:
        program: of a frame, lifted.
        every: constants that are parameters.
        asked: the predicates whose atoms are wanted.
        chosen: for each theory, atoms without integers that are chosen there, or are not.

    Raises:
        Unsuited: they rest on something without a translation, as recursion.
        InternalError: a formula has a free variable.
    """
    rules = _rules_of(program, every, asked)
    instantiated = instances(rules, every, Fresh())
    completion = Completion(instantiated)
    completion.complete()
    return [_theory(completion, every, asked, known) for known in chosen]


def _theory(
    completion: Completion,
    every: Sequence[str],
    asked: frozenset[Signature],
    chosen: Mapping[str, bool],
) -> Theory:
    # shapes without rules are covered by more general ones
    predicates = {name: about for name, about in completion.predicates.items() if about.ways}
    for name in predicates.keys() & {*every}:
        message = f"not for every size: {name} is a constant without a value, and an atom"
        raise refusal(message, "give one of the two another name", predicates[name].where[0])
    formulas = {
        name: disjunction(formula for formula, _ in about.ways)
        for name, about in predicates.items()
    }
    rests = {
        name: list(dict.fromkeys(atom.predicate for atom in atoms_in(formula)))
        for name, formula in formulas.items()
    }
    roots = [name for name, about in predicates.items() if about.shape.signature in asked]
    roots += [atom.predicate for axiom in completion.axioms for atom in atoms_in(axiom.formula)]
    opened = {name: about.names for name, about in completion.opens.items()}
    settled = OnePointRule(opened)
    for atom, holds in chosen.items():
        settled.add(Definition(f"free {atom}", (), TRUE if holds else FALSE, ()))
    for part in components(roots, lambda name: rests.get(name, [])):
        name = part[0]
        if len(part) > 1 or name in rests.get(name, ()):
            raise _recursive({member: predicates[member] for member in part})
        if name in predicates:
            settled.add(_definition(predicates[name], formulas[name], settled))
    known = {name: known for name, known in settled.definitions.items() if name in predicates}
    opens = [
        Open(name, about.names)
        for name, about in completion.opens.items()
        if shape_text(about.shape) in known
    ]
    axioms = [Axiom(settled.settle(axiom.formula), axiom.where) for axiom in completion.axioms]
    constants = {*every, *completion.chosen}
    closed = [(axiom.formula, ()) for axiom in axioms]
    for formula, names in [*closed, *((made.formula, made.names) for made in known.values())]:
        # a solver would choose any value for a name that nothing binds
        if not free_names(formula) <= constants.union(names):
            raise internal("a formula for every size speaks of what nothing binds")
    return Theory(
        tuple(every),
        tuple(completion.chosen),
        tuple(opens),
        tuple(definition for definition in known.values() if definition.formula != FALSE),
        tuple(axioms),
    )


def _definition(about: CompletedPredicate, completed: Formula, settled: OnePointRule) -> Definition:
    formula, name = settled.settle(completed), shape_text(about.shape)
    _refuse_nonlinear(formula, about.where[0])
    if about.shape.signature == _ROLE and formula != TRUE:
        message = f"not for every size: who plays depends on the size, as {name} does"
        raise refusal(message, "give every size the same roles", about.where[0])
    return Definition(name, about.names, formula, about.where)


def _recursive(about: Mapping[str, CompletedPredicate]) -> Unsuited:
    """Return a refusal of predicates that rest on themselves, with the place of a rule to blame."""
    first = sorted(about)[:3]
    rests = "rests on itself" if len(first) == 1 else "rest on themselves"
    rules = [way for completed in about.values() for way in completed.ways]
    inside = [
        where
        for formula, where in rules
        if any(atom.predicate in about for atom in atoms_in(formula))
    ]
    hint = "say it without recursion, by what the integers are: I <= K instead of step by step"
    message = f"{' and '.join(first)} {rests}: recursion has no translation"
    return refusal(message, hint, min(inside))


# The only constraint of the frames: their question.
_QUESTION = "#false :- not answer(ask)."
_SILENT = {
    ASTType.ShowSignature,
    ASTType.ShowTerm,
    ASTType.Defined,
    ASTType.Comment,
    ASTType.Definition,
}


def _rules_of(
    program: Program, every: Sequence[str], asked: Iterable[Signature]
) -> list[SymbolicRule]:
    """Return the rules of a program for some predicates, and for those that they rest on.

    Raises:
        Unsuited: something in these rules has no translation.
    """
    nodes: list[AST] = []
    parse_string(program.text, nodes.append)
    constants = {node.name: node.value for node in nodes if node.ast_type == ASTType.Definition}
    given = {name: value for name, value in constants.items() if name not in every}
    reader = Constructs(given, every, lambda node: _place(node, program.origin))
    rests: dict[Signature, set[Signature]] = {}
    listed: list[tuple[AST, tuple[Signature, ...]]] = []
    for node in nodes:
        kind = node.ast_type
        if kind in _SILENT or (kind == ASTType.Program and str(node) == "#program base."):
            continue
        if kind != ASTType.Rule:
            message = f"`{node}` has no translation for every size"
            raise refusal(message, "leave this out", _place(node, program.origin))
        heads = tuple(_signatures(node.head))
        used = set(heads).union(*map(_signatures, node.body))
        if not heads and str(node) != _QUESTION:
            message = (
                "a constraint takes models away, of which a proof for every size would not know"
            )
            hint = "say what is wrong by a rule, or leave this out"
            raise refusal(message, hint, _place(node, program.origin))
        for head in heads:
            rests.setdefault(head, set()).update(used)
        listed.append((node, heads))
    parts = components(sorted(asked), lambda predicate: sorted(rests.get(predicate, ())))
    wanted = {signature for part in parts for signature in part}
    rules: list[SymbolicRule] = []
    for node, heads in listed:
        if not wanted.isdisjoint(heads):
            rules += reader.rules(node)
    return rules


def _place(node: AST, origin: Callable[[int, int], Location]) -> Location:
    begin = (node.symbol if node.ast_type == ASTType.SymbolicAtom else node).location.begin
    return origin(begin.line, begin.column)


def _signatures(node: AST) -> Iterator[Signature]:
    """Yield the predicates that occur in a statement, or in a part of one."""
    for atom in nodes_in(node, {ASTType.SymbolicAtom}):
        if atom.ast_type == ASTType.SymbolicAtom:
            term = atom.symbol
            while term.ast_type != ASTType.Function:
                term = (
                    term.argument if term.ast_type == ASTType.UnaryOperation else term.arguments[0]
                )
            yield term.name, len(term.arguments)


# z3's integers have no end, clingo's do: with a greater factor they would end at small sizes.
_FACTOR = 1000


def _refuse_nonlinear(formula: Formula, where: Location) -> None:
    """Refuse products of unknown integers, and divisions by them: solvers get lost in those.

    Raises:
        Unsuited: there is one in the formula.
    """
    for part in subformulas(formula):
        for term in terms_of(part):
            _refuse_nonlinear_term(term, where)


def _refuse_nonlinear_term(term: Term, where: Location, factor: int = 1) -> None:
    # around the term stand further factors: 1000*(1000*N/1)
    if not isinstance(term, Arithmetic):
        return
    numbers = [argument.value for argument in term.arguments if isinstance(argument, Number)]
    if term.operator == "*" and not numbers:
        message = "two numbers that depend on the size are multiplied here"
        raise refusal(message, "say it by sums, and by multiples of known numbers", where)
    factor *= max(map(abs, numbers)) if term.operator == "*" else 1
    if factor > _FACTOR:
        message = f"a number that depends on the size is multiplied by more than {_FACTOR:,} here"
        raise refusal(message, "clingo's numbers soon end then: use a smaller factor", where)
    if term.operator in ("/", "\\"):
        divisor = term.arguments[1]
        if not isinstance(divisor, Number) or divisor.value < 0:
            message = "a number is divided here by one that depends on the size, or is negative"
            raise refusal(message, "divide by a known positive number", where)
    for argument in term.arguments:
        _refuse_nonlinear_term(argument, where, factor)
