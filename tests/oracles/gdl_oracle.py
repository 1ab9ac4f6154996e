"""An interpreter of the Game Description Language in plain Python.

It shares nothing with the package, and knows no clingo. Rules are ground once over everything
that could ever hold; a position is then a set of fluents, and what follows from it is worked out
bottom-up, stratum by stratum. Only for small games.
"""

import re
from collections import Counter
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import brute_force
from tables import constant, tupled

# A term: a word, or a tuple of words and tuples; words that start with `?` are variables.
Expression = Any


def parse(text: str) -> list[Expression]:
    """S-expressions, in lower case."""
    tokens = re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text).lower())
    stack: list[list[Expression]] = [[]]
    for token in tokens:
        if token == "(":
            stack.append([])
        elif token == ")":
            inner = tuple(stack.pop())
            stack[-1].append(inner)
        else:
            stack[-1].append(token)
    assert len(stack) == 1
    return stack[0]


def alternatives(formula: Expression, sign: bool = True) -> list[list[tuple[bool, Expression]]]:
    """Disjunctive normal form."""
    name = formula[0] if isinstance(formula, tuple) else formula
    if name == "not":
        return alternatives(formula[1], not sign)
    if name in ("or", "and"):
        parts = [alternatives(part, sign) for part in formula[1:]]
        if (name == "or") == sign:
            return [alternative for part in parts for alternative in part]
        return [[x for one in choice for x in one] for choice in product(*parts)]
    return [[(sign, formula if isinstance(formula, tuple) else (formula,))]]


def substitute(term: Expression, bound: dict[str, Expression]) -> Expression:
    """The term with variables replaced."""
    if isinstance(term, tuple):
        return tuple(substitute(part, bound) for part in term)
    return bound.get(term, term)


def match(pattern: Expression, ground: Expression, bound: dict[str, Expression]) -> bool:
    """Extend `bound` so that the pattern becomes the ground term, if that can be."""
    if isinstance(pattern, tuple):
        return (
            isinstance(ground, tuple)
            and len(pattern) == len(ground)
            and all(match(p, g, bound) for p, g in zip(pattern, ground, strict=True))
        )
    if pattern.startswith("?"):
        return bool(bound.setdefault(pattern, ground) == ground)
    return bool(pattern == ground)


class Oracle:
    """A game."""

    def __init__(self, source: Path | str) -> None:
        self.rules: list[tuple[Expression, list[tuple[bool, Expression]]]] = []
        for one in parse(source if isinstance(source, str) else source.read_text("utf-8")):
            rule = one if isinstance(one, tuple) else (one,)
            head, body = (rule[1], rule[2:]) if rule[0] == "<=" else (rule, ())
            head = head if isinstance(head, tuple) else (head,)
            for literals in alternatives(("and", *body)):
                self.rules.append((head, literals))
        self._strata()
        self._ground()

    def _strata(self) -> None:
        self.level: dict[str, int] = {head[0]: 0 for head, _ in self.rules}
        changed = True
        while changed:
            changed = False
            for head, body in self.rules:
                for sign, atom in body:
                    least = self.level.get(atom[0], 0) + (not sign)
                    if self.level[head[0]] < least:
                        self.level[head[0]] = least
                        changed = True
                        assert least < 1000, "a cycle through negation"

    def _ground(self) -> None:
        """Instances of all rules over what could ever hold."""
        self.known: dict[str, dict[Expression, None]] = {}
        self.index: dict[tuple[str, int, Expression], list[Expression]] = {}
        links: Any = tupled(constant(__file__, "LINKS"))
        size = -1
        while size != sum(map(len, self.known.values())):
            size = sum(map(len, self.known.values()))
            instances: dict[Expression, None] = {}
            for head, body in [*self.rules, *links]:
                for bound in self._joins([a for s, a in body if s and a[0] != "distinct"], {}):
                    ground = [(s, substitute(a, bound)) for s, a in body]
                    if any((a[1] != a[2]) != s for s, a in ground if a[0] == "distinct"):
                        continue
                    fact = substitute(head, bound)
                    self._add(fact)
                    if head[0] not in ("true", "does"):
                        pos = tuple(a for s, a in ground if s and a[0] != "distinct")
                        neg = tuple(a for s, a in ground if not s and a[0] != "distinct")
                        instances[fact, pos, neg] = None
        ordered = sorted(instances, key=lambda one: self.level[one[0][0]])
        moving = self._resting_on("does")
        here = self._resting_on("true") | moving
        static = [one for one in ordered if one[0][0] not in here]
        self.static = self._closed(set(), static)
        self.view = [one for one in ordered if one[0][0] in here - moving]
        self.moving = [one for one in ordered if one[0][0] in moving]
        self.roles = [atom[1] for atom in self.known["role"] if atom in self.static]
        self.init = frozenset(atom[1] for atom in self.static if atom[0] == "init")

    def _resting_on(self, name: str) -> set[str]:
        found = {name, *(("next",) if name == "does" else ("legal", "goal", "terminal"))}
        while True:
            more = {h[0] for h, body in self.rules if any(a[0] in found for _, a in body)}
            if more <= found:
                return found
            found |= more

    def _add(self, fact: Expression) -> None:
        relation = self.known.setdefault(fact[0], {})
        if fact not in relation:
            relation[fact] = None
            for place, argument in enumerate(fact):
                self.index.setdefault((fact[0], place, argument), []).append(fact)

    def _joins(self, atoms: list[Expression], bound: dict[str, Expression]) -> Any:
        if not atoms:
            yield bound
            return
        atom = substitute(atoms[0], bound)
        lists: list[list[Any]] = [
            self.index.get((atom[0], place, argument), [])
            for place, argument in enumerate(atom)
            if not _open(argument)
        ]
        fewest: list[Any] = min(lists, key=len)
        for fact in list(fewest):
            extended = dict(bound)
            if match(atom, fact, extended):
                yield from self._joins(atoms[1:], extended)

    def _closed(self, facts: set[Expression], instances: list[Any]) -> set[Expression]:
        """What follows, stratum by stratum."""
        found = set(facts)
        begin = 0
        while begin < len(instances):
            level = self.level[instances[begin][0][0]]
            end = begin
            while end < len(instances) and self.level[instances[end][0][0]] == level:
                end += 1
            size = -1
            while size != len(found):
                size = len(found)
                for head, pos, neg in instances[begin:end]:
                    if head not in found and found.issuperset(pos) and found.isdisjoint(neg):
                        found.add(head)
            begin = end
        return found

    def at(self, position: frozenset[Expression]) -> set[Expression]:
        """Everything that holds at a position."""
        facts = self.static | {("true", fluent) for fluent in position}
        return self._closed(facts, self.view)

    def legal(self, holds: set[Expression]) -> dict[str, list[Expression]]:
        """The legal actions of each role."""
        found: dict[str, list[Expression]] = {role: [] for role in self.roles}
        for atom in holds:
            if atom[0] == "legal":
                found[atom[1]].append(atom[2])
        return found

    def after(self, holds: set[Expression], joint: dict[str, Expression]) -> frozenset[Expression]:
        """The position after a joint move."""
        facts = holds | {("does", role, action) for role, action in joint.items()}
        return frozenset(a[1] for a in self._closed(facts, self.moving) if a[0] == "next")

    def goals(self, holds: set[Expression]) -> tuple[tuple[int, ...], ...]:
        """Each role's goal values."""
        return tuple(
            tuple(sorted(int(a[2]) for a in holds if a[0] == "goal" and a[1] == role))
            for role in self.roles
        )

    def moves(self, holds: set[Expression]) -> list[dict[str, Expression]]:
        """The joint moves; one role chooses at most."""
        legal = {role: actions for role, actions in self.legal(holds).items() if actions}
        assert sum(len(actions) > 1 for actions in legal.values()) <= 1, "several choose"
        return [dict(zip(legal, one, strict=True)) for one in product(*legal.values())]

    def explore(self) -> tuple[int, Counter[tuple[int, ...]] | None]:
        """How many positions are reachable, and how many plays end with which goals.

        There is no answer to the second where plays can go on for ever.
        """
        seen = brute_force.explore(Described(self))
        return seen.positions, None if seen.endless else seen.ends


class Described:
    """A game as the brute force wants it; a move is what each role does that does anything."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle, self.start, self.roles = oracle, oracle.init, oracle.roles
        self.holds = lru_cache(256)(oracle.at)

    def mover(self, position: frozenset[Expression]) -> str:
        """The role that has a choice, or else the first that may do anything."""
        legal = self.oracle.legal(self.holds(position))
        acting: list[str] = [role for role in self.roles if legal[role]]
        return max(acting, key=lambda role: len(legal[role]))

    def moves(self, position: frozenset[Expression]) -> list[tuple[tuple[str, Expression], ...]]:
        joint = self.oracle.moves(self.holds(position))
        return [tuple(one.items()) for one in joint if one]

    def after(
        self, position: frozenset[Expression], move: tuple[tuple[str, Expression], ...]
    ) -> frozenset[Expression]:
        return self.oracle.after(self.holds(position), dict(move))

    def over(self, position: frozenset[Expression]) -> tuple[int, ...] | None:
        if ("terminal",) not in self.holds(position):
            return None
        goals = self.oracle.goals(self.holds(position))
        assert all(len(values) == 1 for values in goals), "not one goal at the end"
        return tuple(values[0] for values in goals)


def _open(term: Expression) -> bool:
    return any(map(_open, term)) if isinstance(term, tuple) else term.startswith("?")
