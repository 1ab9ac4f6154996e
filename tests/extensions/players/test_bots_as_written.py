"""Bots as people write them: what is guessed of each, and what it gets, against its own games."""

import random
import shutil
import subprocess
from collections.abc import Callable, Collection, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import oracle_bots
import pytest
from conftest import HANGS, Run, write
from tables import DATA, contents, tabled

from ttt_asp import prove
from ttt_asp.bots import adapt

WRITTEN = DATA / "extensions" / "players" / "written"
# What a bot may mark on a board of the oracle's: it is called as its own author calls it.
Native = Callable[[Any, str, str], Collection[int]]


def lettered(board: str, free: str) -> list[str]:
    return [free if mark == "." else mark.upper() for mark in board]


def window(bot: Any, board: str, role: str) -> list[int]:
    game = bot.TicTacToe()
    game.squares = lettered(board, "")
    game.computer_move(role.upper())
    return changed(board, game.squares)


def changed(board: str, marks: Collection[str]) -> list[int]:
    return [n for n, mark in enumerate(marks) if mark.lower() in "xo" and mark and board[n] == "."]


def rows(bot: Any, board: str, role: str) -> list[int]:
    marks = [["_" if mark == "." else mark for mark in board[n : n + 3]] for n in (0, 3, 6)]
    row, column = bot.find_best_move(marks, role, "x" if role == "o" else "o")
    return [3 * row + column]


def keys(bot: Any, board: str, role: str) -> list[int]:
    marks = dict(enumerate(lettered(board, " "), 1))
    bot.compMove(marks, role.upper())
    return changed(board, marks.values())


def numbers(bot: Any, board: str, role: str) -> list[int]:
    value = {"x": 1, "o": -1, ".": 0}
    return [bot.choose_move([value[mark] for mark in board], value[role])]


LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


def lines(bot: Any, board: str, role: str) -> list[int]:
    for who in role, "x" if role == "o" else "o":
        for line in LINES:
            marks = [board[int(n)] for n in line]
            if marks.count(who) == 2 and "." in marks:
                return [int(line[marks.index(".")])]
    return [next(n for n in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[n] == ".")]


# A draw by lot is all that can be drawn.
NATIVE: Mapping[str, Native] = {
    "minimax_dice": lambda bot, board, role: bot.best_move(lettered(board, " "), role.upper()),
    "q_table": lambda bot, board, role: bot.get_move(lettered(board, "-")),
    "window": window,
    "rows": rows,
    "invent": lambda bot, board, role: [
        bot.getComputerMove([" ", *lettered(board, " ")], role.upper()) - 1
    ],
    "negamax": numbers,
    "keys": keys,
    "player_class": lambda bot, board, role: [bot.Player(role).get_move(board) - 1],
    "levels": lambda bot, board, role: [bot.move(board, role) - 1],
    "first": lambda bot, board, role: [board.index(".")],
    "center": lambda bot, board, role: [next(n for n in (4, 0, 2, 6, 8, 1, 3, 5, 7)
                                             if board[n] == ".")],
    "lines": lines,
}  # fmt: skip


def loaded(name: str) -> Any:
    """The bot's module; where it draws by lot, it gets all that could be drawn."""
    path = WRITTEN / f"{name}.py"
    if not path.exists():
        return None
    spec = spec_from_file_location(f"written_{name}", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    if hasattr(module, "random"):
        dice: Any = type("Dice", (), {"choice": list, "random": lambda: 0.0,
                                          "Random": random.Random})  # fmt: skip
        setattr(module, "random", dice)  # noqa: B010
    return module


def table(name: str, role: str) -> oracle_bots.Bot:
    """The bot as a table: its choices on each board where its role has one."""
    bot, native = loaded(name), NATIVE[name]
    boards = [b for b in oracle_bots.boards() if oracle_bots.RULES.over(b) is None]
    mine = [b for b in boards if oracle_bots.mover(b) == role and b.count(".") > 1]
    return {board: list(native(bot, board, role)) for board in mine}


@tabled()
def test_every_guess_about_bots_as_written_is_right(
    name: str, role: str, program: str, made: bool, verdict: str, tmp_path: Path,
    run: Run, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Adapters are taken as they were made: every guess is right."""
    words = program.partition(":")[0].split()
    ends = {"sh": ".sh", "perl": ".pl", "node": ".js", "./first": ".c"}
    file = WRITTEN / f"{name}{ends.get(words[0], '.py')}"
    if shutil.which(words[0]) is None and not words[0].endswith(".py") and words[0][:2] != "./":
        pytest.skip(f"there is no {words[0]} here")
    monkeypatch.chdir(tmp_path)
    shutil.copy(file, file.name)
    if file.suffix == ".c":
        compiler = shutil.which("cc")
        if compiler is None:
            pytest.skip("there is no compiler of C here")
        subprocess.run([compiler, "-o", words[0], file.name], check=True)
    if made:
        assert run("new", "program", words[0], "--from", file.name).status == 0
    told = oracle_bots.play({role: table(name, role)})
    assert oracle_bots.verdict(told.ends, role) == verdict
    asked = {role: f"program:{program}"}
    found = prove(f"{role} never loses", asked, engine="explicit", move_time=HANGS)
    inquiry = found.programs[role]
    if any(len(choices) > 1 for choices in table(name, role).values()):
        assert found.verdict in (verdict, "unknown")  # what is not seen may be
        return
    assert found.verdict == verdict, str(found)
    assert inquiry.positions == len(told.asked[role])
    assert {end: n for end, n in (found.plays or {}).items() if n} == dict(+told.ends)


@pytest.mark.parametrize("name", ["crashing", "from_zero"])
def test_a_bot_that_fails_is_told_how(name: str) -> None:
    found = prove("o never loses", o=f"program:{WRITTEN / f'{name}.py'}", engine="explicit")
    shown = str(found)
    if name == "crashing":
        text = "raised IndexError: list index out of range (crashing.py:3), at "
        assert f"{name}.py {text}" in found.reason or found.verdict == "refuted"
        assert f"it {text.partition(', at')[0]}" in shown
    else:
        assert "does it count from 0? (ttt_asp.bots.adapt counts for it)" in shown
        found = prove(
            "o never loses", o=f"program:{WRITTEN / 'from_zero.py'}", position="x../x../.o."
        )
        assert found.verdict == "incomplete" and "and 5 is free" in found.reason
        assert "repair" not in str(found)


@tabled()
def test_what_adapt_makes_of_an_answer(
    board: str, marks: list[Any], first: int, answer: Any, expected: Any
) -> None:
    seen = []

    def bot(state: Any) -> Any:
        seen.append(state)
        return tuple(answer) if isinstance(answer, list) and len(answer) == 2 else answer

    move = adapt(bot, board, marks, first)("x../.o./...", "x")
    assert move == (tuple(expected) if isinstance(expected, list) and len(expected) == 2
                    else expected)  # fmt: skip
    x, o, free = (1, -1, 0) if board == "numbers" else marks
    flat = [x, free, free, free, o, free, free, free, free]
    shown = {
        "list": flat, "numbers": flat, "padded": [free, *flat], "text": "".join(map(str, flat)),
        "rows": [flat[:3], flat[3:6], flat[6:]], "dict": dict(enumerate(flat, first)),
    }[board]  # fmt: skip
    assert seen == [shown]


def test_a_mark_on_the_board_is_an_answer() -> None:
    def marks_it(board: list[list[str]], mark: str) -> None:
        board[1][2] = mark

    def returns_it(mark: str, grid: dict[int, str]) -> dict[int, str]:
        return {**grid, 6: mark}

    assert adapt(marks_it, "rows")("x../.../...", "o") == 6
    assert adapt(returns_it, "dict", "xo.", 1)("x../.../...", "o") == 6


def test_an_array_is_an_answer() -> None:
    def chooses(grid: list[list[int]]) -> Any:
        return np.argwhere(np.array(grid) == 0)[0]

    assert adapt(chooses, "rows", (1, -1, 0))("x../.../...", "o") == (1, 2)
    assert adapt(lambda board: np.int64(3))("x../.../...", "o") == 4


def test_parameters_are_marks_by_their_names() -> None:
    given = []
    adapt(lambda squares, me, you: given.append((me, you)))("x../.../...", "o")
    adapt(lambda state, opp, player: given.append((player, opp)))("x../.../...", "o")
    assert given == [("O", "X")] * 2


def test_what_adapt_refuses() -> None:
    with pytest.raises(ValueError, match=r"there is no board 'set': it is one of list, padded"):
        adapt(lambda board: 1, "set")
    with pytest.raises(ValueError, match="marks are those of x, of o, and of a free square"):
        adapt(lambda board: 1, marks="XO")
    with pytest.raises(ValueError, match="it takes board, depth, alpha; adapt calls it with"):
        adapt(lambda board, depth, alpha: 1)


# --- minimax, tables, playouts, levels, other languages -------------------------------------------


@tabled()
def test_bots_as_people_write_them_are_adapted(
    name: str,
    file: str,
    program: str,
    verdict: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    python = contents("extensions/players/corpus.txt") if file.endswith(".py") else ""
    write(tmp_path / file.split()[-1], python + program)
    found = prove("o never loses", o=f"program:{file}", move_time=HANGS)
    assert found.verdict == verdict, name
    assert told in str(found.programs["o"])
    assert not found.programs["o"].failed


def test_a_mark_on_an_array_is_an_answer() -> None:
    """A board of numbers says which moves there are, too: none of its entries is one."""

    def marks_it(board: list[int], player: int) -> Any:
        after = np.array(board)
        after[4] = player
        return after

    def marks_rows(board: list[list[int]], player: int) -> Any:
        return np.array([[player if mark == 0 else mark for mark in board[0]], *board[1:]])

    assert adapt(marks_it, "numbers")(".../.../...", "x") == 5
    assert adapt(marks_rows, "rows", (1, 2, 0))("xo./.../...", "x") == 3


def test_your_mark_is_that_of_who_is_asked() -> None:
    def its_own(board: list[str], your_mark: str) -> int:
        return 0 if your_mark == "x" else 8

    def of_two(board: list[str], me: str, you: str) -> int:
        return 0 if (me, you) == ("x", "o") else 8

    def alone(board: list[str], you: str) -> int:
        return 0 if you == "x" else 8

    for bot in its_own, of_two, alone:
        assert adapt(bot, marks="xo.")(".../.../...", "x") == 1
        assert adapt(bot, marks="xo.")("x../.../...", "o") == 9
