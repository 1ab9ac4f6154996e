"""A question that was typed: the call of the function that answers it, progress, and output.

Stderr shows how far long work is, and warnings of what was opened and read.
"""

import json
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, TextIO, TypeVar

import typer

from ttt_asp.api.arguments import LISTENER, Listener
from ttt_asp.cli import with_options
from ttt_asp.deadline import STOPS, Expired, raise_if_interrupted, stop_of, threadless
from ttt_asp.limits import ProgressReport, progress_text
from ttt_asp.records import dataclass
from ttt_asp.result import Result, Status
from ttt_asp.show.blocks import Block
from ttt_asp.show.terminal import RewritingStream, diagnostics_text
from ttt_asp.show.text import lines
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import Strategy
from ttt_asp.verdict import Origin

# Seconds of work before anything is shown, so that short work shows nothing.
SILENT = 1.0
# Seconds between two lines.
STEP = 0.5
# Seconds of work after which a hint is given how to end it.
LATE = 10.0


class Progress:
    """Follows the work of a `with` block: `tell` is called with how far it is, by `limits` too.

    On a terminal a line shows it, once that takes long enough. Behind the block stderr shows which
    programs were asked, and warnings about strategies. Whatever ends the work before its
    time, Ctrl-C too, leaves the block as `Expired` that says how far it got.
    """

    def __init__(
        self,
        phase: str = "reading",
        *around: ProgressReport,
        hint: str = "",
    ) -> None:
        """Begin.

        Args:
            phase: the name of the work until there is progress.
            around: the progress of the work that this is a part of.
            hint: how to end work that takes long, which is said once where there is no terminal.
        """
        self._phases = {report.what: report for report in (*around, ProgressReport(phase))}
        self._hint = hint
        self._strategies: list[Strategy] = []
        self._programs: list[tuple[str, Origin]] = []
        self._begun = time.monotonic()
        self._done = threading.Event()
        self._shown = False
        self._drawing = threading.Lock()
        self._clock = threading.Thread(target=self._tick, daemon=True)

    def tell(self, reached: ProgressReport) -> None:
        """Take note of how far the work is.

        A phase that is reached again begins anew, with those inside of it; one in which nothing
        is counted is over when another begins. Ctrl-C that was lost is raised here.
        """
        raise_if_interrupted()
        known = list(self._phases.values())
        names = [report.what for report in known]
        kept = known[: names.index(reached.what)] if reached.what in names else known
        if kept and kept[-1].done is None:
            kept.pop()
        self._phases = {report.what: report for report in (*kept, reached)}
        if self._clock.is_alive():
            self._show()

    def __enter__(self) -> "Progress":
        heard = replace(
            LISTENER.get(),
            tell=self.tell,
            loaded=self._strategies.extend,
            asked=lambda *program: self._programs.append(program),
        )
        self._heard = LISTENER.set(heard)
        if (sys.stderr.isatty() or self._hint) and not threadless():
            self._clock.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        LISTENER.reset(self._heard)
        self._done.set()
        if self._clock.is_alive():
            self._clock.join()
        if self._shown:
            _draw("")
        for program in self._programs:
            print_program(*program)
        print_warnings(self._strategies)
        if isinstance(error, STOPS):
            stop = stop_of(error)
            reached = stop.reached or progress_text(self._phases.values())
            raise Expired(replace(stop, reached=reached)) from None

    def _tick(self) -> None:
        while not self._done.wait(STEP):
            self._show()

    def _show(self) -> None:
        spent = time.monotonic() - self._begun
        if spent < SILENT:
            return
        with self._drawing:
            hint = f"; {self._hint}" if self._hint and spent >= LATE else ""
            line = f"{', '.join(map(str, self._phases.values()))}; {spent:.0f} s{hint}"
            if sys.stderr.isatty():
                self._shown = True
                _draw(line[: shutil.get_terminal_size().columns - 1])
            elif hint:
                self._hint = ""
                typer.echo(line, err=True)


def _draw(line: str) -> None:
    stream: TextIO = sys.stderr
    while isinstance(stream, RewritingStream):  # those are for texts; this moves the cursor
        stream = stream.stream
    stream.write(f"\r\x1b[K{line}")
    stream.flush()


def print_warnings(strategies: Iterable[Strategy]) -> None:
    """Print on stderr, once each, the warnings about strategies: rules that can never apply."""
    warnings = dict.fromkeys(chain.from_iterable(one.warnings for one in strategies))
    if warnings:
        typer.echo(diagnostics_text(with_options(warnings), "warning"), err=True)


def print_program(name: str, inquiry: Origin) -> None:
    """Print on stderr which program's replies a name stands for."""
    typer.echo(f"{name} is {inquiry.program} ({inquiry})", err=True)
    for why in list(inquiry.failed.values())[:1]:
        typer.echo(f"  {why}", err=True)


def heed_hidden_names(claims: str = "", verbose: bool = False) -> None:
    """Print on stderr if names are hidden in the library that a command opens first.

    Args:
        claims: a claims file, perhaps, which is printed first: it is in use.
        verbose: whether every hidden file is printed.
    """
    libraries: list[Library] = []

    def opened(library: Library) -> None:
        hidden = sorted(library.hidden, key=lambda pair: pair[0].name != claims)
        lines = [near.hides(far) for near, far in hidden if not libraries]
        libraries.append(library)
        if len(lines) > 1 and not verbose:
            lines = [f"{lines[0]}; so do {len(lines) - 1} more (ttt-asp list -v names them)"]
        for line in lines:
            typer.echo(f"warning: {line}", err=True)

    LISTENER.set(Listener(opened=opened))


Found = TypeVar("Found")
_EXIT_STATUS: Mapping[Status, int] = {"yes": 0, "no": 1, "unknown": 3}


@dataclass(frozen=True, slots=True)
class Call(Generic[Found]):
    """A call of a function, as the command line has it.

    Attributes:
        function: one of `ttt_asp`, without the wrapper that turns its exceptions into others.
        given: the values typed, by its parameters; no defaults.
        json: whether the answer is to be printed as JSON.
    """

    function: Callable[..., Found]
    given: Mapping[str, Any]
    json: bool

    def answer(self, **more: Any) -> Found:
        """Return the answer of the function; progress and warnings are shown on stderr.

        Args:
            more: further arguments of the function, or others instead.
        """
        with Progress():
            return self.function(**{**self.given, **more})

    def print_answer(self, result: Result, **more: Any) -> int:
        """Print an answer, as text or as JSON, which may have `more`; return the exit status."""
        if self.json:
            print_json({**result.as_json(), **more} if more else result.as_json())
        else:
            print_result(result)
        if result.stop:
            typer.echo(f"unknown: {result.stop}", err=True)
        return status_of(result)


def status_of(result: Result) -> int:
    """Return the exit status for an answer."""
    return _EXIT_STATUS[result.status]


def folder_options(folders: Sequence[Path]) -> list[str]:
    """Return the options that name folders of strategies."""
    options: list[str] = []
    for folder in folders:
        options += ["-S", str(folder)]
    return options


def width() -> int:
    """Return how many characters a line of output may have."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 80


def print_result(shown: Result | Iterable[Block]) -> None:
    """Print a result or blocks: as wide as the terminal is, in color where it has some."""
    typer.echo("\n".join(lines(shown, width(), sys.stdout.isatty())))


def print_json(plain: object) -> None:
    """Print plain data as JSON."""
    typer.echo(json.dumps(plain, indent=2, ensure_ascii=False))
