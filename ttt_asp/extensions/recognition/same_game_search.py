"""Search for a map between two games: guessed by ASP, refuted by plays, at last proved.

Counterexample-guided search (Solar-Lezama, 2008). A map takes roles to roles and moves to moves.
clingo finds one by which the plays looked at so far are plays of the other game; then both games
are put side by side, and the claim that they never differ is asked of the engines, as of any game.
A play on which they differ is looked at from then on. Where no map is left there is none at all:
each condition on a map must hold of any map, and is about plays that the game has.
On large boards random plays tell little, and the squares of the lines nearly everything: where both
are games of lines, a first map is guessed from these. Plays and their moments stand below.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Problem, free_play
from ttt_asp.deadline import STOPS, Deadline, stop_of
from ttt_asp.engines.registry import engine
from ttt_asp.errors import Diagnostic, Unsuited, internal
from ttt_asp.extensions.exploring.inspection import Inspection, inspect_positions
from ttt_asp.extensions.recognition.analysis import recognised_in
from ttt_asp.extensions.recognition.board import fitted
from ttt_asp.extensions.recognition.interpretation import lines_of, same_lines_for_all
from ttt_asp.extensions.recognition.recognise import Recognised
from ttt_asp.extensions.recognition.same_game_program import (
    ComparedMoment,
    GameMap,
    map_program,
    move_program,
    side_by_side,
)
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.solving.run import Run
from ttt_asp.verdict import Answer, Move, Verdict


def guessed(first: Game, second: Game, deadline: Deadline) -> GameMap | None:
    """Guess a map that takes lines to lines, roles in the order of their moves; None if none.

    It is a guess: games with the same lines may begin or end in other ways.

    Args:
        first: the game that is mapped.
        second: the game that it is mapped to.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    ours, theirs = recognised_in(first, deadline), recognised_in(second, deadline)
    if not isinstance(ours, Recognised) or not isinstance(theirs, Recognised):
        return None
    sheets, lines = (ours.sheet, theirs.sheet), [list(lines_of(g.sets)) for g in (ours, theirs)]
    sizes = [
        (len(s.squares), len(s.roles), len(sets)) for s, sets in zip(sheets, lines, strict=True)
    ]
    if sizes[0] != sizes[1] or not (_plain(ours) and _plain(theirs)):
        return None
    places = fitted(sheets[0].squares, lines[0], sheets[1].squares, lines[1], deadline)
    if not places:
        return None
    roles = dict(zip(sheets[0].roles, sheets[1].roles, strict=True))
    there = {(role, square): action for (role, action), square in sheets[1].moves.items()}
    moves = {
        Move(str(role), str(action)): there.get((roles[role], places[square]))
        for (role, action), square in sheets[0].moves.items()
    }
    if None in moves.values():
        return None
    named = {str(role): str(other) for role, other in roles.items()}
    return GameMap(named, {m: Move(named[m.role], str(a)) for m, a in moves.items()})


def _plain(game: Recognised) -> bool:
    """Whether all roles have the same lines, and moves that mark one square each."""
    return same_lines_for_all(game.sets) and bool(game.sheet.moves)


# Random plays looked at before the first guess, and of each guess.
FIRST, MORE = 6, 64
# Plays that refute a guess of which later guesses are tried first, for each guess.
TAKEN = 3
# Moves from which on the lines of both games are asked for a first guess.
MANY_MOVES = 30
# Other configurations of clingo's prepare the program for a hundred times as long as they search.
_SEARCH = ("--configuration=tweety",)
_SHOWN = (("to", 4), ("to_role", 2))


@dataclass
class SameGameSearch:
    """The search for a map by which two games are the same, and its answer.

    Attributes:
        first, second: the game that is mapped, and the other one.
        limits: of the search.
        by: the map; None where there is none, or none was found.
        verdict: `proved` with a map, `refuted` where there is none, else `unknown`.
        reason: why it is unknown.
        plays: those of the first game that were looked at; without a map, no map fits them all.
        moments: of these plays.
        guesses: how many maps were tried.
        positions: how many were explored; 0 where one move from any position was enough.
    """

    first: Game
    second: Game
    limits: Limits
    by: GameMap | None = None
    verdict: Answer = "unknown"
    reason: str = ""
    plays: list[tuple[Move, ...]] = field(default_factory=list)
    moments: list[ComparedMoment] = field(default_factory=list)
    guesses: int = 0
    positions: int = 0

    def run(self) -> None:
        """Look for a map; a limit reached, or Ctrl-C, is the verdict `unknown`.

        Raises:
            InputError: the rules of one make no circuit.
        """
        try:
            self.limits.tell("grounding")
            machine = load_machine(free_play(self.first), self.limits.deadline)
            other = load_machine(free_play(self.second), self.limits.deadline)
            moves = [action.move for action in other.actions]
            if len(moves) > MANY_MOVES:
                by = guessed(self.first, self.second, self.limits.deadline)
                if by is not None and not self.refuted_by(by):
                    return
            plays = list({walk.moves: None for walk in walks(machine, FIRST, 0)})
            while plays:
                self._look_at(machine, plays)
                self.limits.tell("maps", self.guesses)
                by = self._guess(moves)
                if by is None:
                    self.verdict = "refuted"
                    return
                plays = self.refuted_by(by)
        except STOPS as error:
            self.reason = stop_of(error).reason

    def _look_at(self, machine: Machine, plays: Sequence[tuple[Move, ...]]) -> None:
        for play in plays:
            if play in self.plays:
                raise internal("a play that the map was made to fit refutes it")
            self.plays.append(play)
            self.moments += moments(machine, play)

    def _guess(self, moves: Sequence[Move]) -> GameMap | None:
        program = map_program(self.first, self.second, moves, self.moments)
        run = Run(program, self.limits.deadline, self.limits.clingo, _SEARCH)
        run.ground()
        # first a map that takes an action to the same one, whosever it is: there are fewer of them
        model = run.ask("alike", _SHOWN) or run.ask("map", _SHOWN)
        if model is None:
            return None
        roles = {p.string: str(q) for p, q in model.atoms["to_role"]}
        pairs = sorted(model.atoms["to"], key=str)
        return GameMap(
            {role: roles[role] for role in self.first.roles},
            {Move(p.string, a.string): Move(str(q), str(b)) for p, a, q, b in pairs},
        )

    def refuted_by(self, by: GameMap) -> list[tuple[Move, ...]]:
        """Return plays that refute a map; none where the search is over."""
        self.guesses += 1
        both = side_by_side(self.first, self.second, by)
        machine = load_machine(free_play(both), self.limits.deadline)
        seen = walks(machine, MORE, self.guesses)
        refuting = {w.moves for w in seen if w.end.terminal and 0 in w.end.goals.values()}
        if refuting:
            return sorted(refuting, key=lambda play: (len(play), str(play)))[:TAKEN]
        couples = coupled(machine, seen)
        if not self._kept(side_by_side(self.first, self.second, by, couples)):
            verdict = self._explored(both)
            if verdict.verdict == "refuted" and verdict.play is not None:
                return [verdict.play.moves]
            if verdict.verdict != "proved":
                self.reason = verdict.reason
                return []
            self.positions = verdict.positions or 0
        self.by, self.verdict = by, "proved"
        return []

    def _explored(self, both: Game) -> Verdict:
        """Decide by all pairs of positions whether the games ever differ."""
        claim = Claim(both.roles[0], "never", "loses")
        problem = Problem(both, free_play(both).strategies, claim)
        return engine("explicit").prove(problem, replace(self.limits, count=False))

    def _kept(self, both: Game) -> bool:
        """Whether each move from any position whose coupled fluents agree keeps the games alike."""
        run = Run(move_program(both), self.limits.deadline, self.limits.clingo, _SEARCH)
        run.ground()
        if run.ask("move") is None:  # nothing is shown by a program without moves
            return False
        return run.ask("broken") is None


# A play of more moves is looked at so far only.
MOST_MOVES = 400


def moments(machine: Machine, play: Sequence[Move]) -> list[ComparedMoment]:
    """Return the moments of a play up to its first illegal move: the last may lack a next move."""
    moments: list[ComparedMoment] = []
    position = machine.init
    for move in (*play, None):
        (seen,) = _looked(machine, [position])
        after = {step.move: step.after for step in seen.steps}
        moves = tuple(step.move for step in seen.steps)
        made = move if move in after else None
        goals = seen.goals if seen.terminal else {}
        moments.append(ComparedMoment(not moments, made, moves, seen.terminal, goals))
        if made is None:
            break
        position = after[made]
    return moments


def _looked(machine: Machine, positions: Sequence[int]) -> list[Inspection]:
    """Inspect positions.

    Raises:
        Unsuited: several roles choose at once at one of them: there are no single moves to map.
    """
    seen = inspect_positions(machine, positions)
    if any(len({step.move.role for step in here.steps}) > 1 for here in seen):
        why = "several roles choose at once: only games with one mover at a time are compared"
        raise Unsuited([Diagnostic(why)])
    return seen


@dataclass(frozen=True, slots=True)
class RandomWalk:
    """A random play of legal moves, recommended or not.

    Attributes:
        moves: in order. positions: packed, one more than there are moves. end: the last one.
    """

    moves: tuple[Move, ...]
    positions: tuple[int, ...]
    end: Inspection


def walks(machine: Machine, number: int, seed: int) -> list[RandomWalk]:
    """Return random plays, each to its end, or to `MOST_MOVES`."""
    chance = random.Random(seed)
    plays: list[list[Move]] = [[] for _ in range(number)]
    trails = [[machine.init] for _ in range(number)]
    ends: dict[int, Inspection] = {}
    going = list(range(number))
    while going:
        seen = _looked(machine, [trails[play][-1] for play in going])
        ends |= dict(zip(going, seen, strict=True))
        for play, at in zip(going, seen, strict=True):
            if at.steps and len(plays[play]) < MOST_MOVES:
                step = chance.choice(at.steps)
                plays[play].append(step.move)
                trails[play].append(step.after)
        going = [play for play in going if ends[play].position != trails[play][-1]]
    return [RandomWalk(tuple(plays[n]), tuple(trails[n]), ends[n]) for n in range(number)]


def coupled(machine: Machine, seen: Sequence[RandomWalk]) -> list[tuple[str, str]]:
    """Return pairs of fluents of two games side by side that hold at the same positions.

    Args:
        machine: the two, as `side_by_side` makes them.
        seen: plays in which they do; it is not known of any others.
    """
    positions = {position for walk in seen for position in walk.positions}
    held = {
        fluent: tuple(position >> bit & 1 for position in sorted(positions))
        for bit, fluent in enumerate(machine.base)
    }
    second: dict[tuple[int, ...], list[str]] = {}
    for fluent, vector in held.items():
        if fluent.startswith("b(") and any(vector):
            second.setdefault(vector, []).append(fluent)
    pairs: list[tuple[str, str]] = []
    for fluent, vector in held.items():
        if fluent.startswith("a("):
            pairs += [(fluent, other) for other in second.get(vector, ())]
    return pairs
