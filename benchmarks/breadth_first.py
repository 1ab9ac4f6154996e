"""Every position of an m,n,k game, breadth first, in plain Python: a yardstick for the engines.

Two players put marks on a board of M rows and N columns; whoever has K in a line wins. A position
is one integer, the marks of each player a bit a square; won is looked for only in the lines
through the last mark. It knows this one kind of game, and strategies not at all.

    python benchmarks/breadth_first.py 3 3 3
    python benchmarks/breadth_first.py 4 4 4 --no-plays
"""

import argparse
import time
from typing import NamedTuple


class Found(NamedTuple):
    """How many positions there are, and how plays end: first wins, second wins, ties."""

    positions: int
    plays: tuple[int, int, int] | None


def lines_through(rows: int, columns: int, length: int) -> list[list[int]]:
    """For each square the lines it is on, each as a set of bits."""
    found: list[list[int]] = [[] for _ in range(rows * columns)]
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = row + down * (length - 1), column + right * (length - 1)
                if not (0 <= ends[0] < rows and 0 <= ends[1] < columns):
                    continue
                squares = {(row + down * i) * columns + column + right * i for i in range(length)}
                for square in squares:
                    found[square].append(sum(1 << one for one in squares))
    return found


def explore(rows: int, columns: int, length: int, plays: bool = True) -> Found:
    """Go through the positions after 0, 1, 2, ... marks.

    Args:
        rows: of the board.
        columns: of the board.
        length: of a winning line.
        plays: count plays too.
    """
    squares = rows * columns
    through = lines_through(rows, columns, length)
    full = (1 << squares) - 1
    layer = {0: 1}  # in how many ways plays come to each position where play goes on
    positions, wins = 1, [0, 0]
    for depth in range(squares):
        mine = depth % 2 * squares  # where the bits of whose turn it is begin
        after: dict[int, int] = {}
        won: dict[int, int] = {}
        for position, ways in layer.items():
            taken = (position | position >> squares) & full
            for square in range(squares):
                if taken >> square & 1:
                    continue
                marked = position | 1 << square + mine
                if plays:
                    if marked in after:
                        after[marked] += ways
                        continue
                    if marked in won:
                        won[marked] += ways
                        continue
                elif marked in after or marked in won:
                    continue
                marks = marked >> mine & full
                over = any(marks & line == line for line in through[square])
                (won if over else after)[marked] = ways
        positions += len(after) + len(won)
        wins[depth % 2] += sum(won.values())
        layer = after
    return Found(positions, (wins[0], wins[1], sum(layer.values())) if plays else None)


def main() -> None:
    """Explore the game that the command line names."""
    parser = argparse.ArgumentParser(description="Every position of an m,n,k game.")
    parser.add_argument("rows", type=int)
    parser.add_argument("columns", type=int)
    parser.add_argument("length", type=int)
    parser.add_argument("--no-plays", action="store_true", help="count no plays")
    given = parser.parse_args()
    begun = time.perf_counter()
    found = explore(given.rows, given.columns, given.length, not given.no_plays)
    seconds = time.perf_counter() - begun
    print(f"{found.positions:,} positions in {seconds:.3f} s")
    if found.plays is not None:
        first, second, ties = found.plays
        print(f"{sum(found.plays):,} plays: first {first:,}, second {second:,}, tie {ties:,}")


if __name__ == "__main__":
    main()
