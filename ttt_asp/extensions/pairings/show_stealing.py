"""A game: its parts, whether it is well-formed, and whether strategies can be stolen in it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from ttt_asp.claims.problem import free_play, warnings_of
from ttt_asp.engines.spelling import spelt_play
from ttt_asp.extensions.pairings.stealing import ROLES, SITUATIONS, Stealing, conditions
from ttt_asp.extensions.wellformed.properties import NEEDED, Property
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.progress_report import number_of
from ttt_asp.result import record
from ttt_asp.show.blocks import Block, Board, Boards, Strip
from ttt_asp.show.terminal import painted
from ttt_asp.strategies.words import words_of
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


_STYLES = {True: "bold green", False: "bold red", None: "bold yellow"}
_WORDS = {True: "yes", False: "no", None: "unknown"}


def wellformedness(properties: Sequence[Property], game: Game) -> Iterator[Block]:
    """Yield a line for each property, and the plays that break some."""
    unknown = [property.said for property in properties if property.holds is None]
    shared = {said for said in unknown if unknown.count(said) > 1}
    for property in properties:
        style = _STYLES[property.holds] if property.name in NEEDED else "dim"
        word = painted(_WORDS[property.holds].ljust(7), style)
        said = "" if property.said in shared else property.said
        yield f"  {property.name.ljust(10)}  {word}  {said}".rstrip()
    yield from (f"  unknown: {said}" for said in dict.fromkeys(unknown) if said in shared)
    yield from (f"  {warning}" for warning in warnings_of(free_play(game)))
    for property in properties:
        if property.play is not None:
            shown = Strip(Notation(game), spelt_play(property.play, game))
            yield from ("", f"{property.name}: {property.said}", "", shown)


def properties_json(properties: Sequence[Property], game: Game) -> list[dict[str, Any]]:
    """Return the properties as plain data: `holds` is null where that is not known."""
    return [
        record(property, play=property.play and spelt_play(property.play, game).moves)
        for property in properties
    ]


def stealing(stealing: Stealing) -> Iterator[Block]:
    """Yield the answer, and the positions that break a condition."""
    game = stealing.game
    first, second = game.spelt(stealing.first), game.spelt(stealing.second)
    sizes = f", for every size with {stealing.every}" if stealing.every else ""
    trap = game.spelt(stealing.trap)
    if stealing.broken:
        seen = f"{trap} is no bait" if trap else f"{game.name}: strategies cannot be stolen"
        yield f"{seen}, as far as is seen{sizes}"
        if stealing.size:
            yield f"  at {stealing.size}:"
        yield f"  {stealing.broken}: {stealing.fails}"
        for situation, position in stealing.positions.items():
            yield from ("", _situation(situation, position, Notation(game)))
        if stealing.move:
            yield from ("", f"move: {game.spelt(stealing.move)}")
        return
    if stealing.unknown:
        yield f"{f'whether {trap} is a bait' if trap else game.name}: unknown{sizes}"
        yield f"  the solver does not know whether {_asked(stealing.unknown)} at every size"
    else:
        about = f"{trap} is a bait" if trap else game.name
        yield f"{about}: {second} has no winning strategy, as {first} could steal it{sizes}"
        count = len(conditions(stealing.trap))
        why = "what answers it is as good at once" if trap else f"an extra mark never hurts {first}"
        yield f"  {why}: {count} conditions hold at all positions"
        if stealing.formulas:
            yield f"  {len(stealing.formulas)} of them by z3, as formulas"
        ends = ", as plays end and none is a tie"
        marks = " or a tie where plays end; a win, where none is a tie"
        yield f"  so {first} can force a win{ends if trap else marks}"
    if stealing.checked:
        yield f"  every condition holds by clingo at {stealing.checked}"


def _asked(unknown: str) -> str:
    return "the same role moves first" if unknown == ROLES else f"the condition {unknown} holds"


def _situation(situation: str, position: frozenset[str], notation: Notation) -> Boards:
    who = notation.mover(position)
    turn = f" ({notation.game.spelt(who)} to move)" if who else ""
    return Boards(notation, [Board(position, title=f"{SITUATIONS[situation]}{turn}:")])
