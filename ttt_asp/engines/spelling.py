"""Answers in the spelling of the game's own file, where its rules spell names otherwise."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from ttt_asp.claims.problem import Problem
from ttt_asp.games.game import Game
from ttt_asp.verdict import STUCK, TIE, Play, Verdict

Answer = TypeVar("Answer")


def respelt(value: Answer, game: Game, *names: str) -> Answer:
    """Return terms, or a value with terms in it, in the spelling of the game's own file.

    Args:
        value: a text, several, or a dataclass with them; numbers stay as they are.
        game: whose terms they are.
        names: of a dataclass, the fields that have terms; all, if none is given.
    """
    spelt: Any = value
    match value:
        case _ if not game.spelling:  # most files spell as their rules do
            pass
        case str():
            spelt = game.spelt(value)
        case Mapping():
            spelt = {respelt(key, game): respelt(item, game) for key, item in value.items()}
        case tuple() | list() | frozenset():
            spelt = type(value)(respelt(item, game) for item in value)
        case _ if is_dataclass(value):
            names = names or tuple(field.name for field in fields(value))
            changed = {name: respelt(getattr(value, name), game) for name in names}
            spelt = replace(spelt, **changed)
    return cast(Answer, spelt)


def spelt_verdict(verdict: Verdict, problem: Problem) -> Verdict:
    """Return a verdict in the spelling of the game's own file.

    Args:
        verdict: in the spelling of the rules.
        problem: the question.
    """
    game, claim, search = problem.game, problem.claim, verdict.blunder_search
    programs = verdict.programs
    if not game.spelling:
        return verdict
    names = ("role", "allowed", "keeping", "missed", "forbidden", "hopeless")
    lost = search.blunder and respelt(search.blunder, game, *names)
    return replace(
        respelt(verdict, game, "assumed"),
        claim=str(respelt(claim, game, "role")),
        roles={game.spelt(role): text for role, text in verdict.roles.items()},
        play=verdict.play and spelt_play(verdict.play, game),
        counts=replace(
            verdict.counts,
            plays=verdict.plays and {spelt_ending(e, game): n for e, n in verdict.plays.items()},
            decided={game.spelt(role): parts for role, parts in verdict.decided.items()},
        ),
        particulars=replace(
            respelt(verdict.particulars, game, "recommended"),
            programs={game.spelt(r): asked.spelt(game.spelt) for r, asked in programs.items()},
        ),
        blunder_search=replace(search, blunder=lost),
        induction=verdict.induction and respelt(verdict.induction, game, "words"),
    )


def spelt_ending(end: str, game: Game) -> str:
    """Return how plays end, see `Verdict.plays`, in the spelling of the game's own file."""
    return end if end in (TIE, STUCK) else game.spelt(end)


def spelt_play(play: Play, game: Game) -> Play:
    """Return a play in the spelling of the game's own file."""
    return respelt(play, game, "moves", "positions", "result")
