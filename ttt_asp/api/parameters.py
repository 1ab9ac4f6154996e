"""Arguments of functions and commands, each described once: as an option, and for Python.

What people type is read by functions: a bad value is an error with its place.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from math import inf
from os import PathLike
from pathlib import Path
from typing import Annotated, Any

from ttt_asp.errors import Location, wrong
from ttt_asp.extension import engines
from ttt_asp.files import refuse_others_file
from ttt_asp.records import dataclass

# Nothing that is counted is more: what has another digit was typed by mistake.
MOST = 10**12
# Reads the text of the argument of that name, or the texts of one that is given again and again.
Reader = Callable[[Any, str], Any]


def words(given: Sequence[str], name: str) -> str:
    """Return several words of a command line as one text."""
    return " ".join(given)


@dataclass(frozen=True, slots=True)
class Amount:
    """A reader of numbers.

    Attributes:
        of: the things that they count, as `moves`.
        least: the least of them.
        example: one to be shown.
        kind: whether they are whole, or may have decimals.
        most: the most of them; what is typed is at most MOST, too.
    """

    of: str
    least: int
    example: int
    kind: type[float] = int
    most: int = MOST

    def __call__(self, text: str, name: str) -> float:
        """Return the number that was typed for an argument."""
        try:
            value = self.kind(text)
        except ValueError:
            value = inf
        most = min(self.most, MOST)
        if not self.least <= value <= most:
            upto = "10^12" if most == MOST else f"{most:,}"
            hint = f"{self.least} to {upto}, as {self.example}"
            raise wrong(f"{text} is not a number of {self.of}", Location.argument(name), hint)
        return value


class Megabytes(Amount):
    """A reader of megabytes, which Python takes as bytes."""

    def __call__(self, text: str, name: str) -> int:
        """Return them as bytes."""
        return int(Amount.__call__(self, text, name) * 1e6)


MEGABYTES = Megabytes("megabytes", 0, 2000, float, MOST * 10**6)


def replacing(mark: bytes) -> Callable[[Path, str], Path]:
    """Return a reader of a file to be written, before any work is done.

    Args:
        mark: of the files that may be replaced; see `refuse_others_file`.
    """

    def read(path: Path, name: str) -> Path:
        refuse_others_file(path, mark)
        return path

    return read


def pairs(form: str) -> Reader:
    """Return a reader of `NAME=VALUE` texts, none given twice; `form` shows how they look."""

    def read(given: Sequence[str], name: str) -> dict[str, str]:
        mapping: dict[str, str] = {}
        for text in given:
            key, sign, value = (part.strip() for part in text.partition("="))
            if not sign or not key or not value:
                other = re.fullmatch(r"(\w+)\s*[:\s]\s*(\S.*)", text)
                hint = f"did you mean {other[1]}={other[2]}?" if other else ""
                raise wrong(f"{text!r} is not {form}", Location.argument(name), hint)
            if key in mapping:
                raise wrong(f"{key} is given twice", Location.argument(name))
            mapping[key] = value
        return mapping

    return read


DEFAULT_CLAIMS = "nakas.toml"


@dataclass(frozen=True, slots=True)
class Parameter:
    """An argument of a function, as its command takes it and as help and docs say it.

    Attributes:
        flags: the option's names, the one last that errors show; empty for a command's argument.
        help: what it means, for `--help`.
        doc: the same for readers of Python, where that is not `help`.
        metavar: the placeholder of its value.
        default: the default in `--help` where Python has None, or nothing.
        many: whether it may be given again and again.
        completes: the names that a shell completes: their kind, `path`, or themselves.
        read: the function from the text typed, and the argument's name, to the value.
    """

    flags: str = ""
    help: str = ""
    doc: str = ""
    metavar: str = ""
    default: str = ""
    many: bool = False
    completes: str | Sequence[str] = ""
    read: Reader | None = None

    @property
    def names(self) -> list[str]:
        """The option's names."""
        return self.flags.split()


constants = pairs("NAME=VALUE, as rows=4")


def written(flags: str, help: str, metavar: str = "FILE", read: Reader | None = None) -> Parameter:
    """Return an option that names a file to be written; `reading.replacing` says which may be."""
    return Parameter(flags, help, metavar=metavar, completes="path", read=read)


def short(role: str) -> Parameter:
    """Return an option that is short for the strategy of a role."""
    doc = f'short for `roles={{"{role}": ...}}`.'
    help = f"Short for -r {role}=STRATEGY."
    return Parameter(f"--{role}", help, doc, "STRATEGY", completes="strategy")


# What is asked.
Claim = Annotated[
    str, Parameter(help="A claim, such as x never loses.", metavar="CLAIM", many=True, read=words)
]
ClaimOrFile = Annotated[
    str,
    Parameter(help="A claim, such as x never loses, or a file of claims.",
              doc="a sentence such as `x never loses`.", metavar="CLAIM|FILE.toml",
              default=DEFAULT_CLAIMS, many=True, completes="claims", read=words),
]  # fmt: skip
# Only Python has a function that plays; it is given the position and its role as `play` writes
# them.
Plays = str | Callable[[str, str], object]
Roles = Annotated[
    Mapping[str, Plays] | None,
    Parameter("-r --role", "The strategy of a role: a name, a term, or program:BOT (default: any).",
              "a strategy for each role: a name, a term as `first(defeat, any)`, `program:BOT`, or "
              "a function of a position and a role that returns a move; else `any`.",
              "ROLE=STRATEGY", many=True, completes="role",
              read=pairs("ROLE=STRATEGY, as x=good_for_x")),
]  # fmt: skip
Game = Annotated[
    str, Parameter("-g --game", "The game: a name, or FILE.lp, .pg, .kif, .hrf.", completes="game")
]
Const = Annotated[
    Mapping[str, int | str] | None,
    Parameter("--const -c", "A value for a constant of the game, such as rows=4.",
              "values for the game's constants.",
              "NAME=VALUE", many=True, completes="const", read=constants),
]  # fmt: skip
Position = Annotated[
    str | None,
    Parameter("--position", "Where play begins, such as x../.o./..x, __o_xox_x or 'p##/#.. x'.",
              "where play begins, as `x../.o./..x`, `__o_xox_x`, `p##/#.. x` with who is to move, "
              "or fluents in braces; None for where the rules say.", "POSITION"),
]  # fmt: skip
Folders = Annotated[
    str | PathLike[str] | Sequence[str | PathLike[str]],
    Parameter("-S --strategies", "A folder of strategies, searched before all others.",
              "a folder of strategies, or several, searched before all others.", "DIR", many=True,
              completes="path"),
]  # fmt: skip
Horizon = Annotated[
    int | None,
    Parameter("--horizon", "Moves of each play, at most.", metavar="N", read=Amount("moves", 0, 5)),
]
Engine = Annotated[
    str,
    Parameter("--engine", "auto, bounded (clingo), explicit (positions), induction or sizes.",
              "`auto`, `bounded`, `explicit` or `induction`; with `every`, `auto` or `sizes`.",
              completes=tuple(engines())),
]  # fmt: skip
Every = Annotated[
    str | None,
    Parameter("--every", "Ask about every size such that, say, rows = cols, rows > 1.",
              "a condition on constants, as `rows = cols, rows > 1`: the claim is about every size "
              "that it allows; None for one size.", "CONDITION"),
]  # fmt: skip
Strategy = Annotated[Plays, Parameter(help="A strategy, tactic or term.", completes="strategy")]
Whose = Annotated[
    str | None,
    Parameter("--as", "The role that plays it (default: o for a name such as good_for_o, else the "
              "first).", metavar="ROLE"),
]  # fmt: skip

# What an answer may take.
TimeLimit = Annotated[
    float | None,
    Parameter("--time-limit", "Stop after SECONDS and answer `unknown`.",
              "the seconds after which the answer is `unknown`; None for no limit.", "SECONDS",
              read=Amount("seconds", 0, 60, float)),
]  # fmt: skip
MoveTime = Annotated[
    float,
    Parameter("--move-time", "Seconds that a program may take for each move.",
              "the seconds that a program, or a function, may take for each move.", "SECONDS",
              read=Amount("seconds", 0, 5, float)),
]  # fmt: skip
Ask = Annotated[
    int,
    Parameter("--ask", "How often a program is asked at each position.",
              "how often a program, or a function, is asked at each position.", "N",
              read=Amount("times", 2, 100)),
]  # fmt: skip
MaxPositions = Annotated[
    int | None,
    Parameter("--max-positions", "Positions that the explicit engine may keep.",
              "the number of positions that may be kept; None for no limit.", "N",
              read=Amount("positions", 1, 1_000_000)),
]  # fmt: skip
MaxMemory = Annotated[
    int | None,
    Parameter("--max-memory", "Memory that the work may take, in MB.",
              "the bytes that the work may take; None for half of what the machine has.", "MB",
              "half of the machine's", read=MEGABYTES),
]  # fmt: skip

# How engines work.
Rounds = Annotated[
    int,
    Parameter("--rounds", "Rounds of an induction.", metavar="K", read=Amount("rounds", 1, 2)),
]
Jobs = Annotated[
    int,
    Parameter("-j --jobs", "Processes to work in.", metavar="N", read=Amount("processes", 1, 2)),
]
Scheduler = Annotated[
    str | None,
    Parameter("--scheduler", "A Dask cluster to work on: tcp://HOST:PORT.", metavar="ADDRESS"),
]


# The output of commands.
Json = Annotated[bool, Parameter("--json", "Print the answer as JSON.")]
Verbose = Annotated[bool, Parameter("-v --verbose", "Say which engine answered, and what decides.")]
Svg = Annotated[
    Path | None,
    written(
        "--svg",
        "Draw the boards into this file.",
        read=replacing(b'<svg xmlns="http://www.w3.org/2000/svg" class="ttt"'),
    ),
]
