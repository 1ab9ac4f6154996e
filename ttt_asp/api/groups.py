"""Arguments that many functions of this package take, in groups; and how a function is called."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from inspect import Parameter as Argument
from inspect import Signature, signature
from pathlib import Path
from typing import Annotated, TypedDict, get_args, get_type_hints

from ttt_asp.api import parameters as p
from ttt_asp.claims.question import Question
from ttt_asp.limits import MOVE_TIME, Limits


class Limited(TypedDict, total=False):
    """What every function takes that may take long."""

    time_limit: p.TimeLimit


class Kept(TypedDict, total=False):
    """What functions take that keep positions."""

    max_memory: p.MaxMemory
    symmetry: Annotated[
        bool,
        p.Parameter("--no-symmetry", "Explicit: keep every position, not one per orbit.",
                    "let the explicit engine keep one position per orbit."),
    ]  # fmt: skip
    scratch: Annotated[
        Path | None,
        p.written(
            "--scratch", "Explicit: keep positions in this folder; go on there.", "DIR", None
        ),
    ]


class Solving(Kept, Limited, total=False):
    """What `solve` takes."""


class Read(TypedDict, total=False):
    """What functions take that read strategies."""

    game: p.Game
    const: p.Const
    strategies: p.Folders
    move_time: p.MoveTime


class Loaded(Read, Limited, total=False):
    """The same, where that may take long."""


class Searched(Loaded, total=False):
    """What functions take besides that look at every position."""

    position: p.Position
    max_positions: p.MaxPositions


class Played(Read, total=False):
    """What functions take beside `roles` that let strategies play."""

    x: Annotated[p.Plays | None, p.short("x")]
    o: Annotated[p.Plays | None, p.short("o")]
    position: p.Position


class Walked(Played, Limited, total=False):
    """The same, where that may take long."""


class Asked(Walked, total=False):
    """What functions take besides that are asked about a claim."""

    max_positions: p.MaxPositions


class Posed(Played, total=False):
    """What a question has besides a claim and `roles`."""

    every: p.Every
    horizon: p.Horizon
    lemmas: Annotated[
        Sequence[str],
        p.Parameter("-L --lemma", "A lemma for engine induction.",
                    "names of lemmas for `induction`, and with `every`.", "NAME", many=True,
                    completes="lemma"),
    ]  # fmt: skip


class Proving(Posed, Kept, Limited, total=False):
    """What `prove` takes, by the names of `Question` and `Limits`."""

    find_lemmas: Annotated[
        bool | None,
        p.Parameter("--find-lemmas/--no-find-lemmas",
                    "Look for lemmas: what random plays show, and a round keeps.",
                    "whether `induction` looks for lemmas; None for: if none are given.",
                    default="if none is given"),
    ]  # fmt: skip
    rounds: p.Rounds
    max_positions: p.MaxPositions
    stop_at_first: Annotated[
        bool,
        p.Parameter("--stop-at-first", "Explicit: stop at a deciding play; count nothing.",
                    "let the explicit engine stop at the first play that decides the claim; "
                    "nothing is counted then, and where it stopped early other plays may get "
                    "stuck, or an order of a `pick` may fail in them."),
    ]  # fmt: skip
    count: Annotated[
        bool | None,
        p.Parameter("--count/--no-count", "Explicit: count plays.",
                    "let the explicit engine count plays; None for: unless a play decides the "
                    "claim in a larger game, where no strategy can get stuck; the search stops at "
                    "such a play then.", default="unless one decides in a larger game"),
    ]  # fmt: skip
    cross_check: Annotated[
        bool,
        p.Parameter("--no-cross-check", "Do not answer small games twice.",
                    "let engine `auto` answer twice in small games."),
    ]  # fmt: skip
    clingo_options: Annotated[
        Sequence[str], "options for clingo's search, as `--configuration=trendy`."
    ]


# What is taken where nothing is given.
_DEFAULTS = {one.name: one.default for kind in (Question, Limits) for one in fields(kind)}
_DEFAULTS |= {"move_time": MOVE_TIME, "const": None, "strategies": (), "clingo_options": ()}


def signature_of(function: Callable[..., object]) -> Signature:
    """How a function is called, each argument that it takes by a `TypedDict` spelt out."""
    whole = signature(function, eval_str=True)
    spelt: list[Argument] = []
    for one in whole.parameters.values():
        if one.kind is not Argument.VAR_KEYWORD:
            spelt.append(one)
            continue
        (group,) = get_args(one.annotation)
        for name, hint in get_type_hints(group, include_extras=True).items():
            default = _DEFAULTS.get(name)
            spelt.append(Argument(name, Argument.KEYWORD_ONLY, default=default, annotation=hint))
    return whole.replace(parameters=spelt)


def said_of(function: Callable[..., object]) -> dict[str, p.Parameter | str]:
    """What is said of each argument of a function; a text where only Python has it."""
    found = dict[str, p.Parameter | str]()
    for name, one in signature_of(function).parameters.items():
        for hint in (one.annotation, *get_args(one.annotation)):  # `Other | None` has it inside
            if said := getattr(hint, "__metadata__", ()):
                found[name] = said[-1]
    return found
