"""Recognition of a game of lines in a game's own rules: a guess, and its proof.

Whether the game is the one that was guessed is asked of clingo, at every position.
Every position is one where each square has at most one owner, one role moves, at most one role has
completed lines, and squares are marked after those they need. All this holds at the start, which is
checked, and no move makes it false, as `next` and `moves` compare: so it holds in every play.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.games.fact_checks import Facts
from ttt_asp.games.recognition.board import Board, board
from ttt_asp.games.recognition.ground import ground, rules_text
from ttt_asp.games.recognition.interpretation import (
    Interpretation,
    NotOfLines,
    Sets,
    Square,
    asp_text,
    winning_sets,
)
from ttt_asp.games.recognition.marks import interpret
from ttt_asp.lp.source import Source

# What may differ, as `asp/recognition/same.lp` and `tie.lp` have it, in words.
MEANINGS = {
    "moves": "a move may mark more than a free square, or be made out of turn",
    "pass": "in its turn a role may do something else than mark, or nothing; or it has a choice "
    "out of turn",
    "free": "a free square may not be marked",
    "next": "after a move something else is marked, free or in turn",
    "line": "a line is complete, and the game goes on",
    "end": "the game is over with free squares and no line, or goes on with neither",
    "goals": "with a line complete the goal values are not 100 and 0",
    "tie": "with no line complete the goal values are not always the same",
}
Fluents = frozenset[clingo.Symbol]
# Without these a fluent is no mark; and without those besides, a set of squares no line.
_MARKS = ("moves", "next")
_LINES = ("line", "goals")


@dataclass(frozen=True)
class Recognised:
    """A game of lines, or part of one, in another game's rules.

    Attributes:
        sheet: the meanings of fluents and moves.
        value: the goal value for completing a line, 100 or 0.
        sets: the lines of every role.
        otherwise: every role's value where nobody completes one; empty if somebody always does.
        board: the names and places of the squares.
        differences: the respects in which it is no game of lines: by kind, a key of `MEANINGS`, the
            fluents of a position that shows it, and the moves there.
        renamed: predicates of the file that have the name of a word of the vocabulary, and the
            names that they get instead.
    """

    sheet: Interpretation
    value: int
    sets: Sets
    otherwise: Mapping[clingo.Symbol, int]
    board: Board
    differences: Mapping[str, Sequence[clingo.Symbol]]
    renamed: Mapping[str, str] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether this is a game of lines in every respect."""
        return not self.differences

    @property
    def has_marks(self) -> bool:
        """Whether its marks are those of a game of lines."""
        return self.differences.keys().isdisjoint(_MARKS)

    @property
    def has_lines(self) -> bool:
        """Whether its marks and its lines are those of a game of lines."""
        return self.has_marks and self.differences.keys().isdisjoint(_LINES)

    @property
    def bounded(self) -> bool:
        """Whether every move marks a square, so that their number bounds the length of plays."""
        return self.has_marks and "pass" not in self.differences

    @property
    def only_marks(self) -> bool:
        """Whether the moves of a role in its turn are to mark any one free square."""
        others = self.differences.keys() & {"moves", "pass", "free", "next"}
        return bool(self.sheet.moves) and not others

    @property
    def missing(self) -> tuple[str, ...]:
        """Say in which respects this is no game of lines."""
        return tuple(MEANINGS[kind] for kind in self.differences)


class Comparison:
    """A game beside the game of lines that it may be.

    Attributes:
        sheet: the meanings of its fluents. init: those of the initial position.
        needed: pairs of a square and one that is always marked before it.
        assumed: the same as atoms, and all else that every position is assumed to satisfy.
        ground: both games.
    """

    def __init__(
        self,
        text: str,
        sheet: Interpretation,
        value: int,
        sets: Sets,
        init: Fluents,
        deadline: Deadline,
    ) -> None:
        """Ground both, and find what every position satisfies."""
        self.sheet, self.init = sheet, init
        self.needed: set[tuple[Square, Square]] = set()
        self.assumed: list[tuple[clingo.Symbol, bool]] = []
        facts = [*_lines(sets), f"as_won({value})."]
        facts += (f"as_stays({fluent})." for fluent in init & sheet.marks.keys())
        self.ground = sheet.beside(text, facts, deadline, ["same.lp"])
        if sheet.landing:
            self._needs()

    def starts_well(self) -> bool:
        """Whether the initial position satisfies the assumptions."""
        fluents = {*self.sheet.marks, *self.sheet.blanks, *self.sheet.turns.values()}
        start = [(clingo.Function("true", [fluent]), fluent in self.init) for fluent in fluents]
        return self.ground.first(start)[0] is not None

    def otherwise(self) -> Mapping[clingo.Symbol, int]:
        """Return the roles' goal values if nobody completes a line; {} if somebody always does.

        The values come from one such position; whether they are so at all is asked as `tie`.
        """
        atoms = self.solve("as_ends")
        values: dict[clingo.Symbol, int] = {}
        for atom in atoms or ():
            if atom.match("goal", 2) and atom.arguments[1].type == clingo.SymbolType.Number:
                values[atom.arguments[0]] = atom.arguments[1].number
        facts = (f"as_otherwise({role},{value})." for role, value in values.items())
        self.ground.add("\n".join([asp_text("recognition/tie.lp"), *facts]), "tie")
        return values

    def _needs(self) -> None:
        """Find and assume the order in which squares are always marked, as by gravity.

        This is the greatest set of pairs that no move breaks if all of them hold before it, found
        by leaving out broken pairs (C. Flanagan and K. R. M. Leino, *Houdini*, 2001).
        """
        taken = {self.sheet.marks[f][1] for f in self.init if f in self.sheet.marks}
        atoms = self.ground.symbols("as_needs", 2)
        pairs = {(atom.arguments[0], atom.arguments[1]): atom for atom in atoms}
        kept = {pair for pair in pairs if pair[0] not in taken or pair[1] in taken}
        while True:
            self.assumed = [(atom, pair in kept) for pair, atom in pairs.items()]
            symbols = self.solve("as_broken")
            if symbols is None:
                self.needed = kept
                return
            broken = (atom.arguments for atom in symbols if atom.match("as_broken", 2))
            kept -= {(square, other) for square, other in broken}

    def solve(self, name: str, *arguments: clingo.Symbol) -> Sequence[clingo.Symbol] | None:
        """Return the atoms of an answer set with the atom, or None if there is none.

        Raises:
            NotOfLines: the search reached its limit.
            Expired: time is up.
        """
        atoms, search = self.ground.first([(clingo.Function(name, arguments), True), *self.assumed])
        if atoms is None and not search.over:
            raise NotOfLines("it is too hard to say whether it is a game of lines")
        return atoms


def _lines(sets: Sets) -> Iterator[str]:
    for role, ones in sets.items():
        for number, squares in enumerate(ones):
            yield f"as_line({role},({role},{number}))."
            yield from (f"as_part({square},({role},{number}))." for square in sorted(squares))


def recognise(
    sources: Sequence[Source], constants: Mapping[str, str], facts: Facts, deadline: Deadline
) -> Recognised | str:
    """Look for a game of lines in a game's rules.

    Args:
        sources: the rules, the game's own first, and all that they need.
        constants: the value of every constant.
        facts: the facts of every position.
        deadline: when to give up.

    Returns:
        The recognised game; or why there is no such game, or none that can be checked.

    Raises:
        Expired: time is up.
    """
    try:
        text = rules_text(sources, constants)
        roles = tuple(role for (role,) in facts["role"])
        init = frozenset(fluent for (fluent,) in facts.get("init", ()))
        meanings = interpret(ground(text, deadline), roles, init, sources[0], deadline)
        value, sets = winning_sets(text, meanings, deadline)
        beside = Comparison(text, meanings, value, sets, init, deadline)
        if not beside.starts_well():
            raise NotOfLines(
                "at the start it is not one role's turn, or squares are neither free nor one role's"
            )
        otherwise = beside.otherwise()
        asked = {kind: beside.solve("as_differs", clingo.Function(kind)) for kind in MEANINGS}
        differences = {kind: symbols for kind, symbols in asked.items() if symbols is not None}
        squares = board(meanings, sets, facts, beside.needed, deadline)
        return Recognised(meanings, value, sets, otherwise, squares, differences)
    except NotOfLines as reason:
        return str(reason)
