"""Blunders of drawn questions about drawn games, against a brute force."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from brute_force import Claim, choices, goals, keepable, parse_claim
from drawn_games import Case, claims, tries
from hypothesis import given
from hypothesis import strategies as st
from terms import Undetermined
from test_every_way import FAMILIES, answered, posed

from ttt_asp import Verdict

REASON = "no blunder is named: "


@pytest.mark.parametrize("family", FAMILIES)
@given(chance=st.randoms(use_true_random=False))
@tries(4, hunt=25)
def test_blunders_are_those_of_a_brute_force(family: str, chance: random.Random) -> None:
    with posed(family, chance) as (asked, game, folder):
        of_plays = [claim for claim in claims(asked.drawn.world.roles) if "can " not in claim]
        for claim in chance.sample(of_plays, 5):
            one = replace(asked, claim=claim, horizon=None)
            found = answered(one, game, folder, "explicit")
            if not isinstance(found, str) and found.verdict == "refuted":
                expected, reason = blunder(one, found)
                told = f"{found.blunder} {found.no_blunder_reason}, not {expected}: {one}"
                assert reason in found.no_blunder_reason, told
                assert seen(found) == expected, told


def seen(found: Verdict) -> Any:
    """What is said of a blunder."""
    lost = found.blunder
    if lost is None:
        return None
    return lost.role, lost.move, *map(sorted, (lost.allowed, lost.keeping, lost.missed))


def blunder(asked: Case, found: Verdict) -> tuple[Any, str]:
    """What is to be said of it, and why no more."""
    world, claim = asked.drawn.world, parse_claim(asked.claim, asked.drawn.world.roles)
    strategies, action = world.players(asked.terms), asked.drawn.action
    play = found.play
    assert play is not None
    if not play.moves:
        return None, ""
    if play.ending == "lasso":
        return None, REASON
    positions = [world.start]
    for move in play.moves:
        (made,) = [one for one in world.moves(positions[-1]) if action(one) == move.action]
        positions.append(world.after(positions[-1], made))
    steps = claim.limit is not None
    lost: list[tuple[int, str, dict[Any, bool]]] = []
    keepers = to_blame(claim, world.roles, given_roles(asked), world.over(positions[-1]))
    for role in keepers:
        try:
            kept = keepable(world, strategies, claim, role)
        except Undetermined:
            return None, REASON
        if steps and len({position for position, _ in kept}) < len(kept):
            return None, f"{REASON}the claim counts moves"
        last = [
            number
            for number, position in enumerate(positions[:-1], 1)
            if world.mover(position) == role and len(world.moves(position)) > 1
            and kept[position, (number - 1) * steps]
        ]  # fmt: skip
        lost.append((last[-1] if last else 0, role, kept))
    number, role, kept = max(lost, key=lambda one: one[0])
    if not number:
        neither = len(keepers) > 1
        return None if neither else (role, None, [], [], []), f"{REASON}neither" if neither else ""
    here = positions[number - 1]
    allowed = set(choices(world, strategies, here))
    good = {move for move in world.moves(here) if kept[world.after(here, move), number * steps]}
    made = {one for one in world.moves(here) if action(one) == play.moves[number - 1].action}
    assert made <= allowed - good, "the claim could still be kept after it"
    moves = [sorted(map(action, some)) for some in (allowed, allowed & good, good - allowed)]
    return (role, number, *moves), ""


def given_roles(asked: Case) -> list[str]:
    """The roles that may not do anything."""
    return [role for role, term in asked.terms.items() if str(term) != "any"]


def to_blame(claim: Claim, roles: Sequence[str], given: Sequence[str], end: Any) -> list[str]:
    """The roles that are to keep a claim; if all plays are to be ties, not who won this one."""
    if claim.role is not None and (claim.mode, claim.kind) not in (
        ("never", "win"), ("always", "lose"),
    ):  # fmt: skip
        return [claim.role]
    players = [role for role in roles if role != claim.role]
    players = [role for role in players if role in given] or players
    if claim.role is None and claim.mode == "always" and end is not None:
        got = goals(Claim(tuple(roles), None, "always", "tie"), end)
        return [role for role in players if got[role] != 100] or players
    return players
