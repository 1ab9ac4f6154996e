"""What each test costs: CPU seconds, those of its processes and its threads included.

With `CPU=FILE` in the environment every test that ends writes a line there, `SECONDS TEST`. Only
the test and what is made for it alone counts; what a fixture of a module or of the session takes
stands under the fixture's name. What takes long to import is imported first.

    python tests/measured.py FILE...

takes such files and brings `costs.txt` up to date, from which tests get their markers (`marks`):
what takes more than 0.06 s is slow, what takes more than 0.8 s is dear, and left to CI and the
hunt. So are the dearer cases of a test whose cases take more than 0.8 s together. With these two
limits `make quick` takes about 45 seconds, and `make test` four minutes, on two quiet cores.
The table is in seconds of one machine: what a slower or busier one measures is divided by how much
longer most of its tests took there (`pace`), and a cost that differs by less than a third stays.
Tests that no file speaks of keep what they have; those that are gone leave the table. It lists what
has become dear, and its exit status is 1 if anything has: make that cheaper, or let `git diff` show
that it is meant.
"""

import importlib
import os
import re
import resource
import subprocess
import sys
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

import pytest

FILE = os.environ.get("CPU", "")
TABLE = Path(__file__).parent / "costs.txt"
SLOW, DEAR = 0.06, 0.8
# What some test imports sooner or later: the first one would pay for it.
WARM = ("numpy", "igraph", "z3", "selenium.webdriver", "ttt_asp.cli.execution", "ttt_asp")


def cpu() -> float:
    """CPU seconds of this process up to now, and of those that it started, directly or not."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    ended = sum(usage.ru_utime + usage.ru_stime for usage in used)
    return ended + sum(_running(os.getpid())) / os.sysconf("SC_CLK_TCK")


def _running(parent: int) -> Iterator[int]:
    """CPU ticks of the processes that one has started and that run still, as a browser's do."""
    for path in Path(f"/proc/{parent}/task").glob("*/children"):
        children: list[str] = []
        with suppress(OSError):  # the thread has ended by now
            children = path.read_text().split()
        for child in children:
            with suppress(OSError):  # it has ended by now
                fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                yield sum(map(int, fields[11:15]))
            yield from _running(int(child))


class Measured:
    """The plugin; several processes that run tests append to the same file."""

    def __init__(self) -> None:
        self.begun = 0.0
        self.shared = 0.0  # of what began since: what fixtures took that other tests use too

    def pytest_collection_finish(self) -> None:
        for name in WARM:
            importlib.import_module(name)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        begun, shared = cpu(), self.shared
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                took = cpu() - begun - (self.shared - shared)
                self.shared += took
                written(took, f"fixture {fixturedef.argname}")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self) -> Iterator[None]:
        self.begun, self.shared = cpu(), 0.0
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Iterator[None]:
        last = nextitem is None or nextitem.path != item.path  # what others used ends too
        before = cpu()
        try:
            return (yield)
        finally:
            written((before if last else cpu()) - self.begun - self.shared, item.nodeid)


def written(seconds: float, name: str) -> None:
    """Append a line, in a single write."""
    with open(FILE, "a", encoding="utf-8") as file:
        file.write(f"{seconds:.3f} {name}\n")


def read(path: Path) -> dict[str, float]:
    """The costs in a file, by test."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {name: float(cost) for cost, _, name in (line.partition(" ") for line in lines)}


def marks(items: Sequence[pytest.Item]) -> None:
    """Mark tests by what they cost; one that is not in the table is not slow.

    Cases count together; console blocks, which are called `PAGE $ COMMAND`, by page. Transcripts
    and sessions in a browser are tests of their own.
    """
    costs = read(TABLE)
    together: dict[str, float] = {}
    for item in sorted(items, key=lambda item: (costs.get(item.nodeid, 0.0), item.nodeid)):
        cost, test = costs.get(item.nodeid, 0.0), item.nodeid
        if not re.search(r"::test_(transcript|session)\[", test):
            test = re.split(r" \$ |\[(?!.* \$ )", test)[0]
        together[test] = together.get(test, 0.0) + cost
        if cost > SLOW:
            item.add_marker("slow")
        if cost > DEAR or together[test] > DEAR:
            item.add_marker("dear")


def collected() -> set[str]:
    """The names of all tests that there are."""
    line = [sys.executable, "-m", "pytest", "--collect-only", "-q"]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    return {row for row in done.stdout.splitlines() if "::" in row}


def pace(costs: Mapping[str, float], found: Mapping[str, float]) -> float:
    """How much longer tests took than the table says, by the median; 1 where few are in both."""
    both = [found[name] / costs[name] for name in found if name in costs]
    return median(both) if len(both) > 100 else 1.0


def updated(
    costs: Mapping[str, float], files: Sequence[Path], there: Container[str]
) -> dict[str, float]:
    """The costs of what is slow, with those of some files: of each test that is there the least."""
    found: dict[str, float] = {}
    for path in files:
        for name, cost in read(path).items():
            found[name] = min(cost, found.get(name, cost))
    slower = pace(costs, found)
    fresh = {name: cost / slower for name, cost in found.items()}
    other = {
        name: cost
        for name, cost in fresh.items()
        if name not in costs or not 2 / 3 < cost / costs[name] < 3 / 2
    }
    # rounded first: the markers are made from what the table says
    kept = {name: round(cost, 2) for name, cost in sorted({**costs, **other}.items())}
    return {name: cost for name, cost in kept.items() if cost > SLOW and name in there}


def main(files: Sequence[str]) -> int:
    """Bring the table up to date."""
    before = read(TABLE)
    after = updated(before, [Path(name) for name in files], collected())
    TABLE.write_text("".join(f"{cost:.2f} {name}\n" for name, cost in after.items()), "utf-8")
    fresh = {name for name, cost in after.items() if cost > DEAR >= before.get(name, 0.0)}
    for name in sorted(fresh, key=after.__getitem__, reverse=True):
        print(f"{after[name]:.2f} s: {name} takes more than {DEAR} s, and is left to the hunt now")
    return 1 if fresh else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
