"""The claim, and the walk through all positions that occur, which holds them against it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from .boards import Position, View
from .format import MAX_DIGITS, Rejected, ascending, check, quote

POSITIONS = "ttt-asp certificate"
MAX_NUMBER = 10**MAX_DIGITS - 1  # of plays


class Game(Protocol):
    """The part of a game that the walk knows."""

    initial: Position

    def read(self, value: Any) -> Position:
        """Return a position that is listed."""

    def show(self, position: Position) -> str:
        """Return a position for a message."""

    def view(self, position: Position) -> View:
        """Return the view of a position."""


class Claim:
    """The claim that plays never, always, or can end in a certain way."""

    def __init__(self, text: str, roles: Iterable[str]) -> None:
        """Read a claim about these roles."""
        known: dict[str, tuple[str, str | None, str]] = {}
        for how, last in ("never", None), ("always", None), ("can", -1):
            known[f"{how} tie"] = (how, None, "ties")
            for role in roles:
                for outcome in ("wins", "loses", "ties"):
                    known[f"{role} {how} {outcome[:last]}"] = (how, role, outcome)
        self.text = text
        match = re.fullmatch("(.* always wins) by move (0|[1-9][0-9]{0,8})", text)
        start = match[1] if match else text
        if start not in known:
            raise Rejected(f"claim: {quote(text)} is none about this game")
        self.how, self.role, self.outcome = known[start]
        self.by = int(match[2]) if match else None

    def fits(self, goals: Mapping[str, int]) -> bool:
        """Return whether play that ends with these goals ends in that way."""
        values = goals.values() if self.role is None else [goals[self.role]]
        return all({100: "wins", 0: "loses"}.get(value, "ties") == self.outcome for value in values)


@dataclass
class Counts:
    """Counts from the walk through all positions."""

    positions: int = 0  # that occur
    final: int = 0  # those among them where play is over
    fitting: int = 0  # those among them that are as the claim says
    stuck: int = 0  # positions where it is not over, but no move is allowed
    longest: int = 0  # of plays, if the claim is about that
    stuck_plays: int = 0
    endings: Counter[str] = field(default_factory=Counter)  # plays, by how they end
    asked: Counter[str] = field(default_factory=Counter)  # positions where a strategy is asked


def read_positions(game: Game, value: Any) -> dict[Position, Any]:
    """Return the positions that are listed, each with its moves, or None."""
    listed: dict[Position, Any] = {}
    before = None
    for entry in check(list, value, "positions"):
        pair = type(entry) is list and len(entry) == 2 and type(entry[1]) is list
        position = entry[0] if pair else entry
        listed[game.read(position)] = entry[1] if pair else None
        if before is not None and before >= position:
            raise Rejected("positions: not in increasing order, each once")
        before = position
    if game.initial not in listed:
        raise Rejected(f"the initial {game.show(game.initial)} is not listed")
    return listed


def walk(
    game: Game,
    strategies: Mapping[str, str],
    claim: Claim,
    listed: Mapping[Position, Any],
    age: Callable[[Position], int] | None,
) -> Counts:
    """Walk through all positions that can occur; compare them with those listed, and the claim.

    If every move makes the age greater, each listed position comes after all that lead to it;
    without ages the way starts at the initial position, and `todo` grows.
    """
    walked = Counts()
    plays = dict.fromkeys(listed, 0)  # how many lead to each position; without ages, 1 for any
    plays[game.initial] = 1
    length = {game.initial: 0}  # of the longest of them
    todo = sorted(listed, key=age) if age else [game.initial]
    for position in todo:
        moves, number = listed[position], plays[position]
        if number == 0:
            raise Rejected(f"{game.show(position)} is listed, but cannot occur")
        if number > MAX_NUMBER:
            raise Rejected("there are too many plays to count them")
        view = game.view(position)
        walked.positions += view.many
        if view.mover is not None and strategies[view.mover] != "any":
            walked.asked[view.mover] += view.many
            try:
                check_moves(moves, view)
            except Rejected as reason:
                raise Rejected(f"{game.show(position)}: {reason}") from None
        elif moves is not None:
            raise Rejected(f"{game.show(position)}: moves, where no strategy is asked")
        else:
            moves = view.legal

        if view.ending is not None:
            walked.final += view.many
            walked.endings[view.ending] += number
            fits = claim.fits(view.goals)
            walked.fitting += fits * view.many
            if claim.how != "can" and fits == (claim.how == "never"):
                raise Rejected(f"claim: {claim.text!r} fails at the final {game.show(position)}")
            if claim.by is not None and length[position] > claim.by:
                longest = length[position]
                raise Rejected(f"claim: {longest} moves lead to the final {game.show(position)}")
        elif not moves:
            walked.stuck += view.many
            walked.stuck_plays += number
            if claim.how != "can":
                raise Rejected(f"{game.show(position)}: play goes on, but no move is allowed")

        now = age(position) if age else 0
        for move in moves:
            successor = view.after(move)
            ways = plays.get(successor)
            if ways is None:
                raise Rejected(f"{game.show(successor)} can occur, but is not listed")
            if age is None:
                plays[successor] = 1
                todo += [successor] if ways == 0 else []
                continue
            if age(successor) <= now:
                raise Rejected(f"{game.show(position)}: a move does not decrease the rank")
            plays[successor] = ways + number
            if claim.by is not None:
                length[successor] = max(length.get(successor, 0), length[position] + 1)
    if superfluous := [position for position, number in plays.items() if number == 0]:
        raise Rejected(f"{game.show(superfluous[0])} is listed, but cannot occur")
    if claim.how == "can" and not walked.fitting:
        raise Rejected(f"claim: no play ends as in {claim.text!r}")
    walked.longest = max(length.values())
    return walked


def check_moves(moves: Any, view: View) -> None:
    """Refuse moves that are no increasing list of legal ones, or that symmetries take to others."""
    known = set(view.legal)
    for move in ascending(moves, "moves", view.legal[-1] + 1):
        if move not in known:
            raise Rejected(f"move {move} is not legal")
    given = set(moves)
    for symmetry in view.staying:
        for move in moves:
            if symmetry[move] not in given:
                raise Rejected(
                    f"move {move}, but not {symmetry[move]}, to which a symmetry takes it that"
                    " leaves the position as it is"
                )
