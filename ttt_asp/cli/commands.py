"""The program that is made of all commands."""

from functools import cache
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ttt_asp import __version__
from ttt_asp.cli.help import help_text
from ttt_asp.errors import wrong
from ttt_asp.extension import commands, missing

# The parts of the help, in their order.
HEADINGS = ("Start", "Show", "More", "Research")
_ABOUT = """Prove what abstract game strategies guarantee, by answer set programming.

Exit: 0 yes, 1 no, 2 typed wrong, 3 unknown, 70 our fault, 130 interrupted.
"""


class Program(TyperGroup):
    """All commands, each imported when it is asked for."""

    def get_help(self, ctx: Any) -> str:
        """Return the help of the program, with its commands."""
        listed: dict[str, dict[str, str]] = {heading: {} for heading in HEADINGS}
        for name, (_, command) in commands().items():
            listed.setdefault(command.heading, {})[name] = command.summary
        return help_text(ctx, listed)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name; None if there is none."""
        if cmd_name not in commands() and (lacking := missing(cmd_name)):
            raise wrong(f"the command {cmd_name} is of {lacking}")
        return _made(cmd_name) if cmd_name in commands() else None


@cache
def _made(name: str) -> Any:
    """Return a command as the command line has it; it takes longer to make than to run some."""
    extension, command = commands()[name]
    from ttt_asp.cli.signatures import command_of  # here, as `--help` of the program starts without

    prints = extension.load(command.prints) if command.prints else None
    places = {"": command.asks, **command.instead} if command.asks else {}
    answers = {option: extension.load(place) for option, place in places.items()}
    more = extension.load(command.more)() if command.more else {}
    return command_of(name, prints, answers, more, command.json)


@cache
def program() -> Any:
    """Return the program. Each of its commands is made once, when it is first asked for."""
    app = typer.Typer(
        cls=Program,
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(help=_ABOUT)(_without_command)
    for name, command in commands().items():
        app.command(name, help=command[1].summary)(lambda: None)  # its name, until it is made
    return typer.main.get_command(app)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ttt-asp {__version__}")
        raise typer.Exit


_Version = Annotated[
    bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
]
_Ascii = Annotated[bool, typer.Option("--ascii", help="Print ASCII only; may follow any command.")]


def _without_command(ctx: typer.Context, version: _Version = False, ascii: _Ascii = False) -> None:
    """Show the help, where no command is named."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())
        raise typer.Exit(2)
