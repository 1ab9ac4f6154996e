"""`ttt-asp show`: the parts of a game; a strategy as a tree; what a word means."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.cli.calls import print_json, print_result
from ttt_asp.errors import Argument
from ttt_asp.extension import is_read
from ttt_asp.extensions.authoring.domains import words_of
from ttt_asp.extensions.authoring.file_kinds import kind_of
from ttt_asp.extensions.authoring.predicate_docs import meaning, meanings
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.limits import number_of
from ttt_asp.show.blocks import Block
from ttt_asp.show.terminal import painted
from ttt_asp.strategies.strategy import resolve
from ttt_asp.strategies.terms import SIGNS, Composition, parse_term
from ttt_asp.verdict import plain_constants

# What a board may have, as `facts` name it, one and several.
_THINGS = (("square", "square"), ("corner", "corner"), ("edge", "edge"), ("center", "middle"),
           ("line", "line"), ("diagonal", "diagonal"))  # fmt: skip


def show(
    name: Annotated[
        str,
        Parameter(help="A tactic, strategy, order, lemma, term, game, operator, or predicate.",
                  completes="strategy"),
    ],
    const: p.Const = None,
    strategies: p.Folders = (),
    json: p.Json = False,
) -> None:  # fmt: skip
    """Show a tactic, a game or a word; a strategy as a tree, ∇ and △.

    Of a game (a name, or FILE.lp, FILE.pg, FILE.kif or FILE.hrf) it shows the constants and the
    parts of the board; `check` says whether the game is well-formed.

    Examples:
    ttt-asp show good_for_x
    ttt-asp show tictactoe -c line=2
    """
    library = Arguments(strategies=strategies).library
    known = name in library.entries or name in library.orders or name in library.lemmas
    # of a tactic's or strategy's file it is said below that they go by their names
    rules = name.endswith(".lp") and kind_of(Path(name)) in ("game", None)
    if not known and (name in game_names() or rules or is_read(name)):
        game = Arguments(game=name, const=const).game
        defaults = load_game(name, {}).constants if const else game.constants
        if json:
            print_json(game_json(game, defaults))
        else:
            print_result(game_blocks(game, defaults))
        return
    entry = library.entries.get(name, library.orders.get(name, library.lemmas.get(name)))
    words = [] if entry else meanings(name)
    data: dict[str, Any] = {"name": name, "kind": "word" if words else "term", "meanings": words}
    text = "\n".join(words)
    if entry is not None:
        source = entry.read()
        data = {"name": name, "kind": entry.kind, "file": entry.label, "doc": source.doc}
        text = f"{painted(name, 'bold')} ({entry.kind}, {entry.label})\n"
        text += f"\n{source.doc}\n" if source.doc else ""
    if entry is not None and entry.kind in ("tactic", "order", "lemma"):
        statements = [
            source.text[statement.begin : statement.end].decode() for statement in source.statements
        ]
        data, text = {**data, "rules": statements}, "\n".join([text, *statements])
    elif not words:
        term = resolve(parse_term(name, Argument("name")), library)
        data, shown = {**data, "term": tree_json(term)}, "\n".join(tree(term))
        text += f"\n{shown}" if entry else shown
    if json:
        print_json(data)
    else:
        print_result([text])


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
