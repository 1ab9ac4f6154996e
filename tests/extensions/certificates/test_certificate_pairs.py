"""Certificates of pairings: those written are valid, changed ones as brute force says.

They are about replies to the first moves, or about pairs that repeat on all boards.
"""

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle_certificates import Json, accepted, encode
from oracle_folding import closure
from oracle_games import paired
from tables import tabled
from valid_certificates import SETS, found_replies, positional_game, valid

Set = frozenset[int]

# --- replies --------------------------------------------------------------------------------------


def replies_hold(data: Json) -> bool:
    """Whether the replies do what they are listed for, the symmetries being right."""
    sets, squares = data["sets"], len(data["sets"]["squares"])
    number = {square: n for n, square in enumerate(sets["squares"])}
    maker = next(role for role in sets["roles"] if role != data["claim"].split(" ")[0])
    lines = [frozenset(number[square] for square in one) for one in sets["sets"][maker]]
    group = closure(data["symmetries"], squares)

    def position(replies: Any, maker: Set, breaker: Set) -> bool:
        free = frozenset(range(squares)) - maker - breaker
        open_ = tuple(line for line in lines if not line & breaker)
        if replies is None:
            return paired(open_, free)
        keep = [one for one in group if all(one[n] == n for n in maker | breaker)]
        if isinstance(replies, dict):
            other: int = replies["otherwise"]
            listed = {move: reply for reply, moves in replies["to"] for move in moves}
            return all(last(move, listed.get(move, other), free, open_) for move in free)
        reached = {one[move] for move, _, _ in replies for one in keep}
        return reached == free and all(
            reply in free - {move}
            and not any(line <= maker | {move} for line in open_)
            and position(then, maker | {move}, breaker | {reply})
            for move, reply, then in replies
        )

    def last(move: int, reply: int, free: Set, open_: tuple[Set, ...]) -> bool:
        left = tuple(line for line in open_ if reply not in line)
        return reply in free - {move} and paired(left, free - {move, reply})

    opening = frozenset(() if data["opening"] is None else (data["opening"],))
    return position(data["replies"], frozenset(), opening)


def places(replies: Any) -> Iterator[tuple[Any, Any]]:
    """Where a reply stands: a container and a key."""
    if isinstance(replies, dict):
        yield replies, "otherwise"
        for entry in replies["to"]:
            yield entry, 0
    elif isinstance(replies, list):
        for entry in replies:
            yield entry, 1
            yield from places(entry[2])


def compared(data: Json) -> None:
    """Change every reply to every square: some changes do as well, and others do not."""
    assert accepted(encode(data)) and replies_hold(data)
    said = set()
    spots = [*places(data["replies"]), *([] if data["opening"] is None else [(data, "opening")])]
    for where, key in spots:
        before = where[key]
        for where[key] in range(len(data["sets"]["squares"])):
            right = accepted(encode(data))
            assert right == replies_hold(data), (where, key, where[key])
            said.add(right)
        where[key] = before
    assert said == {False, True}


@pytest.mark.parametrize("name", ["four", *SETS])
def test_a_changed_reply_is_refused_where_it_does_not_do_as_well(name: str) -> None:
    compared(valid(name))


@pytest.mark.slow
@given(
    st.lists(st.frozensets(st.sampled_from("abcdefg"), min_size=2, max_size=4), max_size=6),
    st.sampled_from(["black", "white"]),
    st.data(),
)  # fmt: skip
@examples(25, hunt=40)
def test_changed_replies_of_random_sets_are_judged_as_by_the_oracle(
    tmp_path_factory: pytest.TempPathFactory,
    sets: list[frozenset[str]],
    first: str,
    data: st.DataObject,
) -> None:
    path = tmp_path_factory.mktemp("sets") / "sets.pg"
    game = positional_game([*map("".join, sets), "abcdefg"], first, path)
    listed = found_replies(game, 3)
    if listed is None:
        return
    assert accepted(encode(listed))
    if spots := list(places(listed["replies"])):
        where, key = data.draw(st.sampled_from(spots))
        where[key] = data.draw(st.integers(0, 6))
        assert accepted(encode(listed)) == replies_hold(listed)


def nodes(replies: Any) -> Iterator[list[Any]]:
    if isinstance(replies, list):
        yield replies
        for entry in replies:
            yield from nodes(entry[2])


def test_every_missing_reply_is_missed() -> None:
    data = valid("star")
    for node in [*nodes(data["replies"])]:
        for number in range(len(node)):
            entry = node.pop(number)
            assert not accepted(encode(data))
            node.insert(number, entry)
    assert accepted(encode(data))


# --- pairs that repeat ----------------------------------------------------------------------------

WAYS = {"right": (0, 1), "down": (1, 0), "diag": (1, 1), "anti": (1, -1)}


def repeated_hold(data: Json, rows: int, cols: int) -> bool:
    """Whether pairs are apart and in each line, on one board, square by square."""
    period, line = data["period"], data["const"]["line"]
    partner: dict[tuple[int, int], tuple[int, int]] = {}
    # pairs may begin beside the board, and have one square on it
    for i, j in product(range(-1, rows + 1), range(-1, cols + 1)):
        for name, (down, right) in WAYS.items():
            for _ in range(data["pairs"][name].count([i % period, j % period])):
                one, other = (i, j), (i + down, j + right)
                if one in partner or other in partner:
                    return False
                partner |= {one: other, other: one}
    for (i, j), (down, right) in product(product(range(rows), range(cols)), WAYS.values()):
        squares = [(i + down * n, j + right * n) for n in range(line)]
        if all(0 <= a < rows and 0 <= b < cols for a, b in squares) and not any(
            partner.get(one) == other for one, other in pairwise(squares)
        ):
            return False
    return True


@tabled()
def test_pairs_that_repeat_hold_on_boards(size: tuple[int, int]) -> None:
    assert repeated_hold(valid("periodic"), *size)


def changed(nine: Json) -> list[Json]:
    """A pair less, a pair more, a pair moved by one, in each direction, and another direction."""
    found = []
    for name, pairs in nine["pairs"].items():
        others = {key: some for key, some in nine["pairs"].items() if key != name}
        for n, (i, j) in enumerate(pairs):
            rest = [*pairs[:n], *pairs[n + 1 :]]
            found += [{**nine, "pairs": {**others, name: rest}}]
            found += [{**nine, "pairs": {**others, name: [*pairs, [i, j]]}}]
            for down, right in ((0, 1), (1, 0), (0, 7)):
                moved = [*rest, [(i + down) % 8, (j + right) % 8]]
                found += [{**nine, "pairs": {**others, name: moved}}]
    turned = {**nine["pairs"], "right": nine["pairs"]["down"], "down": nine["pairs"]["right"]}
    found += [{**nine, "pairs": turned}, {**nine, "const": {"line": 8}}, {**nine, "period": 7}]
    return [*found, {**nine, "period": 16}, {**nine, "const": {"line": 10}}]


def test_a_changed_one_is_valid_where_it_holds() -> None:
    every = changed(valid("periodic"))
    said = [accepted(encode(one)) for one in every]
    assert said == [repeated_hold(one, 26, 26) for one in every]
    assert said[-1] and not any(said[:-1])  # only ten in a row is a weaker claim
