"""A game read as a game of lines: what its fluents and moves mean, and its winning sets.

These are the smallest sets of one role's marks that give it a goal value at once: clingo's
subset-minimal answer sets (E. Di Rosa, E. Giunchiglia and M. Maratea, *Solving satisfiability
problems with preferences*, 2010, as clasp's domain heuristics have it).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.paths import ASP
from ttt_asp.solving.ground import Ground, ground

Square = clingo.Symbol
Marks = frozenset[Square]
# The lines of each role.
Sets = Mapping[clingo.Symbol, tuple[Marks, ...]]

# More sets of one role than this are too many, and so are more conflicts in the search for them.
MOST_SETS = 2_000
MOST_CONFLICTS = 200_000


class NotOfLines(Exception):
    """A game is no game of lines. Internal: its text is the reason, for people."""


@dataclass(frozen=True)
class Interpretation:
    """The meanings of fluents and moves.

    Attributes:
        roles: in the order in which they move, the first one first.
        marks: for each fluent that is a mark, whose and on which square.
        blanks: for each fluent that says that a square is free, the square.
        turns: for each role the fluent that says that it moves.
        moves: for each move, role and action, the square that it marks; without those that mark
            one square at one position and another elsewhere.
        landing: rules for `lands(P,A,F)`: A of P's would make F true, where moves do not say it.
        several: if there are such rules, for each action the squares that it may mark.
    """

    roles: tuple[clingo.Symbol, ...]
    marks: Mapping[clingo.Symbol, tuple[clingo.Symbol, Square]]
    blanks: Mapping[clingo.Symbol, Square]
    turns: Mapping[clingo.Symbol, clingo.Symbol]
    moves: Mapping[tuple[clingo.Symbol, clingo.Symbol], Square]
    landing: Sequence[str] = ()
    several: Sequence[tuple[clingo.Symbol, Square]] = ()

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares, in clingo's order."""
        return tuple(sorted({square for _, square in self.marks.values()}))

    def facts(self) -> Iterator[str]:
        """Write the interpretation as facts for `asp/recognition/`."""
        yield from (f"as_square({square})." for square in self.squares)
        yield from (f"as_of({f},{role},{square})." for f, (role, square) in self.marks.items())
        yield from (f"as_blank({fluent},{square})." for fluent, square in self.blanks.items())
        yield from (f"as_turn({fluent},{role})." for role, fluent in self.turns.items())
        after = (*self.roles[1:], *self.roles[:1])
        yield from (f"as_next({p},{q})." for p, q in zip(self.roles, after, strict=True))
        yield from (f"as_mark({p},{a},{square})." for (p, a), square in self.moves.items())
        yield from (f"as_{rule}" for rule in self.landing)
        if self.landing:
            yield "as_mark(P,A,C) :- as_lands(P,A,F), as_of(F,P,C), not true(F)."
        yield from (f"as_may_mark({action},{square})." for action, square in self.several)

    def beside(
        self,
        text: str,
        asked: str,
        deadline: Deadline,
        options: Sequence[str] = (),
    ) -> Ground:
        """Ground the game's rules at any position, beside rules that ask about it.

        Args:
            text: the rules.
            asked: the rules that ask.
            deadline: when to give up.
            options: of clingo, beside a limit on conflicts.
        """
        limit = f"--solve-limit={MOST_CONFLICTS}"
        whole = "\n".join([text, asp_text("recognition/positions.lp"), *self.facts(), asked])
        return ground(whole, deadline, ["--warn=none", limit, *options])


def same_lines_for_all(sets: Sets) -> bool:
    """Whether all roles have the same lines."""
    return len({frozenset(ones) for ones in sets.values()}) == 1


def lines_of(sets: Sets) -> dict[Marks, list[clingo.Symbol]]:
    """Return every set with the roles whose line it is."""
    owners: dict[Marks, list[clingo.Symbol]] = {}
    for role, ones in sets.items():
        for symbols in ones:
            owners.setdefault(symbols, []).append(role)
    return owners


def asp_text(*names: str) -> str:
    """Return the text of files of `asp/`."""
    return "\n".join((ASP / name).read_text("utf-8") for name in names)


def winning_sets(
    text: str, sheet: Interpretation, deadline: Deadline
) -> tuple[int, Mapping[clingo.Symbol, tuple[Marks, ...]]]:
    """Find the winning sets of every role.

    Args:
        text: the game's rules.
        sheet: the meanings of its fluents and moves.
        deadline: when to give up.

    Returns:
        The goal value for completing a set, 100 or 0, and the sets.

    Raises:
        NotOfLines: there are none, or too many, or one has no squares.
        Expired: time is up.
    """
    options = ["0", "--enum-mode=domRec", "--heuristic=Domain"]
    program = sheet.beside(text, asp_text("recognition/sets.lp"), deadline, options)
    for whole in (False, True):
        for value in (100, 0):
            sets = {role: _sets(program, sheet, role, value, whole) for role in sheet.roles}
            if won := [role for role, ones in sets.items() if frozenset() in ones]:
                raise NotOfLines(f"{won[0]} needs no mark for its goal to be {value} at an end")
            if any(sets.values()):
                return value, sets
    raise NotOfLines("no set of one role's marks makes its goal 100 and ends the game")


def _sets(
    ground: Ground,
    sheet: Interpretation,
    role: clingo.Symbol,
    value: int,
    whole: bool,
) -> tuple[Marks, ...]:
    asked = clingo.Function("as_asked", [role, clingo.Number(value)])
    marks = [(clingo.Function("true", [f]), square) for f, (_, square) in sheet.marks.items()]
    sets: list[Marks] = []

    def on_model(model: clingo.Model) -> bool:
        sets.append(frozenset(square for atom, square in marks if model.contains(atom)))
        return len(sets) <= MOST_SETS

    full = (clingo.Function("as_full"), whole)
    over = ground.search(on_model, [(asked, True), full]).over
    if len(sets) > MOST_SETS:
        raise NotOfLines(f"{role} has more than {MOST_SETS:,} winning sets: too many to look at")
    if not over:
        raise NotOfLines("its winning sets are too hard to find")
    least = [symbols for symbols in set(sets) if not any(other < symbols for other in sets)]
    return tuple(sorted(least, key=lambda symbols: sorted(symbols)))
