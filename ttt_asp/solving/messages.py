"""What clingo says about a program, said about the author's file."""

import re
from collections.abc import Callable, Iterable, Iterator

from ttt_asp.errors import Diagnostic, Location
from ttt_asp.lp.remarks import remark

_UNSAFE = re.compile(r"<block>:(\d+):(\d+)[-:\d]*: note: '([^']+)' is unsafe")


def diagnostics(
    messages: Iterable[str], origin: Callable[[int, int], Location]
) -> Iterator[Diagnostic]:
    """Messages of clingo, mere information included, with the places they came from.

    Args:
        messages: as its logger got them.
        origin: the place in the author's file of a line and a column in what clingo was given.
    """
    for message in messages:
        unsafe = _UNSAFE.findall(message)
        for row, place, variable in unsafe:
            hint = "a positive atom of the body, as square(C), has to bind it"
            where = origin(int(row), int(place))
            yield Diagnostic(f"the variable {variable} is unsafe", where, hint)
        found = remark(message)
        if found and not unsafe:
            line, column, said = found
            hint = "whatever clingo remarks on is an error here"
            yield Diagnostic(f"clingo says: {said}", origin(line, column), hint)
        elif not unsafe:
            yield Diagnostic(f"clingo says: {message.strip()}")
