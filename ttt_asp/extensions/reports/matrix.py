"""A matrix of matches: every strategy against every strategy; and as a table."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import Any

from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.deadline import Expired
from ttt_asp.errors import Argument, Location, OtherGame, wrong
from ttt_asp.extensions.processes.jobs import results_of
from ttt_asp.extensions.reports.match_scores import Score, score_alone
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.paths import STRATEGIES, real
from ttt_asp.result import Result, Status
from ttt_asp.show.blocks import Block, Table
from ttt_asp.strategies.library import Library, LibraryFile
from ttt_asp.strategies.strategy import Strategy, load_strategy
from ttt_asp.strategies.tactics import game_of
from ttt_asp.verdict import STUCK

# Strategies up to which a table of all match-ups takes longer than to explore each alone.
_FEW = 3
# Match-ups that go through a table together, at most.
_AT_ONCE = 16_384
# Positions of a table times match-ups that go through it together, at most.
_ROOM = 5 * 10**7


@dataclass(frozen=True, slots=True)
class Matrix(Result):
    """Every strategy against every strategy.

    Attributes:
        game: which. scores: one for each match, by the first role's strategy.
    """

    game: Game = field(repr=False)
    scores: tuple[Score, ...]

    @property
    def status(self) -> Status:
        """See `Result`."""
        return "unknown" if any(score.stopped for score in self.scores) else "yes"

    def as_json(self) -> list[dict[str, Any]]:
        """Return the matches as plain data, as `--json` has them."""
        return [score.as_json() for score in self.scores]


def participants(
    names: Sequence[str], game: Game, library: Library
) -> tuple[list[Strategy], list[Score]]:
    """Load the strategies that play each other.

    Args:
        names: strategies, by name or as terms; none for all of the library.
        game: of two roles.
        library: where names are looked up.

    Returns:
        The strategies; and for each one that is about other games a score that says why it plays
        no match.

    Raises:
        InputError: the game has not two roles, a name is not a strategy's, or no strategy is for
            the game.
    """
    if len(game.roles) != 2:
        raise wrong(f"{game.name} has {len(game.roles)} roles, not two", Location.argument("game"))
    strategies, unfit = list[Strategy](), list[Score]()
    for name in names or _about(game, library):
        try:
            strategies.append(load_strategy(name, Argument("names"), game, library))
        except OtherGame as error:
            texts = {game.spelt(role): name for role in game.roles}
            if names or _is_users(library.entries[name]):
                unfit.append(Score(texts, None, None, "", error.diagnostics[0].message))
    if not strategies:
        hint = "name strategies or terms, as `any`; `ttt-asp new tactic NAME -g` begins a tactic"
        why = f": {unfit[0].note}" if unfit else ""
        raise wrong(f"no strategy here is for {game.name}{why}", Location.argument("names"), hint)
    return strategies, unfit


def scores(
    strategies: Sequence[Strategy],
    game: Game,
    limits: Limits,
    executor: Executor | None = None,
) -> Iterator[Score]:
    """Let every strategy play every one, itself included, in either role.

    Args:
        strategies: in the order of the scores.
        game: the game.
        limits: of each match; `progress` is told how many matches are done.
        executor: plays several matches at once, where there is no table of all; None for one
            after the other.
    """
    pairs = list(product(strategies, strategies))
    limits.tell("matches", 0, len(pairs))
    table = None
    if len(strategies) > _FEW:
        # a door to numpy: pages without match-ups do not wait for its import
        from ttt_asp.extensions.reports.match_table import longer, match_table, table_scores

        table = match_table(strategies, game, limits)
    if table is None:
        limits.tell("matches", 0, len(pairs))  # that of the table is over
        # a process cannot be told
        told = limits if executor is None else replace(limits, progress=None)
        work = partial(score_alone, game, told)
        yield from results_of(work, pairs, executor, limits.progress, "matches")
        return
    width = len(strategies)
    rows_at_once = max(1, min(_AT_ONCE, _ROOM // len(table.moves)) // width)
    most = limits.at_most(len(table.moves))
    for start in range(0, width, rows_at_once):
        rows = range(width)[start : start + rows_at_once]
        block = pairs[rows.start * width : rows.stop * width]
        counted: list[Score | None] = [None] * len(block)
        with suppress(Expired):  # then each is explored alone, and says so
            counted = table_scores(table, rows, block, game, longer(limits, len(block)))
        for pair, score in zip(block, counted, strict=True):
            # with too many positions, or an error, it is explored alone, to say what is wrong
            if score is None or (score.positions or 0) > most:
                yield score_alone(game, limits, pair)
            else:
                yield score
        limits.tell("matches", rows.stop * width, len(pairs))


def _about(game: Game, library: Library) -> list[str]:
    """Return the library's strategies that name the game; if none does, those that name none.

    Those that name none are about the default game; and if some name these very constants, the
    others are about other boards. Users' own that name none are tried in every game.
    """
    named = {name: game_of(library.entries[name].read()) for name in library.names("strategy")}
    games = {name: about or (DEFAULT_GAME, {}) for name, about in named.items()}
    same = {name: const for name, (about, const) in games.items() if about == game.name}
    here = [name for name, const in same.items() if const.items() <= game.constants.items()]
    about = {*(here or same)} or {name for name, about in named.items() if about is None}
    own = {n for n, game in named.items() if game is None and _is_users(library.entries[n])}
    return sorted(about | own)


def _is_users(entry: LibraryFile) -> bool:
    return not real(entry.path).is_relative_to(STRATEGIES)


_PLAYS = ("won", "lost", "tied", "stuck", "positions")


def shown_matrix(matrix: Matrix) -> Iterator[Block]:
    """Yield a line for each match; won and lost are the first role's."""
    yield scores_table([matrix.game.spelt(role) for role in matrix.game.roles], matrix.scores)


def shown_score(score: Score) -> Iterator[Block]:
    """Yield one match, as in a matrix."""
    yield scores_table(list(score.roles), [score])


def scores_table(roles: Sequence[str], scores: Iterable[Score]) -> Table:
    """Return a line for each match; won and lost are the first role's."""
    header = [*roles, *_PLAYS, "strongest claim that holds"]
    rows = [[*_cells(s, ","), _with_goals(s, s.claim or s.note)] for s in scores]
    return Table(header, rows, "  rrrrr")


def matrix_csv(roles: Sequence[str], scores: Iterable[Score]) -> str:
    """Return the same for programs, numbers without commas."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    columns = [*_PLAYS, "claim", "note"]
    # a program finds columns by their names
    writer.writerow([*(f"role {r}" if r in columns else r for r in roles), *columns])
    writer.writerows([*_cells(s, ""), s.claim, _with_goals(s, s.note)] for s in scores)
    return text.getvalue()


def _with_goals(score: Score, text: str) -> str:
    """Return a text about a match, behind its plays by their goals."""
    goals = [f"{number:,} with {end}" for end, number in score.by_goals.items()]
    return "; ".join([*goals, *([text] if text else [])])


def _cells(score: Score, comma: str) -> list[str]:
    known, stuck = score.by_winner, (score.plays or {}).get(STUCK, 0)
    shown = [f"{number:{comma}}" for number in (*known, stuck)] if known else [""] * 4
    positions = "" if score.positions is None else f"{score.positions:{comma}}"
    return [*score.roles.values(), *shown, positions]
