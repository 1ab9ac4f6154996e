"""Match-ups of random lists on 3x3: from one table, and each explored alone.

    python benchmarks/match_ups.py [STRATEGIES] [ALONE] [JOBS]

Prints seconds of this process and of those it started (user and system), and match-ups a second.
ALONE is how many of the match-ups are explored one by one for comparison; they have to agree.
"""

import os
import sys
from itertools import product
from random import Random

from ttt_asp.extensions.processes.jobs import workers
from ttt_asp.extensions.reports.match_scores import score_alone
from ttt_asp.extensions.reports.matrix import participants, scores
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import open_library

TACTICS = [
    "defeat",
    "defend",
    "fork",
    "block_fork",
    "center",
    "corner",
    "edge",
    "opposite_corner",
    "spoil",
]


def spent() -> float:
    """Seconds of computing so far, of the processes that ended too."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main(number: int, alone: int, jobs: int) -> None:
    """Time them."""
    chance = Random(1)
    names = [f"first({', '.join(chance.sample(TACTICS, 5))}, any)" for _ in range(number)]
    game, library = load_game("tictactoe", {}), open_library()
    began, wall = spent(), os.times().elapsed
    strategies, _ = participants(names, game, library)
    print(f"{len(names)} strategies read: {spent() - began:.2f} s")
    began, wall = spent(), os.times().elapsed
    with workers(jobs, None) as executor:
        found = list(scores(strategies, game, Limits(), executor))
    took, waited = spent() - began, os.times().elapsed - wall
    rate = len(found) / took
    print(f"{len(found):,} match-ups: {took:.2f} s, {waited:.2f} s waited, {rate:,.0f} a second")
    if some := list(product(strategies, strategies))[:alone]:
        began = spent()
        each = [score_alone(game, Limits(), pair) for pair in some]
        took = spent() - began
        print(f"{len(some):,} alone: {took:.2f} s, {len(some) / took:,.0f} a second")
        print("the same" if each == found[: len(some)] else "NOT the same")


if __name__ == "__main__":
    given = [int(argument) for argument in sys.argv[1:]]
    main(*(given + [60, 40, 1][len(given) :]))
