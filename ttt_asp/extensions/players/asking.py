"""Strategies that are asked at the positions of an exploration, a batch at a time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from pathlib import Path

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Expired, stop_of
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.players.answers import Choice
from ttt_asp.extensions.players.player import Player
from ttt_asp.limits import number_of
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.layers import Batch, Vector
from ttt_asp.positions.machine import Machine, made
from ttt_asp.positions.moves import Action
from ttt_asp.records import dataclass


@dataclass(frozen=True)
class Asking:
    """The strategies of a match that are asked wherever their roles have a choice.

    Attributes:
        machine: of the match in which these roles may do anything.
        players: what is asked, by roles.
        heeded: whether plays keep to the answers; else all legal moves are gone through.
    """

    machine: Machine
    players: Mapping[str, Player]
    heeded: bool = True
    _legal: dict[str, dict[int, tuple[str, ...]]] = field(default_factory=dict, repr=False)

    def explored(self, explore: Callable[[], Exploration]) -> Exploration:
        """Explore until strategies that are asked again give no answer that is new."""
        try:
            explored = explore()
            while not explored.stopped and not explored.halted:
                try:
                    new = [player.confirm() for player in self.players.values()]  # all of them
                except (Expired, MemoryError) as error:
                    stop = stop_of(error)
                    explored.stopped = replace(stop, reached=" while programs were asked again")
                    explored.complete = False
                    break
                if not any(new):
                    break
                explored = explore()
            for role, player in self.players.items():
                explored.decided[role] = {player.name: sum(explored.decided[role].values())}
            return explored
        finally:
            for player in self.players.values():
                player.close()

    def heed(self, batch: Batch) -> None:
        """Ask at the positions of a batch, and put into it where plays go on and get stuck."""
        for role in self.players:
            actions = self._actions(role)
            choosing = _twice(batch, list(actions.values()))
            if not batch.any(choosing):
                continue
            places, choices = self._choices(batch, role, choosing)
            if not self.heeded:
                continue
            chosen: dict[str, list[int]] = {action.move.action: [] for action in actions.values()}
            failing: list[int] = []
            for place, choice in zip(places, choices, strict=True):
                for name, _ in choice.moves:
                    chosen[name].append(place)
                if choice.failing:
                    failing.append(place)
            for number, action in actions.items():
                here = batch.values[action.plays] & ~choosing
                batch.chosen[number] = here | batch.vector(chosen[action.move.action])
            if failing:
                stuck = batch.vector(failing)
                batch.failing = stuck if batch.failing is None else batch.failing | stuck

    def weights(self, batch: Batch) -> "dict[int, Mapping[str, Fraction]]":
        """Return the weight of each move by the place where it was chosen; see `Choice`."""
        found: dict[int, Mapping[str, Fraction]] = {}
        for role in self.players:
            choosing = _twice(batch, list(self._actions(role).values()))
            if batch.any(choosing):
                places, choices = self._choices(batch, role, choosing)
                found.update((n, dict(c.moves)) for n, c in zip(places, choices, strict=True))
        return found

    @property
    def reached(self) -> str:
        """How far the questions got."""
        asked = sum(player.inquiry.positions for player in self.players.values())
        return f"programs were asked at {number_of(asked, 'position')}"

    def _actions(self, role: str) -> dict[int, Action]:
        actions = enumerate(self.machine.actions)
        return {number: action for number, action in actions if action.move.role == role}

    def _choices(
        self, batch: Batch, role: str, choosing: Vector
    ) -> tuple[list[int], Sequence[Choice]]:
        """Return the places where a role chooses, and what it does there."""
        actions = self._actions(role)
        places = list(map(int, batch.indices(choosing)))
        keys = batch.keys([batch.values[action.plays] for action in actions.values()], choosing)
        known = self._legal.setdefault(role, {})
        for key in set(keys) - known.keys():
            named = (a.move.action for bit, a in enumerate(actions.values()) if key >> bit & 1)
            known[key] = tuple(named)
        legal = [known[key] for key in keys]

        def after(position: int, action: str) -> int:
            move = next(one for one in actions.values() if one.move.action == action)
            single = self.machine.evaluated([position])
            ((_, vector, effect),) = made(self.machine, single, [(move, single.every)])
            return single.move(vector, effect)[0]

        player, base = self.players[role], self.machine.base
        return places, player.choices(base, batch.packed(choosing), legal, after)


def asking_of(match: Match, machine: Machine, heeded: bool, scratch: Path | None) -> Asking:
    """Return the strategies of a match that are asked; see `explore`.

    Raises:
        InputError: positions are to be kept in a folder.
    """
    if scratch is not None:
        message = "programs are asked anew each time: nothing of theirs is kept in a folder"
        hint = "`prove -o` writes the replies as rules, for a board that is not too large"
        raise wrong(message, Location.argument("scratch"), hint)
    asked = {role: s.asked for role, s in match.strategies.items() if isinstance(s.asked, Player)}
    return Asking(machine, asked, heeded)


def _twice(batch: Batch, actions: Sequence[Action]) -> Vector:
    """Return where at least two of some actions may be taken."""
    once = twice = batch.every ^ batch.every
    for action in actions:
        here = batch.values[action.plays]
        twice = twice | (once & here)
        once = once | here
    return twice
