"""Comparison of two games: a proved map by which they are the same, or why there is none.

Two games are the same if a map of roles and a map of moves take the plays of the one to those of
the other: wherever a play of the one goes on, the same moves are open to the same roles, and where
it is over, goals are the same. A role without a choice while another has one makes no move there.
Positions may be written in any way: fluents only help to prove it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ttt_asp.claims.problem import free_play
from ttt_asp.engines.plays import respelt
from ttt_asp.extensions.exploring.inspection import inspect_positions
from ttt_asp.extensions.recognition.same_game_search import SameGameSearch
from ttt_asp.games.facts import lines_in
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.positions.explore import explore
from ttt_asp.positions.links import outcomes
from ttt_asp.positions.machine import load_machine
from ttt_asp.result import Result, Status, record
from ttt_asp.verdict import STATUS_OF, Answer, Move, plain_constants

# Games of more positions are not gone through to say in which numbers they differ.
MOST_COUNTED = 50_000


@dataclass(frozen=True, slots=True)
class SameGame(Result):
    """Result of comparing two games: whether they are the same.

    Attributes:
        verdict: `proved`, they are; `refuted`, no map fits; or `unknown`.
        reason: why it is unknown.
        roles: the role of the second game for each role of the first.
        moves: the move of the second game for each move of the first.
        lines: lines of the first that are lines of the second, if both have lines.
        differ: where they are not the same, numbers of both that differ, by what they count.
        plays: plays of the first game that were looked at; if the games differ, no map fits these.
        guesses: the number of maps that were tried.
        positions: the number of pairs of positions that were explored; 0 where one move from any
            was enough.
        seconds: the time that it took.
        games: the two, the one that is mapped first.
    """

    verdict: Answer
    reason: str
    roles: Mapping[str, str]
    moves: tuple[tuple[Move, Move], ...]
    lines: Mapping[str, str]
    differ: tuple[tuple[str, int, int], ...]
    plays: tuple[tuple[Move, ...], ...]
    guesses: int
    positions: int
    seconds: float
    games: tuple[Game, Game] = field(repr=False)

    @property
    def status(self) -> Status:
        """See `Result`."""
        return STATUS_OF[self.verdict]

    def as_json(self) -> dict[str, Any]:
        """Return the answer as plain data, the keys of `--json`."""
        first, second = self.games
        return record(
            self,
            first=first.name,
            second=second.name,
            const=plain_constants(first.constants),
            other_const=plain_constants(second.constants),
        )


def same_game(first: Game, second: Game, limits: Limits) -> SameGame:
    """Find out whether two games are the same.

    Args:
        first: the game whose moves are mapped.
        second: the other one.
        limits: a limit reached, or Ctrl-C, is the verdict `unknown`.

    Raises:
        InputError: the rules of one make no circuit.
    """
    differ: tuple[tuple[str, int, int], ...] = ()
    search = SameGameSearch(first, second, limits)
    if len(first.roles) != len(second.roles):
        differ = (("roles", len(first.roles), len(second.roles)),)
        search.verdict = "refuted"
    else:
        search.run()
        if search.verdict == "refuted":
            ours, theirs = _counts(first, limits), _counts(second, limits)
            differ = tuple(
                (name, number, theirs[name])
                for name, number in ours.items()
                if theirs.get(name, number) != number
            )
    moves = search.by.moves if search.by else {}
    roles = search.by.roles if search.by else {}
    return SameGame(
        search.verdict,
        search.reason,
        {first.spelt(p): second.spelt(q) for p, q in roles.items()},
        tuple((respelt(move, first), respelt(other, second)) for move, other in moves.items()),
        lines_between(first, second, moves),
        differ,
        respelt(tuple(search.plays), first),
        search.guesses,
        search.positions,
        limits.deadline.elapsed,
        (first, second),
    )


def lines_between(first: Game, second: Game, moves: Mapping[Move, Move]) -> dict[str, str]:
    """Return for each line of the first game the line with the same squares in the second.

    A square whose marks by two roles are taken to different squares has none.
    """
    mine, yours = _squares(first), _squares(second)
    squares: dict[str, set[str]] = {}
    for move, other in moves.items():
        if move.action in mine and other.action in yours:
            squares.setdefault(mine[move.action], set()).add(yours[other.action])
    theirs = {squares_on: line for line, squares_on in lines_of(second).items()}
    lines = {}
    for line, squares_on in lines_of(first).items():
        images = [squares.get(square, set()) for square in squares_on]
        image = frozenset().union(*images)
        if all(len(squares_there) == 1 for squares_there in images) and image in theirs:
            lines[line] = theirs[image]
    return lines


def lines_of(game: Game) -> dict[str, frozenset[str]]:
    """Return the squares of each line."""
    lines = lines_in(game.facts).items()
    return {str(line): frozenset(map(str, squares)) for line, squares in lines}


def _squares(game: Game) -> dict[str, str]:
    """Return the square of each action that marks one, whatever the game's own file calls it."""
    if game.laid_over:
        meant = ((action, word) for _, action, word in game.facts.get("means", ()))
        return {str(a): str(word.arguments[0]) for a, word in meant if word.match("mark", 1)}
    return {f"mark({square})": str(square) for (square,) in game.facts.get("square", ())}


def _counts(game: Game, limits: Limits) -> dict[str, int]:
    """Count lines, first moves, positions and plays of a game, as far as limits allow."""
    match = free_play(game)
    machine = load_machine(match, limits.deadline)
    (start,) = inspect_positions(machine, [machine.init])
    counts = {"first moves": len(start.steps)}
    if lines := game.facts.get("line"):
        counts["lines"] = len(lines)
    most = replace(limits, max_positions=MOST_COUNTED, stop_at_first=False, count=True)
    explored = explore(match, machine, most, strict=False)
    if explored.complete and (ended := outcomes(explored)):
        counts["positions"] = explored.positions
        counts["plays"] = sum(ended.values())
    return counts
