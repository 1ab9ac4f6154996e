"""Bots as people write them, called as `program:` calls them: the board as they have it."""

from collections.abc import Callable, Sequence
from inspect import Parameter, signature
from typing import Any

from ttt_asp.extensions.players.guard import plainly

# How a bot may have the board; see `adapt`.
BOARDS = ("list", "padded", "rows", "text", "numbers", "dict")
# Words of parameters' names: for the mark of who plays against the bot, and for its own.
_THEIRS = ("opp", "human", "enemy", "other", "rival", "user", "against", "foe")
_OWN = ("mark", "player", "role", "symbol", "letter", "side", "piece", "sign", "turn", "computer",
        "bot", "ai", "me", "char", "token", "who")  # fmt: skip


def adapt(
    function: Callable[..., Any],
    board: str = "list",
    marks: Sequence[Any] = "XO ",
    counts_from: int = 0,
) -> Callable[[str, str], object]:
    """Return a bot as a function of a position and a role, as `program:` calls it.

    The bot is called with what its parameters are named for: the board, its own mark, the mark of
    who plays against it; the first one that is named for neither mark is the board. It answers
    with the number of a square, with its row and column, or by a mark on the board that it got;
    or with several of these, in a list, or as the keys of weights.

    Args:
        function: the bot's.
        board: `list`, a mark for each square, row by row; `padded`, the same with an entry more
            before the first square; `rows`, a list for each row; `text`; `numbers`, a list of 1
            for x, -1 for o, 0; or `dict`, marks by the numbers of squares.
        marks: those of x, of o, and of a free square.
        counts_from: the number of the first square, row and column in its answers: 0 or 1.

    Raises:
        ValueError: there is no such board, there are not three marks, or the bot needs something
            else besides.
    """
    if board not in BOARDS:
        raise ValueError(f"there is no board {board!r}: it is one of {', '.join(BOARDS)}")
    if board != "numbers" and len(marks) != 3:
        raise ValueError(f"marks are those of x, of o, and of a free square, not {marks!r}")
    x, o, free = (1, -1, 0) if board == "numbers" else marks
    order = _order(function)

    def move(position: str, role: str) -> object:
        rows = [[{"x": x, "o": o}.get(sign, free) for sign in row] for row in position.split("/")]
        flat = [mark for row in rows for mark in row]
        made: Any = flat
        if board == "padded":
            made = [free, *flat]
        elif board == "rows":
            made = rows
        elif board == "text":
            made = "".join(map(str, flat))
        elif board == "dict":
            made = dict(enumerate(flat, counts_from))
        before = list(flat)
        given = {"board": made, "own": x if role == "x" else o, "theirs": o if role == "x" else x}
        answer = plainly(function(*(given[what] for what in order)))
        same = isinstance(answer, type(made)) and board != "text" and len(answer) == len(made)
        if answer is None or same:  # it has marked its square
            after = _flat(answer if same else made)[-len(flat) :]
            marked = [n for n, mark in enumerate(after) if mark != before[n]]
            if len(marked) == 1:
                return marked[0] + 1
        return _counted(answer, counts_from)

    return move


def _flat(board: Any) -> list[Any]:
    """Return the marks of a board that is a list, rows, or a dict."""
    marks = list(board.values() if isinstance(board, dict) else board)
    return [mark for row in marks for mark in row] if isinstance(marks[0], list) else marks


def _counted(answer: Any, counts_from: int) -> object:
    """Return an answer counted from 1: a move, several, or moves with weights."""
    more = 1 - counts_from
    answer = plainly(answer)
    if isinstance(answer, dict):
        return {_counted(move, counts_from): weight for move, weight in answer.items()}
    pair = isinstance(answer, tuple | list) and len(answer) == 2
    if pair and not isinstance(answer[0], tuple | list):
        return int(answer[0]) + more, int(answer[1]) + more
    if isinstance(answer, list | set | frozenset):
        return [_counted(move, counts_from) for move in answer]
    try:
        number = int(answer)
    except (TypeError, ValueError):
        return answer
    return number + more


def _order(function: Callable[..., Any]) -> list[str]:
    """Return what each parameter of a bot is for that it needs: `board`, `own` or `theirs`."""
    needed = [
        name
        for name, parameter in signature(function).parameters.items()
        if parameter.default is Parameter.empty
        and parameter.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    ]
    order: list[str] = []
    for name in needed:
        words = name.lower().replace("_", " ").split()
        you = name == "you" and len(needed) > 2  # beside `me`; else who is asked is told so
        if you or any(word.startswith(_THEIRS) for word in words):
            order.append("theirs")
        elif any(word in _OWN or word.endswith(_OWN[:5]) for word in words):
            order.append("own")
        else:
            order.append("board" if "board" not in order else "own" if "own" not in order else "")
    if "" in order or "board" not in order or len(set(order)) < len(order):
        what = ", ".join(needed) or "nothing"
        raise ValueError(f"it takes {what}; adapt calls it with a board and marks: wrap it")
    return order
