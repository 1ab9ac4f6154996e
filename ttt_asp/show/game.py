"""A game: its constants, what it has, and what gave way to its own rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from ttt_asp.games.game import Game
from ttt_asp.reached import many
from ttt_asp.show.blocks import Block
from ttt_asp.show.paint import INK
from ttt_asp.verdict import constants

# What a board may have, as `facts` name it, one and several.
_THINGS = (("square", "square"), ("corner", "corner"), ("edge", "edge"), ("center", "middle"),
           ("line", "line"), ("diagonal", "diagonal"))  # fmt: skip


def game_blocks(game: Game, defaults: Mapping[str, str]) -> Iterator[Block]:
    """What a game is, before any of its positions is looked at.

    Args:
        game: which.
        defaults: the value of every constant where nothing is chosen.
    """
    yield from (f"{INK(game.name, 'bold')} (game, {game.rules.label})", "")
    if game.rules.doc:
        yield from (game.rules.doc, "")
    chosen = [
        f"{name}={value}" + (f" (default {defaults[name]})" if defaults.get(name) != value else "")
        for name, value in game.constants.items()
    ]
    yield f"  constants   {', '.join(chosen) or 'none'}"
    yield f"  roles       {', '.join(map(game.spelt, game.roles))}"
    yield f"  fluents     {len(game.base):,}, of which {len(game.init):,} hold at first"
    if has := _has(game):
        yield f"  board       {', '.join(many(number, word) for word, number in has.items())}"
    if most := _through(game):
        yield f"  lines       at most {most:,} through a square"
    for way in game.gave_way:
        yield f"  replaces    {way}"
    if game.laid_over:
        part = f" in part: {game.unlike_lines}" if game.unlike_lines else ""
        yield f"  recognised  as a game of lines{part}"


def game_json(game: Game, defaults: Mapping[str, str]) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "name": game.name,
        "kind": "game",
        "file": game.rules.label,
        "doc": game.rules.doc,
        "const": constants(game.constants),
        "defaults": constants(defaults),
        "roles": [game.spelt(role) for role in game.roles],
        "fluents": len(game.base),
        "init": [game.spelt(fluent) for fluent in sorted(game.init)],
        "board": _has(game),
        "most_lines_through_a_square": _through(game) or None,
        "replaces": list(map(str, game.gave_way)),
    }


def _has(game: Game) -> dict[str, int]:
    """How many of each thing the board has, of which there are any."""
    return {word: len(game.facts[name]) for name, word in _THINGS if game.facts.get(name)}


def _through(game: Game) -> int:
    """How many lines go through one square, at most; 0 where there are none."""
    many = Counter(square for square, _ in game.facts.get("part_of", ()))
    return max(many.values(), default=0)
