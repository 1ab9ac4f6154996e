"""A game said as one of lines: what its fluents and moves mean, and the lines of boards as sets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import clingo

Square = clingo.Symbol
Marks = frozenset[Square]
# The lines of each role.
Sets = Mapping[clingo.Symbol, tuple[Marks, ...]]


class NotOfLines(Exception):
    """A game is not one of lines; internal, its text is the reason, for people."""


@dataclass(frozen=True)
class Sheet:
    """What fluents and moves mean.

    Attributes:
        roles: in the order in which they move, the first one first.
        marks: for each fluent that is a mark, whose and on which square.
        blanks: for each fluent that says that a square is free, the square.
        turns: for each role the fluent that says that it moves.
        others: the fluents that mean nothing here.
        moves: for each move, role and action, the square that it marks; without those that mark
            one square at one position and another elsewhere.
        landing: rules for `lands(P,A,F)`: A of P's would make F true, where moves do not say it.
        several: with these, for each action the squares that it may mark.
    """

    roles: tuple[clingo.Symbol, ...]
    marks: Mapping[clingo.Symbol, tuple[clingo.Symbol, Square]]
    blanks: Mapping[clingo.Symbol, Square]
    turns: Mapping[clingo.Symbol, clingo.Symbol]
    others: tuple[clingo.Symbol, ...]
    moves: Mapping[tuple[clingo.Symbol, clingo.Symbol], Square]
    landing: Sequence[str] = ()
    several: Sequence[tuple[clingo.Symbol, Square]] = ()

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares, in clingo's order."""
        return tuple(sorted({square for _, square in self.marks.values()}))

    def facts(self) -> Iterator[str]:
        """The same for `asp/recognition/`."""
        yield from (f"as_square({square})." for square in self.squares)
        yield from (f"as_of({f},{role},{square})." for f, (role, square) in self.marks.items())
        yield from (f"as_blank({fluent},{square})." for fluent, square in self.blanks.items())
        yield from (f"as_turn({fluent},{role})." for role, fluent in self.turns.items())
        yield from (f"as_other({fluent})." for fluent in self.others)
        after = (*self.roles[1:], *self.roles[:1])
        yield from (f"as_next({p},{q})." for p, q in zip(self.roles, after, strict=True))
        yield from (f"as_mark({p},{a},{square})." for (p, a), square in self.moves.items())
        yield from (f"as_{rule}" for rule in self.landing)
        if self.landing:
            yield "as_mark(P,A,C) :- as_lands(P,A,F), as_of(F,P,C), not true(F)."
        yield from (f"as_may_mark({action},{square})." for action, square in self.several)


def lines_of(sets: Sets) -> dict[Marks, list[clingo.Symbol]]:
    """Every set and the roles whose line it is."""
    found: dict[Marks, list[clingo.Symbol]] = {}
    for role, ones in sets.items():
        for one in ones:
            found.setdefault(one, []).append(role)
    return found
