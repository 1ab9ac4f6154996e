"""Two strategies of one role on their way through all positions, against one opponent and all.

Every position is looked at once. Four bits say by which plays it is reached; what the two
strategies allow there is kept beside them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Match
from ttt_asp.limits import Limits
from ttt_asp.positions.circuit.schedule import schedule
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.graph import backwards
from ttt_asp.positions.look import look
from ttt_asp.positions.small import Small, SmallBatch
from ttt_asp.programs.compose import compose

# By which plays a position is reached: those of the strategy 0 or 1, against the given opponent
# or against any.
GIVEN, ANYBODY = (1, 2), (4, 8)
_GIVEN, _ANYBODY = GIVEN[0] | GIVEN[1], ANYBODY[0] | ANYBODY[1]


@dataclass(slots=True)
class Place:
    """A position, and what may be played there.

    Attributes:
        position: packed. depth: the number of moves before it.
        reached: the bits of the plays that come to it.
        goals: of each role; None where play is not over.
        ours: the role has a choice here.
        said: what each of the two recommends where the role has a choice.
        after: what comes of each legal move of the role that chooses.
        allowed: of these the moves that the given opponent allows, or, where the role moves
            unasked, its one move.
    """

    position: int
    depth: int
    reached: int = 0
    goals: Mapping[str, int] | None = None
    ours: bool = False
    said: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    after: Mapping[str, int] = field(default_factory=dict)
    allowed: frozenset[str] = frozenset()

    def moves(self, number: int) -> frozenset[str]:
        """What plays of the strategy 0 or 1 against the given opponent do here."""
        return self.said[number] if self.ours else self.allowed

    def following(self, number: int) -> Iterator[int]:
        """The positions after these moves."""
        return (self.after[move] for move in self.moves(number))


class Joint:
    """Everything that plays by either strategy come to.

    Attributes:
        places: by position, those with fewer moves before them first.
    """

    def __init__(self, found: Exploration, match: Match, role: str, limits: Limits) -> None:
        """Go through an exploration.

        Args:
            found: explored in layers; the role plays `either(A, B)` there, the others
                `either(any, C)` or `either(C, C)`.
            match: what was explored.
            role: whose strategies.
            limits: when to give up.
        """
        self.role = role
        self.places: dict[int, Place] = {}
        says = _says(found, match)
        asked = [gate for parts in says.values() for part in parts for gate in part.values()]
        plan = schedule(found.machine.circuit.network, asked)
        everything = _GIVEN | _ANYBODY
        arriving = {found.machine.init: everything}
        for depth, layer in enumerate(found.layers):
            limits.deadline.check()
            limits.tell("positions compared", len(self.places), found.positions, moves=depth)
            positions = [p for p in found.form.unpacked(layer) if arriving.get(p)]
            if not positions:  # only plays that change from A to B come as far as this
                break
            batch = Small(len(found.machine.base)).batch(positions, plan)
            following: dict[int, int] = {}
            said = {r: [_said(batch, part) for part in parts] for r, parts in says.items()}
            for number, one in enumerate(look(found.machine, positions)):
                place = Place(one.position, depth, arriving[one.position])
                self.places[one.position] = place
                place.goals = one.goals if one.terminal else None
                place.after = {step.move.action: step.after for step in one.steps}
                if one.mover is None:
                    continue
                first, second = (part[number] for part in said[one.mover])
                if len(place.after) == 1:  # played unasked
                    place.allowed = frozenset(place.after)
                elif one.mover == role:
                    place.ours, place.said = True, (first, second)
                else:
                    place.allowed = second
                for action, after in place.after.items():
                    following[after] = following.get(after, 0) | self._onward(place, action)
            arriving = following

    def _onward(self, place: Place, action: str) -> int:
        """The plays that go on by a move."""
        if place.ours:
            bits = [GIVEN[n] | ANYBODY[n] for n in (0, 1) if action in place.said[n]]
            return place.reached & sum(bits)
        return place.reached & (_ANYBODY | (_GIVEN if action in place.allowed else 0))

    def by(self, bit: int) -> Iterator[Place]:
        """The positions that plays of a kind come to, those of all kinds if there are several."""
        return (place for place in self.places.values() if place.reached & bit == bit)

    def kept(self, claim: Claim, number: int) -> dict[int, bool]:
        """Where a strategy keeps a claim in all plays from there on, none of which gets stuck.

        Args:
            claim: never or always.
            number: of the strategy, against the given opponent.
        """

        def value(position: int, after: list[bool]) -> bool:
            place = self.places[position]
            if claim.by is not None and place.depth > claim.by:
                return False
            if place.goals is not None:
                return _holds(claim, place.goals) == (claim.quantifier == "always")
            return bool(after) and all(after)

        order = [place.position for place in self.by(GIVEN[number])]
        return backwards(order, lambda position: self.places[position].following(number), value)

    def stuck(self, number: int) -> bool:
        """Whether plays of a strategy against the given opponent get stuck."""
        return any(p.goals is None and not p.moves(number) for p in self.by(GIVEN[number]))


def _says(
    found: Exploration, match: Match
) -> dict[str, tuple[Mapping[str, int], Mapping[str, int]]]:
    """For each role the gates of what the two operands of its strategy recommend."""
    circuit = found.machine.circuit
    atoms = {}
    for role in compose(match.strategies):
        root = next(node for node in role.nodes if node.name == role.root)
        first, second = (circuit.rules.atoms(name, 1) for name in root.operands)
        atoms[role.name] = first, second
    circuit.build([atom for pair in atoms.values() for part in pair for atom in part.values()])

    def gates(part: Mapping[tuple[str, ...], int]) -> dict[str, int]:
        return {key[0]: circuit.gates[atom] for key, atom in part.items()}

    return {role: (gates(first), gates(second)) for role, (first, second) in atoms.items()}


def _said(batch: SmallBatch, part: Mapping[str, int]) -> Sequence[frozenset[str]]:
    """What an operand recommends at each position of a batch."""
    said: list[set[str]] = [set() for _ in batch.positions]
    for action, gate in part.items():
        for place in batch.indices(batch.values[gate]):
            said[place].add(action)
    return [frozenset(some) for some in said]


def _holds(claim: Claim, goals: Mapping[str, int]) -> bool:
    """Whether a play that ends with these goals has the claim's outcome."""
    values = [goals[role] for role in ([claim.role] if claim.role else goals)]
    if claim.outcome == "ties":
        return all(0 < value < 100 for value in values)
    wanted = 100 if claim.outcome == "wins" else 0
    return all(value == wanted for value in values)
