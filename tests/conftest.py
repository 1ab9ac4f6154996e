"""What tests share: the program run here or in a process of its own, and files to give it."""

import gc
import math
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import games
import measured
import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings
from schema import hold_to_schema

from ttt_asp.cli.execution import execute
from ttt_asp.deadline import left_behind
from ttt_asp.extension import extensions

T = TypeVar("T")
HERE = f"{Path(__file__).parent}/"
# Games in the Game Description Language.
GDL = Path(__file__).parent / "games" / "gdl"
# Nothing takes as long: this catches what hangs, on however busy a machine.
HANGS = 300.0
# The factor by which a hunt multiplies random examples; see CONTRIBUTING.md.
HUNT = int(os.environ.get("HUNT", "1"))
# How many times as long as a small proof takes a program computes that is at its work: it has long
# been started. The program's long work takes much longer, on however quick or slow a machine.
AT_WORK = 2

# What asks about all sizes at once: `make` installs z3, who has the rest need not.
NEEDS_Z3 = pytest.mark.skipif(find_spec("z3") is None, reason="z3-solver is not installed")


def pytest_configure(config: pytest.Config) -> None:
    """With CPU=FILE what each test costs is written there."""
    if measured.FILE:
        config.pluginmanager.register(measured.Measured())


def pytest_unconfigure() -> None:
    """Wait for the threads that tests have left behind.

    Python's end in the midst of clingo's work is the process's, by SIGABRT.
    """
    begun = time.monotonic()
    while left_behind() and time.monotonic() - begun < HANGS:
        time.sleep(0.01)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by what they cost; do not trace properties, which reach other lines each time."""
    measured.marks(items)
    for item in items:
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker("no_cover")


def pytest_make_parametrize_id(val: object) -> str | None:
    """A test is called the same wherever the checkout lies."""
    place = str(val) if isinstance(val, str | Path) else ""
    return place.removeprefix(HERE) if place.startswith(HERE) else None


def examples(number: int, hunt: int | None = None) -> settings:
    """Settings with `number` examples of random input, and with HUNT times these in a hunt.

    They are drawn anew each time; `--hypothesis-seed=N` draws the same ones again.

    Args:
        number: of examples, such that the test takes a second of CPU at most.
        hunt: the number that a hunt multiplies by HUNT instead, where `number` is small.
    """
    most = number if HUNT == 1 else HUNT * (hunt or number)
    return settings(max_examples=most, deadline=None, suppress_health_check=list(HealthCheck))


@dataclass(frozen=True)
class Done:
    """What a run of the program left: its exit status, and what it printed."""

    status: int
    out: str
    err: str


@pytest.fixture(autouse=True, scope="session")
def patient() -> Iterator[None]:
    """What is printed does not hang on how long it took.

    There is no hint how to end what takes long, a report has whatever belongs into it, tactics are
    tried in random plays, and moves are reviewed.
    """
    limits = {
        "reports": "report._ANALYSIS_SECONDS",
        "authoring": "sampling.SECONDS",
        "playing": "review.SECONDS",
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ttt_asp.cli.calls.LATE", math.inf)
        for one in extensions():
            if one.name in limits:
                patch.setattr(f"{one.package}.{limits[one.name]}", HANGS)
        yield


Run = Callable[..., Done]
Start = Callable[..., "subprocess.Popen[Any]"]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process: `run("prove", "x never loses")`.

    Whatever is printed with `--json` is held to the schema.
    """

    def _run(*arguments: str | Path) -> Done:
        capsys.readouterr()
        status = execute([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        if "--json" in arguments and printed.out:
            hold_to_schema(str(arguments[0]), printed.out)
        return Done(status, printed.out, printed.err)

    return _run


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who reads has an empty folder, and the program in the path."""
    for name in [name for name in os.environ if name.startswith("TTT_ASP")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def start() -> Iterator[Start]:
    """Start the program in a process of its own, which does not outlive the test.

    It takes Ctrl-C, even where these tests run in the background and are to ignore it. Instead of
    the program it may be `code` that is run, in Python.
    """
    begun: list[subprocess.Popen[Any]] = []

    def _start(*arguments: str | Path, code: str = "", **options: Any) -> subprocess.Popen[Any]:
        given: dict[str, Any] = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "text": True,
            "preexec_fn": take_interrupts,
        }
        program = ["-c", code] if code else ["-m", "ttt_asp"]
        line = [sys.executable, *program, *map(str, arguments)]
        begun.append(subprocess.Popen(line, **(given | options)))
        return begun[-1]

    yield _start
    for process in begun:
        process.kill()
        process.wait(HANGS)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                stream.close()


@pytest.fixture
def in_arrays(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Keep positions in arrays, as of large games, however few there are: if the test says so."""
    large: bool = getattr(request, "param", True)
    if large:
        monkeypatch.setattr("ttt_asp.positions.explore.MANY", 0)
    return large


LISTS_AND_ARRAYS = pytest.mark.parametrize(
    "in_arrays", [False, True], ids=["lists", "arrays"], indirect=True
)


@pytest.fixture
def unannotated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is looked for that would be said of a play, as that takes longer than to find it."""
    monkeypatch.setattr("ttt_asp.engines.answer._annotated", lambda _, verdict, *__: verdict)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """This process takes Ctrl-C, even where it runs in the background and is to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def take_interrupts() -> None:
    """What a child does first: whoever ignores Ctrl-C hands that on to its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def at_work(process: subprocess.Popen[Any]) -> None:
    """Wait until a process has computed for a while, however long that takes."""

    def there_yet() -> bool:
        assert process.poll() is None, f"it ended too soon: {process.communicate()}"
        return computed_long(process.pid)

    until(there_yet)


def computed_long(process: int) -> bool:
    """Whether a process is at its work, whoever started it."""
    return busy(process) >= AT_WORK * small_proof().cpu


@dataclass(frozen=True)
class Took:
    """CPU seconds, and seconds by the clock, which are more where others use the machine."""

    cpu: float
    clock: float


@cache
def small_proof() -> Took:
    """What the program takes here to start, and to prove something small."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    small = ["prove", "x can win", "-c", "rows=2", "-c", "cols=2", "-c", "line=2"]
    subprocess.run([sys.executable, "-m", "ttt_asp", *small], capture_output=True, check=True)
    after, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - begun
    return Took(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock)


def on_any_machine(seconds: float) -> float:
    """Seconds for what takes much less on a quick and quiet machine, and more of them elsewhere.

    A small proof takes half a second there, or less.
    """
    return max(seconds, round(seconds * 2 * small_proof().clock, 1))


def busy(process: int) -> float:
    """CPU seconds that a process has computed; 0 where it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def until(found: Callable[[], T]) -> T:
    """Wait for what comes to be."""
    begun = time.monotonic()
    while not (value := found()):
        assert time.monotonic() - begun < HANGS, "it does not come to be"
        time.sleep(0.01)
    return value


def ended(process: subprocess.Popen[Any]) -> Done:
    """What a process prints up to its end, to which it comes by itself."""
    out, err = process.communicate(timeout=HANGS)
    return Done(process.returncode, out, err)


def tactic(folder: Path, name: str, text: str) -> Path:
    """Write the file of a tactic to a folder of strategies."""
    return write(folder / "tactics" / f"{name}.lp", text)


def write(path: Path, text: str) -> Path:
    """Write a file, and make its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def written(path: Path, text: str) -> str:
    """Write a file, and give its path as people type it."""
    return str(write(path, text))


@pytest.fixture(scope="session")
def folder_of_small_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built-in games beside those of games.py, written once."""
    return games.written(tmp_path_factory.mktemp("games"))


@pytest.fixture
def small_games(folder_of_small_games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `load_game` find the games of games.py, beside the built-in ones."""
    monkeypatch.setattr("ttt_asp.games.load.ASP", folder_of_small_games)


@pytest.fixture(scope="session")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checker that needs nothing of ttt-asp."""
    from ttt_asp.extensions.certificates import checker  # here, as it may be taken away

    lines = [line.strip() for line in (checker.__doc__ or "").splitlines()]
    (recipe,) = (line for line in lines if line.startswith("cat "))
    path = tmp_path_factory.mktemp("copied") / "verify_certificate.py"
    command = ["sh", "-c", recipe.replace("OUT", '"$0"'), str(path)]
    subprocess.run(command, cwd=Path(checker.__file__).parent, check=True)
    return path


Alone = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="session")
def alone(one_file: Path) -> Alone:
    """Run the copy in a folder on some arguments: its status, and what it writes."""

    def run(folder: Path, *arguments: str) -> tuple[int, str, str]:
        command = [sys.executable, "-I", "-S", str(one_file), *arguments]
        environment = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Whatever is collected stays: nobody looks through it for what can be freed.

    Later that is done a tenth as often as Python would: it takes a twentieth of the time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.set_threshold(7000, 10, 10)
        gc.freeze()
