"""What one role alone can reach, against a walk over the whole graph."""

import random
from pathlib import Path

import pytest
from conftest import written
from tables import DATA, contents, tabled

from ttt_asp import InputError, solve

ALL_ON = str(DATA / "extensions" / "playing" / "all_on.lp")
WALK = contents("extensions/playing/walk_alone.lp")


@pytest.fixture
def swept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A play is looked for before positions are gone through, however few they are."""
    monkeypatch.setattr("ttt_asp.extensions.playing.values.ALONE", 0)


def drawn_walk(chance: random.Random) -> tuple[str, int]:
    """A walk as a file has it, and the most that its role can reach: 50 where it never ends."""
    size = chance.randint(4, 14)
    over = {n for n in range(1, size) if n == size - 1 or chance.random() < 0.3}
    round_ways = chance.random() < 0.4
    edges = {
        n: {chance.randrange(0 if round_ways else n + 1, size) for _ in range(chance.randint(1, 3))}
        for n in range(size)
        if n not in over
    }
    goals = chance.choice(((0, 20, 40), (0, 50, 100), (0, 30, 60, 90)))
    worth = {n: chance.choice(goals) for n in range(size) if n in over or chance.random() < 0.5}
    reached = [0]
    for node in reached:
        reached += [other for other in edges.get(node, ()) if other not in reached]
    best = [worth[node] for node in reached if node in over]
    open_ends = {node for node in reached if node not in over}
    while pruned := {n for n in open_ends if not edges[n] & open_ends}:
        open_ends -= pruned
    facts = [f"node(0..{size - 1}).", *(f"over({n})." for n in over)]
    facts += [f"worth({n},{goal})." for n, goal in worth.items()]
    facts += [f"way({n},{other})." for n, others in edges.items() for other in others]
    text = "\n".join([*facts, WALK])
    return text, max([*best, *([50] if open_ends else [])])


@pytest.mark.no_cover
@pytest.mark.usefixtures("swept")
def test_walks_alone_have_the_best_end_of_all(tmp_path: Path) -> None:
    chance = random.Random(7)
    early = 0
    for number in range(60):
        text, best = drawn_walk(chance)
        path = written(tmp_path / f"walk{number}.lp", text)
        found = solve(path, value=True)
        assert found.values == {"walker": best}
        assert solve(path).values == {"walker": best}
        early += not found.whole
    assert 10 < early < 50


def test_a_play_is_found_where_positions_are_too_many() -> None:
    found = solve(ALL_ON, value=True, max_positions=10_000)
    assert found.values == {"robot": 100}
    assert (found.whole, found.ahead) == (False, 40)
    assert found.positions is not None
    assert found.positions < 10_000
    assert solve(ALL_ON, max_positions=10_000).verdict == "unknown"


@pytest.mark.usefixtures("swept")
def test_sweeps_end_where_there_is_no_such_play(tmp_path: Path) -> None:
    walk = "node(0..2). over(2). worth(0,100). worth(2,0). way(0,1). way(1,0). way(1,2)."
    found = solve(written(tmp_path / "walk.lp", walk + WALK), value=True)
    assert (found.values, found.whole, found.positions) == ({"walker": 50}, True, 3)


@tabled()
def test_positions_without_a_value_decide_none(walk: str, said: str, tmp_path: Path) -> None:
    path = written(tmp_path / "walk.lp", walk + WALK)
    for value in (False, True):
        with pytest.raises(InputError, match=said):
            solve(path, value=value)


@pytest.mark.usefixtures("swept")
def test_no_more_positions_are_said_than_there_are(tmp_path: Path) -> None:
    walk = "node(0..4). over(3..4). worth(3,0). worth(4,100). way(0,1..2). way(1..2,3..4)."
    found = solve(written(tmp_path / "walk.lp", walk + WALK), value=True)
    assert (found.values, found.whole, found.ahead) == ({"walker": 100}, False, 2)
    assert found.positions in (4, 5)
