"""Positions as the page draws them, the moves there and what each does; verdicts with their boards.

A move keeps the claim or loses it, or does what best play can force.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Problem, free_play
from ttt_asp.claims.question import read
from ttt_asp.deadline import Expired
from ttt_asp.engines.answer import answer, read_question
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import InputError, Unsuited
from ttt_asp.extensions.exploring.inspection import inspect_positions
from ttt_asp.extensions.exploring.positions import PositionReader, end_problems, refuse
from ttt_asp.extensions.exploring.show_blunder import blunder_sentences
from ttt_asp.extensions.exploring.winning_region import winning_region
from ttt_asp.extensions.playing.game_session import Session
from ttt_asp.extensions.playing.review import worths
from ttt_asp.extensions.playing.solution import result_at
from ttt_asp.extensions.reports.sentences import sentence
from ttt_asp.extensions.reports.walk_data import sides_of
from ttt_asp.extensions.workbench.request import Request
from ttt_asp.games.game import Game
from ttt_asp.games.layout import completed_lines
from ttt_asp.games.notation import Notation
from ttt_asp.layout import FREE
from ttt_asp.limits import SMALL, Limits
from ttt_asp.positions.machine import load_machine
from ttt_asp.show.blocks import Place, changed
from ttt_asp.verdict import Verdict, plain_constants


def game(request: Request) -> dict[str, Any]:
    """Return a game's board, and the claims about it."""
    chosen = request.game()
    notation, facts = PositionReader(chosen), game_facts(chosen)
    ways = ("never loses", "always wins", "can win", "never wins", "can lose")
    claims = [f"{role} {way}" for way, role in product(ways, facts["roles"])]
    return {
        **facts,
        "signs": _signs(notation),
        "glyphs": {chosen.spelt(role): glyph for role, glyph in notation.glyphs.items()},
        "cells": sorted(notation.cells),
        "slanted": sides_of(notation),
        "falls": notation.falls,
        "init": notation.exact_text(chosen.init),
        "claims": [*claims, "always tie", "can tie", "never tie"],
    }


def game_facts(game: Game) -> dict[str, Any]:
    """Return a game's name, summary, constants and roles."""
    roles = [game.spelt(role) for role in game.roles]
    const = plain_constants(game.constants)
    return {"name": game.name, "doc": game.rules.summary, "const": const, "roles": roles}


def position(request: Request) -> dict[str, Any]:
    """Return a position: marks, who moves, every legal move, and who won.

    Raises:
        InputError: no play comes to it, as the rules say or its goals show.
    """
    game = request.game()
    fluents = request.position(game)
    notation, machine = PositionReader(game), load_machine(free_play(game), request.limits.deadline)
    (here,) = inspect_positions(machine, [machine.pack(fluents)])
    if here.terminal:
        refuse(game, request.text("position", ""), list(end_problems(game, fluents)))
    mover = here.mover or notation.mover(fluents)
    result = result_at(game, fluents, None, request.limits.deadline) if here.terminal else ""
    return {
        "position": notation.exact_text(fluents),
        "cells": glyphs(notation, fluents),
        "lines": list(_lines(notation, fluents)),
        "mover": None if mover is None or here.terminal else game.spelt(mover),
        "over": here.terminal,
        "result": game.spelt(result),
        "moves": [
            {
                "role": game.spelt(step.move.role),
                "action": game.spelt(step.move.action),
                "cell": notation.places.get(step.move.action),
                "from": _left(notation, fluents, machine.unpack(step.after)),
                "after": notation.exact_text(machine.unpack(step.after)),
            }
            for step in here.steps
        ],
    }


def _signs(notation: Notation) -> list[str]:
    """Return what may stand on a square: the roles' marks in their order, or else all signs."""
    marks = [mark for mark in notation.glyphs.values() if mark in notation.signs]
    return marks or sorted(notation.signs - {FREE})


def _left(notation: Notation, before: frozenset[str], after: frozenset[str]) -> list[Place]:
    """Return the squares that a move leaves: something stood there, and nothing does after it."""
    if not notation.cells:
        return []
    rows, later = notation.rows(before), notation.rows(after)
    return [
        (i, j)
        for i, j in sorted(notation.cells)
        if rows[i - 1][j - 1] != FREE == later[i - 1][j - 1]
    ]


def glyphs(notation: Notation, position: Iterable[str]) -> list[str]:
    """Return the glyph on each square, in the order of the squares that the page was told."""
    if not notation.cells:
        return []
    rows = notation.rows(position)
    return [rows[i - 1][j - 1] for i, j in sorted(notation.cells)]


def _lines(notation: Notation, position: frozenset[str]) -> Iterator[dict[str, Any]]:
    """Yield the completed lines: whose each is, whether it is drawn through, and its squares."""
    cells, roles = sorted(notation.cells), notation.game.roles
    for line in completed_lines(notation.game, position):
        numbers = [cells.index(place) for place in line.places if place in cells]
        straight = line.straight and not notation.slanted
        yield {"role": roles.index(line.role) % 2, "straight": straight, "cells": numbers}


def prove(request: Request) -> dict[str, Any]:
    """Answer a claim, in a small game with the engine that is fastest there, and with no other."""
    posed = read_question(request.question(), DEFAULT, request.limits)
    if isinstance(posed, Verdict):
        return told(posed, posed)
    return told(posed, _answer(posed, request.limits))


def told(problem: Problem | Verdict, verdict: Verdict) -> dict[str, Any]:
    """Return a verdict in words, with the boards of its play where its question could be read."""
    return {
        **verdict.as_json(),
        "sentence": sentence(verdict),
        "lost": blunder_sentences(verdict),
        "strip": list(_strip(problem, verdict)) if isinstance(problem, Problem) else [],
    }


def _answer(problem: Problem, limits: Limits) -> Verdict:
    if len(problem.game.base) <= SMALL:
        with suppress(Unsuited):
            return answer(problem, "explicit", limits)
    return answer(problem, DEFAULT, limits)


def _strip(problem: Problem, verdict: Verdict) -> Iterator[dict[str, Any]]:
    """Yield the boards of a play: the one it begins at, and one after each move."""
    if verdict.play is None:
        return
    notation = PositionReader(problem.game)
    cells = sorted(notation.cells)
    play, lost = verdict.play, verdict.blunder.move if verdict.blunder else None
    moves = [None, *play.decided]
    for number, (move, position) in enumerate(zip(moves, play.positions, strict=False)):
        before = play.positions[number - 1] if number else position
        new = changed(notation, before, position)
        yield {
            "position": notation.exact_text(position),
            "cells": glyphs(notation, position),
            "lines": list(_lines(notation, position)),
            "title": f"{number}. {move[0].role}" if move else "",
            "role": move[0].role if move else None,
            "move": move[0].action if move else None,
            "decided": (move[1] if move else "") or None,
            "blunder": number > 0 and number == lost,
            "new": [cells.index(place) for place in new],
        }


# The goal value of a win.
_WON = 100


def judge(request: Request) -> dict[str, Any]:
    """Return for each move at a position whether it is `safe`, `wins` or `loses`, and by what.

    Where the claim is about the role to move, a move is safe that keeps it, against the strategies
    of the others; after a first move that loses, and for the others' moves, best play judges: a
    move is safe after which as much can be forced as before.
    """
    problem = read(request.question(), request.limits.deadline)
    game, limits = problem.game, replace(request.limits, count=False)
    machine = load_machine(problem, limits.deadline)
    position = machine.pack(request.position(game))
    (here,) = inspect_positions(machine, [position])
    if here.terminal or here.mover is None or len(here.steps) < 2:
        return {"by": "", "moves": {}}
    spelt = {step.move.action: game.spelt(step.move.action) for step in here.steps}
    try:
        if _judges(problem.claim, here.mover):
            region = winning_region(problem, here.mover, replace(machine, init=position), limits)
            kept = region.kept(region.legal, [step.after for step in here.steps])
            if any(kept):
                said = zip(here.steps, kept, strict=True)
                moves = {spelt[s.move.action]: "safe" if well else "loses" for s, well in said}
                return {"by": "claim", "moves": moves}
        free = free_play(game)
        session = Session(free, game.roles, None)
        after = worths(session, here.mover, session.machine.pack(request.position(game)), limits)
    except (InputError, Expired) as error:
        return {"by": "", "moves": {}, "why": str(error)}
    if isinstance(after, str):
        return {"by": "", "moves": {}, "why": after}
    most = max(worth.value for worth in after.values())
    kind = "wins" if most == _WON else "safe"
    moves = {spelt[a]: kind if worth.value == most else "loses" for a, worth in after.items()}
    return {"by": "best play", "moves": moves}


def _judges(claim: Claim, role: str) -> bool:
    """Whether it is for a role to keep a claim of how plays end."""
    ends = claim.quantifier != "can" and not claim.of_strategy and not claim.kept
    return ends and claim.role == role and claim.by is None
