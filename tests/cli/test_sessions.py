"""Drawn sessions of `ttt-asp play`, against the rules in plain Python.

On boards every line of output that says something of the game is held against what the lines typed
should do: moves, refusals, undoing, boards, the end. In other games nothing but the exit status is
looked at: never an internal error.
"""

import contextlib
import io
import random
import re
import sys
from collections.abc import Iterator
from unittest.mock import patch

from conftest import GDL, Done, Run
from drawn_games import tries
from hypothesis import given
from hypothesis import strategies as st
from oracle import INITIAL, Board, Position, Square, free, place, result, show_board
from tables import constant

STRATEGIES = ["any", "good_for_o", "good_for_x", "first(defeat, defend, any)", "corner", "defend"]
OTHERS: list[list[str]] = constant(__file__, "OTHERS")
JUNK: list[str] = constant(__file__, "JUNK")
# What a line of output says of the game.
EVENT = re.compile(
    r"(?P<move>\d+)\. (?P<role>[xo]): (?P<square>\d+), mark\(cell\((?P<i>\d+),(?P<j>\d+)\)\)"
    r"|(?P<back>Taken back\.)|(?P<none>There is no move of yours to undo\.)"
    r"|(?P<no>.*is no move of yours here\.)|(?P<maybe>.*may be .* or .*)"
    r"|(?P<hint>In your place )|(?P<quit>You quit )|(?P<stuck>.* is stuck: )"
    r"|(?P<end>A tie\.|You (?:win|lose): [xo] wins)"
)
# What a person types: a square, or one of these words.
Typed = Square | str
Event = re.Match[str] | None


class Stuck(Exception):
    """The other player says nothing; that ends the session."""


class Session:
    """A board, whose moves the output says one by one."""

    def __init__(self, board: Board, me: str, start: Position, out: str) -> None:
        self.board, self.me, self.out = board, me, out
        self.before = [start]
        self.events: Iterator[Event] = filter(None, map(EVENT.match, out.split("\n")))

    @property
    def here(self) -> Position:
        return self.before[-1]

    def next(self) -> Event:
        return next(self.events, None)

    def says(self, *kinds: str) -> None:
        """The output goes on with an event of one of these kinds."""
        event = self.next()
        assert event is not None and any(event[kind] for kind in kinds), f"{event}, not {kinds}"

    def move(self, square: Square | None = None) -> None:
        """The output has a move, to a square if one is meant."""
        event = self.next()
        if event is not None and event["stuck"]:
            raise Stuck
        assert event is not None and event["move"], f"a move expected, not {event}"
        where = int(event["i"]), int(event["j"])
        assert (event["role"], int(event["move"])) == (self.here.mover, len(self.before)), event
        assert where in free(self.board, self.here) and square in (None, where), event
        assert int(event["square"]) == (where[0] - 1) * self.board.cols + where[1], event
        self.before.append(place(self.here, self.here.mover, where))

    def chose(self, position: Position) -> bool:
        """Whether the person had a choice there."""
        return position.mover == self.me and len(free(self.board, position)) > 1

    def follow(self, lines: list[Typed]) -> None:
        """Everything that is said follows from what is typed."""
        with contextlib.suppress(Stuck):
            self.onward()
            for line in lines:
                if result(self.board, self.here):
                    break
                if line == "quit":
                    self.says("quit")
                    assert self.next() is None
                    return
                self.answer(line)
            self.at_the_end()
            return
        assert self.next() is None, "it went on though stuck"

    def answer(self, line: Typed) -> None:
        if line == "undo":
            own = [n for n, position in enumerate(self.before[:-1]) if self.chose(position)]
            self.says("back" if own else "none")
            if own:
                del self.before[own[-1] + 1 :]
        elif line == "hint":
            self.says("hint")
        elif line == "junk":
            self.says("no", "maybe")
        elif line in free(self.board, self.here):
            self.move(line)
            self.onward()
        else:
            self.says("no")

    def onward(self) -> None:
        """Others move, and whoever has no choice."""
        while not result(self.board, self.here) and not self.chose(self.here):
            self.move()

    def at_the_end(self) -> None:
        """The end is said, with the last board above it."""
        ended, last = result(self.board, self.here), self.next()
        if ended is None:
            assert last is None, f"not over, but {last}"
            return
        end = f"You {'win' if ended == self.me else 'lose'}: {ended} wins"
        end = "A tie." if ended == "tie" else end
        assert last is not None and last[0] == end, f"the end is {end!r}, not {last}"
        rows = [re.sub(r"[\[\]]", " ", row).split() for row in self.out.split(end)[0].split("\n")]
        grid = [[*row] for row in show_board(self.board, self.here).split("/")]
        assert [row for row in rows if row][-len(grid) :] == grid


def typed(run: Run, line: list[str], text: bytes) -> Done:
    """What `ttt-asp play` prints."""
    stdin = io.TextIOWrapper(io.BytesIO(text), encoding="utf-8")
    with patch.object(sys, "stdin", stdin):
        done = run("play", *line)
    assert "Traceback" not in done.err
    return done


def spoken(chance: random.Random, board: Board, line: Typed) -> str:
    """How a person types it."""
    if isinstance(line, str):
        commands = ("?", "u", "undo", "q", "quit", "")
        junk = [some for some in JUNK if some.strip().lower() not in commands]
        return {"undo": "u", "hint": "?", "quit": "q"}.get(line) or chance.choice(junk)
    (i, j), number = line, (line[0] - 1) * board.cols + line[1]
    return chance.choice([
        str(number), f"{i},{j}", f"({i}, {j})", f"mark(cell({i},{j}))", f" mark( cell({i} ,{j}))",
        f"cell({i},{j})", f"0{number}", f"{i} {j}",
    ])  # fmt: skip


def session(chance: random.Random) -> tuple[list[str], list[Typed], Board, str, Position]:
    """The command, what is typed, and the board that it is about."""
    size = chance.choice([(2, 3, 2), (3, 3, 3), (3, 3, 3), (3, 4, 3), (4, 3, 4)])
    board, me = Board(*size, misere=chance.choice([0, 0, 0, 0, 1])), chance.choice("xo")
    line = ["--as", me, "--against", chance.choice(STRATEGIES), "--seed", str(chance.randint(0, 9))]
    for name in ("rows", "cols", "line", "misere"):
        line += ["-c", f"{name}={getattr(board, name)}"]
    start = INITIAL
    if chance.random() < 0.3:
        while not result(board, start) and chance.random() < 0.75:
            start = place(start, start.mover, chance.choice(sorted(free(board, start))))
        line += ["--position", show_board(board, start)]
    kinds = ["move"] * 8 + ["undo", "hint", "junk", "junk"]
    some = [chance.choice(kinds) for _ in range(chance.randint(0, 14) + chance.choice([0, 20]))]
    lines: list[Typed] = [
        chance.choice(sorted(board.squares)) if kind == "move" else kind for kind in some
    ]
    return line, [*lines, *["quit"] * (chance.random() < 0.1)], board, me, start


@given(chance=st.randoms(use_true_random=False))
@tries(2, hunt=10)
def test_what_is_said_follows_from_what_is_typed(chance: random.Random, run: Run) -> None:
    line, lines, board, me, start = session(chance)
    words = "".join(spoken(chance, board, one) + "\n" for one in lines)
    done = typed(run, line, words.encode())
    assert done.status in (0, 1, 3, 130), (line, words, done.err)
    try:
        Session(board, me, start, done.out).follow(lines)
    except AssertionError as wrong:
        raise AssertionError(f"{wrong}: {line}, {words!r}\n{done.out}") from wrong


@given(chance=st.randoms(use_true_random=False))
@tries(2, hunt=10)
def test_whatever_is_typed_no_game_breaks(chance: random.Random, run: Run) -> None:
    typed_lines = [*JUNK, "?", "u", *map(str, range(1, 28)), "q"]
    words = [chance.choice(typed_lines).encode() for _ in range(chance.randint(0, 40))]
    words += [b"\xff\xfe"] * (chance.random() < 0.1)
    game, *more = chance.choice(OTHERS)
    path = str(GDL / game) if "." in game else game
    line = ["-g", path, *more, "--seed", "1"]
    assert typed(run, line, b"\n".join(words)).status in (0, 1, 2, 3, 130), (line, words)
