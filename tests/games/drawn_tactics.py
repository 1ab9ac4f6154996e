"""Tactics of random rules about marks on squares: as a file, and in plain Python."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tables import constant

Square = Any
# Whether it is denied, its name, and its arguments: C, D, or a square.
Literal = tuple[bool, str, tuple[Any, ...]]
WORDS: dict[str, str] = constant(__file__, "WORDS")
HELPERS: str = constant(__file__, "HELPERS")


@dataclass(frozen=True)
class Squares:
    """The squares of a game.

    Attributes:
        names: what the product calls each.
        lines: the sets of squares that win. corners: those with a name of their own.
    """

    names: Mapping[Square, str]
    lines: Collection[frozenset[Square]]
    corners: frozenset[Square] = frozenset()


@dataclass(frozen=True)
class RuleTactic:
    """A square C is recommended if it is free, and for some square D a rule holds."""

    squares: Squares
    rules: Sequence[Sequence[Literal]]

    def text(self, name: str) -> str:
        """The tactic as a file has it."""
        lines = [
            f"suggests({name},P,mark(C)) :- role(P), free(C), square(D), {body}."
            for body in (", ".join(self._written(one, name) for one in rule) for rule in self.rules)
        ]
        return "\n".join(lines) + HELPERS.format(name=name)

    def _written(self, literal: Literal, name: str) -> str:
        denied, kind, places = literal
        words = [place if place in ("C", "D") else self.squares.names[place] for place in places]
        text = WORDS[kind].format(*words, name=name)
        if not denied:
            return text
        return text.replace("=", "!=") if kind == "is" else f"not {text}"

    def says(self, mine: Collection[Square], theirs: Collection[Square]) -> frozenset[Square]:
        """What it recommends to whoever owns `mine`."""
        return frozenset(
            c
            for c in self.squares.names
            if c not in mine
            and c not in theirs
            and any(self._fires(rule, c, mine, theirs) for rule in self.rules)
        )

    def _fires(
        self,
        rule: Sequence[Literal],
        c: Square,
        mine: Collection[Square],
        theirs: Collection[Square],
    ) -> bool:
        """Whether a rule holds for some square D."""
        about_d = any("D" in places for _, _, places in rule)
        return any(
            all(self._holds(one, c, d, mine, theirs) for one in rule)
            for d in (self.squares.names if about_d else [c])
        )

    def _holds(
        self,
        literal: Literal,
        c: Square,
        d: Square,
        mine: Collection[Square],
        theirs: Collection[Square],
    ) -> bool:
        denied, kind, places = literal
        first, last = ({"C": c, "D": d}.get(place, place) for place in (places[0], places[-1]))
        if kind in ("mine", "theirs"):
            holds = first in (mine if kind == "mine" else theirs)
        elif kind in ("free", "any"):
            holds = (first in mine or first in theirs) == (kind == "any")
        elif kind == "near":
            holds = first != last and any({first, last} <= line for line in self.squares.lines)
        else:
            holds = first in self.squares.corners if kind == "corner" else first == last
        return holds != denied


def rule_tactic(chance: random.Random, squares: Squares) -> RuleTactic:
    """One or two rules of up to three literals."""
    kinds = ["mine", "theirs", "mine", "theirs", "free", "near", "is", "any"]
    kinds += ["corner"] * bool(squares.corners)

    def literal() -> Literal:
        kind = chance.choice(kinds)
        places = [chance.choice(["C", "D", *chance.sample([*squares.names], 2)]) for _ in "ab"]
        if kind == "is":
            places = [chance.choice("CD"), chance.choice([*squares.names])]
        return chance.random() < 0.35, kind, tuple(places[: 2 if kind in ("near", "is") else 1])

    return RuleTactic(
        squares,
        [[literal() for _ in range(chance.randint(1, 3))] for _ in range(chance.randint(1, 2))],
    )
