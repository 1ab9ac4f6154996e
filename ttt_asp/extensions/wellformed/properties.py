"""The properties of a game in the sense of the Game Description Language.

They are those of Love et al., *General Game Playing: Game Description Language Specification*
(2008), section 6: a game is *playable* if every role has a legal move at every reachable position
that is not terminal; it *terminates* if no play goes on for ever; it is *monotonic* if every role
has exactly one goal at every reachable position, and no role's goal falls in the course of a play;
it is *weakly winnable* if every role gets 100 at the end of some play. Games published since give
goals at terminal positions only, or goals that fall: so exactly one goal at each terminal position
is what is asked for, and the other two are notes. So are two more: the end is *coherent* if no two
roles have won there at once (A. Jäckle, *Games in Lean*); the game is of *zero sum* if the goals at
the end of all plays have the same sum.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ttt_asp.extensions.exploring.graph import Graph
from ttt_asp.limits import number_of
from ttt_asp.positions.exploration import Exploration, Occurrence
from ttt_asp.positions.graph import readable_play
from ttt_asp.positions.position import GOALLESS
from ttt_asp.verdict import Move, Play

# The properties without which a game is no game; the others are notes.
NEEDED = ("playable", "terminates", "goals")


@dataclass(frozen=True, slots=True)
class Property:
    """Whether a property holds.

    Attributes:
        name: playable, terminates, goals, coherent, zero-sum, winnable, monotonic or positions.
        holds: None where that is not known.
        said: the reason, in words.
        play: a play that breaks it.
    """

    name: str
    holds: bool | None
    said: str
    play: Play | None = None


@dataclass
class SeenPositions:
    """Observations of a walk over all positions.

    Attributes:
        plays: the positions, and why not all are there.
        play: a shortest play to a spot, and how it ends there.
        graph: the moves of all plays; None where these are not known.
        idle: a role without a legal move where play is not over, and where; an empty name where
            no role has one.
        bad_end, bad_goals: where play is over without exactly one goal for every role, and the
            fault of these goals.
        two_won: the places of two roles that have won at once where play is over, and where.
        partial: somewhere a role has not exactly one goal.
        goals: of each position the goals in the order of the roles; None where there are too many.
    """

    plays: Exploration
    play: Callable[[Occurrence, str], Play]
    graph: Callable[[], Graph | None]
    idle: tuple[str, Occurrence] | None = None
    bad_end: Occurrence | None = None
    bad_goals: str = GOALLESS
    two_won: tuple[int, int, Occurrence] | None = None
    partial: bool = False
    goals: dict[int, tuple[int, ...]] | None = field(default_factory=dict)

    @property
    def limit(self) -> str:
        """The reason why not all positions are there; empty if all are."""
        return self.plays.stopped.reason if self.plays.stopped else ""

    def along(self, steps: Sequence[tuple[Move, int]], ending: str) -> Play:
        """Return a play from the first position, by moves with the position after each."""
        return readable_play(self.plays, self.plays.machine.init, steps, ending)


def properties(
    names: Mapping[str, str], seen: SeenPositions, everybody: bool
) -> Iterator[Property]:
    """Yield the properties, the required ones first.

    Args:
        names: of the roles, in their order: the name of each that users know.
        seen: the observations.
        everybody: whether every role has to have a legal move, or one of them.
    """

    def all_are(name: str, reason: str) -> Property:
        return Property(name, None if seen.limit else True, seen.limit or reason)

    def nowhere(name: str, spot: Occurrence | None, ending: str, bad: str, reason: str) -> Property:
        if spot is None:
            return all_are(name, reason)
        return Property(name, False, f"{bad} in the last position", seen.play(spot, ending))

    called = list(names.values())
    role, spot = seen.idle or ("", None)
    bad = f"{names[role]} has no" if role else "nobody has a"
    reason = f"{'every' if everybody else 'some'} role has a legal move at every position that is "
    yield nowhere("playable", spot, "stuck", f"{bad} legal move", f"{reason}not terminal")
    yield _terminates(seen)
    reason = "every role has exactly one at every terminal position"
    yield nowhere("goals", seen.bad_end, "ended", seen.bad_goals, reason)
    first, second, spot = seen.two_won or (0, 0, None)
    bad = f"{called[first]} and {called[second]} have both won"
    yield nowhere("coherent", spot, "ended", bad, "no two roles have won at once where play ends")
    ends = sorted(seen.plays.vectors)
    yield (
        _zero_sum(ends, seen.limit)
        if not seen.bad_end
        else Property("zero-sum", None, "some play ends without a goal for every role")
    )
    short = [name for n, name in enumerate(called) if all(vector[n] != 100 for vector in ends)]
    if not short:
        yield Property("winnable", True, "every role gets 100 at the end of some play")
    elif seen.limit:
        yield Property("winnable", None, seen.limit)
    else:
        yield Property("winnable", False, f"no play gives 100 to {' or '.join(short)}")
    yield _monotonic(called, seen)
    yield all_are("positions", f"{seen.plays.positions:,} are reachable")


def _zero_sum(ends: Sequence[tuple[int, ...]], limit: str) -> Property:
    by_sum = {sum(goals): ", ".join(map(str, goals)) for goals in ends}
    if len(by_sum) > 1:
        first, second = (by_sum[total] for total in (max(by_sum), min(by_sum)))
        said = f"some play ends with the goals {first}, some with {second}"
        return Property("zero-sum", False, said)
    if limit or not ends:
        return Property("zero-sum", None, limit or "no play ends")
    mean = sum(ends[0]) / len(ends[0])
    return Property("zero-sum", True, f"every play ends with goals of {mean:.4g} on average")


def _terminates(seen: SeenPositions) -> Property:
    start = seen.plays.machine.init
    moves = len(seen.plays.layers) - 1 if seen.plays.layered else None
    if moves is None and (graph := seen.graph()) is not None:
        if graph.cyclic:
            play = seen.along(graph.lasso(start), "lasso")
            return Property("terminates", False, "a play can go on for ever", play)
        moves = graph.height(start)
    if seen.limit or moves is None:
        return Property("terminates", None, seen.limit)
    return Property("terminates", True, f"no play has more than {number_of(moves, 'move')}")


def _monotonic(called: Sequence[str], seen: SeenPositions) -> Property:
    if seen.partial:
        reason = "there are positions without exactly one goal for every role"
        return Property("monotonic", False, reason)
    graph = None if seen.goals is None else seen.graph()
    if seen.goals is None or graph is None:
        return Property("monotonic", None, seen.limit or "too many positions to look at moves")
    for position, steps in graph.moves.items():
        for move, after in steps:
            both = zip(called, seen.goals[position], seen.goals[after], strict=True)
            for name, before, then in both:
                if then < before:
                    way = [*graph.way([seen.plays.machine.init], {position}), (move, after)]
                    reason = f"the last move lowers {name}'s goal, {before} to {then}"
                    return Property("monotonic", False, reason, seen.along(way, "cut"))
    if seen.limit:
        return Property("monotonic", None, seen.limit)
    return Property("monotonic", True, "no role's goal ever falls")
