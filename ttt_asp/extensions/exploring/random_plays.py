"""Random plays, many at a time: integers with a bit for each play, on the circuit of the rules."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from random import Random

from ttt_asp.deadline import Deadline
from ttt_asp.games.game import Game
from ttt_asp.positions.gates import FALSE, schedule
from ttt_asp.positions.ground import Circuit, GroundRules

_Moves = Mapping[tuple[str, ...], int]


def random_plays(
    game: Game,
    rules: GroundRules,
    by: str,
    plays: int,
    asked: Iterable[int],
    deadline: Deadline,
) -> Iterator[tuple[int, Mapping[int, int]]]:
    """Play at random, the same plays each time, until all are over.

    Args:
        game: which.
        rules: its open position frame, ground.
        by: the predicate of the moves to choose from, `legal` or `recommended`.
        plays: how many.
        asked: atoms to report, beside those of fluents and of the moves to choose from.
        deadline: when to give up.

    Yields:
        After each number of moves the plays that go on, and for each atom those where it holds.

    Raises:
        InputError: the rules make no circuit.
        Expired: time is up.
    """
    circuit, every = Circuit(rules), (1 << plays) - 1
    gates = circuit.gates
    true, does = rules.atoms("true", 1), rules.atoms("does", 2)
    following, may = rules.atoms("next", 1), rules.atoms(by, 2)
    for place, atom in enumerate([*true.values(), *does.values()]):
        gates[atom] = circuit.network.input(place)
    ends = [*rules.atoms("terminal", 0).values(), *rules.atoms("stuck", 0).values()]
    watched = [*true.values(), *may.values(), *ends, *asked]
    circuit.build([*watched, *following.values()])
    becomes = [gates[following[key]] if key in following else FALSE for key in true]
    before = schedule(circuit.network, map(gates.__getitem__, watched))
    after = schedule(circuit.network, becomes)
    columns = [every if fluent in game.init else 0 for (fluent,) in true] + [0] * len(does)
    alive, chance = every, Random(1)
    while True:
        deadline.check()
        values = before.run(columns, 0, every)
        for atom in ends:
            alive &= ~values[gates[atom]]
        if not alive:
            return
        yield alive, {atom: values[gates[atom]] for atom in watched}
        here = {move: values[gates[atom]] & alive for move, atom in may.items()}
        chosen: dict[tuple[str, ...], int] = {}
        for role in game.roles:
            chosen |= _chosen({move: at for move, at in here.items() if move[0] == role}, chance)
        columns[len(true) :] = [chosen.get(move, 0) for move in does]
        values = after.run(columns, 0, every)
        columns[: len(true)] = [values[gate] for gate in becomes]


def _chosen(may: _Moves, chance: Random) -> _Moves:
    """Choose a move in each play that has any: a tournament, each pair by a coin."""
    groups = deque((where, {move: where}) for move, where in may.items() if where)
    chance.shuffle(groups)
    while len(groups) > 1:
        (left, left_moves), (right, right_moves) = groups.popleft(), groups.popleft()
        both = left & right
        lost = both & chance.getrandbits(both.bit_length())
        kept = {move: where & ~lost for move, where in left_moves.items()}
        kept |= {move: where & ~(both ^ lost) for move, where in right_moves.items()}
        groups.append((left | right, kept))
    return groups[0][1] if groups else {}
