"""Answers that end in pairings."""

from collections.abc import Iterator

from ttt_asp.analyses.ahead.board import Node, depth, size_of
from ttt_asp.analyses.ahead.find import Ahead
from ttt_asp.reached import many
from ttt_asp.show.blocks import Block
from ttt_asp.show.paint import INK
from ttt_asp.show.verdicts import STYLES, with_constants

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
