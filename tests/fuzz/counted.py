"""What every program of this folder does at its end, and how it is called."""

import sys
from collections import Counter
from collections.abc import Callable


def tell(tried: Counter[str], wrongs: int) -> int:
    """Print how often what was tried, and how much was wrong."""
    for what, number in sorted(tried.items()):
        print(f"{what}: {number}")
    print(f"wrong: {wrongs}")
    return wrongs


def main(fuzz: Callable[[float, int], int]) -> None:
    """Run it with SECONDS [SEED]; exit status 1 where anything is wrong."""
    seed = int(sys.argv[2]) if sys.argv[2:] else 0
    sys.exit(fuzz(float(sys.argv[1]), seed) > 0)
