"""The catalogue: games, operators, tactics, strategies and orders; and terms of these."""

from collections.abc import Sequence
from typing import Any

from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.errors import InputError
from ttt_asp.extensions.authoring.predicate_docs import OPERATORS as MEANINGS
from ttt_asp.extensions.reports.page.section import SWITCHES
from ttt_asp.extensions.synthesis.holes import Holes
from ttt_asp.extensions.workbench.boards import game_facts
from ttt_asp.extensions.workbench.exercises import exercises
from ttt_asp.extensions.workbench.request import MOST, Request, errors
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.games.notation import Notation
from ttt_asp.lp.source import Source
from ttt_asp.paths import real
from ttt_asp.positions.position import actions_of, facts_along
from ttt_asp.programs.compose import compose
from ttt_asp.strategies.library import Library, LibraryFile
from ttt_asp.strategies.strategy import ANY, load_strategy, place_of, resolve
from ttt_asp.strategies.tactics import game_of
from ttt_asp.strategies.terms import OPERATORS, SIGNS, has_holes, parse_term

# What to begin with in the game that is played where no other is named: the terms of these.
_FIRST = {"o": "careful_o"}
# Lists of o's to start from, with what is to be learned from each.
_EXAMPLES = {
    "a list that can lose": "first(defeat, defend, center, corner, any)",
    "a list that never loses": "first(defeat, defend, fork, block_fork, center, opposite_corner, "
    "corner, edge)",
    "a list with a hole": "first(defeat, defend, ?, any)",
}


def start(request: Request) -> dict[str, Any]:
    """Return the data that a page begins with."""
    setting, game = request.setting, request.game()
    names = dict.fromkeys([*game_names(), setting.game])
    roles = [game.spelt(role) for role in game.roles]
    at_first: dict[str, str] = {}
    if game.name == DEFAULT_GAME:
        library = request.library()
        at_first = {role: _term(name, library) for role, name in _FIRST.items()}
    keeper = next(iter(at_first), roles[0])
    return {
        "game": setting.game,
        "const": setting.const,
        "claim": f"{keeper} never loses",
        "roles": {role: at_first.get(role, ANY) for role in roles},
        "examples": _EXAMPLES if at_first else {},
        "exercises": exercises(),
        "switches": SWITCHES,
        "games": [game_facts(load_game(name, {})) for name in names],
        "operators": list(map(_operator, OPERATORS)),
        "writes": setting.folder,
        "seconds": setting.seconds,
    }


def _operator(name: str) -> dict[str, Any]:
    least, most = OPERATORS[name]
    facts = {"name": name, "sign": SIGNS.get(name, ""), "doc": MEANINGS[name][1]}
    return {**facts, "least": least, "most": most}


def library(request: Request) -> dict[str, Any]:
    """Return tactics, strategies and orders: texts, whether they fit, and recommendations."""
    game, library = request.game(), request.library()
    role = request.role(game)
    fits = {name: _misfit(name, role, game, library) for name in library.entries}
    recommended_by: dict[str, list[str]] = {}
    if request.optional("position") is not None:
        names, position = [name for name, why in fits.items() if not why], request.position(game)
        for begin in range(0, len(names), MOST):
            batch = names[begin : begin + MOST]
            _, recommended = recommendations(game, role, batch, position, library)
            recommended_by |= zip(batch, recommended, strict=True)
    notation = Notation(game)
    rows: dict[str, list[dict[str, Any]]] = {"tactic": [], "strategy": []}
    for name, entry in sorted(library.entries.items()):
        row = _row(entry, request)
        actions = recommended_by.get(name)
        row |= {"fits": not fits[name], "why_not": fits[name]}
        row["recommends"] = None if actions is None else [game.spelt(action) for action in actions]
        row["cells"] = None if actions is None else [
            notation.places[action] for action in actions if action in notation.places
        ]  # fmt: skip
        if entry.kind == "strategy":
            row["term"] = _term(name, library)
        rows[entry.kind].append(row)
    orders = [_row(entry, request) for _, entry in sorted(library.orders.items())]
    return {"tactics": rows["tactic"], "strategies": rows["strategy"], "orders": orders}


def _row(entry: LibraryFile, request: Request) -> dict[str, Any]:
    try:
        source = entry.read()
    except InputError:  # said by `fits`
        docs = {"doc": "", "text": "", "examples": []}
    else:
        docs = {"doc": source.summary, "text": source.doc, "examples": _examples(source)}
    return {"name": entry.name, **docs, "own": is_own(entry, request)}


def is_own(entry: LibraryFile, request: Request) -> bool:
    """Return whether a file is in the folder that is written to."""
    folder = request.setting.folder if entry.made is None else None
    return folder is not None and real(entry.path).is_relative_to(real(folder))


def _examples(source: Source) -> list[str]:
    texts = (comment.lstrip("% \t") for _, comment in source.comments)
    return [text.removeprefix("example").strip() for text in texts if text.startswith("example ")]


def _misfit(name: str, role: str, game: Game, library: Library) -> str:
    """Return why a tactic or a strategy does not fit a game; empty where it does."""
    try:
        source = library.entries[name].read()
        about = game_of(source)
        if about is not None and about[0] != game.name:
            return f"{name} is about {about[0]}"
        warnings = load_strategy(name, role, game, library).warnings
    except InputError as error:
        return error.diagnostics[0].message
    return warnings[0].message if warnings else ""


def _term(name: str, library: Library) -> str:
    try:
        return str(library.find(name))
    except InputError:  # said by `fits`
        return ""


def term(request: Request) -> dict[str, Any]:
    """Return nothing if a term is in order: look up every name, check every file it rests on."""
    game, library, text = request.game(), request.library(), request.text("text")
    role = request.role(game)
    node = parse_term(text, place_of(role, game))
    if has_holes(node):
        resolve(Holes(1).replaced(node, 1), library)
    else:
        load_strategy(text, role, game, library)
    return {}


def advise(request: Request) -> dict[str, Any]:
    """Return the recommendations of several terms at a position."""
    game, library, texts = request.game(), request.library(), request.texts("terms")
    role, fluents = request.role(game), request.position(game)
    wrongs = [_errors(text, role, game, library) for text in texts]
    right = [text for text, problems in zip(texts, wrongs, strict=True) if not problems]
    recommended = iter(recommendations(game, role, right, fluents, library)[1])
    answers, places = list[dict[str, Any]](), Notation(game).places
    for problems in wrongs:
        actions = [] if problems else next(recommended)
        cells = [places.get(action) for action in actions]
        names = list(map(game.spelt, actions))
        answers.append({"actions": names, "cells": cells, "errors": problems})
    return {"said": answers}


def _errors(text: str, role: str, game: Game, library: Library) -> list[dict[str, Any]]:
    """Return the errors in a term."""
    try:
        load_strategy(text, role, game, library)
    except InputError as error:
        return errors(error)
    return []


def recommendations(
    game: Game, role: str, texts: Sequence[str], position: frozenset[str], library: Library
) -> tuple[Sequence[str], list[list[str]]]:
    """Return a role's legal actions at a position, and those that each of several terms recommends.

    Args:
        game: the game.
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
    atoms = facts_along(game, strategies, [position])[0]
    composed = compose(strategies)[0]
    root = next(node for node in composed.nodes if node.name == composed.root)
    answers = (sorted(atoms.get((name, 1), ())) for name in root.operands[2:])
    return actions_of(atoms, "legal", role), [[str(a) for (a,) in actions] for actions in answers]
