"""From a generated program to formulas: a theory whose models are the program's answer sets."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from clingo.ast import AST, ASTType, parse_string

from ttt_asp.claims.integers import Arithmetic, Number, Term
from ttt_asp.engines.sizes.completion import Bodies, Completion
from ttt_asp.engines.sizes.constructs import Constructs
from ttt_asp.engines.sizes.formulas import (
    Axiom,
    Definition,
    Formula,
    Open,
    Theory,
    holding,
    terms_of,
    within,
)
from ttt_asp.engines.sizes.instances import instances
from ttt_asp.engines.sizes.logic import TRUE, disjunction, free
from ttt_asp.engines.sizes.one_point_rule import OnePointRule
from ttt_asp.engines.sizes.rules import Completed, Refusal, Rule
from ttt_asp.engines.sizes.terms import Terms
from ttt_asp.engines.sizes.values import Fresh, Structure, written
from ttt_asp.errors import Location, internal
from ttt_asp.lp.dependencies import components
from ttt_asp.lp.syntax import Signature, nodes_in, signatures
from ttt_asp.programs.assembly import Program

_ROLE = ("role", 1)
# What the frames of induction ask, and what shows a position.
ASKED = signatures("answer/1 failing/1 start/0 true/2 does/3")


def read_theory(
    program: Program, every: Sequence[str], asked: frozenset[Signature] = ASKED
) -> Theory:
    r"""The theory of a program, some constants of which have no value.

    Only what is asked is translated, and what it rests on. Shapes of atoms, which have all but
    the integers, are found as grounding does (see `instances`); each becomes a predicate of the
    theory, and what the program says of it a formula (see `completion`), with few quantifiers
    (see `one_point_rule`). The integers of clingo end at 2^31, those of the theory do not.

    Args:
        program: of a frame, lifted.
        every: constants that are parameters.
        asked: the predicates whose atoms are wanted.

    Raises:
        Unsuited: what is wanted rests on what has no translation, as recursion.
        InternalError: a formula has a free variable.
    """
    try:
        fresh = Fresh()
        rules = _rules_of(program, every, asked)
        found = instances(rules, every, fresh)
        completion = Completion(found, Bodies(found.matcher))
        completion.complete()
        return _theory(completion, every, asked)
    except Refusal as refusal:
        raise refusal.unsuited() from None


def _theory(
    completion: Completion,
    every: Sequence[str],
    asked: frozenset[Signature],
) -> Theory:
    # what no rule says any more has a more general shape
    predicates = {name: about for name, about in completion.predicates.items() if about.ways}
    for name in predicates.keys() & {*every}:
        what = f"not for every size: {name} is a constant without a value, and an atom"
        raise Refusal(what, "give one of the two another name", predicates[name].where[0])
    said = {
        name: disjunction(formula for formula, _ in about.ways)
        for name, about in predicates.items()
    }
    rests = {
        name: list(dict.fromkeys(atom.predicate for atom in holding(formula)))
        for name, formula in said.items()
    }
    roots = [name for name, about in predicates.items() if _signature(about.shape) in asked]
    roots += [atom.predicate for axiom in completion.axioms for atom in holding(axiom.formula)]
    opened = {name: about.names for name, about in completion.opens.items()}
    settled = OnePointRule(opened)
    for part in components(roots, lambda name: rests.get(name, [])):
        name = part[0]
        if len(part) > 1 or name in rests.get(name, ()):
            raise _recursive({one: predicates[one] for one in part})
        if name in predicates:
            settled.add(_definition(predicates[name], said[name], settled))
    known = settled.definitions
    opens = [
        Open(name, about.names, written(about.shape))
        for name, about in completion.opens.items()
        if written(about.shape) in known
    ]
    axioms = [Axiom(settled.settle(axiom.formula), axiom.where) for axiom in completion.axioms]
    constants = {*every, *completion.chosen}
    closed = [(axiom.formula, constants) for axiom in axioms]
    closed += [
        (definition.formula, constants.union(definition.names)) for definition in known.values()
    ]
    for formula, names in closed:
        if not free(formula) <= names:  # a solver would choose any value for what nothing binds
            raise internal("a formula for every size speaks of what nothing binds")
    return Theory(
        tuple(every),
        tuple(completion.chosen),
        tuple(opens),
        tuple(known.values()),
        tuple(axioms),
        {written(about.shape): name for name, about in predicates.items() if name in known},
    )


def _definition(about: Completed, said: Formula, settled: OnePointRule) -> Definition:
    formula, name = settled.settle(said), written(about.shape)
    _only_linear(formula, about.where[0])
    if _signature(about.shape) == _ROLE and formula != TRUE:
        what = f"not for every size: who plays depends on the size, as {name} does"
        raise Refusal(what, "give every size the same roles", about.where[0])
    return Definition(name, about.names, formula, name, about.where)


def _signature(shape: Structure) -> Signature:
    return shape.name, len(shape.arguments)


def _recursive(about: Mapping[str, Completed]) -> Refusal:
    """A refusal of what rests on itself, with the place of a rule because of which it does."""
    first = sorted(about)[:3]
    rests = "rests on itself" if len(first) == 1 else "rest on themselves"
    rules = [way for completed in about.values() for way in completed.ways]
    inside = [
        where for said, where in rules if any(atom.predicate in about for atom in holding(said))
    ]
    hint = "say it without recursion, by what the integers are: I <= K instead of step by step"
    what = f"{' and '.join(first)} {rests}: recursion has no translation"
    return Refusal(what, hint, min(inside))


# The one constraint of the frames, which says what they are asked.
_QUESTION = "#false :- not answer(ask)."
_SILENT = {
    ASTType.ShowSignature,
    ASTType.ShowTerm,
    ASTType.Defined,
    ASTType.Comment,
    ASTType.Definition,
}


def _rules_of(program: Program, every: Sequence[str], asked: Iterable[Signature]) -> list[Rule]:
    """The rules of a program for some predicates, and for what these rest on.

    Raises:
        Refusal: one of these rules has what has no translation.
    """
    nodes: list[AST] = []
    parse_string(program.text, nodes.append)
    constants = {node.name: node.value for node in nodes if node.ast_type == ASTType.Definition}
    given = {name: value for name, value in constants.items() if name not in every}
    reader = Constructs(Terms(given, every, lambda node: _place(node, program.origin)))
    rests: dict[Signature, set[Signature]] = {}
    listed: list[tuple[AST, tuple[Signature, ...]]] = []
    for node in nodes:
        kind = node.ast_type
        if kind in _SILENT or (kind == ASTType.Program and str(node) == "#program base."):
            continue
        if kind != ASTType.Rule:
            what = f"`{node}` has no translation for every size"
            raise Refusal(what, "leave this out", _place(node, program.origin))
        heads = tuple(_signatures(node.head))
        used = {*heads, *(one for literal in node.body for one in _signatures(literal))}
        if not heads and str(node) != _QUESTION:
            what = "a constraint takes models away, of which a proof for every size would not know"
            hint = "say what is wrong by a rule, or leave this out"
            raise Refusal(what, hint, _place(node, program.origin))
        for head in heads:
            rests.setdefault(head, set()).update(used)
        listed.append((node, heads))
    parts = components(sorted(asked), lambda one: sorted(rests.get(one, ())))
    wanted = {signature for part in parts for signature in part}
    rules: list[Rule] = []
    for node, heads in listed:
        if not wanted.isdisjoint(heads):
            rules += reader.rules(node)
    return rules


def _place(node: AST, origin: Callable[[int, int], Location]) -> Location:
    begin = (node.symbol if node.ast_type == ASTType.SymbolicAtom else node).location.begin
    return origin(begin.line, begin.column)


def _signatures(node: AST) -> Iterator[Signature]:
    """The predicates that occur in a statement, or in a part of one."""
    for one in nodes_in(node, {ASTType.SymbolicAtom}):
        if one.ast_type == ASTType.SymbolicAtom:
            term = one.symbol
            while term.ast_type != ASTType.Function:
                term = (
                    term.argument if term.ast_type == ASTType.UnaryOperation else term.arguments[0]
                )
            yield term.name, len(term.arguments)


def _only_linear(formula: Formula, where: Location) -> None:
    """Refuse products of unknown integers, and divisions by them: solvers get lost in those.

    Args:
        formula: settled.
        where: the rule that it is of.

    Raises:
        Refusal: there is one in the formula.
    """
    for one in within(formula):
        for term in terms_of(one):
            _linear(term, where)


def _linear(term: Term, where: Location) -> None:
    if not isinstance(term, Arithmetic):
        return
    numbers = [one.value for one in term.arguments if isinstance(one, Number)]
    if term.operator == "*" and not numbers:
        what = "two numbers that depend on the size are multiplied here"
        raise Refusal(what, "say it by sums, and by multiples of known numbers", where)
    if term.operator in ("/", "\\"):
        divisor = term.arguments[1]
        if not isinstance(divisor, Number) or divisor.value < 0:
            what = "a number is divided here by one that depends on the size, or is negative"
            raise Refusal(what, "divide by a known positive number", where)
    for one in term.arguments:
        _linear(one, where)
