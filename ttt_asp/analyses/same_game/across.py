"""Which things of one game play the roles of another one's in a strategy.

If two games are the same, by a map under which a strategy recommends the same in both, then what
the first game's rows, corners or center are to the strategy, their images are: a corner of
tic-tac-toe is an even number of number scrabble.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ttt_asp.analyses.same_game.same import lines_between, squares_between
from ttt_asp.analyses.same_game.search import find_map
from ttt_asp.analyses.same_game.transfer import transfer
from ttt_asp.claims.problem import Match, free_play
from ttt_asp.engines.limits import Limits
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.games.game import Game
from ttt_asp.result import Result
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import load_strategy
from ttt_asp.verdict import Answer

# How kinds of lines are called by the names of their lines, and kinds of squares.
_LINES = {"row": "rows", "col": "columns", "diag": "diagonals", "anti": "diagonals",
          "along": "lines along a side"}  # fmt: skip
_SQUARES = {"corner": "corners", "edge": "edges", "center": "center"}
_STRATEGY = "across"


@dataclass(frozen=True, slots=True)
class Image:
    """A kind of things of the first game, and what they are in the second.

    Attributes:
        kind: `rows`, `corners`, ... things: those of the first game.
        images: for each the line of the second game, or the square, that it is.
        called: the kind of the second game that these are, all of them; empty if there is none.
    """

    kind: str
    things: tuple[str, ...]
    images: tuple[str, ...]
    called: str


@dataclass(frozen=True, slots=True)
class Across(Result):
    """What plays the roles of one game's things in another one.

    Attributes:
        strategy: which. first, second: the games.
        verdict: `proved`: the strategy recommends the same in both, moves exchanged; `refuted`: by
            no map it does; `unknown`.
        reason: why it is unknown. by_words: it recommends that when written anew (`transfer`), as
            the second game lacks what its tactics ask, or says something else by it.
        images: of each kind of things.
        roles: of each role of the first game the role of the second. moves: likewise of actions.
    """

    strategy: str
    first: str
    second: str
    verdict: Answer
    reason: str
    by_words: bool
    images: tuple[Image, ...]
    roles: Mapping[str, str]
    moves: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """The answer as plain data, the keys of `--json`."""
        plain = {f.name: getattr(self, f.name) for f in fields(self)}
        return {**plain, "images": [
            {f.name: getattr(image, f.name) for f in fields(image)} for image in self.images
        ]}  # fmt: skip


def across(first: Game, second: Game, text: str, library: Library, limits: Limits) -> Across:
    """Find what plays the roles of a game's things in another one.

    Args:
        first: the game that the strategy is for.
        second: the other one.
        text: a name or a term.
        library: where names are looked up.
        limits: a limit reached, or Ctrl-C, is the verdict `unknown`.

    Raises:
        InputError: the games are not the same, or part of the strategy has no like in the second.
        Expired: a limit was reached while it was written anew.
    """
    strategy = load_strategy(text, "strategy", first, library)
    by_words = False
    try:
        there = load_strategy(text, "strategy", second, library)
    except InputError:
        by_words = True
    else:
        mine = Match(first, dict.fromkeys(first.roles, strategy))
        found = find_map(mine, Match(second, dict.fromkeys(second.roles, there)), limits)
        # by none as it is; but in the second game its words may mean other things
        by_words = found.verdict == "refuted"
    if by_words:
        found = find_map(free_play(first), free_play(second), limits)
        if found.verdict == "refuted":
            what = f"{first.name} and {second.name} are not the same game"
            raise wrong(what, Location("--with"), "`ttt-asp recognise A --as B` says why")
        if found.by is not None:
            transfer(first, second, text, _STRATEGY, library, limits)
    moves = found.by.moves if found.by else {}
    lines, squares = (between(first, second, moves) for between in (lines_between, squares_between))
    images = [
        _image(kind, things, lines if of_lines else squares, second)
        for kind, things, of_lines in _kinds(first)
        if all(thing in (lines if of_lines else squares) for thing in things)
    ]
    return Across(
        strategy.text,
        first.name,
        second.name,
        found.verdict,
        found.reason,
        by_words,
        tuple(images),
        {first.spelt(p): second.spelt(q) for p, q in found.by.roles.items()} if found.by else {},
        {first.spelt(one.action): second.spelt(other.action) for one, other in moves.items()},
    )


def _kinds(game: Game) -> list[tuple[str, list[str], bool]]:
    """The kinds of a game's things, each with these, and whether they are lines."""
    found: dict[str, list[str]] = {}
    for (line,) in sorted(game.facts.get("line", ())):
        name = line.name if line.arguments else str(line)
        found.setdefault(_LINES.get(name, name), []).append(str(line))
    kinds = [(kind, things, True) for kind, things in found.items()]
    for name, kind in _SQUARES.items():
        if rows := game.facts.get(name):
            kinds.append((kind, [str(square) for (square,) in sorted(rows)], False))
    order = [*dict.fromkeys(_LINES.values())]
    return sorted(kinds, key=lambda one: order.index(one[0]) if one[0] in order else len(order))


def _image(kind: str, things: list[str], names: Mapping[str, str], second: Game) -> Image:
    images = [names[thing] for thing in things]
    same = (called for called, theirs, _ in _kinds(second) if sorted(theirs) == sorted(images))
    return Image(kind, tuple(things), tuple(images), next(same, ""))
