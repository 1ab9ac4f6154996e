"""Certificates: what a sceptic needs to establish a proof again without this program.

The format is that of `checker/format.py`, which shares no code with this module.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import add, itemgetter
from pathlib import Path
from typing import Any

from ttt_asp.certificates.checker.format import VERSION
from ttt_asp.certificates.checker.positions import POSITIONS
from ttt_asp.certificates.ground_rules import by_rules
from ttt_asp.certificates.respecting import respected
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Expired
from ttt_asp.engines.automorphisms import Permutation
from ttt_asp.engines.explicit.exploration import Exploration
from ttt_asp.engines.explicit.explore import explore
from ttt_asp.engines.explicit.machine import load
from ttt_asp.engines.limits import Limits
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.files import json_for, write_bytes
from ttt_asp.games.winning_sets import WinningSets, winning_sets
from ttt_asp.programs.compose import normal
from ttt_asp.strategies.strategy import ANY, Strategy
from ttt_asp.verdict import constant


def write_certificate(path: Path, problem: Problem, limits: Limits) -> int:
    """Write the certificate of a proved claim; gzipped when the name ends in `.gz`.

    Args:
        path: the file, replaced if it is there.
        problem: the question, whose verdict is `proved`.
        limits: those of the exploration.

    Returns:
        The size of the file in bytes.

    Raises:
        InputError: it cannot be written, or a limit keeps the positions from being listed.
    """
    try:
        data = limits.deadline.run(lambda: json_for(path, certificate(problem, limits)))
    except Expired as error:
        raise _none(error.stop) from None
    write_bytes(path, data)
    return len(data)


def _none(why: object) -> InputError:
    return wrong(f"no certificate: {why}", Location("--certificate"))


def certificate(problem: Problem, limits: Limits) -> dict[str, Any]:
    """The certificate of a proved claim, as plain data; see `write_certificate`."""
    game = winning_sets(problem.game)
    found = _explored(problem, limits, game is not None and limits.symmetry)
    group: Sequence[Permutation] | None = None
    some: Sequence[Permutation] = ()
    if game is not None and found.symmetries > 1:
        # a door to numpy, which is there already
        from ttt_asp.certificates import folding

        group = folding.of_squares(found, game)
        some = folding.generators(group or ())
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
    if game is None:
        return data | by_rules(problem, found, _free(problem))
    data["sets"] = game.as_json()
    if group is not None:
        data["symmetries"] = [list(one) for one in some]
    data["positions"] = _positions(problem, game, found, group)
    outcomes = found.outcomes or {}
    names: dict[tuple[int, ...], str] = {
        (100, 0): game.roles[0],
        (0, 100): game.roles[1],
        (50, 50): "tie",
    }
    plays = dict.fromkeys((*game.roles, "tie"), 0)
    plays |= {names[goals]: number for goals, number in outcomes.items()}
    data["counts"] = {"positions": found.positions, "plays": plays, "stuck": found.stuck_plays}
    return data


def _explored(problem: Problem, limits: Limits, fold: bool) -> Exploration:
    machine = load(problem, limits.deadline)
    # every position is listed, also where a first play shows that a claim with `can` holds
    everything = replace(limits, count=True, stop_at_first=False)
    found = explore(problem, machine, everything, None, fold=fold)
    if not found.complete:
        raise _none(found.stopped or "the search was stopped at a first play")
    return found


def _positions(
    problem: Problem,
    game: WinningSets,
    found: Exploration,
    group: Sequence[Permutation] | None,
) -> list[Any]:
    """The entries for all positions, or up to symmetries of the squares; they are sorted.

    Layer N has the positions after N moves.
    """
    machine = found.machine
    numbers = {f"mark({square})": number for number, square in enumerate(game.squares)}
    moves = {action.move: numbers[action.move.action] for action in machine.actions}
    write = _writer(machine.base, game)
    free = _free(problem)
    entries: list[tuple[str, Sequence[int] | None]] = []
    for made, layer in enumerate(found.layers):
        texts = list(map(write, found.form.unpacked(layer)))
        mover = game.turns[made] if made < len(game.turns) else None
        allowed: list[list[int] | None] = [None] * len(texts)
        if mover is not None and mover not in free:
            allowed = [[] if t.count(".") > 1 else None for t in texts]
            for batch in found.batches(layer):
                for place in batch.indices(batch.values[machine.terminal]):
                    allowed[place] = None
                for action, vector, _ in found.moves(batch):
                    number = moves[action.move]
                    for place in batch.indices(vector):
                        if (some := allowed[place]) is not None:
                            some.append(number)
        if group is not None:
            from ttt_asp.certificates.folding import least  # as above

            texts, which = least(texts, group)
            for place, some in enumerate(allowed):
                if some is not None:
                    allowed[place] = [group[which[place]][move] for move in some]
        entries += zip(texts, allowed, strict=True)
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


def is_free(strategy: Strategy) -> bool:
    """Whether a strategy is every legal move, whatever it is called."""
    return normal(strategy.composition).operator == ANY


def _free(problem: Problem) -> frozenset[str]:
    return frozenset(role for role, s in problem.strategies.items() if is_free(s))
