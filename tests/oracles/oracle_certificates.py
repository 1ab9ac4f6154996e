"""Certificates that the oracle's strategies make, and what mutants of them say.

The builder shares nothing with the checker: it counts plays backwards from their ends, on the
oracle's positions. What a mutated certificate says is found out by building it anew.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import brute_force
import oracle
import pytest
from oracle import Board, Position, Square
from oracle import show_board as show_rows

from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.main import verify

Json = dict[str, Any]
Policy = Callable[[Position], Iterable[Square]]
Path_ = tuple[str | int, ...]
B3 = Board()
CLAIMS = [
    *(f"{role} {how} {what}" for role in "xo" for how in ("never", "always") for what in
      ("wins", "loses", "ties")),
    *(f"{role} can {what}" for role in "xo" for what in ("win", "lose", "tie")),
    *(f"{how} tie" for how in ("never", "always", "can")),
    *(f"{role} always wins by move {n}" for role in "xo" for n in (0, 4, 5, 6, 7, 9, 10)),
]  # fmt: skip


# --- making certificates ------------------------------------------------------------------------


def number(board: Board, square: Square) -> int:
    return (square[0] - 1) * board.cols + square[1] - 1


def show_board(board: Board, position: Position) -> str:
    """The squares of a position, row by row, as certificates list them."""
    return show_rows(board, position).replace("/", "")


def sets_of(board: Board, misere: int = 0) -> Json:
    """An m,n,k game as the sets that it is made of."""
    squares = [(i + 1, j + 1) for i in range(board.rows) for j in range(board.cols)]
    lines = [[f"cell({i},{j})" for i, j in sorted(line)] for line in board.lines]
    return {
        "roles": ["x", "o"],
        "squares": [f"cell({i},{j})" for i, j in squares],
        "marked": {"x": [], "o": []},
        "turns": ["xo"[n % 2] for n in range(len(squares))],
        "sets": {"x": sorted(lines), "o": sorted(lines)},
        "completing": "loses" if misere else "wins",
        "otherwise": "tie",
    }


def build(board: Board, roles: Json, policies: dict[str, Policy], claim: str, misere: int) -> Json:
    """The certificate of the claim, true or not, for what each role that is not free may play."""
    game = replace(board, misere=int(bool(misere)))
    players = {role: policies[role] for role, each in roles.items() if each != "any"}
    seen = brute_force.explore(game, players)
    entries: dict[str, Any] = {}
    for position in seen.reached:
        text = entries[show_board(board, position)] = show_board(board, position)
        moves = game.moves(position)
        if len(moves) > 1 and position.mover in players:
            allowed = {*policies[position.mover](position)}
            assert moves >= allowed
            entries[text] = [text, sorted(number(board, move) for move in allowed)]
    const = {"rows": board.rows, "cols": board.cols, "line": board.line}
    return {
        "format": "ttt-asp certificate",
        "version": 2,
        "game": "tictactoe",
        "const": {**const, "misere": 1} if misere else const,
        "sets": sets_of(board, misere),
        "claim": claim,
        "roles": roles,
        "positions": [entries[text] for text in sorted(entries)],
        "counts": {
            "positions": len(entries),
            "plays": seen.plays,
            "stuck": seen.stuck,
        },
    }


def certificate(claim: str, x: str, o: str, board: Board | None = None, misere: int = 0) -> Json:
    board = board or Board()

    def policy(strategy: str) -> Policy:
        return lambda position: oracle.recommends(board, position, strategy)

    policies = {"x": policy(x), "o": policy(o)}
    return build(board, {"x": x, "o": o}, policies, claim, misere)


def encode(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()


def copy(data: Any) -> Any:
    return json.loads(json.dumps(data))


def canonical(data: Any) -> str:
    """Tells True from 1 and 1.0 from 1, and does not see the order of keys."""
    return json.dumps(data, sort_keys=True)


def rejection(data: Any) -> str:
    with pytest.raises(Rejected) as raised:
        verify(data if isinstance(data, bytes) else encode(data))
    assert str(raised.value).isprintable()
    return str(raised.value)


def nim(matches: int) -> Json:
    """Two players take one or two matches in turn; who takes the last one wins."""
    a, b = "alice", "bob"
    fluents = [f"left({n})" for n in range(matches + 1)] + ["turn(alice)", "turn(bob)"]
    program: list[Any] = [
        ["next(turn(bob))", ["true(turn(alice))"]],
        ["next(turn(alice))", ["true(turn(bob))"]],
        ["terminal", ["true(left(0))"]],
        ["goal(alice,0)", ["not goal(alice,100)"]],
        ["goal(bob,0)", ["not goal(bob,100)"]],
        ["goal(alice,100)", ["true(left(0))", "true(turn(bob))"]],
        ["goal(bob,100)", ["true(left(0))", "true(turn(alice))"]],
    ]
    for role, k, n in itertools.product((a, b), (1, 2), range(matches + 1)):
        if n >= k:
            program += [
                [f"legal({role},take({k}))", [f"true(left({n}))", f"true(turn({role}))"]],
                [f"next(left({n - k}))", [f"true(left({n}))", f"does({role},take({k}))"]],
            ]
    return {
        "roles": [a, b],
        "fluents": fluents,
        "actions": {role: ["take(1)", "take(2)"] for role in (a, b)},
        "init": [matches, matches + 1],
        "program": program,
    }


def nim4() -> Json:
    """Four matches: alice takes one, and then what bob leaves her; no single take is listed."""
    return {
        "format": "ttt-asp certificate", "version": 2, "game": "nim", "const": {"matches": 4},
        "claim": "alice always wins by move 3",
        "roles": {"alice": "leave_threes", "bob": "any"},
        "rules": nim(4),
        # left 0 to 4 are the fluents 0 to 4; 5: alice's turn, 6: bob's turn
        "positions": [[0, 6], [1, 5], [[2, 5], [1]], [3, 6], [[4, 5], [0]]],
        "ranks": [0, 1, 2, 3, 4],
        "counts": {"positions": 5, "plays": {"100 0": 2}, "stuck": 0},
    }  # fmt: skip


def walk_game(program: list[Any], fluents: int, **more: Any) -> Json:
    """A certificate about one role, that the game of these rules is never lost."""
    return {
        "format": "ttt-asp certificate", "version": 2, "game": "walk", "const": {},
        "claim": "p never loses",
        "roles": {"p": "any"},
        "rules": {"roles": ["p"], "fluents": [str(n) for n in range(fluents)],
                  "actions": {"p": ["a", "b"]}, "init": [0], "program": program},
        "ranks": None,
        "counts": {"positions": fluents, "plays": None, "stuck": None},
        "positions": [[n] for n in range(fluents)],
        **more,
    }  # fmt: skip


# --- what they say ------------------------------------------------------------------------------


def squares_of(board: Board, moves: Iterable[int]) -> set[Square]:
    return {(move // board.cols + 1, move % board.cols + 1) for move in moves}


def is_what_it_says(data: Any) -> bool:
    """Whether this well-formed certificate is the one of the moves it lists, and its claim true."""
    const = data["const"]
    board = Board(const["rows"], const["cols"], const["line"])
    listed = {entry[0]: entry[1] for entry in data["positions"] if isinstance(entry, list)}
    policies: dict[str, Policy] = dict.fromkeys(
        ("x", "o"), lambda position: squares_of(board, listed[show_board(board, position)])
    )
    misere = const.get("misere", 0)
    anew = build(board, data["roles"], policies, data["claim"], misere)
    if "misere" in const:
        anew["const"]["misere"] = misere
    # squares may be called anything
    called = dict(zip(data["sets"]["squares"], anew["sets"]["squares"], strict=True))
    for role in "xo":
        lines = {frozenset(called[square] for square in one) for one in data["sets"]["sets"][role]}
        if lines != set(map(frozenset, anew["sets"]["sets"][role])):
            return False
    anew["sets"] |= {key: data["sets"][key] for key in ("sets", "squares")}
    if canonical(anew) != canonical(data):
        return False
    claim = oracle.parse_claim(data["claim"])
    plays: dict[str, int] = data["counts"]["plays"]
    if claim.mode == "can":
        return plays[claim.outcome] > 0
    texts = [entry[0] if isinstance(entry, list) else entry for entry in data["positions"]]
    moves_made = max(len(text) - text.count(".") for text in texts)
    if claim.limit is not None and moves_made > claim.limit:
        return False
    others = sum(plays.values()) - plays[claim.outcome]
    wrong = plays[claim.outcome] if claim.mode == "never" else others
    return canonical([data["counts"]["stuck"], wrong]) == "[0, 0]"


def accepted(data: bytes) -> bool:
    """Whether it is valid; if not, the reason must be fit for a terminal."""
    try:
        assert verify(data).facts
    except Rejected as rejected:
        reason = str(rejected)
    else:
        return True
    assert reason.isprintable()
    assert 0 < len(reason) < 1000
    return False


@cache
def seeds() -> list[Json]:
    return [
        certificate("always tie", "good_for_x", "good_for_o"),
        certificate("x always wins by move 3", "any", "any", Board(2, 2, 2)),
        certificate("x can win", "center", "any", Board(1, 4, 2)),  # x gets stuck sometimes
        certificate("o can lose", "any", "any", Board(1, 3, 2), misere=0),
        certificate("x always loses", "first(corner)", "any", Board(2, 2, 2), misere=1),
        certificate("x never loses", "good_for_x", "any"),
    ]


def good() -> Json:
    copied: Json = copy(seeds()[-1])
    return copied


def paths(value: Any, path: Path_ = ()) -> Iterable[Path_]:
    yield path
    items: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, item in items:
        yield from paths(item, (*path, key))


def at(value: Any, path: Path_) -> Any:
    for key in path:
        value = value[key]
    return value
