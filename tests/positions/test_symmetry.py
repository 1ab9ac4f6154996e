"""Automorphisms, against all permutations; layers up to symmetry, against images one by one."""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from conftest import examples, tactic, written
from drawn_games import FAVOUR, RULES, random_game
from games import problem
from hypothesis import given
from hypothesis import strategies as st
from tables import constant, contents, tabled
from test_scratch import bare

from ttt_asp.claims.problem import Problem, free_play
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.explicit import prove
from ttt_asp.extensions.arrays import groups, symmetry
from ttt_asp.extensions.arrays.groups import Permutation, generated, generators
from ttt_asp.extensions.arrays.orbit_layers import OrbitForm
from ttt_asp.extensions.arrays.words import restored, transposed
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits, ProgressReport
from ttt_asp.positions import explore as explore_module
from ttt_asp.positions.explore import explore
from ttt_asp.positions.layers import Form
from ttt_asp.positions.machine import Machine, load_machine

pytestmark = pytest.mark.usefixtures("small_games")

CLAIMS: list[str] = constant(__file__, "CLAIMS")
TERMS = ["any", "any", "first(favour, any)", "favour"]


@pytest.mark.no_cover
@given(
    st.sampled_from(sorted(RULES)),
    st.integers(0, 10**6),
    st.sampled_from(CLAIMS),
    st.sampled_from(TERMS),
    st.sampled_from(TERMS),
    st.none() | st.integers(0, 6),
    st.sets(st.integers(0, 6), max_size=2),
)
@examples(6, hunt=60)
def test_nothing_changes_up_to_symmetry(
    tmp_path_factory: pytest.TempPathFactory,
    kind: str,
    seed: int,
    claim: str,
    x: str,
    o: str,
    horizon: int | None,
    stops: set[int],
) -> None:
    """Nor does anything where layers are kept in a folder, after who stopped at some of them."""
    folder = tmp_path_factory.mktemp("random")
    game, size = random_game(kind, seed, folder)
    squares = Random(seed).sample(range(size), 2)
    tactic(folder, "favour", FAVOUR.format(squares=";".join(map(str, squares))))
    roles = {"x": x, "o": o}
    same(read(Question(claim, roles, game, {}, horizon, (), (folder,)), Deadline()), folder, stops)


def interrupted(asked: Problem, folder: Path, moves: int) -> None:
    """Begin an answer that Ctrl-C ends while the layer after so many moves is looked at."""

    def stop(reached: ProgressReport) -> None:
        if reached.moves == moves:
            raise KeyboardInterrupt

    prove(asked, Limits(scratch=folder, progress=stop))


def same(asked: Problem, folder: Path | None = None, stops: Collection[int] = ()) -> None:
    """Hold an answer with symmetry, and one with a folder, against one without."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explore_module, "MANY", 0)
        patch.setattr(explore_module, "AT_ONCE", 8)
        plain = bare(prove(asked, Limits(symmetry=False)))
        assert bare(prove(asked, Limits())) == plain
        if folder is None:
            return
        for moves in sorted(stops):
            interrupted(asked, folder / "scratch", moves)
        for _ in range(2):
            assert bare(prove(asked, Limits(scratch=folder / "scratch"))) == plain


@pytest.mark.parametrize("claim", ["x never loses", "x can tie"])
@tabled()
def test_strategies_have_the_same_plays_up_to_symmetry(x: str, o: str, claim: str) -> None:
    same(problem(claim, x=x, o=o))


@tabled()
def test_boards_have_the_same_plays_up_to_symmetry(game: str, const: dict[str, int]) -> None:
    same(problem("x never loses", game, const=const))


# --- what is kept --------------------------------------------------------------------------------


def machine_of(game: str = "tictactoe", **const: int) -> Machine:
    loaded = load_game(game, {name: str(value) for name, value in const.items()})
    return load_machine(free_play(loaded), Deadline())


def kept(monkeypatch: pytest.MonkeyPatch, asked: Problem) -> tuple[Form, int]:
    """The form of the layers, and how many positions are kept in them."""
    monkeypatch.setattr(explore_module, "MANY", 0)
    found = explore(asked, load_machine(asked, Deadline()), Limits(), fold=True)
    return found.form, sum(map(found.form.size, found.layers))


def test_positions_of_the_game_are_counted_up_to_symmetry(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """They are 765, as is known of tic-tac-toe; a strategy leaves fewer symmetries."""
    form, number = kept(monkeypatch, problem("x never loses"))
    assert (len(form.group), number) == (8, 765)
    tactic(tmp_path, "one", "suggests(one,P,mark(cell(1,1))) :- free(cell(1,1)), role(P).\n")
    asked = Question("x never loses", {"x": "first(one, any)"}, folders=(tmp_path,))
    form, _ = kept(monkeypatch, read(asked, Deadline()))
    assert len(form.group) == 2
    form, _ = kept(monkeypatch, problem("x never loses", "nim"))
    assert not form.folds


@tabled()
def test_boards_have_as_many_symmetries_as_known(const: dict[str, int], number: int) -> None:
    assert len(symmetry.symmetry_group(machine_of("tictactoe", **const))) == number


@tabled()
def test_where_play_begins_is_no_matter_of_symmetry(position: str, number: int) -> None:
    asked = read(Question("x never loses", position=position), Deadline())
    assert len(symmetry.symmetry_group(load_machine(asked, Deadline()))) == number
    if number < 8:
        same(asked)


def test_of_a_vast_group_a_part_is_used() -> None:
    found = symmetry.symmetry_group(machine_of("hypercube", side=2, dim=3))
    there = set(found)  # any two squares are a line
    assert 1 < len(found) == len(there) <= symmetry.MOST
    assert all(tuple(p[i] for i in q) in there for p, q in product(found[:20], found))


# Round a ring of four places, either way about; x may end the game where the token was not.
RING = contents("positions/symmetry_ring.lp")


@pytest.mark.parametrize("claim", ["x always wins", "x never loses", "o can win"])
def test_a_circle_of_symmetric_positions_is_found(claim: str, tmp_path: Path) -> None:
    """A play comes to an image of where it was: layers up to symmetry are given up."""
    game = written(tmp_path / "ring.lp", RING)
    asked = read(Question(claim, game=game), Deadline())
    assert len(symmetry.symmetry_group(load_machine(asked, Deadline()))) == 2
    same(asked)
    assert prove(asked, Limits()).verdict == ("proved" if "never" in claim else "refuted")


# --- nothing is believed -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_a_library_that_lies_is_not_believed(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly right: two vertices of a color are exchanged, among those of fluents and moves."""
    random, honest, truth = Random(seed), generators, set(symmetry.symmetry_group(machine_of()))
    told: list[dict[symmetry.Node, symmetry.Node]] = []

    def lying(colors: list[int], edges: list[tuple[int, int]], *more: Any) -> list[Permutation]:
        said = []
        for some in honest(colors, edges, *more):
            first = [v for v in range(200) if colors[v] == colors[0]]
            one, other = random.sample(first, 2)
            swapped = list(some)
            swapped[one], swapped[other] = swapped[other], swapped[one]
            said += [tuple(swapped), some]
        return said

    monkeypatch.setattr(symmetry, "generators", lying)
    machine = machine_of()
    written = list(symmetry.records(machine))
    inputs = {("gate", machine.circuit.network.input(bit)) for bit in range(len(machine.base))}
    proposed = symmetry._proposed(written, list(inputs))
    told = [some for some in proposed if not symmetry.respects(some, written)]
    assert any({node for node in lie if lie[node] != node} & inputs for lie in told)
    assert set(symmetry.symmetry_group(machine)) <= truth
    same(problem("x never loses"))


# What somebody does to a and b is not the same, though the end is. Each of three fluents becomes
# what the next one is: they can be turned, and not exchanged; so can three helpers, each of which
# rests on the next one. Two moves that do the same are not the same where one needs more, if what
# they do lasts or not; where one makes true what is no fluent; or where what another role has to do
# at the same time adds to one of them only, everywhere or where the other may do it.
@pytest.mark.parametrize(
    ("name", "symmetries"),
    [
        *(("losing", 1), ("turning", 3), ("helped", 3), ("allowed", 1), ("kept", 1)),
        *(("stray", 1), ("accompanied", 1), ("answered", 1)),
    ],
)
def test_what_tells_fluents_apart(name: str, symmetries: int, tmp_path: Path) -> None:
    game = load_game(written(tmp_path / "one.lp", contents(f"positions/symmetry_{name}.lp")), {})
    assert len(symmetry.symmetry_group(load_machine(free_play(game), Deadline()))) == symmetries


def test_a_machine_that_is_not_quite_symmetric() -> None:
    written = list(symmetry.records(machine_of()))
    nodes = sorted({node for _, ordered, _ in written for node in ordered})
    random = Random(0)
    for some in symmetry._proposed(written, nodes):
        assert symmetry.respects(some, written)
        for number in random.sample(range(len(written)), 60):
            label, ordered, rest = written[number]
            kinds = [node for node in nodes if node[0] == ordered[-1][0] and node != ordered[-1]]
            other = (label, (*ordered[:-1], random.choice(kinds)), rest)
            mutated = [*written[:number], other, *written[number + 1 :]]
            image = (
                label,
                tuple(some[node] for node in other[1]),
                tuple(sorted((weight, some[node]) for weight, node in rest)),
            )
            if image not in mutated:  # else it is as symmetric as before
                assert not symmetry.respects(some, mutated)


# --- images, many at once -----------------------------------------------------------------------


def test_vectors_are_restored() -> None:
    random = np.random.default_rng(3)
    for number in (1, 63, 64, 65, 1000):
        words = random.integers(0, 2**64, number, np.uint64, endpoint=False)
        vectors = transposed(words, -(-number // 64))
        assert (restored(vectors, number) == words).all()


@pytest.mark.parametrize("bits", [3, 9, 64, 70, 130])
@pytest.mark.parametrize("seed", range(2))
def test_orbits_are_those_of_all_images(bits: int, seed: int) -> None:
    random = Random(seed)
    group = generated([turned(bits, random)], bits, symmetry.MOST, Deadline())
    assert group is not None
    form = OrbitForm(bits, group)
    numbers = [random.getrandbits(bits) & random.getrandbits(bits) for _ in range(200)]
    orbits = [{image(number, some) for some in group} for number in numbers]
    assert form.sizes(form.packed(numbers)).tolist() == [len(orbit) for orbit in orbits]
    halves = [
        form.gathered([(form.packed(some), form.counts([1] * 100))])
        for some in (numbers[:100], numbers[100:])
    ]
    layer, counts = form.merge(halves)
    times = Counter(min(orbit) for orbit in orbits)
    assert form.unpacked(layer) == sorted(times)
    assert counts is not None
    assert counts.tolist() == [times[one] for one in sorted(times)]
    (places,) = form.finder(layer)([form.packed(numbers)])
    assert [form.at(layer, int(place)) for place in places] == [min(orbit) for orbit in orbits]


def turned(bits: int, random: Random) -> Permutation:
    """Some bits go round, in threes."""
    found = list(range(bits))
    for start in range(0, bits - 2, 3):
        if not start or random.random() < 0.9:
            found[start : start + 3] = [start + 1, start + 2, start]
    return tuple(found)


def image(number: int, some: Permutation) -> int:
    return sum(1 << some[bit] for bit in range(len(some)) if number >> bit & 1)


Edge = tuple[int, int]


def every(colors: Sequence[int], edges: Sequence[Edge]) -> set[Permutation]:
    """All automorphisms, by trying all permutations."""
    return {
        some
        for some in permutations(range(len(colors)))
        if all(colors[some[vertex]] == colors[vertex] for vertex in range(len(colors)))
        and {(some[a], some[b]) for a, b in edges} == set(edges)
    }


def closure(found: Sequence[Permutation], size: int) -> set[Permutation]:
    """The group that permutations generate."""
    group = {tuple(range(size))}
    fresh = set(group)
    while fresh:
        fresh = {tuple(g[i] for i in one) for g in found for one in fresh} - group
        group |= fresh
    return group


GRAPHS = st.integers(1, 5).flatmap(
    lambda size: st.tuples(
        st.lists(st.integers(0, 1), min_size=size, max_size=size),
        st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), unique=True),
    )
)


@given(GRAPHS)
@examples(40)
def test_they_generate_the_whole_group(graph: tuple[list[int], list[Edge]]) -> None:
    colors, edges = graph
    edges = [(a, b) for a, b in edges if a != b]
    assert closure(generators(colors, edges), len(colors)) == every(colors, edges)


def test_many_that_are_alike_are_not_looked_at_without_need() -> None:
    """Thirty that can be exchanged, and two others."""
    colors = [0] * 30 + [1, 1]
    assert len(generators(colors, [])) == 30
    (only,) = generators(colors, [], moving=[30])
    assert [v for v, other in enumerate(only) if v != other] == [30, 31]
    assert len(generators(colors, [], most=5)) == 5


def test_no_symmetry_is_no_generator() -> None:
    assert generators([0, 0, 0], [(0, 1), (1, 2)]) == []
    assert generators([], []) == []


@tabled()
def test_what_the_library_says_is_not_believed(
    lie: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    # the path 0 -> 1 -> 2 -> 3, of which the first two have a color of their own
    monkeypatch.setattr(groups, "_candidates", lambda colors, edges: [list(lie)])
    assert generators([0, 0, 1, 1], [(0, 1), (1, 2), (2, 3)]) == []
