"""Help as text that keeps to the terminal's width, however narrow."""

import shutil
import sys
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from typer import Exit, echo
from typer.core import TyperCommand, TyperGroup

from ttt_asp.show.paint import paint_for

# The widest lines, and the widest column of names beside what they mean, in characters.
WIDEST, NAMES = 100, 32
# What Typer's own two options say in three lines: the one is told of where the other is.
_SHOW = "--show-completion"
_INSTALL = "--install-completion", f"Install completion of the shell; {_SHOW}."
# Narrower lines have no room for two columns.
NARROW = 60


class Command(TyperCommand):
    """A command whose help is `help_text`."""

    def get_help(self, ctx: Any) -> str:
        """The help of the command."""
        return help_text(ctx)


class Group(TyperGroup):
    """Commands, the help of which is `help_text`."""

    def get_help(self, ctx: Any) -> str:
        """The help of the group, with its commands."""
        return help_text(ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read a command line; without a command show the help."""
        if not args:
            echo(help_text(ctx))
            raise Exit(2)
        return super().parse_args(ctx, args)


def help_text(ctx: Any) -> str:
    """How a command is used, what it does, its arguments and options, and examples.

    Args:
        ctx: the command's; of a group the commands are listed by their panels.
    """
    command, width = ctx.command, min(shutil.get_terminal_size().columns, WIDEST)
    usage = f"Usage: {ctx.command_path} {' '.join(command.collect_usage_pieces(ctx))}"
    lines = _wrapped(usage, width, "", "  ")
    # the list of all commands is to fit a screen
    lines += [] if isinstance(command, TyperGroup) else [""]
    for paragraph in (command.help or "").strip().split("\n\n"):
        lines += [*_wrapped(paragraph, width), ""]
    lists: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record is not None:
            kind = "Arguments" if parameter.param_type_name == "argument" else "Options"
            if record[0] != _SHOW:
                lists[kind].append(_INSTALL if record[0] == _INSTALL[0] else record)
    if isinstance(command, TyperGroup):
        for name in command.list_commands(ctx):
            if (one := command.get_command(ctx, name)) is not None and not one.hidden:
                panel = getattr(one, "rich_help_panel", None) or "Commands"
                first = (one.help or "").split("\n\n")[0]
                lists.setdefault(panel, []).append((name, first))
    for title, rows in lists.items():
        if rows:
            heading = paint_for(sys.stdout)(f"{title}:", "bold")
            lines += [heading, *_listed(rows, width), ""]
    title, *examples = (getattr(command, "epilog", None) or "").split("\n\n")
    if examples:
        lines.append(paint_for(sys.stdout)(title, "bold"))
        lines += [line for text in examples for line in _wrapped(text, width, "  ", "    ")]
    return "\n".join(lines).rstrip()


def _listed(rows: Sequence[tuple[str, str]], width: int) -> Iterator[str]:
    """Names and what they mean, side by side where there is room, else one below the other."""
    if width < NARROW:
        for name, text in rows:
            yield from _wrapped(name, width, "  ", "    ")
            yield from _wrapped(text, width, "      ")
        return
    column = min(max(len(name) for name, _ in rows), NAMES)
    for name, text in rows:
        beside = _wrapped(text, width - column - 4) or [""]
        if len(name) <= column:
            yield f"  {name:<{column}}  {beside.pop(0)}".rstrip()
        else:
            yield f"  {name}"
        yield from (" " * (column + 4) + line for line in beside)


def _wrapped(text: str, width: int, first: str = "", indent: str | None = None) -> list[str]:
    return wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=first if indent is None else indent,
        break_on_hyphens=False,
    )
