"""Exact odds: as fractions and in per cent."""

from collections.abc import Iterator
from fractions import Fraction

from ttt_asp.analyses.odds import Odds
from ttt_asp.games.notation import Notation
from ttt_asp.games.start import reloaded_game
from ttt_asp.progress_report import number_of
from ttt_asp.show.blocks import Block, Board, Boards, Table, Wrapped
from ttt_asp.show.terminal import COLORED
from ttt_asp.show.verdicts import with_constants
from ttt_asp.strategies.strategy import ANY

_VERBS = {"wins": "wins", "loses": "loses", "ties": "ties", "stuck": "gets stuck"}
# Longer fractions are left to JSON, in characters.
_LONGEST = 24


def odds(odds: Odds) -> Iterator[Block]:
    """Yield who plays what, the odds of each role, and the first moves from the best on."""
    game = with_constants(odds.game, odds.const)
    yield COLORED(f"{game}, from {odds.position}" if odds.position else game, "bold")
    for role, text in odds.roles.items():
        yield f"  {role} {'replies as well as it can' if role == odds.best else f'plays {text}'}"
    lots = "a move is drawn by lot among those recommended, all equally likely"
    yield f"  {lots}; {number_of(odds.positions, 'position')}, {odds.seconds.total:.3f} s"
    yield ""
    names = [name for name in _VERBS if name != "stuck" or odds.plays.get(name)]
    rows = [[r, *(chance(getattr(ends, n)) for n in names)] for r, ends in odds.ends.items()]
    yield Table(["role", *names], rows, " " + "r" * len(names))
    yield from _first(odds)


def chance(number: Fraction) -> str:
    """Return a chance as a fraction if short, and in per cent; never rounded to certainty."""
    if number in (0, 1):
        return str(number)
    percent = f"{float(100 * number):.2f}%"
    percent = {"0.00%": "<0.01%", "100.00%": ">99.99%"}.get(percent, percent)
    return f"{number} ({percent})" if len(str(number)) <= _LONGEST else percent


def _first(odds: Odds) -> Iterator[Block]:
    """Yield the first moves by their odds; on the board, if play begins at a position."""
    if not odds.first or (role := odds.first[0][0].role) not in odds.ends:
        return  # it is over, or chance moves
    notation = Notation(reloaded_game(odds.game, odds.const, odds.position))
    meant = [notation.game.spelling.meant(move.action) for move, _ in odds.first[: odds.optimal]]
    may = [notation.places[action] for action in meant if action in notation.places]
    yield ""
    if notation.cells and odds.position:
        yield from (Boards(notation, [Board(notation.game.opening, may=may)]), "")
    yield f"{role} to move; how often it wins after each move:"
    groups = dict[str, list[str]]()
    for move, ends in odds.first:
        outcome = f"{chance(ends.wins)}, loses {chance(ends.loses)}"
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
