"""Random sessions of `ttt-asp play`, against a board and rules of its own.

    python tests/fuzz/sessions.py SECONDS [SEED]

On boards of squares every line of output that says something of the game is held against what the
lines typed should do: moves, refusals, undoing, boards, the end. In other games nothing but the
exit status is looked at: never an internal error.
"""

from __future__ import annotations

import contextlib
import io
import random
import re
import sys
from collections import Counter
from pathlib import Path
from unittest.mock import patch

from counted import main

from ttt_asp.cli.execution import execute

GDL = Path(__file__).parents[1] / "games" / "gdl"
STRATEGIES = ["any", "good_for_o", "good_for_x", "first(defeat, defend, any)", "corner", "defend"]
OTHERS = [
    ["-g", "numeric"], ["-g", "chomp"], ["-g", "chomp", "-c", "rows=2"], ["-g", "pick_up_bricks"],
    ["-g", "hypercube", "-c", "dim=2"], ["-g", "corner_blocks"],
    *(["-g", str(GDL / name)] for name in ("tictactoe.kif", "tictactoe.hrf", "nim.kif",
                                            "ferry.kif", "duel.kif", "misere.kif")),
]  # fmt: skip
JUNK = [
    "", " ", "0", "00", "-1", "1 2", "1,", ",1", "1,1,1", "x", "mark", "mark(cell(1,1)", "?x", "uu",
    "9" * 30, "1,99999999999999999999", "²", "١", "\x00", "\x1b[31m", "mark(cell(0,1))", "take(1)",
    "cell(1,1)x", "(", "U", "UNDO", "undo", "  ?  ", "é", "mark(cell(1,2)),", "bite(1,1)", "１",
]  # fmt: skip


class Board:
    """A position, and how it came about. Squares are pairs, counted row by row from 1."""

    def __init__(self, rows: int, columns: int, line: int) -> None:
        self.squares = [(i, j) for i in range(1, rows + 1) for j in range(1, columns + 1)]
        self.line, self.given = line, 0  # moves that were made before
        self.moves: list[tuple[str, tuple[int, int], bool]] = []  # whose, where, with a choice

    def mover(self) -> str:
        return "xo"[len(self.moves) % 2]

    def free(self) -> list[tuple[int, int]]:
        taken = {square for _, square, _ in self.moves}
        return [square for square in self.squares if square not in taken]

    def completed(self) -> str | None:
        for role in "xo":
            own = {square for who, square, _ in self.moves if who == role}
            for i, j in own:
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if all((i + n * down, j + n * right) in own for n in range(self.line)):
                        return role
        return None

    def over(self) -> bool:
        return self.completed() is not None or not self.free()

    def play(self, square: tuple[int, int]) -> None:
        self.moves.append((self.mover(), square, len(self.free()) > 1))

    def number(self, square: tuple[int, int]) -> int:
        return self.squares.index(square) + 1

    def shown(self, square: tuple[int, int], numbers: bool) -> str:
        for role, other, _ in self.moves:
            if other == square:
                return role
        return str(self.number(square)) if numbers else "."


def spoken(chance: random.Random, board: Board, square: tuple[int, int]) -> str:
    i, j = square
    ways = [str(board.number(square)), f"{i},{j}", f"({i}, {j})", f"mark(cell({i},{j}))",
            f" mark( cell({i} ,{j}))", f"cell({i},{j})", f"0{board.number(square)}"]  # fmt: skip
    return chance.choice(ways)


def typed(chance: random.Random, line: list[str], text: bytes) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(text), encoding="utf-8")
    with (
        patch.object(sys, "stdin", stdin),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        status = execute(["play", *line])
    return status, out.getvalue(), err.getvalue()


def follows(lines: list[tuple[str, object]], out: str, board: Board, me: str, misere: bool) -> str:
    """What in the output is not as it should be; nothing if all is."""
    said = re.compile(
        r"(?P<move>\d+)\. (?P<role>[xo]): (?P<square>\d+), mark\(cell\((?P<i>\d+),(?P<j>\d+)\)\)"
        r"|(?P<back>Taken back\.)|(?P<none>There is no move of yours to undo\.)"
        r"|(?P<no>.*is no move of yours here\.)|(?P<maybe>.*may be .* or .*)"
        r"|(?P<hint>In your place )|(?P<quit>You quit )|(?P<stuck>.* is stuck: )"
        r"|(?P<end>A tie\.|You (?:win|lose): [xo] wins)"
    )
    events = [m for row in out.split("\n") if (m := said.match(row))]
    queue = iter(events)

    def move(square: tuple[int, int] | None) -> str:
        event = next(queue, None)
        if event is None or event["move"] is None:
            if event is not None and event["stuck"]:
                return "stuck"
            return f"a move expected, not {event}"
        where = int(event["i"]), int(event["j"])
        if (
            event["role"] != board.mover()
            or int(event["move"]) != len(board.moves) + 1 - board.given
        ):
            return f"move {event[0]} out of turn"
        if where not in board.free() or board.number(where) != int(event["square"]):
            return f"move {event[0]} to no free square"
        if square is not None and where != square:
            return f"move {event[0]}, where {square} was meant"
        board.play(where)
        return ""

    def onward() -> str:
        while not board.over() and (board.mover() != me or len(board.free()) == 1):
            if wrong := move(None):
                return wrong
        return ""

    wrong = onward()
    left = list(lines)
    while not wrong and not board.over() and left:
        kind, what = left.pop(0)
        if kind == "move":
            legal = what in board.free()
            event = None if legal else next(queue, None)
            wrong = (move(what) or onward()) if legal else ""  # type: ignore[arg-type]
            if not legal and (event is None or not event["no"]):
                wrong = f"{what} is taken, but {event}"
        elif kind == "undo":
            own = [n for n, (who, _, choice) in enumerate(board.moves) if who == me and choice]
            event = next(queue, None)
            if event is None or not event["back" if own else "none"]:
                wrong = f"undo: {event}"
            if own:
                del board.moves[own[-1] :]
        elif kind == "hint":
            event = next(queue, None)
            wrong = "" if event is not None and event["hint"] else f"hint: {event}"
        elif kind == "quit":
            event = next(queue, None)
            return "" if event is not None and event["quit"] else f"quit: {event}"
        else:
            event = next(queue, None)
            wrong = (
                "" if event is not None and (event["no"] or event["maybe"]) else f"junk: {event}"
            )
    if wrong == "stuck":
        return "" if next(queue, None) is None else "it went on though stuck"
    if wrong:
        return wrong
    last = next(queue, None)
    if not board.over():
        return "" if last is None else f"not over, but {last}"
    winner = board.completed()
    if winner and misere:
        winner = "o" if winner == "x" else "x"
    end = f"You {'win' if winner == me else 'lose'}: {winner} wins" if winner else "A tie."
    if last is None or last[0] != end:
        return f"the end is {end!r}, not {last}"
    rows = [re.sub(r"[\[\]]", " ", row).split() for row in out.split(end)[0].split("\n")]
    wide = len({j for _, j in board.squares})
    cells = [board.shown(square, False) for square in board.squares]
    grid = [cells[n : n + wide] for n in range(0, len(cells), wide)]
    found = [row for row in rows if row][-len(grid) :]
    return "" if found == grid else f"the last board is {found}, not {grid}"


def session(chance: random.Random) -> tuple[list[str], list[tuple[str, object]], Board, str, bool]:
    rows, columns, line = chance.choice([(3, 3, 3)] * 4 + [(3, 4, 3), (4, 3, 4), (2, 3, 2)])
    misere, me = chance.random() < 0.2, chance.choice("xo")
    line_ = [
        "--as",
        me,
        "--against",
        chance.choice(STRATEGIES),
        "--seed",
        str(chance.randint(0, 99)),
    ]
    for name, value in (("rows", rows), ("cols", columns), ("line", line), ("misere", int(misere))):
        if value != (0 if name == "misere" else 3) or chance.random() < 0.1:
            line_ += ["-c", f"{name}={value}"]
    board = Board(rows, columns, line)
    if chance.random() < 0.3:
        while not board.over() and chance.random() < 0.75:
            board.play(chance.choice(board.free()))
        board.given = len(board.moves)
        board.moves = [(who, square, False) for who, square, _ in board.moves]
        shown = [board.shown(square, False) for square in board.squares]
        grid = ["".join(shown[n : n + columns]) for n in range(0, len(shown), columns)]
        line_ += ["--position", "/".join(grid)]
    lines: list[tuple[str, object]] = []
    for _ in range(chance.randint(0, 14) + chance.choice([0, 20])):
        kind = chance.choice(["move"] * 8 + ["undo", "hint", "junk", "junk"])
        what: object = chance.choice(board.squares) if kind == "move" else None
        lines.append((kind, what))
    if chance.random() < 0.1:
        lines.append(("quit", None))
    return line_, lines, board, me, misere


def fuzz(chance: random.Random, tried: Counter[str]) -> int:
    words: list[bytes] = []
    if chance.random() < 0.25:
        line = [*chance.choice(OTHERS), "--seed", "1"]
        more = [*JUNK, "?", "u", *map(str, range(1, 28)), "q"]
        words = [chance.choice(more).encode() for _ in range(chance.randint(0, 40))]
        if chance.random() < 0.1:
            words.append(b"\xff\xfe")
        status, _, err = typed(chance, line, b"\n".join(words))
        tried[f"other games, exit {status}"] += 1
        wrong = "" if status in (0, 1, 2, 3, 130) and "Traceback" not in err else err
        if status == 2:
            tried[f"  {err.splitlines()[0][-70:]}"] += 1
    else:
        line, lines, board, me, misere = session(chance)
        for kind, what in lines:
            text = {"undo": "u", "hint": "?", "quit": "q"}.get(kind, "")
            if kind == "move":
                text = spoken(chance, board, what)  # type: ignore[arg-type]
            while kind == "junk" and (
                not text or text.strip().lower() in ("?", "u", "undo", "q", "quit")
            ):
                text = chance.choice(JUNK) or "nothing"
            words.append(text.encode())
        status, out, err = typed(chance, line, b"".join(word + b"\n" for word in words))
        tried[f"sessions, exit {status}"] += 1
        wrong = follows(lines, out, board, me, misere)
        if not wrong and (status not in (0, 1, 3, 130) or "Traceback" in err):
            wrong = f"exit {status}: {err}"
    if wrong:
        print("WRONG", wrong, line, b"\n".join(words))
    return bool(wrong)


if __name__ == "__main__":
    main(fuzz)
