"""Every strategy against every strategy."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

from ttt_asp.analyses.match_alone import Pair, scores_alone
from ttt_asp.analyses.match_together import together
from ttt_asp.analyses.score import Score
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.errors import Location, Misfit, wrong
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.result import Result
from ttt_asp.strategies.examples import game_of
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import Strategy, load_strategy


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
        raise wrong(f"{game.name} has {len(game.roles)} roles, not two", Location("--game"))
    chosen = list(names) or _about(game, library)
    loaded, unfit = list[Strategy](), list[Score]()
    for name in chosen:
        try:
            loaded.append(load_strategy(name, "strategy", game, library))
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
    table = together(pairs, game, limits)
    if table is None:
        yield from scores_alone(pairs, game, library, limits, executor)
    else:
        yield from table.scores(library, limits, executor)


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
