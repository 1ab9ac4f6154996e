"""Answers about a game whose file spells its names otherwise than its rules do."""

from collections.abc import Iterable
from dataclasses import replace

from ttt_asp.claims.problem import Problem
from ttt_asp.games.game import Game
from ttt_asp.positions.position import Advice
from ttt_asp.verdict import STUCK, TIE, Blunder, Move, Play, Verdict


def spelt_verdict(found: Verdict, problem: Problem) -> Verdict:
    """A verdict in the spelling of the game's own file; most files spell as their rules do.

    Args:
        found: in the spelling of the rules.
        problem: what was asked.
    """
    game = problem.game
    if not game.spelling:
        return found
    claim = problem.claim
    return replace(
        found,
        claim=str(replace(claim, role=claim.role and game.spelt(claim.role))),
        roles={game.spelt(role): text for role, text in found.roles.items()},
        assumed=_all(found.assumed, game),
        play=found.play and spelt_play(found.play, game),
        boards=tuple(_board(board, game) for board in found.boards),
        plays=found.plays
        and {spelt_ending(end, game): number for end, number in found.plays.items()},
        decided={game.spelt(role): parts for role, parts in found.decided.items()},
        blunder=found.blunder and _blunder(found.blunder, game),
        words=_all(found.words, game),
        recommended=None if found.recommended is None else _all(found.recommended, game),
    )


def spelt_ending(end: str, game: Game) -> str:
    """How plays end, see `Verdict.plays`, in the spelling of the game's own file."""
    return end if end in (TIE, STUCK) else game.spelt(end)


def spelt_advice(advice: Advice, game: Game) -> Advice:
    """Advice in the spelling of the game's own file."""
    return replace(
        advice,
        role=game.spelt(advice.role),
        legal=_all(advice.legal, game),
        recommended=_all(advice.recommended, game),
        suggested=_all(advice.suggested, game),
        goals={game.spelt(role): value for role, value in advice.goals.items()},
        result=game.spelt(advice.result),
    )


def spelt_position(position: Iterable[str], game: Game) -> frozenset[str]:
    """The fluents of a position in the spelling of the game's own file."""
    return frozenset(map(game.spelt, position))


def _all(texts: Iterable[str], game: Game) -> tuple[str, ...]:
    return tuple(map(game.spelt, texts))


def _board(board: str | list[str], game: Game) -> str | list[str]:
    return board if isinstance(board, str) else sorted(map(game.spelt, board))


def spelt_play(play: Play, game: Game) -> Play:
    """A play in the spelling of the game's own file."""
    moves = tuple(Move(game.spelt(move.role), game.spelt(move.action)) for move in play.moves)
    positions = tuple(spelt_position(position, game) for position in play.positions)
    result = game.spelt(play.result)
    return replace(play, moves=moves, positions=positions, result=result)


def _blunder(blunder: Blunder, game: Game) -> Blunder:
    return replace(
        blunder,
        role=game.spelt(blunder.role),
        allowed=_all(blunder.allowed, game),
        keeping=_all(blunder.keeping, game),
        missed=_all(blunder.missed, game),
        forbidden={
            spelt_position(position, game): _all(actions, game)
            for position, actions in blunder.forbidden.items()
        },
        hopeless=None if blunder.hopeless is None else spelt_position(blunder.hopeless, game),
    )
