"""Replies that are too many for rules: tactics that are certificates, and never lose."""

import io
import json
import pickle
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st

from ttt_asp import InputError, prove, suggest
from ttt_asp.analyses.ahead.find import find_ahead
from ttt_asp.certificates.replies import write_replies
from ttt_asp.cli.main import execute
from ttt_asp.deadline import Deadline
from ttt_asp.engines.position import Advice
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.replies.board import Board
from ttt_asp.strategies.replies.position import Position
from ttt_asp.strategies.replies.source import Replies, read_replies

# Options and constants of a board whose replies are too many for rules.
LARGE = {"rows": "5", "cols": "6", "line": "5"}
CENTRE = "....../....../..x.../....../......"
NO_RULES = "pairing has no rules"
OPTIONS = [part for key, value in LARGE.items() for part in ("-c", f"{key}={value}")]


def const(rows: int, cols: int, line: int) -> dict[str, str]:
    return {"rows": str(rows), "cols": str(cols), "line": str(line)}


def grid(rows: int, cols: int, length: int) -> list[set[int]]:
    """The lines of a grid, its squares numbered row by row."""
    found = []
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + n * down, col + n * right) for n in range(length)]
                if all(r in range(rows) and c in range(cols) for r, c in line):
                    found.append({r * cols + c for r, c in line})
    return found


def written(game: Game, path: Path, ahead: int = 5) -> Replies:
    path.parent.mkdir(exist_ok=True)
    write_replies(path, find_ahead(game, ahead, Deadline()), Deadline())
    return read_replies(path, str(path))


def squares(bits: int) -> Iterator[int]:
    return (square for square in range(bits.bit_length()) if bits >> square & 1)


class Walk:
    """All plays of somebody who marks one of the squares that are recommended."""

    def __init__(self, given: Replies, game: Game, lines: Sequence[set[int]], number: int) -> None:
        self.replying, self.lines = given.replying(game), lines
        self.number, self.random = number, random.Random(1)
        self.width = number if number < 10 else 2
        self.seen: set[tuple[int, int]] = set()

    def reply(self, maker: int, breaker: int) -> int:
        free = (1 << self.number) - 1 & ~maker & ~breaker
        found = self.replying.recommended(maker, breaker)
        assert found and not found & ~free
        return breaker | 1 << self.random.choice(list(squares(found)))

    def moves(self, maker: int, breaker: int) -> None:
        if (maker, breaker) in self.seen:
            return
        self.seen.add((maker, breaker))
        free = [move for move in range(self.number) if not (maker | breaker) >> move & 1]
        if maker & maker - 1:  # of a large board not all third moves
            free = sorted(self.random.sample(free, min(len(free), self.width)))
        for move in free:
            marks = maker | 1 << move
            assert not any(line <= set(squares(marks)) for line in self.lines)
            if (marks | breaker).bit_count() < self.number:
                self.moves(marks, self.reply(marks, breaker))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 7, 4), (1, 9, 5), (2, 7, 4), (4, 4, 4)])
def test_whoever_follows_them_never_loses(size: tuple[int, int, int], tmp_path: Path) -> None:
    game = load_game("tictactoe", const(*size))
    walk = Walk(written(game, tmp_path / "kept.json"), game, grid(*size), size[0] * size[1])
    walk.moves(0, 0)
    assert len(walk.seen) > 20


@pytest.mark.slow
@given(
    st.lists(st.frozensets(st.integers(0, 6), min_size=2, max_size=4), min_size=3, max_size=7),
    st.booleans(),
)
@examples(12)
def test_in_games_of_sets_whoever_moves_first(
    tmp_path_factory: pytest.TempPathFactory, sets: list[frozenset[int]], begins: bool
) -> None:
    folder = tmp_path_factory.mktemp("sets")
    path, turns = folder / "sets.pg", "t2 t4 t6" if begins else "t1 t3 t5 t7"
    wins = "\n".join(" ".join(f"s{n}" for n in sorted(one)) for one in sets)
    path.write_text(
        f"#times\nt1 t2 t3 t4 t5 t6 t7\n#blackturns\n{turns}\n"
        f"#positions\ns0 s1 s2 s3 s4 s5 s6\n#blackwins\n{wins}\n"
    )
    game = load_game(str(path), {})
    if find_ahead(game, 3, Deadline()).verdict != "found":
        return
    tactic = written(game, folder / "kept.json", 3)
    # squares that are on no line are squares too
    walk = Walk(tactic, game, [set(one) for one in sets], 7)
    walk.moves(0, walk.reply(0, 0) if begins else 0)
    assert walk.seen


def test_the_order_of_the_moves_does_not_matter(tmp_path: Path) -> None:
    """Of each position of the tree the reply is found, though only its marks are known."""
    game = load_game("tictactoe", const(2, 8, 4))
    tactic = written(game, tmp_path / "kept.json")
    replying = tactic.replying(game)
    alone = [move for move in range(16) if replying.recommended(1 << move, 0).bit_count() == 1]
    assert alone
    for first in alone:
        reply = replying.recommended(1 << first, 0)
        for second in range(16):
            if second != first and not reply >> second & 1:
                maker = 1 << first | 1 << second
                assert replying.recommended(maker, reply), (first, second)


def test_what_leaves_a_pairing_is_recommended(tmp_path: Path) -> None:
    """Squares are not all tried; those that are recommended are those that suit nevertheless."""
    game = load_game("tictactoe", const(4, 5, 4))
    replying = written(game, tmp_path / "kept.json").replying(game)
    chance, paired = random.Random(1), []
    for _ in range(300):
        order = chance.sample(range(20), 20)
        made = chance.randrange(1, 12)
        maker, breaker = (sum(1 << one for one in order[n:made:2]) for n in (0, 1))
        plain = 0
        for square in order[made:]:
            after = Board("x", "o", replying.board.squares, replying.board.lines)
            position = Position(replace(after, marked=(maker, breaker | 1 << square)))
            plain |= (position.missing == 0) << square
        if plain:
            assert replying.recommended(maker, breaker) == plain
        paired.append(plain.bit_count())
    assert len({many for many in paired if many < 5}) > 3 and max(paired) > 8


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a strategy of which there is too much for rules."""
    folder = tmp_path_factory.mktemp("large") / "mine"
    assert execute(["pairing", *OPTIONS, "--ahead", "2", "-o", str(folder)]) == 0
    return folder


def test_the_command_says_what_comes_next(large: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(str(path.relative_to(large)) for path in large.rglob("*") if path.is_file())
    assert files == ["by_pairing.lp", "claims/pairing.toml", "tactics/pairing.json"]
    assert execute(["prove", str(large / "claims" / "pairing.toml")]) == 0
    assert execute(["verify", str(large / "tactics" / "pairing.json")]) == 0
    assert execute(["check", *OPTIONS, str(large)]) == 0
    assert execute(["show", "pairing", "-S", str(large)]) == 0
    assert "There are no rules here" in capsys.readouterr().out


def test_it_advises_and_plays(large: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def asked(term: str, position: str) -> Advice:
        return suggest(term, position, const=LARGE, strategies=large).advice

    first = asked("by_pairing", CENTRE)
    assert first.role == "o" and first.decided == "pairing" and len(first.recommended) == 1
    # it may win where it can: that ends the game
    win = "oooo../xxxx../....../...x../......"
    assert asked("first(defeat, by_pairing)", win).decided == "defeat"
    # what the other one would do is no secret
    said = asked("first(opponent(pairing), any)", "....../....../..xo../....../......")
    assert said.role == "x"
    moves = "\n".join(map(str, range(1, 31))) + "\n"
    assert played(large, moves, capsys).count("by pairing") > 5


def played(folder: Path, moves: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO(moves))
        execute(["play", *OPTIONS, "--against", "by_pairing", "-S", str(folder), "--seed", "1"])
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        (["prove", "o never loses", "--o", "by_pairing"], 0, "engine replies"),
        (["prove", "x can win", "--o", "by_pairing"], 1, "engine replies"),
        (["prove", "always tie", "--o", "by_pairing"], 2, "does not follow from o never loses"),
        (["prove", "o never loses", "--o", "by_pairing", "--engine", "induction"], 2, NO_RULES),
        (["prove", "o never loses", "--o", "by_pairing", "--engine", "bounded"], 2, NO_RULES),
        (["prove", "x never loses", "--x", "opponent(by_pairing)", "--engine", "explicit",
          "--max-positions", "300"], 3, "the limit of 300 positions"),
        (["program", "o never loses", "--o", "by_pairing"], 2, NO_RULES),
        (["report", "o never loses", "--o", "first(defeat, pairing, any)"], 2, "something else"),
        (["report", "o never loses", "--o", "by_pairing"], 0, ""),
        (["explain", "o never loses", "--o", "by_pairing", "--max-positions", "300"], 3, "300 pos"),
        (["compare", "by_pairing", "any", "--max-positions", "300"], 3, "300 positions"),
    ],
    ids=lambda value: " ".join(value[:1] + value[-1:]) if isinstance(value, list) else "",
)  # fmt: skip
def test_what_is_asked_of_all_plays(
    large: Path,
    command: list[str],
    status: int,
    said: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    output = ["-o", str(tmp_path / "page.html")] if command[0] == "report" else []
    assert execute([*command, *output, *OPTIONS, "-S", str(large)]) == status
    captured = capsys.readouterr()
    assert said in captured.out + captured.err


def test_another_tactic_may_ask_it(large: Path) -> None:
    path = large / "tactics" / "asking.lp"
    path.write_text("suggests(asking,P,A) :- suggests(pairing,P,A).\n")
    try:
        found = suggest("asking", CENTRE, const=LARGE, strategies=large).advice
        assert found.role == "o" and found.suggested
        with pytest.raises(InputError, match="may do something else"):
            prove("o never loses", o="asking", const=LARGE, strategies=large)
        looked = prove("o never loses", o="asking", const=LARGE, strategies=large,
                       engine="explicit", max_positions=300)  # fmt: skip
        assert (looked.verdict, looked.stopped) == ("unknown", "positions")
    finally:
        path.unlink()


def test_other_boards_and_other_sets(large: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"pairing is about tictactoe \(rows=5, cols=6, line=5"):
        suggest("pairing", "x../.../...", strategies=large)
    with pytest.raises(InputError, match="hypercube"):
        suggest(
            "pairing", "x../.../.../.../.../.../.../.../...", game="hypercube", strategies=large
        )
    path = tmp_path / "sets.pg"
    text = "#times\nt1 t2 t3\n#blackturns\nt1 t3\n#positions\na b c\n#blackwins\n{}\n"
    path.write_text(text.format("a b c"))
    tactic = written(load_game(str(path), {}), tmp_path / "tactics" / "kept.json")
    path.write_text(text.format("a b"))
    with pytest.raises(InputError, match="sets: they are not those of"):
        tactic.replying(load_game(str(path), {}))


def test_it_goes_to_other_processes(large: Path) -> None:
    source = open_library([large]).entries["pairing"].read()
    assert isinstance(source, Replies)
    again = pickle.loads(pickle.dumps(source))
    assert isinstance(again, Replies) and again == source and again.name == "pairing"
    assert again.replying(load_game("tictactoe", LARGE)).symmetries


WRONG: list[tuple[str, Any, str]] = [
    ("format", "ttt-asp certificate", "has to be a certificate of replies"),
    ("version", 2, "not of version 1"),
    ("game", 3, "game: not as in"),
    ("const", {"rows": [5]}, "const: not as in"),
    ("claim", None, "claim: not as in"),
    ("claim", "x never loses", "claim: in tictactoe o is who"),
    ("symmetries", [3], "symmetries: not as in"),
    ("symmetries", [[True]], "symmetries: not as in"),
    ("symmetries", [[*range(1, 30), 0]], "symmetries: one takes a line to what is none"),
    ("opening", "a", "opening: not as in"),
    ("replies", 3, "replies: not as in"),
    ("replies", [[1, 2]], "replies: not as in"),
    ("replies", {"otherwise": 1}, "replies: not as in"),
    ("replies", {"otherwise": -1, "to": []}, "replies: not as in"),
    ("replies", [[1, 300, None]], "tictactoe has only 30 squares"),
]


@pytest.mark.parametrize(("key", "value", "said"), WRONG, ids=[f"{k}-{v}" for k, v, _ in WRONG])
def test_what_is_wrong_is_said(
    large: Path, key: str, value: Any, said: str, tmp_path: Path
) -> None:
    data = json.loads((large / "tactics" / "pairing.json").read_text())
    path = tmp_path / "tactics" / "pairing.json"
    path.parent.mkdir()
    path.write_text(json.dumps(data | {key: value}))
    with pytest.raises(InputError, match=said) as caught:
        suggest("pairing", CENTRE, const=LARGE, strategies=tmp_path)
    assert caught.value.diagnostics[0].location is not None
    assert caught.value.diagnostics[0].location.file == str(path)


@pytest.mark.parametrize("text", ["", "[", "[" * 100_000, '{"a": \n nil}', "\xff", "7"])
def test_what_is_no_certificate(text: str, tmp_path: Path) -> None:
    path = tmp_path / "tactics" / "pairing.json"
    path.parent.mkdir()
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(InputError) as caught:
        suggest("pairing", "x../.../...", strategies=tmp_path)
    assert "pairing.json" in str(caught.value.diagnostics[0].location)


def test_a_wrong_reply_is_only_followed_where_it_is_legal(large: Path, tmp_path: Path) -> None:
    """Nothing of the tree is believed: what is recommended is legal, whatever the file says."""
    data = json.loads((large / "tactics" / "pairing.json").read_text())
    move = data["replies"][0][0]
    data["replies"] = [[move, move, None]]
    path = tmp_path / "tactics" / "pairing.json"
    path.parent.mkdir()
    path.write_text(json.dumps(data))
    assert execute(["verify", str(path)]) == 1
    board = ["."] * 30
    board[move] = "x"
    rows = "/".join("".join(board[n : n + 6]) for n in range(0, 30, 6))
    advice = suggest("pairing", rows, const=LARGE, strategies=tmp_path).advice
    assert advice.suggested == ()
