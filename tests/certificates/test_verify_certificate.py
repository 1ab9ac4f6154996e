"""The certificate checker, against certificates that the oracle's strategies make.

The builder here shares nothing with the checker: it counts plays backwards from their ends, on the
oracle's positions. What a mutated certificate says is found out by building it anew.
"""

from __future__ import annotations

import ast
import gzip
import itertools
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import oracle
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle import INITIAL, Board, Position, Square, place, show_board

from ttt_asp.certificates import verify_certificate
from ttt_asp.certificates.verify_certificate import Rejected, Report, Rules, verify

CHECKER = Path(verify_certificate.__file__)
HASH = "0123456789abcdef" * 4
Json = dict[str, Any]
Policy = Callable[[Position], Iterable[Square]]


# --- making certificates ------------------------------------------------------------------------


def number(board: Board, square: Square) -> int:
    return (square[0] - 1) * board.cols + square[1] - 1


def build(board: Board, roles: Json, policies: dict[str, Policy], claim: str, misere: int) -> Json:
    """The certificate of the claim, true or not, for what each role that is not free may play."""
    endings: dict[Position, Counter[str]] = {}
    entries: dict[str, Any] = {}

    def visit(position: Position) -> Counter[str]:
        if position not in endings:
            text = show_board(board, position)
            entries[text] = text
            moves = set(oracle.legal(board, position))
            if len(moves) > 1 and not roles[position.mover]["free"]:
                assert moves >= set(policies[position.mover](position))
                moves = set(policies[position.mover](position))
                entries[text] = [text, sorted(number(board, move) for move in moves)]
            ended = oracle.result(board, position)
            if ended in ("x", "o") and misere:
                ended = oracle.other(ended)
            found = Counter([ended or "stuck"] if not moves else [])
            for move in moves:
                found.update(visit(place(position, position.mover, move)))
            endings[position] = found
        return endings[position]

    plays = visit(INITIAL)
    const = {"rows": board.rows, "cols": board.cols, "line": board.line}
    return {
        "format": "ttt-asp certificate",
        "version": 1,
        "game": "tictactoe",
        "const": {**const, "misere": 1} if misere else const,
        "claim": claim,
        "roles": roles,
        "positions": [entries[text] for text in sorted(entries)],
        "counts": {
            "positions": len(entries),
            "plays": {outcome: plays[outcome] for outcome in ("x", "o", "tie")},
            "stuck": plays["stuck"],
        },
    }


def described(strategy: str) -> Json:
    free = strategy == "any"
    return {"strategy": strategy, "free": free, "sources": {} if free else {"a.lp": HASH}}


def certificate(claim: str, x: str, o: str, board: Board | None = None, misere: int = 0) -> Json:
    board = board or Board()

    def policy(strategy: str) -> Policy:
        return lambda position: oracle.recommends(board, position, strategy)

    policies = {"x": policy(x), "o": policy(o)}
    return build(board, {"x": described(x), "o": described(o)}, policies, claim, misere)


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


# --- valid ones ---------------------------------------------------------------------------------

B3 = Board()
PROVED = [  # claim, x, o
    ("x never loses", "good_for_x", "any"),
    ("x always wins", "good_for_x", "edge_mistake"),
    ("x always wins by move 7", "good_for_x", "edge_mistake"),
    ("o always loses", "good_for_x", "edge_mistake"),
    ("never tie", "good_for_x", "edge_mistake"),
    ("always tie", "good_for_x", "good_for_o"),
    ("x always ties", "good_for_x", "good_for_o"),
    ("o never wins", "good_for_x", "good_for_o"),
    ("o never loses", "any", "careful_o"),
    ("o never loses", "any", "newell_simon"),
    ("x never loses", "newell_simon", "any"),
    ("x never loses", "careful_o", "any"),
    ("x can win", "any", "good_for_o"),
    ("o can lose", "any", "good_for_o"),
    ("can tie", "any", "any"),
    ("x can tie", "good_for_x", "any"),
    ("x can win", "any", "except(any, defend)"),  # although o gets stuck sometimes
]
FALSE = [
    ("o never loses", "any", "good_for_o"),
    ("x never loses", "any", "good_for_x"),
    ("x always wins", "good_for_x", "any"),
    ("x always wins by move 6", "good_for_x", "edge_mistake"),
    ("always tie", "any", "good_for_x"),
    ("never tie", "good_for_x", "good_for_o"),
    ("x can lose", "good_for_x", "any"),
    ("can tie", "good_for_x", "edge_mistake"),
    ("x never loses", "any", "any"),
    ("x never wins", "any", "except(any, defend)"),  # incomplete
]


@pytest.mark.parametrize(("claim", "x", "o"), PROVED)
def test_what_the_oracle_proves_is_valid(claim: str, x: str, o: str) -> None:
    assert oracle.verdict(B3, x, o, claim) == "proved"
    data = certificate(claim, x, o)
    seen = oracle.explore(B3, x, o)
    assert data["counts"] == {
        "positions": seen.positions,
        "plays": seen.plays,
        "stuck": seen.stuck,
    }
    report = verify(encode(data))
    assert report.claim == claim
    assert verify(gzip.compress(encode(data))) == report
    assert verify(json.dumps(data, indent=2).encode() + b"\n") == report


@pytest.mark.parametrize(("claim", "x", "o"), FALSE)
def test_what_the_oracle_does_not_prove_is_rejected(claim: str, x: str, o: str) -> None:
    assert oracle.verdict(B3, x, o, claim) in ("refuted", "incomplete")
    assert re.search("claim|no move is allowed", rejection(certificate(claim, x, o)))


CLAIMS = [
    *(f"{role} {how} {what}" for role in "xo" for how in ("never", "always") for what in
      ("wins", "loses", "ties")),
    *(f"{role} can {what}" for role in "xo" for what in ("win", "lose", "tie")),
    *(f"{how} tie" for how in ("never", "always", "can")),
    *(f"{role} always wins by move {n}" for role in "xo" for n in (0, 4, 5, 6, 7, 9, 10)),
]  # fmt: skip


@pytest.mark.parametrize("o", ["edge_mistake", "good_for_o", "first(edge, any)"])
def test_every_claim_is_judged_as_by_the_oracle(o: str) -> None:
    data = certificate("can tie", "good_for_x", o)
    for claim in CLAIMS:
        data["claim"] = claim
        if oracle.verdict(B3, "good_for_x", o, claim) == "proved":
            assert verify(encode(data)).claim == claim
        else:
            rejection(data)


@pytest.mark.parametrize(
    ("board", "x", "o", "claim"),
    [
        (Board(1, 1, 1), "any", "any", "x always wins by move 1"),
        (Board(1, 1, 2), "any", "any", "always tie"),
        (Board(2, 2, 2), "any", "any", "x always wins by move 3"),
        (Board(1, 5, 2), "defeat", "any", "o can win"),
        (Board(5, 1, 3), "any", "any", "x can win"),
        (Board(2, 4, 3), "any", "first(defeat, defend, any)", "never tie"),
        (Board(3, 4, 3), "first(defeat, defend, fork, center, any)", "any", "x always wins"),
        (Board(4, 3, 3), "first(defeat, defend, any)", "good_for_o", "can tie"),
        (Board(4, 4, 4), "first(defeat, defend, fork, corner)", "first(defeat, defend, center,"
         " corner, edge)", "x never loses"),
        (Board(3, 4, 4), "any", "first(defeat, defend, center, corner, edge)", "o never loses"),
        (Board(3, 4, 5), "first(corner, any)", "first(edge, any)", "always tie"),
    ],
)  # fmt: skip
def test_other_boards(board: Board, x: str, o: str, claim: str) -> None:
    answer = oracle.verdict(board, x, o, claim)
    data = encode(certificate(claim, x, o, board))
    if answer == "proved":
        assert verify(data).claim == claim
    else:
        rejection(data)


def test_misere() -> None:
    data = certificate("x can lose", "any", "any", misere=1)
    assert data["counts"]["plays"] == {"x": 77904, "o": 131184, "tie": 46080}
    assert "loses" in verify(encode(data)).facts[0]
    data["const"]["misere"] = 0
    assert "counts" in rejection(data)
    line = certificate("x always loses", "any", "any", Board(2, 2, 2), misere=1)
    verify(encode(line))
    del line["const"]["misere"]
    assert "claim" in rejection(line)


def test_it_is_small() -> None:
    assert len(gzip.compress(encode(certificate("x never loses", "good_for_x", "any")))) < 5_000


# --- mutants ------------------------------------------------------------------------------------


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
    if canonical(anew) != canonical(data):
        return False
    claim = oracle.parse_claim(data["claim"])
    plays: dict[str, int] = data["counts"]["plays"]
    if claim.mode == "can":
        return plays[claim.outcome] > 0
    texts = [entry[0] if isinstance(entry, list) else entry for entry in data["positions"]]
    moves_made = max(len(text) - text.count("/") - text.count(".") for text in texts)
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


def test_the_seeds_are_valid_and_what_they_say() -> None:
    assert all(is_what_it_says(data) and accepted(encode(data)) for data in seeds())


def good() -> Json:
    copied: Json = copy(seeds()[-1])
    return copied


def index_of(data: Json, wanted: Callable[[Any], bool]) -> int:
    return next(i for i, entry in enumerate(data["positions"]) if wanted(entry))


def test_every_dropped_position_is_missed() -> None:
    data = copy(seeds()[0])
    for index in range(len(data["positions"])):
        entry = data["positions"].pop(index)
        assert "is not listed" in rejection(data)
        data["counts"]["positions"] -= 1
        assert "is not listed" in rejection(data)
        data["counts"]["positions"] += 1
        data["positions"].insert(index, entry)
    assert accepted(encode(data))


def test_every_added_position_is_noticed() -> None:
    full = certificate("can tie", "any", "any")
    data = copy(seeds()[0])
    known = {entry[0] if isinstance(entry, list) else entry for entry in data["positions"]}
    extra = [text for text in full["positions"] if text not in known]
    for text in extra[::50]:
        for entry in (text, [text, []], [text, [0]]):
            mutant = copy(data)
            mutant["positions"].append(entry)
            mutant["positions"].sort(key=lambda e: e[0] if isinstance(e, list) else e)
            mutant["counts"]["positions"] += 1
            assert "is listed, but cannot occur" in rejection(mutant)


def test_every_added_or_dropped_move_is_noticed() -> None:
    data = copy(seeds()[0])
    for entry in data["positions"]:
        if isinstance(entry, list):
            was = entry[1]
            for move in range(-1, 10):
                entry[1] = sorted({*was} ^ {move})
                rejection(data)
            entry[1] = [*was, was[-1]]
            rejection(data)
            entry[1] = []
            assert "no move is allowed" in rejection(data)
            entry[1] = was
    assert accepted(encode(data))


def test_an_illegal_move() -> None:
    data = good()
    entry = data["positions"][index_of(data, lambda e: isinstance(e, list) and e[0][0] == "o")]
    entry[1] = [0]
    assert "move 0 is not legal" in rejection(data)
    entry[1] = [9]
    assert "does not increase, or is out of range" in rejection(data)


def test_moves_where_nobody_is_asked_and_none_where_somebody_is() -> None:
    data = good()
    index = index_of(data, lambda entry: isinstance(entry, str))
    data["positions"][index] = [data["positions"][index], [0]]
    assert "where no strategy is asked" in rejection(data)
    data = good()
    index = index_of(data, lambda entry: isinstance(entry, list))
    data["positions"][index] = data["positions"][index][0]
    assert "not a list" in rejection(data)


def test_every_changed_count() -> None:
    wrongs: list[Any] = [0, 1, 63, 65, 1183, True, None, "64", [], 10**999]
    for key in ("positions", "stuck", "x", "o", "tie"):
        for wrong in wrongs:
            data = good()
            counts = data["counts"]
            where = counts if key in counts else counts["plays"]
            if canonical(where[key]) != canonical(wrong):
                where[key] = wrong
                assert "counts" in rejection(data)
    data = good()
    data["counts"]["plays"] = None
    assert "counts" in rejection(data)


def test_swapped_roles() -> None:
    data = good()
    data["roles"] = {"x": data["roles"]["o"], "o": data["roles"]["x"]}
    rejection(data)
    data = good()
    data["roles"]["o"]["free"] = False
    assert "do not go together" in rejection(data)
    data["roles"]["o"] = described("defeat")
    assert "not a list" in rejection(data)


def test_another_claim_is_accepted_only_if_true() -> None:
    for claim in CLAIMS:
        data = good()
        data["claim"] = claim
        assert accepted(encode(data)) == (
            oracle.verdict(B3, "good_for_x", "any", claim) == "proved"
        )


@pytest.mark.parametrize(
    "claim",
    ["", "x wins", "X never loses", "x never lose", "x can wins", "y never wins", "never win",
     "x never loses by move 9", "x always wins by move 09", "x always wins by move -1",
     "x always wins by move 9 ", " x never loses", "x  never loses", "never ties", "x never",
     "x always wins by move 9999999999", "always ties", "x always wins by move ٣", 3, None, ["x"]],
)  # fmt: skip
def test_no_claim(claim: Any) -> None:
    data = good()
    data["claim"] = claim
    assert "claim" in rejection(data)


@pytest.mark.parametrize(
    "const",
    [
        {"rows": 3, "cols": 3},
        {"rows": 3, "cols": 3, "line": 2},
        {"rows": 3, "cols": 3, "line": 4},
        {"rows": 3, "cols": 4, "line": 3},
        {"rows": 4, "cols": 3, "line": 3},
        {"rows": 9, "cols": 1, "line": 3},
        {"rows": 3, "cols": 3, "line": 3, "depth": 1},
        {"rows": 3, "cols": 3, "line": 3, "misere": 1},
        {"rows": 3, "cols": 3, "line": 3, "misere": 2},
        {"rows": 3, "cols": 3, "line": 3, "misere": False},
        {"rows": 3, "cols": 3, "line": "3"},
        {"rows": 0, "cols": 3, "line": 3},
        {"rows": 3, "cols": 3, "line": 0},
        {"rows": 10**9, "cols": 10**9, "line": 10**9},
        {"rows": True, "cols": 3, "line": 3},
        [],
        None,
    ],
)
def test_another_board(const: Any) -> None:
    data = good()
    data["const"] = const
    rejection(data)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("format", "ttt-asp"), ("format", None), ("version", 2), ("version", True),
        ("version", "1"), ("game", "chess"), ("game", 3), ("game", ["tictactoe"]), ("roles", []),
        ("roles", {}), ("roles x", None), ("roles x free", 0), ("roles x free", None),
        ("roles x free", True), ("roles x strategy", 3), ("roles x strategy", "any"),
        ("roles x strategy", ""), ("roles x strategy", "\x1b[2Kvalid"),
        ("roles x strategy", "\ud800"), ("roles x sources", []), ("roles x sources a.lp", HASH[1:]),
        ("roles x sources a.lp", HASH.upper()), ("roles x sources a.lp", HASH + "\n"),
        ("roles x sources a.lp", 5), ("roles x sources ", HASH), ("roles z", described("any")),
        ("roles o sources a.lp", HASH), ("roles x more", 1), ("more", 1), ("rules", {}),
        ("ranks", []), ("counts", []), ("counts", None), ("counts more", 0), ("counts plays a", 0),
        ("positions", {}), ("positions", []), ("positions", None), ("positions", "..."),
    ],
)  # fmt: skip
def test_wrong_types_and_keys(path: str, value: Any) -> None:
    data = good()
    *way, last = path.split(" ")
    where: Any = data
    for key in way:
        where = where[key]
    where[last] = value
    rejection(json.dumps(data).encode())


def test_every_missing_key() -> None:
    def objects(value: Any) -> Iterable[Json]:
        if isinstance(value, dict):
            yield value
            for item in value.values():
                yield from objects(item)

    data = good()
    for where in objects(data):
        for key in list(where):
            if key != "a.lp":
                value = where.pop(key)
                rejection(data)
                where[key] = value
    assert accepted(encode(data))


@pytest.mark.parametrize("entry", [3, None, True, [], [["..."]], ["...", 1], ["", []], {}, "",
    ".../.../...\n", "x../.../..", "X../.../...", "xx./.../...", "o../.../...", "x..x..x..",
    "xxx/ooo/...", [".../.../...", [0], []], [".../.../..."], [[], []], [[], [0]]])  # fmt: skip
def test_wrong_entries(entry: Any) -> None:
    for index in (0, 5):
        data = good()
        data["positions"][index] = entry
        rejection(data)


def test_positions_out_of_order() -> None:
    data = good()
    data["positions"].reverse()
    assert "order" in rejection(data)
    data = good()
    data["positions"].insert(0, data["positions"][0])
    assert "order" in rejection(data)


# --- files --------------------------------------------------------------------------------------


def test_a_file_truncated_anywhere() -> None:
    small = encode(copy(seeds()[1]))
    for data in (small, gzip.compress(small, mtime=0), gzip.compress(encode(seeds()[0]), mtime=0)):
        assert accepted(data)
        for length in range(len(data)):
            assert not accepted(data[:length])


@pytest.mark.parametrize(
    "data",
    [
        b"", b" ", b"\x1f\x8b", b"\x1f\x8b" + bytes(50), b"null", b"[]", b"{}", b"3", b"NaN",
        b"\xff\xfe{}", b"\xef\xbb\xbf{}", b"\x00", b"{" * 10, b"[" * 10**6, b'{"a":' * 10**5,
        b"[" * 10**5 + b"]" * 10**5, b'{"a":[' * 10**5, b"9" * 10**6, b"[1e999]", b"-1", b"1.0",
        b"Infinity", b"-Infinity", b'"\\ud800"', b"'a'", b"{} {}", b'{"a":1,"a":1}',
        b'{"format":"ttt-asp certificate","version":' + b"1" * 5000 + b"}",
        b'{"format":"ttt-asp certificate","version":1e0}',
        b'{"\\u0000\\ud800":1,"\\u0000\\ud800":1}', gzip.compress(b"[" * 10**6, mtime=0),
        gzip.compress(b"", mtime=0),
    ],
)  # fmt: skip
def test_what_is_not_a_certificate_at_all(data: bytes) -> None:
    rejection(data)


def test_reasons() -> None:
    """What other checks would find too is named by the first that sees it."""
    text = encode(good())
    assert "broken gzip" in rejection(b"\x1f\x8b" + text)
    for number in (b"-1", b"-0", b"848.0", b"8e2", b"NaN", b"-Infinity", b"8" * 1001):
        assert "natural number" in rejection(text.replace(b"848", number))
    data = good()
    data["positions"][0] = "../..."
    assert "size" in rejection(data)
    for board in ("xx./.../...", ".../.../o.."):
        data = good()
        data["positions"].append(board)
        data["positions"].sort(key=lambda entry: entry[0] if isinstance(entry, list) else entry)
        assert f"{board} is listed, but cannot occur" in rejection(data)
    assert "another kind" in rejection({**good(), "kind": "induction"})


def test_what_surrounds_a_certificate() -> None:
    text = encode(good())
    for junk in (b"x", b"{}", b"\x00", b"]", b"//", text):
        rejection(text + junk)
        rejection(junk + text)
        rejection(gzip.compress(text, mtime=0) + junk)
        rejection(gzip.compress(text + junk, mtime=0))
    rejection(gzip.compress(gzip.compress(text, mtime=0)))
    rejection(gzip.compress(text, mtime=0) + gzip.compress(b" ", mtime=0))
    broken = bytearray(gzip.compress(text, mtime=0))
    broken[-6] ^= 1
    assert "gzip" in rejection(bytes(broken))


def test_duplicate_keys_at_every_depth() -> None:
    text = encode(good()).decode()
    for key in ("format", "rows", "strategy", "a.lp", "plays", "tie", "x"):
        found = re.search(
            rf'"{key}":("[^"]*"|[0-9]+|\{{[^{{}}]*\{{[^{{}}]*\}}\}}|\{{[^{{}}]*\}})', text
        )
        assert found
        assert "twice" in rejection(text.replace(found[0], f"{found[0]},{found[0]}", 1).encode())


def test_deep_nesting_in_every_place() -> None:
    deep = "[" * 900 + "]" * 900  # read, but too deep for much else
    for key in good():
        data = {**good(), key: "HERE"}
        rejection(encode(data).replace(b'"HERE"', deep.encode()))
        rejection(encode(data).replace(b'"HERE"', b'{"a":' * 400 + b"1" + b"}" * 400))


def test_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    text = encode(good())
    monkeypatch.setattr(verify_certificate, "MAX_BYTES", len(text))
    assert accepted(text)
    assert accepted(gzip.compress(text, mtime=0))
    monkeypatch.setattr(verify_certificate, "MAX_BYTES", len(text) - 1)
    assert "larger" in rejection(text)
    assert "larger" in rejection(gzip.compress(text, mtime=0))
    assert "larger" in rejection(gzip.compress(bytes(10**8)))
    monkeypatch.undo()
    monkeypatch.setattr(verify_certificate, "MAX_VALUES", 100)
    assert "larger" in rejection(text)


# --- the fuzzers --------------------------------------------------------------------------------

Path_ = tuple[str | int, ...]


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


def boards_like(text: str) -> st.SearchStrategy[str]:
    return st.tuples(st.integers(0, max(len(text) - 1, 0)), st.sampled_from("xo./")).map(
        lambda change: text[: change[0]] + change[1] + text[change[0] + 1 :]
    )


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-1, 12), st.just(1.0), st.text(max_size=3),
    st.sampled_from([[], {}, [0], "any", ".../.../...", "../..", 10**30, [[0], [0]]]),
    st.sampled_from(CLAIMS), st.lists(st.integers(0, 9), max_size=4, unique=True).map(sorted),
)  # fmt: skip


@st.composite
def mutants(draw: st.DrawFn) -> Json:
    """A certificate with one to three changes anywhere in it."""
    data: Json = copy(draw(st.sampled_from(seeds())))
    for _ in range(draw(st.integers(1, 3))):
        branch = draw(st.sampled_from(sorted(data))) if isinstance(data, dict) else None
        everywhere = [path for path in paths(data) if path and branch in (None, path[0])]
        if not everywhere:
            break
        path = draw(st.sampled_from(everywhere))
        where, key = at(data, path[:-1]), path[-1]
        value = where[key]
        change = draw(st.sampled_from(["drop", "double", "value", "swap", "nudge", "key", "moves"]))
        if change == "drop":
            del where[key]
        elif change == "double" and isinstance(where, list):
            where.insert(int(key), copy(value))
        elif change == "value":
            where[key] = copy(draw(VALUES))
        elif change == "swap":
            other = draw(st.sampled_from(sorted(where, key=str) if isinstance(where, dict)
                                         else range(len(where))))  # fmt: skip
            where[key], where[other] = where[other], where[key]
        elif change == "nudge" and isinstance(value, str):
            where[key] = draw(boards_like(value))
        elif change == "nudge" and type(value) is int:
            where[key] = value + draw(st.sampled_from([-1, 1]))
        elif change == "key" and isinstance(where, dict):
            where[draw(st.sampled_from([*where, "misere", "x", "rules", "é"]))] = copy(draw(VALUES))
        elif change == "moves" and isinstance(value, str):
            where[key] = [value, draw(st.lists(st.integers(0, 8), unique=True).map(sorted))]
    return data


@settings(max_examples=800, deadline=None, suppress_health_check=list(HealthCheck))
@given(mutants())
def test_an_accepted_mutant_tells_the_truth(data: Json) -> None:
    if accepted(json.dumps(data).encode()):
        assert is_what_it_says(data)


@st.composite
def other_strategies(draw: st.DrawFn) -> Json:
    """The certificate, or nearly, of other moves than those that a certificate lists."""
    data = copy(draw(st.sampled_from(seeds()[:-1])))
    const = data["const"]
    board = Board(const["rows"], const["cols"], const["line"])
    chance = draw(st.randoms(use_true_random=False))
    drawn: dict[Position, list[Square]] = {}

    def policy(position: Position) -> list[Square]:
        if position not in drawn:
            legal = sorted(oracle.legal(board, position))
            drawn[position] = chance.sample(legal, min(len(legal), chance.choice((1, 1, 1, 2))))
        return drawn[position]

    policies: dict[str, Policy] = {"x": policy, "o": policy}
    claim = draw(st.sampled_from(CLAIMS))
    made = build(board, data["roles"], policies, claim, const.get("misere", 0))
    if draw(st.booleans()):
        made["counts"] = data["counts"]
    if draw(st.booleans()) and len(made["positions"]) > 1:
        chosen = draw(st.integers(0, len(made["positions"]) - 1))
        entry = made["positions"][chosen]
        if isinstance(entry, list):
            entry[1] = sorted({*entry[1]} ^ {draw(st.integers(0, 8))})
    return made


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(other_strategies())
def test_it_accepts_exactly_what_is_true(data: Json) -> None:
    try:
        true = is_what_it_says(data)
    except (KeyError, AssertionError):  # a position that is not listed, an illegal move
        true = False
    assert accepted(encode(data)) == true


@settings(max_examples=800, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_an_accepted_broken_file_tells_the_truth(data: st.DataObject) -> None:
    text = encode(data.draw(st.sampled_from(seeds())))
    zipped = data.draw(st.booleans())
    file = bytearray(gzip.compress(text, mtime=0) if zipped else text)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(file) - 1))
        end = min(len(file), start + data.draw(st.integers(0, 5)))
        new = data.draw(st.one_of(
            st.binary(max_size=3), st.sampled_from([*b"01,][}{xo"]).map(lambda byte: bytes([byte])),
            st.just(bytes(file[end : end + 8])),
        ))  # fmt: skip
        file[start:end] = new
        if not file:
            return
    if accepted(bytes(file)):
        read = json.loads(gzip.decompress(file) if file.startswith(b"\x1f\x8b") else bytes(file))
        assert is_what_it_says(read)


# --- on its own ---------------------------------------------------------------------------------


def test_it_imports_the_standard_library_only() -> None:
    for node in ast.walk(ast.parse(CHECKER.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            modules = [node.module or ""]
        else:
            continue
        assert {module.split(".")[0] for module in modules} <= sys.stdlib_module_names
    assert not re.search(r"__import__|importlib|exec\(|eval\(", CHECKER.read_text("utf-8"))


def run(folder: Path, *arguments: str) -> tuple[int, str, str]:
    program = shutil.copy(CHECKER, folder / "checker.py")
    command = [sys.executable, "-I", "-S", str(program), *arguments]
    environment = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env=environment, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_it_runs_alone(tmp_path: Path) -> None:
    data = good()
    data["roles"]["x"]["strategy"] = "defeat ∇ any"
    (tmp_path / "good.json.gz").write_bytes(gzip.compress(encode(data)))
    status, out, err = run(tmp_path, "good.json.gz")
    assert (status, err) == (0, "")
    assert out.startswith("valid: x never loses\n")
    assert "1184" in out
    assert "defeat" in out
    (tmp_path / "bad.json").write_bytes(encode(data)[:-1])
    status, out, err = run(tmp_path, "bad.json")
    assert (status, err) == (1, "")
    assert out.startswith("rejected: not JSON")
    assert len(out.splitlines()) == 1
    (tmp_path / "deep.json").write_bytes(b"[" * 10**6)
    status, out, err = run(tmp_path, "deep.json")
    assert (status, err) == (1, "")
    for arguments in ((), ("a", "b"), ("--help",), ("nowhere.json",), (".",)):
        status, out, err = run(tmp_path, *arguments)
        assert (status, out) == (2, "")
        assert len(err.splitlines()) == 1


def test_what_it_says() -> None:
    report = verify(encode(good()))
    assert isinstance(report, Report)
    assert any("848" in fact for fact in report.facts)
    assert any("x: 1184, o: 0, tie: 64" in fact for fact in report.facts)
    assert any("o may play every legal move" in fact for fact in report.facts)
    assert any("good_for_x" in trusted and "x" in trusted for trusted in report.trusted)
    assert not any("moves listed for o" in trusted for trusted in report.trusted)


# --- games by their rules -----------------------------------------------------------------------


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
        "format": "ttt-asp certificate", "version": 1, "game": "nim", "const": {"matches": 4},
        "claim": "alice always wins by move 3",
        "roles": {"alice": described("leave_threes"), "bob": described("any")},
        "rules": nim(4),
        # left 0 to 4 are the fluents 0 to 4; 5: alice's turn, 6: bob's turn
        "positions": [[0, 6], [1, 5], [[2, 5], [1]], [3, 6], [[4, 5], [0]]],
        "ranks": [0, 1, 2, 3, 4],
        "counts": {"positions": 5, "plays": {"100 0": 2}, "stuck": 0},
    }  # fmt: skip


def test_nim() -> None:
    data = nim4()
    report = verify(encode(data))
    assert any("ground rules" in each and "nim" in each for each in report.trusted)
    for claim in ("alice always wins", "bob never wins", "bob always loses", "never tie",
                  "bob can lose", "alice always wins by move 9"):  # fmt: skip
        assert accepted(encode({**data, "claim": claim}))
    for claim in ("alice always wins by move 2", "bob can win", "x never loses", "can tie"):
        assert "claim" in rejection({**data, "claim": claim})
    # Without ranks a `never` claim says less, but nothing wrong.
    bare = {**data, "claim": "bob never wins", "ranks": None}
    bare["counts"] = {"positions": 5, "plays": None, "stuck": None}
    assert not any("Every play ends" in fact for fact in verify(encode(bare)).facts)
    assert "ranks" in rejection({**bare, "claim": "alice always wins"})
    assert "counts" in rejection({**bare, "counts": data["counts"]})


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("ranks", [0, 1, 2, 3]), ("ranks", [0, 1, 2, 3, 3]), ("ranks", [0, 1, 1, 2, 2]),
        ("ranks", [4, 3, 2, 1, 0]), ("ranks", "0"), ("ranks", [0, 1, 2, 3, True]), ("ranks 0", 9),
        ("positions 4", [4, 5]), ("positions 4", [[4, 5], [0, 1]]), ("positions 4", [[4, 5], [1]]),
        ("positions 4", [[4, 5], [2]]), ("positions 4", [[4, 5], []]),
        ("positions 1", [[1, 5], [0]]),
        ("positions 4", [[4, 6], [0]]), ("positions 0", [6, 0]), ("positions 0", [0, 7]),
        ("positions 0", ["0", 6]), ("positions 0", [0, 0]), ("positions 0", [True, 6]),
        ("positions 3", [[3, 6], [0, 1]]), ("counts plays", {"100 0": 3}), ("rules init", [3, 5]),
        ("counts plays", {"100 0": 2, "0 100": 0}), ("counts plays", None), ("rules init", [9]),
        ("roles", {"alice": described("any")}), ("rules roles", ["alice", "alice"]),
        ("rules fluents 0", "left(1)"), ("rules actions alice", ["take(1)", "take(1)"]),
        ("rules actions bob", []), ("rules actions eve", []), ("rules program", {}),
        ("rules program 0", ["next(turn(bob))"]), ("rules program 0", ["a", 1, ["b"]]),
        ("rules program 0", ["a", 1, [[1]]]), ("rules program 0", ["a", "1", []]),
        ("rules program 0", [[], []]), ("rules program 0", "ab"), ("rules program 0", []),
        ("rules program 0", ["terminal", []]), ("rules program 3", ["goal(alice,1)", []]),
        ("rules program 4", ["help", []]), ("rules program 3", ["terminal", ["not terminal"]]),
        ("rules program 0", ["legal(bob,take(1))", []]), ("rules more", 1), ("game", "tictactoe"),
        ("const matches", None), ("const matches", [4]), ("const matches", ""), ("const ", 1),
    ],
)  # fmt: skip
def test_nim_mutants(path: str, value: Any) -> None:
    data = nim4()
    where: Any = data
    *way, last = path.split(" ")
    for key in way:
        where = where[int(key) if isinstance(where, list) else key]
    where[int(last) if isinstance(where, list) else last] = value
    rejection(data)


def test_names_are_different() -> None:
    for path in ("roles", "fluents", "actions alice"):
        data = nim4()
        where = at(data["rules"], tuple(path.split(" ")))
        where[1] = where[0]
        assert "not all different" in rejection(data)


@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_accepted_mutants_of_nim(data: st.DataObject) -> None:
    """Names and constants may change, and what else is true: the rules and moves say the rest."""
    original = nim4()
    mutant = copy(original)
    everywhere = [path for path in paths(mutant) if path and path[0] != "rules"]
    path = data.draw(st.sampled_from(everywhere))
    at(mutant, path[:-1])[path[-1]] = data.draw(VALUES)
    if accepted(json.dumps(mutant).encode()) and canonical(mutant) != canonical(original):
        if path[0] == "ranks":
            done, one, two, three, four = mutant["ranks"]  # by the matches left
            assert done < min(one, two) <= max(one, two) < three < four
        elif path[0] == "claim":
            assert mutant["claim"] == "never tie"
        else:
            assert path[0] in ("game", "const") or path[-1] in ("strategy", "sources")


def as_rules(data: Json, noop: bool) -> Json:
    """A certificate about a board, with the rules of the game written out."""
    size = 9
    runs = [{3 * (r - 1) + c - 1 for r, c in run} for run in B3.lines]
    fluents = [f"at({s},{p})" for p in "ox" for s in range(size)] + ["turn(o)", "turn(x)"]
    program: list[Any] = [["terminal", ["won(x)"]], ["terminal", ["won(o)"]]]
    program += [["open", [f"free({s})"]] for s in range(size)] + [["terminal", ["not open"]]]
    for p, q in ("xo", "ox"):
        program += [
            [f"next(turn({q}))", [f"true(turn({p}))"]],
            [f"goal({p},100)", [f"won({p})"]],
            [f"goal({p},0)", [f"won({q})"]],
            [f"goal({p},50)", ["not won(x)", "not won(o)"]],
            *([f"won({p})", 6, [[2, f"true(at({s},{p}))"] for s in run]] for run in runs),
        ]
        for s in range(size):
            program += [
                [f"next(at({s},{p}))", [f"true(at({s},{p}))"]],
                [f"next(at({s},{p}))", [f"does({p},mark({s}))"]],
                [f"legal({p},mark({s}))", [f"free({s})", f"true(turn({p}))"]],
            ]
        if noop:
            program.append([f"legal({p},noop)", [f"not true(turn({p}))"]])
    program += [[f"free({s})", [f"not true(at({s},{p}))" for p in "ox"]] for s in range(size)]
    actions = [f"mark({s})" for s in range(size)] + ["noop"] * noop

    def position(text: str) -> list[int]:
        marks = text.replace("/", "")
        found = [9 * (p == "x") + s for p in "ox" for s in range(size) if marks[s] == p]
        return [*found, 18 + (marks.count("x") == marks.count("o"))]

    def entry(listed: Any) -> Any:
        return [position(listed[0]), listed[1]] if isinstance(listed, list) else position(listed)

    ranked = sorted(
        ([entry(e), (e[0] if isinstance(e, list) else e).count(".")] for e in data["positions"]),
        key=lambda pair: pair[0][0] if isinstance(pair[0][0], list) else pair[0],
    )
    plays = data["counts"]["plays"]
    named = {"100 0": plays["x"], "0 100": plays["o"], "50 50": plays["tie"]}
    return {
        **data,
        "game": "written out",
        "rules": {
            "roles": ["x", "o"], "fluents": fluents, "actions": dict.fromkeys("xo", actions),
            "init": [19], "program": program,
        },
        "positions": [pair[0] for pair in ranked],
        "ranks": [pair[1] for pair in ranked],
        "counts": {**data["counts"], "plays": {k: n for k, n in named.items() if n}},
    }  # fmt: skip


@pytest.mark.parametrize("noop", [False, True])
def test_tic_tac_toe_by_its_rules(noop: bool) -> None:
    for claim, x, o in (
        ("x never loses", "good_for_x", "any"),
        ("x always wins by move 7", "good_for_x", "edge_mistake"),
        ("x can win", "good_for_x", "except(any, defend)"),
    ):
        data = as_rules(certificate(claim, x, o), noop)
        verify(encode(data))
        data["positions"].pop(50)
        data["ranks"].pop(50)
        assert "not listed" in rejection(data)


def walk_game(program: list[Any], fluents: int, **more: Any) -> Json:
    """A certificate about one role, that the game of these rules is never lost."""
    return {
        "format": "ttt-asp certificate", "version": 1, "game": "walk", "const": {},
        "claim": "p never loses",
        "roles": {"p": described("any")},
        "rules": {"roles": ["p"], "fluents": [str(n) for n in range(fluents)],
                  "actions": {"p": ["a", "b"]}, "init": [0], "program": program},
        "ranks": None,
        "counts": {"positions": fluents, "plays": None, "stuck": None},
        "positions": [[n] for n in range(fluents)],
        **more,
    }  # fmt: skip


def test_plays_without_end() -> None:
    both = [["legal(p,a)", []], ["legal(p,b)", []]]
    circle = [*both, ["next(1)", ["true(0)"]], ["next(0)", ["true(1)"]]]
    data = walk_game(circle, 2)
    assert accepted(encode(data))
    for claim in ("p always wins", "p never loses", "p can win"):
        for ranks in ([0, 1], [1, 0], [1, 1], None):
            if (claim, ranks) != ("p never loses", None):
                counts = {"positions": 2, "plays": {}, "stuck": 0}
                rejection({**data, "claim": claim, "ranks": ranks, "counts": counts})


def test_two_moves_to_one_position_are_two_plays() -> None:
    program = [
        ["legal(p,a)", []], ["legal(p,b)", []], ["next(1)", ["true(0)"]], ["goal(p,7)", []],
        ["terminal", ["true(1)"]],
    ]  # fmt: skip
    counts = {"positions": 2, "plays": {"7": 2}, "stuck": 0}
    data = walk_game(program, 2, ranks=[1, 0], claim="p always ties", counts=counts)
    assert accepted(encode(data))
    counts["plays"]["7"] = 1  # type: ignore[index]
    assert "counts" in rejection(data)


def test_too_many_plays_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    program: list[Any] = [["legal(p,a)", []], ["legal(p,b)", []], ["goal(p,50)", []]]
    program += [[f"next({n + 1})", [f"true({n})"]] for n in range(20)]
    program += [["terminal", ["true(20)"]]]
    counts = {"positions": 21, "plays": {"50": 2**20}, "stuck": 0}
    data = walk_game(program, 21, ranks=[*range(20, -1, -1)], counts=counts)
    assert accepted(encode(data))
    monkeypatch.setattr(verify_certificate, "MAX_NUMBER", 2**20 - 1)
    assert "too many" in rejection(data)


def test_nobody_can_move() -> None:
    assert "no move is allowed" in rejection(walk_game([], 1))


def test_moving_at_once() -> None:
    data = nim4()
    data["rules"]["program"] += [["legal(bob,take(1))", []], ["legal(bob,take(2))", []]]
    assert "at once" in rejection(data)


# --- the evaluation of rules --------------------------------------------------------------------

ATOMS = "abcd"
LITERALS = st.sampled_from([*ATOMS, *(f"not {atom}" for atom in ATOMS), "true(f)", "not true(f)"])
RULES = st.one_of(
    st.tuples(st.sampled_from(ATOMS), st.lists(LITERALS, max_size=3)),
    st.tuples(
        st.sampled_from(ATOMS),
        st.integers(0, 5),
        st.lists(st.tuples(st.integers(0, 3), LITERALS), max_size=3),
    ),
)


def stable_models(program: list[Any], given: set[str]) -> list[set[str]]:
    """By trying all sets of atoms, as in the definition."""
    found = []
    for size in range(len(ATOMS) + 1):
        for chosen in itertools.combinations(ATOMS, size):
            guess = {*chosen, *given}
            least = set(given)
            before = None
            while before != least:
                before = set(least)
                for rule in program:
                    pairs = rule[2] if len(rule) == 3 else [(1, literal) for literal in rule[1]]
                    bound = rule[1] if len(rule) == 3 else len(pairs)
                    weights = [
                        weight
                        for weight, literal in pairs
                        if literal in before
                        or (literal.startswith("not ") and literal[4:] not in guess)
                    ]
                    if sum(weights) >= bound:
                        least.add(rule[0])
            if least == guess:
                found.append(guess)
    return found


@settings(max_examples=500, deadline=None)
@given(st.lists(RULES, max_size=7), st.booleans())
def test_the_model_is_the_stable_one(program: list[Any], given: bool) -> None:
    rules = {"roles": [], "fluents": ["f"], "actions": {}, "init": [], "program": copy(program)}
    facts = {"true(f)"} if given else set()
    try:
        model = Rules(rules).model(facts)
    except Rejected:
        assert cyclic_through_not(program)
    else:
        assert not cyclic_through_not(program)
        assert stable_models(program, facts) == [model]


def cyclic_through_not(program: list[Any]) -> bool:
    """Whether an atom depends on itself by way of a `not`."""
    edges = set()
    for rule in program:
        for item in rule[-1]:
            literal = item[1] if len(rule) == 3 else item
            edges.add((rule[0], literal.removeprefix("not "), literal.startswith("not ")))
    while True:
        longer = {(a, d, m or n) for a, b, m in edges for c, d, n in edges if b == c} - edges
        if not longer:
            return any(a == b and negative for a, b, negative in edges)
        edges |= longer


def test_a_positive_cycle_takes_the_least_model() -> None:
    program = [["a", ["b"]], ["b", ["a"]], ["c", ["not a"]], ["b", ["true(f)", "true(f)"]]]
    rules = Rules({"roles": [], "fluents": ["f"], "actions": {}, "init": [], "program": program})
    assert rules.model(()) == {"c"}
    assert rules.model({"true(f)"}) == {"true(f)", "a", "b"}
