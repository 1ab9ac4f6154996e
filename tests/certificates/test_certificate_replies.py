"""Certificates of replies: those written are valid, changed ones as brute force says."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from conftest import Alone, examples
from hypothesis import given
from hypothesis import strategies as st
from oracle_certificates import at, copy, encode, paths
from tables import tabled

from ttt_asp.analyses.ahead.find import find_ahead
from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.main import Report, verify
from ttt_asp.certificates.verify_moves import verify_game
from ttt_asp.certificates.writing import replies_certificate as certificate
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import Deadline
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.strategies.library import open_library

Json = dict[str, Any]
Set = frozenset[int]

FOUR = {"rows": "4", "cols": "4", "line": "4"}
# That need one answer, two, and an opening.
SETS = {
    "corner": (["abc", "ade", "bd", "fgh"], "black"),
    "star": (["abc", "abd", "acd", "efg", "efh", "egh"], "black"),
    "second": (["ab", "bc", "cd", "efg"], "white"),
}


def written(game: Game, ahead: int) -> Json:
    found = find_ahead(game, ahead, Deadline())
    assert found.verdict == "found"
    data: Json = json.loads(json.dumps(certificate(found)))
    return data


def positional(sets: Sequence[str], first: str, folder: Path) -> Game:
    """A game in which black is to complete one of some sets of letters."""
    squares = sorted(set("".join(sets)))
    turns = [n for n in range(len(squares)) if (n % 2 == 0) == (first == "black")]
    text = [
        "#times", " ".join(f"t{n}" for n in range(len(squares))),
        "#blackturns", " ".join(f"t{n}" for n in turns),
        "#positions", " ".join(squares), "#blackwins", *(" ".join(one) for one in sets),
    ]  # fmt: skip
    path = folder / "sets.pg"
    path.write_text("\n".join(text) + "\n")
    return load_game(str(path), {})


@pytest.fixture
def four() -> Json:
    return written(load_game("tictactoe", FOUR), 2)


# --- what a certificate says, by brute force ------------------------------------------------------


@cache
def paired(lines: tuple[Set, ...], free: Set) -> bool:
    """Whether lines can have two free squares each, all different: by trying."""
    if not lines:
        return True
    return any(
        paired(lines[1:], free - {*pair}) for pair in combinations(sorted(lines[0] & free), 2)
    )


def holds(data: Json, lines: Sequence[Set], squares: int) -> bool:
    """Whether the replies do what they are listed for, the symmetries being right."""
    group = {tuple(range(squares))}
    while (
        more := {tuple(other[n] for n in one) for one in group for other in data["symmetries"]}
        - group
    ):
        group |= more

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


def accepted(data: Json) -> bool:
    try:
        return isinstance(verify(encode(data)), Report)
    except Rejected:
        return False


def lines_of(game: Game) -> list[Set]:
    squares = sorted({square for (square,) in game.facts["square"]})
    number = {square: n for n, square in enumerate(squares)}
    names = {line for _, line in game.facts["line_for"]}
    return [
        frozenset(number[square] for square, one in game.facts["part_of"] if one == line)
        for line in sorted(names)
    ]


def compared(data: Json, lines: Sequence[Set], squares: int) -> tuple[int, int]:
    """Change every reply to every square; how many changes were accepted, and rejected."""
    counts = [0, 0]
    spots = [*places(data["replies"]), *([] if data["opening"] is None else [(data, "opening")])]
    for where, key in spots:
        before = where[key]
        for square in range(squares):
            where[key] = square
            right = accepted(data)
            assert right == holds(data, lines, squares), (where, key, square)
            counts[not right] += 1
        where[key] = before
    return counts[0], counts[1]


# --- tests ----------------------------------------------------------------------------------------


def test_a_changed_reply_is_refused_where_it_does_not_do_as_well(four: Json) -> None:
    lines = lines_of(load_game("tictactoe", FOUR))
    assert accepted(four) and holds(four, lines, 16)
    right, wrong = compared(four, lines, 16)
    assert right and wrong


@pytest.mark.parametrize("name", SETS)
def test_changed_replies_in_games_of_sets(name: str, tmp_path: Path) -> None:
    sets, first = SETS[name]
    game = positional(sets, first, tmp_path)
    data = written(game, 3)
    squares = len(set("".join(sets)))
    assert accepted(data) and holds(data, lines_of(game), squares)
    right, wrong = compared(data, lines_of(game), squares)
    assert right and wrong


@pytest.mark.slow
@given(
    st.lists(st.frozensets(st.sampled_from("abcdefg"), min_size=2, max_size=4), max_size=6),
    st.sampled_from(["black", "white"]),
    st.data(),
)  # fmt: skip
@examples(40)
def test_changed_replies_of_random_sets(
    tmp_path_factory: pytest.TempPathFactory,
    sets: list[frozenset[str]],
    first: str,
    data: st.DataObject,
) -> None:
    game = positional([*map("".join, sets), "abcdefg"], first, tmp_path_factory.mktemp("sets"))
    found = find_ahead(game, 3, Deadline())
    if found.verdict != "found":
        return
    listed: Json = json.loads(json.dumps(certificate(found)))
    assert accepted(listed)
    if spots := list(places(listed["replies"])):
        where, key = data.draw(st.sampled_from(spots))
        where[key] = data.draw(st.integers(0, 6))
        assert accepted(listed) == holds(listed, lines_of(game), 7)


# --- anything changed anywhere --------------------------------------------------------------------


def never_loses(sets: Json, breaker: str) -> bool:
    """Whether a role can hold a game of sets, whatever the other does: by trying all plays."""
    number = {square: n for n, square in enumerate(sets["squares"])}
    lines = {
        role: [{number[s] for s in one} for one in sets["sets"][role]] for role in sets["roles"]
    }
    other = next(role for role in sets["roles"] if role != breaker)
    lost = {"wins": other, "loses": breaker}[sets["completing"]]

    @cache
    def held(theirs: Set, ours: Set, made: int) -> bool:
        for role, own in ((other, theirs), (breaker, ours)):
            if any(line <= own for line in lines[role]):
                return bool(role != lost)
        if made == len(sets["turns"]):
            return bool(sets["otherwise"] != other)
        free = frozenset(range(len(number))) - theirs - ours
        if sets["turns"][made] == breaker:
            return any(held(theirs, ours | {one}, made + 1) for one in free)
        return all(held(theirs | {one}, ours, made + 1) for one in free)

    first = (frozenset(number[s] for s in sets["marked"][role]) for role in (other, breaker))
    return bool(held(*first, 0))


@cache
def seed(name: str) -> Json:
    with TemporaryDirectory() as folder:
        return written(positional(*SETS[name], Path(folder)), 3)


WORDS = ["black", "white", "wins", "loses", "tie", "a", "b", 0, 1, 5, None, [], "black never loses"]


@examples(40)
@given(st.sampled_from(sorted(SETS)), st.integers(1, 3), st.data())
def test_an_accepted_mutant_tells_the_truth(name: str, changes: int, data: st.DataObject) -> None:
    """Whatever replies it lists, and however its game was changed: who never loses can do so."""
    mutant: Any = copy(seed(name))
    for _ in range(changes):
        branch = data.draw(st.sampled_from(["sets", "replies", "claim", "opening", "symmetries"]))
        spots = [path for path in paths(mutant) if path and path[0] == branch]
        if not spots:
            continue
        path: Any = data.draw(st.sampled_from(spots))
        where, key = at(mutant, path[:-1]), path[-1]
        change = data.draw(st.sampled_from(["drop", "word", "double", "borrow"]))
        if change == "drop":
            del where[key]
        elif change == "double" and isinstance(where, list):
            where.insert(int(key), copy(where[key]))
        elif change == "borrow":
            where[key] = copy(at(mutant, data.draw(st.sampled_from(spots))))
        else:
            where[key] = copy(data.draw(st.sampled_from(WORDS)))
    if accepted(mutant):
        assert never_loses(mutant["sets"], mutant["claim"].removesuffix(" never loses"))


def test_every_missing_reply_is_missed(tmp_path: Path) -> None:
    data = written(positional(*SETS["star"], tmp_path), 3)

    def nodes(replies: Any) -> Iterator[list[Any]]:
        if isinstance(replies, list):
            yield replies
            for entry in replies:
                yield from nodes(entry[2])

    found = list(nodes(data["replies"]))
    assert found
    for node in found:
        for number in range(len(node)):
            entry = node.pop(number)
            assert not accepted(data)
            node.insert(number, entry)
    assert accepted(data)


def test_a_pairing_is_found_anew(four: Json) -> None:
    for data in (written(load_game("hypercube", {"side": "6", "dim": "2"}), 1), four):
        data["replies"] = None
        assert accepted(data) == (data is not four)


@tabled()
def test_what_is_wrong_is_said(four: Json, key: str, value: Any, said: str) -> None:
    four[key] = value
    with pytest.raises(Rejected, match=said):
        verify(encode(four))


def of_sets(squares: str, black: list[str], first: str, replies: Any, **more: Any) -> Json:
    """A certificate of replies by white, in a game of sets that black is to complete."""
    roles = ["black", "white"] if first == "black" else ["white", "black"]
    return {
        "format": "ttt-asp certificate of replies", "version": 2, "game": "sets", "const": {},
        "sets": {
            "roles": roles, "squares": [*squares], "marked": {"black": [], "white": []},
            "turns": [roles[n % 2] for n in range(len(squares))],
            "sets": {"black": [[*one] for one in black], "white": []},
            "completing": "wins", "otherwise": "white",
        },
        "claim": "white never loses", "symmetries": [], "opening": None, "replies": replies,
    } | more  # fmt: skip


def test_a_set_that_is_completed_while_replies_last() -> None:
    """When the board is full there is nothing left to answer, but it is too late."""

    def replies(free: str) -> list[Any]:
        rest = [(move, max(set(free) - {move})) for move in free]  # d and c, not a and b
        return [
            ["abcd".index(move), "abcd".index(reply), replies("".join({*free} - {move, reply}))]
            for move, reply in rest
        ]

    with pytest.raises(Rejected, match="black completes a set by the move"):
        verify(encode(of_sets("abcd", ["ab"], "black", replies("abcd"))))
    assert verify(encode(of_sets("abcd", ["abc"], "black", replies("abcd"))))


def test_only_what_leaves_the_opening_may_be_left_out() -> None:
    """Exchanging the two sets would take b to e: but white has opened in one of them."""
    listed = [[1, 2, None], [2, 1, None], [3, 4, None]]
    swap = {"symmetries": [[3, 4, 5, 0, 1, 2]], "opening": 0}
    with pytest.raises(Rejected, match="none to the move 4"):
        verify(encode(of_sets("abcdef", ["abc", "def"], "white", listed, **swap)))
    whole = [*listed, [4, 3, None], [5, 3, None]]
    assert verify(encode(of_sets("abcdef", ["abc", "def"], "white", whole, **swap)))


def test_no_symmetry_is_taken_on_trust(tmp_path: Path) -> None:
    """Without its symmetries the same replies leave moves without one."""
    data = written(positional(*SETS["star"], tmp_path), 3)
    data["symmetries"] = []
    with pytest.raises(Rejected, match="none to the move"):
        verify(encode(data))


def test_too_many_symmetries(tmp_path: Path) -> None:
    """Nine pairs may be exchanged in more ways than are gone through."""
    sets = ["".join(pair) for pair in zip("abcdefghi", "jklmnopqr", strict=True)]
    data = written(positional([*sets, "stu"], "black", tmp_path), 0)
    swaps = [list(range(21)) for _ in range(8)]
    for n, one in enumerate(swaps):
        one[n], one[n + 1], one[n + 9], one[n + 10] = n + 1, n, n + 10, n + 9
    data["symmetries"] = swaps
    with pytest.raises(Rejected, match="they generate more than 20000"):
        verify(encode(data))


def test_turns_and_endings_that_break_pairs(tmp_path: Path) -> None:
    data = written(positional(*SETS["corner"], tmp_path), 2)
    assert accepted(data)
    for key, value, said in [
        ("turns", ["black", "black"], "moves twice in a row"),
        ("otherwise", "black", "may lose"),
        ("completing", "loses", "may lose"),
    ]:
        changed = copy(data)
        changed["sets"][key] = value
        with pytest.raises(Rejected, match=said):
            verify(encode(changed))


def test_the_second_stage_compares_the_sets(tmp_path: Path) -> None:
    data = written(positional(*SETS["corner"], tmp_path), 2)
    assert "are those of" in verify_game(data, open_library(), Deadline()).facts[0]
    data["sets"]["sets"]["black"].pop()
    with pytest.raises(Rejected, match="not those of"):
        verify_game(data, open_library(), Deadline())


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str], alone: Alone) -> None:
    size = [part for name, value in FOUR.items() for part in ("-c", f"{name}={value}")]
    path = tmp_path / "four.json.gz"
    assert execute(["pairing", *size, "--ahead", "1", "--certificate", str(path)]) == 0
    assert f"next: ttt-asp verify {path}" in capsys.readouterr().out
    assert execute(["verify", str(path), "--strategy"]) == 0
    said = capsys.readouterr().out
    assert (
        "valid: o never loses" in said
        and "Moves of o before there is a pairing: at most 1." in said
    )
    status, out, _ = alone(tmp_path, path.name)
    assert (status, out.splitlines()[0]) == (0, "valid: o never loses")
    missing = tmp_path / "none.json"
    unknown = ["pairing", "-c", "rows=4", "-c", "cols=5", "-c", "line=4", "--ahead", "3"]
    unknown += ["--max-positions", "2", "--certificate", str(missing)]
    assert execute(unknown) == 3
    assert "no certificate" in capsys.readouterr().err and not missing.exists()
    assert execute(["pairing", "--certificate", str(missing)]) == 2
