"""Check a certificate of ttt-asp: the standard library, nothing of ttt-asp.

    python verify_certificate.py FILE        exit status 0: valid, 1: rejected, 2: cannot be read

A certificate lists every position that occurs in the plays of a game in which each player keeps
to a strategy, perhaps up to symmetry, and the moves that the strategies allow there. This program
walks through all of them by rules of its own, and holds the claim against every way in which a play
can end. First the format and its reading, then the games of marking squares, their symmetries, the
walk, and games by ground rules.

A file is a JSON object in UTF-8, plain or gzipped, with exactly the keys below. Numbers are natural
numbers; texts are not empty, and printable.

format, version   "ttt-asp certificate", 2
game, const       the game's name and constants, numbers or texts by name; and `sets`, or else
                  `rules` and `ranks`, by which it is played. This program works out by itself what
                  the sets are of two games:
                  "tictactoe", {"rows": 3, "cols": 3, "line": 3}: x and o mark free squares in
                  turn; who completes `line` squares in a row wins; otherwise it is a tie.
                  "hypercube", {"side": 3, "dim": 3}: the same; lines go from side to side of a
                  cube of `dim` dimensions.
                  Optionally either has "misere": 1, who completes a line loses (0: wins), and
                  "maker_breaker": 1, lines count for x only, and if x completes none, o wins
                  (with misere loses). The squares of tictactoe are listed row by row; those of
                  hypercube by their coordinates, the last one fastest.
claim             "ROLE never|always wins|loses|ties", "ROLE can win|lose|tie",
                  "never|always|can tie", "ROLE always wins by move N"
roles             for every role the term of its strategy, a text; "any" for a role that is free,
                  which may play any legal move.
positions         every position that occurs in a play, from the initial to the final ones, once,
                  in increasing order. An entry is the position alone, or [position, moves] just
                  where play goes on, a role has a choice (two legal moves or more; a single one
                  is played unasked), and that role is not free: the moves that its strategy
                  allows, in increasing order. Under a `can` claim there may be none; the play is
                  stuck then.
                  A position is a text, a character for each square: "x" is a mark of the first
                  role, "o" of the second, "." is free; a move is the number of the square,
                  counted from 0.
counts            {"positions": N, "plays": {ROLE: N, ROLE: N, "tie": N}, "stuck": N}: positions
                  that occur; plays (sequences of moves) won by each role, tied, and stuck.

Large certificates of games of marking squares have one key more:

symmetries        permutations of the squares, each a list of their images, that take the sets of
                  each role to such sets, and leave all first marks where they are. Of the images
                  of a position under those that they generate `positions` lists the least, as
                  texts compare; it stands for all, and its moves stand for their images there.
                  `counts` are of all.

Games in which two roles mark squares for good are given by what they are made of:

sets              {"roles": [ROLE, ROLE], "squares": [TEXT...], "marked": {ROLE: [SQUARE...], ...},
                  "turns": [ROLE...], "sets": {ROLE: [[SQUARE...]...], ...},
                  "completing": "wins" or "loses", "otherwise": ROLE or "tie"}: the squares that
                  are marked at first; who makes each move, after the last of which the game is
                  over; the sets by completing one of which a role ends the game, winning or
                  losing it; who wins when nobody has. Roles and squares are written as texts.

Any other game is given by its ground rules:

rules             {"roles": [TEXT...], "fluents": [TEXT...], "actions": {ROLE: [TEXT...]},
                  "init": [N...], "program": [RULE...]}. Fluents, and each role's actions, are
                  numbered from 0 as they are listed. RULE is [HEAD, [LITERAL...]], or [HEAD,
                  BOUND, [[WEIGHT, LITERAL]...]]: HEAD holds if the weights of the literals that
                  hold sum up to BOUND or more. HEAD is an atom, LITERAL an atom or "not " and an
                  atom. Rules may use true(FLUENT) and does(ROLE,ACTION), which are given and
                  have no rules; they define legal(ROLE,ACTION), next(FLUENT), terminal,
                  goal(ROLE,0..100), and atoms of other names to help. No atom may depend on
                  itself through `not`.
positions         a position is the increasing list of its fluents, a move an action of the one
                  role that has a choice; other roles have at most one legal action, which they
                  play at the same time. Lists are compared number by number.
ranks             a number for each position, in the same order, such that each move decreases
                  it; null where there is none (but an `always` claim needs it).
counts            "plays": {"100 0": N, ...}, for all lists of goals, in the order of the roles,
                  with which a play ends; "plays" and "stuck" are null if the ranks are.

Certificates of replies and of repeating pairs, whose other keys are in their parts of this program,
list no positions.

Memory is proportional to the file, and time, but for a logarithm, to what the walk touches: the
text of each position that a move leads to, with symmetries its image under each of them, and the
sets through its last mark; or the ground rules that rest on what holds there, and those that
hold unless something does.
"""

import json
import os
import stat
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, TypeVar

MAX_BYTES = 1 << 30  # of the JSON text; raise this and the next for a larger certificate
MAX_VALUES = 100_000_000  # brackets, braces and commas in it: they bound the memory it takes
MAX_DIGITS = 1000  # of a number
VERSION = 2  # of every format

T = TypeVar("T")


class Rejected(Exception):
    """The certificate is not valid; the text says why."""


# --- files and JSON -----------------------------------------------------------------------------


def load(path: str) -> bytes:
    """Return the bytes of a regular file.

    Raises:
        OSError: it cannot be read, or is something else: a folder, a device, a pipe.
        Rejected: it is too large.
    """
    about = os.stat(path)
    if not stat.S_ISREG(about.st_mode):
        raise OSError(None, "it is not a regular file")
    data = bytearray()
    try:
        with open(path, "rb") as file:
            while max(about.st_size, len(data)) <= MAX_BYTES and (part := file.read(1 << 20)):
                data += part
        if max(about.st_size, len(data)) <= MAX_BYTES:
            return bytes(data)
    except MemoryError:
        raise Rejected("too large for this machine") from None
    raise Rejected(f"larger than {MAX_BYTES} bytes")


def read(data: bytes) -> Any:
    """Return the JSON value that a file holds, and nothing else."""
    try:
        return read_text(unzipped(data))
    except (RecursionError, MemoryError):
        raise Rejected("nested too deeply, or too large for this machine") from None


def unzipped(data: bytes) -> bytes:
    """Return the JSON text that a file holds, plain or gzipped."""
    if data.startswith(b"\x1f\x8b"):
        inflater = zlib.decompressobj(wbits=31)
        try:
            data = inflater.decompress(data, MAX_BYTES + 1)
        except zlib.error as error:
            raise Rejected(f"broken gzip data: {error}") from None
        if len(data) <= MAX_BYTES and (not inflater.eof or inflater.unused_data):
            raise Rejected("gzip data that are cut short, or have something behind them")
    return data


def read_text(data: bytes) -> Any:
    """Return the value that a JSON text stands for."""
    if len(data) > MAX_BYTES or sum(map(data.count, (b"[", b"{", b","))) > MAX_VALUES:
        raise Rejected(f"larger than {MAX_BYTES} bytes or {MAX_VALUES} values")
    hooks: dict[str, Any] = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), natural)
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=no_key_twice, **hooks)
    except ValueError as error:  # not UTF-8, or not JSON
        raise Rejected(f"not JSON: {error}") from None


def no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of the JSON text, whose keys must differ."""
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            raise Rejected(f"the key {quote(key)} occurs twice in one object")
    return dict(pairs)


def natural(number: str) -> int:
    """Return a number of the JSON text, which must be a natural one."""
    if not number.isdigit() or len(number) > MAX_DIGITS:
        raise Rejected(f"{quote(number)} is no natural number of at most {MAX_DIGITS} digits")
    return int(number)


def quote(text: str) -> str:
    """Return the text, fit for a message."""
    return ascii(text if len(text) <= 200 else text[:200] + "...")


# --- the kinds of values ------------------------------------------------------------------------


def check(kind: type[T], value: Any, label: str) -> T:
    """Return the value, which must be exactly of that type (no bool is an int), and printable."""
    if type(value) is not kind or (kind is str and not (value and str(value).isprintable())):
        names = {str: "a printable text", int: "a number", list: "a list"}
        raise Rejected(f"{label}: not {names.get(kind, 'an object')}")
    return value


def check_keys(value: Any, label: str, keys: Iterable[str], *more: str) -> dict[str, Any]:
    """Return the value, which must be an object with these keys, and perhaps more."""
    given = set(check(dict, value, label))
    for which, wrong in ("no", {*keys} - given), ("an unknown", given - {*keys, *more}):
        if wrong:
            raise Rejected(f"{label}: {which} key {quote(min(wrong))}")
    return dict(value)


def ascending(value: Any, label: str, below: int) -> list[int]:
    """Return the value, which must be an increasing list of numbers less than `below`."""
    numbers = [check(int, item, label) for item in check(list, value, label)]
    if any(a >= b for a, b in pairwise([*numbers, below])):
        raise Rejected(f"{label}: {quote(str(numbers))} does not increase, or is out of range")
    return numbers


def names(value: Any, label: str) -> list[str]:
    """Return the value, which must be a list of different texts."""
    texts = [check(str, item, label) for item in check(list, value, label)]
    if len(set(texts)) < len(texts):
        raise Rejected(f"{label}: not all different")
    return texts


def of_format(data: Any, table: Mapping[str, T]) -> T:
    """Return the entry of a table for the format of a certificate, which alone says its kind.

    Raises:
        Rejected: there is no such format in it, or it is of another version.
    """
    name = check(str, check(dict, data, "certificate").get("format"), "format")
    if name not in table:
        raise Rejected(f"format: {quote(name)} is none of {', '.join(map(quote, table))}")
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise Rejected(f"not of version {VERSION}, the only one that is known here")
    return table[name]
