"""Values of games: what was proved, the optimal first moves, and a best line."""

from collections.abc import Iterator

from ttt_asp.analyses.best_play.solution import Solution
from ttt_asp.games.begin import begun
from ttt_asp.games.notation import Notation
from ttt_asp.reached import many
from ttt_asp.show.blocks import Block, Board, Boards, Wrapped
from ttt_asp.show.paint import INK
from ttt_asp.show.verdicts import answered, with_constants

_BEST = "best line: "


def solution(found: Solution) -> Iterator[Block]:
    """The value, what was proved, and the optimal first moves."""
    what = f"{found.game}, from {found.position}" if found.position else found.game
    about = f"  {with_constants(found.game, found.const)}, engine explicit"
    about = f"{about}, {found.seconds.total:.3f} s"
    if found.values is None or found.positions is None:
        yield f"{answered(what, 'unknown')} ({found.reason})"
        yield about
        return
    each = ", ".join(f"{role} {value}" for role, value in found.values.items())
    yield f"{INK(what, 'bold')}: {INK(_headline(found), 'bold green')} ({each})"
    yield from (f"  {line}" for line in _proved(found))
    yield about
    yield f"  {many(found.positions, 'position')}, backward induction over all of them"
    yield ""
    yield from _first(found)


def _headline(found: Solution) -> str:
    """Who wins with best play."""
    if found.opposed:
        return f"{found.winner} wins with best play" if found.winner else "a tie with best play"
    return "what each role can force"


def _proved(found: Solution) -> Iterator[str]:
    """Which of the theorem's cases holds, and what kind of game the theorem is about."""
    values = found.values or {}
    if found.opposed and found.winner:
        other = next(role for role in values if role != found.winner)
        yield f"proved: {found.winner} can force a win, whatever {other} does"
    elif found.opposed:
        yield "proved: neither can force a win, each can force its value"
    elif len(values) > 1:
        yield "proved: each role can force its value, whatever all the others do together;"
        yield "these are not goals of two roles that add up to 100: best play may give more"
    if found.opposed and found.ties:
        yield "(Zermelo's trichotomy: one of the two can force a win, or both a tie)"
    elif found.opposed:
        yield "(Zermelo's dichotomy: no play is a tie, so one of the two can force a win)"
    if found.endless:
        yield "plays can go round in a circle; one without end counts as a tie, 50 for each"


def _first(found: Solution) -> Iterator[Block]:
    """The optimal first moves, on the board where there is one; what each is worth; a best line."""
    if not found.first:
        yield "The game is over as it begins."
        return
    notation = Notation(begun(found.game, found.const, found.position))
    moves = [move.action for move in found.first]
    if notation.cells:
        meant = map(notation.game.spelling.meant, moves)
        may = {notation.places[move] for move in meant if move in notation.places}
        yield Boards(notation, [Board(notation.game.opening, may=may)])
        yield ""
    which = "every first move is optimal"
    if len(moves) < found.choices:
        which = f"{len(moves)} of {found.choices} first moves optimal: {', '.join(moves)}"
    yield f"{found.first[0].role} to move: {which}"
    yield from _worths(found)
    # a move stays on a line
    line = [f"{n}.\xa0{move.role}\xa0{move.action}" for n, move in enumerate(found.line, 1)]
    if line:
        yield Wrapped(_BEST + ", ".join(line), len(_BEST))
    if found.result:
        yield f"{' ' * len(_BEST)}{found.result}"


def _worths(found: Solution) -> Iterator[Block]:
    """The moves by what they are worth, where they differ."""
    by_value: dict[int, list[str]] = {}
    for move, value in found.worths:
        by_value.setdefault(value, []).append(move.action)
    for value in sorted(by_value, reverse=True) if len(by_value) > 1 else ():
        yield Wrapped(f"  {value:>3}: {', '.join(by_value[value])}", 7)
