"""Arguments that many functions of this package take, in groups; and the signatures they make."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from inspect import Parameter as Argument
from inspect import Signature, signature
from os import PathLike
from typing import Annotated, TypedDict, get_args, get_type_hints

from ttt_asp.api import parameters as p
from ttt_asp.claims.question import Question
from ttt_asp.limits import ASK, MOVE_TIME, Limits


class TimedArguments(TypedDict, total=False):
    """Arguments of every function that may take long."""

    time_limit: p.TimeLimit


class StorageArguments(TimedArguments, total=False):
    """Arguments of functions that keep positions."""

    max_memory: p.MaxMemory
    symmetry: Annotated[
        bool,
        p.Parameter("--no-symmetry", "Explicit engine: keep every position, not one per orbit.",
                    "let the explicit engine keep one position per orbit."),
    ]  # fmt: skip
    scratch: Annotated[
        str | PathLike[str] | None,
        p.written(
            "--scratch",
            "Explicit engine: a folder to keep positions in; a later run goes on there.",
            "DIR",
            None,
        ),
    ]


class StrategyArguments(TypedDict, total=False):
    """Arguments of functions that read strategies."""

    game: p.Game
    const: p.Const
    strategies: p.Folders
    move_time: p.MoveTime
    ask: p.Ask


class TimedStrategyArguments(StrategyArguments, TimedArguments, total=False):
    """The same, where that may take long."""


class SearchArguments(TimedStrategyArguments, total=False):
    """Further arguments of functions that look at every position."""

    position: p.Position
    max_positions: p.MaxPositions


class PlayArguments(StrategyArguments, total=False):
    """Arguments beside `roles` of functions that let strategies play."""

    x: Annotated[p.Plays | None, p.short("x")]
    o: Annotated[p.Plays | None, p.short("o")]
    position: p.Position


class TimedPlayArguments(PlayArguments, TimedArguments, total=False):
    """The same, where that may take long."""


class ClaimArguments(TimedPlayArguments, total=False):
    """Further arguments of functions that are asked about a claim."""

    max_positions: p.MaxPositions


class QuestionArguments(PlayArguments, total=False):
    """The parts of a question beside a claim and `roles`."""

    every: p.Every
    horizon: p.Horizon
    lemmas: Annotated[
        Sequence[str],
        p.Parameter("-L --lemma", "A lemma for a proof by induction.",
                    "names of lemmas for `induction`, and with `every`.", "NAME", many=True,
                    completes="lemma"),
    ]  # fmt: skip


class ProveArguments(QuestionArguments, StorageArguments, total=False):
    """Arguments of `prove`, by the names of `Question` and `Limits`."""

    find_lemmas: Annotated[
        bool | None,
        p.Parameter("--find-lemmas/--no-find-lemmas",
                    "Look for lemmas that random plays suggest and a round keeps.",
                    "whether `induction` looks for lemmas; None to look if none is given.",
                    default="if none is given"),
    ]  # fmt: skip
    rounds: p.Rounds
    max_positions: p.MaxPositions
    stop_at_first: Annotated[
        bool,
        p.Parameter("--stop-at-first",
                    "Explicit engine: stop at a play that decides; count nothing.",
                    "let the explicit engine stop at the first play that decides the claim; "
                    "a stuck play does not. Nothing is counted then; in other plays an order of a "
                    "`pick` may fail."),
    ]  # fmt: skip
    count: Annotated[
        bool | None,
        p.Parameter("--count/--no-count", "Explicit engine: count plays.",
                    "let the explicit engine count plays. None lets it stop, and count nothing, at "
                    "a play that decides the claim in a larger game.",
                    default="unless one decides in a larger game"),
    ]  # fmt: skip
    cross_check: Annotated[
        bool,
        p.Parameter("--no-cross-check", "Do not let a second engine answer again.",
                    "let engine `auto` answer twice where a second answer takes little."),
    ]  # fmt: skip
    clingo_options: Annotated[
        Sequence[str], "options for clingo's search, as `--configuration=trendy`."
    ]


# The values of arguments that are not given.
_DEFAULTS = {field.name: field.default for field in (*fields(Question), *fields(Limits))}
_DEFAULTS |= {"move_time": MOVE_TIME, "ask": ASK, "const": None, "strategies": ()}
_DEFAULTS |= {"clingo_options": ()}


def signature_of(function: Callable[..., object]) -> Signature:
    """Return the signature of a function, with each argument of a `TypedDict` spelt out."""
    whole = signature(function, eval_str=True)
    spelt: list[Argument] = []
    for parameter in whole.parameters.values():
        if parameter.kind is not Argument.VAR_KEYWORD:
            spelt.append(parameter)
            continue
        if not get_args(parameter.annotation):
            continue  # it takes options that extensions add
        (group,) = get_args(parameter.annotation)
        for name, hint in get_type_hints(group, include_extras=True).items():
            default = _DEFAULTS.get(name)
            spelt.append(Argument(name, Argument.KEYWORD_ONLY, default=default, annotation=hint))
    return whole.replace(parameters=spelt)


def description(argument: Argument) -> p.Parameter | str | None:
    """Return the description of an argument: a text where only Python has it."""
    about: p.Parameter | str | None = getattr(argument.annotation, "__metadata__", (None,))[-1]
    return about
