"""All match-ups of a matrix from one grounding and one table, whatever comes of each."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import repeat, takewhile

from ttt_asp.analyses.jobs import gathered
from ttt_asp.analyses.match_alone import Pair, scores_alone
from ttt_asp.analyses.match_pairs import Block, Tally, tallies
from ttt_asp.analyses.match_table import MatchTable, match_table
from ttt_asp.analyses.score import Score, played
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.errors import InputError
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.positions.position import undetermined_at
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import Strategy

# With no more match-ups a table of all takes longer than to explore each alone.
_FEW = 12
# So many match-ups go through a table together; fewer, where that has so many positions that
# positions times match-ups were more than this.
_AT_ONCE, _ROOM = 16_384, 10**8


@dataclass(frozen=True)
class Together:
    """Every strategy of one role against every one of the other's, and the table of all.

    Attributes:
        game: which.
        rows, columns: the strategies of the first role and of the second.
        table: the positions that any of their match-ups comes to.
    """

    game: Game
    rows: Sequence[Strategy]
    columns: Sequence[Strategy]
    table: MatchTable
    _notes: dict[tuple[int, int, int], str] = field(default_factory=dict)

    @cached_property
    def names(self) -> Sequence[str]:
        """The roles, as the game's own file spells them."""
        return [self.game.spelt(role) for role in self.game.roles]

    def scores(
        self, library: Library, limits: Limits, executor: Executor | None
    ) -> Iterator[Score]:
        """What comes of each match-up, a row after the other; see `scores` of `matrix`."""
        width, done = len(self.columns), 0
        together = min(_AT_ONCE, _ROOM // len(self.table.positions))
        total, step = len(self.rows) * width, max(1, together // width)
        blocks = [
            Block(self.table, start, stop, width, _longer(limits, (stop - start) * width))
            for start in range(0, len(self.rows), step)
            for stop in [min(start + step, len(self.rows))]
        ]
        limits.tell("matches", 0, total)
        for block, found in zip(blocks, gathered(tallies, blocks, executor), strict=True):
            numbers = [(n, m) for n in range(block.start, block.stop) for m in range(width)]
            # of what took too long nothing is known
            tallied: Iterable[Tally | None] = repeat(None, len(numbers)) if found is None else found
            made = [
                None if tally is None else self._score(row, column, tally, limits)
                for (row, column), tally in zip(numbers, tallied, strict=True)
            ]
            left = [
                (self.rows[row], self.columns[column])
                for (row, column), one in zip(numbers, made, strict=True)
                if one is None
            ]
            alone = scores_alone(left, self.game, library, limits, executor, done, total)
            for score in made:
                yield next(alone) if score is None else score
            done += len(made)
            limits.tell("matches", done, total)

    def _score(self, row: int, column: int, tally: Tally, limits: Limits) -> Score | None:
        """The score of a match-up; None where it would come to a limit."""
        first, second = self.names
        texts = {first: self.rows[row].text, second: self.columns[column].text}
        if limits.max_positions is not None and tally.positions > limits.max_positions:
            return None
        if tally.undetermined is not None:
            return Score(texts, None, None, "", self._note(row, column, tally.undetermined))
        known = tally.positions, tally.plays, tally.stuck, tally.moves
        return played(texts, self.game, *known)

    def _note(self, row: int, column: int, position: int) -> str:
        """Why a `pick` names no single action at a position."""
        first, _ = self.table.undetermined[position]
        role = 0 if self.table.sets[0][first] >> row & 1 else 1
        place = (row, column)[role]
        key = role, place, position
        if key not in self._notes:
            strategy = (self.rows, self.columns)[role][place]
            asked = {self.game.roles[role]: strategy}
            error = undetermined_at(self.game, asked, self.table.fluents(position))
            self._notes[key] = error.diagnostics[0].message
        return self._notes[key]


def together(pairs: Sequence[Pair], game: Game, limits: Limits) -> Together | None:
    """Ground the strategies of match-ups together, and make a table of them.

    Args:
        pairs: every strategy of some with every one of others, a row after the other.
        game: which.
        limits: of each match.

    Returns:
        None where the match-ups are few, or are not such; where the game is too large, or goes
        round in circles; where something is wrong with some strategy, as far as it matters, or
        time was up: then each is explored alone, and says so.
    """
    if len(pairs) <= _FEW:
        return None
    first = pairs[0][0]
    columns = [other for _, other in takewhile(lambda pair: pair[0] is first, pairs)]
    rows = [one for one, _ in pairs[:: len(columns)]]
    same = ((one, other) for one in rows for other in columns)
    if len(rows) * len(columns) != len(pairs) or any(
        one is not row or other is not column
        for (one, other), (row, column) in zip(pairs, same, strict=True)
    ):
        return None
    # it stands for so many matches, each of which may take as long
    deadline = Deadline(_longer(limits, len(rows) + len(columns)), limits.deadline.memory)
    limits.tell("matches", 0, len(pairs))
    try:
        table = match_table(game, [rows, columns], replace(limits, deadline=deadline))
    except InputError:
        return None
    except Expired as error:
        if error.stop.kind == "interrupted":
            raise
        return None
    return None if table is None else Together(game, rows, columns, table)


def _longer(limits: Limits, times: int) -> float | None:
    """So many times the seconds that a match may take."""
    return None if limits.deadline.seconds is None else limits.deadline.seconds * times
