"""Whether a game with rules of its own is a game of lines: what is found, and what is proved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.games.fact_kinds import Facts
from ttt_asp.games.recognition.board import Board, board
from ttt_asp.games.recognition.ground import ground, rules_text
from ttt_asp.games.recognition.marks import sheet
from ttt_asp.games.recognition.same import Comparison, Difference
from ttt_asp.games.recognition.sets import winning_sets
from ttt_asp.games.recognition.sheet import NotOfLines, Sets, Sheet, lines_of
from ttt_asp.lp.dependencies import GAME
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import signatures

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
# Without these a fluent is no mark; and without those besides, a set of squares no line.
_MARKS = ("moves", "next")
_LINES = ("line", "goals")


@dataclass(frozen=True)
class Recognised:
    """A game of lines, or part of one, in another game's rules.

    Attributes:
        sheet: what fluents and moves mean.
        value: what completing a line gives, 100 or 0.
        sets: the lines of every role.
        otherwise: every role's value where nobody completes one; empty if somebody always does.
        board: what squares are called, and where they lie.
        differences: where it is not a game of lines, by kind.
        own: predicates of the file's that a word of the vocabulary is called like, which means
            something else, and what they are called instead.
    """

    sheet: Sheet
    value: int
    sets: Sets
    otherwise: Mapping[clingo.Symbol, int]
    board: Board
    differences: Mapping[str, Difference]
    own: Mapping[str, str] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether it is, in every respect, a game of lines."""
        return not self.differences

    @property
    def has_marks(self) -> bool:
        """Whether the marks are such."""
        return self.differences.keys().isdisjoint(_MARKS)

    @property
    def has_lines(self) -> bool:
        """Whether the lines are such, too."""
        return self.has_marks and self.differences.keys().isdisjoint(_LINES)

    @property
    def bounded(self) -> bool:
        """Whether every move marks a square, so that their number bounds the length of plays."""
        return self.has_marks and "pass" not in self.differences

    @property
    def only_marks(self) -> bool:
        """Whether the moves of a role, in its turn, are to mark each free square, one by one."""
        others = self.differences.keys() & {"moves", "pass", "free", "next"}
        return bool(self.sheet.moves) and not others

    @property
    def missing(self) -> tuple[str, ...]:
        """What it is not, in words."""
        return tuple(MEANINGS[kind] for kind in self.differences)

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(lines_of(self.sets))


_OF_SQUARES = signatures("square/1 free/1 marked/2")


def recognise(
    sources: Sequence[Source], constants: Mapping[str, str], facts: Facts, deadline: Deadline
) -> Recognised | str:
    """Look for a game of lines in a game's rules.

    Args:
        sources: the rules, the game's own first, and all that they need.
        constants: the value of every constant.
        facts: what holds in every position.
        deadline: when to give up.

    Returns:
        What was recognised; or why there is no such game, or none that can be looked at.

    Raises:
        Expired: time is up.
    """
    try:
        text = rules_text(sources, constants)
        roles = tuple(role for (role,) in facts["role"])
        init = frozenset(fluent for (fluent,) in facts.get("init", ()))
        found = sheet(ground(text, deadline), roles, init, sources[0], deadline)
        value, sets = winning_sets(text, found, deadline)
        beside = Comparison(text, found, value, sets, init, deadline)
        if not beside.starts_well():
            raise NotOfLines(
                "at the start it is not one role's turn, or squares are neither free nor one role's"
            )
        otherwise = beside.otherwise()
        asked = {kind: beside.difference(kind) for kind in MEANINGS}
        differences = {kind: one for kind, one in asked.items() if one is not None}
        # what a file says itself of squares has to go on to be about these
        own = sources[0].defined
        keeps = own >= GAME and not own.isdisjoint(_OF_SQUARES)
        squares = board(found, sets, facts, beside.needed, keeps, deadline)
        return Recognised(found, value, sets, otherwise, squares, differences)
    except NotOfLines as reason:
        return str(reason)
