"""The commands: the purpose of each, and the program that is made of them."""

from functools import cache
from importlib import import_module
from typing import Any, cast

import typer
from typer.core import TyperGroup, TyperOption
from typer.main import get_install_completion_arguments

from ttt_asp import HOMES, __version__
from ttt_asp.cli.help import help_text

# The commands under their headings, each with what it does. A command is a module of this
# package, imported only when it is chosen.
HEADINGS: dict[str, dict[str, str]] = {
    "Start": {
        "prove": "Prove or refute a claim, or every claim of a file.",
        "play": "Play against a strategy, or people against each other.",
        "suggest": "Show what a strategy recommends at a position.",
        "new": "Write a skeleton of a tactic, a strategy or an order; or a book.",
        "check": "Check files, run their examples, hold claims to verdicts.",
        "repair": "Find the smallest change that makes a claim true.",
        "fill": "Find tactics for the holes of a strategy that prove a claim.",
        "workbench": "Open a page on which strategies are built, tried and proved.",
    },
    "Show": {
        "list": "List games, tactics, strategies, orders, lemmas and claims files.",
        "show": "Show a tactic, a game or a word; a strategy as a tree, ∇ and △.",
        "report": "Write a page: verdicts, plays as boards, proofs to walk through.",
        "matrix": "Let every strategy play every one.",
    },
    "More": {
        "solve": "Work out a game's value with best play, and optimal first moves.",
        "explain": "Say which tactics of a strategy a proof needs.",
        "odds": "Work out exact odds: moves are drawn by lot among those recommended.",
        "identify": "Name a strategy: find the list of tactics that explains its choices.",
        "compare": "Compare two strategies of one role, and say where it matters.",
        "shorten": "Find the shortest list that keeps a proved claim.",
        "verify": "Check a certificate that prove or pairing --certificate wrote.",
    },
    "Research": {
        "steal": "Prove that the second player has no winning strategy: it is stolen.",
        "pairing": "Find a pairing strategy: for every line two squares of its own.",
        "analogies": "Say which elements of the board play the same role in a strategy.",
        "recognise": "Find and prove a game of lines in rules with other words.",
        "program": "Print the generated program, which runs in bare clingo.",
        "bench": "Time the paper's claims and the engines, best of N runs.",
    },
}
# Commands that stand together in a module, or, under no name, in none: these are their function
# and no more. Any other command has a module of its name.
_TOGETHER = {
    "answers": ["repair", "solve", "suggest"],
    "claims_file": ["report"],
    "finding": ["fill", "pairing"],
    "list": ["show"],
    "program": ["analogies", "bench"],
    "": ["compare", "explain", "identify", "odds", "recognise", "shorten", "steal", "verify"],
}
_MODULE = {name: module for module, names in _TOGETHER.items() for name in names}
# What another function answers, where an option of it is given.
_INSTEAD = {
    "pairing": {"ahead": "pairing_ahead", "period": "periodic_pairing"},
    "recognise": {"other": "same_game"},
}
_ABOUT = """Prove what abstract game strategies guarantee, by answer set programming.

Exit: 0 yes, 1 no, 2 typed wrong, 3 unknown, 70 our fault, 130 interrupted.
"""
COMMANDS = {name: summary for commands in HEADINGS.values() for name, summary in commands.items()}


class Program(TyperGroup):
    """All commands, each imported when it is asked for."""

    def get_help(self, ctx: Any) -> str:
        """Return the help of the program, with its commands."""
        return help_text(ctx, HEADINGS)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read a command line; without a command show the help."""
        if not args and not ctx.resilient_parsing:
            typer.echo(self.get_help(ctx))
            raise typer.Exit(2)
        return super().parse_args(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name; None if there is none."""
        if cmd_name in COMMANDS and self.commands[cmd_name] is None:
            self.commands[cmd_name] = _made(cmd_name)
        return super().get_command(ctx, cmd_name)


@cache
def _made(name: str) -> Any:
    """Return a command as the command line has it; it takes longer to make than to run some."""
    command = None
    if where := _MODULE.get(name, name):
        module = import_module(f"ttt_asp.cli.{where}")
        command = getattr(module, name if name in _MODULE else "command")
    from ttt_asp.cli.signatures import command_of  # here, as `--help` of the program starts without

    home = import_module(HOMES[name]) if name in HOMES else None
    others = {option: getattr(home, other) for option, other in _INSTEAD.get(name, {}).items()}
    return command_of(name, command, getattr(home, name, None), others, json=name != "report")


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
        commands=cast(dict[str, Any], dict.fromkeys(COMMANDS)),
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _version(_context: Any, _option: Any, wanted: bool) -> None:
    if wanted:
        typer.echo(f"ttt-asp {__version__}")
        raise typer.Exit
