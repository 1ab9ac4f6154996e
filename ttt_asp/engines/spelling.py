"""Answers about a game whose file spells its names otherwise than its rules do."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from ttt_asp.claims.problem import Problem
from ttt_asp.games.game import Game
from ttt_asp.positions.position import Advice
from ttt_asp.verdict import STUCK, TIE, Blunder, Move, Play, Verdict

Value = TypeVar("Value")
# What is said of them in our words, or by strategies.
_OURS = {"ending", "deciders", "refinement", "decided", "silent"}
_SPELT = ("assumed", "play", "blunder", "words", "recommended")


def spelt(value: Value, game: Game) -> Value:
    """A value with all names in the spelling of the game's own file.

    Args:
        value: a text, a move, a play, a blunder or advice; or several, or None.
        game: whose names.
    """
    found: Any = value
    match value:
        case str():
            found = game.spelt(value)
        case tuple() | frozenset():
            found = type(value)(spelt(one, game) for one in value)
        case Mapping():
            found = {spelt(key, game): spelt(one, game) for key, one in value.items()}
        case Move() | Play() | Blunder() | Advice():
            names = {one.name for one in fields(value)} - _OURS
            found = replace(value, **{name: spelt(getattr(value, name), game) for name in names})
    typed: Value = found
    return typed


def spelt_verdict(found: Verdict, problem: Problem) -> Verdict:
    """A verdict in the spelling of the game's own file; most files spell as their rules do.

    Args:
        found: in the spelling of the rules.
        problem: what was asked.
    """
    game, claim = problem.game, problem.claim
    if not game.spelling:
        return found
    changed: dict[str, Any] = {name: spelt(getattr(found, name), game) for name in _SPELT}
    return replace(
        found,
        claim=str(replace(claim, role=spelt(claim.role, game))),
        roles={game.spelt(role): text for role, text in found.roles.items()},
        boards=tuple(
            one if isinstance(one, str) else sorted(map(game.spelt, one)) for one in found.boards
        ),
        plays=found.plays
        and {spelt_ending(end, game): number for end, number in found.plays.items()},
        decided={game.spelt(role): parts for role, parts in found.decided.items()},
        **changed,
    )


def spelt_ending(end: str, game: Game) -> str:
    """How plays end, see `Verdict.plays`, in the spelling of the game's own file."""
    return end if end in (TIE, STUCK) else game.spelt(end)
