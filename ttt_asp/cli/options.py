"""Arguments of functions as options and arguments of typer's."""

from collections.abc import Callable, Iterable, Sequence
from inspect import Parameter as Argument
from pathlib import Path
from typing import Annotated, Any

import typer

from ttt_asp.api.groups import descriptions_of, signature_of
from ttt_asp.api.parameters import Parameter
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.errors import Location, wrong
from ttt_asp.games.load import game_names, load_game
from ttt_asp.records import dataclass
from ttt_asp.strategies.composition import OPERATORS
from ttt_asp.strategies.library import open_library


@dataclass(frozen=True, slots=True)
class CommandParameter:
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

    def optional(self) -> "CommandParameter":
        """Return the same argument, but optional."""
        argument = self.argument
        none = argument.replace(default=None) if argument.default is Argument.empty else argument
        return CommandParameter(none, self.parameter)

    def taken(self) -> Argument:
        """Return the argument of a function of which typer makes the option, or the argument.

        An option with a value is a list for typer, which tells how often it was given.
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
        valued = bool(parameter.flags) and not self.flag
        if valued and default not in (None, Argument.empty):
            default = [default]
        make: Any = typer.Option if parameter.flags else typer.Argument
        hint: Any = list[kind] if valued or parameter.many else kind
        hint = Annotated[hint | None, make(*parameter.names, **more)]
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
        if self.flag:
            return typed != (self.argument.default is True)
        if self.parameter.flags and not self.parameter.many:
            if len(typed) > 1:
                raise wrong("this is given twice", Location(self.called), "say it once")
            typed = typed[0]
        return self.parameter.read(typed, self.argument.name) if self.parameter.read else typed


def command_parameters(function: Callable[..., object]) -> dict[str, CommandParameter]:
    """Return the arguments of a function that are described for people, by name."""
    given, descriptions = signature_of(function).parameters, descriptions_of(function)
    listed = {n: about for n, about in descriptions.items() if isinstance(about, Parameter)}
    return {name: CommandParameter(given[name], about) for name, about in listed.items()}


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
