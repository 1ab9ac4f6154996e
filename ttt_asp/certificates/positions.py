"""Certificates: what a sceptic needs to establish a proof again without this program.

The format is that of `checker/format.py`, which shares no code with this module. Up to symmetry,
of the images of each position the least text is listed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from operator import add, itemgetter
from typing import Any

from ttt_asp.certificates.checker.format import VERSION
from ttt_asp.certificates.checker.positions import POSITIONS
from ttt_asp.certificates.checker.symmetries import MAX_COMPARED
from ttt_asp.certificates.ground_rules import Entry, by_rules
from ttt_asp.certificates.respecting import respected
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Expired
from ttt_asp.games.winning_sets import WinningSets, winning_sets
from ttt_asp.limits import Limits
from ttt_asp.positions.circuit.schedule import schedule
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.explore import explore
from ttt_asp.positions.groups import Permutation, as_large, keeps, permutes
from ttt_asp.positions.machine import Machine, load
from ttt_asp.programs.compose import normal
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Move, constant


def certificate(problem: Problem, limits: Limits) -> dict[str, Any]:
    """The certificate of a claim, as plain data.

    Args:
        problem: the question, whose verdict is `proved`.
        limits: those of the exploration.

    Raises:
        Expired: a limit keeps the positions from being listed.
    """
    game = winning_sets(problem.game)
    found = _explored(problem, limits, game is not None and limits.symmetry)
    group: Sequence[Permutation] | None = None
    some: Sequence[Permutation] = ()
    if game is not None and found.symmetries > 1:
        group = _of_squares(found, game)
        size = len(game.squares)
        some = as_large(group or (), size, len(group or ()), limits.deadline)[1]
        if not some or not respected(found.machine.circuit.rules, game, some):
            group, found = None, _explored(problem, limits, fold=False)
    data: dict[str, Any] = {
        "format": POSITIONS,
        "version": VERSION,
        "game": problem.game.name,
        "const": {name: constant(value) for name, value in problem.game.constants.items()},
        "claim": str(problem.claim),
        "roles": {role: str(normal(s.composition)) for role, s in problem.strategies.items()},
    }
    listed = _listed(problem, found)
    if game is None:
        return data | by_rules(found, [entry for layer in listed for entry in layer])
    if group is not None:
        data["symmetries"] = [list(one) for one in some]
    names: dict[tuple[int, ...], str]
    names = {(100, 0): game.roles[0], (0, 100): game.roles[1], (50, 50): "tie"}
    plays = dict.fromkeys((*game.roles, "tie"), 0)
    plays |= {names[goals]: number for goals, number in (found.outcomes or {}).items()}
    return data | {
        "sets": game.as_json(),
        "positions": _texts(game, found.machine, listed, group),
        "counts": {"positions": found.positions, "plays": plays, "stuck": found.stuck_plays},
    }


def _explored(problem: Problem, limits: Limits, fold: bool) -> Exploration:
    machine = load(problem, limits.deadline)
    # every position is listed, also where a first play shows that a claim with `can` holds
    everything = replace(limits, count=True, stop_at_first=False)
    found = explore(problem, machine, everything, None, fold=fold)
    if found.stopped is not None:
        raise Expired(found.stopped)
    assert found.complete
    return found


def _listed(problem: Problem, found: Exploration) -> Iterator[list[Entry]]:
    """The positions of each layer; moves stand where a role that is not free has a choice."""
    machine, network = found.machine, found.machine.circuit.network
    # a strategy that is every legal move is none, whatever it is called
    asking = [r for r, s in problem.strategies.items() if normal(s.composition).operator != ANY]
    chosen = [action for action in machine.actions if action.move.role in asking]
    legal = [[action.legal for action in chosen if action.move.role == r] for r in asking]
    asked = network.disjunction(network.at_least(2, some, [1] * len(some)) for some in legal)
    plan = schedule(network, [asked, *(action.plays for action in chosen)])
    for layer in found.layers:
        moves: list[list[Move] | None] = [None] * found.form.size(layer)
        for batch in found.form.batches(layer, plan):
            for place in batch.indices(batch.values[asked]):
                moves[place] = []
            for action in chosen:
                for place in batch.indices(batch.values[action.plays]):
                    if (some := moves[place]) is not None:
                        some.append(action.move)
        yield list(zip(found.form.unpacked(layer), moves, strict=True))


def _texts(
    game: WinningSets,
    machine: Machine,
    listed: Iterable[Sequence[Entry]],
    group: Sequence[Permutation] | None,
) -> list[Any]:
    """The entries of all positions, or up to symmetries of the squares; they are sorted."""
    numbers = {f"mark({square})": number for number, square in enumerate(game.squares)}
    write = _writer(machine.base, game)
    entries: list[tuple[str, list[int] | None]] = []
    for layer in listed:
        texts = [write(packed) for packed, _ in layer]
        every = [None if some is None else [numbers[move.action] for move in some]
                 for _, some in layer]  # fmt: skip
        if group is not None:
            texts, which = _least(texts, group)
            every = [None if some is None else [group[number][move] for move in some]
                     for some, number in zip(every, which, strict=True)]  # fmt: skip
        entries += zip(texts, every, strict=True)
    entries.sort(key=itemgetter(0))
    return [text if some is None else [text, sorted(some)] for text, some in entries]


def _writer(base: Sequence[str], game: WinningSets) -> Callable[[int], str]:
    """How packed positions are written, a character for each square."""
    # a position's binary digits, the last fluent's first
    digit = {fluent: len(base) - 1 - number for number, fluent in enumerate(base)}
    first, second = (
        itemgetter(*(digit[f"marked({role},{square})"] for square in game.squares), len(base))
        for role in game.roles
    )
    glyphs = {"00": ".", "10": "x", "01": "o", "  ": ""}

    def write(packed: int) -> str:
        digits = f"{packed:0{len(base)}b} "
        return "".join(map(glyphs.__getitem__, map(add, first(digits), second(digits))))

    return write


def _of_squares(found: Exploration, game: WinningSets) -> list[Permutation] | None:
    """The symmetries of a match, up to which it was explored, as permutations of the squares.

    Args:
        found: what was explored.
        game: the squares and sets.

    Returns:
        Each element of the group, the identity first. None if one of them is no permutation of the
        squares that takes sets to sets: what is evaluated may have symmetries that sets do not
        show, as where a set has all squares of another; and None if there are too many.
    """
    from ttt_asp.positions.orbits import Folded  # numpy is there already

    assert isinstance(found.form, Folded)
    if len(found.form.group) * len(game.squares) > MAX_COMPARED:
        return None
    bits = {fluent: bit for bit, fluent in enumerate(found.machine.base)}
    marks = [[bits[f"marked({role},{square})"] for square in game.squares] for role in game.roles]
    number = {bit: square for square, bit in enumerate(marks[0])}
    place = {square: number for number, square in enumerate(game.squares)}
    # sets are to be taken to such sets of the same role, and first marks to such marks
    kinds = [
        [[place[square] for square in one] for one in some]
        for role in game.roles
        for some in (game.sets[role], [game.marked[role]])
    ]
    group: list[Permutation] = []
    for some in found.form.group:
        one, other = ([some[bit] for bit in own] for own in marks)
        moved = tuple(number.get(bit, -1) for bit in one)
        if not permutes(moved, len(place)) or not all(keeps(moved, kind) for kind in kinds):
            return None
        if [marks[1][square] for square in moved] != other:
            return None
        group.append(moved)
    return group


def _least(texts: Sequence[str], group: Sequence[Permutation]) -> tuple[list[str], list[int]]:
    """The least image of each text, and the number of a symmetry that takes it there.

    Args:
        texts: a character for each square, all of one length, at least one.
        group: permutations of the squares, the identity first.
    """
    import numpy as np  # it is there already

    squares = len(group[0])
    signs = np.frombuffer("".join(texts).encode("ascii"), np.uint8).reshape(-1, squares)
    best = signs.view(f"S{squares}")[:, 0].copy()
    which = np.zeros(len(best), np.intp)
    for number, one in enumerate(group[1:], 1):
        image = np.empty_like(signs)
        image[:, list(one)] = signs
        keys = image.view(f"S{squares}")[:, 0]
        less = keys < best
        best[less] = keys[less]
        which[less] = number
    return [key.decode("ascii") for key in best.tolist()], which.tolist()
