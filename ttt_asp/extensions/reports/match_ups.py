"""All match-ups of a matrix in one table of positions, to be walked through one at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Expired
from ttt_asp.errors import InputError, wrong
from ttt_asp.extensions.comparing.compare import union_of
from ttt_asp.extensions.reports.match_scores import Score
from ttt_asp.extensions.reports.play_graph import all_plays, reason_of
from ttt_asp.extensions.reports.walk_data import MOST_SAID, match_data, walk_data, with_lines
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.strategies.strategy import Strategy


@dataclass(frozen=True, slots=True)
class MatchUps:
    """A matrix as a page shows it.

    Attributes:
        game: which. scores: one for each pair of strategies.
        strategies: all of them, by name.
        unfit: for each role, by name, why a strategy plays no match.
        walk: the plays of all match-ups, see `walk_data`, with `matches`: one for each score, None
            where it has no plays. None where there is no such table.
        missing: why there is no table.
    """

    game: Game
    scores: Sequence[Score]
    strategies: Mapping[str, Strategy]
    unfit: Sequence[Mapping[str, str]]
    walk: Mapping[str, Any] | None = field(default=None, repr=False)
    missing: str = ""


def match_ups(
    strategies: Sequence[Strategy], scores: Sequence[Score], game: Game, limits: Limits
) -> MatchUps:
    """Explore the plays of all match-ups at once.

    Each role plays whatever any of its strategies recommends: so every position of every match-up
    is reached. A page tells the match-ups apart by what each strategy's lines recommend.

    Args:
        strategies: those that play each other.
        scores: their scores, and those of strategies that fit no match.
        game: the game.
        limits: of the exploration.

    Raises:
        Expired: after Ctrl-C.
    """
    named = {strategy.text: strategy for strategy in strategies}
    unfit = [_unfit(scores, number) for number in range(len(game.roles))]
    lists = {
        role: [strategy for name, strategy in named.items() if name not in notes]
        for role, notes in zip(game.roles, unfit, strict=True)
    }
    walk, missing = None, "No strategy fits the game."
    if all(lists.values()):
        try:
            walk, missing = _walk(lists, scores, game, limits), ""
        except (InputError, Expired) as error:
            if isinstance(error, Expired) and error.stop.kind == "interrupted":
                raise  # nobody waits for a page
            missing = f"There are no walks: {reason_of(error)}."
    return MatchUps(game, scores, named, unfit, walk, missing)


def _walk(
    lists: Mapping[str, Sequence[Strategy]], scores: Sequence[Score], game: Game, limits: Limits
) -> dict[str, Any]:
    played = Match(game, {role: union_of(*strategies) for role, strategies in lists.items()})
    match = with_lines(played, lists)
    explored = all_plays(match, limits.afresh())
    data = walk_data(explored, match, lists, limits.afresh())
    if not data["said"]:
        raise wrong(f"of more than {MOST_SAID:,} positions a page shows none")
    del data["decided"]
    matches: list[dict[str, Any] | None] = []
    for score in scores:
        claim = claim_of(score, game)
        shown = match_data(explored, match, claim, claim.role, data)
        # of what was refused, as where a `pick` names no single action, there is nothing to walk
        refused = score.positions is None
        matches.append(None if refused else {"lists": list(score.roles.values()), **shown})
    return {**data, "matches": matches}


def claim_of(score: Score, game: Game) -> Claim:
    """Return the strongest claim that holds of a match; else that its first role never loses."""
    spelt = list(map(game.spelt, game.roles))
    claim = parse_claim(score.claim or f"{spelt[0]} never loses", spelt)
    role = None if claim.role is None else game.roles[spelt.index(claim.role)]
    return replace(claim, role=role)


def _unfit(scores: Sequence[Score], number: int) -> dict[str, str]:
    """Return the strategies of a role that play no match, each with the reason."""
    notes: dict[str, list[str]] = {}
    for score in scores:
        refused = score.positions is None and not score.stopped
        name = list(score.roles.values())[number]
        notes.setdefault(name, []).append(score.note if refused else "")
    return {name: reasons[0] for name, reasons in notes.items() if all(reasons)}
