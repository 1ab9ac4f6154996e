"""Options that several commands share, alone and in groups, and the completion of names."""

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ttt_asp.claims.question import DEFAULT_GAME, Question
from ttt_asp.cli import completion
from ttt_asp.cli.values import amount, output, pairs, whole
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import MAX_POSITIONS, Limits
from ttt_asp.errors import Location, wrong
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.strategies.library import Library

DEFAULT_CLAIMS = "nakas.toml"
# Exit statuses of verdicts.
EXIT = {"proved": 0, "refuted": 1, "incomplete": 1, "unknown": 3}


def width() -> int:
    """How many characters a line of output may have."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 80


def _strategy_of(role: str) -> Any:
    """The option that is short for one role's strategy."""
    said = f"Short for -r {role}=STRATEGY."
    return typer.Option(
        f"--{role}", metavar="STRATEGY", help=said, autocompletion=completion.strategy
    )


Claim = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CLAIM|FILE.toml",
        help="A claim, as x never loses, or a file of claims.",
        show_default=DEFAULT_CLAIMS,
        autocompletion=completion.claims,
    ),
]
Sentence = Annotated[list[str], typer.Argument(metavar="CLAIM", help="As for prove.")]
GameName = Annotated[
    str,
    typer.Option(
        "-g", "--game", help="A name, or FILE.lp, .pg, .kif, .hrf.", autocompletion=completion.game
    ),
]
Const = Annotated[
    list[str] | None,
    typer.Option("-c", "--const", metavar="NAME=VALUE", help="A constant of the game.",
                 autocompletion=completion.const),
]  # fmt: skip
OtherConst = Annotated[
    list[str] | None,
    typer.Option("--other-const", metavar="NAME=VALUE", help="A constant of the other game."),
]
Role = Annotated[
    list[str] | None,
    typer.Option("-r", "--role", metavar="ROLE=STRATEGY", autocompletion=completion.role,
                 help="A role's strategy: a name or a term; else any."),
]  # fmt: skip
X = Annotated[str | None, _strategy_of("x")]
O = Annotated[str | None, _strategy_of("o")]  # noqa: E741
Strategies = Annotated[
    list[Path] | None,
    typer.Option(
        "-S", "--strategies", metavar="DIR", readable=False, help="Search this folder first."
    ),
]
Horizon = Annotated[
    int | None,
    whole("--horizon", of="moves", least=0, example=5, metavar="N", help="Look at N moves only."),
]
Engine = Annotated[
    str,
    typer.Option(
        "--engine",
        help="auto, or bounded (clingo), explicit (positions), induction, sizes.",
        autocompletion=completion.engine,
    ),
]
Lemma = Annotated[
    list[str] | None,
    typer.Option("-L", "--lemma", metavar="NAME", help="A lemma for engine induction.",
                 autocompletion=completion.lemma),
]  # fmt: skip
Every = Annotated[
    str | None,
    typer.Option("--every", metavar="CONDITION",
                 help="For every size: rows = cols, rows > 1."),
]  # fmt: skip
Position = Annotated[
    str | None,
    typer.Option("--position", metavar="POSITION", help="Begin here, as x../.o./..x or __o_xox_x."),
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
    int,
    whole(
        "--rounds", of="rounds", least=1, example=2, metavar="K", help="Induction over K rounds."
    ),
]
TimeLimit = Annotated[
    float | None,
    amount("--time-limit", "seconds", 60, metavar="SECONDS", help="Give up: unknown."),
]
MaxPositions = Annotated[
    int,
    whole("--max-positions", of="positions", least=1, example=1_000_000, metavar="N",
          help="Explicit: give up beyond: unknown."),
]  # fmt: skip
MaxMemory = Annotated[
    float | None,
    amount("--max-memory", "megabytes", 2000, metavar="MB",
           help="Give up when the work takes so much: unknown.",
           show_default="half of the machine's"),
]  # fmt: skip
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
NoSymmetry = Annotated[
    bool, typer.Option("--no-symmetry", help="Explicit: keep every position, not one per orbit.")
]
Scratch = Annotated[
    Path | None,
    typer.Option("--scratch", metavar="DIR", readable=False,
                 help="Explicit: keep positions in this folder; go on there."),
]  # fmt: skip
Verbose = Annotated[
    bool, typer.Option("-v", "--verbose", help="Say which engine and why, and what decided.")
]
Svg = Annotated[
    Path | None,
    typer.Option("--svg", metavar="FILE", parser=output, help="Draw the boards into this file."),
]
Jobs = Annotated[
    int,
    whole("-j", "--jobs", of="processes", least=1, example=2, metavar="N",
          help="Work in N processes."),
]  # fmt: skip
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
    position: Position = None
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
        every: str | None = None,
    ) -> Question:
        """What is asked."""
        named, folders = tuple(lemmas or ()), library.folders
        constants = self.played.constants
        given = self.roles, self.game, constants, horizon, named, folders, every, self.position
        return Question(claim, *given)


@dataclass(frozen=True)
class Spent:
    """What an answer may take."""

    time_limit: TimeLimit = None
    max_positions: MaxPositions = MAX_POSITIONS

    def limits(self) -> Limits:
        """The same for engines; the clock starts here."""
        return Limits(Deadline(self.time_limit), max_positions=self.max_positions)
