"""A matrix as a page: the results of all match-ups, each to be walked through."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ttt_asp.extensions.reports.match_scores import Score
from ttt_asp.extensions.reports.match_ups import MatchUps
from ttt_asp.extensions.reports.page import rendered
from ttt_asp.extensions.reports.page.section import Listed, packed


def matches_page(title: str, matches: MatchUps, summaries: Mapping[str, str]) -> str:
    """Return a page of match-ups, in HTML.

    Args:
        title: the page's.
        matches: the match-ups, and their plays.
        summaries: of named strategies.
    """
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
