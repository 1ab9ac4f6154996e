"""Values, optimal first moves and optimal strategies of a game, from every position it has."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ttt_asp.analyses.best_play.solution import Solution, spelt_solution
from ttt_asp.analyses.best_play.values import Values, Worth, values_of
from ttt_asp.claims.problem import Match, free_play
from ttt_asp.deadline import STOPS, stop_of
from ttt_asp.errors import wrong
from ttt_asp.games.begin import begin_at, beginning
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.games.roles import refuse_chance, role_of
from ttt_asp.limits import GRACE, Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.explore import explore
from ttt_asp.positions.graph import graph_of
from ttt_asp.positions.look import Look, Step, look
from ttt_asp.positions.machine import load
from ttt_asp.positions.position import result_at
from ttt_asp.strategies.book import MOST_PAGES, Page
from ttt_asp.verdict import Move, Seconds


def solve(
    game: str,
    const: Mapping[str, str],
    limits: Limits,
    book: bool = False,
    role: str | None = None,
    position: str | None = None,
) -> Solution:
    """Read a game and solve it.

    Args:
        game: its name, or its file.
        const: values for constants that it declares.
        limits: a limit reached, or Ctrl-C, makes the solution `unknown`.
        book: whether the pages of an optimal strategy are asked for too.
        role: whose; None for the first of those that can force most.
        position: where play begins, as `position` takes it; None for the game's own beginning.

    Raises:
        InputError: there is no such game or role, moves are drawn by lot, two roles choose at
            once, play gets stuck, or a play ends without exactly one goal for every role.
    """
    try:
        loaded = load_game(game, const, limits.deadline)
    except STOPS as error:
        seconds = Seconds(total=limits.deadline.elapsed)
        return Solution(game, const, "unknown", f"{stop_of(error)} while reading {game}", seconds)
    refuse_chance(loaded)
    strategist = None if role is None else role_of(role, loaded)
    loaded = begin_at(loaded, position)
    return spelt_solution(solve_match(free_play(loaded), limits, book, strategist), loaded)


def solve_match(
    match: Match,
    limits: Limits,
    book: bool = False,
    role: str | None = None,
) -> Solution:
    """Solve a game.

    Args:
        match: the game; every role plays any legal move.
        limits: a limit reached, or Ctrl-C, makes the solution `unknown`.
        book: whether the pages of an optimal strategy are asked for too.
        role: whose; None for the first of those that can force most.

    Raises:
        InputError: two roles choose at once, play gets stuck, or a play ends without exactly
            one goal for every role.
    """
    begun, game = time.perf_counter(), match.game
    at = beginning(game)
    unknown = Solution(game.name, game.constants, "unknown", "", Seconds(), position=at)

    def work() -> Solution:
        limits.tell("grounding")
        machine = load(match, limits.deadline)
        grounded = time.perf_counter() - begun
        everything = replace(limits, count=False, stop_at_first=False)
        found = explore(match, machine, everything, fold=limits.symmetry, scratch=limits.scratch)
        if found.stopped:
            return replace(unknown, reason=str(found.stopped))
        limits.tell("working out values")
        done = _Solver(game, found, limits).solution(book, role)
        solved = time.perf_counter() - begun - grounded
        return replace(done, seconds=Seconds(ground=grounded, solve=solved), position=at)

    try:
        done = limits.deadline.run(work, GRACE)
    except STOPS as error:
        done = replace(unknown, reason=stop_of(error).reason)
    return replace(done, seconds=replace(done.seconds, total=time.perf_counter() - begun))


@dataclass(frozen=True)
class _Solver:
    """The values of a game of which everything was explored."""

    game: Game
    found: Exploration
    limits: Limits

    def solution(self, book: bool, role: str | None) -> Solution:
        found, game = self.found, self.game
        if found.stuck:
            where = Notation(game).text(found.machine.unpack(found.stuck.position))
            message = f"play gets stuck at {where}: it is not over, and nobody has a legal move"
            raise wrong(message, None, "such a position has no value")
        roles = found.machine.roles
        opposed = len(roles) == 2 and all(sum(vector) == 100 for vector in found.vectors)
        graph = None if found.layered else graph_of(found, self.limits.deadline)
        endless = graph is not None and graph.cyclic
        values: dict[str, Values] = {}
        for one in roles[:1] if opposed else roles:
            values[one] = values_of(found, one, graph, self.limits.deadline)
        start = [found.machine.init]
        forced = {one: values[one](0, start)[0].value for one in values}
        if opposed:  # what one can force the other cannot keep it from
            forced[roles[1]] = 100 - forced[roles[0]]
        role = role or max(roles, key=lambda one: forced[one])
        opening = look(found.machine, start)[0]
        mover = opening.mover
        needed = [one for one in (mover, role if book else None) if one and one not in values]
        for one in needed:
            values[one] = values_of(found, one, graph, self.limits.deadline)
        moves = [step.move for step in opening.steps]
        after = values[mover](1, [step.after for step in opening.steps]) if mover else []
        worths = tuple(zip(moves, (worth.value for worth in after), strict=True))
        most = max((value for _, value in worths), default=0)
        line, last = self._line(values[roles[0]]) if opposed else ((), start[0])
        end = found.machine.unpack(last)
        pages, too_many = self._pages(role, values[role]) if book else ((), False)
        return Solution(
            game.name,
            game.constants,
            "solved",
            "",
            Seconds(),
            forced,
            opposed,
            ties=endless or any(0 < value < 100 for vector in found.vectors for value in vector),
            endless=endless,
            first=tuple(move for move, value in worths if value == most),
            choices=len(opening.steps),
            worths=worths,
            line=line,
            result=result_at(game, end, line[-1], self.limits.deadline) if line else "",
            positions=found.positions,
            strategist=role if book else None,
            pages=pages,
            too_many=too_many,
        )

    def _line(self, values: Values) -> tuple[tuple[Move, ...], int]:
        """Best play of two opposed roles, by what the first can force, and its last position."""
        machine = self.found.machine
        position, seen, made = machine.init, set[int](), list[Move]()
        while position not in seen:
            seen.add(position)
            here = look(machine, [position])
            if not here[0].steps:
                break
            own = here[0].mover == machine.roles[0]
            step = self._chosen(here, values, len(made), own)[position]
            made.append(step.move)
            position = step.after
        return tuple(made), position

    def _pages(self, role: str, values: Values) -> tuple[tuple[Page, ...], bool]:
        """One optimal move at every position of plays under them; whether there are too many."""
        machine = self.found.machine
        pages: list[Page] = []
        fresh = {machine.init}
        seen: set[int] = set()
        depth = 0
        while fresh:
            self.limits.deadline.check()
            seen |= fresh
            following: set[int] = set()
            looks = look(machine, sorted(fresh))
            chosen = self._chosen([one for one in looks if _chooses(one, role)], values, depth)
            for one in looks:
                if step := chosen.get(one.position):
                    pages.append((machine.unpack(one.position), (step.move.action,)))
                    following.add(step.after)
                else:
                    following.update(step.after for step in one.steps)
            if len(pages) > MOST_PAGES:
                return (), True
            fresh = following - seen
            depth += 1
        return tuple(pages), False

    def _chosen(
        self, looks: Sequence[Look], values: Values, depth: int, own: bool = True
    ) -> dict[int, Step]:
        """The first of the moves best for the role, or worst: wins and ties soon, losses late."""
        worths = iter(values(depth + 1, [step.after for one in looks for step in one.steps]))
        found: dict[int, Step] = {}
        for one in looks:
            orders = list(map(_order, islice(worths, len(one.steps))))
            found[one.position] = one.steps[orders.index(min(orders) if own else max(orders))]
        return found


def _chooses(one: Look, role: str) -> bool:
    return one.mover == role and len(one.steps) > 1


def _order(worth: Worth) -> tuple[int, int]:
    return -worth.value, worth.steps if worth.value else -worth.steps
