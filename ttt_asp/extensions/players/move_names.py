"""Moves as people name them: a square by its number or place, an action as the game writes it."""

import re
from collections.abc import Mapping, Sequence
from itertools import product

from ttt_asp.extensions.exploring.inspection import LegalMove
from ttt_asp.games.notation import Notation


def square_numbers(notation: Notation) -> dict[str, int]:
    """Return the number of each square, by the only action about it.

    Where marks fall it is its column's: no two squares of a column can be marked at one position.
    """
    places = notation.places
    targets = list(places.values())
    numbers = {place: number for number, place in enumerate(_squares(notation), 1)}
    if notation.falls:
        numbers = {place: place[1] for place in numbers}
    single = (action for action, place in places.items() if targets.count(place) == 1)
    return {action: numbers[places[action]] for action in single if places[action] in numbers}


def _squares(notation: Notation) -> list[tuple[int, int]]:
    """Return the places of the board in the order in which people count them: layer by layer."""
    places: list[tuple[int, int]] = []
    for rows, columns in product(notation.bands, notation.blocks):
        places += product(rows, columns)
    return [place for place in places if place in notation.cells]


def by_number(legal: Sequence[LegalMove], squares: Mapping[str, int]) -> dict[int, LegalMove]:
    """Number the moves: squares have their own numbers, other moves follow them.

    Args:
        legal: the moves.
        squares: the number of each action's square.
    """
    steps = {step.move.action: step for step in legal}
    numbered = {squares[action]: step for action, step in steps.items() if action in squares}
    others = sorted(steps.keys() - squares.keys(), key=_natural)
    first = max(squares.values(), default=0) + 1
    return numbered | {number: steps[action] for number, action in enumerate(others, first)}


def meant(text: str, numbers: Mapping[int, LegalMove]) -> Sequence[LegalMove]:
    """Return the moves that a person may mean.

    Args:
        text: a number of `by_number`, an action, the text in its brackets, or the numbers in
            it, as `2,3`, `2 3`, or `23` if there is no such number, for `mark(cell(2,3))`.
        numbers: the moves by number.
    """
    plain, steps = "".join(text.split()), list(numbers.values())
    if re.fullmatch(r"[0-9]{1,9}", plain):
        if len(text.split()) == 1 and (step := numbers.get(int(plain))):
            return [step]
        apart = text.split() if len(text.split()) > 1 else plain
        coordinates = list(map(int, apart))
        return [step for step in steps if _figures(step.move.action) == coordinates]
    exact = [step for step in steps if plain in (step.move.action, _inner(step.move.action))]
    if exact or not re.fullmatch(r"\s*\(?\s*-?\d+(\s*,\s*-?\d+)+\s*\)?\s*", text, re.ASCII):
        return exact
    return [step for step in steps if _figures(step.move.action) == _figures(plain)]


def _inner(action: str) -> str:
    name, bracket, rest = action.partition("(")
    return rest[:-1] if bracket else name


def _figures(text: str) -> list[int]:
    """Return the numbers in a term that are not part of a name."""
    return [int(number) for number in re.findall(r"(?<!\w)-?[0-9]+", text)]


def _natural(action: str) -> list[tuple[int, str]]:
    """Return a key that sorts take(2) before take(10)."""
    parts = re.split(r"([0-9]+)", action)
    return [(int(part), "") if part.isdecimal() else (0, part) for part in parts]
