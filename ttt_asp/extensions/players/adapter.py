"""Adapters: a file that lets a bot play as it is written, begun with guesses from its text.

The bot's file is only read, never run. What it says of the board, the marks and the numbers is
guessed, and stands in the adapter with what else it may be.
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.players.guard import METHODS
from ttt_asp.lp.source import decode, read_bytes

# Words of functions' names that choose a move, those that say most first.
_CHOOSING = ("best", "computer", "ai", "bot", "cpu", "get", "find", "choose", "next", "make",
             "pick")  # fmt: skip
# Usual marks of x and o, and of a free square.
_MARKS = (("X", "O"), ("x", "o"))
_FREE = (" ", "-", "_", ".", "#", "")

_ADAPTER = """\
# Lets {file} play: ttt-asp prove "o never loses" --o program:{adapter}
from {module} import {imported}

from ttt_asp.bots import adapt
{wrapper}
# Guessed from its text; check each:
# board      how it has the board: "list" (a mark for each square, row by row), "padded" (the same,
#            with an entry more at the beginning), "rows" (a list for each row), "text",
#            "numbers" (1 for x, -1 for o, 0), "dict" (marks by the numbers of squares)
# marks      those of x, of o, and of a free square
# counts_from  the number of the first square (or row, or column) in its answers: 0 or 1
move = adapt({called}, board="{board}", marks={marks}, counts_from={first})
"""
_WRAPPER = """

def answer(board, mark):
{lines}

"""


@dataclass(frozen=True, slots=True)
class _Chooser:
    """What chooses a move: a function, or a method.

    Attributes:
        name: its name. kind: the class that it is a method of, if it is one.
        parameters: those that it needs, but for `self`.
    """

    name: str
    kind: ast.ClassDef | None
    parameters: tuple[str, ...]


def adapter_of(bot: Path, adapter: Path) -> str:
    """Return the text of an adapter for a bot.

    Args:
        bot: its file.
        adapter: the file for the adapter, in the same folder.

    Raises:
        InputError: the bot's file cannot be read, another file cannot import it, or nothing in it
            looks as if it chose a move.
    """
    label = str(bot)
    if bot.suffix != ".py" or not bot.stem.isidentifier():
        message = "an adapter imports a file of Python with a name as my_bot.py"
        raise wrong(message, Location(label), "a command needs none: program:COMMAND ...")
    if bot.resolve().parent != adapter.resolve().parent or bot.resolve() == adapter.resolve():
        hint = f"as {bot.with_name('adapter.py')}"
        raise wrong("an adapter is a file of its own beside its bot", Location(str(adapter)), hint)
    try:
        tree = ast.parse(decode(read_bytes(bot, label), label).removeprefix("\ufeff"))
    except SyntaxError as error:
        where = Location(label, error.lineno or 0, error.offset or 1, (error.text or "").rstrip())
        raise wrong(f"it cannot be read as Python: {error.msg}", where) from None
    except ValueError as error:  # it has a null character
        raise wrong(f"it cannot be read as Python: {error}", Location(label)) from None
    chooser = _chosen(tree, label)
    called, wrapper = chooser.name, ""
    if chooser.kind is not None:
        called, wrapper = "answer", _WRAPPER.format(lines=_lines(chooser, chooser.kind))
    return _ADAPTER.format(
        file=bot.name,
        adapter=adapter,
        module=bot.stem,
        imported=chooser.kind.name if chooser.kind else chooser.name,
        wrapper=wrapper,
        called=called,
        board=(board := _board(tree)),
        marks=_marks(tree),
        first=_first(tree, board),
    )


def _chosen(tree: ast.Module, label: str) -> _Chooser:
    """Return the function or the method that most likely chooses a move."""
    known = list(_choosers(tree))
    ranks = [_rank(chooser) for chooser in known]
    named = [rank for rank in ranks if rank is not None]
    if not named:
        names = [chooser.name for chooser in known]
        has = f"it has {', '.join(names)}; " if names else ""
        hint = f"{has}the one that chooses is to be called get_move"
        raise wrong("no function or method in it is named for a move", Location(label), hint)
    return known[ranks.index(min(named))]


def _choosers(tree: ast.Module) -> Iterator[_Chooser]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield _Chooser(node.name, None, _needed(node))
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.name[:1] != "_":
                    yield _Chooser(inner.name, node, _needed(inner)[1:])


def _needed(node: ast.FunctionDef) -> tuple[str, ...]:
    names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
    return tuple(names[: len(names) - len(node.args.defaults)])


def _rank(chooser: _Chooser) -> tuple[int, int] | None:
    """Return how likely it chooses a move, the least most likely; None if it is not named so."""
    words = chooser.name.lower()
    if words in METHODS:
        return METHODS.index(words), len(chooser.parameters)
    if not any(word in words for word in ("move", "turn", "play")):
        return None
    if any(word in words for word in ("human", "player_move", "user", "moves", "valid", "again")):
        return None
    named = [place for place, word in enumerate(_CHOOSING) if word in words]
    return len(METHODS) + (named[0] if named else len(_CHOOSING)), len(chooser.parameters)


def _lines(chooser: _Chooser, kind: ast.ClassDef) -> str:
    """Return the body of a function that asks an object of a class."""
    init = [n for n in kind.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
    needed = _needed(init[0])[1:] if init else ()
    given = ", ".join("board" if "board" in name else "mark" for name in needed)
    todo = "  # TODO: what it is made with" if len(needed) > 1 else ""
    lines = [f"player = {kind.name}({given}){todo}"]
    boards = [
        node.attr
        for node in ast.walk(init[0] if init else kind)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and any(word in node.attr.lower() for word in ("board", "grid", "squares", "state"))
    ]
    lines += [f"player.{boards[0]} = board"] if boards and "board" not in given else []
    words = ("board", "grid", "state", "squares", "position", "game")
    asked = ["board" if any(w in name for w in words) else "mark" for name in chooser.parameters]
    result = f"player.{chooser.name}({', '.join(asked)})"
    if boards and not asked:  # it may mark its square in place of an answer
        lines += [f"chosen = {result}", f"return player.{boards[0]} if chosen is None else chosen"]
    else:
        lines.append(f"return {result}")
    return "\n".join(f"    {line}" for line in lines)


def _board(tree: ast.Module) -> str:
    """Guess how a bot has the board."""
    nodes = list(ast.walk(tree))
    twice = [
        n for n in nodes if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Subscript)
    ]
    pairs = [n for n in nodes if isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Tuple)]
    if len(twice) + len(pairs) > 2:
        return "rows"
    numbered = [n for n in nodes if isinstance(n, ast.Dict) and _numbers(n.keys)[:3] in _STARTS]
    if numbered:
        return "dict"
    if any(
        isinstance(n, ast.BinOp)
        and isinstance(n.op, ast.Mult)
        and isinstance(n.left, ast.List)
        and isinstance(n.right, ast.Constant)
        and n.right.value == 10
        for n in nodes
    ):
        return "padded"
    return "list" if _letters(tree) or _free(tree) is not None else "numbers"


_STARTS = ([0, 1, 2], [1, 2, 3])


def _numbers(nodes: Sequence[ast.expr | None]) -> list[object]:
    return [node.value for node in nodes if isinstance(node, ast.Constant)]


def _texts(tree: ast.AST) -> list[object]:
    return _numbers([node for node in ast.walk(tree) if isinstance(node, ast.expr)])


def _letters(tree: ast.Module) -> tuple[str, str] | None:
    """Return the marks of x and o, if they are letters."""
    texts = _texts(tree)
    both = [pair for pair in _MARKS if "".join(pair) in texts or not {*pair} - {*texts}]
    return both[0] if both else None


def _free(tree: ast.Module) -> str | None:
    """Return the mark of a free square, if it is a text that something is compared with."""
    compared = [node for node in ast.walk(tree) if isinstance(node, ast.Compare | ast.List)]
    texts = list(chain.from_iterable(map(_texts, compared)))
    return next((mark for mark in _FREE if mark in texts), None)


def _marks(tree: ast.Module) -> str:
    """Guess the marks of x, of o, and of a free square."""
    letters, free = _letters(tree), _free(tree)
    if letters is None and free is None:
        return "(1, -1, 0)"
    if free is None:
        return repr((*(letters or ("X", "O")), None if None in _texts(tree) else " "))
    return repr((*(letters or ("X", "O")), free))


def _first(tree: ast.Module, board: str) -> int:
    """Guess the number of the first square in a bot's answers."""
    dicts = [_numbers(n.keys)[:3] for n in ast.walk(tree) if isinstance(n, ast.Dict)]
    if board == "dict":
        return 1 if [1, 2, 3] in dicts else 0
    return int(board == "padded" or "range(1, 10)" in ast.unparse(tree))
