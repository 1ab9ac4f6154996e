"""What `check` says of any game: its properties, held against random games walked by hand."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from conftest import GDL, examples, write
from gdl_oracle import Oracle
from hypothesis import given
from hypothesis import strategies as st
from inside import game_of, symmetries_of
from inside_extensions import Property, as_if_several_chose, properties_of
from tables import contents, tabled

AT_ONCE = "ttt_asp.extensions.wellformed.well_formedness"
MANY = "ttt_asp.positions.explore.MANY"
NAMES = ("playable", "terminates", "goals", "coherent", "zero-sum", "winnable", "monotonic")


@dataclass(frozen=True)
class Walk:
    """A game for two on a graph: at node 0 first, a moves from even nodes, b from odd ones.

    Attributes:
        edges: where one may go from each node.
        over: the nodes where play is over.
        goals: the goal values of a and of b at each node; none, one or two of them.
    """

    edges: dict[int, frozenset[int]]
    over: frozenset[int]
    goals: dict[int, tuple[tuple[int, ...], tuple[int, ...]]]

    @property
    def rules(self) -> str:
        """The game as a file."""
        facts = []
        for node, after in self.edges.items():
            facts += [f"node({node})."] + [f"over({node})."] * (node in self.over)
            facts += [f"step({node},{'ab'[node % 2]},{other})." for other in after]
            for role, values in zip("ab", self.goals[node], strict=True):
                facts += [f"value({node},{role},{value})." for value in values]
        return (
            contents("extensions/wellformed/wellformed_walk.lp") + "\n".join(sorted(facts)) + "\n"
        )

    @property
    def after(self) -> dict[int, list[int]]:
        """Where play goes on to from each node."""
        return {node: [] if node in self.over else [*to] for node, to in self.edges.items()}


def holds(
    start: Any, after: Mapping[Any, Sequence[Any]], over: Container[Any], goals: Mapping[Any, Any]
) -> dict[str, Any]:
    """Which properties a game has, and under `longest` how many moves its longest play has.

    Args:
        start: the first position.
        after: the positions after each, none where play is over or nobody can move.
        over: where play is over.
        goals: of each position, the values of each role.
    """
    reached = [start]
    for here in reached:
        reached += [there for there in dict.fromkeys(after[here]) if there not in reached]
    longest, layer = 0, {start}
    while (layer := {there for here in layer for there in after[here]}) and longest < len(reached):
        longest += 1
    ends = [goals[here] for here in reached if here in over]
    vectors = [[values[0] for values in each] for each in ends if all(map(bool, each))]
    single = all(len(values) == 1 for here in reached for values in goals[here])
    sound = all(len(values) == 1 for each in ends for values in each)
    sums = set(map(sum, vectors))
    return {
        "playable": all(after[here] or here in over for here in reached),
        "terminates": not layer,
        "goals": sound,
        "coherent": not any(all(100 in values for values in each) for each in ends),
        "zero-sum": len(sums) == 1 if sound and sums else None,  # of no sums, nothing is known
        "winnable": all(any(v[role] == 100 for v in vectors) for role in (0, 1)),
        "monotonic": single and not any(
            then[0] < now[0]
            for here in reached for there in after[here]
            for now, then in zip(goals[here], goals[there], strict=True)
        ),
        "longest": longest,
        "positions": len(reached),
    }  # fmt: skip


def goals(draw: st.DrawFn, sound: bool) -> tuple[int, ...]:
    """One goal value, where goals are sound; else none, one or two."""
    values = st.sampled_from((0, 50, 100))
    least, most = (1, 1) if sound else (0, 2)
    return tuple(draw(st.lists(values, min_size=least, max_size=most, unique=True)))


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    """Games of six nodes, with edges anywhere or only onwards."""
    nodes, onwards = range(6), draw(st.booleans())
    edges = {
        node: frozenset(draw(st.sets(st.sampled_from(nodes), max_size=3)))
        if not onwards
        else frozenset(other for other in nodes if other > node and draw(st.booleans()))
        for node in nodes
    }
    dead = {node for node in nodes if not edges[node]} if draw(st.booleans()) else set()
    over = frozenset(dead | draw(st.sets(st.integers(1, 5), max_size=3)))
    sound = draw(st.booleans())
    return Walk(edges, over, {node: (goals(draw, sound), goals(draw, sound)) for node in nodes})


@given(walks())
@examples(25)
def test_properties_are_those_of_the_graph(
    tmp_path_factory: pytest.TempPathFactory, walk: Walk
) -> None:
    path = write(tmp_path_factory.mktemp("walk") / "walk.lp", walk.rules)
    game = game_of(str(path))
    by_gates = properties_of(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{AT_ONCE}.explore", as_if_several_chose)
        by_moves = properties_of(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MANY, 0)
        patch.setattr(f"{AT_ONCE}.MOST_GRAPHED", 0)
        by_orbits = properties_of(game)
    for found in (by_gates, by_moves):
        are_those_of_the_graph(walk, found)
    assert {n: one.said for n, one in by_gates.items()} == {
        n: one.said for n, one in by_moves.items()
    }
    assert by_gates.keys() == by_orbits.keys()
    for name, one in by_gates.items():
        other = by_orbits[name]
        assert name == "monotonic" or (one.holds, one.said) == (other.holds, other.said)


def are_so(found: dict[str, Property], expected: dict[str, Any]) -> None:
    # where play ends without goals, nothing is said of who wins
    asked = NAMES if expected["goals"] else NAMES[:5]
    assert {name: found[name].holds for name in asked} == {name: expected[name] for name in asked}
    assert found["positions"].said == f"{expected['positions']} are reachable"
    if expected["terminates"]:
        assert found["terminates"].said.split()[-2] == str(expected["longest"])
    for one in found.values():
        assert one.play is None or one.holds is False


def are_those_of_the_graph(walk: Walk, found: dict[str, Property]) -> None:
    expected = holds(0, walk.after, walk.over, walk.goals)
    are_so(found, expected)
    if not expected["coherent"]:
        play = found["coherent"].play
        assert play is not None
        (fluent,) = play.positions[-1]
        node = int(fluent.removeprefix("at(").removesuffix(")"))
        assert node in walk.over
        assert all(100 in values for values in walk.goals[node])


# --- several roles choose at once -----------------------------------------------------------------

DUEL = (GDL / "duel.kif").read_text("utf-8")


@tabled()
def test_games_in_which_several_choose_at_once(
    what: str, old: str, new: str, tmp_path: Path
) -> None:
    assert old in DUEL, what
    path = write(tmp_path / "duel.kif", DUEL.replace(old, new) if old else DUEL)
    oracle = Oracle(path)
    spots, after, idle, queue = {oracle.init: oracle.at(oracle.init)}, {}, False, [oracle.init]
    for position in queue:
        true, legal = spots[position], oracle.legal(spots[position])
        acting = {} if ("terminal",) in true else {r: some for r, some in legal.items() if some}
        idle = idle or (("terminal",) not in true and len(acting) < 2)
        joint = [dict(zip(acting, done, strict=True)) for done in product(*acting.values())]
        after[position] = [oracle.after(true, done) for done in joint if done]
        fresh = [one for one in dict.fromkeys(after[position]) if one not in spots]
        spots.update((one, oracle.at(one)) for one in fresh)
        queue += fresh
    over = {position for position, true in spots.items() if ("terminal",) in true}
    goals = {position: oracle.goals(true) for position, true in spots.items()}
    found = properties_of(game_of(str(path)), everybody=True)
    are_so(found, holds(oracle.init, after, over, goals) | {"playable": not idle})
    for name in ("playable", "terminates", "goals", "coherent"):
        assert (found[name].play is None) == bool(found[name].holds)


def test_of_many_joint_moves_at_one_position_no_more_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(f"{AT_ONCE}.MOST_MOVES", 2)
    found = properties_of(game_of(str(GDL / "duel.kif")), everybody=True)
    assert found["positions"].said == "several roles choose at once: 2 joint moves were looked at"
    assert found["positions"].holds is found["terminates"].holds is None


# --- up to symmetry -------------------------------------------------------------------------------


@tabled()
def test_up_to_symmetry_a_game_has_the_same_properties(
    game: str, const: dict[str, str], symmetries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = game_of(game, const)
    whole = properties_of(loaded, symmetry=False)
    assert whole["monotonic"].holds is not None
    monkeypatch.setattr(MANY, 0)
    assert whole == properties_of(loaded)  # small: nothing is folded
    folded = properties_of(loaded, max_positions=1500)  # enough up to symmetry
    assert folded["monotonic"].holds is None
    for name in (*NAMES[:-1], "positions"):
        assert (folded[name].holds, folded[name].said) == (whole[name].holds, whole[name].said)
    assert symmetries_of(loaded) == symmetries


@pytest.mark.parametrize("square", ["a", "b"])
def test_who_may_move_is_part_of_a_symmetry(
    square: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # nothing tells the squares apart but where o, whose move changes nothing, has none
    path = write(tmp_path / "idle.lp", contents("extensions/wellformed/wellformed_idle.lp") + (
        f"legal(o,noop) :- not true(marked({square})).\n"
    ))  # fmt: skip
    monkeypatch.setattr(MANY, 0)
    monkeypatch.setattr(f"{AT_ONCE}.MOST_GRAPHED", 0)
    playable = properties_of(game_of(str(path)), everybody=True)["playable"]
    assert playable.said == "o has no legal move in the last position"
