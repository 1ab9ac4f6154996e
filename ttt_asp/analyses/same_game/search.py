"""A map by which one game is another one: guessed by ASP, refuted by plays, at last proved.

Counterexample-guided search (Solar-Lezama, 2008). A map takes roles to roles and moves to moves.
clingo finds one by which the plays looked at so far are plays of the other game; then both games
are put side by side, and the claim that they never differ is asked of the engines, as of any game.
A play on which they differ is looked at from then on. Where no map is left there is none at all:
what is asked of a map is what any map must have, on plays that there are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import clingo

from ttt_asp.analyses.same_game.by_lines import guessed
from ttt_asp.analyses.same_game.observe import coupled, moments, walks
from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Match, Problem, free_play
from ttt_asp.deadline import STOPS, stop_of
from ttt_asp.engines.clingo.run import Run
from ttt_asp.engines.explicit.machine import Machine, load
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.registry import engine
from ttt_asp.errors import internal
from ttt_asp.games.game import Game
from ttt_asp.programs.same_game import Moment, Pairing, map_program, move_program, side_by_side
from ttt_asp.verdict import Answer, Move, Verdict

# Random plays looked at before the first guess, and of each guess.
FIRST, MORE = 6, 64
# Of the plays that refute a guess so many are looked at from then on.
TAKEN = 3
# Up to so many positions strategies are compared by going through all of them.
FEW = 20_000
# With more moves than this the lines of both games are asked for a first guess.
MANY_MOVES = 30
# Other configurations of clingo's prepare the program for a hundred times as long as they search.
_SEARCH = ("--configuration=tweety",)
_SHOWN = (("to", 4), ("to_role", 2))


@dataclass(frozen=True, slots=True)
class Found:
    """What came of the search for a map.

    Attributes:
        by: the map; None where there is none, or none was found.
        verdict: `proved` with a map, `refuted` where there is none, else `unknown`.
        reason: why it is unknown.
        plays: those of the first game that were looked at; without a map, no map fits them all.
        guesses: how many maps were tried.
        fluents: of the first game the fluents that are one and the same with fluents of the
            second, each with these; empty without a map.
        positions: how many were gone through; 0 where one move from any position was enough.
    """

    by: Pairing | None
    verdict: Answer
    reason: str
    plays: tuple[tuple[Move, ...], ...]
    guesses: int
    fluents: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    positions: int = 0


def find_map(first: Match, second: Match, limits: Limits) -> Found:
    """Look for a map by which a game is another one, with the same moves recommended.

    Args:
        first: the game that is mapped, with strategies.
        second: the game that it is mapped to, with strategies.
        limits: a limit reached, or Ctrl-C, is the verdict `unknown`.

    Raises:
        InputError: the rules of one make no circuit.
    """
    work = _Work(first, second, limits)
    try:
        return work.run()
    except STOPS as error:
        return work.found(None, "unknown", stop_of(error).reason)


def holds(first: Match, second: Match, by: Pairing, limits: Limits) -> Found:
    """Whether a map is one by which a game is another one, with the same moves recommended.

    Args:
        first: the game that is mapped, with strategies.
        second: the game that it is mapped to, with strategies.
        by: the map.
        limits: a limit reached, or Ctrl-C, is the verdict `unknown`.

    Returns:
        Where it is refuted, `plays` has a play of the first game after which they differ.
    """
    work = _Work(first, second, limits)
    try:
        said = work.tried(by)
    except STOPS as error:
        return work.found(None, "unknown", stop_of(error).reason)
    return said if isinstance(said, Found) else Found(None, "refuted", "", tuple(said), 1)


class _Work:
    def __init__(self, first: Match, second: Match, limits: Limits) -> None:
        self.first = first
        self.second = second
        self.limits = limits
        self.plays: list[tuple[Move, ...]] = []
        self.moments: list[Moment] = []
        self.guesses = 0

    def found(self, by: Pairing | None, verdict: Answer, reason: str = "") -> Found:
        return Found(by, verdict, reason, tuple(self.plays), self.guesses)

    def run(self) -> Found:
        self.limits.tell("grounding")
        own = load(self.first, self.limits.deadline)
        moves = [action.move for action in load(self.second, self.limits.deadline).actions]
        if len(moves) > MANY_MOVES and not self._compared():
            by = guessed(self.first.game, self.second.game, self.limits.deadline)
            if by is not None:
                self.guesses += 1
                said = self.tried(by)
                if isinstance(said, Found):
                    return said
        self._look_at(own, list({walk.moves: None for walk in walks(own, FIRST, 0)}))
        while True:
            self.limits.tell("maps", self.guesses)
            by = self._guess(moves)
            if by is None:
                return self.found(None, "refuted")
            self.guesses += 1
            said = self.tried(by)
            if isinstance(said, Found):
                return said
            self._look_at(own, said)

    def _look_at(self, own: Machine, plays: Sequence[tuple[Move, ...]]) -> None:
        for play in plays:
            if play in self.plays:
                raise internal("a play that the map was made to fit refutes it")
            self.plays.append(play)
            self.moments += moments(own, play)

    def _guess(self, moves: Sequence[Move]) -> Pairing | None:
        program = map_program(self.first.game, self.second, moves, self.moments)
        run = Run(program, self.limits.deadline, self.limits.clingo, _SEARCH)
        run.ground()
        # first a map that takes an action to the same one, whosever it is: there are fewer of them
        model = run.ask("alike", _SHOWN) or run.ask("map", _SHOWN)
        if model is None:
            return None
        roles = {str(p): str(q) for p, q in model.atoms["to_role"]}
        return Pairing(
            {role: roles[role] for role in self.first.game.roles},
            {_move(*pair[:2]): _move(*pair[2:]) for pair in sorted(model.atoms["to"], key=str)},
        )

    def tried(self, by: Pairing) -> Found | list[tuple[Move, ...]]:
        """What is known of a map: plays that refute it, else an answer."""
        both = side_by_side(self.first, self.second, by)
        machine = load(free_play(both), self.limits.deadline)
        seen = walks(machine, MORE, self.guesses)
        refuting = {w.moves for w in seen if w.end.terminal and 0 in w.end.goals.values()}
        if refuting:
            return sorted(refuting, key=lambda play: (len(play), str(play)))[:TAKEN]
        couples = coupled(machine, seen)
        fluents: dict[str, tuple[str, ...]] = {}
        for one, other in couples:
            fluents[_inner(one)] = (*fluents.get(_inner(one), ()), _inner(other))
        proved = replace(self.found(by, "proved"), fluents=fluents)
        # what strategies recommend at any position is hard to compare; at a few thousand it is not
        said = self._explored(both, FEW) if self._compared() else None
        if said is None or said.verdict == "unknown":
            if self._kept(side_by_side(self.first, self.second, by, couples)):
                return proved
            said = self._explored(both, None)
        if said.verdict == "proved":
            return replace(proved, positions=said.positions or 0)
        if said.verdict == "refuted" and said.play is not None:
            return [said.play.moves]
        return self.found(None, "unknown", said.reason)

    def _compared(self) -> bool:
        """Whether strategies are compared, and not only what is legal."""
        return self.first.strategies != free_play(self.first.game).strategies

    def _explored(self, both: Game, most: int | None) -> Verdict:
        """Whether the games ever differ, by all positions of plays, or so many at most."""
        limits = replace(self.limits, count=False)
        if most is not None:
            limits = replace(limits, max_positions=min(most, limits.max_positions or most))
        claim = Claim(both.roles[0], "never", "loses")
        return engine("explicit").prove(Problem(both, free_play(both).strategies, claim), limits)

    def _kept(self, both: Game) -> bool:
        """Whether one move from any position, of whose fluents couples hold, keeps all."""
        run = Run(move_program(both), self.limits.deadline, self.limits.clingo, _SEARCH)
        run.ground()
        if run.ask("move") is None:  # nothing is shown by a program without moves
            return False
        return run.ask("broken") is None


def _move(role: clingo.Symbol, action: clingo.Symbol) -> Move:
    return Move(str(role), str(action))


def _inner(fluent: str) -> str:
    """The F of `a(F)`, or of `b(F)`."""
    return fluent[2:-1]
