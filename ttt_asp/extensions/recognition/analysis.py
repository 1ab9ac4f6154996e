"""Recognition of games of lines, whoever wrote their rules, and of where a game differs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.extensions.recognition.recognise import MEANINGS, Recognised, recognise
from ttt_asp.games.game import Game
from ttt_asp.lp.dependencies import closure
from ttt_asp.result import Result, Status


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A respect in which a game is not one of lines.

    Attributes:
        kind: `moves`, `pass`, `free`, `next`, `line`, `end`, `goals` or `tie`.
        what: a description of it.
        position: fluents of a position that shows it.
        moves: the moves made there, by role; where they matter.
    """

    kind: str
    what: str
    position: tuple[str, ...]
    moves: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Recognition(Result):
    """A game of lines, as far as it was recognised. Terms are spelt as its own file has them.

    Attributes:
        name: the game's.
        of_lines: `yes`, in `part`, or `no`.
        reason: the reason for `no`.
        roles: the roles, in the order in which they move.
        squares: the number of squares. sides: of the board: rows and columns, or a cube's sides.
        lines: the smallest winning sets of each role, as squares.
        completing: the result of completing one, `wins` or `loses`.
        otherwise: every role's goal value where nobody completes one; empty if somebody does.
        marks: the vocabulary's name for every fluent that is a mark.
        moves: the tactics' name for every action that marks one square.
        unlike: the respects in which it is not a game of lines.
        own: predicates of the file's that have the name of a word of the vocabulary, and the names
            that tactics use for them instead.
        game: the game.
    """

    name: str
    of_lines: Literal["yes", "part", "no"]
    reason: str = ""
    roles: tuple[str, ...] = ()
    squares: int = 0
    sides: tuple[int, ...] = ()
    lines: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    completing: str = ""
    otherwise: Mapping[str, int] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    moves: Mapping[str, str] = field(default_factory=dict)
    unlike: tuple[Mismatch, ...] = ()
    own: Mapping[str, str] = field(default_factory=dict)
    game: Game = field(repr=False, kw_only=True)

    @property
    def status(self) -> Status:
        """See `Result`."""
        return "yes" if self else "no"

    def __bool__(self) -> bool:
        return self.of_lines == "yes"


def recognition(game: Game, deadline: Deadline) -> Recognition:
    """Look for a game of lines in a game's rules, and prove that it is one.

    Args:
        game: any game; of those in the Game Description Language it is known already.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    recognised = recognised_in(game, deadline)
    if isinstance(recognised, str):
        return Recognition(game.name, "no", recognised, game=game)
    sheet, names = recognised.sheet, recognised.board.names

    def term(symbol: clingo.Symbol) -> str:
        return game.spelt(str(symbol))

    marks = sorted(sheet.marks.items(), key=lambda entry: (entry[1][0], names[entry[1][1]]))
    moves = sorted(sheet.moves.items(), key=lambda entry: (entry[0][0], names[entry[1]]))
    lines = {
        term(role): tuple(tuple(sorted(str(names[square]) for square in line)) for line in sets)
        for role, sets in recognised.sets.items()
    }
    return Recognition(
        game.name,
        "yes" if recognised.whole else "part" if recognised.has_marks else "no",
        "" if recognised.has_marks else "; ".join(recognised.missing),
        tuple(map(term, sheet.roles)),
        len(sheet.squares),
        recognised.board.sides,
        lines,
        "wins" if recognised.value else "loses",
        {term(role): value for role, value in recognised.otherwise.items()},
        {term(f): f"marked({term(p)},{names[c]})" for f, (p, c) in marks},
        {term(action): f"mark({names[square]})" for (_, action), square in moves},
        tuple(_unlike(kind, atoms, game) for kind, atoms in recognised.differences.items()),
        recognised.renamed,
        game=game,
    )


def recognised_in(game: Game, deadline: Deadline) -> Recognised | str:
    """Return the game of lines recognised in a game, known already or not; or why there is none.

    Raises:
        Expired: time is up.
    """
    if isinstance(game.recognised, Recognised | str):
        return game.recognised
    sources = closure([game.rules], game.vocabulary)
    return recognise(sources, game.constants, game.facts, deadline)


def _unlike(kind: str, atoms: Sequence[clingo.Symbol], game: Game) -> Mismatch:
    held = sorted(atom.arguments[0] for atom in atoms if atom.match("true", 1))
    done = sorted(tuple(atom.arguments) for atom in atoms if atom.match("does", 2))
    moves = {game.spelt(str(role)): game.spelt(str(action)) for role, action in done}
    return Mismatch(kind, MEANINGS[kind], tuple(game.spelt(str(fluent)) for fluent in held), moves)
