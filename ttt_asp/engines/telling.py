"""What is said of a play: which part of a strategy decided each move, and who won and how."""

from collections.abc import Mapping
from dataclasses import replace

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.engines.position import Atoms, decider, facts_along
from ttt_asp.games.game import Game
from ttt_asp.programs.compose import compose
from ttt_asp.verdict import Play


def told(match: Match, play: Play, deadline: Deadline) -> Play:
    """A play with the part of its role's outermost `first` behind each move, and its result.

    Args:
        match: who plays what.
        play: moves that keep to it.
        deadline: when to give up.

    Raises:
        InputError: names of the game that cannot stand together when lifted.
        Expired: time is up.
    """
    game, strategies = match.game, match.strategies
    at = deadline.run(lambda: facts_along(game, strategies, play.positions))
    several = {role.name: role for role in compose(strategies) if len(role.parts) > 1}
    found = []
    for move, atoms in zip(play.moves, at, strict=False):
        decided = None
        if (role := several.get(move.role)) is not None:
            nodes = {node.name: node for node in role.nodes}
            choices = sum(str(who) == move.role for who, _ in atoms.get(("legal", 2), ()))
            decided = decider(nodes[role.root], nodes, atoms)[0] if choices > 1 else None
        found.append(decided or "")
    return replace(play, deciders=tuple(found), result=_result(game, at[-1]))


def _result(game: Game, atoms: Atoms) -> str:
    """Who won, and with which lines; empty where the game is not over."""
    if ("terminal", 0) not in atoms:
        return ""
    goals = {str(role): int(str(value)) for role, value in atoms.get(("goal", 2), ())}
    owned: dict[str, list[str]] = {}
    for role, line in sorted(atoms.get(("owns", 2), ())):
        owned.setdefault(str(role), []).append(str(line))
    return _said(game, {role: goals[role] for role in game.roles if role in goals}, owned)


def _said(game: Game, goals: Mapping[str, int], owned: Mapping[str, list[str]]) -> str:
    winners = [role for role, value in goals.items() if value == 100]
    if len(winners) != 1 or any(value for role, value in goals.items() if role not in winners):
        if goals and all(0 < value < 100 for value in goals.values()):
            return "a tie"
        return ", ".join(f"{role} {value}" for role, value in goals.items())
    (winner,) = winners
    if winner in owned:
        return f"{winner} wins with {' and '.join(owned[winner])}"
    losers = [f"{role} has {' and '.join(owned[role])}" for role in game.roles if role in owned]
    return f"{winner} wins" + (f", as {losers[0]}" if losers else "")
