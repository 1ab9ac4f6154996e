"""The moves of who is asked, by number, and which of them a person means who types one."""

import re
from collections.abc import Mapping, Sequence

from ttt_asp.analyses.game_session import Session, State
from ttt_asp.positions.look import Step


def numbered(at: Session, state: State) -> dict[int, Step]:
    """The moves of who is asked, by number: squares have their own, other moves follow them."""
    steps = {step.move.action: step for step in state.here.steps}
    found = {at.squares[action]: step for action, step in steps.items() if action in at.squares}
    others = sorted(steps.keys() - at.squares.keys(), key=_natural)
    first = max(at.squares.values(), default=0) + 1
    return found | {number: steps[action] for number, action in enumerate(others, first)}


def meant(text: str, numbers: Mapping[int, Step]) -> Sequence[Step]:
    """The moves that a person may mean.

    Args:
        text: a number of `numbered`, an action, what stands in its brackets, or the numbers in
            it, as `2,3`, `2 3`, or `23` if there is no such number, for `mark(cell(2,3))`.
        numbers: the moves by number.
    """
    plain, steps = "".join(text.split()), list(numbers.values())
    if re.fullmatch(r"[0-9]{1,9}", plain):
        if len(text.split()) == 1 and (step := numbers.get(int(plain))):
            return [step]
        apart = text.split() if len(text.split()) > 1 else plain
        return [one for one in steps if _figures(one.move.action) == [int(n) for n in apart]]
    exact = [step for step in steps if plain in (step.move.action, _inner(step.move.action))]
    if exact or not re.fullmatch(r"\s*\(?\s*-?\d+(\s*,\s*-?\d+)+\s*\)?\s*", text, re.ASCII):
        return exact
    return [step for step in steps if _figures(step.move.action) == _figures(plain)]


def _inner(action: str) -> str:
    name, bracket, rest = action.partition("(")
    return rest[:-1] if bracket else name


def _figures(text: str) -> list[int]:
    """The numbers of a term: those that are no part of a name."""
    return [int(number) for number in re.findall(r"(?<!\w)-?[0-9]+", text)]


def _natural(action: str) -> list[tuple[int, str]]:
    """A key that sorts take(2) before take(10)."""
    parts = re.split(r"([0-9]+)", action)
    return [(int(part), "") if part.isdecimal() else (0, part) for part in parts]
