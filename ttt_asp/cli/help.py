"""Help as text that keeps to the terminal's width, however narrow."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from typer.core import TyperCommand

from ttt_asp.show.terminal import painted

# The widest lines, and the widest column of names beside what they mean, in characters.
WIDEST, NAMES = 100, 32
# Options under the headings of a command's help, which are in this order; other options are what
# the one command is about, and stand before them.
_PANELS = {
    "Question": "x o role game const other other-const position strategies lemma every as against",
    "Limits": "time-limit move-time ask max-positions max-memory horizon",
    "Output": "verbose json output certificate theorem svg help",
    "Engine": "engine find-lemmas rounds stop-at-first count no-cross-check no-symmetry scratch "
    "jobs scheduler",
}
# Options of the program that its help does not list: who asks for one knows it, or finds it.
_UNLISTED = {"--help", "--show-completion"}
_PANEL = {name: panel for panel, names in _PANELS.items() for name in names.split()}
_RANK = {name: rank for rank, name in enumerate(_PANEL)}


def place(parameter: Any) -> int:
    """Return the rank of an option in the help, which is the same for all commands."""
    names = [name.lstrip("-") for name in parameter.names]
    return max((_RANK.get(name, -1) for name in names), default=-1)


class Command(TyperCommand):
    """A command whose help is `help_text`."""

    def get_help(self, ctx: Any) -> str:
        """Return the help of the command."""
        return help_text(ctx)


def help_text(ctx: Any, commands: Mapping[str, Mapping[str, str]] | None = None) -> str:
    """Return the usage of a command, its description, arguments, options and examples.

    Args:
        ctx: the command's.
        commands: the summaries of commands, under headings, where it is the program's.
    """
    command, width = ctx.command, min(shutil.get_terminal_size().columns, WIDEST)
    group = commands is not None
    usage = f"Usage: {ctx.command_path} {' '.join(command.collect_usage_pieces(ctx))}"
    lines = _wrapped(usage, width, "", "  ")
    lines += [] if group else [""]
    for paragraph in (command.help or "").strip().split("\n\n"):
        lines += [*_wrapped(paragraph, width), *([] if group else [""])]
    lists: dict[str, list[tuple[str, str]]] = {
        title: [] for title in ("Arguments", "Options", *_PANELS)
    }
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        # the list of all commands is to fit a screen, and who reads it has found --help
        if record is not None and not (group and record[0].split()[-1] in _UNLISTED):
            argument = parameter.param_type_name == "argument"
            names = [] if group else [name.lstrip("-") for name in parameter.opts]
            panels = [_PANEL[name] for name in names if name in _PANEL]
            other = getattr(parameter, "rich_help_panel", None)
            kind = "Arguments" if argument else (*panels, other or "Options")[0]
            lists.setdefault(kind, []).append(record)
    lists |= {title: list(summaries.items()) for title, summaries in (commands or {}).items()}
    for title, rows in lists.items():
        if not rows:
            continue
        heading = painted(f"{title}:", "bold")
        lines += [heading, *listed(rows, width), *([] if group and title == "Options" else [""])]
    title, *examples = (getattr(command, "epilog", None) or "").split("\n\n")
    if examples:
        lines.append(painted(title, "bold"))
    for text in examples:
        lines += _wrapped(text, width, "  ", "    ")
    return "\n".join(lines).rstrip()


def listed(
    rows: Sequence[tuple[str, str]], width: int, column: int = 0, style: str = ""
) -> Iterator[str]:
    """Yield names and their meanings, side by side; below a long name if lines are short.

    Args:
        rows: names, each with its meaning.
        width: the characters of a line, at most.
        column: the characters that names have, at least.
        style: of the names, for a terminal.
    """
    most = min(NAMES, max(NAMES // 3, width - 48))
    column = min(max(column, *(len(name) for name, _ in rows)), most)
    for name, text in rows:
        beside = _wrapped(text, width - column - 4) or [""]
        if len(name) <= column:
            yield f"  {painted(name.ljust(column), style)}  {beside.pop(0)}".rstrip()
        else:
            yield f"  {painted(name, style)}"
        yield from (" " * (column + 4) + line for line in beside)


def _wrapped(text: str, width: int, first: str = "", indent: str | None = None) -> list[str]:
    return wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=first if indent is None else indent,
        break_on_hyphens=False,
    )
