"""Compositions of tactics, how they are written and what they recommend, in plain Python."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from brute_force import End, Game, Move, Position, Strategies

Moves = frozenset[Any]
# How many operands an operator has; 0: any number of them.
ARITY = {"first": 0, "refine": 0, "either": 0, "both": 0, "except": 2, "opponent": 1, "pick": 2}


@dataclass(frozen=True)
class Term:
    """An operator and its operands; `?` and `...` are holes, whose only operand is a name."""

    op: str
    args: "tuple[Strategy, ...]"

    def __post_init__(self) -> None:
        number = 1 if self.op in HOLES else ARITY.get(self.op)
        if number is None or not self.args or number not in (0, len(self.args)):
            raise ValueError(f"no such composition: {self.op} of {len(self.args)}")

    def __str__(self) -> str:
        return f"{self.op}({', '.join(map(str, self.args))})"


HOLES = ("?", "...")
# The name of a tactic, or a composition; the second operand of `pick` is the name of an order.
Strategy = str | Term


def parse(
    text: str,
    tactics: Collection[str] | None = None,
    named: Mapping[str, str] | None = None,
    orders: Collection[str] | None = None,
) -> Strategy:
    """Read `first(defeat, refine(center_or_corner, center), any)`.

    Args:
        tactics: their names; whatever a name is, without.
        named: strategies that stand for what they are called.
        orders: what `pick` takes; without, any.
    """
    tokens = re.findall(r"\.\.\.|\?\w*|\w+|\S", text)[::-1]
    unnamed = iter(range(1, 99))

    def expect(wanted: str) -> None:
        if not tokens or tokens.pop() != wanted:
            raise ValueError(f"expected {wanted!r} in {text!r}")

    def order() -> str:
        name = tokens.pop() if tokens else "nothing"
        if orders is not None and name not in orders:
            raise ValueError(f"expected an order, not {name!r}, in {text!r}")
        return name

    def term() -> Strategy:
        name = tokens.pop() if tokens else "nothing"
        if name.startswith(HOLES):
            kind = "?" if name[0] == "?" else "..."
            return Term(kind, (name.removeprefix(kind) or f"{text} {next(unnamed)}",))
        if name in ARITY:
            expect("(")
            args = [term()]
            while tokens and tokens[-1] == ",":
                tokens.pop()
                args.append(order() if name == "pick" else term())
            expect(")")
            return Term(name, tuple(args))
        if named and name in named:
            return parse(named[name], tactics, named, orders)
        if not name.isidentifier() or (tactics is not None and name not in tactics):
            raise ValueError(f"expected a strategy, not {name!r}, in {text!r}")
        return name

    strategy = term()
    if tokens:
        raise ValueError(f"something follows the strategy in {text!r}")
    return strategy


@dataclass(frozen=True)
class Adviser:
    """What is known at one position.

    Attributes:
        advice: what a tactic recommends to a role, of what the mover may do.
        opponent: of a role.
        picked: what an order names of some moves.
    """

    advice: Callable[[str, str], Moves]
    opponent: Callable[[str], str]
    picked: Callable[[Moves, str], Moves]

    def says(self, strategy: Strategy, role: str) -> Moves:
        """What a strategy recommends, from a role's point of view."""
        if isinstance(strategy, str):
            return self.advice(strategy, role)
        if strategy.op == "opponent":
            return self.says(strategy.args[0], self.opponent(role))
        found = self.says(strategy.args[0], role)
        if strategy.op == "pick":
            return self.picked(found, str(strategy.args[1]))
        for operand in strategy.args[1:]:
            if strategy.op == "first" and found:
                break
            more = self.says(operand, role)
            if strategy.op == "first":
                found = more
            elif strategy.op == "refine":
                found = found & more or found
            elif strategy.op == "either":
                found |= more
            elif strategy.op == "both":
                found &= more
            else:
                found -= more
        return found


class Undetermined(Exception):
    """A pick that names no single move: one has no rank or several, or two have the lowest."""


@dataclass(frozen=True, eq=False)
class World:
    """A game and its tactics.

    Attributes:
        start: the initial position.
        advice: what a tactic recommends to a role, whoever is to move.
        picked: what an order names of some moves.
        memo: what was said before.
    """

    game: Game
    start: Position
    advice: Callable[[str, Position, str], Collection[Move]]
    picked: Callable[[Position, Moves, str], Moves] = lambda position, moves, order: moves
    memo: dict[tuple[Strategy, Position], Moves] = field(default_factory=dict)

    @property
    def roles(self) -> Sequence[str]:
        return self.game.roles

    def mover(self, position: Position) -> str:
        return self.game.mover(position)

    def moves(self, position: Position) -> Collection[Move]:
        return self.game.moves(position)

    def after(self, position: Position, move: Move) -> Position:
        return self.game.after(position, move)

    def over(self, position: Position) -> End | None:
        return self.game.over(position)

    def says(self, term: Strategy, position: Position) -> Moves:
        """What a term recommends to the mover."""
        if (term, position) not in self.memo:
            legal = frozenset(self.moves(position))

            def advice(name: str, role: str) -> Moves:
                return legal if name == "any" else legal & {*self.advice(name, position, role)}

            def opponent(role: str) -> str:
                (other,) = {*self.roles} - {role}
                return other

            adviser = Adviser(
                advice, opponent, lambda some, order: self.picked(position, some, order)
            )
            self.memo[term, position] = adviser.says(term, self.mover(position))
        return self.memo[term, position]

    def players(self, terms: Mapping[str, Strategy]) -> Strategies:
        """The strategies of roles, as functions of the position."""
        return {role: lambda position, term=term: self.says(term, position)  # type: ignore[misc]
                for role, term in terms.items()}  # fmt: skip
