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
from ttt_asp.extensions.recognition.board import RecognisedBoard, board
from ttt_asp.extensions.recognition.ground import ground, rules_text
from ttt_asp.extensions.recognition.interpretation import (
    Interpretation,
    NotOfLines,
    Sets,
    asp_text,
    winning_sets,
)
from ttt_asp.extensions.recognition.marks import NO_TURNS, interpret
from ttt_asp.games.facts import Facts
from ttt_asp.lp.source import Source
from ttt_asp.solving.ground import Ground

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
# An atom, and whether it is to hold.
_Literal = tuple[clingo.Symbol, bool]
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
    board: RecognisedBoard
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


def _answer(
    both: Ground, assumed: Sequence[_Literal], name: str, *arguments: clingo.Symbol
) -> Sequence[clingo.Symbol] | None:
    """Return the atoms of an answer set with an atom and what is assumed; None if none is.

    Args:
        both: the game beside the game of lines that it may be.
        assumed: what every position is assumed to satisfy.
        name: the atom's.
        *arguments: likewise.

    Raises:
        NotOfLines: the search reached its limit.
        Expired: time is up.
    """
    atoms, search = both.first([(clingo.Function(name, arguments), True), *assumed])
    if atoms is None and not search.over:
        raise NotOfLines("it is too hard to say whether it is a game of lines")
    return atoms


def _needs(both: Ground, sheet: Interpretation, init: Fluents) -> list[_Literal]:
    """Find the order in which squares are always marked, as by gravity.

    This is the greatest set of pairs that no move breaks if all of them hold before it, found
    by leaving out broken pairs (C. Flanagan and K. R. M. Leino, *Houdini*, 2001).

    Returns:
        The atom `as_needs(C,D)` of each pair that may be one, and whether C is only marked after D.
    """
    taken = {sheet.marks[f][1] for f in init if f in sheet.marks}
    atoms = both.symbols("as_needs", 2)
    pairs = {(atom.arguments[0], atom.arguments[1]): atom for atom in atoms}
    kept = {pair for pair in pairs if pair[0] not in taken or pair[1] in taken}
    while True:
        assumed = [(atom, pair in kept) for pair, atom in pairs.items()]
        symbols = _answer(both, assumed, "as_broken")
        if symbols is None:
            return assumed
        broken = (atom.arguments for atom in symbols if atom.match("as_broken", 2))
        kept -= {(square, other) for square, other in broken}


def _otherwise(both: Ground, assumed: Sequence[_Literal]) -> Mapping[clingo.Symbol, int]:
    """Return the roles' goal values if nobody completes a line; {} if somebody always does.

    The values come from one such position; whether they are so at all is asked as `tie`.
    """
    values: dict[clingo.Symbol, int] = {}
    for atom in _answer(both, assumed, "as_ends") or ():
        if atom.match("goal", 2) and atom.arguments[1].type == clingo.SymbolType.Number:
            values[atom.arguments[0]] = atom.arguments[1].number
    facts = (f"as_otherwise({role},{value})." for role, value in values.items())
    both.add("\n".join([asp_text("recognition/tie.lp"), *facts]), "tie")
    return values


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
        if len(roles) < 2:  # to ground a puzzle may take seconds
            raise NotOfLines(NO_TURNS)
        init = frozenset(fluent for (fluent,) in facts.get("init", ()))
        sheet = interpret(ground(text, deadline), roles, init, sources[0], deadline)
        value, sets = winning_sets(text, sheet, deadline)
        asked = [asp_text("recognition/same.lp"), *_lines(sets), f"as_won({value})."]
        asked += (f"as_stays({fluent})." for fluent in init & sheet.marks.keys())
        both = sheet.beside(text, "\n".join(asked), deadline)
        assumed = _needs(both, sheet, init) if sheet.landing else []
        fluents = {*sheet.marks, *sheet.blanks, *sheet.turns.values()}
        start = [(clingo.Function("true", [fluent]), fluent in init) for fluent in fluents]
        if both.first(start)[0] is None:
            raise NotOfLines(
                "at the start it is not one role's turn, or squares are neither free nor one role's"
            )
        otherwise = _otherwise(both, assumed)
        shown = {k: _answer(both, assumed, "as_differs", clingo.Function(k)) for k in MEANINGS}
        differences = {kind: symbols for kind, symbols in shown.items() if symbols is not None}
        needed = {(a.arguments[0], a.arguments[1]) for a, holds in assumed if holds}
        squares = board(sheet, sets, facts, needed, deadline)
        return Recognised(sheet, value, sets, otherwise, squares, differences)
    except NotOfLines as reason:
        return str(reason)
