"""Plays as plain data for a page: positions, moves, and the recommendations of every line.

One table of positions serves many match-ups: each strategy is a list of lines, and the
recommendations of a line at a position are stored once, whichever lists it is on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any, TypeVar

from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Match, Problem
from ttt_asp.deadline import Deadline
from ttt_asp.errors import wrong
from ttt_asp.extensions.arrays.groups import image_of
from ttt_asp.extensions.arrays.symmetry import symmetry_group
from ttt_asp.extensions.comparing.joint import claim_holds
from ttt_asp.extensions.exploring.inspection import Inspection, inspect_batches, positions_of
from ttt_asp.extensions.exploring.recommendations import Recommendations
from ttt_asp.extensions.reports.play_graph import LATER, Walk, walk_of, walk_through
from ttt_asp.games.layout import lines_of_roles
from ttt_asp.games.notation import Notation
from ttt_asp.layout import FREE, STAR
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.links import outcome_names
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.programs.compose import lines_of, with_signs
from ttt_asp.strategies.strategy import Strategy
from ttt_asp.verdict import STUCK, Move

# Positions up to which a page says what each line recommends; for more it names only the line that
# decides.
MOST_SAID = 20_000
# Positions that are evaluated at once.
_BATCH = 2_000

Observed = TypeVar("Observed", bound=Match)


def with_lines(match: Observed, lists: Mapping[str, Sequence[Strategy]]) -> Observed:
    """Return a match in which roles are asked about every line of some of their strategies too."""
    others = {}
    for role, strategies in lists.items():
        tactics = tuple(dict.fromkeys(chain.from_iterable(s.tactics for s in strategies)))
        terms = dict.fromkeys(chain.from_iterable(map(lines_of, strategies)))
        others[role] = [Strategy(str(term), term, tactics) for term in terms]
    return replace(match, others=others)


def walk_data(
    plays: Exploration, match: Match, lists: Mapping[str, Sequence[Strategy]], limits: Limits
) -> dict[str, Any]:
    """Return all plays of a match as plain data.

    Args:
        plays: all of them, explored.
        match: the match that was explored, see `with_lines`.
        lists: for each role the strategies that have the lines.
        limits: when to give up.

    Returns:
        The data of `page_data`, with `alike`: by the number of a position, lists of the numbers of
        actions that symmetries of the match exchange while they leave the position as it is.

    Raises:
        Expired: time is up.
    """
    walk = walk_of(plays, match, limits)
    order = positions_of(plays)
    data = page_data(walk, order, plays.machine, match, lists, limits.deadline)
    return {**data, "alike": _alike(plays.machine, order, walk)}


def _alike(machine: Machine, order: Sequence[int], walk: Walk) -> dict[int, list[list[int]]]:
    bits = len(machine.base)
    symmetries = symmetry_group(machine, moves=True)[1:]
    alike: dict[int, list[list[int]]] = {}
    for number, (position, moves) in enumerate(zip(order, walk.moves, strict=True)):
        fixing = [each for each in symmetries if image_of(position, each[:bits]) == position]
        orbits: list[list[int]] = []
        for action in moves[::2]:
            orbit = sorted({action, *(images[bits + action] - bits for images in fixing)})
            if len(orbit) > 1 and orbit not in orbits:
                orbits.append(orbit)
        if orbits:
            alike[number] = orbits
    return alike


def page_data(
    walk: Walk,
    order: Sequence[int],
    machine: Machine,
    match: Match,
    lists: Mapping[str, Sequence[Strategy]],
    deadline: Deadline,
) -> dict[str, Any]:
    """Return positions and moves as plain data, with the recommendations of every line.

    Args:
        walk: the positions.
        order: the same, packed.
        machine: the one that packed them.
        match: its match, see `with_lines`.
        lists: for each role the strategies that have the lines.
        deadline: when to give up.

    Returns:
        The fields of `Walk`, but for `parts` and the numbers of plays, which a page works out for
        each match-up by itself; and also: `glyphs`, `slanted` (on a slanted board, whose each side
        is), `falls` (whether marks fall in columns), `signs` (what squares may show), `turns` (for
        each position the number of the role that is written behind its board, -1 for none; empty
        where the marks tell who is to move), `pattern` (how a position is written: numbers
        of places, and what stands between them), `lines` (name, number of the role, numbers of the
        places), `terms` (for each role its lines, as people write them), `lists` (for each role by
        name of a strategy the numbers of its lines), `sets` (sets of numbers of actions), `said`
        (for each role and line the number of the set at every position), `asked` (where the one to
        move has a choice).

    Raises:
        Expired: time is up.
    """
    game, notation = match.game, Notation(match.game)
    data = {name: field for name, field in vars(walk).items() if name not in ("plays", "parts")}
    numbers = {place: number for number, place in enumerate(walk.cells)}
    owners = {role: number for number, role in enumerate(game.roles)}
    terms = {role: [line.composition for line in lines] for role, lines in match.others.items()}
    return {
        **data,
        "outcomes": [*walk.outcomes, *([] if STUCK in walk.outcomes else [STUCK])],
        "glyphs": list(notation.glyphs.values()),
        "slanted": sides_of(notation),
        "falls": notation.falls,
        "signs": sorted(notation.signs | {FREE}) if notation.cells else [],
        "turns": _turns(order, machine, notation),
        "pattern": _pattern(notation, numbers),
        "lines": [
            [game.spelt(line.name), owners[line.role], [numbers[place] for place in line.places]]
            for line in lines_of_roles(game)
            if line.places and line.role in owners and numbers.keys() >= set(line.places)
        ],
        "terms": [[with_signs(term) for term in terms[role]] for role in game.roles],
        "lists": [
            {s.text: [terms[role].index(line) for line in lines_of(s)] for s in lists[role]}
            for role in game.roles
        ],
        **_said(order, machine, match, deadline),
    }


def match_data(
    plays: Exploration, match: Match, claim: Claim, keeper: str | None, data: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the data of a claim for a page that shows plays with the data of `page_data`.

    `kept` says of each outcome whether plays that end so keep the claim, or show it if it is one
    of `can`; `stuck` ones do not. `keeper` is the number of the role that is to keep it.
    """
    roles = match.game.roles
    names = outcome_names([*map(match.game.spelt, roles)], plays.vectors)
    keeping = {names[vector] for vector in plays.vectors if claim_holds(claim, roles, [vector])}
    return {
        "kept": [outcome in keeping for outcome in data["outcomes"]],
        "can": claim.quantifier == "can",
        "by": claim.by,
        "keeper": None if keeper is None else roles.index(keeper),
    }


def _turns(order: Sequence[int], machine: Machine, notation: Notation) -> list[int]:
    """Return the number of the role behind each board, also where play is over; -1 for none."""
    if not notation.says_turn:
        return []
    numbers: dict[str | None, int] = {None: -1}
    numbers |= {role: number for number, role in enumerate(machine.roles)}
    return [numbers[notation.mover(machine.unpack(position))] for position in order]


def _pattern(notation: Notation, numbers: Mapping[tuple[int, int], int]) -> list[int | str]:
    """Return the pattern of a written position, see `Notation.write`: places and signs."""
    if not notation.has_board:
        return []
    pattern: list[int | str] = [*notation.write(())]
    for place, number in numbers.items():
        pattern[notation.write((), {place}).index(STAR)] = number
    return pattern


def _said(
    order: Sequence[int], machine: Machine, match: Match, deadline: Deadline
) -> dict[str, Any]:
    """Return the recommendations of every line at every position where its role has a choice."""
    sets: dict[tuple[int, ...], int] = {(): 0}
    asked, columns = [0] * len(order), list[list[list[int]]]()
    if len(order) > MOST_SAID:
        return {"said": [], "sets": [], "asked": asked}
    numbers = {action.move: number for number, action in enumerate(machine.actions)}
    for role, lines in match.others.items():
        columns.append([[0] * len(order) for _ in lines])
        terms = Recommendations.of(machine, match, role)
        for start in range(0, len(order), _BATCH):
            deadline.check()
            for number, recommended in enumerate(terms.at(order[start : start + _BATCH]), start):
                if not recommended.asked:
                    continue
                asked[number] = 1
                for line, column in enumerate(columns[-1]):
                    chosen = tuple(
                        numbers[Move(role, action)]
                        for action, by in recommended.by.items()
                        if by >> line & 1 and Move(role, action) in numbers
                    )
                    column[number] = sets.setdefault(chosen, len(sets))
    return {"said": columns, "sets": list(sets), "asked": asked}


# Positions of rounds that are shown, at most.
MOST_IN_ROUNDS = 5_000
# Fluents of a game whose rounds are shown, at most.
MOST_FLUENTS = 600


def rounds(problem: Problem, limits: Limits) -> dict[str, Any]:
    """Return some rounds as plain data, see `page_data`, with `match` for the page.

    A proof by induction is about a single round, at any position where one begins, and its plays
    are too many to walk through. So some positions are taken, one of each number of rounds in some
    play, and from each of them every move that the others may make, with every answer to it.

    Raises:
        InputError: the sources make no sound circuit.
        Expired: time is up.
    """
    lists = {role: [strategy] for role, strategy in problem.strategies.items()}
    observed = with_lines(problem, lists)
    machine = load_machine(observed, limits.deadline)
    if len(machine.base) > MOST_FLUENTS:
        raise wrong("the board is too large for a page")
    looked, begins = _looked(machine, limits)
    order = list(looked)
    walk = walk_through(problem, machine, order, looked.values(), [LATER, STUCK])
    data = page_data(walk, order, machine, observed, lists, limits.deadline)
    del data["decided"]
    match = {
        "lists": [problem.strategies[role].text for role in problem.game.roles],
        "kept": [True] * len(data["outcomes"]),
        "can": False,
        "by": None,
        "keeper": None,
        "rounds": list(map(order.index, begins)),
    }
    return {**data, "alike": {}, "match": match}


def _looked(machine: Machine, limits: Limits) -> tuple[dict[int, Inspection | None], list[int]]:
    """Return positions, each inspected, or None where it is not shown; and where rounds begin."""
    chance = Random(0)  # the same page each time
    looked: dict[int, Inspection | None] = {machine.init: None}
    begins: list[int] = []
    start: int | None = machine.init
    while start is not None and len(looked) < MOST_IN_ROUNDS:
        (first,) = inspect_batches(machine, [start], limits.deadline)
        looked[start] = first
        if not first.allowed:
            break
        begins.append(start)
        replies = list(dict.fromkeys(step.after for step in first.allowed))
        looked |= {position: looked.get(position) for position in replies}
        following: list[int] = []
        for reply in inspect_batches(machine, replies, limits.deadline):
            if reply.mover != first.mover:
                looked[reply.position] = reply
                following += [step.after for step in reply.allowed]
        looked |= {position: looked.get(position) for position in following}
        start = chance.choice(following) if following else None
    unseen = [position for position, look in looked.items() if look is None]
    for look in inspect_batches(machine, unseen, limits.deadline):
        if not look.allowed:  # the game is over here, or nothing is recommended
            looked[look.position] = look
    return looked, begins


def sides_of(notation: Notation) -> dict[str, int] | None:
    """Return the number of the role that each side of a slanted board belongs to, and its size."""
    if not notation.slanted or not notation.cells:
        return None
    given, roles = notation.game.facts.get("colored_side", ()), notation.roles
    owners = {str(row[1]): str(row[0]) for row in given if len(row) == 2}
    numbers = {side: roles.index(role) for side, role in owners.items() if role in roles}
    rows, columns = (max(numbers) for numbers in zip(*notation.cells, strict=True))
    return {**numbers, "rows": rows, "columns": columns}
