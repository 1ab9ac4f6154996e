"""How every program of this folder is called, and what it does at its end."""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable


def main(tried_once: Callable[[random.Random, Counter[str]], int]) -> None:
    """Try until SECONDS are over, from SEED; exit status 1 where anything is wrong.

    Args:
        tried_once: draws an input, counts what it was, and returns how much was wrong.
    """
    chance, tried, wrongs = random.Random(int("".join(sys.argv[2:]) or 0)), Counter[str](), 0
    end = time.monotonic() + float(sys.argv[1])
    while time.monotonic() < end:
        wrongs += tried_once(chance, tried)
    for what, number in sorted(tried.items()):
        print(f"{what}: {number}")
    print(f"wrong: {wrongs}")
    sys.exit(wrongs > 0)
