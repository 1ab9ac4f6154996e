"""Values of games: the theorem proved, the optimal first moves, and a best line."""

from collections.abc import Iterator

from ttt_asp.analyses.best_play.solution import Solution
from ttt_asp.games.notation import Notation
from ttt_asp.games.start import reloaded_game
from ttt_asp.progress_report import number_of
from ttt_asp.show.blocks import Block, Board, Boards, Wrapped
from ttt_asp.show.terminal import COLORED
from ttt_asp.show.verdicts import claim_and_answer, with_constants

_BEST = "best line: "


def solution(solution: Solution) -> Iterator[Block]:
    """Yield the value, the theorem proved, and the optimal first moves."""
    question = f"{solution.game}, from {solution.position}" if solution.position else solution.game
    about = f"  {with_constants(solution.game, solution.const)}, engine explicit"
    about = f"{about}, {solution.seconds.total:.3f} s"
    if solution.values is None or solution.positions is None:
        yield f"{claim_and_answer(question, 'unknown')} ({solution.reason})"
        yield about
        return
    each = ", ".join(f"{role} {value}" for role, value in solution.values.items())
    yield f"{COLORED(question, 'bold')}: {COLORED(_headline(solution), 'bold green')} ({each})"
    yield from (f"  {line}" for line in _proved(solution))
    yield about
    yield f"  {number_of(solution.positions, 'position')}, backward induction over all of them"
    yield ""
    yield from _first(solution)


def _headline(solution: Solution) -> str:
    """Return who wins with best play."""
    if not solution.opposed:
        return "what each role can force"
    return f"{f'{solution.winner} wins' if solution.winner else 'a tie'} with best play"


def _proved(solution: Solution) -> Iterator[str]:
    """Yield the case of the theorem that holds, and the kind of game that it is about."""
    values = solution.values or {}
    if solution.opposed and solution.winner:
        other = next(role for role in values if role != solution.winner)
        yield f"proved: {solution.winner} can force a win, whatever {other} does"
    elif solution.opposed:
        yield "proved: neither can force a win, each can force its value"
    elif len(values) > 1:
        yield "proved: each role can force its value, whatever all the others do together;"
        yield "these are not goals of two roles that add up to 100: best play may give more"
    if solution.opposed and solution.ties:
        yield "(Zermelo's trichotomy: one of the two can force a win, or both a tie)"
    elif solution.opposed:
        yield "(Zermelo's dichotomy: no play is a tie, so one of the two can force a win)"
    if solution.endless:
        yield "plays can go round in a circle; one without end counts as a tie, 50 for each"


def _first(solution: Solution) -> Iterator[Block]:
    """Yield the optimal first moves, on the board if there is one; their worths; a best line."""
    if not solution.first:
        yield "The game is over as it begins."
        return
    notation = Notation(reloaded_game(solution.game, solution.const, solution.position))
    moves = [move.action for move in solution.first]
    if notation.cells:
        meant = map(notation.game.spelling.meant, moves)
        may = {notation.places[move] for move in meant if move in notation.places}
        yield Boards(notation, [Board(notation.game.opening, may=may)])
        yield ""
    which = "every first move is optimal"
    if len(moves) < solution.choices:
        which = f"{len(moves)} of {solution.choices} first moves optimal: {', '.join(moves)}"
    yield f"{solution.first[0].role} to move: {which}"
    yield from _worths(solution)
    # a move stays on a line
    line = [f"{n}.\xa0{move.role}\xa0{move.action}" for n, move in enumerate(solution.line, 1)]
    if line:
        yield Wrapped(_BEST + ", ".join(line), len(_BEST))
    if solution.result:
        yield f"{' ' * len(_BEST)}{solution.result}"


def _worths(solution: Solution) -> Iterator[Block]:
    """Yield the moves by their worth, where they differ."""
    by_value: dict[int, list[str]] = {}
    for move, value in solution.worths:
        by_value.setdefault(value, []).append(move.action)
    for value in sorted(by_value, reverse=True) if len(by_value) > 1 else ():
        yield Wrapped(f"  {value:>3}: {', '.join(by_value[value])}", 7)
