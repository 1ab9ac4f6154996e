"""Commands made of functions: each of their parameters an option or an argument, read."""

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter as Argument
from inspect import Signature, cleandoc, signature
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.main import get_command

from ttt_asp.api.given import as_given
from ttt_asp.api.groups import said_of, signature_of
from ttt_asp.api.parameters import Json, Parameter
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.cli import OPTION, PASSED_ON
from ttt_asp.cli.calls import Call
from ttt_asp.cli.help import Command, place
from ttt_asp.errors import Argument as Place
from ttt_asp.errors import Location, wrong
from ttt_asp.games.load import game_names, load_game
from ttt_asp.show.terminal import escaped_streams
from ttt_asp.strategies.composition import OPERATORS
from ttt_asp.strategies.library import open_library

# What is for readers of Python in the docstring of a function.
_HEADS = re.compile(r"\n\n(?:Args|Returns|Raises):\n")


@dataclass(frozen=True, slots=True)
class _Taken:
    """An argument of a function, as the command line takes it.

    Attributes:
        argument: the function's.
        said: what is said of it.
    """

    argument: Argument
    said: Parameter

    @property
    def flag(self) -> bool:
        """Whether it is true where it is given."""
        yes_or_no = isinstance(self.argument.default, bool) or "/" in self.said.flags
        return yes_or_no and not self.said.metavar

    @property
    def negated(self) -> bool:
        """Whether it is false where it is given."""
        return self.flag and self.argument.default is True

    def optional(self) -> "_Taken":
        """The same where it need not be given."""
        argument = self.argument
        none = argument.replace(default=None) if argument.default is Argument.empty else argument
        return _Taken(none, self.said)

    def typed(self) -> Argument:
        """The parameter that the command line knows of."""
        parameter, default = self.said, self.argument.default
        kind: Any = Path if parameter.completes == "path" else str
        kind = bool if self.flag else list[kind] if parameter.many else kind
        shown = default is not Argument.empty
        default = None if parameter.many else not default if self.negated else default
        metavar = parameter.metavar or (None if parameter.flags else self.argument.name.upper())
        more: dict[str, Any] = {"help": parameter.help, "metavar": metavar}
        if parameter.completes and kind not in (Path, list[Path]):
            more["autocompletion"] = lambda ctx, incomplete: _completed(
                parameter.completes, ctx, incomplete
            )
        if default is False and not self.flag:
            default = parameter.default
        elif parameter.default or default is None:
            more["show_default"] = parameter.default or False
        if kind in (Path, list[Path]):
            more["readable"] = False
        about = (
            typer.Option(*parameter.names, **more) if parameter.flags else typer.Argument(**more)
        )
        hint = kind | None if shown and default is None else kind
        return Argument(
            self.argument.name,
            Argument.KEYWORD_ONLY,
            default=default if shown else Argument.empty,
            annotation=Annotated[hint, about],
        )

    @property
    def called(self) -> str:
        """How messages call it: as its help does."""
        shown = self.said.metavar.strip("[].").partition("|")[0]
        return (self.said.names or [shown or self.argument.name.upper()])[-1]

    def read(self, typed: Any) -> Any:
        """What the function is given for what was typed."""
        if self.negated:
            return not typed
        return self.said.read(typed, self.argument.name) if self.said.read else typed


def _taken(function: Callable[..., object]) -> dict[str, _Taken]:
    given, said = signature_of(function).parameters, said_of(function)
    return {n: _Taken(given[n], one) for n, one in said.items() if isinstance(one, Parameter)}


def made(
    name: str,
    command: Callable[..., object] | None,
    function: Callable[..., Any] | None = None,
    instead: Mapping[str, Callable[..., Any]] | None = None,
    json: bool = False,
) -> Any:
    """A command as the command line has it: each parameter an option or an argument.

    Args:
        name: how it is called. Its docstring ends in examples.
        command: takes what is typed; if it has a `call`, this is of the function, and takes what
            is for that. None for a command that is its function.
        function: which answers, if one does.
        instead: functions that answer instead where this argument of theirs is given.
        json: whether its answers may be had as JSON.
    """
    own = _taken(command) if command else {}
    asks = command is None or "call" in signature(command).parameters
    inner: Callable[..., Any] = function if function and asks else _nothing
    functions = {"": inner, **(instead or {})}
    takes = {mode: _taken(one) for mode, one in functions.items()}
    theirs = {n: one.optional() for some in takes.values() for n, one in some.items()}
    theirs |= {**takes[""], **(_taken(_asks_for_json) if asks and json else {})}
    taken = {**theirs, **own}
    ordered = [one.typed() for one in sorted(taken.values(), key=lambda one: place(one.said))]

    def run(**texts: Any) -> object:
        read = dict[str, Any]()
        OPTION.set(lambda where: _option(as_given(where, read), taken))
        known = {name: text for name, text in texts.items() if text not in (None, [])}
        read |= {name: taken[name].read(text) for name, text in known.items()}
        given = {n: value for n, value in read.items() if value != taken[n].argument.default}
        with escaped_streams(sys.stdout, sys.stderr):
            if not asks:
                return command and command(**read)
            asked = {name: value for name, value in given.items() if name in theirs.keys() - own}
            wants_json = bool(asked.pop("json", False))
            mode = next((one for one in functions if one in asked), "")
            for name in asked.keys() - takes[mode]:
                modes = [mode] if mode else [one for one in takes if name in takes[one]]
                _refuse(taken[name].said, bool(mode), [taken[one].said for one in modes])
            if PASSED_ON and "clingo_options" in signature_of(inner).parameters:
                asked["clingo_options"] = tuple(PASSED_ON)
            call = Call(functions[mode], asked, wants_json)
            if command is None:
                return call.say(call.answer())
            return command(call, **{name: value for name, value in read.items() if name in own})

    said = (command and command.__doc__) or inner.__doc__ or ""
    run.__annotations__ = {one.name: one.annotation for one in ordered}
    run.__signature__ = Signature(ordered)  # type: ignore[attr-defined]
    text, _, examples = cleandoc(said).partition("Examples:\n")
    lines = ["Examples:", *(line.strip() for line in examples.strip().splitlines())]
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    about = _HEADS.split(text.strip())[0]
    alone.command(name, cls=Command, help=about, epilog="\n\n".join(lines))(run)
    return get_command(alone)


def _option(where: Place, taken: Mapping[str, _Taken]) -> str:
    """How the command line calls an argument, or a part of it."""
    called = taken[where.name].called if where.name in taken else where.name
    return f"{called} {where.part}" if where.part else called


def _refuse(given: Parameter, mode: bool, others: Sequence[Parameter]) -> NoReturn:
    """Refuse what goes with other options only; or not with one that says what is asked."""
    flags = " or ".join(parameter.names[-1] for parameter in others)
    what = f"this does not go with {flags}" if mode else f"this goes with {flags}"
    hint = "; ".join(f"{parameter.names[-1]}: {parameter.help}" for parameter in others)
    raise wrong(what, Location((given.names or ["command"])[-1]), hint)


def _completed(what: str | Sequence[str], ctx: typer.Context, incomplete: str) -> list[str]:
    """The words that begin so; inside a term, with the names that its last operand may have."""
    before = ""
    names: Iterable[str] = () if isinstance(what, str) else what
    if what == "strategy" or (what == "role" and "=" in incomplete):
        signs = "(, " if what == "strategy" else "=(, "
        before = incomplete[: max(map(incomplete.rfind, signs)) + 1]
        operators = (f"{name}(" for name in OPERATORS if name != "any")
        names = (*open_library().names(), *operators, "any")
    elif what == "const":
        game = load_game(ctx.params.get("game") or DEFAULT_GAME, {})
        names = (f"{name}=" for name in game.constants)
    elif what == "game":
        names = game_names()
    elif what == "lemma":
        names = open_library().lemmas
    elif what == "claims":
        names = sorted(open_library().claims)
    return [before + name for name in names if name.startswith(incomplete.removeprefix(before))]


def _nothing() -> None:
    """A command that no function answers."""


def _asks_for_json(json: Json = False) -> None:
    """What every command takes that a function answers."""
