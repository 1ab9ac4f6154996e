"""Commands made from functions: typer is given a signature of options and arguments."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter as Argument
from inspect import Signature, cleandoc
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from ttt_asp.api.arguments import as_given
from ttt_asp.api.groups import description, signature_of
from ttt_asp.api.parameters import Json, Parameter
from ttt_asp.cli import OPTION, PASSED_ON
from ttt_asp.cli.calls import Call, heed_hidden_names
from ttt_asp.cli.help import Command, place
from ttt_asp.errors import Argument as Place
from ttt_asp.errors import Location, wrong
from ttt_asp.extension import hook
from ttt_asp.records import dataclass

# What is for readers of Python in the docstring of a function.
_HEADS = re.compile(r"\n\n(?:Args|Returns|Raises):\n")
# Every command that a function answers takes it.
_JSON = Argument("json", Argument.KEYWORD_ONLY, default=False, annotation=Json)


@dataclass(frozen=True, slots=True)
class CommandParameter:
    """An argument of a function, as the command line takes it.

    Attributes:
        argument: the function's.
        about: its flags, help and default.
    """

    argument: Argument
    about: Parameter

    @property
    def flag(self) -> bool:
        """Whether it takes no value."""
        yes_or_no = isinstance(self.argument.default, bool) or "/" in self.about.flags
        return yes_or_no and not self.about.metavar

    def optional(self) -> "CommandParameter":
        """Return the same argument, but optional."""
        if self.argument.default is not Argument.empty:
            return self
        return CommandParameter(self.argument.replace(default=None), self.about)

    def taken(self) -> Argument:
        """Return the argument of a function of which typer makes the option, or the argument.

        An option with a value is a list for typer, which tells how often it was given.
        """
        about, default = self.about, self.argument.default
        path = about.completes == "path"
        kind: Any = bool if self.flag else Path if path else str
        metavar = about.metavar or (None if about.flags else self.argument.name.upper())
        more: dict[str, Any] = {"help": about.help, "metavar": metavar}
        if path:
            more["readable"] = False
        elif about.completes:
            more["autocompletion"] = lambda ctx, incomplete: _completed(
                about.completes, ctx, incomplete
            )
        # typer is given None for what was not typed, so that `run` can leave it out
        if default is not Argument.empty and (self.flag or about.many):
            default = None
        if default is False:  # a bool in Python, and a word here: --cost tactics|lines
            default = about.default
        elif about.default or default is None:
            more["show_default"] = about.default or False
        valued = bool(about.flags) and not self.flag
        if valued and default not in (None, Argument.empty):
            default = [default]
        make: Any = typer.Option if about.flags else typer.Argument
        hint: Any = list[kind] if valued or about.many else kind
        hint = Annotated[hint | None, make(*about.names, **more)]
        return self.argument.replace(default=default, annotation=hint)

    @property
    def called(self) -> str:
        """Its name in messages, which is that in the help."""
        shown = self.about.metavar.strip("[].").partition("|")[0]
        return (self.about.names or [shown or self.argument.name.upper()])[-1].partition("/")[0]

    def read(self, typed: Any) -> Any:
        """Return the function's value for what was typed.

        Raises:
            InputError: a value has another form; or an option that takes one is given twice.
        """
        if self.flag:
            return typed != (self.argument.default is True)
        if self.about.flags and not self.about.many:
            if len(typed) > 1:
                raise wrong("this is given twice", Location(self.called), "say it once")
            typed = typed[0]
        return self.about.read(typed, self.argument.name) if self.about.read else typed


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
    given = signature_of(prints).parameters.values() if prints else ()
    added = [
        Argument(name, Argument.KEYWORD_ONLY, default=None, annotation=hint)
        for name, hint in (more or {}).items()
    ]
    own = _described([*given, *added])
    typers = [argument for argument in given if argument.name not in (*own, "call")]
    asked = {mode: _described(signature_of(f).parameters.values()) for mode, f in answers.items()}
    # of several of one name that of `prints` counts, else that of the usual question
    taken = dict[str, CommandParameter]()
    for arguments in asked.values():
        taken |= {name: parameter.optional() for name, parameter in arguments.items()}
    taken |= asked.get("", {}) | (_described([_JSON]) if json and answers else {}) | own

    def run(**typed: Any) -> object:
        read: dict[str, Any] = {}
        # names are those that were typed, also for what goes wrong while they are read
        OPTION.set(lambda where: _option(as_given(where, read), taken))
        for name, parameter in taken.items():
            if typed[name] not in (None, (), []):
                read[name] = parameter.read(typed[name])
        heed_hidden_names(read.get("claim", ""), bool(read.get("verbose")))
        mine = {name: value for name, value in read.items() if name in own}
        mine |= {argument.name: typed[argument.name] for argument in typers}
        if not answers:
            return prints and prints(**mine)
        # what `prints` does not take is for the function that answers
        others = {name: value for name, value in read.items() if name not in own}
        call = _call(answers, asked, taken, others)
        return prints(call, **mine) if prints else call.print_answer(call.answer())

    ranked = sorted(taken.values(), key=lambda parameter: place(parameter.about))
    options = [*typers, *(parameter.taken() for parameter in ranked)]
    signature = Signature([option.replace(kind=Argument.KEYWORD_ONLY) for option in options])
    run.__signature__ = signature  # type: ignore[attr-defined]
    documented = [one.__doc__ for one in (prints, answers.get("")) if one and one.__doc__]
    text, _, examples = cleandoc(documented[0] if documented else "").partition("Examples:\n")
    lines = ["Examples:", *(line.strip() for line in examples.strip().splitlines())]
    about, epilog = _HEADS.split(text.strip())[0], "\n\n".join(lines)
    app = typer.Typer(add_completion=False)
    app.command(name, cls=Command, help=about, epilog=epilog)(run)
    return typer.main.get_command(app)


def _call(
    answers: Mapping[str, Callable[..., Any]],
    asked: Mapping[str, Mapping[str, CommandParameter]],
    taken: Mapping[str, CommandParameter],
    read: Mapping[str, Any],
) -> Call[Any]:
    """Return the call of the function that is asked, with the values read for its arguments.

    Raises:
        InputError: it does not take what was typed.
    """
    given = {name: value for name, value in read.items() if value != taken[name].argument.default}
    json = bool(given.pop("json", False))
    # the first of the arguments that ask for a function of their own; without any "", the usual one
    mode = next((name for name in answers if name in given), "")
    for name in sorted(given.keys() - asked[mode]):
        # either it is for other questions than the one that is asked, or these were not asked
        others = [mode] if mode else [other for other in asked if name in asked[other]]
        parameters = [taken[other].about for other in others]
        _refuse(taken[name].about, bool(mode), parameters)
    if PASSED_ON and "clingo_options" in signature_of(answers[""]).parameters:
        given["clingo_options"] = tuple(PASSED_ON)
    return Call(answers[mode], given, json)


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


def _described(arguments: Iterable[Argument]) -> dict[str, CommandParameter]:
    """Return the arguments that are described for people, by name."""
    found = dict[str, CommandParameter]()
    for argument in arguments:
        about = description(argument)
        if isinstance(about, Parameter):
            found[argument.name] = CommandParameter(argument, about)
    return found


def _completed(completes: str | Sequence[str], ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the words that begin so, as an extension knows them; none where it is not there."""
    complete: Callable[..., list[str]] | None = hook("completed")
    return complete(completes, ctx.params.get("game"), incomplete) if complete else []
