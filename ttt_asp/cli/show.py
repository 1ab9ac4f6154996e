"""`ttt-asp show`."""

from pathlib import Path
from typing import Annotated, Any

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.authoring.file_kinds import kind_of
from ttt_asp.authoring.predicate_docs import meanings
from ttt_asp.cli.calls import print_json, print_result
from ttt_asp.errors import Argument
from ttt_asp.games.game import SUFFIXES
from ttt_asp.games.load import game_names, load_game
from ttt_asp.show.games import game_blocks, game_json
from ttt_asp.show.strategies import tree, tree_json
from ttt_asp.show.terminal import painted
from ttt_asp.strategies.strategy import resolve
from ttt_asp.strategies.terms import parse_term

_Name = Annotated[
    str,
    Parameter(help="A tactic, strategy, order, lemma, term, game, operator, or predicate.",
              completes="strategy"),
]  # fmt: skip


def command(
    name: _Name,
    const: p.Const = None,
    strategies: p.Folders = (),
    json: p.Json = False,
) -> None:
    """Show a tactic, a game or a word; a strategy as a tree, ∇ and △.

    Of a game, built in or FILE.lp, FILE.pg, FILE.kif or FILE.hrf: its constants, and what its
    board has; `check` says whether it is well-formed.

    Examples:
    ttt-asp show good_for_x
    ttt-asp show tictactoe -c line=2
    """
    library = Arguments(strategies=strategies).library
    known = name in library.entries or name in library.orders or name in library.lemmas
    # of a tactic's or strategy's file it is said below that they go by their names
    rules = name.endswith(".lp") and kind_of(Path(name)) in ("game", None)
    if not known and (name in game_names() or rules or name.endswith((".pg", *SUFFIXES))):
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
