"""Whether a game is the game of lines that it was taken for: asked of clingo, at every position.

Every position is one where each square has at most one owner, one role moves, at most one role has
completed lines, and squares are marked after those they need. All this holds at the start, which is
looked at, and no move makes it false, as `next` and `moves` compare: so it holds in every play.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.games.recognition.sets import MOST_CONFLICTS, said
from ttt_asp.games.recognition.sheet import NotOfLines, Sets, Sheet, Square
from ttt_asp.solving.ground import Ground, ground


@dataclass(frozen=True)
class Difference:
    """A position at which a game is not a game of lines.

    Attributes:
        kind: one of those of `recognise.MEANINGS`.
        position: the fluents that hold, and `moves` what is done there, each role's.
    """

    kind: str
    position: tuple[clingo.Symbol, ...]
    moves: tuple[tuple[clingo.Symbol, clingo.Symbol], ...]


@dataclass
class Comparison:
    """A game beside the game of lines that it may be.

    Attributes:
        text: the game's rules.
        sheet: what its fluents mean.
        value: what completing a line gives, 100 or 0; `sets` are the lines of every role.
        init: the fluents of the initial position.
        deadline: when to give up.
        needed: squares, and such as are always marked before them.
        assumed: the same as atoms, and what else every position is assumed to satisfy.
    """

    text: str
    sheet: Sheet
    value: int
    sets: Sets
    init: frozenset[clingo.Symbol]
    deadline: Deadline
    needed: set[tuple[Square, Square]] = field(default_factory=set)
    assumed: list[tuple[clingo.Symbol, bool]] = field(default_factory=list)
    ground: Ground = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Ground both, and find what every position satisfies."""
        files = said("recognition/positions.lp", "recognition/same.lp")
        facts = [*self.sheet.facts(), *_lines(self.sets), f"as_won({self.value})."]
        facts += (f"as_stays({fluent})." for fluent in self.init & self.sheet.marks.keys())
        options = ["--warn=none", f"--solve-limit={MOST_CONFLICTS}"]
        self.ground = ground("\n".join([self.text, files, *facts]), self.deadline, options)
        if self.sheet.landing:
            self._needs()

    def starts_well(self) -> bool:
        """Whether the initial position is one of those that are looked at."""
        said = {*self.sheet.marks, *self.sheet.blanks, *self.sheet.turns.values()}
        start = [(clingo.Function("true", [fluent]), fluent in self.init) for fluent in said]
        return self.ground.first(start)[0] is not None

    def otherwise(self) -> Mapping[clingo.Symbol, int]:
        """Every role's goal value where nobody completes a line; empty if somebody always does.

        The values at one such position; that they are so at all is asked as `tie`.
        """
        found = self._solve("as_ends")
        values: dict[clingo.Symbol, int] = {}
        for atom in found or ():
            if atom.match("goal", 2) and atom.arguments[1].type == clingo.SymbolType.Number:
                values[atom.arguments[0]] = atom.arguments[1].number
        facts = (f"as_otherwise({role},{value})." for role, value in values.items())
        self.ground.add("\n".join([said("recognition/tie.lp"), *facts]), "tie")
        return values

    def _needs(self) -> None:
        """Find which squares are always marked after which, as by gravity, and assume it.

        The greatest set of pairs that no move breaks where all of them hold before it, by leaving
        out what is broken (C. Flanagan and K. R. M. Leino, *Houdini*, 2001).
        """
        taken = {self.sheet.marks[f][1] for f in self.init if f in self.sheet.marks}
        atoms = self.ground.symbols("as_needs", 2)
        pairs = {(atom.arguments[0], atom.arguments[1]): atom for atom in atoms}
        kept = {pair for pair in pairs if pair[0] not in taken or pair[1] in taken}
        while True:
            self.assumed = [(atom, pair in kept) for pair, atom in pairs.items()]
            found = self._solve("as_broken")
            if found is None:
                self.needed = kept
                return
            broken = (atom.arguments for atom in found if atom.match("as_broken", 2))
            kept -= {(square, other) for square, other in broken}

    def difference(self, kind: str) -> Difference | None:
        """A position at which the two games are different in one respect; None if there is none.

        Raises:
            NotOfLines: it is too hard to say.
            Expired: time is up.
        """
        found = self._solve("as_differs", clingo.Function(kind))
        if found is None:
            return None
        position = sorted(atom.arguments[0] for atom in found if atom.match("true", 1))
        moves = sorted(tuple(atom.arguments) for atom in found if atom.match("does", 2))
        return Difference(kind, tuple(position), tuple((role, action) for role, action in moves))

    def _solve(self, name: str, *arguments: clingo.Symbol) -> Sequence[clingo.Symbol] | None:
        """The atoms of an answer set with an atom, or None if there is none."""
        atoms, found = self.ground.first([(clingo.Function(name, arguments), True), *self.assumed])
        if atoms is None and not found.over:
            raise NotOfLines("it is too hard to say whether it is a game of lines")
        return atoms


def _lines(sets: Sets) -> Sequence[str]:
    found = []
    for role, ones in sets.items():
        for number, squares in enumerate(ones):
            line = f"({role},{number})"
            found.append(f"as_line({role},{line}).")
            found += (f"as_part({square},{line})." for square in sorted(squares))
    return found
