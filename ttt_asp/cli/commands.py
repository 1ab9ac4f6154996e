"""The program that is made of all commands."""

from functools import cache
from typing import Any, cast

import typer
from typer.core import TyperGroup, TyperOption
from typer.main import get_install_completion_arguments

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

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read a command line; without a command show the help."""
        if not args and not ctx.resilient_parsing:
            typer.echo(self.get_help(ctx))
            raise typer.Exit(2)
        return super().parse_args(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name; None if there is none."""
        if cmd_name in commands() and self.commands[cmd_name] is None:
            self.commands[cmd_name] = _made(cmd_name)
        if cmd_name not in commands() and (lacking := missing(cmd_name)):
            raise wrong(f"the command {cmd_name} is of {lacking}")
        return super().get_command(ctx, cmd_name)


@cache
def _made(name: str) -> Any:
    """Return a command as the command line has it; it takes longer to make than to run some."""
    extension, command = commands()[name]
    from ttt_asp.cli.signatures import command_of  # here, as `--help` of the program starts without

    prints = extension.load(command.prints) if command.prints else None
    asks = extension.load(command.asks) if command.asks else None
    others = {option: extension.load(place) for option, place in command.instead.items()}
    more = extension.load(command.more)() if command.more else {}
    return command_of(name, prints, asks, others, more, json=name != "report")


@cache
def program() -> Program:
    """Return the program. Each of its commands is made once, when it is first asked for."""
    version = TyperOption(
        param_decls=["--version"],
        is_flag=True,
        is_eager=True,
        callback=_version,
        help="Show the version.",
    )
    ascii_only = TyperOption(
        param_decls=["--ascii"], is_flag=True, help="Print ASCII only; may follow any command."
    )
    install, show = cast(tuple[Any, Any], get_install_completion_arguments())
    install.help, show.hidden = "Install shell completion; --show-completion prints it.", True
    return Program(
        name="ttt-asp",
        help=_ABOUT,
        params=[version, ascii_only, install, show],
        commands=cast(dict[str, Any], dict.fromkeys(commands())),
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _version(_context: Any, _option: Any, wanted: bool) -> None:
    if wanted:
        typer.echo(f"ttt-asp {__version__}")
        raise typer.Exit
