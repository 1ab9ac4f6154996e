"""A program made of lifted sources and a frame, with the origin of each place in it."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from textwrap import wrap

from ttt_asp.errors import Diagnostic, Location
from ttt_asp.lp.scan import clingo_message
from ttt_asp.lp.source import line_starts
from ttt_asp.lp.syntax import Signature
from ttt_asp.lp.templates import render
from ttt_asp.paths import printable
from ttt_asp.programs.lift import Lifted
from ttt_asp.programs.names import frame_heads
from ttt_asp.strategies.lemmas import measures_in

# In a rule of asp/frames/ending.lp.j2: an error there is an error of a lemma file's measure.
_AS_NUMBER = "measured(N+0,T)"
_UNSAFE = re.compile(r"<block>:(\d+):(\d+)[-:\d]*: note: '([^']+)' is unsafe")
# The width of the comments about a part's predicates, in characters.
WIDTH = 96


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a program: `begin` is the byte offset at which its text starts."""

    lifted: Lifted
    begin: int


@dataclass(frozen=True)
class Program:
    """A program, and the origin of each part of its text.

    Attributes:
        text: the text for clingo.
        parts: the lifted sources in it, in the order of the text.
    """

    text: str
    parts: tuple[Part, ...] = ()

    def diagnostics(self, messages: Iterable[str]) -> Iterator[Diagnostic]:
        """Return clingo's messages about the program, with the author's places.

        Args:
            messages: the messages that its logger got.
        """
        # clingo places an unexpected end on a line after the last
        lines = self.text.split("\n")
        for message in messages:
            remarked = clingo_message(message)
            measures: list[Location] = []
            if remarked and "".join(lines[remarked[0] - 1 : remarked[0]]).startswith(_AS_NUMBER):
                measures = [m for part in self.parts for m in measures_in(part.lifted.source)]
            if measures:
                hint = "measure(N): what its rules give for N is not always one"
                yield Diagnostic("a measure has to be a number", measures[0], hint)
            else:
                yield from _with_origins(message, self.origin)

    def origin(self, line: int, column: int) -> Location:
        """Return the place in the author's file that a place in the program came from."""
        starts = _starts(self.text)
        offset = starts[min(line, len(starts)) - 1] + column - 1
        number = bisect_right([part.begin for part in self.parts], offset)
        if number:
            part = self.parts[number - 1]
            inside = offset - part.begin
            if inside <= len(part.lifted.text):
                return part.lifted.source.location(part.lifted.unlift(inside))
        return Location("<generated program>", line, column)


def _with_origins(message: str, origin: Callable[[int, int], Location]) -> Iterator[Diagnostic]:
    """Give clingo's messages about a program, mere information included, the author's places."""
    unsafe = _UNSAFE.findall(message)
    for row, place, variable in unsafe:
        hint = "a positive atom of the body, as square(C), has to bind it"
        where = origin(int(row), int(place))
        yield Diagnostic(f"the variable {variable} is unsafe", where, hint)
    remarked = clingo_message(message)
    if remarked and not unsafe:
        line, column, words = remarked
        hint = "whatever clingo remarks on is an error here"
        yield Diagnostic(f"clingo says: {words}", origin(line, column), hint)
    elif not unsafe:
        yield Diagnostic(f"clingo says: {message.strip()}")


@lru_cache(maxsize=4)
def _starts(text: str) -> list[int]:
    """The starts of a program's lines; cached, as each of its rules needs them."""
    return line_starts(text.encode())


def _predicate_lines(defined: Sequence[Signature]) -> list[str]:
    """Write lines that name predicates."""
    names = ", ".join(f"{name}/{arity}" for name, arity in defined)
    return wrap(f"defines {names}", WIDTH, break_long_words=False) if names else []


def assembled(
    title: str,
    about: Sequence[str],
    lifted: Sequence[Lifted],
    frame: str,
    label: str = "asp/frames/play.lp.j2",
) -> Program:
    """Assemble lifted sources and a frame into one text.

    Args:
        title: the first line of its comments.
        about: its other comment lines.
        lifted: the sources, in order.
        frame: the frame's text.
        label: the file that the frame came from.
    """
    # a label stands in a comment: a line break in it would end the comment
    named = [(each.source.label, each.text.decode(), each.defined) for each in lifted]
    named += [(label, frame, frame_heads(frame))] if frame else []
    shown = [
        {"label": printable(label), "text": text, "defines": _predicate_lines(sorted(defined))}
        for label, text, defined in named
    ]
    text = render("program.lp.j2", title=printable(title), about=about, parts=shown)
    encoded, parts, position = text.encode(), [], 0
    for each in lifted:
        position = encoded.index(each.text, position)
        parts.append(Part(each, position))
        position += len(each.text)
    return Program(text, tuple(parts))
