"""Gates against clingo itself, the two kinds of bit vectors, and one circuit for all moves."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from conftest import GDL, written
from games import problem
from tables import constant, tabled

from ttt_asp.claims.problem import Problem, free_play
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError, Unsuited
from ttt_asp.extensions.arrays.numpy_layers import NumpyForm
from ttt_asp.games.load import game_names, load_game
from ttt_asp.limits import Limits, ProgressReport
from ttt_asp.positions import explore as exploring
from ttt_asp.positions import moves
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.explore import explore
from ttt_asp.positions.gates import Network, schedule
from ttt_asp.positions.ground import Circuit, GroundRules, ground
from ttt_asp.positions.layers import Form
from ttt_asp.positions.links import Links
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.positions.moves import Effect, Specialiser
from ttt_asp.positions.position import facts_along
from ttt_asp.programs.program import Program
from ttt_asp.verdict import Move

pytestmark = pytest.mark.usefixtures("small_games")


def _circuit(text: str, inputs: int) -> tuple[GroundRules, Circuit]:
    """The circuit of a program over the open atoms in(1), in(2), ..."""
    rules = ground(Program(f"{{ in(1..{inputs}) }}.\n{text}"), Deadline())
    circuit = Circuit(rules)
    for (number,), atom in rules.atoms("in", 1).items():
        circuit.gates[atom] = circuit.network.input(int(number) - 1)
    return rules, circuit


def _truth(text: str, inputs: int, name: str, arity: int) -> dict[tuple[str, ...], list[bool]]:
    """The truth table of a predicate's atoms, one row for each number that the inputs spell."""
    rules, circuit = _circuit(text, inputs)
    atoms = rules.atoms(name, arity)
    circuit.build(atoms.values())
    plan = schedule(circuit.network, [circuit.gates[atom] for atom in atoms.values()])
    batch = Form(inputs).batch(list(range(1 << inputs)), plan)
    rows = {key: batch.values[circuit.gates[atom]] for key, atom in atoms.items()}
    return {
        key: [value >> (len(batch.positions) - 1 - n) & 1 == 1 for n in range(1 << inputs)]
        for key, value in rows.items()
    }


@tabled()
def test_bodies_mean_what_python_says(body: str, meaning: str) -> None:
    """What a body means is said of `b`, the inputs 1 to 5, in Python."""
    rows = _truth(f"p :- {body}.", 5, "p", 0)[()]
    for number, value in enumerate(rows):
        bits = {n: number >> (n - 1) & 1 for n in range(1, 6)}
        assert value == eval(meaning, {"b": bits})


def test_recursion_is_taken_to_its_least_fixpoint() -> None:
    edges = "edge(1,2,1). edge(2,3,2). edge(3,1,3). edge(3,4,4). edge(4,2,5)."
    text = edges + "on(1). on(B) :- on(A), edge(A,B,N), in(N). far :- on(4), not on(2)."
    rows = _truth(text, 5, "on", 1)
    for number in range(32):
        reached, fresh = {1}, [1]
        while fresh:
            here = fresh.pop()
            for a, b, n in ((1, 2, 1), (2, 3, 2), (3, 1, 3), (3, 4, 4), (4, 2, 5)):
                if a == here and number >> (n - 1) & 1 and b not in reached:
                    reached.add(b)
                    fresh.append(b)
        assert {int(key) for (key,), row in rows.items() if row[number]} == reached
    assert not any(_truth("p :- q. q :- p, in(1). q :- p.", 1, "p", 0).get((), [False]))


def test_a_cycle_through_negation_is_named() -> None:
    rules, circuit = _circuit("good(X) :- in(X), not bad(X). bad(X) :- in(X), not good(X).", 2)
    with pytest.raises(InputError, match="a cycle through negation: bad/1, good/1"):
        circuit.build(rules.atoms("good", 1).values())


@tabled()
def test_what_is_no_circuit_is_refused(text: str, named: str) -> None:
    with pytest.raises(Unsuited, match=f"the explicit engine cannot evaluate .*{named}"):
        _circuit(text, 1)


def test_gates_fold() -> None:
    network = Network()
    a, b = network.input(0), network.input(1)
    assert network.conjunction([a, network.negation(a)]) == 0
    assert network.disjunction([a, b, network.negation(b)]) == 1
    assert network.conjunction([a, 1, a]) == a
    assert network.conjunction([a, b]) == network.conjunction([b, a])
    assert network.at_least(2, [a, 1, b], [1, 1, 1]) == network.disjunction([a, b])
    assert network.at_least(4, [a, b], [1, 1]) == 0


# --- whole machines against clingo --------------------------------------------------------------


def _spoken(asked: Problem, fluents: frozenset[str]) -> dict[str, set[tuple[str, ...]]]:
    """What clingo says at one position."""
    (atoms,) = facts_along(asked.game, asked.strategies, [fluents])
    wanted = {"recommended": 2, "terminal": 0, "goal": 2}
    return {
        name: {tuple(map(str, arguments)) for arguments in atoms.get((name, arity), ())}
        for name, arity in wanted.items()
    }


def _positions(machine: Machine, number: int) -> list[int]:
    """Positions at random, most of them unreachable, with one role on turn."""
    chance = random.Random(7)
    turns = [bit for bit, fluent in enumerate(machine.base) if fluent.startswith("turn")]
    found = []
    for _ in range(number):
        density = chance.random() / 2
        bits = sum(1 << n for n in range(len(machine.base)) if chance.random() < density)
        for bit in turns:
            bits &= ~(1 << bit)
        found.append(bits | 1 << chance.choice(turns))
    return found


@tabled()
def test_a_machine_says_what_clingo_says(game: str, const: dict[str, int], x: str, o: str) -> None:
    asked = problem("x never loses", game, const=const, x=x, o=o)
    machine = load_machine(asked, Deadline())
    for position in _positions(machine, 12):
        batch = machine.evaluated([position])
        spoken = _spoken(asked, machine.unpack(position))
        assert bool(batch.values[machine.terminal]) == bool(spoken["terminal"])
        for role, goals in zip(machine.roles, machine.goals, strict=True):
            values = {str(value) for value, gate in goals.items() if batch.values[gate]}
            assert values == {value for who, value in spoken["goal"] if who == role}
        moves = [action.move for action in machine.actions if batch.values[action.plays]]
        played = {(move.role, move.action) for move in moves}
        assert played == (set() if spoken["terminal"] else spoken["recommended"])


@pytest.mark.parametrize("const", [{}, {"rows": 6, "cols": 6, "line": 3}])
def test_words_and_integers_agree(const: dict[str, int]) -> None:
    asked = problem("x never loses", const=const, x="first(fork, any)", o="first(defend, any)")
    machine = load_machine(asked, Deadline())
    positions = sorted(set(_positions(machine, 300)))
    bits = len(machine.base)
    small, large = Form(bits), NumpyForm(bits)
    packed = large.packed(positions)
    assert large.unpacked(packed) == positions
    one = small.batch(positions, machine.plan)
    other = large.batch(packed, machine.plan)
    gates = [gate for action in machine.actions for gate in (action.plays, action.legal)]
    for gate in [*gates, *(gate for _, gate in machine.outputs)]:
        a, b = one.values[gate], other.values[gate]
        assert one.count(a) == other.count(b)
        assert one.indices(a) == other.indices(b).tolist()
        if one.any(a):
            assert one.first(a) == other.first(b)
    counts = list(range(1, len(positions) + 1))
    pairs = []
    for action in machine.actions:
        effect = machine.specialise.together((action.move,))
        assert effect is not None
        a, b = one.values[action.plays], other.values[action.plays]
        after, twin = one.move(a, effect), other.move(b, effect)
        assert large.unpacked(twin) == after
        pairs.append(((after, one.selected(a, counts)),
                      (twin, other.selected(b, large.counts(counts)))))  # fmt: skip
    merged, sums = small.merge([pair for pair, _ in pairs])
    twins, totals = large.merge([pair for _, pair in pairs])
    assert large.unpacked(twins) == merged
    assert totals is not None
    assert totals.tolist() == sums
    middle = [merged[: len(merged) // 2]]
    fresh, _ = small.without(merged, None, middle)
    rest, _ = large.without(twins, None, [large.packed(middle[0])])
    assert large.unpacked(rest) == fresh == merged[len(merged) // 2 :]


# --- moves seen from where they lead, in lists and in arrays, against looking at all moves again


Kind = Callable[[int], Form]
FORMS: list[Kind] = [Form, NumpyForm]
# There are 2^70 ways through it: no word of 64 bits counts them.
DIAMONDS = [(n, n + 1) for n in range(70) for _ in range(2)]


def links(kind: Kind, size: int, moves: Sequence[tuple[int, int]]) -> Links:
    form, half = kind(8), len(moves) // 2
    parts = [part for part in (moves[:half], moves[half:]) if part]
    sources = [form.counts([source for source, _ in part]) for part in parts]
    targets = [form.counts([target for _, target in part]) for part in parts]
    incoming, every = form.incoming(size, sources, targets), form.packed(range(size))
    (places,) = form.finder(every)([every])
    return Links(form, every, places, incoming, form.filled(size, 0), {}, Deadline())


def led(size: int, moves: Sequence[tuple[int, int]], to: set[int], needed: list[int]) -> list[int]:
    """Say after how many moves each position is led to some, by looking at all of them again."""
    steps = [0 if place in to else size for place in range(size)]
    for number in range(1, size + 1):
        for place in range(size):
            led = [there for here, there in moves if here == place and steps[there] < number]
            if steps[place] == size and moves and 0 < needed[place] <= len(led):
                steps[place] = number
    return steps


def drawn(seed: int, forwards: bool) -> tuple[int, list[tuple[int, int]]]:
    """Draw moves, some more than once; `forwards` all lead from 0 on, to higher places."""
    random = Random(seed)
    size = random.randint(1, 12)
    pairs = [(random.randrange(size), random.randrange(size)) for _ in range(2 * size)]
    if not forwards:
        return size, pairs
    tree = [(random.randrange(place), place) for place in range(1, size)]
    return size, tree + [(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]]


@pytest.mark.parametrize("kind", FORMS)
@pytest.mark.parametrize("seed", range(40))
def test_positions_are_led_to_ends(kind: Kind, seed: int) -> None:
    size, moves = drawn(seed, forwards=False)
    known, random = links(kind, size, moves), Random(seed)
    number = [sum(here == place for here, _ in moves) for place in range(size)]
    assert known.form.numbers(known.incoming.moves) == number
    over = {place for place in range(size) if not number[place]}
    needed = [random.choice([1, max(1, n)]) for n in number]
    asked = known.form.taken(known.incoming.moves, known.places)
    for place, least in enumerate(needed):
        known.form.put(asked, known.form.counts([place]), least)
    steps, levels = known.led([known.form.counts([place]) for place in over], asked)
    far = led(size, moves, over, needed)
    assert known.form.numbers(steps) == far
    for moves_left, places in enumerate(levels):
        assert sorted(known.form.numbers(places)) == [
            p for p in range(size) if far[p] == moves_left
        ]


@pytest.mark.parametrize("kind", FORMS)
@pytest.mark.parametrize("seed", range(40))
def test_the_longest_play_is_the_graphs(kind: Kind, seed: int) -> None:
    size, moves = drawn(seed, forwards=seed % 2 == 0)
    known = links(kind, size, moves)
    number = [sum(here == place for here, _ in moves) for place in range(size)]
    over = {place for place in range(size) if not number[place]}
    heights = led(size, moves, over, number)
    assert known.form.numbers(known.heights) == heights
    assert known.cyclic == (size in heights)
    assert known.endless == {place for place in range(size) if heights[place] == size}
    assert known.heights_of([size - 1, 0]) == [heights[-1], heights[0]]


@pytest.mark.parametrize("kind", FORMS)
@pytest.mark.parametrize("seed", range(20))
def test_plays_are_counted(kind: Kind, seed: int) -> None:
    size, moves = drawn(seed, forwards=True)
    plays = [1] + [0] * (size - 1)
    for place in range(1, size):  # moves lead to higher ones
        plays[place] = sum(plays[here] for here, there in moves if there == place)
    known = links(kind, size, moves)
    assert known.form.numbers(known.plays(0)) == plays


@pytest.mark.parametrize("kind", FORMS)
def test_counts_grow_beyond_words(kind: Kind) -> None:
    known = links(kind, 71, DIAMONDS)
    assert known.form.numbers(known.plays(0)) == [2**n for n in range(71)]


def test_what_rests_on_an_atom_through_others_is_found() -> None:
    rules, circuit = _circuit("a :- in(1). b :- a. c :- b. other :- in(2).", 2)
    names = {rules.atoms(name, 0)[()]: name for name in ("a", "b", "c", "other")}
    circuit.build(names)
    found = circuit.dependents([rules.atoms("in", 1)["1",]])
    assert [names[atom] for (atom,) in found] == ["a", "b", "c"]


# --- one circuit for all moves says what a circuit for each move says -----------------------------


FILES = sorted(path for path in GDL.glob("*.kif") if path.name not in ("duel.kif", "misere.kif"))

# Both move at once, one of them without a choice; whoever waits counts.
AT_ONCE: str = constant(__file__, "AT_ONCE")


def explored(game: str, most: int = 300) -> Exploration:
    match = free_play(load_game(game, {}))
    machine = load_machine(match, Deadline())
    return explore(match, machine, Limits(count=False, max_positions=most))


def said(found: Exploration) -> tuple[list[list[int]], set[tuple[str, int, int]]]:
    """The positions of each layer, and all moves: from where, and where to."""
    layers, steps = [], set()
    for layer in found.layers:
        positions = found.form.unpacked(layer)
        layers.append(positions)
        for action, places, after in found.successors(layer):
            ends = found.form.unpacked(after)
            for place, end in zip(places, ends, strict=True):
                steps.add((str(action.move), positions[place], end))
    return layers, steps


@pytest.mark.parametrize("arrays", [False, True])
@pytest.mark.parametrize("game", [*game_names(), *map(str, FILES), "at once"])
def test_positions_and_moves_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, arrays: bool
) -> None:
    if game == "at once":
        game = written(tmp_path / "game.kif", AT_ONCE)
    if arrays:
        monkeypatch.setattr(exploring, "MANY", 0)
    one_by_one = said(explored(game))
    monkeypatch.setattr(Specialiser, "_costly", True)
    together = explored(game)
    assert said(together) == one_by_one
    assert not together.machine.specialise._known and len(one_by_one[1]) > 1


def test_what_is_no_fluent_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = AT_ONCE.replace("(role p) (role q)", "(role p) (role q) (<= (base (at ?r ?n)) (role ?r) "
                           "(succ ?m ?n)) (base (at p 0)) (base (at q 0)) (base (turn p)) "
                           "(base (turn q))")  # fmt: skip
    game = written(tmp_path / "game.kif", text)
    monkeypatch.setattr(Specialiser, "_costly", True)
    with pytest.raises(InputError, match="makes true what is no fluent"):
        explored(game)


# Whoever moves to a square joins all groups beside it.
GROUPS: str = constant(__file__, "GROUPS")


def test_moves_with_many_gates_are_not_made_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "MANY", 0)
    connect = explored(str(GDL / "connect.kif")).machine.specialise
    assert len(connect._known) == 8
    squares = "".join(f"(square {n}) (beside {n} {n + 1})" for n in range(9))
    game = written(tmp_path / "game.kif", GROUPS.format(squares=squares))
    assert len(explored(game).machine.specialise._known) == 1


def test_exploring_is_told_before_moves_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    together = Specialiser.together

    def made(specialiser: Specialiser, made: tuple[Move, ...]) -> Effect | None:
        said.append("a move")
        return together(specialiser, made)

    monkeypatch.setattr(Specialiser, "together", made)

    def tell(report: ProgressReport) -> None:
        said.append(str(report))

    match = free_play(load_game("tictactoe", {}))
    limits = Limits(progress=tell, max_positions=20)
    explore(match, load_machine(match, Deadline()), limits)
    assert said[:2] == ["1 position, up to 0 moves", "a move"]
