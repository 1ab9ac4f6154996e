"""Limits and options of an engine, and the progress of long work that has them."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from pathlib import Path

from ttt_asp.deadline import Deadline
from ttt_asp.errors import wrong
from ttt_asp.records import dataclass


@dataclass(frozen=True, slots=True)
class ProgressReport:
    """The progress of one phase of long work.

    Attributes:
        what: the things that are counted, in the plural, as `positions`; where nothing is
            counted, the phase, as `grounding`.
        done: how many of them; None where nothing is counted.
        of: how many there are; None where nobody knows.
        moves: the longest plays that were looked at.
    """

    what: str
    done: int | None = None
    of: int | None = None
    moves: int | None = None

    def __str__(self) -> str:
        text = self.what
        if self.done is not None and self.of is not None:
            text = f"{self.done:,} of {self.of:,} {self.what}"
        elif self.done is not None:
            text = number_of(self.done, self.what.removesuffix("s"))
        return text if self.moves is None else f"{text}, up to {number_of(self.moves, 'move')}"


# Called with how far work is, now and then.
Tell = Callable[[ProgressReport], None]


def progress_text(reached: Iterable[ProgressReport]) -> str:
    """Return how far work got, to be added to why it ended: the counts, and the phase.

    Args:
        reached: of each phase, the outer one first.
    """
    phases = list(reached)
    counted = [str(phase) for phase in phases if phase.done is not None]
    while_in = f" while {phases[-1]}" if phases and phases[-1].done is None else ""
    return while_in + (f"; so far: {', '.join(counted)}" if counted else "")


def number_of(number: int, noun: str) -> str:
    """Return a number with its noun: 1 play, 1,248 plays."""
    return f"{number:,} {noun}{'s' if number != 1 else ''}"


# Seconds beyond a limit in which an exploration may still say how far it got.
GRACE = 0.4
# The number of fluents up to which a game is small.
SMALL = 24
MAX_POSITIONS = 2 * 10**7

# Seconds that a program may take for a move.
MOVE_TIME = 5.0
# How often a program is asked at each position: in two orders.
ASK = 2

# Options of the search; nothing here can change what an answer set is, or when the search is
# over. Everything else that clingo knows is refused after `--`.
_NAMES = """
    configuration parallel-mode seed heuristic init-moms sign-def sign-fix berk-max berk-huang
    vsids-acids vsids-progress nant dom-mod save-progress init-watches update-mode rand-freq
    rand-prob no-lookback strengthen otfs update-lbd update-act reverse-arcs contraction loops
    restarts reset-restarts local-restarts counter-restarts counter-bump block-restarts shuffle
    deletion del-grow del-cfl del-init del-estimate del-max del-glue del-on-restart eq backprop
    sat-prepro trans-ext lookahead learn-explicit short-simp-mode solve-limit share distribute
    integrate score-res score-other
"""
SEARCH_OPTIONS = _NAMES.split()
# Any other name would be read as a file.
_CONFIGURATIONS = ["auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy", "many"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits and options of one proof.

    Attributes:
        deadline: when to give up.
        clingo: options for clingo's search.
        conflicts: how many each search of clingo's may have, unless an option says it; None for
            all.
        max_positions: the positions that the explicit engine may keep; None for all. Up to
            symmetry, one of each orbit is kept.
        foresees: whether those that are expected after the next move count for that, too.
        max_memory: the bytes that it may keep them in; None for all.
        stop_at_first: stop at the first play that decides the claim; nothing is counted then.
        proof_only: with `stop_at_first`, a play that gets stuck decides too: it leaves no proof.
        count: count plays; None for: unless a larger game's claim is decided by one of them.
        cross_check: let a second engine answer too where that takes little.
        candidates: how many candidates for lemmas an induction may ask about, each as often as it
            does; None for all.
        progress: called with how far the work is, now and then.
        rounds: the rounds that an induction looks at; lemmas hold when each of them begins.
        find_lemmas: whether an induction looks for lemmas; None for: if none were given.
        symmetry: whether the explicit engine may keep one position of each orbit under symmetries
            that it finds.
        scratch: where the explicit engine keeps large layers; None for in memory.
    """

    deadline: Deadline = field(default_factory=Deadline)
    clingo: Sequence[str] = ()
    conflicts: int | None = None
    max_positions: int | None = MAX_POSITIONS
    foresees: bool = False
    max_memory: int | None = None
    stop_at_first: bool = False
    proof_only: bool = False
    count: bool | None = None
    cross_check: bool = True
    candidates: int | None = None
    progress: Tell | None = None
    rounds: int = 1
    find_lemmas: bool | None = None
    symmetry: bool = True
    scratch: Path | None = None

    def at_most(self, usual: int) -> int:
        """Return how many positions an analysis may keep that needs more than the explicit engine.

        Args:
            usual: the number where the user gave none.
        """
        given = self.max_positions
        return usual if given in (None, MAX_POSITIONS) else int(given or 0)

    def search(self, usual: Sequence[str]) -> Sequence[str]:
        """Return options for clingo's search: the usual ones, and the limit on conflicts."""
        return usual if self.conflicts is None else (*usual, f"--solve-limit={self.conflicts}")

    def tell(
        self, phase: str, done: int | None = None, of: int | None = None, moves: int | None = None
    ) -> None:
        """Report how far the work is, if `progress` is set; see `ProgressReport`."""
        if self.progress is not None:
            self.progress(ProgressReport(phase, done, of, moves))

    def afresh(self) -> "Limits":
        """Return the same limits, with the clock at its start."""
        return replace(self, deadline=Deadline(self.deadline.seconds, self.deadline.memory))


def check_options(options: Sequence[str]) -> None:
    """Refuse options of clingo's that could change the meaning of an answer.

    Raises:
        InputError: anything but an option of the search.
    """
    for option in options:
        name = option.removeprefix("--").split("=")[0]
        if re.fullmatch(r"-t\d*", option) or not option.startswith("-"):
            continue  # the value of the option before it; clingo refuses a stray one
        if name == "configuration" and option.partition("=")[2] not in _CONFIGURATIONS:
            hint = f"one of {', '.join(_CONFIGURATIONS)}"
            raise wrong(f"{option} names no configuration of clingo's", None, hint)
        if not option.startswith("--") or name not in SEARCH_OPTIONS:
            hint = "options of the search are: --configuration, --heuristic, --parallel-mode, ..."
            raise wrong(f"{option} cannot be passed on to clingo", None, hint)
