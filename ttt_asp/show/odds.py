"""Exact odds: fractions, and what they are of a hundred."""

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


def odds(found: Odds) -> Iterator[Block]:
    """Who plays what, the odds of each role, and the first moves from the best on."""
    game = with_constants(found.game, found.const)
    yield COLORED(f"{game}, from {found.position}" if found.position else game, "bold")
    for role, text in found.roles.items():
        yield f"  {role} {'replies as well as it can' if role == found.best else f'plays {text}'}"
    lots = "a move is drawn by lot among those recommended, all equally likely"
    yield f"  {lots}; {number_of(found.positions, 'position')}, {found.seconds.total:.3f} s"
    yield ""
    names = [name for name in _VERBS if name != "stuck" or found.plays.get(name)]
    rows = [[r, *(chance(getattr(ends, n)) for n in names)] for r, ends in found.ends.items()]
    yield Table(["role", *names], rows, " " + "r" * len(names))
    yield from _first(found)


def chance(number: Fraction) -> str:
    """A chance as a fraction if that is short, and of a hundred; never rounded to certainty."""
    if number in (0, 1):
        return str(number)
    percent = f"{float(100 * number):.2f}%"
    percent = {"0.00%": "<0.01%", "100.00%": ">99.99%"}.get(percent, percent)
    return f"{number} ({percent})" if len(str(number)) <= _LONGEST else percent


def _first(found: Odds) -> Iterator[Block]:
    """The first moves by what comes of them; on the board, if play begins at a position."""
    if not found.first or (role := found.first[0][0].role) not in found.ends:
        return  # it is over, or chance moves
    notation = Notation(reloaded_game(found.game, found.const, found.position))
    meant = [notation.game.spelling.meant(move.action) for move, _ in found.first[: found.optimal]]
    may = [notation.places[action] for action in meant if action in notation.places]
    yield ""
    if notation.cells and found.position:
        yield from (Boards(notation, [Board(notation.game.opening, may=may)]), "")
    yield f"{role} to move; how often it wins after each move:"
    groups = dict[str, list[str]]()
    for move, ends in found.first:
        said = f"{chance(ends.wins)}, loses {chance(ends.loses)}"
        groups.setdefault(said, []).append(move.action)
    yield from (Wrapped(f"  {said}: {', '.join(some)}", 4) for said, some in groups.items())


def line(found: Odds, role: str | None) -> str:
    """The odds beside a verdict: against random play x wins 59/60 (98.33%), ties 1/60 (1.67%).

    Args:
        found: without a role that replies.
        role: whom the claim is about; None for the first role.
    """
    role = role or next(iter(found.ends))
    shares = {verb: getattr(found.ends[role], name) for name, verb in _VERBS.items()}
    said = [
        f"always {verb}" if share == 1 else f"{verb} {chance(share)}"
        for verb, share in shares.items()
        if share
    ]
    alone = all(text == ANY for other, text in found.roles.items() if other != role)
    how = "against random play" if alone else "with moves drawn by lot"
    return f"{how} {role} {', '.join(said)}"
