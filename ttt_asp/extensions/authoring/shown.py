"""What `show` shows: the parts of a game; a strategy as a tree."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from ttt_asp.extensions.authoring.predicate_docs import OPERATORS
from ttt_asp.extensions.authoring.words import words_of
from ttt_asp.games.game import Game
from ttt_asp.progress_report import number_of
from ttt_asp.show.blocks import Block
from ttt_asp.show.terminal import painted
from ttt_asp.strategies.composition import SIGNS, Composition
from ttt_asp.verdict import plain_constants

# What a board may have, as `facts` name it, one and several.
_THINGS = (("square", "square"), ("corner", "corner"), ("edge", "edge"), ("center", "middle"),
           ("line", "line"), ("diagonal", "diagonal"))  # fmt: skip


def game_blocks(game: Game, defaults: Mapping[str, str]) -> Iterator[Block]:
    """Yield the facts about a game that need none of its positions.

    Args:
        game: the game.
        defaults: the value of every constant where nothing is chosen.
    """
    yield from (f"{painted(game.name, 'bold')} (game, {game.rules.label})", "")
    if game.rules.doc:
        yield from (game.rules.doc, "")
    chosen = [
        f"{name}={value}" + (f" (default {defaults[name]})" if defaults.get(name) != value else "")
        for name, value in game.constants.items()
    ]
    yield f"  constants   {', '.join(chosen) or 'none'}"
    yield f"  roles       {', '.join(map(game.spelt, game.roles))}"
    words = words_of(game)
    yield from _wrapped("actions", list(map(game.spelt, words.actions)))
    hold = f"{len(game.init):,} hold{'' if len(game.init) != 1 else 's'} at first"
    yield from _wrapped(
        "fluents", list(map(game.spelt, words.fluents)), f": {len(game.base):,}, of which {hold}"
    )
    others = len(game.defined.keys() - game.rules.defined)
    more = f"{number_of(others, 'predicate')} of the vocabulary (docs/predicates.md)"
    yield from _wrapped("relations", (*words.relations, more))
    if has := _has(game):
        yield f"  board       {', '.join(number_of(number, word) for word, number in has.items())}"
    if most := _through(game):
        yield f"  lines       at most {most:,} through a square"
    for way in game.replaced:
        yield f"  replaces    {way}"
    if game.laid_over:
        part = f" in part: {game.unlike_lines}" if game.unlike_lines else ""
        yield f"  recognised  as a game of lines{part}"


def _wrapped(title: str, words: Sequence[str], end: str = "") -> list[str]:
    text = ", ".join(words) + end
    return wrap(f"  {title:<12}{text}", 88, subsequent_indent=" " * 14, break_long_words=False,
                break_on_hyphens=False)  # fmt: skip


def game_json(game: Game, defaults: Mapping[str, str]) -> dict[str, Any]:
    """Return the same facts as plain data."""
    words = words_of(game)
    return {
        "name": game.name,
        "kind": "game",
        "file": game.rules.label,
        "doc": game.rules.doc,
        "const": plain_constants(game.constants),
        "defaults": plain_constants(defaults),
        "roles": [game.spelt(role) for role in game.roles],
        "actions": [game.spelt(term) for term in words.actions],
        "fluents": len(game.base),
        "fluent_terms": [game.spelt(term) for term in words.fluents],
        "relations": list(words.relations),
        "init": [game.spelt(fluent) for fluent in sorted(game.init)],
        "board": _has(game),
        "most_lines_through_a_square": _through(game) or None,
        "replaces": list(map(str, game.replaced)),
    }


def _has(game: Game) -> dict[str, int]:
    """Return how many squares, lines and so on the board has."""
    return {word: len(game.facts[name]) for name, word in _THINGS if game.facts.get(name)}


def _through(game: Game) -> int:
    """Return the most lines that go through one square; 0 where there are none."""
    many = Counter(square for square, _ in game.facts.get("part_of", ()))
    return max(many.values(), default=0)


def meaning(node: Composition) -> str:
    """Return what an operator recommends; nothing of a name."""
    _, recommends = OPERATORS.get(node.operator, ("", ""))
    return f"{recommends} {node.name}".rstrip() if recommends else ""


def tree(node: Composition, lead: str = "", below: str = "") -> Iterator[str]:
    """Yield the lines of the tree, one for each operator and tactic.

    Args:
        node: of the tree.
        lead: the text before it.
        below: the text before those below it.
    """
    name = painted(node.name, "bold cyan" if node.operator == "tactic" else "bold")
    if node.operator not in ("strategy", "tactic"):
        sign = SIGNS.get(node.operator)
        title = f"{painted(sign, 'bold yellow')} {node.operator}" if sign else node.operator
        name = f"{title}: {painted(meaning(node), 'dim')}"
    yield f"{lead}{name}"
    for number, operand in enumerate(node.operands, 1):
        last = number == len(node.operands)
        branch, rest = ("└─ ", "   ") if last else ("├─ ", "│  ")
        yield from tree(operand, below + branch, below + rest)


def tree_json(node: Composition) -> dict[str, Any]:
    """Return a node as plain data: `operator`, also `tactic` or `strategy`, and its parts."""
    data: dict[str, Any] = {"operator": node.operator}
    if node.name:
        data["order" if node.operator == "pick" else "name"] = node.name
    if node.operands:
        data["operands"] = [tree_json(operand) for operand in node.operands]
    return data
