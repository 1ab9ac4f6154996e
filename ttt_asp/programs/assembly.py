"""A program made of lifted sources and a frame, with the origin of each place in it."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain

from ttt_asp.errors import Diagnostic, Location, printable
from ttt_asp.lp.scan import clingo_message
from ttt_asp.lp.source import line_starts
from ttt_asp.programs.lift import Lifted
from ttt_asp.records import dataclass
from ttt_asp.strategies.lemmas import measures_in

# In a rule of asp/frames/ending.lp.j2: an error there is an error of a lemma file's measure.
_AS_NUMBER = "measured(N+0,T)"
_UNSAFE = re.compile(r"<block>:(\d+):(\d+)[-:\d]*: note: '([^']+)' is unsafe")


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

    @cached_property
    def _starts(self) -> list[int]:
        return line_starts(self.text.encode())

    def diagnostics(self, messages: Iterable[str]) -> Iterator[Diagnostic]:
        """Return clingo's messages, mere information included, with the author's places.

        Args:
            messages: the messages that its logger got.
        """
        # clingo places an unexpected end on a line after the last
        lines = self.text.split("\n")
        for message in messages:
            remarked = clingo_message(message)
            measures: list[Location] = []
            if remarked and "".join(lines[remarked[0] - 1 : remarked[0]]).startswith(_AS_NUMBER):
                measures += chain(*(measures_in(part.lifted.source) for part in self.parts))
            if measures:
                hint = "measure(N): what its rules give for N is not always one"
                yield Diagnostic("a measure has to be a number", measures[0], hint)
            elif unsafe := _UNSAFE.findall(message):
                for row, place, variable in unsafe:
                    hint = "a positive atom of the body, as square(C), has to bind it"
                    where = self.origin(int(row), int(place))
                    yield Diagnostic(f"the variable {variable} is unsafe", where, hint)
            elif remarked:
                line, column, words = remarked
                hint = "whatever clingo remarks on is an error here"
                yield Diagnostic(f"clingo says: {words}", self.origin(line, column), hint)
            else:
                yield Diagnostic(f"clingo says: {message.strip()}")

    def origin(self, line: int, column: int) -> Location:
        """Return the place in the author's file that a place in the program came from."""
        offset = self._starts[min(line, len(self._starts)) - 1] + column - 1
        number = bisect_right([part.begin for part in self.parts], offset)
        if number:
            part = self.parts[number - 1]
            inside = offset - part.begin
            if inside <= len(part.lifted.text):
                return part.lifted.source.location(part.lifted.unlift(inside))
        return Location("<generated program>", line, column)


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
    shown = [(each.source.label, each.text.decode()) for each in lifted]
    shown += [(label, frame)] if frame else []
    comments = "".join(f"% {line}\n" for line in (printable(title), *about))
    text = comments + "".join(f"\n%%%% {printable(label)}\n\n{text}" for label, text in shown)
    encoded, parts, position = text.encode(), [], 0
    for each in lifted:
        position = encoded.index(each.text, position)
        parts.append(Part(each, position))
        position += len(each.text)
    return Program(text, tuple(parts))
