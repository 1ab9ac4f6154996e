"""What tactics without rules recommend, at each position that is evaluated: inputs of gates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.engines.circuit.circuit import Circuit
from ttt_asp.games.winning_sets import sets_of
from ttt_asp.programs.program import replies_in
from ttt_asp.strategies.replies.board import bits
from ttt_asp.strategies.replies.tactic import Replying

# Positions between two looks at the clock, and how many are remembered: some are asked for twice.
_STEP, _KNOWN = 64, 100_000


@dataclass(frozen=True, slots=True)
class _Replies:
    """One tactic.

    Attributes:
        replying: what it recommends.
        marks: for each square the bit of a position by which the maker owns it, and the breaker's.
        places: for each square what of the inputs is about it, as the bits of a number.
    """

    replying: Replying
    marks: Sequence[tuple[int, int]]
    places: Sequence[int]

    def at(self, position: int) -> int:
        maker = breaker = 0
        for square, (theirs, ours) in enumerate(self.marks):
            if position & theirs:
                maker |= 1 << square
            elif position & ours:
                breaker |= 1 << square
        found = 0
        for square in bits(self.replying.recommended(maker, breaker)):
            found |= self.places[square]
        return found


@dataclass(frozen=True, slots=True)
class Recommended:
    """What tactics without rules recommend; a `WorkedOut` of the circuit.

    Attributes:
        first: behind all bits of a position, at the beginning of a word of 64.
        number: of inputs.
        deadline: when to give up.
    """

    first: int
    number: int
    deadline: Deadline
    tactics: Sequence[_Replies]
    _known: dict[int, int] = field(default_factory=dict)

    def at(self, positions: Sequence[int]) -> list[int]:
        """For each packed position a number: bit N is the input `first` + N."""
        found = []
        for number, position in enumerate(positions):
            if number % _STEP == 0:
                self.deadline.check()
            more = self._known.get(position)
            if more is None:
                more = 0
                for tactic in self.tactics:
                    more |= tactic.at(position)
                if len(self._known) < _KNOWN:
                    self._known[position] = more
            found.append(more)
        return found


def work_out(
    match: Match, circuit: Circuit, fluents: Mapping[str, int], deadline: Deadline
) -> None:
    """Make inputs of what tactics without rules recommend.

    Args:
        match: who plays what.
        circuit: of its rules; the gates of such recommendations are added.
        fluents: the bit of each.
        deadline: when to give up, now and whenever positions are evaluated.
    """
    replies = replies_in(match)
    if not replies:
        return
    open_ = {
        key: atom for key, atom in circuit.rules.atoms("suggests", 3).items() if key[0] in replies
    }
    first = 64 * max(1, -(-len(fluents) // 64))
    inputs = dict[tuple[str, ...], int]()
    for number, (key, atom) in enumerate(sorted(open_.items())):
        circuit.gates[atom] = circuit.network.input(first + number)
        inputs[key] = 1 << number
    tactics = []
    for name, one in replies.items():
        replying = one.replying(match.game)
        board, sets = replying.board, sets_of(match.game)
        assert sets is not None  # it has a board
        marks = [
            tuple(1 << fluents[sets.mark(role, square)] for role in (board.maker, board.breaker))
            for square in board.squares
        ]
        places = [inputs[name, board.breaker, f"mark({square})"] for square in board.squares]
        tactics.append(_Replies(replying, [(a, b) for a, b in marks], places))
    circuit.network.worked_out = Recommended(first, len(inputs), deadline, tactics)
