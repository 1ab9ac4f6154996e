"""Exact odds: fractions, and what they are of a hundred."""

from collections.abc import Iterator
from fractions import Fraction

from ttt_asp.analyses.odds import Odds, Reply
from ttt_asp.games.begin import begun
from ttt_asp.games.notation import Notation
from ttt_asp.reached import many
from ttt_asp.show.blocks import Block, Board, Boards, Table, Wrapped
from ttt_asp.show.paint import INK
from ttt_asp.show.verdicts import with_constants
from ttt_asp.strategies.strategy import ANY

# Longer fractions are left to JSON, in characters.
_LONGEST = 24


def odds(found: Odds) -> Iterator[Block]:
    """Who plays what, the odds of each role, and the first moves from best to worst."""
    game = with_constants(found.game, found.const)
    yield INK(f"{game}, from {found.position}" if found.position else game, "bold")
    for role, text in found.roles.items():
        yield f"  {role} {'replies as well as it can' if role == found.best else f'plays {text}'}"
    lots = "a move is drawn by lot among those recommended, all equally likely"
    yield f"  {lots}; {many(found.positions, 'position')}, {found.seconds.total:.3f} s"
    yield ""
    yield table(found)
    yield from _first(found)


def table(found: Odds) -> Table:
    """A row for each role; stuck plays and mean goals only where they say something."""
    every = found.ends.values()
    columns = ["wins", "loses", "ties", *["stuck"] * any(ends.stuck for ends in every)]
    graded = any(ends.goal != 100 * ends.wins + 50 * ends.ties for ends in every)
    rows = [
        [
            role,
            *(chance(getattr(ends, name)) for name in columns),
            *[f"{float(ends.goal):.2f}"] * graded,
        ]
        for role, ends in found.ends.items()
    ]
    header = ["role", *columns, *["mean goal"] * graded]
    return Table(header, rows, " ".ljust(len(header), "r"))


def chance(number: Fraction) -> str:
    """A chance as a fraction, if it is not too long, and of a hundred."""
    if number in (0, 1):
        return str(number)
    text = str(number)
    return f"{text} ({percent(number)})" if len(text) <= _LONGEST else percent(number)


def percent(number: Fraction) -> str:
    """A chance of a hundred; what is not certain is never rounded to 0 or 100."""
    hundred = 100 * number
    rounded = f"{float(hundred):.2f}"
    if 0 < number < 1 and rounded in ("0.00", "100.00"):
        return "<0.01%" if rounded == "0.00" else ">99.99%"
    return f"{rounded}%"


def _first(found: Odds) -> Iterator[Block]:
    """The first moves, by the chance of a win after them."""
    if not found.first or found.first[0].move.role not in found.ends:
        return  # it is over, or chance moves
    notation = Notation(begun(found.game, found.const, found.position))
    best = found.first[: found.optimal]
    meant = [notation.game.spelling.meant(one.move.action) for one in best]
    may = [notation.places[action] for action in meant if action in notation.places]
    yield ""
    if notation.cells and found.position:
        yield Boards(notation, [Board(notation.game.opening, may=may)])
        yield ""
    role = found.first[0].move.role
    yield f"{role} to move; how often it wins after each move:"
    groups = dict[str, list[str]]()
    for one in found.first:
        groups.setdefault(_after(one), []).append(one.move.action)
    for said, actions in groups.items():
        yield Wrapped(f"  {said}: {', '.join(actions)}", 4)


def _after(one: Reply) -> str:
    ends = one.ends
    return f"{chance(ends.wins)}, loses {chance(ends.loses)}"


def line(found: Odds, role: str | None) -> str:
    """The odds beside a verdict: against random play x wins 59/60 (98.33%), ties 1/60 (1.67%).

    Args:
        found: without a role that replies.
        role: whom the claim is about; None for the first role.
    """
    role = role or next(iter(found.ends))
    verbs = {"wins": "wins", "loses": "loses", "ties": "ties", "stuck": "gets stuck"}
    shares = {verb: getattr(found.ends[role], name) for name, verb in verbs.items()}
    said = [
        f"always {verb}" if share == 1 else f"{verb} {chance(share)}"
        for verb, share in shares.items()
        if share
    ]
    alone = all(text == ANY for other, text in found.roles.items() if other != role)
    how = "against random play" if alone else "with moves drawn by lot"
    return f"{how} {role} {', '.join(said)}"
