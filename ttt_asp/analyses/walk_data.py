"""Plays as plain data that a page walks through: positions, moves, and what every line says there.

One table of positions serves many match-ups: each strategy is a list of lines, and what a line
recommends at a position stands once, whoever's list it is on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from ttt_asp.analyses.play_graph import Walk, walk_of
from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.engines.spelling import spelt_ending
from ttt_asp.games.layout import lines
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.groups import Images
from ttt_asp.positions.machine import Machine, load
from ttt_asp.positions.outcomes import endings, holds
from ttt_asp.positions.symmetry import group
from ttt_asp.positions.voices import Voices
from ttt_asp.programs.compose import normal, signed
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.strategy import Strategy
from ttt_asp.verdict import STUCK, Move

# At more positions no page says what each line recommends, but for the one that decides.
MOST_SAID = 20_000
# So many are evaluated at once.
_BATCH = 2_000


def lines_of(strategy: Strategy) -> tuple[Composition, ...]:
    """The operands of a strategy's outermost `first`; a strategy that is none is one line."""
    body = normal(strategy.composition)
    return body.operands if body.operator == "first" else (body,)


def walk_data(
    found: Exploration, match: Match, lists: Mapping[str, Sequence[Strategy]], limits: Limits
) -> dict[str, Any]:
    """All plays of a match as plain data.

    Args:
        found: all plays, explored.
        match: who plays what: what the moves are that are made.
        lists: for each role the strategies whose lines are to be looked at.
        limits: when to give up.

    Returns:
        What `described` says, with `alike`: of positions by number the moves, as lists of numbers
        of actions, that symmetries of the match exchange which leave the position as it is.

    Raises:
        InputError: the lines make no sound circuit together.
        Expired: time is up.
    """
    walk = walk_of(found, match, limits)
    order = [position for layer in found.layers for position in found.form.unpacked(layer)]
    data = described(walk, order, found.machine, match, lists, limits.deadline)
    return {**data, "alike": _alike(found.machine, order, walk)}


def _alike(machine: Machine, order: Sequence[int], walk: Walk) -> dict[int, list[list[int]]]:
    bits = len(machine.base)
    symmetries = [(some, Images(some[:bits])) for some in group(machine, moves=True)[1:]]
    found: dict[int, list[list[int]]] = {}
    for number, (position, moves) in enumerate(zip(order, walk.moves, strict=True)):
        fixing = [some for some, images in symmetries if images.of(position) == position]
        if not fixing:
            continue
        orbits: list[list[int]] = []
        for action in moves[::2]:
            orbit = sorted({action, *(some[bits + action] - bits for some in fixing)})
            if len(orbit) > 1 and orbit not in orbits:
                orbits.append(orbit)
        if orbits:
            found[number] = orbits
    return found


def described(
    walk: Walk,
    order: Sequence[int],
    machine: Machine,
    match: Match,
    lists: Mapping[str, Sequence[Strategy]],
    deadline: Deadline,
) -> dict[str, Any]:
    """Positions and moves as plain data, with what every line says there.

    Args:
        walk: the positions.
        order: the same, packed.
        machine: that packed them.
        match: who plays what.
        lists: for each role the strategies whose lines are to be looked at.
        deadline: when to give up.

    Returns:
        The keys of `Walk.as_json`, but for the numbers of plays, which a page works out for each
        match-up by itself, and besides: `glyphs`, `slanted` (each row is half a square further
        right), `pattern` (how a position is written: numbers of places, and what stands between
        them), `lines` (name, number of the role, numbers of the places), `terms` (for each role its
        lines, as people write them), `lists` (for each role by name of a strategy the numbers of
        its lines), `sets` (sets of numbers of actions), `said` (for each role and line the number
        of the set at every position), `asked` (where the one to move has a choice).

    Raises:
        InputError: the lines make no sound circuit together.
        Expired: time is up.
    """
    game, notation = match.game, Notation(match.game)
    data = walk.as_json()
    del data["plays"], data["parts"]
    numbers = {place: number for number, place in enumerate(walk.cells)}
    owners = {role: number for number, role in enumerate(game.roles)}
    terms = {
        role: list(dict.fromkeys(chain.from_iterable(map(lines_of, some))))
        for role, some in lists.items()
    }
    loose = replace(match, strategies=_loose(match, terms, lists))
    return {
        **data,
        "outcomes": [*walk.outcomes, *([] if STUCK in walk.outcomes else [STUCK])],
        "glyphs": list(notation.glyphs.values()),
        "slanted": notation.slanted,
        "pattern": _pattern(notation, numbers),
        "lines": [
            [game.spelt(line.name), owners[line.role], [numbers[place] for place in line.places]]
            for line in lines(game)
            if line.places and line.role in owners and numbers.keys() >= set(line.places)
        ],
        "terms": [[signed(term) for term in terms[role]] for role in game.roles],
        "lists": [
            {one.text: [terms[role].index(line) for line in lines_of(one)] for one in lists[role]}
            for role in game.roles
        ],
        **_said(order, machine, loose, deadline),
    }


def kept(found: Exploration, claim: Claim, match: Match, outcomes: Sequence[str]) -> list[bool]:
    """For each outcome of a walk whether plays that end so keep a claim; `stuck` ones do not.

    Of a claim with `can` it is whether they show it.
    """
    names = endings(match.game.roles, found.vectors)
    keeping = {
        spelt_ending(names[vector], match.game)
        for vector in found.vectors
        if holds(claim, match.game.roles, [vector])
    }
    return [outcome in keeping for outcome in outcomes]


def _pattern(notation: Notation, numbers: Mapping[tuple[int, int], int]) -> list[int | str]:
    """How a position is written, see `Notation.write`: places by number, and signs."""
    if not notation.has_board:
        return []
    found: list[int | str] = []
    for number, band in enumerate(notation.bands):
        found += ["||"] if number else []
        for n, block in enumerate(notation.blocks):
            found += ["|"] if n else []
            for k, i in enumerate(band):
                found += ["/"] if k else []
                found += [numbers.get((i, j), "_") for j in block]
    return found


def _said(
    order: Sequence[int], packer: Machine, match: Match, deadline: Deadline
) -> dict[str, Any]:
    """What every line recommends at every position where its role has a choice.

    Args:
        order: the positions, packed.
        packer: the machine that packed them.
        match: where each role's strategy is what `_loose` makes of its lines.
        deadline: when to give up.
    """
    sets: dict[tuple[int, ...], int] = {(): 0}
    asked, columns = [0] * len(order), list[list[list[int]]]()
    if len(order) > MOST_SAID:
        return {"said": [], "sets": [], "asked": asked}
    machine = load(match, deadline)
    if machine.base != packer.base:
        order = [machine.pack(packer.unpack(position)) for position in order]
    numbers = {action.move: number for number, action in enumerate(packer.actions)}
    for role, strategy in match.strategies.items():
        columns.append([[0] * len(order) for _ in strategy.composition.operands[1:]])
        voices = Voices.of(machine, match, role, deadline)
        for start in range(0, len(order), _BATCH):
            deadline.check()
            for number, one in enumerate(voices.at(order[start : start + _BATCH]), start):
                if not one.asked:
                    continue
                asked[number] = 1
                for line, column in enumerate(columns[-1]):
                    chosen = tuple(
                        numbers[Move(role, action)]
                        for action, by in one.by.items()
                        if by >> line & 1 and Move(role, action) in numbers
                    )
                    column[number] = sets.setdefault(chosen, len(sets))
    return {"said": columns, "sets": list(sets), "asked": asked}


def _loose(
    match: Match,
    terms: Mapping[str, Sequence[Composition]],
    lists: Mapping[str, Sequence[Strategy]],
) -> dict[str, Strategy]:
    """For each role `first(any, LINE, LINE, ...)`: all lines are looked at, none is asked."""
    found = {}
    for role, some in terms.items():
        loose = Composition("first", "", (Composition("any"), *some))
        tactics = tuple(dict.fromkeys(t for one in lists[role] for t in one.tactics))
        found[role] = Strategy(str(loose), loose, tactics)
    return {role: found[role] for role in match.game.roles}
