"""What clingo says about a generated program, said about the author's file."""

import re
from collections.abc import Iterable, Iterator

import clingo

from ttt_asp.errors import Diagnostic, InputError, Location
from ttt_asp.lp.remarks import remark
from ttt_asp.programs.assembly import Program
from ttt_asp.strategies.lemmas import measures_in

_UNSAFE = re.compile(r"<block>:(\d+):(\d+)[-:\d]*: note: '([^']+)' is unsafe")
# In asp/frames/ending.lp.j2, whose rule it is: what is wrong there is wrong with a lemma file's.
_AS_NUMBER = "measured(N+0,T)"


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
            if measures := _measures(program, line):
                hint = "measure(N): what its rules give for N is not always one"
                yield Diagnostic("a measure has to be a number", measures[0], hint)
                continue
            hint = "whatever clingo remarks on is an error here"
            yield Diagnostic(f"clingo says: {said}", program.origin(line, column), hint)
        elif not unsafe:
            yield Diagnostic(f"clingo says: {message.strip()}")


def _measures(program: Program, line: int) -> list[Location]:
    """Where the measure comes from, if a line is where the frame takes it for a number."""
    # what ends too early is wrong on a line after the last
    said = program.text.split("\n")[line - 1 : line]
    if not any(one.startswith(_AS_NUMBER) for one in said):
        return []
    return [place for part in program.parts for place in measures_in(part.lifted.source)]


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
