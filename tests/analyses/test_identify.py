"""Strategies named, held to every list of a pool, tried one by one in plain Python."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations
from pathlib import Path

import oracle
import pytest
from conftest import Run, examples
from held_up import held_up
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Position

from ttt_asp import identify as ask
from ttt_asp import odds
from ttt_asp.analyses.fill.task import read_task
from ttt_asp.analyses.identify import identify as module
from ttt_asp.analyses.identify.identify import Identified, identify
from ttt_asp.analyses.identify.seen import Seen
from ttt_asp.claims.question import Question
from ttt_asp.deadline import INTERRUPTED, Deadline
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import open_library

BOARD = Board()
GAME, LIBRARY = load_game("tictactoe", {}), open_library()
NOTATION = Notation(GAME)
TACTICS = sorted({*oracle.TACTICS} - {"any", "nqthm_replies"})
# What was chosen at positions, and how often.
Chosen = Mapping[Position, Mapping[oracle.Square, int]]


def action(square: oracle.Square) -> str:
    return f"mark(cell({square[0]},{square[1]}))"


def reached(role: str, strategy: str) -> Iterator[Position]:
    """Where a role that plays a strategy has a choice, whatever the other does."""
    seen, queue = {oracle.INITIAL}, [oracle.INITIAL]
    sides = {"x": "any", "o": "any", role: strategy}
    for position in queue:
        if oracle.result(BOARD, position):
            continue
        if position.mover == role and len(oracle.legal(BOARD, position)) > 1:
            yield position
        moves = oracle.choices(BOARD, sides["x"], sides["o"], position)
        after = {oracle.place(position, position.mover, move) for move in moves} - seen
        seen |= after
        queue += sorted(after, key=partial(oracle.show_board, BOARD))


@dataclass(frozen=True)
class Case:
    """A search: whose choices, and what lists may be made of."""

    role: str
    pool: Sequence[str]
    pairs: Sequence[str]
    lines: int
    exact: bool

    def lists(self) -> dict[tuple[str, ...], int]:
        """All lists of the pool, and what they cost."""
        alone = [name for name in self.pool if name != "any"]
        cost = dict.fromkeys(self.pool, 1)
        if "refine" in self.pairs:
            cost |= {f"refine({a}, {b})": 2 for a, b in permutations(alone, 2)}
        if "either" in self.pairs:
            cost |= {f"either({a}, {b})": 2 for a, b in combinations(sorted(alone), 2)}
        return {
            some: sum(map(cost.__getitem__, some))
            for number in range(1, self.lines + 1)
            for some in permutations(cost, number)
        }

    def violated(self, some: Sequence[str], chosen: Chosen) -> int:
        """How many choices a list violates."""
        number = 0
        for position, moves in chosen.items():
            may = decided(some, position)[1]
            number += sum(times for move, times in moves.items() if move not in may)
            number += self.exact and bool(may - moves.keys())
        return number

    def identified(self, chosen: Chosen, limits: Limits | None = None) -> Identified:
        question = Question(f"{self.role} never loses", {self.role: "first(...)"})
        deadline = Deadline()
        task = read_task([question], self.pool, self.pairs, self.lines, False, deadline)
        seen = {
            NOTATION.parse(oracle.show_board(BOARD, one), self.role): {
                action(square): times for square, times in moves.items()
            }
            for one, moves in chosen.items()
        }
        return identify(task, Seen("planted", seen), self.exact, LIBRARY, limits or Limits())

    def agrees(self, chosen: Chosen) -> Identified:
        """Let `identify` answer, and hold it to all lists."""
        found, lists = self.identified(chosen), self.lists()
        worst = {some: (self.violated(some, chosen), cost) for some, cost in lists.items()}
        mine = tuple(line.term for line in found.lines)
        assert found.answer == "found"
        assert worst[mine] == min(worst.values())
        assert found.cost == lists[mine]
        assert found.choices == sum(sum(moves.values()) for moves in chosen.values())
        loose = found.loose if self.exact else 0
        assert found.choices - found.explained + loose == worst[mine][0]
        said, kept, exceptions, others = Counter[int](), Counter[int](), set[str](), 0
        for position, moves in chosen.items():
            line, may = decided(mine, position)
            well = sum(times for move, times in moves.items() if move in may)
            if line is not None:
                said[line] += sum(moves.values())
                kept[line] += well
            more = bool(may - moves.keys())
            others += more
            if well < sum(moves.values()) or (self.exact and more):
                exceptions.add(oracle.show_board(BOARD, position))
        assert [(one.said, one.kept) for one in found.lines] == [
            (said[n], kept[n]) for n in range(len(mine))
        ]
        assert {NOTATION.text(one.position) for one in found.exceptions} == exceptions
        assert found.loose == others
        return found


def decided(some: Sequence[str], position: Position) -> tuple[int | None, oracle.Squares]:
    """Which line of a list decides at a position, and what the list recommends."""
    for number, line in enumerate(some):
        if squares := oracle.recommends(BOARD, position, line):
            return number, squares
    return None, frozenset()


def planted(
    dice: random.Random, case: Case, some: Sequence[str], exceptions: int
) -> dict[Position, dict[oracle.Square, int]]:
    """What a list recommends: at some positions, as many as exceptions, something else."""
    positions = list(reached(case.role, f"first({', '.join(some)}, any)"))
    chosen = {}
    for position in dice.sample(positions, min(150, len(positions))):
        may = decided([*some, "any"], position)[1]
        chosen[position] = dict.fromkeys(may if case.exact else [dice.choice(sorted(may))], 1)
    for position in dice.sample(list(chosen), exceptions):
        others = oracle.legal(BOARD, position) - chosen[position].keys()
        if others:
            chosen[position] = {dice.choice(sorted(others)): 1}
    return chosen


@examples(2, hunt=10)
@given(st.integers(0, 10**6), st.sampled_from([0, 1, 5]), st.booleans(), st.booleans())
@pytest.mark.no_cover
def test_planted_lists(seed: int, exceptions: int, exact: bool, pairs: bool) -> None:
    dice = random.Random(seed)
    pool = dice.sample(TACTICS, 3 if pairs else 5) + ["any"] * exact
    case = Case(dice.choice("xo"), pool, ["refine", "either"] * pairs, 2 if pairs else 3, exact)
    some = dice.choice([one for one in case.lists() if len(one) == case.lines])
    chosen = planted(dice, case, some, exceptions)
    found = case.agrees(chosen)
    if exact and "any" in some and not exceptions:  # then it is the same everywhere
        assert not found.exceptions
        mine = [line.term for line in found.lines]
        assert all(decided(mine, one)[1] == decided(some, one)[1] for one in chosen)


def test_a_strategy_is_recovered_from_all_it_recommends() -> None:
    found = ask("good_for_o", role="o", exact=True)
    assert (found.answer, found.exceptions, found.loose) == ("found", (), 0)
    positions = list(reached("o", "good_for_o"))
    assert found.positions == len(positions)
    mine = [line.term for line in found.lines]
    assert all(
        decided(mine, one)[1] == oracle.recommends(BOARD, one, oracle.parse("good_for_o"))
        for one in positions
    )


def test_recorded_games(run: Run, tmp_path: Path) -> None:
    """As on a score sheet; o keeps to a list in four moves of five."""
    dice, path = random.Random(1), tmp_path / "games.csv"
    some, lines = ["defeat", "defend", "center", "corner"], ["# of nobody", ""]
    chosen: dict[Position, Counter[oracle.Square]] = {}
    for _ in range(40):
        position, moves = oracle.INITIAL, list[str]()
        while not oracle.result(BOARD, position):
            legal = oracle.legal(BOARD, position)
            keeps = position.mover == "o" and dice.random() < 0.8
            square = dice.choice(sorted((keeps and decided(some, position)[1]) or legal))
            if position.mover == "o" and len(legal) > 1:
                chosen.setdefault(position, Counter())[square] += 1
            row, column = square
            moves.append(dice.choice([str(3 * row + column - 3), f'"{row},{column}"']))
            position = oracle.place(position, position.mover, square)
        lines.append(dice.choice([",", ", "]).join(moves))
    path.write_text("\n".join(lines), "utf-8")
    pool = [*some, "fork", "edge"]
    expected = Case("o", pool, [], 5, False).identified(chosen)
    found = ask(str(path), role="o", pool=pool, lines=5)
    assert (found.games, found.source) == (40, str(path))
    assert (found.list, found.lines, found.exceptions) == (
        expected.list, expected.lines, expected.exceptions
    )  # fmt: skip
    assert found.choices == sum(map(Counter.total, chosen.values()))
    told = run("identify", path, "--as", "o", "--pool", ",".join(pool), "--lines", "5").out
    assert "of o by " in told and " in 40 games, " in told
    line = found.lines[0]
    assert f"{line.term} {line.kept} of {line.said} times" in " ".join(told.split())


def test_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case("o", ["defeat", "defend", "center", "corner", "edge"], [], 4, False)
    chosen = planted(random.Random(0), case, ["defeat", "defend", "center"], 0)
    with held_up(module, monkeypatch) as (deadline, _):
        found = case.identified(chosen, Limits(deadline))
    assert (found.answer, found.reason) == ("unknown", "interrupted")
    assert found.list
    assert "the best so far" in str(found)
    deadline = Deadline()
    deadline.ended.append(INTERRUPTED)
    assert str(case.identified(chosen, Limits(deadline))).startswith("unknown: no list was found")


def test_a_function_that_plays() -> None:
    """It is asked at the positions of its own plays, and named by what it does there."""
    some = ["defeat", "defend", "center", "corner", "edge"]

    def bot(position: str, role: str) -> str:
        row, column = min(decided(some, oracle.parse_board(position, role))[1])
        return f"{row},{column}"

    found = ask(bot, role="o", pool=["corner", "defeat", "edge", "fork", "defend", "center"])
    assert (found.source, found.explained) == ("function bot", found.choices)
    chosen = {
        one: {min(decided(some, one)[1]): 1}
        for one in reached("o", "pick(first(defeat, defend, center, corner, edge), reading)")
    }
    assert found.choices == len(chosen)
    assert found.loose == sum(
        len(decided([line.term for line in found.lines], one)[1]) > 1 for one in chosen
    )
    assert odds(o=bot).plays == odds(o=f"pick(first({', '.join(some)}), reading)").plays


def test_a_minimum_that_violates_some() -> None:
    """Choices count as often as they were made, positions once where the list allows more."""
    case = Case("o", ["center", "corner", "edge", "defend"], [], 3, True)
    chosen = {
        one: {max(oracle.legal(BOARD, one)): 1 + number % 3}
        for number, one in enumerate([*reached("o", "first(defend, any)")][::9])
    }
    found = case.agrees(chosen)
    assert found.loose
    assert found.choices - found.explained > 1
