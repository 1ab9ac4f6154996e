"""Commands made from functions: each parameter is an option or an argument of typer's."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter as Argument
from inspect import Signature, cleandoc, signature
from pathlib import Path
from typing import Annotated, Any, NoReturn, get_args

import typer

from ttt_asp.api.arguments import as_given
from ttt_asp.api.groups import descriptions_of, signature_of
from ttt_asp.api.parameters import Json, Parameter
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.cli import OPTION, PASSED_ON
from ttt_asp.cli.calls import Call
from ttt_asp.cli.help import Command, place
from ttt_asp.cli.library import heed_hidden_names
from ttt_asp.errors import Argument as Place
from ttt_asp.errors import Location, wrong
from ttt_asp.games.load import game_names, load_game
from ttt_asp.strategies.composition import OPERATORS
from ttt_asp.strategies.library import open_library

# What is for readers of Python in the docstring of a function.
_HEADS = re.compile(r"\n\n(?:Args|Returns|Raises):\n")


@dataclass(frozen=True, slots=True)
class _CommandParameter:
    """An argument of a function, as the command line takes it.

    Attributes:
        argument: the function's.
        parameter: its flags, help and default.
    """

    argument: Argument
    parameter: Parameter

    @property
    def flag(self) -> bool:
        """Whether it takes no value."""
        yes_or_no = isinstance(self.argument.default, bool) or "/" in self.parameter.flags
        return yes_or_no and not self.parameter.metavar

    def optional(self) -> "_CommandParameter":
        """Return the same argument, but optional."""
        argument = self.argument
        none = argument.replace(default=None) if argument.default is Argument.empty else argument
        return _CommandParameter(none, self.parameter)

    def taken(self) -> Argument:
        """Return the argument of a function of which typer makes the option, or the argument.

        An option is a list for typer, which tells how often it was given.
        """
        parameter, default = self.parameter, self.argument.default
        path = parameter.completes == "path"
        kind: Any = bool if self.flag else Path if path else str
        metavar = parameter.metavar or (None if parameter.flags else self.argument.name.upper())
        more: dict[str, Any] = {"help": parameter.help, "metavar": metavar}
        if path:
            more["readable"] = False
        elif parameter.completes:
            more["autocompletion"] = lambda ctx, incomplete: _completed(
                parameter.completes, ctx, incomplete
            )
        if default is not Argument.empty and (self.flag or parameter.many):
            default = None
        if default is False:  # it is typed as a word
            default = parameter.default
        elif parameter.default or default is None:
            more["show_default"] = parameter.default or False
        if parameter.flags and default not in (None, Argument.empty):
            default = [default]
        make: Any = typer.Option if parameter.flags else typer.Argument
        hint: Any = list[kind] if parameter.flags or parameter.many else kind
        hint = Annotated[hint, make(*parameter.names, **more)]
        return self.argument.replace(default=default, annotation=hint)

    @property
    def called(self) -> str:
        """Its name in messages, which is that in the help."""
        shown = self.parameter.metavar.strip("[].").partition("|")[0]
        return (self.parameter.names or [shown or self.argument.name.upper()])[-1].partition("/")[0]

    def read(self, typed: Any) -> Any:
        """Return the function's value for what was typed.

        Raises:
            InputError: a value has another form; or an option that takes one is given twice.
        """
        if self.parameter.flags and not self.parameter.many:
            if len(typed) > 1 and (not self.flag or "/" in self.parameter.flags):
                raise wrong("this is given twice", Location(self.called), "say it once")
            typed = typed[0]
        if self.flag:
            return typed != (self.argument.default is True)
        return self.parameter.read(typed, self.argument.name) if self.parameter.read else typed


# Every command that a function answers takes it.
_JSON = _CommandParameter(Argument("json", Argument.KEYWORD_ONLY, default=False), get_args(Json)[1])


def _command_parameters(function: Callable[..., object]) -> dict[str, _CommandParameter]:
    given, descriptions = signature_of(function).parameters, descriptions_of(function)
    listed = {n: about for n, about in descriptions.items() if isinstance(about, Parameter)}
    return {name: _CommandParameter(given[name], about) for name, about in listed.items()}


def command_of(
    name: str,
    command: Callable[..., object] | None,
    function: Callable[..., Any] | None = None,
    instead: Mapping[str, Callable[..., Any]] | None = None,
    more: Mapping[str, Any] | None = None,
    json: bool = False,
) -> Any:
    """Return a command for the command line, which typer makes of a function with a signature.

    Args:
        name: of the command, whose docstring ends in examples.
        command: takes the values typed; if it has a `call`, this is of the function, and takes the
            values for that. None for a command that is its function.
        function: the one that answers, if one does.
        instead: functions that answer instead where this argument of theirs is given.
        more: annotations of further arguments of the command, by name; None is their default.
        json: whether its answers may be had as JSON.
    """
    extra = _command_parameters(command) if command else {}
    # those that are described by an option of typer's, or by nothing, are for typer as they are
    itself = signature_of(command).parameters if command else {}
    plain = {n: argument for n, argument in itself.items() if n not in extra and n != "call"}
    for added, annotation in (more or {}).items():
        given = Argument(added, Argument.KEYWORD_ONLY, default=None, annotation=annotation)
        extra[added] = _CommandParameter(given, get_args(annotation)[1])
    asks = command is None or "call" in signature(command).parameters
    inner: Callable[..., Any] = function if function and asks else lambda: None
    functions = {"": inner, **(instead or {})}
    takes = {mode: _command_parameters(answering) for mode, answering in functions.items()}
    theirs = {n: about.optional() for mode in takes.values() for n, about in mode.items()}
    theirs |= {**takes[""], **({"json": _JSON} if asks and json else {})}
    taken = {**theirs, **extra}
    ranked = sorted(taken.values(), key=lambda taking: place(taking.parameter))

    def run(**texts: Any) -> object:
        read = dict[str, Any]()
        OPTION.set(lambda where: _option(as_given(where, read), taken))
        own = {name: texts.pop(name) for name in plain}
        known = {name: text for name, text in texts.items() if text not in (None, (), [])}
        read |= {name: taken[name].read(text) for name, text in known.items()}
        given = {n: value for n, value in read.items() if value != taken[n].argument.default}
        heed_hidden_names(read.get("claim", ""), bool(read.get("verbose")))
        if not asks:
            return command and command(**read, **own)
        asked = {name: value for name, value in given.items() if name in theirs.keys() - extra}
        wants_json = bool(asked.pop("json", False))
        mode = next((name for name in functions if name in asked), "")
        for name in asked.keys() - takes[mode]:
            modes = [mode] if mode else [other for other in takes if name in takes[other]]
            others = [taken[other].parameter for other in modes]
            _refuse(taken[name].parameter, bool(mode), others)
        if PASSED_ON and "clingo_options" in signature_of(inner).parameters:
            asked["clingo_options"] = tuple(PASSED_ON)
        call = Call(functions[mode], asked, wants_json)
        if command is None:
            return call.print_answer(call.answer())
        return command(call, **{n: value for n, value in read.items() if n in extra}, **own)

    doc = (command and command.__doc__) or inner.__doc__ or ""
    text, _, examples = cleandoc(doc).partition("Examples:\n")
    lines = ["Examples:", *(line.strip() for line in examples.strip().splitlines())]
    about, epilog = _HEADS.split(text.strip())[0], "\n\n".join(lines)
    options = [*plain.values(), *(parameter.taken() for parameter in ranked)]
    typed = [option.replace(kind=Argument.KEYWORD_ONLY) for option in options]
    run.__signature__ = Signature(typed)  # type: ignore[attr-defined]
    app = typer.Typer(add_completion=False)
    app.command(name, cls=Command, help=about, epilog=epilog)(run)
    return typer.main.get_command(app)


def _option(where: Place, taken: Mapping[str, _CommandParameter]) -> str:
    """Return how the command line calls an argument, or a part of it."""
    called = taken[where.name].called if where.name in taken else where.name
    return f"{called} {where.part}" if where.part else called


def _refuse(given: Parameter, mode: bool, others: Sequence[Parameter]) -> NoReturn:
    """Refuse an option that goes with others only; or not with one that selects the question."""
    flags = " or ".join(parameter.names[-1] for parameter in others)
    message = f"this does not go with {flags}" if mode else f"this goes with {flags}"
    hint = "; ".join(f"{parameter.names[-1]}: {parameter.help}" for parameter in others)
    raise wrong(message, Location((given.names or ["command"])[-1]), hint)


def _completed(completes: str | Sequence[str], ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the words that begin so; inside a term, with the names for its last operand."""
    before = ""
    names: Iterable[str] = () if isinstance(completes, str) else completes
    if completes == "strategy" or (completes == "role" and "=" in incomplete):
        signs = "(, " if completes == "strategy" else "=(, "
        before = incomplete[: max(map(incomplete.rfind, signs)) + 1]
        operators = (f"{name}(" for name in OPERATORS if name != "any")
        names = (*open_library().names(), *operators, "any")
    elif completes == "const":
        named = ctx.params.get("game") or DEFAULT_GAME
        game = load_game(named if isinstance(named, str) else named[0], {})
        names = (f"{name}=" for name in game.constants)
    elif completes == "game":
        names = game_names()
    elif completes == "lemma":
        names = open_library().lemmas
    elif completes == "claims":
        names = sorted(open_library().claims)
    return [before + name for name in names if name.startswith(incomplete.removeprefix(before))]
