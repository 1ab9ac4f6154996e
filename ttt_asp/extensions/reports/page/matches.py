"""A matrix as a page: all match-ups in one table of positions, each to be walked through."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Expired
from ttt_asp.errors import InputError, wrong
from ttt_asp.extensions.comparing.compare import union_of
from ttt_asp.extensions.reports.match_scores import Score
from ttt_asp.extensions.reports.page import rendered
from ttt_asp.extensions.reports.page.section import Listed, packed
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


def matches_page(title: str, matches: MatchUps, summaries: Mapping[str, str]) -> str:
    """Return a page of match-ups, in HTML."""
    roles = [matches.game.spelt(role) for role in matches.game.roles]
    names = [[name for name in matches.strategies if name not in unfit] for unfit in matches.unfit]
    numbers = {tuple(score.roles.values()): number for number, score in enumerate(matches.scores)}
    against = {name: [numbers[opponent, name] for opponent in names[0]] for name in names[1]}
    goodness = {name: _goodness(matches, numbers_of, False) for name, numbers_of in against.items()}
    columns = sorted(against, key=goodness.__getitem__, reverse=True)
    rows = {name: [numbers[name, column] for column in columns] for name in names[0]}
    lists = [
        [Listed(role, matches.strategies[name], summaries) for name in chosen]
        for role, chosen in zip(roles, names, strict=True)
    ]
    asked = [score.claim or f"{roles[0]} never loses" for score in matches.scores]
    return rendered(
        "matches.html.j2",
        title=title,
        roles=roles,
        columns=columns,
        rows=_rows(matches, rows),
        unfit=[
            (name, why) for name, why in matches.unfit[1].items() if name not in matches.unfit[0]
        ],
        lists=lists,
        packed=packed({**matches.walk, "asked_for": asked}) if matches.walk else "",
        missing=matches.missing,
    )


def _goodness(matches: MatchUps, numbers: Iterable[int], first: bool) -> tuple[int, float]:
    """Return how many match-ups a strategy never loses, and its share of wins less losses."""
    safe, share = 0, 0.0
    for number in numbers:
        won, lost, tied = matches.scores[number].by_winner or (0, 0, 0)
        good, bad = (won, lost) if first else (lost, won)
        total = won + lost + tied
        safe += bool(total) and not bad
        share += (good - bad) / total if total else 0
    return safe, share


def _group(scores: Sequence[Score], role: str) -> tuple[int, str]:
    """Return the rank of a strategy of the first role, the worst 0, and its group's title."""
    known = [score.by_winner for score in scores if score.by_winner is not None]
    lost = sum(1 for _, lost, _ in known if lost)
    if lost == len(scores):
        return 0, f"{role} can lose to each of these"
    if lost:
        return 1, f"{role} can lose to some of these"
    if len(known) < len(scores):
        return 2, f"{role} loses to none of these that is known"
    return 3, f"{role} loses to none of these"


def _rows(matches: MatchUps, numbers: Mapping[str, Sequence[int]]) -> list[dict[str, Any]]:
    """Return the first role's strategies, the best first, in groups; those that do not fit last."""
    role, rows = matches.game.spelt(matches.game.roles[0]), []
    for name, indices in numbers.items():
        rank, group = _group([matches.scores[number] for number in indices], role)
        cells = [_cell(matches, number) for number in indices]
        row = {"name": name, "group": group, "cells": cells}
        rows.append(((rank, *_goodness(matches, indices, True)), row))
    rows.sort(key=lambda entry: entry[0], reverse=True)
    unfit = ({"name": name, "reason": why} for name, why in matches.unfit[0].items())
    misfits = [{"group": "These do not fit", "cells": (), **misfit} for misfit in unfit]
    return [*(row for _, row in rows), *misfits]


def _cell(matches: MatchUps, number: int) -> dict[str, Any]:
    """Return a match-up: shares in per cent, plays, and the strongest claim that holds of them."""
    score = matches.scores[number]
    total = sum((score.plays or {}).values()) or 1
    won, lost, tied = score.by_winner or (0, 0, 0)
    played = matches.walk is not None and matches.walk["matches"][number] is not None
    return {
        "number": number if played else None,
        "won": round(100 * won / total, 1),
        "lost": round(100 * lost / total, 1),
        "counts": f"{won:,} / {lost:,} / {tied:,}" if score.by_winner else "",
        "says": score.claim or score.note or "no claim holds",
    }
