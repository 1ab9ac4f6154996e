"""Options that several commands share, alone and in groups, and the completion of names."""

import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.claims.question import DEFAULT_GAME, Question
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import MAX_POSITIONS, Limits
from ttt_asp.engines.registry import ENGINES
from ttt_asp.errors import Location, wrong
from ttt_asp.games.game import Game, game_names, load_game
from ttt_asp.strategies.library import Library, open_library

DEFAULT_CLAIMS = "nakas.toml"
# Exit statuses of verdicts.
EXIT = {"proved": 0, "refuted": 1, "incomplete": 1, "unknown": 3}


def width() -> int:
    """How many characters a line of output may have."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 80


def _starting(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def complete_strategy(incomplete: str) -> list[str]:
    """Names of strategies and tactics."""
    return _starting([*open_library().names(), "any"], incomplete)


def complete_role(incomplete: str) -> list[str]:
    """`ROLE=STRATEGY` once there is a `=`."""
    role, sign, text = incomplete.partition("=")
    return [f"{role}={name}" for name in complete_strategy(text)] if sign else []


def complete_game(incomplete: str) -> list[str]:
    """Names of games."""
    return _starting(game_names(), incomplete)


def complete_claims(incomplete: str) -> list[str]:
    """Names of claims files in the library."""
    return _starting((path.name for path in open_library().claims()), incomplete)


def complete_engine(incomplete: str) -> list[str]:
    """Names of engines."""
    return _starting(ENGINES, incomplete)


Claim = Annotated[
    str | None,
    typer.Argument(
        metavar="CLAIM|FILE.toml",
        help="A claim, as 'x never loses', or a file of claims.",
        show_default=DEFAULT_CLAIMS,
        autocompletion=complete_claims,
    ),
]
GameName = Annotated[
    str,
    typer.Option(
        "-g", "--game", help="A name, or FILE.lp, .pg, .kif, .hrf.", autocompletion=complete_game
    ),
]
Const = Annotated[
    list[str] | None,
    typer.Option("-c", "--const", metavar="NAME=VALUE", help="A constant of the game."),
]
Role = Annotated[
    list[str] | None,
    typer.Option(
        "-r",
        "--role",
        metavar="ROLE=STRATEGY",
        help="A role's strategy: a name or a term. Without one it plays any.",
        autocompletion=complete_role,
    ),
]
X = Annotated[
    str | None,
    typer.Option("--x", metavar="STRATEGY", help="Short for -r x=STRATEGY.",
                 autocompletion=complete_strategy),
]  # fmt: skip
O = Annotated[  # noqa: E741
    str | None,
    typer.Option("--o", metavar="STRATEGY", help="Short for -r o=STRATEGY.",
                 autocompletion=complete_strategy),
]  # fmt: skip
Strategies = Annotated[
    list[Path] | None,
    typer.Option("-S", "--strategies", metavar="DIR", help="Search this folder first."),
]
Horizon = Annotated[
    int | None, typer.Option("--horizon", metavar="N", min=0, help="Look at N moves only.")
]
Engine = Annotated[
    str, typer.Option("--engine", help="The engine.", autocompletion=complete_engine)
]
Lemma = Annotated[
    list[str] | None,
    typer.Option("-L", "--lemma", metavar="NAME", help="A lemma for engine induction."),
]
FindLemmas = Annotated[
    bool | None,
    typer.Option(
        "--find-lemmas/--no-find-lemmas",
        help="Look for lemmas: what random plays show, and a round keeps.",
        show_default="if none is given",
    ),
]
Rounds = Annotated[
    int, typer.Option("--rounds", metavar="K", min=1, help="Induction over K rounds.")
]
TimeLimit = Annotated[
    float | None,
    typer.Option("--time-limit", metavar="SECONDS", min=0, help="Give up: unknown."),
]
MaxPositions = Annotated[
    int,
    typer.Option("--max-positions", metavar="N", min=1, help="Explicit: give up beyond: unknown."),
]
MaxMemory = Annotated[
    float | None,
    typer.Option(
        "--max-memory",
        metavar="MB",
        min=0,
        help="Give up beyond: unknown.",
        show_default="half of the machine's",
    ),
]
StopAtFirst = Annotated[
    bool,
    typer.Option("--stop-at-first", help="Explicit: stop at a deciding play; count nothing."),
]
Count = Annotated[
    bool | None,
    typer.Option(
        "--count/--no-count",
        help="Explicit: count plays.",
        show_default="unless one decides in a larger game",
    ),
]
NoCrossCheck = Annotated[
    bool, typer.Option("--no-cross-check", help="Do not answer small games twice.")
]
Verbose = Annotated[
    bool, typer.Option("-v", "--verbose", help="Say which engine and why, and what decided.")
]
Svg = Annotated[
    Path | None, typer.Option("--svg", metavar="FILE", help="Draw the boards into this file.")
]
Jobs = Annotated[int, typer.Option("-j", "--jobs", metavar="N", min=1, help="Work in N processes.")]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="Work on a Dask cluster: tcp://HOST:PORT."),
]
Whose = Annotated[
    str | None, typer.Option("--as", metavar="ROLE", help="Whose; else the first role's.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@dataclass(frozen=True)
class Played:
    """Which game."""

    game: GameName = DEFAULT_GAME
    const: Const = None

    @property
    def constants(self) -> dict[str, str]:
        """The constants given, by name."""
        return pairs(self.const, "-c", "NAME=VALUE, as rows=4")

    def load(self, deadline: Deadline | None = None) -> Game:
        """The game, read."""
        return load_game(self.game, self.constants, deadline or Deadline())


@dataclass(frozen=True)
class Asked:
    """Who plays what, in which game."""

    x: X = None
    o: O = None
    role: Role = None
    game: GameName = DEFAULT_GAME
    const: Const = None
    strategies: Strategies = None

    @property
    def roles(self) -> dict[str, str]:
        """The strategies given, by role."""
        found = pairs(self.role, "--role", "ROLE=STRATEGY, as x=good_for_x")
        for role, text in (("x", self.x), ("o", self.o)):
            if text is not None:
                if role in found:
                    raise wrong(f"{role} is given two strategies", Location(f"--{role}"))
                found[role] = text
        return found

    @property
    def played(self) -> Played:
        """The game."""
        return Played(self.game, self.const)

    def question(
        self,
        claim: str,
        library: Library,
        horizon: int | None = None,
        lemmas: list[str] | None = None,
    ) -> Question:
        """What is asked."""
        named, folders = tuple(lemmas or ()), library.folders
        constants = self.played.constants
        return Question(claim, self.roles, self.game, constants, horizon, named, folders)


@dataclass(frozen=True)
class Spent:
    """What an answer may take."""

    time_limit: TimeLimit = None
    max_positions: MaxPositions = MAX_POSITIONS

    def limits(self) -> Limits:
        """The same for engines; the clock starts here."""
        return Limits(Deadline(self.time_limit), max_positions=self.max_positions)


def in_bytes(megabytes: float | None) -> int | None:
    """The same in bytes."""
    return None if megabytes is None else int(megabytes * 1e6)


def pairs(given: list[str] | None, option: str, form: str) -> dict[str, str]:
    """`NAME=VALUE` options as a mapping.

    Raises:
        InputError: one has no name or no value, or a name is given twice.
    """
    found: dict[str, str] = {}
    for text in given or []:
        name, sign, value = text.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise wrong(f"{text!r} is not {form}", Location(option))
        if name.strip() in found:
            raise wrong(f"{name.strip()} is given twice", Location(option))
        found[name.strip()] = value.strip()
    return found


def open_with_warnings(strategies: list[Path] | None) -> Library:
    """The library, with a line on stderr for every name that is hidden."""
    library = open_library(strategies or [])
    for warning in library.warnings:
        typer.echo(f"warning: {warning}", err=True)
    return library
