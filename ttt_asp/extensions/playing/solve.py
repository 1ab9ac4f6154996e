"""Values, optimal first moves and optimal strategies of a game, from every position it has."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice

from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import STOPS, Deadline, stop_of
from ttt_asp.engines.plays import respelt
from ttt_asp.errors import wrong
from ttt_asp.extensions.exploring.inspection import Inspection, LegalMove, inspect_positions
from ttt_asp.extensions.players.book import MOST_PAGES, Page
from ttt_asp.extensions.playing.at_once import refuse_at_once, solve_at_once
from ttt_asp.extensions.playing.solution import Solution, result_at
from ttt_asp.extensions.playing.values import Values, ValueWatch, refuse_chance, values_of
from ttt_asp.games.game import Game, role_of
from ttt_asp.games.layout import layout_at
from ttt_asp.games.notation import Notation
from ttt_asp.limits import GRACE, Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.explore import explore
from ttt_asp.positions.links import Links, links_of
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.position import SimultaneousMoves
from ttt_asp.verdict import Move, Seconds, plain_constants


def solve(
    game: Game,
    limits: Limits,
    book: bool = False,
    role: str | None = None,
    only_value: bool = False,
    distance: bool = False,
) -> Solution:
    """Solve a game, in the spelling of its own file.

    Args:
        game: from where it begins on.
        limits: a limit reached, or Ctrl-C, makes the solution `unknown`.
        book: whether the pages of an optimal strategy are asked for too.
        role: whose; None for the first of those that can force most.
        only_value: whether no more is asked for, so that no more positions are explored than
            decide it.
        distance: whether to say how far off wins and losses are.

    Raises:
        InputError: there is no such role, moves are drawn by lot, play gets stuck, or a play ends
            without exactly one goal for every role; roles choose at once in a game that
            `solve_at_once` refuses.
    """
    refuse_chance(game)
    strategist = None if role is None else role_of(role, game)
    begun, match = time.perf_counter(), free_play(game)
    at = game.position
    unknown = Solution(
        game.name,
        plain_constants(game.constants),
        "unknown",
        "",
        Seconds(),
        game.opening,
        layout_at(game, [game.opening]),
        position=at,
    )

    def work() -> Solution:
        try:
            done = in_turn()
        except SimultaneousMoves as error:
            refuse_at_once(error, match, limits, book, distance)
            done = solve_at_once(match, limits, unknown, only_value)
        took = time.perf_counter() - begun - done.seconds.ground
        return replace(done, seconds=replace(done.seconds, solve=took))

    def in_turn() -> Solution:
        limits.tell("grounding")
        machine = load_machine(match, limits.deadline)
        ground = Seconds(ground=time.perf_counter() - begun)
        everything = replace(limits, count=False, stop_at_first=False)
        watch = ValueWatch(limits.deadline)
        plays = explore(
            match,
            machine,
            everything,
            fold=limits.symmetry,
            scratch=limits.scratch,
            enough=watch.enough if only_value else None,
        )
        if plays.stopped:
            return replace(unknown, reason=str(plays.stopped), seconds=ground)
        limits.tell("working out values")
        if plays.halted:
            return replace(
                unknown,
                verdict="solved",
                values=watch.values,
                positions=watch.positions,
                ahead=watch.ahead,
                whole=False,
                seconds=ground,
            )
        solver = _Solver(game, plays, limits.deadline)
        solved = solver.solution(unknown, book, strategist, only_value, distance)
        return replace(solved, seconds=ground)

    try:
        done = limits.deadline.run(work, GRACE)
    except STOPS as error:
        done = replace(unknown, reason=str(stop_of(error)))
    done = replace(done, seconds=replace(done.seconds, total=time.perf_counter() - begun))
    # pages are for rules, and stay
    terms = ("values", "distances", "first", "worths", "mixture", "line", "result", "strategist")
    return respelt(done, game, *terms)


@dataclass
class _Solver:
    """The values of a game whose positions were all explored."""

    game: Game
    plays: Exploration
    deadline: Deadline
    known: dict[str, Values] = field(default_factory=dict)

    @cached_property
    def links(self) -> Links | None:
        """All moves, where positions recur."""
        return None if self.plays.layered else links_of(self.plays, self.deadline)

    def values(self, role: str) -> Values:
        """Return the values for a role, worked out once."""
        if role not in self.known:
            self.known[role] = values_of(self.plays, role, self.deadline, self.links)
        return self.known[role]

    def solution(
        self, unknown: Solution, book: bool, role: str | None, only_value: bool, distance: bool
    ) -> Solution:
        """Solve the game, given a solution with all results still unknown."""
        plays, machine = self.plays, self.plays.machine
        if plays.stuck:
            where = Notation(self.game).text(machine.unpack(plays.stuck.position))
            message = f"play gets stuck at {where}: it is not over, and nobody has a legal move"
            raise wrong(message, None, "such a position has no value")
        roles, start = machine.roles, [machine.init]
        opposed = len(roles) == 2 and all(sum(vector) == 100 for vector in plays.vectors)
        endless = self.links is not None and self.links.cyclic
        asked = roles[:1] if opposed else roles
        worths_at = {role: self.values(role)(0, start)[0] for role in asked}
        forced = {role: worth.value for role, worth in worths_at.items()}
        distances = {role: worth.distance for role, worth in worths_at.items()}
        if opposed:  # goals add up to 100, and so do the values
            forced[roles[1]] = 100 - forced[roles[0]]
            mine = distances[roles[0]]
            distances[roles[1]] = mine and mine.opposed
        known = replace(
            unknown,
            verdict="solved",
            values=forced,
            opposed=opposed,
            ties=endless or any(0 < value < 100 for vector in plays.vectors for value in vector),
            endless=endless,
            positions=plays.positions,
            distances=distances if distance else None,
        )
        if only_value:
            return replace(known, ahead=len(plays.layers) - 1)
        role = role or max(roles, key=forced.__getitem__)
        opening = inspect_positions(machine, start)[0]
        after = [step.after for step in opening.steps]
        values = self.values(opening.mover)(1, after) if opening.mover else []
        worths = tuple(
            (step.move, worth.value) for step, worth in zip(opening.steps, values, strict=True)
        )
        most = max((value for _, value in worths), default=0)
        line, last = self._line() if opposed else ((), machine.init)
        end = machine.unpack(last)
        pages, too_many = self._pages(role) if book else ((), False)
        return replace(
            known,
            first=tuple(move for move, value in worths if value == most),
            choices=len(opening.steps),
            worths=worths,
            away=tuple(worth.by_move.distance for worth in values) if distance else (),
            line=line,
            result=result_at(self.game, end, line[-1], self.deadline) if line else "",
            strategist=role if book else None,
            pages=pages,
            too_many=too_many,
        )

    def _line(self) -> tuple[tuple[Move, ...], int]:
        """Return best play of two opposed roles, and its last position."""
        machine = self.plays.machine
        position, seen, made = machine.init, set[int](), list[Move]()
        while position not in seen:
            seen.add(position)
            here = inspect_positions(machine, [position])
            if not here[0].steps:
                break
            best = here[0].mover == machine.roles[0]
            step = self._chosen(here, machine.roles[0], len(made), best)[position]
            made.append(step.move)
            position = step.after
        return tuple(made), position

    def _pages(self, role: str) -> tuple[tuple[Page, ...], bool]:
        """Return an optimal move at each position of optimal plays; whether there are too many."""
        machine = self.plays.machine
        pages: list[Page] = []
        fresh, seen, depth = {machine.init}, set[int](), 0
        while fresh:
            self.deadline.check()
            seen |= fresh
            following: set[int] = set()
            looks = inspect_positions(machine, sorted(fresh))
            choosing = [here for here in looks if here.mover == role and len(here.steps) > 1]
            chosen = self._chosen(choosing, role, depth)
            for here in looks:
                if step := chosen.get(here.position):
                    pages.append((machine.unpack(here.position), (step.move.action,)))
                    following.add(step.after)
                else:
                    following.update(step.after for step in here.steps)
            if len(pages) > MOST_PAGES:
                return (), True
            fresh = following - seen
            depth += 1
        return tuple(pages), False

    def _chosen(
        self, looks: Sequence[Inspection], role: str, depth: int, best: bool = True
    ) -> dict[int, LegalMove]:
        """Choose the first best, or worst, move for the role: wins and ties soon, losses late."""
        after = [step.after for step in chain.from_iterable(here.steps for here in looks)]
        worths = iter(self.values(role)(depth + 1, after))
        chosen: dict[int, LegalMove] = {}
        for here in looks:
            orders = [worth.order for worth in islice(worths, len(here.steps))]
            chosen[here.position] = here.steps[orders.index(min(orders) if best else max(orders))]
        return chosen
