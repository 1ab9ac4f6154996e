"""Pairings, of one board or of the whole plane, and answers that end in one; or why not."""

from collections import Counter
from collections.abc import Iterator

from ttt_asp.analyses.ahead.board import Node, depth, size_of
from ttt_asp.analyses.ahead.find import Ahead
from ttt_asp.analyses.pairing.find import Pairing
from ttt_asp.analyses.pairing.periodic import STEPS, PeriodicPairing
from ttt_asp.games.layout import places
from ttt_asp.games.notation import Notation
from ttt_asp.reached import many
from ttt_asp.show.blocks import Block, Board, Boards, Drawing, OnPages
from ttt_asp.show.grounds import pairs_board
from ttt_asp.show.paint import INK
from ttt_asp.show.verdicts import STYLES, with_constants

# From the first square of a pair to the second, and back.
_ARROWS = {"right": "→←", "down": "↓↑", "diag": "↘↖", "anti": "↙↗"}


def pairing(found: Pairing) -> Iterator[Block]:
    """The pair of every line, or the lines that have too few squares."""
    if not found.crowded:
        chosen = sorted((line, *pair) for line, pair in found.pairs.items())
        pairs = sorted((str(one), str(other)) for _, one, other in chosen)
        yield OnPages(Boards(Notation(found.game), [pairs_board(found.game, pairs)]))
        yield from (f"{line}: {one}, {other}" for line, one, other in chosen)
        yield from _bound(found)
        return
    lines, squares = len(found.crowded), len(found.squares)
    where = places(found.game)
    kinds = {where[str(square)]: 1 for square in found.squares}
    title = f"{squares} squares for {lines} lines"
    shown = Board(found.game.init, labels=dict.fromkeys(kinds, "!"), kinds=kinds, title=title)
    yield f"there is no pairing: these {lines} lines need {2 * lines} squares and have {squares}"
    yield OnPages(Boards(Notation(found.game), [shown]))
    for line in found.crowded:
        yield f"  {line}: {', '.join(map(str, found.lines[line]))}"


def _bound(found: Pairing) -> Iterator[str]:
    """That counting alone shows that there is a pairing, where it does."""
    least = min(map(len, found.lines.values()))
    most = max(Counter(square for some in found.lines.values() for square in some).values())
    if least >= 2 * most:
        yield (
            f"no line has fewer than {least:,} squares, and no square is on more than {most:,} "
            f"lines; as {least:,} is 2 * {most:,} or more, there has to be a pairing (Hall's "
            "theorem)"
        )


def periodic(found: PeriodicPairing) -> Iterator[Block]:
    """The squares of one period, each with an arrow to its partner; or why there is no pairing."""
    none = f"there is no pairing of period {found.period} for lines of {found.line}"
    if not found.enough:
        yield f"{none}: {_why(found)}"
        return
    if not found.pairs:
        yield f"{none} whose pairs are neighbours: ASP has tried all"
        return
    number = sum(map(len, found.pairs.values()))
    said = f"{number} pairs of neighbours that repeat every {found.period} rows and columns"
    yield f"{said}: every {found.line} squares in a row hold one, on any board"
    yield Drawing(_arrows(found))
    yield (
        f"so o never loses {found.line} in a row on any board, whatever x plays: who answers in "
        "the same pair leaves no line to the other"
    )


def _arrows(found: PeriodicPairing) -> list[str]:
    """Rows of arrows; the first square is that of row 1, column 1. A dot is in no pair."""
    period = found.period
    signs = {}
    for step, firsts in found.pairs.items():
        for i, j in firsts:
            down, right = STEPS[step]
            signs[i, j] = _ARROWS[step][0]
            signs[(i + down) % period, (j + right) % period] = _ARROWS[step][1]
    places = [number % period for number in range(1, period + 1)]
    return [" " + " ".join(signs.get((i, j), ".") for j in places) for i in places]


def _why(found: PeriodicPairing) -> str:
    """Why there is no room for a pair in every line, in numbers."""
    if not found.most:
        return "a line of one square holds no pair"
    reached = found.room * found.most
    if reached < found.lines:
        return (
            f"there are {found.lines:,} lines modulo {found.period} and a pair is in at most "
            f"{found.most} of them; {found.period**2:,} squares have room for {found.room:,} "
            f"pairs, in at most {found.room:,} * {found.most} = {reached:,} lines"
        )
    many = len(STEPS) * found.period
    return (
        f"each of the {many} rows, columns and diagonals modulo {found.period} has {found.period} "
        f"lines, and a pair is in at most {found.most} of them; so they need {many} * "
        f"{found.each} = {found.needed:,} pairs, and {found.period**2:,} squares have room for "
        f"{found.room:,}"
    )


# So many first moves are told one by one.
_FEW = 12


def ahead(found: Ahead) -> Iterator[Block]:
    """What was found, on which board, and for each first move how many answers it takes."""
    board = found.board
    maker, breaker = (found.game.spelt(role) for role in (board.maker, board.breaker))
    answer = INK(found.verdict, STYLES[found.verdict])
    yield f"{answer}{_said(found, maker, breaker)}"
    name = with_constants(found.game.name, found.game.constants)
    lines = many(len(board.lines), "line")
    yield f"  {name}: {len(board.squares):,} squares, {lines} of {maker}"
    used = "no symmetry used"
    if found.symmetries != 1:
        used = f"up to {found.symmetries:,} symmetries of the board"
    yield f"  {many(found.positions, 'position')} looked at, {used}"
    yield from _more(found, maker, breaker)


def _said(found: Ahead, maker: str, breaker: str) -> str:
    if found.verdict == "unknown":
        return f" ({found.reason})"
    if found.verdict == "none":
        after = f"up to {many(found.asked, 'move')} of {breaker}"
        return f" {after}: {maker} keeps {breaker} from a pairing for so long (every way was tried)"
    moves = f"after at most {many(found.answers or 0, 'move')} of its own"
    when = moves if found.answers else "at once"
    return f": {breaker} has a pairing {when}, so {breaker} never loses"


def _more(found: Ahead, maker: str, breaker: str) -> Iterator[str]:
    if found.verdict == "none" and found.line:
        yield f"  {maker} begins with {found.name(found.line[0])}"
    elif found.verdict == "unknown" and found.line:
        first = int(found.board.breaker_begins)
        told = [
            f"{(maker, breaker)[(number + first) % 2]} {found.name(square)}"
            for number, square in enumerate(found.line)
        ]
        yield f"  no answer yet to the last of {', '.join(told)}"
    elif found.opening is not None:
        yield f"  {breaker} begins with {found.name(found.opening)}"
    elif isinstance(found.tree, Node):
        tree = found.tree
        yield f"  {many(size_of(tree), 'position')} with answers in the tree"
        for move, (square, then) in list(tree.answers.items())[:_FEW]:
            said = f"{breaker} answers {found.name(square)}, the first of {1 + depth(then)}"
            yield f"  {maker} {found.name(move)}: {said}"
        if len(tree.answers) > _FEW:
            yield f"  and so for {len(tree.answers) - _FEW} more first moves"
