"""What a position's gates mean for play: moves, endings, goals."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.positions.circuit.circuit import Circuit
from ttt_asp.positions.circuit.gates import FALSE
from ttt_asp.positions.circuit.ground import GroundRules, ground
from ttt_asp.positions.circuit.schedule import Schedule, schedule
from ttt_asp.positions.moves import Action, Effect, Specialiser, computed
from ttt_asp.programs.compose import compose
from ttt_asp.programs.program import open_program
from ttt_asp.verdict import Move


@dataclass(frozen=True)
class Machine:
    """A game with a strategy for each role, as gates over packed positions.

    Attributes:
        roles: their names. base: the fluent of each bit. init: the first position.
        circuit: the gates. specialise: makes the effects of moves.
        actions: every move, sorted by role and action.
        terminal, stuck, several, undetermined, goalless, outcome, broken, blocked: gates; where
            `goalless` holds, some role has not exactly one goal; the last three are the claim's, if
            there is one: how plays end, or what is recommended.
        goals: for each role the gate of each goal value.
        parts: for each role the parts of its strategy's outermost `first`, and the gates that
            say where they decide.
        legal: for each move of each role the gate that says where it is legal.
    """

    roles: tuple[str, ...]
    base: tuple[str, ...]
    init: int
    circuit: Circuit
    specialise: Specialiser
    actions: tuple[Action, ...]
    terminal: int
    stuck: int
    several: int
    undetermined: int
    goalless: int
    outcome: int
    broken: int
    blocked: int
    goals: tuple[Mapping[int, int], ...]
    parts: Mapping[str, Sequence[tuple[str, int]]]
    legal: Mapping[Move, int]

    @cached_property
    def outputs(self) -> list[tuple[Hashable, int]]:
        """What is said of positions, moves apart: labels that no two have, and gates."""
        names = ["terminal", "stuck", "several", "undetermined", "goalless", "outcome"]
        names += ["broken", "blocked"]
        found: list[tuple[Hashable, int]] = [(name, getattr(self, name)) for name in names]
        for role, goals in zip(self.roles, self.goals, strict=True):
            found += [(("goal", role, value), gate) for value, gate in goals.items()]
        for role, parts in self.parts.items():
            found += [(("part", role, part), gate) for part, (_, gate) in enumerate(parts)]
        return found

    @cached_property
    def gates(self) -> tuple[int, ...]:
        """The gates that say everything about a position but what moves make of it."""
        found = [gate for _, gate in self.outputs]
        for action in self.actions:
            found += [action.plays, action.accompanied]
        return tuple(dict.fromkeys(found))

    def effects(self, joint: bool) -> Sequence[Effect]:
        """The effect of each action, in their order.

        Args:
            joint: where others act too, having one legal action each; else where nobody does.
        """
        return self._joint if joint else self._alone

    def schedule(self, joint: bool) -> Schedule:
        """How to evaluate the gates and the effects of moves, with those of joint moves or not."""
        return self._full if joint else self._plain

    @cached_property
    def closely(self) -> Schedule:
        """How to evaluate everything, also moves that are legal but not recommended."""
        effects = [*computed(self._alone), *computed(self._joint)]
        legal = [action.legal for action in self.actions]
        return schedule(self.circuit.network, [*self.gates, *legal, *effects])

    @cached_property
    def rules(self) -> Schedule:
        """How to evaluate what is legal."""
        return schedule(self.circuit.network, self.legal.values())

    @cached_property
    def _alone(self) -> Sequence[Effect]:
        return [self.specialise.of(action, joint=False) for action in self.actions]

    @cached_property
    def _joint(self) -> Sequence[Effect]:
        return [self.specialise.of(action, joint=True) for action in self.actions]

    @cached_property
    def _plain(self) -> Schedule:
        return schedule(self.circuit.network, [*self.gates, *computed(self._alone)])

    @cached_property
    def _full(self) -> Schedule:
        effects = [*computed(self._alone), *computed(self._joint)]
        return schedule(self.circuit.network, [*self.gates, *effects])

    @cached_property
    def _bits(self) -> Mapping[str, int]:
        return {fluent: 1 << bit for bit, fluent in enumerate(self.base)}

    def pack(self, fluents: frozenset[str]) -> int:
        """A position as a number: bit N is the N-th fluent."""
        return sum(self._bits[fluent] for fluent in fluents)

    def unpack(self, position: int) -> frozenset[str]:
        """The fluents of a packed position."""
        return frozenset(f for bit, f in enumerate(self.base) if position >> bit & 1)


def load(match: Match, deadline: Deadline) -> Machine:
    """Ground the position frame of a match, or of a problem, and read its gates.

    Raises:
        InputError: what the sources say is no circuit.
        Expired: time is up.
    """
    rules = ground(open_program(match), deadline)
    fluents = rules.atoms("true", 1)
    base = tuple(sorted(fluent for (fluent,) in fluents))
    bits = {fluent: bit for bit, fluent in enumerate(base)}
    circuit = Circuit(rules)
    for (fluent,), atom in fluents.items():
        circuit.gates[atom] = circuit.network.input(bits[fluent])
    return _Reader(match, rules, circuit, base, bits).machine()


@dataclass
class _Reader:
    match: Match
    rules: GroundRules
    circuit: Circuit
    base: tuple[str, ...]
    bits: Mapping[str, int]

    def machine(self) -> Machine:
        roles = self.match.game.roles
        numbers = {role: number for number, role in enumerate(roles)}
        plays = self.rules.atoms("plays", 2)
        does = self.rules.atoms("does", 2)
        following = self.rules.atoms("next", 1)
        goals = self.rules.atoms("goal", 2)
        decides = self.rules.atoms("decides", 2)
        names = ("terminal", "stuck", "several", "undetermined", "outcome", "broken", "blocked")
        single = {name: self._single(name) for name in names}
        # first with no move at all: what a single move changes is built anew below
        for atom in does.values():
            self.circuit.gates[atom] = FALSE
        legal = self.rules.atoms("legal", 2)
        acts = self.rules.atoms("acts", 1)
        chooses = self.rules.atoms("chooses", 1)
        goalless = self.rules.atoms("goalless", 1).values()
        groups = [plays, following, goals, decides, legal]
        wanted = [atom for group in groups for atom in group.values()]
        wanted += [*acts.values(), *chooses.values(), *goalless]
        self.circuit.build([*wanted, *(atom for atom in single.values() if atom is not None)])
        gate = {n: FALSE if a is None else self.circuit.gates[a] for n, a in single.items()}
        on = self.circuit.network.negation(gate["terminal"])
        acting = {role: self.circuit.gates[atom] for (role,), atom in acts.items()}
        actions = []
        for role, action in sorted(does):
            may = self.circuit.network.conjunction(
                [self._gate(legal, (role, action)), self._gate(chooses, (role,)), on]
            )
            if may == FALSE:
                continue
            others = [g for other, g in acting.items() if other != role]
            accompanied = self.circuit.network.disjunction(others)
            allowed = self._gate(plays, (role, action))
            actions.append(Action(Move(role, action), numbers[role], allowed, may, accompanied))
        composed = {role.name: role for role in compose(self.match.strategies)}
        parts = {
            role: tuple(
                (text, self._gate(decides, (role, str(number))))
                for number, text in enumerate(composed[role].part_terms, 1)
            )
            for role in roles
        }
        return Machine(
            roles,
            self.base,
            self._init(),
            self.circuit,
            Specialiser(self.circuit, self.bits, does, legal, following),
            tuple(actions),
            gate["terminal"],
            gate["stuck"],
            gate["several"],
            gate["undetermined"],
            self.circuit.network.disjunction(map(self.circuit.gates.__getitem__, goalless)),
            gate["outcome"],
            gate["broken"],
            gate["blocked"],
            tuple(self._goals(goals, role) for role in roles),
            parts,
            {Move(*key): self.circuit.gates[atom] for key, atom in sorted(legal.items())},
        )

    def _init(self) -> int:
        return sum(1 << self.bits[fluent] for fluent in self.match.game.opening)

    def _single(self, name: str) -> int | None:
        return next(iter(self.rules.atoms(name, 0).values()), None)

    def _gate(self, atoms: Mapping[tuple[str, ...], int], key: tuple[str, ...]) -> int:
        atom = atoms.get(key)
        return FALSE if atom is None else self.circuit.gates[atom]

    def _goals(self, goals: Mapping[tuple[str, ...], int], role: str) -> Mapping[int, int]:
        found: dict[int, int] = {}
        for (who, value), atom in goals.items():
            if who == role and value.isdigit() and int(value) <= 100:
                found[int(value)] = self.circuit.gates[atom]
        return dict(sorted(found.items()))
