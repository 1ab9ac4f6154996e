"""Answers that end in pairings, as text."""

from collections.abc import Iterator

from ttt_asp.analyses.ahead.result import Ahead, Node, depth, size
from ttt_asp.show.paint import Paint

# So many first moves are told one by one.
_FEW = 12


def ahead_text(found: Ahead, paint: Paint) -> str:
    """What was found, on which board, and for each first move how many answers it takes."""
    board = found.board
    maker, breaker = (found.game.spelt(role) for role in (board.maker, board.breaker))
    given = ", ".join(
        f"{key}={value}" for key, value in found.game.constants.items() if value != "0"
    )
    name = found.game.name + (f" ({given})" if given else "")
    squares, sets = len(board.squares), _many(len(board.lines), "line")
    lines = {
        "found": f"{paint('found', 'bold green')}: {_kept(found, maker, breaker)}",
        "none": f"{paint('none', 'bold red')} {_without(found, maker, breaker)}",
        "unknown": f"{paint('unknown', 'bold yellow')} ({found.reason})",
    }
    return "\n".join(
        [
            lines[found.verdict],
            f"  {name}: {squares:,} squares, {sets} of {maker}",
            f"  {_many(found.positions, 'position')} looked at, {_symmetries(found)}",
            *_more(found, maker, breaker),
        ]
    )


def _kept(found: Ahead, maker: str, breaker: str) -> str:
    if not found.answers:
        return f"{breaker} has a pairing at once, so {breaker} never loses"
    moves = _many(found.answers, "move")
    return f"{breaker} has a pairing after at most {moves} of its own, so {breaker} never loses"


def _without(found: Ahead, maker: str, breaker: str) -> str:
    after = f"up to {_many(found.asked, 'move')} of {breaker}"
    return f"{after}: {maker} keeps {breaker} from a pairing for so long (every way was tried)"


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
        yield f"  {_many(size(tree), 'position')} with answers in the tree"
        for move, (square, then) in list(tree.answers.items())[:_FEW]:
            said = f"{breaker} answers {found.name(square)}, the first of {1 + depth(then)}"
            yield f"  {maker} {found.name(move)}: {said}"
        if len(tree.answers) > _FEW:
            yield f"  and so for {len(tree.answers) - _FEW} more first moves"


def _symmetries(found: Ahead) -> str:
    number = found.symmetries
    return "no symmetry used" if number == 1 else f"up to {number:,} symmetries of the board"


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
