"""What is said of a play: which part of a strategy decided each move, and who won and how."""

from dataclasses import replace

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.positions.position import decider, facts_along, result
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
    last = play.moves[-1] if play.moves else None
    return replace(play, deciders=tuple(found), result=result(game, at[-1], last))
