"""The certificate checker on files of any kind: keys, values, JSON, and the program by itself."""

import ast
import gzip
import itertools
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import oracle
import pytest
from conftest import HUNT, Alone, examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board
from oracle_certificates import (
    B3,
    CLAIMS,
    accepted,
    certificate,
    copy,
    encode,
    good,
    nim4,
    rejection,
    seeds,
    walk_game,
)
from oracle_rules import least
from tables import constant, tabled
from valid_certificates import valid

from ttt_asp.extensions.certificates import checker
from ttt_asp.extensions.certificates.checker import format as reading
from ttt_asp.extensions.certificates.checker import positions
from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.checker.ground_rules import DONE, HERE, Rules
from ttt_asp.extensions.certificates.checker.main import verify

# --- files --------------------------------------------------------------------------------------


def test_a_file_truncated_anywhere_is_rejected() -> None:
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


def test_a_rejection_says_the_reason() -> None:
    """What other checks would find too is named by the first that sees it."""
    text = encode(good())
    assert "broken gzip" in rejection(b"\x1f\x8b" + text)
    for number in (b"-1", b"-0", b"848.0", b"8e2", b"NaN", b"-Infinity", b"8" * 1001):
        assert "natural number" in rejection(text.replace(b"848", number))
    half_a_character = json.dumps({**good(), "roles": {"x": "\ud800", "o": "any"}}).encode()
    assert "not a printable text" in rejection(half_a_character)


def test_what_surrounds_a_certificate_is_rejected() -> None:
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


def test_duplicate_keys_are_rejected_at_every_depth() -> None:
    text = encode(good()).decode()
    for key in ("format", "rows", "roles", "plays", "tie", "x"):
        found = re.search(
            rf'"{key}":("[^"]*"|[0-9]+|\{{[^{{}}]*\{{[^{{}}]*\}}\}}|\{{[^{{}}]*\}})', text
        )
        assert found
        assert "twice" in rejection(text.replace(found[0], f"{found[0]},{found[0]}", 1).encode())


def test_what_is_too_large_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    text = encode(good())
    monkeypatch.setattr(reading, "MAX_BYTES", len(text))
    assert accepted(text)
    assert accepted(gzip.compress(text, mtime=0))
    monkeypatch.setattr(reading, "MAX_BYTES", len(text) - 1)
    assert "larger" in rejection(text)
    assert "larger" in rejection(gzip.compress(text, mtime=0))
    assert "larger" in rejection(gzip.compress(bytes(10**7)))
    monkeypatch.undo()
    monkeypatch.setattr(reading, "MAX_VALUES", 100)
    assert "larger" in rejection(text)


# --- on its own ---------------------------------------------------------------------------------


def test_it_imports_the_standard_library_only(one_file: Path) -> None:
    text = one_file.read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            modules = [node.module or ""]
        else:
            continue
        assert {module.split(".")[0] for module in modules} <= sys.stdlib_module_names
    assert not re.search(r"__import__|importlib|exec\(|eval\(", text)


def test_the_one_file_says_what_the_modules_say(one_file: Path) -> None:
    """Every line of them but the imports from one another, and no name twice."""
    folder = Path(checker.__file__).parent
    modules = [path.read_text("utf-8") for path in folder.glob("*.py") if path.stem != "__init__"]
    lines = "".join(modules).splitlines()
    kept = [line for line in lines if not line.startswith("from .")]
    text = one_file.read_text("utf-8")
    assert sorted(text.splitlines()) == sorted(kept)
    names: list[str] = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            names += [target.id for target in ast.walk(node) if isinstance(target, ast.Name)
                      and isinstance(target.ctx, ast.Store)]  # fmt: skip
    assert len(names) == len(set(names)) > 30
    assert all(module.count("\n") <= 400 for module in modules)


@pytest.mark.parametrize("name", ["board", "folded", "four", "periodic"])
def test_it_finds_alone_what_is_valid(name: str, alone: Alone, tmp_path: Path) -> None:
    data = valid(name)
    if name == "board":
        data["roles"]["x"] = "defeat ∇ any"
    (tmp_path / "it.json.gz").write_bytes(gzip.compress(encode(data)))
    status, out, err = alone(tmp_path, "it.json.gz")
    assert (status, err) == (0, "") and out.startswith(f"valid: {data['claim']}")
    assert name != "board" or "defeat" in out


UNLISTED = [f"ttt-asp certificate of {kind}" for kind in ("induction", "every size")]


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (encode(good())[:-1], "rejected: not JSON"),
        (b"[" * 10**6, "rejected: "),
        # which list nothing to walk through
        *((encode({"format": f, "version": 2}), f"rejected: format: '{f}' is") for f in UNLISTED),
    ],
    ids=["broken", "deep", *UNLISTED],
)
def test_it_says_alone_why_it_refuses(file: bytes, said: str, alone: Alone, tmp_path: Path) -> None:
    (tmp_path / "it.json").write_bytes(file)
    status, out, err = alone(tmp_path, "it.json")
    assert (status, err, len(out.splitlines())) == (1, "", 1) and out.startswith(said)


@pytest.mark.parametrize("arguments", [(), ("a", "b"), ("--help",), ("nowhere.json",)])
def test_it_says_alone_what_to_ask(
    arguments: tuple[str, ...], alone: Alone, tmp_path: Path
) -> None:
    status, out, err = alone(tmp_path, *arguments)
    assert (status, out, len(err.splitlines())) == (2, "", 1)


# What each is told, where there is memory enough.
HUGE: dict[str, str] = constant(__file__, "HUGE")
# Each by itself in little memory (in KiB), some by the command in any; in a hunt each in every way.
ALONE = [(name, "400000", True) for name in HUGE]
BY_COMMAND = [(name, "unlimited", False) for name in HUGE if HUNT > 1 or name == "5G"]
MORE = [(name, memory, memory != "400000") for name, memory, _ in ALONE + BY_COMMAND if HUNT > 1]


@pytest.mark.parametrize(("name", "memory", "alone"), ALONE + BY_COMMAND + MORE)
def test_endless_and_huge_files_are_rejected(
    name: str, memory: str, alone: bool, one_file: Path, tmp_path: Path
) -> None:
    """One sentence, and soon, also where there is little memory."""
    if name == "fifo":
        os.mkfifo(tmp_path / name)
    elif size := {"5G": 5 << 30, "300M": 300 << 20}.get(name):
        (tmp_path / name).touch()
        os.truncate(tmp_path / name, size)
    elif name.endswith(".gz"):
        text = b"[" + b"0," * 101_000_000 if name == "bomb.gz" else b"[" * 10_000_000
        (tmp_path / name).write_bytes(gzip.compress(text, 1))
    program = [str(one_file)] if alone else ["-m", "ttt_asp", "verify"]
    limited = ["sh", "-c", f'ulimit -v {memory}; exec "$0" "$@"', sys.executable, *program, name]
    done = subprocess.run(limited, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    out = done.stdout + done.stderr
    assert done.returncode in (1, 2) and len(out.splitlines()) == 1
    small = memory != "unlimited" and "too large for this machine" in out
    assert re.search(HUGE[name], out) or small


def test_the_checker_ends_quietly_with_nowhere_to_write(one_file: Path, tmp_path: Path) -> None:
    (tmp_path / "good.json").write_bytes(encode(good()))
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-I", str(one_file), "good.json"],
            cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "cannot write what was found: No space left on device\n"


# --- the certificate checker, game by game, against certificates that the oracle's strategies make


# --- boards -------------------------------------------------------------------------------------


@tabled()
def test_claims_are_judged_as_by_the_oracle(
    size: tuple[int, int, int], claim: str, x: str, o: str, verdict: str
) -> None:
    board = Board(*size)
    assert oracle.verdict(board, x, o, claim) == verdict
    data = certificate(claim, x, o, board)
    seen = oracle.explore(board, x, o)
    assert data["counts"] == {"positions": seen.positions, "plays": seen.plays, "stuck": seen.stuck}
    if verdict == "proved":
        assert verify(encode(data)).claim == claim
    else:
        assert re.search("claim|no move is allowed", rejection(data))


@pytest.mark.parametrize("o", ["edge_mistake", "good_for_o", "first(edge, any)"])
def test_every_claim_is_judged_as_by_the_oracle(o: str) -> None:
    data = certificate("can tie", "good_for_x", o)
    for data["claim"] in CLAIMS:
        proved = oracle.verdict(B3, "good_for_x", o, data["claim"]) == "proved"
        assert accepted(encode(data)) == proved


def test_files_may_be_zipped_and_indented() -> None:
    data = certificate("x never loses", "good_for_x", "any")
    report = verify(encode(data))
    assert verify(json.dumps(data, indent=2).encode() + b"\n") == report
    zipped = gzip.compress(encode(data))
    assert verify(zipped) == report and len(zipped) < 5_000


def test_a_misere_certificate_is_checked_as_such() -> None:
    data = certificate("x can lose", "any", "any", misere=1)
    assert data["counts"]["plays"] == {"x": 77904, "o": 131184, "tie": 46080}
    assert "loses" in verify(encode(data)).facts[0]
    data["const"]["misere"] = 0
    assert "sets: they are not those of tictactoe" in rejection(data)
    data["sets"]["completing"] = "wins"
    assert "counts" in rejection(data)
    line = certificate("x always loses", "any", "any", Board(2, 2, 2), misere=1)
    verify(encode(line))
    del line["const"]["misere"]
    assert "sets: they are not those of tictactoe" in rejection(line)


# --- games by their rules -----------------------------------------------------------------------


def test_a_certificate_of_nim_is_checked() -> None:
    data = nim4()
    report = verify(encode(data))
    assert any("ground rules" in each and "nim" in each for each in report.trusted)
    for claim in ("alice always wins", "bob never wins", "bob always loses", "never tie",
                  "bob can lose", "alice always wins by move 9"):  # fmt: skip
        assert accepted(encode({**data, "claim": claim}))
    # Without ranks a `never` claim says less, but nothing wrong.
    bare = {**data, "claim": "bob never wins", "ranks": None}
    bare["counts"] = {"positions": 5, "plays": None, "stuck": None}
    assert not any("Every play ends" in fact for fact in verify(encode(bare)).facts)


@tabled()
def test_walks_are_judged(program: str, fluents: int, more: str, reason: str) -> None:
    data = walk_game(json.loads(program), fluents, **json.loads(more))
    assert (rejection(data) if reason else verify(encode(data)) and "") == reason


def test_more_plays_than_may_be_counted_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    program: list[Any] = [["legal(p,a)", []], ["legal(p,b)", []], ["goal(p,50)", []]]
    program += [[f"next({n + 1})", [f"true({n})"]] for n in range(20)]
    program += [["terminal", ["true(20)"]]]
    counts = {"positions": 21, "plays": {"50": 2**20}, "stuck": 0}
    data = walk_game(program, 21, ranks=[*range(20, -1, -1)], counts=counts)
    assert accepted(encode(data))
    monkeypatch.setattr(positions, "MAX_NUMBER", 2**20 - 1)
    assert "too many" in rejection(data)


# --- the evaluation of rules --------------------------------------------------------------------

ATOMS = "abcd"
LITERALS = st.sampled_from(
    [sign + atom for atom in (*ATOMS, "true(f)", "does(p,m)") for sign in ("", "not ")]
)
RULES = st.one_of(
    st.tuples(st.sampled_from(ATOMS), st.lists(LITERALS, max_size=3)),
    st.tuples(
        st.sampled_from(ATOMS),
        st.integers(0, 5),
        st.lists(st.tuples(st.integers(0, 3), LITERALS), max_size=3),
    ),
)


def stable_models(program: list[Any], given: set[str]) -> list[set[str]]:
    """The sets of atoms of which all follows, and nothing else, if they are guessed."""
    chosen = (c for size in range(len(ATOMS) + 1) for c in itertools.combinations(ATOMS, size))
    guesses = [{*atoms, *given} for atoms in chosen]
    return [guess for guess in guesses if least(program, given, guess) == guess]


@examples(150, hunt=400)
@given(st.lists(RULES, max_size=7), st.booleans(), st.booleans())
def test_the_model_is_the_stable_one(program: list[Any], true: bool, done: bool) -> None:
    given, does = {"true(f)"} if true else set(), {"does(p,m)"} if done else set()
    try:
        model = everything(rules_of(program), given, does)
    except Rejected:
        assert cyclic_through_not(program)
    else:
        assert not cyclic_through_not(program)
        assert stable_models(program, given | does) == [model]


@tabled()
def test_what_follows_at_each_stage(
    program: list[Any], given: list[str], does: list[str], model: list[str]
) -> None:
    found = everything(rules_of(program), given, does)
    assert [found] == stable_models(program, {*given, *does}) == [{*given, *does, *model}]


@tabled()
def test_a_cycle_through_not_is_refused(program: list[Any]) -> None:
    with pytest.raises(Rejected, match="a cycle through `not`"):
        rules_of(program)
    data = nim4()
    data["rules"]["program"] += program
    assert "a cycle through `not`" in rejection(data)


def rules_of(program: list[Any]) -> Rules:
    actions = {"p": ["m"]}
    given = {"roles": ["p"], "fluents": ["f"], "actions": actions, "init": []}
    return Rules({**given, "program": copy(program)})


def everything(rules: Rules, given: Iterable[str], does: Iterable[str] = ()) -> set[str]:
    """What holds, first without what rests on what is done, then with that."""
    here = rules.model(given, HERE, rules.always)
    return rules.always.holds | here.holds | rules.model(does, DONE, here).holds


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
