"""Change one line of the product at a time, and see that a test fails.

    python tests/mutants/run.py [WORD...]     only mutants with a WORD in the file or the lines

The tables beside this file list the mutants. Each names a file, the old text of a line, and the
new one; and the tests that are to fail, or why none can. The text has to stand in one place only.
Where the file has it no more it is looked for: the one file of the product that has the text is
taken. So a table has to change only when a line does. The exit status is 1 if a mutant survives,
or a row has no place; and 2 for a WORD that no mutant has. The tests of all rows have to pass
without any change; that comes first.

Each worker changes a copy of the checkout of its own, in a temporary folder.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from queue import SimpleQueue

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PRODUCT = ("asp", "strategies", "ttt_asp")
SUFFIXES = (".py", ".lp", ".j2")
# Seconds after which a mutant that makes a program loop is taken for noticed.
HANGS = 120
PYTEST = ("-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--hypothesis-seed=0")
# Each mutant is tried in a process that has these already, and nothing of the product: without that
# they take most of its time.
LOADED = ("pytest", "hypothesis.strategies", "clingo.ast", "numpy", "jinja2")
REWRITTEN = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
# What pytest says: every test passed; some failed.
PASSED, FAILED = 0, 1
# What is said of a mutant whose tests do not end; a busy machine may be why.
SLOW = "it takes too long"


@dataclass(frozen=True)
class Mutant:
    """A change of one line.

    Attributes:
        file: where, from the top of the checkout.
        old: what stands there. new: what is to stand there.
        tests: those that are to fail.
        equivalent: why none can, if so.
    """

    file: str
    old: str
    new: str
    tests: tuple[str, ...] = ()
    equivalent: str = ""

    def __str__(self) -> str:
        return f"{self.file}: {self.old.strip()}  ->  {self.new.strip() or '(nothing)'}"

    def place(self, root: Path) -> Path:
        """The file that has the old text, once.

        Raises:
            LookupError: there is none, or several.
        """
        every = (path for top in PRODUCT for path in (root / top).rglob("*"))
        texts = {path: path.read_text("utf-8") for path in every if path.suffix in SUFFIXES}
        named = root / self.file
        having = {path: text.count(self.old) for path, text in texts.items() if self.old in text}
        if having.get(named) == 1:
            return named
        if [*having.values()] != [1]:
            raise LookupError(f"{len(having)} files have the line: bring the table up to date")
        return next(iter(having))


def mutants() -> list[Mutant]:
    """The rows of all tables."""
    tables = (tomllib.loads(path.read_text("utf-8")) for path in sorted(HERE.glob("*.toml")))
    rows = [row for table in tables for row in table["mutant"]]
    return [Mutant(**{**row, "tests": tuple(row.get("tests", ()))}) for row in rows]


def copied(folder: Path) -> Path:
    """A copy of the checkout, compiled."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "__pycache__", "build"))
    subprocess.run([sys.executable, "-m", "compileall", "-q", folder], check=False)
    return folder


def tested(root: Path, tests: Sequence[str], workers: int) -> tuple[int, str]:
    """What pytest says of some tests in a copy, and prints."""
    command = [sys.executable, "-m", "pytest", *PYTEST, "-n", str(workers), *tests]
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def tested_at_once(root: Path, tests: Sequence[str]) -> tuple[int, str]:
    """The same in a process that has much already; it fails where it takes too long."""
    printed = root / "printed.txt"
    process = get_context("forkserver").Process(target=run_pytest, args=(root, tests, printed))
    process.start()
    process.join(HANGS)
    if process.exitcode is None:
        process.kill()
        process.join()
        return FAILED, SLOW
    return process.exitcode, printed.read_text("utf-8", "replace")


def run_pytest(root: Path, tests: Sequence[str], printed: Path) -> None:
    """Run tests in this process, which ends by that."""
    with printed.open("w") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.chdir(root)
    sys.path[:0] = [str(root)]
    # a changed file may have the size and the second of the compiled one: nothing is written
    sys.dont_write_bytecode = True
    os.environ.update(PYTHONPATH=str(root), PYTHONDONTWRITEBYTECODE="1")
    status = import_module("pytest").main([*PYTEST, *REWRITTEN, *tests])
    sys.stdout.flush()
    os._exit(int(status))


def verdict(mutant: Mutant, root: Path) -> tuple[bool, str]:
    """Whether a row is in order, and why: the test that fails, or what is wrong."""
    try:
        place = mutant.place(root)
    except LookupError as error:
        return False, str(error)
    if mutant.equivalent:
        return True, "equivalent"
    text = place.read_text("utf-8")
    place.write_text(text.replace(mutant.old, mutant.new), "utf-8")
    os.utime(place, (0, 0))  # no compiled file is as old
    try:
        status, printed = tested_at_once(root, mutant.tests)
    finally:
        place.write_text(text, "utf-8")
        os.utime(place, (1, 1))
    if status == PASSED:
        return False, "it SURVIVES these tests"
    if status != FAILED:
        return False, f"pytest gave up:\n{printed[-2000:]}"
    failed = re.findall(r"^FAILED (\S+)", printed, re.MULTILINE)
    return True, failed[0] if failed else printed


def main(words: Sequence[str]) -> int:
    """Run the mutants."""
    if {"-h", "--help"} & {*words}:
        print(__doc__)
        return 0
    every_mutant = mutants()
    if unknown := [word for word in words if not any(word in str(m) for m in every_mutant)]:
        files = "\n  ".join(sorted({m.file for m in every_mutant}))
        print(f"no mutant has {', '.join(unknown)} in its file or its lines; the files:\n  {files}")
        return 2
    chosen = [m for m in every_mutant if not words or any(word in str(m) for word in words)]
    every = sorted({test for mutant in chosen for test in mutant.tests})
    workers = os.cpu_count() or 1
    get_context("forkserver").set_forkserver_preload([*LOADED])
    with tempfile.TemporaryDirectory() as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(workers):
            copies.put(copied(Path(folder) / str(number)))

        def one(mutant: Mutant) -> tuple[bool, str]:
            root = copies.get()
            try:
                return verdict(mutant, root)
            finally:
                copies.put(root)

        root = copies.get()
        # no test is named where all are equivalent; pytest would take that for all tests
        status, printed = tested(root, every, workers) if every else (PASSED, "")
        copies.put(root)
        if status != PASSED:
            print(f"{printed}\nthese tests have to pass without any change")
            return 1
        wrong = slow = 0
        with ThreadPoolExecutor(workers) as pool:
            for mutant, (right, why) in zip(chosen, pool.map(one, chosen), strict=True):
                print(f"{'ok ' if right else 'BAD'}  {mutant}\n     {why}", flush=True)
                wrong += not right
                slow += why == SLOW
    same = sum(bool(mutant.equivalent) for mutant in chosen)
    killed = len(chosen) - same - wrong
    late = f" ({slow} of them as tests took too long)" if slow else ""
    print(f"{len(chosen)} mutants: {killed} killed{late}, {same} equivalent, {wrong} bad")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
