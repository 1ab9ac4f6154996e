"""Descriptions in infix notation as plain rules of the Game Description Language.

There fluents stand without `true`, an action belongs to the role in control, and an operation
says what an action changes: every fluent that it does not delete stays as it is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ttt_asp.errors import Diagnostic, InputError
from ttt_asp.games.gdl.hrf import Operation
from ttt_asp.games.gdl.syntax import CONNECTIVES, KEYWORDS, Description, Rule, Term

# A relation and variables whose names no file can have.
DELETED = "deleted!"
_ACTOR = Term("_actor", (), True)
_FLUENT = Term("_fluent", (), True)


def as_rules(description: Description, operations: Sequence[Operation]) -> Description:
    """The same game in rules only.

    Raises:
        InputError: a fluent that is a relation too, an effect that is no fluent, or an action
            that belongs to nobody.
    """
    work = _Rewriter(description, operations)
    if problems := list(work.problems()):
        raise InputError(problems)
    return replace(description, rules=tuple(work.rules()))


@dataclass
class _Rewriter:
    description: Description
    operations: Sequence[Operation]

    @cached_property
    def relations(self) -> set[tuple[str, int]]:
        """What rules define."""
        heads = (rule.head for rule in self.description.rules)
        return {head.signature for head in heads if head.name not in KEYWORDS}

    @cached_property
    def fluents(self) -> dict[tuple[str, int], Term]:
        """What is true of positions, and where the file first says so."""
        found: dict[tuple[str, int], Term] = {}
        for rule in self.description.rules:
            for atom in (rule.head, *(a for f in rule.body for a in _atoms(f))):
                if atom.name in ("base", "init", "next", "true") and len(atom.arguments) == 1:
                    found.setdefault(atom.arguments[0].signature, atom.arguments[0])
        for operation in self.operations:
            for effect in operation.effects:
                fluent = _changed(effect)
                found.setdefault(fluent.signature, fluent)
        return found

    def problems(self) -> Iterator[Diagnostic]:
        """What makes no sense as a whole."""
        for operation in self.operations:
            for effect in operation.effects:
                fluent = _changed(effect)
                if fluent.name in (*CONNECTIVES, *KEYWORDS):
                    message = "an effect is a fluent, or ~ and a fluent"
                    yield self.description.problem(message, effect)
        if self.operations:
            for name, arity in sorted(self.relations & self.fluents.keys()):
                message = f"{name}/{arity} is a fluent and a relation that rules define"
                yield self.description.problem(
                    message, self.fluents[name, arity], "rename one of them"
                )
        roles = sum(rule.head.name == "role" for rule in self.description.rules)
        if ("control", 1) not in self.fluents and roles != 1:
            for rule in self.description.rules:
                if rule.head.signature == ("legal", 1):
                    message = "legal(A) belongs to the role in control, but there is no control(R)"
                    yield self.description.problem(message, rule.head, "or write legal(R,A)")

    def rules(self) -> Iterator[Rule]:
        """The rules, then those of the operations."""
        for rule in self.description.rules:
            body = tuple(map(self._formula, rule.body))
            if rule.head.signature == ("legal", 1):
                yield self._legal(rule.head, body)
            else:
                yield Rule(rule.head, body)
        for operation in self.operations:
            yield from self._operation(operation)
        if self.operations:
            here = self.operations[0].action
            deleted = _term("not", _term(DELETED, _FLUENT, here=here), here=here)
            stays = (_term("true", _FLUENT, here=here), deleted)
            any_deleted = any(e.name == "not" for o in self.operations for e in o.effects)
            yield Rule(_term("next", _FLUENT, here=here), stays if any_deleted else stays[:1])

    def _legal(self, head: Term, body: tuple[Term, ...]) -> Rule:
        owner = _term("role", _ACTOR, here=head)
        if ("control", 1) in self.fluents:
            owner = _term("true", _term("control", _ACTOR, here=head), here=head)
        legal = _term("legal", _ACTOR, *head.arguments, here=head)
        return Rule(legal, (owner, *body))

    def _operation(self, operation: Operation) -> Iterator[Rule]:
        does = _term("does", _ACTOR, operation.action, here=operation.action)
        conditions = tuple(
            self._formula(f) for f in operation.conditions if f.signature != ("true", 0)
        )
        for effect in operation.effects:
            name = DELETED if effect.name == "not" else "next"
            yield Rule(_term(name, _changed(effect), here=effect), (does, *conditions))

    def _formula(self, formula: Term) -> Term:
        if formula.name in CONNECTIVES:
            return replace(formula, arguments=tuple(map(self._formula, formula.arguments)))
        known = formula.name in KEYWORDS or formula.signature in self.relations
        if known or formula.signature not in self.fluents:
            return formula
        return _term("true", formula, here=formula)


def _atoms(formula: Term) -> Iterator[Term]:
    if formula.name in CONNECTIVES:
        for part in formula.arguments:
            yield from _atoms(part)
    else:
        yield formula


def _changed(effect: Term) -> Term:
    return effect.arguments[0] if effect.name == "not" else effect


def _term(name: str, *arguments: Term, here: Term) -> Term:
    return Term(name, arguments, False, here.begin, here.end)
