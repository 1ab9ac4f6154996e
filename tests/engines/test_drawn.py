"""Rounds that a solver cannot exclude, drawn at the smallest size: held against plain Python."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from conftest import Run

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, Expired, Stop
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.registry import engine
from ttt_asp.engines.sizes import smallest
from ttt_asp.paths import STRATEGIES

pytestmark = pytest.mark.slow


def bricks(folder: Path, bound: int, **more: str) -> Question:
    """The claim, with a tactic that knows no answer from `bound` bricks on."""
    text = (STRATEGIES / "tactics/leave_threes.lp").read_text("utf-8")
    assert text.count("K = N \\ 3.") == 1
    (folder / "tactics").mkdir()
    text = text.replace("K = N \\ 3.", f"K = N \\ 3, N < {bound}.")
    (folder / "tactics/leave_threes.lp").write_text(text, "utf-8")
    every = more.get("every", "bricks > 0, bricks \\ 3 = 0")
    return Question("o never loses", {"o": "three_by_three"}, "pick_up_bricks",
                    lemmas=("threes_left",), folders=(folder,), every=every)  # fmt: skip


def answers(left: int, bound: int) -> list[int]:
    """What the second player takes: one or two, so that threes are left, where it knows."""
    takes = [take for take in (1, 2) if take <= left]
    wanted = [take for take in takes if left < bound and take == left % 3]
    return wanted or takes


def breaking(size: int, bound: int) -> Iterator[tuple[int, int, int]]:
    """Rounds at a size that begin with threes and do not end so: what is left, in order."""
    for left in range(3, size + 1, 3):
        for take in (1, 2):
            there = left - take
            yield from ((left, there, there - answer) for answer in answers(there, bound)
                        if (there - answer) % 3)  # fmt: skip


def left(position: frozenset[str]) -> int:
    (found,) = [int(one[5:-1]) for one in position if one.startswith("left(")]
    return found


@pytest.mark.parametrize("bound", [17, 40, 300])
def test_bricks_at_the_smallest_size_at_which_a_round_goes_wrong(
    tmp_path: Path, bound: int
) -> None:
    """By sizes, one after the other; of 300 bricks by models of the solver."""
    found = engine("sizes").prove(read(bricks(tmp_path, bound), Deadline()), Limits())
    assert found.verdict == "unknown" and found.play is not None and found.play.anywhere
    size = next(size for size in count(3, 3) if any(breaking(size, bound)))
    assert found.const == {"bricks": str(size)}
    assert found.reason.startswith(f"at bricks = {size} a round from the position shown breaks")
    assert "whether plays come to it is not known" in found.reason
    assert tuple(map(left, found.play.positions)) in [*breaking(size, bound)]


def test_a_size_that_is_too_large_is_named(tmp_path: Path) -> None:
    found = engine("sizes").prove(read(bricks(tmp_path, 900_000_000), Deadline()), Limits())
    assert found.verdict == "unknown" and found.play is None and not found.const
    said, _, where = found.reason.partition("; it may at bricks = ")
    assert said.endswith("breaks the lemma threes_left")
    number, _, rest = where.partition(",")
    assert rest == " which is too large to be looked at"
    # nobody had a look, but a round from there does go wrong
    assert int(number) > 900_000_000 and int(number) % 3 == 0


def test_what_plays_come_to_at_that_size_is_refuted(tmp_path: Path, run: Run) -> None:
    bricks(tmp_path, 40)
    asked = ("prove", "o never loses", "-g", "pick_up_bricks", "--o", "three_by_three", "-L",
             "threes_left", "-S", tmp_path, "--every", "bricks > 0, bricks \\ 3 = 0")  # fmt: skip
    done = run(*asked)
    assert done.status == 1 and "refuted (at bricks = 42: this play breaks the claim)" in done.out


def test_what_was_found_stands_where_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tactic is wrong at a size that is looked at before any solver is asked for long."""

    def up(self: object, sizes: object) -> int:
        raise Expired(Stop("time", "time is up"))

    monkeypatch.setattr(smallest.Search, "_looked_at", up)
    found = engine("sizes").prove(read(bricks(tmp_path, 13), Deadline()), Limits())
    assert found.const == {"bricks": "15"} and not found.stopped
    folder = tmp_path / "other"
    folder.mkdir()
    found = engine("sizes").prove(read(bricks(folder, 40), Deadline()), Limits())
    assert found.verdict == "unknown" and found.stopped == "time" and found.play is None


def test_two_numbers_of_a_size(tmp_path: Path) -> None:
    """Arms of 12 squares and more are not answered: the smallest such board is found."""
    text = (STRATEGIES / "tactics/even_arms.lp").read_text("utf-8")
    (tmp_path / "tactics").mkdir()
    changed = text.replace("J < K.", "J < K, K < 12.")
    assert changed != text
    (tmp_path / "tactics/even_arms.lp").write_text(changed, "utf-8")
    question = Question("x always wins", {"x": "mirror_arms"}, "chomp", lemmas=("arms_differ",),
                        folders=(tmp_path,), every="rows = cols, rows > 1")  # fmt: skip
    found = engine("sizes").prove(read(question, Deadline()), Limits())
    # on a smaller board no column has the number 12
    assert found.const == {"rows": "12", "cols": "12"} and found.play is not None
