"""Commands made from functions: typer is given a signature of its options and arguments."""

import re
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter as Argument
from inspect import Signature, cleandoc
from typing import Any, NoReturn, get_args

import typer

from ttt_asp.api.arguments import as_given
from ttt_asp.api.groups import signature_of
from ttt_asp.api.parameters import Json, Parameter
from ttt_asp.cli import OPTION, PASSED_ON
from ttt_asp.cli.calls import Call
from ttt_asp.cli.help import Command, place
from ttt_asp.cli.options import CommandParameter, command_parameters
from ttt_asp.cli.progress import heed_hidden_names
from ttt_asp.errors import Argument as Place
from ttt_asp.errors import Location, wrong
from ttt_asp.records import dataclass

# What is for readers of Python in the docstring of a function.
_HEADS = re.compile(r"\n\n(?:Args|Returns|Raises):\n")
# Every command that a function answers takes it.
_JSON = CommandParameter(Argument("json", Argument.KEYWORD_ONLY, default=False), get_args(Json)[1])


@dataclass(frozen=True, slots=True)
class _Functions:
    """The functions of a command, and what they take.

    Attributes:
        prints: takes what was typed, and prints; None if the answer is printed as it is.
        own: the arguments of `prints` that are described for people, by name.
        typers: its other arguments, which are for typer as they are.
        answers: functions that answer, by the argument that asks for each; the usual one has "".
        asked: the arguments of each of these.
        json: whether the answer may be had as JSON.
    """

    prints: Callable[..., Any] | None
    own: Mapping[str, CommandParameter]
    typers: Mapping[str, Argument]
    answers: Mapping[str, Callable[..., Any]]
    asked: Mapping[str, Mapping[str, CommandParameter]]
    json: bool

    @property
    def taken(self) -> dict[str, CommandParameter]:
        """All arguments that are described: of several of one name that of `prints`, or ""."""
        found = dict[str, CommandParameter]()
        for asked in self.asked.values():
            found |= {name: parameter.optional() for name, parameter in asked.items()}
        json = {"json": _JSON} if self.json else {}
        return {**found, **self.asked.get("", {}), **json, **self.own}

    @property
    def signature(self) -> Signature:
        """What the command takes, in the order of its help."""
        ranked = sorted(self.taken.values(), key=lambda taking: place(taking.parameter))
        options = [*self.typers.values(), *(parameter.taken() for parameter in ranked)]
        return Signature([option.replace(kind=Argument.KEYWORD_ONLY) for option in options])

    def run(self, **typed: Any) -> object:
        """Carry out the command; return its exit status, if it has one."""
        taken = self.taken
        read: dict[str, Any] = {}
        # names are those that were typed, also for what goes wrong while they are read
        OPTION.set(lambda where: _option(as_given(where, read), taken))
        for name, parameter in taken.items():
            if typed[name] not in (None, (), []):
                read[name] = parameter.read(typed[name])
        heed_hidden_names(read.get("claim", ""), bool(read.get("verbose")))
        own = {name: value for name, value in read.items() if name in self.own}
        own |= {name: typed[name] for name in self.typers}
        if self.answers:
            call = self._call(read, taken)
            return self.prints(call, **own) if self.prints else call.print_answer(call.answer())
        return self.prints(**own) if self.prints else None

    def _call(self, read: Mapping[str, Any], taken: Mapping[str, CommandParameter]) -> Call[Any]:
        """Return the call of the function that is asked.

        Raises:
            InputError: it does not take what was typed.
        """
        given = {
            name: value
            for name, value in read.items()
            if name not in self.own and value != taken[name].argument.default
        }
        json = bool(given.pop("json", False))
        mode = next((name for name in self.answers if name in given), "")
        for name in sorted(given.keys() - self.asked[mode]):
            # either it is for other questions than the one that is asked, or these were not asked
            others = (
                [mode] if mode else [other for other in self.asked if name in self.asked[other]]
            )
            parameters = [taken[other].parameter for other in others]
            _refuse(taken[name].parameter, bool(mode), parameters)
        if PASSED_ON and "clingo_options" in signature_of(self.answers[""]).parameters:
            given["clingo_options"] = tuple(PASSED_ON)
        return Call(self.answers[mode], given, json)


def command_of(
    name: str,
    prints: Callable[..., Any] | None,
    answers: Mapping[str, Callable[..., Any]] | None = None,
    more: Mapping[str, Any] | None = None,
    json: bool = False,
) -> Any:
    """Return a command for the command line, which typer makes of a function with a signature.

    Args:
        name: of the command.
        prints: takes what was typed, and prints; first a `Call` if there are functions that answer,
            which takes what is for these. None for a command whose answer is printed as it is.
        answers: functions that answer, by the argument that asks for each; the usual one has "".
        more: annotations of further arguments of `prints`, by name; None is their default.
        json: whether the answer may be had as JSON.
    """
    answers = answers or {}
    own = command_parameters(prints) if prints else {}
    given = signature_of(prints).parameters if prints else {}
    typers = {name: one for name, one in given.items() if name not in (*own, "call")}
    for added, annotation in (more or {}).items():
        argument = Argument(added, Argument.KEYWORD_ONLY, default=None, annotation=annotation)
        own[added] = CommandParameter(argument, get_args(annotation)[1])
    asked = {mode: command_parameters(function) for mode, function in answers.items()}
    functions = _Functions(prints, own, typers, answers, asked, json and bool(answers))

    def run(**typed: Any) -> object:
        return functions.run(**typed)

    run.__signature__ = functions.signature  # type: ignore[attr-defined]
    documented = [one.__doc__ for one in (prints, answers.get("")) if one and one.__doc__]
    text, _, examples = cleandoc(documented[0] if documented else "").partition("Examples:\n")
    lines = ["Examples:", *(line.strip() for line in examples.strip().splitlines())]
    about, epilog = _HEADS.split(text.strip())[0], "\n\n".join(lines)
    app = typer.Typer(add_completion=False)
    app.command(name, cls=Command, help=about, epilog=epilog)(run)
    return typer.main.get_command(app)


def _option(where: Place, taken: Mapping[str, CommandParameter]) -> str:
    """Return how the command line calls an argument, or a part of it."""
    called = taken[where.name].called if where.name in taken else where.name
    return f"{called} {where.part}" if where.part else called


def _refuse(given: Parameter, mode: bool, others: Sequence[Parameter]) -> NoReturn:
    """Refuse an option that goes with others only; or not with one that selects the question."""
    flags = " or ".join(parameter.names[-1] for parameter in others)
    message = f"this does not go with {flags}" if mode else f"this goes with {flags}"
    hint = "; ".join(f"{parameter.names[-1]}: {parameter.help}" for parameter in others)
    raise wrong(message, Location((given.names or ["command"])[-1]), hint)
