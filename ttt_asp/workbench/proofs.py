"""The verdict as the page shows it, with the boards of its play."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ttt_asp.claims.problem import Problem
from ttt_asp.engines.answer import answer, pose
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import Unsuited
from ttt_asp.games.notation import Notation
from ttt_asp.limits import SMALL, Limits
from ttt_asp.show.boards import changed
from ttt_asp.show.sentences import lost_because, sentence
from ttt_asp.verdict import Verdict
from ttt_asp.workbench.boards import glyphs, written
from ttt_asp.workbench.given import Given


def prove(given: Given) -> dict[str, Any]:
    """Answer a claim, in a small game with the engine that is fastest there, and with no other."""
    posed = pose(given.question(), DEFAULT, given.limits)
    if isinstance(posed, Verdict):
        problem, found = None, posed
    else:
        problem, found = posed, _answer(posed, given.limits)
    return {
        **found.as_json(),
        "reason": found.reason,
        "sentence": sentence(found),
        "lost": list(lost_because(found, Notation(problem.game))) if problem else [],
        "strip": list(_strip(problem, found)) if problem else [],
    }


def _answer(problem: Problem, limits: Limits) -> Verdict:
    if len(problem.game.base) <= SMALL:
        with suppress(Unsuited):
            return answer(problem, "explicit", limits)
    return answer(problem, DEFAULT, limits)


def _strip(problem: Problem, found: Verdict) -> Iterator[dict[str, Any]]:
    """The boards of a play: the one it begins at, and one after each move."""
    if found.play is None:
        return
    notation = Notation(problem.game)
    cells = sorted(notation.cells)
    play, lost = found.play, found.blunder.move if found.blunder else None
    moves = [None, *play.decided]
    for number, (move, position) in enumerate(zip(moves, play.positions, strict=False)):
        before = play.positions[number - 1] if number else position
        new = changed(notation, before, position)
        yield {
            "position": written(notation, position),
            "cells": glyphs(notation, position),
            "title": f"{number}. {move[0].role}" if move else "",
            "role": move[0].role if move else None,
            "move": move[0].action if move else None,
            "decided": (move[1] if move else "") or None,
            "blunder": number > 0 and number == lost,
            "new": [cells.index(one) for one in new],
        }
