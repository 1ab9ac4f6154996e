"""Options that several commands share, and the completion of names."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ttt_asp.strategies.library import Library

# What follows `--` on the command line: options for clingo's search.
PASSED_ON: list[str] = []


def _starting(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def complete_strategy(incomplete: str) -> list[str]:
    """Names of strategies and tactics."""
    from ttt_asp.strategies.library import open_library

    return _starting([*open_library().names(), "any"], incomplete)


def complete_role(incomplete: str) -> list[str]:
    """`ROLE=STRATEGY` once there is a `=`."""
    role, sign, text = incomplete.partition("=")
    return [f"{role}={name}" for name in complete_strategy(text)] if sign else []


def complete_game(incomplete: str) -> list[str]:
    """Names of games."""
    from ttt_asp.games.game import game_names

    return _starting(game_names(), incomplete)


def complete_claims(incomplete: str) -> list[str]:
    """Names of claims files in the library."""
    from ttt_asp.strategies.library import open_library

    return _starting((path.name for path in open_library().claims()), incomplete)


def complete_engine(incomplete: str) -> list[str]:
    """Names of engines."""
    from ttt_asp.engines.registry import ENGINES

    return _starting(ENGINES, incomplete)


Game = Annotated[
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
    typer.Option("--max-memory", metavar="MB", min=0, help="Explicit: give up beyond: unknown."),
]
StopAtFirst = Annotated[
    bool,
    typer.Option("--stop-at-first", help="Explicit: stop at a deciding play; count nothing."),
]
NoCount = Annotated[bool, typer.Option("--no-count", help="Explicit: do not count plays.")]
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
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def constants(given: list[str] | None) -> dict[str, str]:
    """`NAME=VALUE` options as a mapping."""
    return _pairs(given, "-c", "NAME=VALUE, as rows=4")


def roles(given: list[str] | None, x: str | None, o: str | None) -> dict[str, str]:
    """Strategies by role from `-r`, `--x` and `--o`."""
    from ttt_asp.errors import Location, wrong

    found = _pairs(given, "--role", "ROLE=STRATEGY, as x=good_for_x")
    for role, text in (("x", x), ("o", o)):
        if text is not None:
            if role in found:
                raise wrong(f"{role} is given two strategies", Location(f"--{role}"))
            found[role] = text
    return found


def _pairs(given: list[str] | None, option: str, form: str) -> dict[str, str]:
    from ttt_asp.errors import Location, wrong

    found: dict[str, str] = {}
    for text in given or []:
        name, sign, value = text.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise wrong(f"{text!r} is not {form}", Location(option))
        if name.strip() in found:
            raise wrong(f"{name.strip()} is given twice", Location(option))
        found[name.strip()] = value.strip()
    return found


def open_with_warnings(strategies: list[Path] | None) -> "Library":
    """The library, with a line on stderr for every name that is hidden."""
    from ttt_asp.strategies.library import open_library

    library = open_library(strategies or [])
    for warning in library.warnings:
        typer.echo(f"warning: {warning}", err=True)
    return library
