"""What the package answers can be printed, and shown by notebooks.

How a result looks is for the room `show` to say, which comes later: it is
imported when it is asked.
"""

from importlib import import_module


class Result:
    """An answer: `print` it, or let a notebook show it."""

    __slots__ = ()

    def __str__(self) -> str:
        return str(import_module("ttt_asp.show.text").text(self))

    def _repr_html_(self) -> str:
        return str(import_module("ttt_asp.show.html").html(self))
