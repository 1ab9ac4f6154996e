"""What clingo says about a generated program, said about the author's file."""

import re
from collections.abc import Iterable, Iterator

import clingo

from ttt_asp.errors import Diagnostic, InputError
from ttt_asp.lp.remarks import remark
from ttt_asp.programs.assembly import Program

_UNSAFE = re.compile(r"<block>:(\d+):(\d+)[-:\d]*: note: '([^']+)' is unsafe")


def diagnostics(program: Program, messages: Iterable[str]) -> Iterator[Diagnostic]:
    """Messages of clingo, mere information included, with the places they came from.

    Args:
        program: what clingo was given.
        messages: as its logger got them.
    """
    for message in messages:
        unsafe = _UNSAFE.findall(message)
        for row, place, variable in unsafe:
            where = program.origin(int(row), int(place))
            hint = "a positive atom of the body, as square(C), has to bind it"
            yield Diagnostic(f"the variable {variable} is unsafe", where, hint)
        found = remark(message)
        if found and not unsafe:
            line, column, said = found
            hint = "whatever clingo remarks on is an error here"
            yield Diagnostic(f"clingo says: {said}", program.origin(line, column), hint)
        elif not unsafe:
            yield Diagnostic(f"clingo says: {message.strip()}")


def refuse_unsafe(program: Program) -> None:
    """Refuse a program with unsafe variables, without grounding any of it.

    Raises:
        InputError: it has some.
    """
    messages: list[str] = []
    control = clingo.Control([], lambda _, message: messages.append(message), 100)
    control.add("whole", [], program.text)
    try:
        control.ground([("no", [])])  # all of a text is looked at before any part is ground
    except RuntimeError:
        raise InputError(diagnostics(program, messages)) from None
