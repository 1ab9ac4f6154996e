"""Strategies with holes by brute force, in plain Python: every filling, and all plays of each.

It shares nothing with the product. A term is a name, a hole `("?", NAME)`, lines `("...", NAME)`,
or an operator with its operands. A game is a `World`; its positions and actions are any hashable
things.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations, product
from typing import Any

import oracle_tactics as ot
from oracle_walks import Walk

Position = Any
Action = Any
Term = str | tuple["Term", ...]
Env = Mapping[str, tuple[Term, ...]]


@dataclass(frozen=True, eq=False)
class World:
    """A game and its tactics.

    Attributes:
        roles: two, or more; start: the initial position; mover: whose turn it is.
        after: the position after each legal move.
        goals: of each role from 0 to 100 where play is over, else None.
        advice: what a tactic recommends to a role, whoever is to move.
    """

    roles: tuple[str, ...]
    start: Position
    mover: Callable[[Position], str]
    after: Callable[[Position], Mapping[Action, Position]]
    goals: Callable[[Position], Mapping[str, int] | None]
    advice: Callable[[str, Position, str], frozenset[Action]]
    memo: dict[tuple[Term, Position, str], frozenset[Action]] = field(default_factory=dict)

    def says(self, term: Term, position: Position, role: str) -> frozenset[Action]:
        """What a term recommends to a role, of what the mover may do."""
        key = term, position, role
        if key not in self.memo:
            self.memo[key] = self._says(term, position, role)
        return self.memo[key]

    def _says(self, term: Term, position: Position, role: str) -> frozenset[Action]:
        legal = frozenset(self.after(position))
        if term == "any":
            return legal
        if isinstance(term, str):
            return self.advice(term, position, role) & legal
        if term[0] == "opponent":
            (other,) = set(self.roles) - {role}
            return self.says(term[1], position, other)
        each = [self.says(operand, position, role) for operand in term[1:]]
        found = each[0]
        for more in each[1:]:
            if term[0] == "first":
                found = found or more
            elif term[0] == "refine":
                found = found & more or found
            elif term[0] == "either":
                found |= more
            elif term[0] == "both":
                found &= more
            elif term[0] == "except":
                found -= more
            else:
                raise ValueError(term)
        return found


# --- terms --------------------------------------------------------------------------------------


def parse(text: str, named: Mapping[str, str] | None = None) -> Term:
    """Read a term; its unnamed holes get the numbers in which they stand there."""
    tokens = re.findall(r"\.\.\.|\?\w*|\w+|\S", text)[::-1]
    number = iter(range(1, 99))

    def term() -> Term:
        name = tokens.pop()
        if name == "...":
            return ("...", f"{text} {next(number)}")
        if name[0] == "?":
            return ("?", name[1:] or f"{text} {next(number)}")
        if tokens and tokens[-1] == "(":
            found: list[Term] = [name]
            while tokens.pop() != ")":
                found.append(term())
            return tuple(found)
        return parse(named[name], named) if named and name in named else name

    return term()


def show(term: Term) -> str:
    return term if isinstance(term, str) else f"{term[0]}({', '.join(map(show, term[1:]))})"


def holes(term: Term) -> dict[str, str]:
    """The kind of each hole, `?` or `...`, by name."""
    if isinstance(term, str):
        return {}
    if term[0] in ("?", "..."):
        return {str(term[1]): str(term[0])}
    return {name: kind for operand in term[1:] for name, kind in holes(operand).items()}


def substituted(term: Term, env: Env) -> Term | None:
    """A term with its holes filled; None if that is none, as some `first` has no line at all."""
    if isinstance(term, str):
        return term
    if term[0] == "?":
        return env[str(term[1])][0]
    operands: list[Term] = []
    for operand in term[1:]:
        if operand[0] == "...":
            operands += env[str(operand[1])]
            continue
        whole = substituted(operand, env)
        if whole is None:
            return None
        operands.append(whole)
    if term[0] == "first" and len(operands) < 2:
        return operands[0] if operands else None
    return (term[0], *operands)


def repeats(term: Term) -> bool:
    """Whether some line of a `first` is there already."""
    if isinstance(term, str):
        return False
    twice = term[0] == "first" and len({*term[1:]}) < len(term) - 1
    return twice or any(map(repeats, term[1:]))


# --- fillings -----------------------------------------------------------------------------------


def pool(
    names: Sequence[str], pairs: Sequence[str] = (), by_lines: bool = False
) -> dict[Term, int]:
    """What may fill a hole, and its cost."""
    alone = sorted({*names} - {"any"})
    found: dict[Term, int] = dict.fromkeys(names, 1)
    if "refine" in pairs:
        found |= {("refine", *two): 1 if by_lines else 2 for two in permutations(alone, 2)}
    if "either" in pairs:
        found |= {("either", *two): 1 if by_lines else 2 for two in combinations(alone, 2)}
    return found


def fillings(
    terms: Sequence[Term], fillers: Mapping[Term, int], lines: int
) -> Iterator[tuple[tuple[Term, ...], int]]:
    """Every filling of some strategies, without lines that repeat, with its cost."""
    kinds = {name: kind for term in terms for name, kind in holes(term).items()}
    ways = [
        [
            some
            for length in ([1] if kind == "?" else range(lines + 1))
            for some in product(fillers, repeat=length)
            if len({*some}) == length
        ]
        for kind in kinds.values()
    ]
    for chosen in product(*ways):
        env = dict(zip(kinds, chosen, strict=True))
        done = [substituted(term, env) for term in terms]
        whole = tuple(term for term in done if term is not None)
        if len(whole) == len(terms) and not any(map(repeats, whole)):
            yield whole, sum(cost(term, env, fillers) for term in terms)


def cost(term: Term, env: Env, fillers: Mapping[Term, int]) -> int:
    """What fills the holes of a term, each place counted."""
    if isinstance(term, str):
        return 0
    if term[0] in ("?", "..."):
        return sum(fillers[one] for one in env[str(term[1])])
    return sum(cost(operand, env, fillers) for operand in term[1:])


# --- claims -------------------------------------------------------------------------------------


def keeps(world: World, strategies: Mapping[str, Term], claim: str) -> bool:
    """Whether a claim holds of all plays; a role without a strategy may do anything."""
    what, _, limit = claim.partition(" by move ")
    *who, how, end = what.split()
    start = world.start
    moves: dict[Position, list[Position]] = {}
    good, bad, stack = False, False, [start]
    while stack:
        position = stack.pop()
        if position in moves:
            continue
        moves[position] = []
        goals = world.goals(position)
        if goals is not None:
            values = [goals[who[0]]] if who else goals.values()
            meant = {"w": {100}, "l": {0}, "t": {*range(1, 100)}}[end[0]]
            fits = all(value in meant for value in values)
            good, bad = good or fits, bad or fits == (how == "never")
            continue
        after = world.after(position)
        role = world.mover(position)
        said = frozenset(after)
        if len(after) > 1:
            said = world.says(strategies.get(role, "any"), position, role)
        bad |= not said
        moves[position] = [after[action] for action in said]
        stack += moves[position]
        if bad and how != "can":
            return False
    if how == "can":
        return good
    if how == "never":
        return not bad
    longest = _longest(start, moves)
    return not bad and longest is not None and (not limit or longest <= int(limit))


def _longest(start: Position, moves: Mapping[Position, Sequence[Position]]) -> int | None:
    """How many moves plays may take; None if they may go on for ever."""
    now, count = {start}, 0
    while now := {after for position in now for after in moves[position]}:
        count += 1
        if count > len(moves):
            return None
    return count


# --- games --------------------------------------------------------------------------------------


def tictactoe(board: ot.Board, misere: bool = False) -> World:
    """Tic-tac-toe on some board; misère: whoever completes a line loses."""

    def goals(position: ot.Position) -> Mapping[str, int] | None:
        ended = ot.result(board, position)
        if ended is None or ended == "tie":
            return {"x": 50, "o": 50} if ended else None
        return {ended: 0 if misere else 100, ot.other(ended): 100 if misere else 0}

    def after(position: ot.Position) -> Mapping[Action, Position]:
        return {s: ot.place(position, position.mover, s) for s in ot.legal(board, position)}

    def advice(name: str, position: ot.Position, role: str) -> frozenset[Action]:
        return ot.suggests(name, board, position, role)

    return World(("x", "o"), ot.INITIAL, lambda p: p.mover, after, goals, advice)


def walk(moved: Walk) -> World:
    """A game that is a graph."""
    return World(
        ("x", "o"),
        0,
        lambda node: moved.owners[node],
        lambda node: {to: to for to in moved.edges.get(node, ())},
        moved.goals,
        lambda name, node, role: frozenset(moved.tactics[name].get((node, role), ())),
    )
