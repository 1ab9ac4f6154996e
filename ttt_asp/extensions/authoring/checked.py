"""The result of checking a file, for the command that prints it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ttt_asp.errors import Diagnostic


@dataclass(frozen=True)
class Checked:
    """The result of checking a file.

    Attributes:
        status: the exit status that it gives.
        count: the number of things checked in it, in words.
        blocks: more to be printed, as results are.
        problems, warnings: with their places. notes: lines.
        data: more keys for `--json`.
    """

    status: int
    count: str = ""
    blocks: Sequence[Any] = ()
    problems: Sequence[Diagnostic] = ()
    warnings: Sequence[Diagnostic] = ()
    notes: Sequence[str] = ()
    data: dict[str, Any] = field(default_factory=dict)
