"""Strategies as the page shows them: whether a term is one, and what each card recommends."""

from collections.abc import Sequence
from typing import Any

from ttt_asp.errors import InputError
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.positions.position import Atoms, actions_of, facts_at
from ttt_asp.programs.compose import compose
from ttt_asp.programs.program import position_program
from ttt_asp.strategies.composition import Composition, parse_term
from ttt_asp.strategies.holes import has_holes
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import ANY, load_strategy, resolve
from ttt_asp.workbench.boards import place
from ttt_asp.workbench.given import Given, errors


def term(given: Given) -> dict[str, Any]:
    """Nothing, of a term in order: every name is looked up, every file that it rests on checked."""
    game, library, text = given.game(), given.library(), given.text("text")
    role = given.role(game)
    node = parse_term(text, f"<--{role}>")
    if has_holes(node):
        _look_up(node, library)
    else:
        load_strategy(text, role, game, library)
    return {}


def advise(given: Given) -> dict[str, Any]:
    """What each of several terms recommends at a position."""
    game, library, texts = given.game(), given.library(), given.texts("terms")
    role, fluents = given.role(game), given.position(game)
    wrongs: dict[int, InputError] = {}
    for number, one in enumerate(texts):
        try:
            load_strategy(one, role, game, library)
        except InputError as error:
            wrongs[number] = error
    right = [one for number, one in enumerate(texts) if number not in wrongs]
    _, recommended = recommendations(game, role, right, fluents, library)
    rest = iter(recommended)
    said: list[dict[str, Any]] = []
    notation = Notation(game)
    for number in range(len(texts)):
        actions = [] if number in wrongs else next(rest)
        spelt, cells = [game.spelt(action) for action in actions], _places(notation, actions)
        problems = errors(wrongs[number]) if number in wrongs else []
        said.append({"actions": spelt, "cells": cells, "errors": problems})
    return {"said": said}


def recommendations(
    game: Game, role: str, texts: Sequence[str], position: frozenset[str], library: Library
) -> tuple[Sequence[str], list[list[str]]]:
    """A role's legal actions at a position, and those that each of several terms recommends.

    Args:
        game: which.
        role: who asks.
        texts: terms, each in order by itself.
        position: the fluents that hold.
        library: where names are looked up.

    Raises:
        InputError: the terms cannot be asked all at once.
    """
    # behind `any` nothing is consulted, so that no `pick` can go wrong
    several = f"first({ANY}, {', '.join([ANY, *texts])})"
    strategies = {role: load_strategy(several, role, game, library)}
    atoms = facts_at(position_program(game, strategies), position)
    composed = compose(strategies)[0]
    root = next(node for node in composed.nodes if node.name == composed.root)
    return actions_of(atoms, "legal", role), [_said(name, atoms) for name in root.operands[2:]]


def _said(name: str, atoms: Atoms) -> list[str]:
    return [str(action) for (action,) in sorted(atoms.get((name, 1), ()))]


def _places(notation: Notation, actions: Sequence[str]) -> list[list[int] | None]:
    return [place(notation, action) for action in actions]


def _look_up(node: Composition, library: Library) -> None:
    """Look up the names in a term with holes."""
    if node.operator == "name" or (node.operator == "pick" and not has_holes(node)):
        resolve(node, library)
    else:
        for operand in node.operands:
            _look_up(operand, library)
