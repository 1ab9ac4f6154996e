"""A matrix as a page: who fares how against whom, each match-up to be walked through."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ttt_asp.analyses.match_ups import MatchUps
from ttt_asp.analyses.score import Score
from ttt_asp.show.page import rendered
from ttt_asp.show.page.section import Listed, packed


def matches_page(title: str, found: MatchUps, summaries: Mapping[str, str]) -> str:
    """A page of match-ups, in HTML.

    Args:
        title: the page's.
        found: the match-ups, and their plays.
        summaries: what named strategies say of themselves.
    """
    roles = [found.game.spelt(role) for role in found.game.roles]
    names = [[name for name in found.strategies if name not in unfit] for unfit in found.unfit]
    numbers = {tuple(score.roles.values()): number for number, score in enumerate(found.scores)}
    against = {name: [numbers[one, name] for one in names[0]] for name in names[1]}
    columns = sorted(against, key=lambda name: _goodness(found, against[name], False), reverse=True)
    rows = {name: [numbers[name, column] for column in columns] for name in names[0]}
    lists = [
        [Listed(role, found.strategies[name], summaries) for name in some]
        for role, some in zip(roles, names, strict=True)
    ]
    asked = [score.claim or f"{roles[0]} never loses" for score in found.scores]
    return rendered(
        "matches.html.j2",
        title=title,
        roles=roles,
        columns=columns,
        rows=_rows(found, rows),
        unfit=[(name, why) for name, why in found.unfit[1].items() if name not in found.unfit[0]],
        lists=lists,
        packed=packed({**found.walk, "asked_for": asked}) if found.walk else "",
        missing=found.missing,
    )


def _goodness(found: MatchUps, numbers: Iterable[int], first: bool) -> tuple[int, float]:
    """How a strategy fares: in how many match-ups it never loses, and by how much it wins."""
    safe, share = 0, 0.0
    for number in numbers:
        won, lost, tied = found.scores[number].by_winner or (0, 0, 0)
        good, bad = (won, lost) if first else (lost, won)
        total = won + lost + tied
        safe += bool(total) and not bad
        share += (good - bad) / total if total else 0
    return safe, share


def _group(scores: Sequence[Score], role: str) -> tuple[int, str]:
    """What is common to strategies of the first role that stand together, the worst first."""
    known = [score.by_winner for score in scores if score.by_winner is not None]
    lost = sum(1 for _, lost, _ in known if lost)
    if lost == len(scores):
        return 0, f"{role} can lose to each of these"
    if lost:
        return 1, f"{role} can lose to some of these"
    if len(known) < len(scores):
        return 2, f"{role} loses to none of these that is known"
    return 3, f"{role} loses to none of these"


def _rows(found: MatchUps, numbers: Mapping[str, Sequence[int]]) -> list[dict[str, Any]]:
    """The strategies of the first role, the best first, in groups; those that do not fit last."""
    role, rows = found.game.spelt(found.game.roles[0]), []
    for name, some in numbers.items():
        rank, group = _group([found.scores[number] for number in some], role)
        row = {"name": name, "group": group, "cells": [_cell(found, number) for number in some]}
        rows.append(((rank, *_goodness(found, some, True)), row))
    rows.sort(key=lambda one: one[0], reverse=True)
    unfit = ({"name": name, "reason": why} for name, why in found.unfit[0].items())
    misfits = [{"group": "These do not fit", "cells": (), **one} for one in unfit]
    return [*(row for _, row in rows), *misfits]


def _cell(found: MatchUps, number: int) -> dict[str, Any]:
    """A match-up: shares in per cent, plays, and the strongest claim that holds of them."""
    score = found.scores[number]
    total = sum((score.plays or {}).values()) or 1
    won, lost, tied = score.by_winner or (0, 0, 0)
    played = found.walk is not None and found.walk["matches"][number] is not None
    return {
        "number": number if played else None,
        "won": round(100 * won / total, 1),
        "lost": round(100 * lost / total, 1),
        "counts": f"{won:,} / {tied:,} / {lost:,}" if score.by_winner else "",
        "says": score.claim or score.note or "no claim holds",
    }
