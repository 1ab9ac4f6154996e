"""The positions of two strategies of one role, against one opponent and against all.

Every position is looked at once. Four bits say by which plays it is reached; beside them stand
the moves that the two strategies allow there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ttt_asp.claims.claim import Claim, Outcome
from ttt_asp.claims.problem import Match
from ttt_asp.extensions.exploring.graph import backward_induction
from ttt_asp.extensions.exploring.inspection import inspect_positions
from ttt_asp.extensions.exploring.recommendations import Recommendations
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.position import undetermined_at

# What goals of a role are; all others are ties.
_OUTCOMES: Mapping[int, Outcome] = {100: "wins", 0: "loses"}

# By which plays a position is reached: those of the strategy 0 or 1, against the given opponent
# or against any.
GIVEN, ANYBODY = (1, 2), (4, 8)
_GIVEN, _ANYBODY = GIVEN[0] | GIVEN[1], ANYBODY[0] | ANYBODY[1]


@dataclass(slots=True)
class JointPlace:
    """A position, and the moves that may be played there.

    Attributes:
        position: packed. depth: the number of moves before it.
        reached: the bits of the plays that come to it.
        goals: of each role; None where play is not over.
        ours: the role has a choice here.
        recommended: the moves of each of the two strategies where the role has a choice.
        after: the position after each legal move of the role that chooses.
        allowed: of these moves the ones that the given opponent allows, or, where the role moves
            unasked, its one move.
    """

    position: int
    depth: int
    reached: int = 0
    goals: Mapping[str, int] | None = None
    ours: bool = False
    recommended: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    after: Mapping[str, int] = field(default_factory=dict)
    allowed: frozenset[str] = frozenset()

    def moves(self, number: int) -> frozenset[str]:
        """Return the moves here of plays by the strategy 0 or 1 against the given opponent."""
        return self.recommended[number] if self.ours else self.allowed

    def following(self, number: int) -> Iterator[int]:
        """Return the positions after these moves."""
        return (self.after[move] for move in self.moves(number))


class Joint:
    """All positions that plays by either strategy come to.

    Attributes:
        places: by position, those with fewer moves before them first.
    """

    def __init__(self, plays: Exploration, match: Match, role: str, limits: Limits) -> None:
        """Go through an exploration.

        Args:
            plays: explored in layers.
            match: the match that was explored: the role plays `either(A, B)` and is asked about A
                and about B, the others play `any`, or C, and are asked about C.
            role: whose strategies.
            limits: when to give up.

        Raises:
            InputError: a `pick` of C names no single action.
        """
        self.role = role
        self.places: dict[int, JointPlace] = {}
        machine, deadline = plays.machine, limits.deadline
        players = {name: Recommendations.of(machine, match, name) for name in match.strategies}
        everything = _GIVEN | _ANYBODY
        arriving = {machine.init: everything}
        for depth, layer in enumerate(plays.layers):
            deadline.check()
            limits.tell("positions compared", len(self.places), plays.positions, moves=depth)
            positions = [p for p in plays.form.unpacked(layer) if arriving.get(p)]
            if not positions:  # only plays that change from A to B come as far as this
                break
            following: dict[int, int] = {}
            recommended = {name: terms.at(positions) for name, terms in players.items()}
            for number, here in enumerate(inspect_positions(machine, positions)):
                place = JointPlace(here.position, depth, arriving[here.position])
                self.places[here.position] = place
                place.goals = here.goals if here.terminal else None
                place.after = {step.move.action: step.after for step in here.steps}
                if here.mover is None:
                    continue
                by = recommended[here.mover][number].by
                first, second = (
                    frozenset(action for action, bits in by.items() if bits & bit) for bit in (1, 2)
                )
                if len(place.after) == 1:  # played unasked
                    place.allowed = frozenset(place.after)
                elif here.mover == role:
                    place.ours, place.recommended = True, (first, second)
                elif recommended[here.mover][number].undetermined and place.reached & _GIVEN:
                    asked = {here.mover: match.others[here.mover][0]}
                    raise undetermined_at(match.game, asked, machine.unpack(here.position))
                else:
                    place.allowed = first
                for action, after in place.after.items():
                    following[after] = following.get(after, 0) | self._onward(place, action)
            arriving = following

    def _onward(self, place: JointPlace, action: str) -> int:
        """Return the bits of the plays that go on by a move."""
        if place.ours:
            bits = [GIVEN[n] | ANYBODY[n] for n in (0, 1) if action in place.recommended[n]]
            return place.reached & sum(bits)
        return place.reached & (_ANYBODY | (_GIVEN if action in place.allowed else 0))

    def by(self, bit: int) -> Iterator[JointPlace]:
        """Return the positions that plays of a kind reach; of several kinds, of each of them."""
        return (place for place in self.places.values() if place.reached & bit == bit)

    def kept(self, claim: Claim, number: int) -> dict[int, bool]:
        """Return for each position whether all plays from it keep a claim, and none gets stuck.

        Args:
            claim: never or always.
            number: of the strategy, against the given opponent.
        """

        def value(position: int, after: list[bool]) -> bool:
            ended = _holds(claim, self.places[position])
            return bool(after) and all(after) if ended is None else ended

        order = [place.position for place in self.by(GIVEN[number])]
        return backward_induction(
            order, lambda position: self.places[position].following(number), value
        )

    def broken(self, claim: Claim, number: int) -> bool:
        """Whether some play of a strategy against the given opponent breaks a claim."""
        return any(_holds(claim, place) is False for place in self.by(GIVEN[number]))


def _holds(claim: Claim, place: JointPlace) -> bool | None:
    """Return whether plays that come to a place keep a claim; None where that is not decided."""
    if claim.by is not None and place.depth > claim.by:
        return False
    if place.goals is None:
        return None
    return claim_holds(claim, [*place.goals], [tuple(place.goals.values())])


def claim_holds(claim: Claim, roles: Sequence[str], vectors: Iterable[tuple[int, ...]]) -> bool:
    """Whether plays that end with these goals satisfy a claim, `can` taken as `always`."""
    fits = [
        all(
            _OUTCOMES.get(goal, "ties") == claim.outcome
            for role, goal in zip(roles, vector, strict=True)
            if claim.role in (None, role)
        )
        for vector in vectors
    ]
    return not any(fits) if claim.quantifier == "never" else all(fits)
