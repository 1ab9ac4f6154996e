"""Edits of a list: what each one is about is known by names, so that it can be left out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ttt_asp.strategies.composition import Composition

Kind = Literal["insert", "delete", "replace", "exchange", "refine"]
# A line with a name that it keeps when others come and go.
_Line = tuple[int, Composition]


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
    now, told, without = list(enumerate(lines)), list[Edit](), list[list[_Line]]()
    for name, step in enumerate(steps, len(lines)):
        line = str(now[step.place - 1][1]) if step.place <= len(now) else ""
        term = str(now[step.other - 1][1]) if step.kind == "exchange" else step.offer
        told.append(Edit(step.kind, line, term))
        # of an insertion all lines before the new one, which takes the name of the edit
        about = now[: step.place - 1]
        if step.kind != "insert":
            about = [now[place - 1] for place in (step.place, step.other) if place]
        names, offer = [one for one, _ in about], offers.get(step.offer)
        without = [_applied(some, step, names, name, offer) for some in without] + [now]
        now = _applied(now, step, names, name, offer)
    return tuple(told), _terms(now), tuple(map(_terms, without))


def _terms(lines: Sequence[_Line]) -> tuple[Composition, ...]:
    return tuple(term for _, term in lines)


def _applied(
    now: Sequence[_Line], step: Step, names: Sequence[int], new: int, offer: Composition | None
) -> list[_Line]:
    """A list after an edit of lines with names; as it is, where one of these is not there."""
    found, there = list(now), [name for name, _ in now]
    if step.kind == "insert" and offer is not None:
        nearest = next((name for name in reversed(names) if name in there), None)
        found.insert(0 if nearest is None else there.index(nearest) + 1, (new, offer))
    elif set(names) <= set(there):
        name, line = found[place := there.index(names[0])]
        if step.kind == "delete":
            del found[place]
        elif step.kind == "exchange":
            other = there.index(names[1])
            found[place], found[other] = found[other], found[place]
        elif offer is not None:
            refined = Composition("refine", "", (line, offer))
            found[place] = name, offer if step.kind == "replace" else refined
    return found
