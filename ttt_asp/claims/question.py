"""A question as plain data, and how it is read."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from itertools import chain
from pathlib import Path

from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.claims.problem import Match, Problem
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.extension import hook, missing
from ttt_asp.games.facts import MOST_MOVES
from ttt_asp.games.game import Game, named_roles, role_of
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import begin_at
from ttt_asp.records import dataclass
from ttt_asp.strategies.library import Library, LibraryFile, load_lemmas, open_library
from ttt_asp.strategies.strategy import Strategy, load_strategy
from ttt_asp.strategies.terms import leaves

DEFAULT_GAME = "tictactoe"
_ASK_PROVE = "`ttt-asp prove` answers it; here a claim is as x never loses"


@dataclass(frozen=True, slots=True)
class Question:
    """A claim about strategies, to be read and answered anywhere.

    Attributes:
        claim: a sentence, as `x never loses`.
        roles: a strategy for each role, a name or a term; a role without one plays `any`.
        game: a name, or a file.
        const: values for constants that the game declares.
        horizon: the number of moves to look at; None for all.
        lemmas: names of lemmas, for proofs by induction.
        folders: of strategies, searched before all others.
        every: a condition on constants, which have no value then: the claim is about every size
            that it allows; None for one size.
        position: where play begins, as `position` takes it; None for where the rules say.
        made: entries of the library that stand in no folder.
    """

    claim: str
    roles: Mapping[str, str] = field(default_factory=dict)
    game: str = DEFAULT_GAME
    const: Mapping[str, str] = field(default_factory=dict)
    horizon: int | None = None
    lemmas: tuple[str, ...] = ()
    folders: tuple[Path, ...] = ()
    every: str | None = None
    position: str | None = None
    made: tuple[LibraryFile, ...] = ()

    def library(self) -> Library:
        """Open the library in which its names are looked up."""
        return open_library(self.folders, self.made)


def read(question: Question, deadline: Deadline, of_strategies: bool = False) -> Problem:
    """Read everything that a question rests on.

    Args:
        question: what is asked.
        deadline: when to give up.
        of_strategies: whether it may be about what a strategy recommends, as `x is complete`,
            which has nothing to do with how plays end.

    Raises:
        InputError: anything in it is wrong.
        Expired: time is up.
    """
    horizon, library = question.horizon, question.library()
    if horizon is not None and not 0 <= horizon <= MOST_MOVES:
        message = f"{horizon} is not a number of moves from 0 to {MOST_MOVES}"
        raise wrong(message, Location.argument("horizon"))
    every = None
    if question.every is None:
        game = load_game(question.game, question.const, deadline)
        game = begin_at(game, question.position)
    elif question.position is not None:
        message = "a claim about every size begins where the rules do"
        hint = "leave out the position, or the condition on sizes"
        raise wrong(message, Location.argument("position"), hint)
    else:
        scope = hook("scope")
        if scope is None:
            message = f"claims about every size are answered by {missing('--every')}"
            raise wrong(message, Location.argument("every"))
        every, game = scope.read_scope(question.every, question.game, question.const, deadline)
    claim = read_claim(question.claim, game)
    if claim.of_strategy and not of_strategies:
        message = f"{game.spelt(str(claim))} is about a strategy, not about how plays end"
        raise wrong(message, None, _ASK_PROVE)
    strategies = read_match(question.roles, game, library).strategies
    others: dict[str, Sequence[Strategy]] = {}
    if claim.role is not None and claim.kept:
        others[claim.role] = [hook("strategy_claims").standard_of(question.claim, game, library)]
    lemmas = load_lemmas(question.lemmas, game, library)
    used = {source.path for source in (*lemmas.sources, *lemmas.tactics)}
    for strategy in chain(strategies.values(), *others.values()):
        used |= {source.path for source in strategy.tactics}
        named = leaves(strategy.composition, kind="strategy")
        used |= {library.entries[name].path for name, _ in named}
    shadows = library.shadows(used)
    return Problem(game, strategies, claim, horizon, lemmas, shadows, every, others=others)


def read_claim(text: str, game: Game, where: Location | None = None) -> Claim:
    """Read a sentence as a claim about a game, whose file may spell its roles in another way.

    Raises:
        InputError: it is no claim.
    """
    claim = parse_claim(text, [game.spelt(role) for role in game.roles], where)
    return claim if claim.role is None else replace(claim, role=role_of(claim.role, game))


def read_match(roles: Mapping[str, str], game: Game, library: Library) -> Match:
    """Read a match.

    Args:
        roles: strategies by role; a role without one plays `any`.
        game: the game that they play.
        library: where names are looked up.

    Raises:
        InputError: there is no such role, or anything is wrong with a strategy.
    """
    given = named_roles(roles, game)
    return Match(game, {r: load_strategy(given.get(r), r, game, library) for r in game.roles})
