"""Moves seen from where they lead, in lists and in arrays, against looking at all moves again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from ttt_asp.deadline import Deadline
from ttt_asp.extensions.arrays.numpy_layers import NumpyForm
from ttt_asp.positions.layers import Form
from ttt_asp.positions.links import Links
from ttt_asp.positions.list_layers import ListForm

Kind = Callable[[int], Form[Any, Any, Any]]
FORMS: list[Kind] = [ListForm, NumpyForm]
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
    mine = [random.randrange(2) for _ in range(size)]
    known.form.put(known.movers, known.form.counts([p for p in range(size) if mine[p]]), 1)
    steps, own = known.led([known.form.counts([place]) for place in over], asked, role=1)
    expected, counted = led(size, moves, over, needed), known.form.numbers(own)
    assert known.form.numbers(steps) == expected
    for place, far in enumerate(expected):
        near = [there for here, there in moves if here == place and expected[there] == far - 1]
        sums = [counted[there] + mine[place] for there in near] if far else [0]
        assert far == size or counted[place] in sums


@pytest.mark.parametrize("kind", FORMS)
@pytest.mark.parametrize("seed", range(40))
def test_longest_plays(kind: Kind, seed: int) -> None:
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
