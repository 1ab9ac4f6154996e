"""What the package answers can be printed, and shown by notebooks.

How a result looks is for the room `show` to say, which comes later: it registers there.
"""

from functools import singledispatch


class Result:
    """An answer: `print` it, or let a notebook show it."""

    __slots__ = ()

    def __str__(self) -> str:
        return text_of(self)

    def _repr_html_(self) -> str:
        return html_of(self)


@singledispatch
def text_of(result: Result) -> str:
    """The text that the command prints which gives such a result."""
    return repr(result)


@singledispatch
def html_of(result: Result) -> str:
    """A piece of HTML."""
    return str(result)
