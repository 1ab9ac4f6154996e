"""Games that begin at another position, given as people write it, however it was reached."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ttt_asp.errors import Diagnostic, InputError, Location
from ttt_asp.games.facts import facts_at, shown
from ttt_asp.games.game import Game
from ttt_asp.games.layout import completed_lines
from ttt_asp.games.notation import Notation
from ttt_asp.lp.dependencies import closure
from ttt_asp.lp.syntax import signatures

_ASKED = signatures("legal/2 terminal/0 goal/2")
_WHY = signatures("impossible/1")


def begin_at(game: Game, text: str | None) -> Game:
    """Return a game that begins at a position.

    Args:
        game: the game.
        text: the position, see `Notation.parse`; None for where the rules begin.

    Raises:
        InputError: it is no position of the game; the message says why.
    """
    if text is None:
        return game
    position = Notation(game).parse(text, None, Location.argument("position"))
    refuse(game, text, list(_position_problems(game, position)))
    refuse(game, text, list(end_problems(game, position)))
    return replace(game, start=position)


def refuse(game: Game, text: str, problems: Sequence[str]) -> None:
    """Raise an `InputError` about a position that has problems, if it has any."""
    if problems:
        message, where = f"{text!r} is no position of {game.name}", Location.argument("position")
        notation = Notation(game)
        empty = notation.has_board and notation.signs.isdisjoint(notation.board(game.init))
        # an empty board is no example of what a position has to be like
        hint = "" if empty else f"such as {notation.text(game.init)}"
        raise InputError(Diagnostic(f"{message}: {why}", where, hint) for why in problems)


def start_position(game: Game) -> str:
    """Return the position where play begins, as `begin_at` reads it; empty for the rules' own."""
    return "" if game.start is None else Notation(game).exact_text(game.start)


def _position_problems(game: Game, position: frozenset[str]) -> Iterator[str]:
    """Say what is wrong with a position."""
    notation = Notation(game)
    if len(notation.movers.keys() & game.init) == 1:
        turns = sorted(notation.movers.keys() & position)
        if len(turns) > 1:
            yield f"{_listed(game, turns)} hold"
        if not turns and position.isdisjoint(notation.after_moves.values()):
            fluents = " or ".join(map(game.spelt, sorted(notation.movers)[:3]))
            yield f"no fluent says whose turn it is, such as {fluents}"
    marks = 0
    for (row, column), drawn in sorted(notation.cells.items()):
        held = sorted(position & drawn.keys())
        marks += bool(held)
        if len(held) > 1:
            yield f"{_listed(game, held)} hold in row {row}, column {column}"
    if notation.after_moves:
        clock = notation.after_moves.get(marks, "")
        if not clock or position & set(notation.after_moves.values()) != {clock}:
            example = f", as {game.spelt(clock)} would" if clock else ""
            yield f"it has {marks} marks, and does not say so{example}"


def impossible(game: Game, position: frozenset[str]) -> Iterator[str]:
    """Say why no play comes to a position, as the game's rules do."""
    sources = closure([game.rules], game.vocabulary, _WHY)
    if all(_WHY.isdisjoint(source.defined) for source in sources):
        return
    there = facts_at(sources, game.constants, position)
    yield from sorted(shown(why) for (why,) in there.get("impossible", ()))


def end_problems(game: Game, position: frozenset[str]) -> Iterator[str]:
    """Say why play cannot be there: it is impossible, nobody can move, or there are no goals."""
    yield from impossible(game, position)
    there = facts_at(closure([game.rules], game.vocabulary, _ASKED), game.constants, position)
    if not there.keys() & {"legal", "terminal"}:
        yield "play is not over there, and nobody has a legal move"
    for role in game.roles if "terminal" in there else ():
        values = sorted(str(value) for name, value in there.get("goal", ()) if str(name) == role)
        if len(values) != 1:
            got = f"the goals {' and '.join(values)}" if values else "no goal"
            owners = sorted({line.role for line in completed_lines(game, position)})
            both = f": {_listed(game, owners)} own a line" if len(owners) > 1 else ""
            yield f"play is over there, and {role} has {got}{both}"
            return


def _listed(game: Game, fluents: Iterable[str]) -> str:
    return " and ".join(map(game.spelt, fluents))
