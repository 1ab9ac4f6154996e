"""What the package answers can be printed, and shown by notebooks.

How a result looks is for the room `show` to say, which comes later: it is
imported when it is asked.
"""

from importlib import import_module
from typing import Any


class Result:
    """An answer: `print` it, or let a notebook show it."""

    __slots__ = ()

    def __str__(self) -> str:
        return str(import_module("ttt_asp.show.text").text(self))

    def as_json(self) -> Any:
        """The answer as plain data, as `--json` has it."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return str(import_module("ttt_asp.show.html").html(self))
