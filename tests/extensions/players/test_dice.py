"""Programs that throw dice: all their choices, and how likely these are, by brute force."""

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import Run, examples, write
from hypothesis import given
from hypothesis import strategies as st
from oracle_dice import WAYS, Board, Bot, play
from tables import tabled

from ttt_asp import InputError, odds, prove

BOARDS = [
    Board(2, 3, 3),
    Board(3, 3, 3),
    Board(2, 4, 3),
    Board(3, 4, 3, True),
    Board(4, 3, 3, True),
]
GRAVITY = """
size({0.rows},{0.columns}). in_a_row({0.line}).
legal(P,mark(cell(I,J))) :- mover(P), free(cell(I,J)), not hangs(cell(I,J)).
hangs(cell(I,J)) :- free(cell(I+1,J)), square(cell(I,J)).
"""
# Where o has a choice of two squares, and of none after that.
LATE = "xox/xo./.xo"


def game_of(board: Board, folder: Path) -> dict[str, object]:
    if board.gravity:
        return {"game": str(write(folder / "gravity.lp", GRAVITY.format(board)))}
    return {"const": {"rows": board.rows, "cols": board.columns, "line": board.line}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("dice")


def held(bot: Bot, role: str, folder: Path) -> None:
    """Hold what is said of a bot to all of its games."""
    told = play(bot, role)
    asked = {role: f"program:{write(folder / 'bot.py', bot.text)}"}
    game: dict[str, Any] = dict(game_of(bot.board, folder))
    other = "o" if role == "x" else "x"
    verdict = prove(f"{role} never loses", asked, count=True, **game)
    assert verdict.verdict == ("refuted" if told.plays.get(other) else "proved")
    assert verdict.positions == len(told.reached)
    assert {end: n for end, n in (verdict.plays or {}).items() if n} == told.plays
    inquiry: Any = verdict.programs[role]
    assert (inquiry.positions, inquiry.differing, inquiry.doubt) == (len(told.asked), 0, "")
    assert not inquiry.failed
    assert inquiry.several == sum(len(bot.chances(board)) > 1 for board in told.asked)
    drawn = odds(asked, **game)
    assert {end: share for end, share in drawn.plays.items() if share} == told.odds
    assert not drawn.intervals


@given(st.integers(0, 10**6), st.sampled_from("xo"), st.sampled_from(BOARDS),
       st.lists(st.integers(0, len(WAYS) - 1), min_size=1, max_size=6))  # fmt: skip
@examples(6, 40)
def test_all_choices_of_a_bot_are_found(
    folder: Path, seed: int, role: str, board: Board, ways: list[int]
) -> None:
    held(Bot(board, seed, ways), role, folder)


@pytest.mark.parametrize("way", range(len(WAYS)), ids=[way for way, _ in WAYS])
def test_every_way_of_drawing_is_followed(way: int, tmp_path: Path) -> None:
    held(Bot(Board(2, 3, 3), 0, [way]), "x", tmp_path)


@tabled()
def test_what_cannot_be_followed_is_sampled(program: str, why: str, tmp_path: Path) -> None:
    bot = write(tmp_path / "bot.py", f"import random\n{program}")
    verdict = prove("o never loses", o=f"program:{bot}", position=LATE, engine="explicit", ask=10)
    inquiry: Any = verdict.programs["o"]
    assert inquiry.sampled == 1, why
    assert verdict.verdict in ("unknown", "refuted")
    if verdict.verdict == "unknown":
        assert "asked 10 times at each of 1 position" in verdict.reason
        assert "a choice of 5% would have been missed with 60%" in verdict.reason
    drawn = odds(o=f"program:{bot}", position=LATE, ask=10)
    assert set(drawn.intervals) == {"x", "o"}
    assert "estimates" in str(drawn)


@tabled()
def test_what_a_program_may_answer(
    answer: str, chosen: dict[str, str], why: str, tmp_path: Path, run: Run
) -> None:
    at = ("--position", "xo./x../o.x", "--json")  # o's free squares are 3, 5, 6 and 8
    function = write(tmp_path / "bot.py", f"def move(p, r): return {answer}")
    names = [f"program:{function}"]
    if answer.startswith("'"):
        names.append(f"program:echo {answer}")
    for name in names:
        found = odds(o=name, position=at[1])
        first = {move.action: ends for move, ends in found.first}
        assert {a.removeprefix("mark(cell").rstrip(")") + ")" for a in first} == set(chosen)
        assert why in " ".join(found.programs["o"].failed.values())
        stuck = 1 - sum(map(Fraction, chosen.values()))
        assert found.ends["o"].stuck >= stuck
        if stuck:
            assert found.ends["o"].stuck > 0


def test_errors_have_their_share(tmp_path: Path) -> None:
    bot = write(
        tmp_path / "bot.py", "import random\ndef move(p, r): return 7 // random.randrange(2)"
    )
    found = prove("o never loses", o=f"program:{bot}", position=LATE)
    assert found.verdict == "incomplete"
    (why,) = found.programs["o"].failed.values()
    assert "ZeroDivisionError" in why
    assert "(50 % of its answers there)" in why
    assert odds(o=f"program:{bot}", position=LATE).ends["o"].stuck == Fraction(1, 2)


def test_a_number_drawn_is_a_float(tmp_path: Path) -> None:
    text = "import random\ndef move(p, r): return 6 if isinstance(random.random(), float) else 7"
    bot = write(tmp_path / "bot.py", text)
    assert prove("o never loses", o=f"program:{bot}", position=LATE).verdict == "refuted"


def test_a_bot_that_remembers_and_throws_dice(tmp_path: Path) -> None:
    text = "import random\nn = 0\ndef move(p, r):\n    global n\n    n += 1\n"
    bot = write(tmp_path / "bot.py", f"{text}    return random.choice([6, 7][: 1 + n % 2])")
    found = prove("o never loses", o=f"program:{bot}", position=LATE)
    assert found.programs["o"].doubt
    assert found.verdict != "proved"


def test_functions_of_python_are_sampled() -> None:
    generator = random.Random(1)
    found = prove("o never loses", o=lambda *_: generator.choice([6, 7]), position=LATE, ask=50)
    assert found.programs["o"].differing
    assert found.verdict in ("unknown", "refuted")


def test_a_function_of_python_that_draws_is_known_to() -> None:
    def rarely(position: str, role: str) -> int:
        return 6 if random.random() < 1e-9 else 7

    def alike(position: str, role: str) -> int:
        return random.Random(3).choice([7, 7])

    found = prove("o never loses", o=rarely, position=LATE)
    inquiry: Any = found.programs["o"]
    assert inquiry.sampled == 1
    assert found.verdict == "unknown"
    assert prove("o never loses", o=alike, position=LATE).verdict == "proved"


@tabled()
def test_what_a_program_remembers_from_its_beginning_on(
    bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = write(tmp_path / "bot.py", f"import random\n{bot}")
    found = prove("o never loses", o=f"program:{name}", position=LATE)
    assert found.programs["o"].doubt
    assert found.verdict != "proved"


def test_a_program_is_asked_no_more_than_is_needed(tmp_path: Path) -> None:
    bot = write(tmp_path / "bot.py", "def move(p, r): return p.replace('/', '').index('.') + 1")
    large = {"rows": 6, "cols": 7, "line": 4}
    cut = prove("x never loses", x=f"program:{bot}", const=large, horizon=2)
    assert cut.programs["x"].positions == 1
    soon = prove("x always wins by move 1", x=f"program:{bot}", const=large)
    assert soon.programs["x"].positions <= 2
    with pytest.raises(InputError, match="nothing of theirs is kept in a folder"):
        prove("x never loses", x=f"program:{bot}", const=large, scratch=tmp_path / "kept")
    stopped = prove("x never loses", x=f"program:{bot}", const=large, max_positions=3000)
    assert (stopped.verdict, stopped.stopped) == ("unknown", "positions")
    assert "no play decides the claim so far" in stopped.reason
