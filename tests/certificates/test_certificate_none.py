"""Certificates that there is no pairing: those written are valid, and no false one is accepted."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle_certificates import encode

from ttt_asp.analyses.ahead.find import find_ahead
from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.main import verify
from ttt_asp.certificates.replies import certificate
from ttt_asp.certificates.verify_replies import verify_game
from ttt_asp.cli.main import execute
from ttt_asp.deadline import Deadline
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game

Json = dict[str, Any]


def of(game: Game, ahead: int) -> Json:
    """The certificate that there is none, or that there is one."""
    found = find_ahead(game, ahead, Deadline())
    data: Json = json.loads(json.dumps(certificate(found, Deadline())))
    return data


def accepted(data: Json) -> bool:
    try:
        return bool(verify(encode(data)))
    except Rejected:
        return False


def board(rows: int, cols: int, line: int) -> Game:
    return load_game("tictactoe", {"rows": str(rows), "cols": str(cols), "line": str(line)})


def positional(sets: Sequence[frozenset[int]], folder: Path) -> Game:
    path = folder / "sets.pg"
    wins = "\n".join(" ".join(f"s{n}" for n in sorted(one)) for one in sets)
    path.write_text(
        "#times\nt1 t2 t3 t4 t5 t6 t7\n#blackturns\nt1 t3 t5 t7\n"
        f"#positions\ns0 s1 s2 s3 s4 s5 s6\n#blackwins\n{wins}\n"
    )
    return load_game(str(path), {})


def invented(squares: int, ahead: int, rng: random.Random) -> Any:
    """Moves that somebody might list who has nothing to show."""
    if ahead == 0 or rng.random() < 0.1:
        return rng.choice([None, []])
    move = rng.randrange(squares)
    replies = [one for one in range(squares) if one != move and rng.random() < 0.8]
    return [move, [[one, invented(squares, ahead - 1, rng)] for one in replies]]


@pytest.mark.parametrize(
    ("size", "ahead"), [((3, 3, 3), 4), ((2, 7, 4), 1), ((4, 5, 4), 3), ((3, 7, 4), 3)]
)
def test_what_is_written_is_valid_and_for_so_many_replies(
    size: tuple[int, int, int], ahead: int
) -> None:
    data = of(board(*size), ahead)
    assert data["ahead"] == ahead and "has no pairing" in verify(encode(data)).claim
    # with fewer moves it holds the more
    assert data["moves"] is None or accepted(of(board(*size), ahead - 1))


@pytest.mark.parametrize(("size", "ahead"), [((4, 4, 4), 1), ((2, 7, 4), 2), ((1, 7, 4), 1)])
def test_what_is_false_is_refused(size: tuple[int, int, int], ahead: int) -> None:
    game, rng = board(*size), random.Random(7)
    assert of(game, ahead)["format"].endswith("replies")
    data = of(game, ahead - 1)
    assert accepted(data) and not accepted(data | {"ahead": ahead})
    squares = size[0] * size[1]
    for _ in range(60):
        assert not accepted(data | {"ahead": ahead, "moves": invented(squares, ahead, rng)})


SETS = st.lists(
    st.frozensets(st.integers(0, 6), min_size=1, max_size=4), min_size=3, max_size=9, unique=True
)


@pytest.mark.slow
@given(SETS, st.integers(0, 3), st.randoms(use_true_random=False))
@examples(25)
def test_random_sets(
    tmp_path_factory: pytest.TempPathFactory,
    sets: list[frozenset[int]],
    ahead: int,
    rng: random.Random,
) -> None:
    game = positional(sets, tmp_path_factory.mktemp("sets"))
    data = of(game, ahead)
    assert accepted(data)
    if "replies" in data:  # so whatever is listed, it is not true that there is none
        never: Json = {key: data[key] for key in ("version", "game", "const", "symmetries", "sets")}
        never |= {"format": "ttt-asp certificate of no pairing", "role": "white", "ahead": ahead}
        for _ in range(40):
            assert not accepted(never | {"moves": invented(7, ahead, rng)})
    else:
        assert "has no pairing" in verify(encode(data)).claim


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("version", 2, "version 1"),
        ("role", "z", "never loses"),
        ("ahead", -1, "no natural number"),
        ("ahead", "1", "ahead"),
        ("moves", [], "not shown before"),
        ("moves", [99, []], "no free square"),
        ("moves", [5], "not a move, and replies"),
        ("moves", [5, [[1]]], "not a reply"),
        ("moves", [5, [[5, None]]], "no free square"),
        ("moves", None, "counting does not show"),
        ("symmetries", [[1, 0, *range(2, 20)]], "a set is taken to what is none"),
        ("more", 1, "more"),
    ],
)
def test_what_is_wrong_is_said(key: str, value: Any, said: str) -> None:
    data = of(board(4, 5, 4), 2)
    assert data["moves"]
    with pytest.raises(Rejected, match=said):
        verify(encode(data | {key: value}))


def test_every_reply_is_missed() -> None:
    """Without the replies to a move, or with one that was not shown, it is refused."""
    data = of(board(4, 5, 4), 3)
    move, replies = data["moves"]
    assert replies
    for number in range(len(replies)):
        fewer = [one for place, one in enumerate(replies) if place != number]
        assert not accepted(data | {"moves": [move, fewer]})


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str], one_file: Path) -> None:
    path = tmp_path / "none.json.gz"
    cube = ["-g", "hypercube", "-c", "side=5", "-c", "dim=3"]
    assert execute(["pairing", *cube, "--ahead", "9", "--certificate", str(path)]) == 1
    assert f"next: ttt-asp verify {path}" in capsys.readouterr().out
    assert path.stat().st_size < 2_000
    assert execute(["verify", str(path), "--strategy"]) == 0
    said = capsys.readouterr().out
    assert "valid: o has no pairing after up to 9 moves of its own" in said
    assert "Nothing is said of who wins" in said
    line = [sys.executable, "-I", "-S", str(one_file), str(path)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout.startswith("valid: o has no pairing")


def test_the_second_stage_compares_the_sets(tmp_path: Path) -> None:
    game = positional([frozenset({0, 1}), frozenset({0, 2}), frozenset({1, 2})], tmp_path)
    data = of(game, 1)
    assert "has no pairing" in verify(encode(data)).claim
    assert "are those of" in verify_game(encode(data), Deadline()).facts[0]
    data["sets"]["sets"]["black"].pop()
    with pytest.raises(Rejected, match="not those of"):
        verify_game(encode(data), Deadline())


@pytest.mark.parametrize(
    ("sets", "ahead", "moves"),
    [
        # two free squares are a pair
        (["01", "234"], 0, None),
        # where no set is open nothing is left to be shown, and it is not shown
        (["012"], 2, [3, [[one, [4, []]] for one in range(3)]]),
        (["012"], 1, [3, []]),
    ],
)
def test_by_hand(tmp_path: Path, sets: list[str], ahead: int, moves: Any) -> None:
    data = of(positional([frozenset(map(int, one)) for one in ["01", "02"]], tmp_path), 0)
    data["sets"]["sets"]["black"] = [[f"s{n}" for n in one] for one in sets]
    data |= {"symmetries": [], "ahead": ahead}
    assert not accepted(data | {"moves": moves})
    # the same with sets that do lack squares
    data["sets"]["sets"]["black"] = [["s0", "s1"], ["s0", "s2"]]
    assert accepted(data | {"ahead": 0, "moves": None})


def test_who_moves_first_has_no_such_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, file = tmp_path / "first.pg", tmp_path / "none.json"
    path.write_text("#times\nt1 t2 t3\n#blackturns\nt2\n#positions\na b c\n#blackwins\na\nb\nc\n")
    assert execute(["pairing", "-g", str(path), "--ahead", "1", "--certificate", str(file)]) == 1
    assert "no certificate" in capsys.readouterr().err and not file.exists()
