"""Positions as the page draws them, and the moves there."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.positions.look import Look, look
from ttt_asp.positions.machine import Machine, load
from ttt_asp.positions.position import result_at
from ttt_asp.verdict import constant
from ttt_asp.workbench.given import Given

# The gates of the games that were walked in last, and of how many they are kept.
_MACHINES: dict[Game, Machine] = {}
_KEPT = 4


def game(given: Given) -> dict[str, Any]:
    """What a game looks like, and what can be claimed of it."""
    found = given.game()
    notation, roles = Notation(found), [found.spelt(role) for role in found.roles]
    ways = ("never loses", "always wins", "can win", "never wins", "can lose")
    claims = [f"{role} {way}" for way in ways for role in roles]
    return {
        "name": found.name,
        "const": {name: constant(value) for name, value in found.constants.items()},
        "roles": roles,
        "glyphs": {found.spelt(role): glyph for role, glyph in notation.glyphs.items()},
        "cells": [list(place) for place in sorted(notation.cells)],
        "slanted": notation.slanted,
        "init": written(notation, found.init),
        "claims": [*claims, "always tie", "can tie", "never tie"],
    }


def position(given: Given) -> dict[str, Any]:
    """What there is at a position: marks, who moves, every legal move, and who won."""
    found = given.game()
    fluents = given.position(found)
    notation, machine = Notation(found), _machine(found, given.limits.deadline)
    here = _looked(machine, fluents)
    mover = here.mover or notation.mover(fluents)
    return {
        "position": written(notation, fluents),
        "cells": glyphs(notation, fluents),
        "mover": None if mover is None or here.terminal else found.spelt(mover),
        "over": here.terminal,
        "result": _result(found, fluents, given.limits.deadline) if here.terminal else "",
        "moves": [
            {
                "role": found.spelt(step.move.role),
                "action": found.spelt(step.move.action),
                "cell": place(notation, step.move.action),
                "after": written(notation, machine.unpack(step.after)),
            }
            for step in here.steps
        ],
    }


def written(notation: Notation, position: frozenset[str]) -> str:
    """A position as the page sends it back: as a board, where that says whose turn it is."""
    text = notation.text(position)
    with suppress(InputError):
        if notation.parse(text) == position:
            return text
    return "{" + ", ".join(sorted(map(notation.game.spelt, position))) + "}"


def glyphs(notation: Notation, position: Iterable[str]) -> list[str]:
    """What stands on each square, in the order of the squares that the page was told."""
    if not notation.cells:
        return []
    rows = notation.rows(position)
    return [rows[i - 1][j - 1] for i, j in sorted(notation.cells)]


def place(notation: Notation, action: str) -> list[int] | None:
    """The square that an action is about, as row and column."""
    found = notation.places.get(action)
    return None if found is None else list(found)


def _looked(machine: Machine, fluents: frozenset[str]) -> Look:
    return look(machine, [machine.pack(fluents)])[0]


def _machine(game: Game, deadline: Deadline) -> Machine:
    if game not in _MACHINES:
        machine = load(free_play(game), deadline)
        if len(_MACHINES) == _KEPT:
            _MACHINES.clear()
        _MACHINES[game] = machine
    return _MACHINES[game]


def _result(game: Game, fluents: frozenset[str], deadline: Deadline) -> str:
    """Who won, and how."""
    return game.spelt(result_at(game, fluents, None, deadline))
