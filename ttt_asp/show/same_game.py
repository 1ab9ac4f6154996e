"""Whether two games are the same, as text."""

import re

from ttt_asp.analyses.same_game.same import SameGame
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.show.paint import Paint
from ttt_asp.verdict import Move

_ANSWERS = {
    "proved": "are the same game: proved",
    "refuted": "are not the same game: proved",
    "unknown": "are perhaps the same game: unknown",
}


def same_game_text(found: SameGame, paint: Paint) -> str:
    """The answer, and the map, as a board where one of the games has one."""
    lines = [f"{paint(f'{found.first} and {found.second}', 'bold')} {_ANSWERS[found.verdict]}"]
    if found.verdict == "unknown":
        return "\n".join([*lines, f"  {found.reason}"])
    if found.verdict == "refuted":
        return "\n".join([*lines, *_why(found)])
    lines.append("  " + ", ".join(f"{one} is {other}" for one, other in found.roles.items()))
    lines += ["", *_map(found), ""]
    if found.lines:
        images = [f"{line} is {image}" for line, image in found.lines.items()]
        lines += [*(f"  {image}" for image in images), ""]
    return "\n".join([*lines, *_how(found)])


def _why(found: SameGame) -> list[str]:
    lines = [
        f"  {what}: {one:,} of {found.first}, {other:,} of {found.second}"
        for what, one, other in found.differ
    ]
    if found.plays:
        many = f"{len(found.plays):,} play{'s' if len(found.plays) != 1 else ''}"
        lines.append(f"  no map of roles and moves fits {many} of {found.first}")
    return lines


def _how(found: SameGame) -> list[str]:
    tried = f"{found.guesses:,} map{'s' if found.guesses != 1 else ''} tried"
    where = (
        f"all {found.positions:,} pairs of positions"
        if found.positions
        else "one move from any position at which the games agree"
    )
    return [f"  by {where}; {tried}"]


def _map(found: SameGame) -> list[str]:
    """The map of moves, on a board where that can be done."""
    first, second = found.games
    there = [(one, other) for one, other in found.moves]
    back = [(other, one) for one, other in found.moves]
    boards = [
        (board, game, other)
        for pairs, game, other in ((there, first, second), (back, second, first))
        if (board := _board(pairs, game))
    ]
    if boards:
        board, game, other = max(boards, key=lambda one: len(one[0]))
        return [f"  on the board of {game.name}, the moves of {other.name}:", *board]
    same = all(one.action == other.action for one, other in found.moves)
    if same:
        return ["  each move is what it is called in both"]
    shown = dict.fromkeys(f"  {one.action} is {other.action}" for one, other in found.moves)
    alike = len(shown) * len(found.roles) == len(found.moves)
    if alike:
        return list(shown)
    return [f"  {a.role} {a.action} is {b.role} {b.action}" for a, b in found.moves]


def _board(pairs: list[tuple[Move, Move]], game: Game) -> list[str]:
    """What is in place of each move on a game's board; nothing where it has none."""
    places = {game.spelt(action): place for action, place in Notation(game).places.items()}
    cells: dict[tuple[int, int], set[str]] = {}
    for one, other in pairs:
        if one.action not in places:
            return []
        cells.setdefault(places[one.action], set()).add(other.action)
    if not cells or any(len(some) > 1 for some in cells.values()):
        return []
    named = {place: some.pop() for place, some in cells.items()}
    if len({name.partition("(")[0] for name in named.values()}) == 1:
        named = {place: _argument(name) for place, name in named.items()}
    width = max(map(len, named.values()))
    rows = range(1, max(i for i, _ in named) + 1)
    columns = range(1, max(j for _, j in named) + 1)
    return [
        ("    " + "  ".join(named.get((i, j), "").rjust(width) for j in columns)).rstrip()
        for i in rows
    ]


def _argument(action: str) -> str:
    """The N of `take(N)`; anything else as it is."""
    found = re.fullmatch(r"\w+\((.*)\)", action)
    return found[1] if found else action
