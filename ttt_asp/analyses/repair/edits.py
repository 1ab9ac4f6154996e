"""Edits of a list: what each one is about is known by names, so that it can be left out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ttt_asp.strategies.composition import Composition

Kind = Literal["insert", "delete", "replace", "exchange", "refine"]


@dataclass(frozen=True, slots=True)
class Step:
    """An edit as the search has it.

    Attributes:
        kind: of edit.
        place: the number of the line, counted from 1. other: of `exchange` the other one.
        offer: the text of the term that it takes.
    """

    kind: Kind
    place: int
    other: int = 0
    offer: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit, and what it is about.

    Attributes:
        kind: of edit.
        line: the text of the line as it was; of `insert` of that before which it goes, empty for
            the end.
        term: what is put in; of `exchange` the other line, of `delete` empty.
    """

    kind: Kind
    line: str
    term: str

    def __str__(self) -> str:
        where = f" before {self.line}" if self.line else " at the end"
        return {
            "insert": f"insert {self.term}{where}",
            "delete": f"delete {self.line}",
            "replace": f"replace {self.line} by {self.term}",
            "exchange": f"exchange {self.line} and {self.term}",
            "refine": f"refine {self.line} by {self.term}",
        }[self.kind]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with a name that it keeps when others come and go."""

    name: int
    term: Composition


def edited(
    lines: Sequence[Composition], steps: Sequence[Step], offers: Mapping[str, Composition]
) -> tuple[tuple[Edit, ...], tuple[Composition, ...], tuple[tuple[Composition, ...], ...]]:
    """A list after edits.

    Args:
        lines: the list.
        steps: the edits, in their order.
        offers: the terms that they take, by their texts.

    Returns:
        What each edit is about; the list after all of them; and for each the list without it.
        Without an insertion also what is done to the new line is left out.
    """
    now = [_Line(number, line) for number, line in enumerate(lines)]
    told, named = [], []
    for number, step in enumerate(steps, len(lines)):
        told.append(_told(now, step))
        named.append(_Named.of(now, step, number, offers))
        now = named[-1].applied(now)
    without = tuple(_replayed(lines, named[:n] + named[n + 1 :]) for n in range(len(named)))
    return tuple(told), tuple(line.term for line in now), without


def _told(now: Sequence[_Line], step: Step) -> Edit:
    line = str(now[step.place - 1].term) if step.place <= len(now) else ""
    term = str(now[step.other - 1].term) if step.kind == "exchange" else step.offer
    return Edit(step.kind, line, term)


def _replayed(lines: Iterable[Composition], edits: Iterable["_Named"]) -> tuple[Composition, ...]:
    now = [_Line(number, line) for number, line in enumerate(lines)]
    for edit in edits:
        now = edit.applied(now)
    return tuple(line.term for line in now)


@dataclass(frozen=True, slots=True)
class _Named:
    """An edit of lines by their names.

    Attributes:
        kind: of edit.
        lines: the names of the lines; of `insert` of all that were before the new one.
        new: the name of the new line, for `insert`.
        offer: the term that it takes.
    """

    kind: Kind
    lines: tuple[int, ...]
    new: int
    offer: Composition | None

    @classmethod
    def of(
        cls, now: Sequence[_Line], step: Step, number: int, offers: Mapping[str, Composition]
    ) -> "_Named":
        if step.kind == "insert":
            lines = tuple(line.name for line in now[: step.place - 1])
        else:
            lines = tuple(now[place - 1].name for place in (step.place, step.other) if place)
        return cls(step.kind, lines, number, offers.get(step.offer))

    def applied(self, now: Sequence[_Line]) -> list[_Line]:
        """The list after this edit, or as it is, where a line of the edit's is not there."""
        found, names = list(now), [line.name for line in now]
        if self.kind == "insert" and self.offer is not None:
            nearest = next((name for name in reversed(self.lines) if name in names), None)
            place = 0 if nearest is None else names.index(nearest) + 1
            found.insert(place, _Line(self.new, self.offer))
            return found
        if not set(self.lines) <= set(names):
            return found
        place = names.index(self.lines[0])
        line = found[place]
        if self.kind == "delete":
            del found[place]
        elif self.kind == "exchange":
            other = names.index(self.lines[1])
            found[place], found[other] = found[other], line
        elif self.offer is not None:
            refined = Composition("refine", "", (line.term, self.offer))
            term = self.offer if self.kind == "replace" else refined
            found[place] = _Line(line.name, term)
        return found
