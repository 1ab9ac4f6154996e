"""Certificates up to symmetry, folded and unfolded by brute force; shares nothing with the product.

A symmetry is a list: of each square, counted row by row, the number of the one that it is taken to.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from oracle import Board
from oracle_certificates import certificate, copy
from tables import constant

Json = dict[str, Any]
Permutation = tuple[int, ...]


def turns_and_flips(board: Board) -> list[Permutation]:
    """The symmetries of the rectangle; of a square eight."""
    rows, cols = board.rows, board.cols
    squares = [(i, j) for i in range(rows) for j in range(cols)]
    found = []
    for down in (False, True):
        for right in (False, True):
            for across in (False, True) if rows == cols else (False,):
                images = []
                for i, j in squares:
                    i, j = rows - 1 - i if down else i, cols - 1 - j if right else j
                    images.append((j if across else i) * cols + (i if across else j))
                found.append(tuple(images))
    return sorted(set(found))


def image(text: str, one: Sequence[int]) -> str:
    """The image of a position."""
    moved = [""] * len(text)
    for square, sign in enumerate(text):
        moved[one[square]] = sign
    return "".join(moved)


def closure(given: Iterable[Sequence[int]], squares: int) -> list[Permutation]:
    """The group that permutations generate."""
    found = {tuple(range(squares))}
    generators = [tuple(one) for one in given]
    while True:
        more = {tuple(one[n] for n in some) for some in found for one in generators} - found
        if not more:
            return sorted(found)
        found |= more


def parts(entry: Any) -> tuple[str, list[int] | None]:
    return (entry[0], entry[1]) if isinstance(entry, list) else (entry, None)


def folded(data: Json, given: Sequence[Sequence[int]]) -> Json:
    """A certificate that lists everything, up to some symmetries, which its moves respect."""
    squares = len(parts(data["positions"][0])[0])
    group = closure(given, squares)
    least: dict[str, list[int] | None] = {}
    for entry in data["positions"]:
        text, moves = parts(entry)
        here = min(image(text, one) for one in group)
        for one in group:
            if image(text, one) == here:
                there = None if moves is None else sorted(one[move] for move in moves)
                assert least.setdefault(here, there) == there
    entries = [text if moves is None else [text, moves] for text, moves in sorted(least.items())]
    return data | {"symmetries": [list(one) for one in given], "positions": entries}


def unfolded(data: Json) -> Json | None:
    """The certificate that lists everything; None if this one is none up to symmetry."""
    const = data["const"]
    board = Board(const["rows"], const["cols"], const["line"])
    rows = {frozenset((i - 1) * board.cols + j - 1 for i, j in line) for line in board.lines}
    squares = board.rows * board.cols
    for one in data["symmetries"]:
        if sorted(one) != list(range(squares)):
            return None
        if {frozenset(one[n] for n in row) for row in rows} != rows:
            return None
    group = closure(data["symmetries"], squares)
    found: dict[str, list[int] | None] = {}
    for entry in data["positions"]:
        text, moves = parts(entry)
        if any(image(text, one) < text for one in group):
            return None
        for one in group:
            there = None if moves is None else sorted(one[move] for move in moves)
            if found.setdefault(image(text, one), there) != there:
                return None
    if len(data["positions"]) != len({parts(entry)[0] for entry in data["positions"]}):
        return None
    if data["positions"] != sorted(data["positions"], key=lambda entry: parts(entry)[0]):
        return None
    positions = [text if moves is None else [text, moves] for text, moves in sorted(found.items())]
    whole = {key: value for key, value in data.items() if key != "symmetries"}
    copied: Json = json.loads(json.dumps(whole | {"positions": positions}))
    return copied


@cache
def seed(claim: str, x: str, o: str, rows: int, cols: int, line: int) -> Json:
    board = Board(rows, cols, line)
    return folded(certificate(claim, x, o, board), turns_and_flips(board))


def seeds() -> list[Json]:
    """Valid certificates, with all symmetries of their boards."""
    return [copy(seed(*row)) for row in constant(__file__, "SEEDS")]
