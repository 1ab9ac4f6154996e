"""Which boards does o hold by a pairing after 0 to 4 moves of its own?

    python benchmarks/pairings_ahead.py [POSITIONS]

prints a table in Markdown for each number in a row, 4 to 9: boards of up to 10 rows and columns. A
number is that of o's moves before; `none` that there is no pairing after up to four, every way
tried; `?` that the limit on positions, 300,000 for each board, came first.
"""

import sys
import time

from ttt_asp.extensions.pairings.ahead import find_ahead
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits

MOST, AHEAD, POSITIONS = 10, 4, 300_000


def entry(rows: int, cols: int, line: int, positions: int) -> str:
    """What is known of a board."""
    const = {"rows": str(rows), "cols": str(cols), "line": str(line)}
    found = find_ahead(load_game("tictactoe", const), AHEAD, Limits(max_positions=positions))
    signs = {"found": str(found.answers), "none": "none", "unknown": "?"}
    return signs[found.verdict]


def table(line: int, positions: int) -> str:
    """The boards on which `line` in a row win, rows down, columns across."""
    across = range(line, MOST + 1)
    lines = [
        f"| {line} in a row | {' | '.join(map(str, across))} |",
        "|---" * (len(across) + 1) + "|",
    ]
    for rows in range(1, MOST + 1):
        cells = [entry(rows, cols, line, positions) if rows <= cols else "" for cols in across]
        lines.append(f"| {rows} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main(positions: int) -> None:
    """Print all tables, and on stderr the processor's time."""
    for line in range(4, 10):
        print(table(line, positions), end="\n\n", flush=True)
    print(f"{time.process_time():.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS)
