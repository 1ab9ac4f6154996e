"""Values of games, and exact odds: the theorem proved, first moves, and a best line."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest

from ttt_asp.claims.problem import Problem
from ttt_asp.extensions.playing.odds import Odds, beside
from ttt_asp.extensions.playing.solution import Solution
from ttt_asp.extensions.playing.values import LOST, WON, in_moves
from ttt_asp.limits import Limits, number_of
from ttt_asp.show.blocks import Block, Board, Boards, Table, Wrapped, first_line
from ttt_asp.show.terminal import painted
from ttt_asp.show.verdicts import claim_and_answer, with_constants
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Verdict

_BEST = "best line: "
_VERBS = {"wins": "wins", "loses": "loses", "ties": "ties", "stuck": "gets stuck"}
_NOT_OPPOSED = "these are not goals of two roles that add up to 100: best play may give more"
# Longer fractions are left to JSON, in characters.
_LONGEST_FRACTION = 24


def solution(solution: Solution) -> Iterator[Block]:
    """Yield the value, the theorem proved, and the optimal first moves."""
    question = f"{solution.game}, from {solution.position}" if solution.position else solution.game
    about = f"  {with_constants(solution.game, solution.const)}, engine explicit"
    about = f"{about}, {solution.seconds.total:.3f} s"
    if solution.values is None or solution.positions is None:
        yield first_line(f"{claim_and_answer(question, 'unknown')} ({solution.reason})")
        yield about
        return
    each = ", ".join(f"{role} {_value(value)}" for role, value in solution.values.items())
    answer = painted(_headline(solution), "bold green")
    yield first_line(f"{painted(question, 'bold')}: {answer} ({each})")
    yield from (f"  {line}" for line in _proved(solution))
    yield from (f"  {line}" for line in _distances(solution))
    yield about
    positions = number_of(solution.positions, "position")
    if not solution.whole:
        ahead = number_of(solution.ahead or 0, "move")
        yield f"  {positions}, at most {ahead} ahead: no others can change the values"
    else:
        yield f"  {positions}, backward induction over all of them"
    if solution.ahead is not None:
        return
    yield ""
    yield from _first(solution) if solution.pure is None else _first_at_once(solution)


def _headline(solution: Solution) -> str:
    """Return who wins with best play."""
    winners = [role for role, value in (solution.values or {}).items() if value == 100]
    if winners and not solution.whole:
        return f"{winners[0]} can force a win"
    if not solution.opposed:
        return "what each role can force"
    if solution.pure is False and not solution.winner:
        return "best play draws moves by lot"
    return f"{f'{solution.winner} wins' if solution.winner else 'a tie'} with best play"


def _proved(solution: Solution) -> Iterator[str]:
    """Yield the case of the theorem that holds, and the kind of game that it is about."""
    values = solution.values or {}
    if not solution.whole:
        yield "proved: each role can force its value, and no more, whatever the others do"
    elif solution.pure is False and not solution.winner:
        yield "proved: each role can force its value on average, whatever the other does"
        if not solution.opposed:
            yield _NOT_OPPOSED
    elif solution.opposed and solution.winner:
        other = next(role for role in values if role != solution.winner)
        yield f"proved: {solution.winner} can force a win, whatever {other} does"
    elif solution.opposed:
        yield "proved: neither can force a win, each can force its value"
    elif len(values) > 1:
        yield "proved: each role can force its value, whatever all the others do together;"
        yield _NOT_OPPOSED
    if solution.pure is not None and not solution.opposed:
        yield "(roles choose at once: von Neumann's minimax theorem, for each role and position)"
    elif solution.pure:
        yield "(roles choose at once, with a saddle point everywhere: nobody gains by drawing lots)"
    elif solution.pure is False:
        yield "(roles choose at once: von Neumann's minimax theorem, at every position)"
    elif solution.opposed and solution.ties:
        yield "(Zermelo's trichotomy: one of the two can force a win, or both a tie)"
    elif solution.opposed:
        yield "(Zermelo's dichotomy: no play is a tie, so one of the two can force a win)"
    if solution.endless:
        yield "plays can go round in a circle; one without end counts as a tie, 50 for each"


def _distances(solution: Solution) -> Iterator[str]:
    """Yield how far off a win is, or of roles that are not opposed each win and loss."""
    values, winner = solution.values or {}, solution.winner
    distances = solution.distances or {}
    if distances and not any(distances.values()):
        yield "nobody can force a win, so there is no distance to one"
    for role, distance in distances.items():
        if distance and distance.moves and (not solution.opposed or role == winner):
            ends = "wins" if values[role] == WON else "loses"
            yield f"{role} {ends} {in_moves(distance)}"


def _first(solution: Solution) -> Iterator[Block]:
    """Yield the optimal first moves, on the board if there is one; their worths; a best line."""
    if not solution.first:
        yield "The game is over as it begins."
        return
    moves = [move.action for move in solution.soonest]
    yield from _best(solution, moves)
    which = "every first move is optimal"
    if others := len(solution.first) - len(moves):
        wins = dict(solution.worths)[solution.first[0]] == WON
        best, rest = ("soonest", "later") if wins else ("latest", "sooner")
        which = f"{len(moves)} of {solution.choices} first moves optimal and {best}: "
        which += f"{', '.join(moves)}; {number_of(others, 'other')} optimal, but {rest}"
    elif len(moves) < solution.choices:
        which = f"{len(moves)} of {solution.choices} first moves optimal: {', '.join(moves)}"
    yield Wrapped(f"{solution.first[0].role} to move: {which}", 2)
    yield from _worths(solution)
    yield from _line(solution)


def _first_at_once(solution: Solution) -> Iterator[Block]:
    """Yield how likely best play makes each first move, and a best line if moves are certain."""
    if not solution.mixture:
        yield "The game is over as it begins."
        return
    shown = {move: f"{_short(share)} {move.action}" for move, share in solution.mixture}
    if drawn := any(share != 1 for _, share in solution.mixture):
        who = "best play draws" if solution.opposed else "to force its value each draws"
        how = f"{who} a move by lot, with these chances"
    else:
        how = "these moves are optimal" if solution.opposed else "these moves force its value"
        shown = {move: move.action for move in solution.first}
    by_role: dict[str, list[str]] = {}
    for move, text in shown.items():
        by_role.setdefault(move.role, []).append(text)
    yield f"{' and '.join(by_role)} to move{' at once' if len(by_role) > 1 else ''}: {how}"
    for role, texts in by_role.items():
        yield Wrapped(f"  {role}: {', '.join(texts)}", 4)
    if not drawn:
        yield from _line(solution)


def _line(solution: Solution) -> Iterator[Block]:
    """Yield a line of best play, and its result."""
    # a move stays on a line
    line = [f"{n}.\xa0{move.role}\xa0{move.action}" for n, move in enumerate(solution.line, 1)]
    if line:
        yield Wrapped(_BEST + ", ".join(line), len(_BEST))
    if solution.result:
        yield f"{' ' * len(_BEST)}{solution.result}"


def _value(value: int | Fraction) -> str:
    """Return a value: of an average the fraction, if it is short, and about how much it is."""
    if isinstance(value, int):
        return str(value)
    near = f"\N{ALMOST EQUAL TO} {float(value):.2f}"
    return f"{value} {near}" if _is_short(value) else near


def _short(share: Fraction) -> str:
    """Return a chance as a fraction, if that is short, else in per cent."""
    return str(share) if _is_short(share) else chance(share)


def _is_short(number: Fraction) -> bool:
    """Whether a fraction is short; texts of long ones Python may not even make."""
    most = 10**_LONGEST_FRACTION
    within = max(number.numerator, number.denominator) < most
    return within and len(str(number)) <= _LONGEST_FRACTION


def _best(values: Solution | Odds, moves: Sequence[str]) -> Iterator[Block]:
    """Yield the board where play begins, if there is one, with stars on the best moves."""
    layout = values.layout
    if layout.cells:
        meant = map(layout.spelling.meant, moves)
        may = {layout.places[move] for move in meant if move in layout.places}
        yield from (Boards(layout, [Board(values.opening, may=may)]), "")


def _worths(solution: Solution) -> Iterator[Block]:
    """Yield the moves by their worth, where they differ: wins that come soon first."""
    by_worth: dict[tuple[int | Fraction, int], list[str]] = {}
    for (move, value), distance in zip_longest(solution.worths, solution.away):
        moves = distance.moves if distance else 0
        by_worth.setdefault((value, moves if value == LOST else -moves), []).append(move.action)
    for value, late in sorted(by_worth, reverse=True) if len(by_worth) > 1 else ():
        worth = f"  {value:>3}{f' in {abs(late)}' if late else ''}: "
        yield Wrapped(worth + ", ".join(by_worth[value, late]), len(worth))


def odds(odds: Odds) -> Iterator[Block]:
    """Yield who plays what, the odds of each role, and the first moves from the best on."""
    game = with_constants(odds.game, odds.const)
    yield painted(f"{game}, from {odds.position}" if odds.position else game, "bold")
    for role, text in odds.roles.items():
        asked = f" ({odds.programs[role]})" if role in odds.programs else ""
        does = "replies as well as it can" if role == odds.best else f"plays {text}{asked}"
        yield f"  {role} {does}"
    lots = "a move is drawn by lot among those recommended, all equally likely"
    lots += ", or by a program's own chances" if odds.programs else ""
    yield f"  {lots}; {number_of(odds.positions, 'position')}, {odds.seconds.total:.3f} s"
    yield ""
    names = [name for name in _VERBS if name != "stuck" or odds.plays.get(name)]
    rows = [[r, *(_known(odds, r, n) for n in names)] for r in odds.ends]
    yield Table(["role", *names], rows, " " + "r" * len(names))
    if odds.intervals:
        yield "estimates, each with an interval that has the chance with 95 % or more, about"
    yield from _by_odds(odds)


def _known(odds: Odds, role: str, name: str) -> str:
    """Return a chance, or an estimate and its interval."""
    share, half = getattr(odds.ends[role], name), odds.intervals.get(role, {}).get(name)
    if half is None:
        return chance(share)
    low, high = max(0.0, float(share) - half), min(1.0, float(share) + half)
    return f"{float(share):.1%} ({low:.1%} to {high:.1%})"


def chance(number: Fraction) -> str:
    """Return a chance as a fraction if short, and in per cent; never rounded to certainty."""
    if number in (0, 1):
        return str(number)
    percent = f"{float(100 * number):.2f}%"
    percent = {"0.00%": "<0.01%", "100.00%": ">99.99%"}.get(percent, percent)
    return f"{number} ({percent})" if _is_short(number) else percent


def _by_odds(odds: Odds) -> Iterator[Block]:
    """Yield the first moves by their odds; on the board, if play begins at a position."""
    if not odds.first or (role := odds.first[0][0].role) not in odds.ends:
        return  # it is over, or chance moves
    yield ""
    if odds.position:
        yield from _best(odds, [move.action for move, _ in odds.first[: odds.optimal]])
    yield f"{role} to move; how often it wins after each move:"
    groups = dict[str, list[str]]()
    for move, ends in odds.first:
        wins, loses = (
            f"{float(share):.1%}" if odds.intervals else chance(share)
            for share in (ends.wins, ends.loses)
        )
        outcome = f"{wins}, loses {loses}"
        groups.setdefault(outcome, []).append(move.action)
    yield from (Wrapped(f"  {outcome}: {', '.join(moves)}", 4) for outcome, moves in groups.items())


def line(odds: Odds, role: str | None) -> str:
    """Return the odds beside a verdict: against random play x wins 59/60 (98.33%), and so on.

    Args:
        odds: without a role that replies.
        role: whom the claim is about; None for the first role.
    """
    role = role or next(iter(odds.ends))
    shares = {verb: getattr(odds.ends[role], name) for name, verb in _VERBS.items()}
    shown = [
        f"always {verb}" if share == 1 else f"{verb} {chance(share)}"
        for verb, share in shares.items()
        if share
    ]
    alone = all(text == ANY for other, text in odds.roles.items() if other != role)
    how = "against random play" if alone else "with moves drawn by lot"
    return f"{how} {role} {', '.join(shown)}"


def remarks(problem: Problem, verdict: Verdict, limits: Limits) -> Iterator[str]:
    """Yield the odds of moves drawn by lot, where these are known soon."""
    if known := beside(problem, verdict, limits):
        yield line(known, problem.subject and problem.game.spelt(problem.subject))
