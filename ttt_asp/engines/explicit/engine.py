"""The explicit engine's answer: the claim read off every reachable position."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ttt_asp.claims.problem import Problem, asked
from ttt_asp.deadline import STOPS, Stop, stop_of
from ttt_asp.engines.explicit.exploration import Exploration, Spot
from ttt_asp.engines.explicit.explore import explore
from ttt_asp.engines.explicit.machine import Machine, load
from ttt_asp.engines.explicit.small import Small
from ttt_asp.engines.explicit.trace import shortest, written
from ttt_asp.engines.limits import GRACE, Limits
from ttt_asp.games.notation import Notation
from ttt_asp.verdict import Answer, Play, Seconds, Verdict

if TYPE_CHECKING:
    from ttt_asp.engines.explicit.graph import Graph

NAME = "explicit"


@dataclass(slots=True)
class _Said:
    answer: Answer
    reason: str
    play: Play | None = None


def prove(problem: Problem, limits: Limits) -> Verdict:
    """Answer a claim by going through every position that occurs in plays.

    Args:
        problem: the question.
        limits: a limit reached, or Ctrl-C, is the verdict `unknown`.

    Raises:
        InputError: the sources do not make a sound circuit, two roles choose at once, or a
            play ends without exactly one goal for every role.
    """
    begun = time.perf_counter()
    machine: Machine | None = None
    found: Exploration | None = None
    grounded = begun
    said = _Said("unknown", "")
    stopped: Stop | None = None

    def work() -> None:
        nonlocal machine, found, grounded, said, stopped
        machine = load(problem, limits.deadline)
        grounded = time.perf_counter()
        found = explore(problem, machine, limits, problem.horizon)
        stopped = found.stopped
        said = _answer(problem, found, limits)

    try:
        limits.deadline.run(work, GRACE)
    except STOPS as error:
        stopped = stop_of(error)
        said.reason = said.reason or stopped.reason
    done = time.perf_counter()
    notation = Notation(problem.game)
    complete = found is not None and found.complete
    return Verdict(
        **asked(problem),
        verdict=said.answer,
        reason=said.reason,
        engine=NAME,
        play=said.play,
        boards=tuple(map(notation.write, said.play.positions)) if said.play else (),
        seconds=Seconds(0.0, grounded - begun, done - grounded, done - begun),
        statistics=_statistics(machine),
        positions=found.positions if found and complete else None,
        plays=outcomes(found) if found and complete else None,
        decided=found.decided if found and complete else {},
        stopped=stopped.kind if stopped and said.answer == "unknown" else "",
    )


def _statistics(machine: Machine | None) -> dict[str, int]:
    if machine is None:
        return {}
    return {**machine.circuit.rules.size, "gates": len(machine.circuit.network.kinds)}


def _answer(problem: Problem, found: Exploration, limits: Limits) -> _Said:
    claim, start = problem.claim, found.machine.init
    unfinished = bool(found.stopped)
    ways: Graph | None = None
    if not unfinished and not found.layered and problem.horizon is None and found.complete:
        from ttt_asp.engines.explicit.graph import graph

        ways = graph(found, limits.deadline)
        if not ways.cyclic and limits.count:
            count(found, ways, start)
    if claim.quantifier == "can":
        if found.agreeing:
            return _Said("proved", "this play shows it", shortest(found, found.agreeing, "ended"))
        if unfinished:
            return _Said("unknown", _so_far(found))
        if found.cut:
            reason = f"no play of up to {problem.horizon} moves shows it, but this one goes on"
            return _Said("unknown", reason, shortest(found, found.cut, "cut"))
        return _Said("refuted", "no play ends so")
    if found.stuck:
        play = shortest(found, found.stuck, "stuck")
        mover = Notation(problem.game).mover(play.positions[-1]) or "somebody"
        reason = f"{mover}'s strategy recommends nothing in the last position"
        return _Said("incomplete", reason, play)
    violation = _violation(problem, found, ways)
    if unfinished:
        if violation:
            reason = f"{_so_far(found)}; this play breaks the claim, but others may get stuck"
            return _Said("unknown", reason, violation)
        return _Said("unknown", _so_far(found))
    if violation:
        return _Said("refuted", _broken(violation), violation)
    if found.cut:
        reason = f"this play is not over after {problem.horizon} moves"
        return _Said("unknown", reason, shortest(found, found.cut, "cut"))
    return _Said("proved", "no play gets stuck, breaks the claim or is cut short")


def _broken(play: Play) -> str:
    if play.ending == "lasso":
        return "this play never ends: its last position was there before"
    return "this play breaks the claim"


def _violation(problem: Problem, found: Exploration, ways: "Graph | None") -> Play | None:
    """A shortest play that violates a `never` or `always` claim."""
    claim = problem.claim
    ended = found.agreeing if claim.quantifier == "never" else found.against
    late = None
    if claim.by is not None and len(found.layers) > claim.by + 1:
        first = found.layers[claim.by + 1]
        late = Spot(claim.by + 1, found.ways.unpacked(first)[0])
    if late is not None and (ended is None or late.depth < ended.depth):
        return shortest(found, late, _ending(found, late))
    if ended is not None:
        return shortest(found, ended, "ended")
    if ways is None or claim.quantifier != "always":
        return None
    start = found.machine.init
    if ways.cyclic:
        return written(found, start, ways.lasso(start), "lasso")
    if claim.by is not None:
        steps = ways.longest(start)
        if len(steps) > claim.by:
            position = steps[claim.by][1]
            ending = _ending(found, Spot(claim.by + 1, position))
            return written(found, start, steps[: claim.by + 1], ending)
    return None


def _ending(found: Exploration, spot: Spot) -> str:
    """How a play that is too long stands: over, or going on."""
    small = Small(len(found.machine.base))
    batch = small.batch([spot.position], found.machine.schedule(False))
    return "ended" if batch.values[found.machine.terminal] else "cut"


def count(found: Exploration, ways: "Graph", start: int) -> None:
    """Count plays where positions occur after different numbers of moves."""
    number = ways.plays(start)
    outcomes: dict[tuple[int, ...], int] = {}
    machine = found.machine
    found.stuck_plays = 0
    for layer in found.layers:
        for batch in found.batches(layer):
            positions = found.ways.unpacked(batch.positions)
            for vector in found.vectors:
                where = batch.values[machine.terminal]
                for goals, value in zip(machine.goals, vector, strict=True):
                    where = where & batch.values[goals[value]]
                places = (int(i) - batch.start for i in batch.indices(where))
                total = sum(number[positions[place]] for place in places)
                outcomes[vector] = outcomes.get(vector, 0) + total
            stuck = batch.indices(batch.values[machine.stuck])
            found.stuck_plays += sum(number[positions[int(i) - batch.start]] for i in stuck)
    found.outcomes = outcomes


def outcomes(found: Exploration) -> Mapping[str, int] | None:
    """The plays by how they end, see `endings`; those that get stuck, if any do, as `stuck`."""
    if found.outcomes is None:
        return None
    roles = found.machine.roles
    named = dict.fromkeys([*roles, "tie"], 0) if _usual(roles, found.outcomes) else {}
    names = endings(roles, found.outcomes)
    for vector in sorted(found.outcomes, reverse=True):
        named[names[vector]] = named.get(names[vector], 0) + found.outcomes[vector]
    return {**named, "stuck": found.stuck_plays} if found.stuck_plays else named


def endings(
    roles: Sequence[str], vectors: Collection[tuple[int, ...]]
) -> dict[tuple[int, ...], str]:
    """What to call each vector of goals.

    For two roles of which one wins and the other loses, or both tie: the winner's name, or
    `tie`. For other games all goals, as `x=100 o=0`.
    """
    if _usual(roles, vectors):
        return {v: roles[v.index(100)] if 100 in v else "tie" for v in vectors}
    return {v: " ".join(f"{r}={n}" for r, n in zip(roles, v, strict=True)) for v in vectors}


def _usual(roles: Sequence[str], vectors: Collection[tuple[int, ...]]) -> bool:
    return len(roles) == 2 and "tie" not in roles and all(map(_plain, vectors))


def _plain(vector: tuple[int, ...]) -> bool:
    return sorted(vector) == [0, 100] or all(0 < value < 100 for value in vector)


def _so_far(found: Exploration) -> str:
    moves = len(found.layers) - 1
    return f"{found.stopped}; so far: {found.positions:,} positions, up to {moves} moves"
