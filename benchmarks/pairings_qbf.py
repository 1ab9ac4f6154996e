"""Maker-breaker games: what `pairing --ahead` decides, and what a QBF solver takes for the same.

    python benchmarks/pairings_qbf.py DEPQBF SECONDS [POSITIONS] [FILE.pg ...]

prints a table in Markdown: of the files, else of Harary's animals on square boards. DEPQBF is the
solver's program; any that reads QDIMACS and ends with status 10 or 20 will do. SECONDS of CPU are
what it may take for a game, POSITIONS, 300,000 without it, what we may look at. Both are asked
whether the breaker wins: the maker completes a line, or the breaker keeps it from all of them.

The formula is the plain one, without preprocessing: published encodings are better. The maker's
moves are numbers in binary; one that names no free square marks none, which never helps the maker.
"""

import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from ttt_asp.extensions.pairings.ahead import find_ahead
from ttt_asp.extensions.pairings.board import MakerBoard, board_of
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits

POSITIONS = 300_000
# Harary's animals, the cells of each, and the boards they are asked about.
ANIMALS = {
    "El": ("00 01 11", (3,)),
    "Tic": ("00 01 02", (3, 4)),
    "Fatty": ("00 01 10 11", (3, 4, 5, 6)),
    "Elly": ("00 01 02 10", (3, 4)),
    "Tippy": ("00 01 11 12", (3, 4)),
    "Knobby": ("00 01 02 11", (3, 4, 5)),
    "Skinny": ("00 01 02 03", (4, 5, 6)),
}
Clause = Sequence[int]


def placed(cells: str, size: int) -> list[list[str]]:
    """All places of an animal on a board, turned and mirrored: names of squares."""
    shape = [(int(cell[0]), int(cell[1])) for cell in cells.split()]
    found = set()
    for turn in range(8):
        seen = shape
        for _ in range(turn % 4):
            seen = [(col, -row) for row, col in seen]
        if turn > 3:
            seen = [(row, -col) for row, col in seen]
        for down in range(-size, 2 * size):
            for right in range(-size, 2 * size):
                moved = [(row + down, col + right) for row, col in seen]
                if all(0 <= n < size for place in moved for n in place):
                    found.add(tuple(sorted(f"{'abcdefghij'[row]}{col + 1}" for row, col in moved)))
    return sorted(map(list, found))


def animal(name: str, size: int) -> str:
    """The game of an animal as a `.pg` file; black moves first."""
    squares = [f"{row}{col + 1}" for row in "abcdefghij"[:size] for col in range(size)]
    times = [f"t{number + 1}" for number in range(len(squares))]
    wins = "\n".join(" ".join(line) for line in placed(ANIMALS[name][0], size))
    return (
        f"#blackturns\n{' '.join(times[::2])}\n#times\n{' '.join(times)}\n"
        f"#positions\n{' '.join(squares)}\n#blackwins\n{wins}\n"
    )


class Formula:
    """A QBF in prenex form that is true if the breaker wins."""

    def __init__(self, board: MakerBoard) -> None:
        self.blocks: list[tuple[str, list[int]]] = []
        self.clauses: list[Clause] = []
        self.number = 0
        squares = range(len(board.squares))
        self.true = self.new("e")
        self.clauses.append([self.true])
        maker, breaker = (
            [self.true if marks >> square & 1 else -self.true for square in squares]
            for marks in board.marked
        )
        left = sum(1 for square in squares if not (board.marked[0] | board.marked[1]) >> square & 1)
        for move in range(left):
            if (move % 2 == 0) == board.breaker_begins:
                breaker = self.breaker_move(maker, breaker)
            else:
                maker = self.maker_move(maker, breaker)
        self.clauses += [[-maker[square] for square in line] for line in board.parts]

    def new(self, quantifier: str) -> int:
        self.number += 1
        if not self.blocks or self.blocks[-1][0] != quantifier:
            self.blocks.append((quantifier, []))
        self.blocks[-1][1].append(self.number)
        return self.number

    def maker_move(self, maker: list[int], breaker: list[int]) -> list[int]:
        bits = [self.new("a") for _ in range((len(maker) - 1).bit_length())]
        after = []
        for square, (old, theirs) in enumerate(zip(maker, breaker, strict=True)):
            named = [bit if square >> n & 1 else -bit for n, bit in enumerate(bits)]
            marked = self.new("e")
            self.clauses.append([marked, -old])
            self.clauses.append([marked, theirs, *(-bit for bit in named)])
            self.clauses.append([-marked, old, -theirs])
            self.clauses += [[-marked, old, bit] for bit in named]
            after.append(marked)
        return after

    def breaker_move(self, maker: list[int], breaker: list[int]) -> list[int]:
        chosen = [self.new("e") for _ in breaker]
        self.clauses += [[-one, -other] for one, other in combinations(chosen, 2)]
        after = []
        for old, theirs, now in zip(breaker, maker, chosen, strict=True):
            self.clauses.append([-now, -theirs])
            marked = self.new("e")
            self.clauses += [[marked, -old], [marked, -now], [-marked, old, now]]
            after.append(marked)
        return after

    def qdimacs(self) -> Iterator[str]:
        yield f"p cnf {self.number} {len(self.clauses)}"
        for quantifier, block in self.blocks:
            yield f"{quantifier} {' '.join(map(str, block))} 0"
        for clause in self.clauses:
            yield f"{' '.join(map(str, clause))} 0"


def ask(solver: str, board: MakerBoard, seconds: int) -> tuple[str, float]:
    """What the solver says, and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    with tempfile.NamedTemporaryFile("w", suffix=".qdimacs") as file:
        file.write("\n".join([*Formula(board).qdimacs(), ""]))
        file.flush()
        done = subprocess.run(
            [solver, file.name], preexec_fn=limited, capture_output=True, check=False
        )
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return {10: "breaker", 20: "maker"}.get(done.returncode, "?"), took


def row(path: Path, name: str, solver: str, seconds: int, positions: int) -> str:
    """A line of the table."""
    begin = time.process_time()
    game = load_game(str(path), {"maker_breaker": "1"})
    board = board_of(game)
    moves = (len(board.squares) + board.breaker_begins) // 2
    found = find_ahead(game, moves, Limits(max_positions=positions))
    took = time.process_time() - begin
    said = {"found": f"breaker, {found.answers} ahead", "none": "maker", "unknown": "?"}
    winner, solved = ask(solver, board, seconds)
    if winner != "?" and found.verdict != "unknown":
        assert (winner == "breaker") == (found.verdict == "found"), name
    other = f"{winner}, {solved:.1f}" if winner != "?" else f"not in {seconds} s"
    return f"| {name} | {said[found.verdict]} | {took:.1f} | {other} |"


def main(solver: str, seconds: str, *rest: str) -> None:
    """Print the table."""
    positions = next((int(one) for one in rest if re.fullmatch("[0-9]+", one)), POSITIONS)
    print(
        "| game | wins, says `pairing --ahead` | CPU, s | QBF solver, CPU, s |\n|---|---|---|---|"
    )
    given = [Path(one) for one in rest if not re.fullmatch("[0-9]+", one)]
    for path in given:
        print(row(path, f"`{path.stem}`", solver, int(seconds), positions), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, (_, sizes) in ANIMALS.items() if not given else ():
            for size in sizes:
                path = Path(folder) / f"{name}_{size}.pg"
                path.write_text(animal(name, size))
                shown = f"{name}, {size}x{size}"
                print(row(path, shown, solver, int(seconds), positions), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
