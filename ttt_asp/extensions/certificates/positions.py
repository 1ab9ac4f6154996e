"""Certificates: all that a sceptic needs to establish a proof again without this program.

The format is that of `checker/format.py`. Nothing here is trusted: the checker shares no code with
the exploration. Up to symmetry, the least text among the images of each position is listed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from operator import itemgetter
from typing import Any

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.extensions.arrays.groups import Permutation, bounded_group
from ttt_asp.extensions.certificates.checker.boards import Board
from ttt_asp.extensions.certificates.checker.format import VERSION, Rejected
from ttt_asp.extensions.certificates.checker.positions import POSITIONS
from ttt_asp.extensions.certificates.checker.symmetries import MAX_COMPARED, generated
from ttt_asp.extensions.certificates.ground_rules import Entry, by_rules
from ttt_asp.extensions.certificates.respecting import respected
from ttt_asp.extensions.recognition.winning_sets import WinningSets, winning_sets
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.explore import explore
from ttt_asp.positions.gates import schedule
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.programs.compose import normal_form
from ttt_asp.result import plain
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Move, plain_constant


def certificate(problem: Problem, limits: Limits) -> dict[str, Any]:
    """Return the certificate of a claim as plain data.

    Raises:
        Expired: a limit keeps the positions from being listed.
    """
    game = winning_sets(problem.game)
    exploration = _explored(problem, limits, game is not None and limits.symmetry)
    group, generators = list[Permutation](), list[Permutation]()
    if game is not None and exploration.symmetries > 1:
        group, generators = _square_permutations(exploration, game, limits.deadline)
        if not generators or not respected(exploration.machine.circuit.rules, game, generators):
            group, exploration = [], _explored(problem, limits, fold=False)
    data: dict[str, Any] = {
        "format": POSITIONS,
        "version": VERSION,
        "game": problem.game.name,
        "const": {name: plain_constant(value) for name, value in problem.game.constants.items()},
        "claim": str(problem.claim),
        "roles": {role: str(normal_form(s.composition)) for role, s in problem.strategies.items()},
    }
    listed = _listed(problem, exploration)
    if game is None:
        return data | by_rules(exploration, [entry for layer in listed for entry in layer])
    if group:
        data["symmetries"] = [list(generator) for generator in generators]
    names: dict[tuple[int, ...], str]
    names = {(100, 0): game.roles[0], (0, 100): game.roles[1], (50, 50): "tie"}
    plays = dict.fromkeys((*game.roles, "tie"), 0)
    plays |= {names[goals]: number for goals, number in (exploration.outcomes or {}).items()}
    return data | {
        "sets": game.as_json(),
        "positions": _entries(game, exploration.machine, listed, group),
        "counts": {
            "positions": exploration.positions,
            "plays": plays,
            "stuck": exploration.stuck_plays,
        },
    }


def _explored(problem: Problem, limits: Limits, fold: bool) -> Exploration:
    machine = load_machine(problem, limits.deadline)
    # every position is listed, also where a first play shows that a claim with `can` holds
    everything = replace(limits, count=True, stop_at_first=False)
    exploration = explore(problem, machine, everything, None, fold=fold)
    if exploration.stopped is not None:
        raise Expired(exploration.stopped)
    assert exploration.complete
    return exploration


def _listed(problem: Problem, exploration: Exploration) -> Iterator[list[Entry]]:
    """Yield the positions of each layer; moves stand where a role that is not free has a choice."""
    machine, network = exploration.machine, exploration.machine.circuit.network
    # a strategy that is every legal move is none, whatever it is called
    asking = [
        r for r, s in problem.strategies.items() if normal_form(s.composition).operator != ANY
    ]
    chosen = [action for action in machine.actions if action.move.role in asking]
    legal = [[action.legal for action in chosen if action.move.role == r] for r in asking]
    asked = network.disjunction(
        network.at_least(2, options, [1] * len(options)) for options in legal
    )
    plan = schedule(network, [asked, *(action.plays for action in chosen)])
    for layer in exploration.layers:
        moves: list[list[Move] | None] = [None] * exploration.form.size(layer)
        for batch in exploration.form.batches(layer, plan):
            for place in batch.indices(batch.values[asked]):
                moves[place] = []
            for action in chosen:
                for place in batch.indices(batch.values[action.plays]):
                    if (allowed := moves[place]) is not None:
                        allowed.append(action.move)
        yield list(zip(exploration.form.unpacked(layer), moves, strict=True))


def _entries(
    game: WinningSets,
    machine: Machine,
    listed: Iterable[Sequence[Entry]],
    group: Sequence[Permutation],
) -> list[Any]:
    """Return the entries of all positions, or up to symmetries of the squares; they are sorted."""
    numbers = {f"mark({square})": number for number, square in enumerate(game.squares)}
    marks = list(zip(*_marks(machine, game), strict=True))
    identity = tuple(range(len(marks)))
    symmetries = [(symmetry, image_by(symmetry)) for symmetry in group or [identity]]
    entries: list[tuple[str, list[int] | None]] = []
    for packed, moves in chain.from_iterable(listed):
        signs = ["x" if packed >> x & 1 else "o" if packed >> o & 1 else "." for x, o in marks]
        images = [("".join(image(signs)), symmetry) for symmetry, image in symmetries]
        text, symmetry = min(images)
        allowed = None
        if moves is not None:
            allowed = sorted(symmetry[numbers[move.action]] for move in moves)
        entries.append((text, allowed))
    entries.sort(key=itemgetter(0))
    return [text if allowed is None else [text, allowed] for text, allowed in entries]


def image_by(symmetry: Permutation) -> Callable[[Sequence[str]], Sequence[str]]:
    """Return a function that moves the sign of square N to square `symmetry[N]`."""
    sources = sorted(range(len(symmetry)), key=lambda square: symmetry[square])
    return itemgetter(*sources)


def _marks(machine: Machine, game: WinningSets) -> list[list[int]]:
    """Return for each role the bits that say that it owns a square, in the order of the squares."""
    bits = {fluent: bit for bit, fluent in enumerate(machine.base)}
    return [[bits[f"marked({role},{square})"] for square in game.squares] for role in game.roles]


def _square_permutations(
    exploration: Exploration, game: WinningSets, deadline: Deadline
) -> tuple[list[Permutation], list[Permutation]]:
    """Return the symmetries up to which a match was explored as permutations of the squares.

    Returns:
        The group, the identity first, and its generators. Both are empty if the checker would not
        take them: the rules may have symmetries that the sets do not have, as where a set has all
        squares of another; or there are too many.
    """
    group = list[Permutation]()
    for bits in exploration.form.group:
        moved, other = (
            [owned.index(bits[bit]) if bits[bit] in owned else -1 for bit in owned]
            for owned in _marks(exploration.machine, game)
        )
        if moved != other or -1 in moved:
            return [], []
        group.append(tuple(moved))
    generators = bounded_group(group, len(game.squares), len(group), deadline)[1]
    try:
        board = Board(game.as_json())
        return generated(plain(generators), board, board.sets, MAX_COMPARED), generators
    except Rejected:
        return [], []
