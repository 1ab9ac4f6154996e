"""Every strategy against every strategy."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, product, takewhile
from typing import TYPE_CHECKING, Any

from ttt_asp.analyses.score import Pair, Score, Tally, played, scores_alone
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.errors import Argument, InputError, Location, Misfit, wrong
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.result import Result
from ttt_asp.strategies.examples import game_of
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import Strategy, load_strategy

if TYPE_CHECKING:
    from ttt_asp.analyses.match_table import MatchTable

# With no more match-ups a table of all takes longer than to explore each alone.
_FEW = 12
# So many match-ups go through a table together; fewer, where that has so many positions that
# positions times match-ups were more than this.
_AT_ONCE, _ROOM = 16_384, 5 * 10**7


@dataclass(frozen=True, slots=True)
class Matrix(Result):
    """Every strategy against every strategy.

    Attributes:
        game: which. scores: one for each match, by the first role's strategy.
    """

    game: Game = field(repr=False)
    scores: tuple[Score, ...]

    def as_json(self) -> list[dict[str, Any]]:
        """The matches as plain data, as `--json` has them."""
        return [one.as_json() for one in self.scores]


def pairs_of(names: Sequence[str], game: Game, library: Library) -> tuple[list[Pair], list[Score]]:
    """Every strategy against every one, itself included, in either role.

    Args:
        names: strategies, by name or as terms; none for all of the library.
        game: which; of two roles that win, lose or tie.
        library: where names are looked up.

    Returns:
        The pairs; and of each strategy that is about other games, in a score, why it plays none.

    Raises:
        InputError: the game has not two roles, or a strategy is none.
    """
    if len(game.roles) != 2:
        raise wrong(f"{game.name} has {len(game.roles)} roles, not two", Location.argument("game"))
    chosen = list(names) or _about(game, library)
    loaded, unfit = list[Strategy](), list[Score]()
    for name in chosen:
        try:
            loaded.append(load_strategy(name, Argument("names"), game, library))
        except Misfit as error:
            texts = {game.spelt(role): name for role in game.roles}
            unfit.append(Score(texts, None, None, "", error.diagnostics[0].message))
    return [(one, other) for one in loaded for other in loaded], unfit


def scores(
    pairs: Sequence[Pair],
    game: Game,
    library: Library,
    limits: Limits,
    executor: Executor | None = None,
) -> Iterator[Score]:
    """Let strategies play each other.

    Args:
        pairs: who plays whom.
        game: which.
        library: where their names were looked up.
        limits: of each match; `progress` is told how many matches are done.
        executor: plays several matches at once; None for one after the other.
    """
    made_together = together(pairs, game, limits)
    if made_together is None:
        yield from scores_alone(pairs, game, library, limits, executor)
        return
    # a door to numpy, as below: pages without match-ups do not wait for its import
    from ttt_asp.analyses.match_table import tallies

    table, width = made_together
    at_once = max(1, min(_AT_ONCE, _ROOM // len(table.moves)) // width)
    limits.tell("matches", 0, len(pairs))
    for start in range(0, len(pairs) // width, at_once):
        rows, done = range(len(pairs) // width)[start : start + at_once], start * width
        some = pairs[done : done + len(rows) * width]
        deadline = Deadline(_longer(limits, len(some)))
        found: list[Tally | None] = [None] * len(some)
        with suppress(Expired):  # then each is explored alone, and says so
            found = tallies(table, rows, width, deadline)
        made = [_score(pair, game, one, limits) for pair, one in zip(some, found, strict=True)]
        left = [pair for pair, score in zip(some, made, strict=True) if score is None]
        alone = scores_alone(left, game, library, limits, executor, done, len(pairs))
        for score in made:
            yield next(alone) if score is None else score
        limits.tell("matches", done + len(made), len(pairs))


def _score(pair: Pair, game: Game, tally: Tally | None, limits: Limits) -> Score | None:
    """The score of a match-up; None where it is to be explored alone, to say what is wrong."""
    most = limits.max_positions
    if tally is None or (most is not None and tally.positions > most):
        return None
    texts = {game.spelt(role): one.text for role, one in zip(game.roles, pair, strict=True)}
    return played(texts, game, tally)


def together(pairs: Sequence[Pair], game: Game, limits: Limits) -> "tuple[MatchTable, int] | None":
    """Ground the strategies of match-ups together, and make a table of them.

    Args:
        pairs: every strategy of some with every one of others, a row after the other.
        game: which.
        limits: of each match.

    Returns:
        The table, and how many the others are. None where the match-ups are few, or are not such;
        where the game is too large, or goes round in circles; where something is wrong with some
        strategy, as far as it matters, or time was up: then each is explored alone, and says so.
    """
    columns = [other for _, other in takewhile(lambda pair: pair[0] is pairs[0][0], pairs)]
    if len(pairs) <= _FEW:
        return None
    rows = [one for one, _ in pairs[:: len(columns)]]
    if list(map(id, chain(*product(rows, columns)))) != list(map(id, chain(*pairs))):
        return None
    # it stands for so many matches, each of which may take as long
    deadline = Deadline(_longer(limits, len(rows) + len(columns)), limits.deadline.memory)
    limits.tell("matches", 0, len(pairs))
    try:
        from ttt_asp.analyses.match_table import match_table

        table = match_table(game, [rows, columns], replace(limits, deadline=deadline))
    except InputError:
        return None
    except Expired as error:
        if error.stop.kind == "interrupted":
            raise
        return None
    return None if table is None else (table, len(columns))


def _longer(limits: Limits, times: int) -> float | None:
    """So many times the seconds that a match may take."""
    return None if limits.deadline.seconds is None else limits.deadline.seconds * times


def _about(game: Game, library: Library) -> list[str]:
    """The library's strategies that name the game; if none does, those that name no game.

    Those that name none are about the default game; and if some name these very constants, the
    others are about other boards.
    """
    names = library.names("strategy")
    found = {name: game_of(library.entries[name].read()) for name in names}
    own = {name: about or (DEFAULT_GAME, {}) for name, about in found.items()}
    named = [name for name, (about, _) in own.items() if about == game.name]
    here = [name for name in named if own[name][1].items() <= game.constants.items()]
    return here or named or [name for name, about in found.items() if about is None]
