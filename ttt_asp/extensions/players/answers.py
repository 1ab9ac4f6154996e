"""Positions as programs read them, and their answers as choices, or why these are none."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from ttt_asp.errors import InputError, printable
from ttt_asp.extensions.exploring.inspection import LegalMove
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.extensions.players.guard import BETWEEN, WEIGHT
from ttt_asp.extensions.players.move_names import by_number, meant, square_numbers
from ttt_asp.extensions.players.process import NoAnswer
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.verdict import Move

# What `mark(cell(1,2))` and `(mark (cell 1 2))` have in common.
_WORD = re.compile(r"[^\s(),]+")
# Moves with weights, in a line.
_WEIGHT = r"\S+:\d{1,9}(/0*[1-9]\d{0,8}|\.\d{1,9})?"
_WEIGHTS = re.compile(rf"{_WEIGHT}(\s+{_WEIGHT})*")
_PAIR = re.compile(r"\[\s*(-?\d+)\s*,\s*(-?\d+)\s*\]")
_NUMBERS = re.compile(r"\d{1,9}(\s*,\s*\d{1,9}){2,}", re.ASCII)

# Legal moves that are listed, at most, where an answer is none of them.
_LISTED = 9
_ADAPT = "does it count from 0? (ttt_asp.bots.adapt counts for it)"


@dataclass(frozen=True, slots=True)
class Choice:
    """What a strategy chooses at a position; all weights together are 1.

    Attributes:
        moves: actions, sorted, each with its weight, which is more than 0.
        failing: the weight of no legal move, with which play gets stuck.
    """

    moves: tuple[tuple[str, Fraction], ...]
    failing: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Understood:
    """An answer as it is understood.

    Attributes:
        choice: what it chooses. failure: why some or all of that is no legal move; else empty.
        exact: whether the weights are the program's own; else it threw dice that nobody sees.
    """

    choice: Choice
    failure: str = ""
    exact: bool = True


def _alone(action: str) -> Understood:
    return Understood(Choice(((action, Fraction(1)),)))


FAILED = Choice((), Fraction(1))


class AnswerReader:
    """Reads answers about positions of a game."""

    def __init__(self, game: Game, base: Sequence[str], role: str) -> None:
        """Begin.

        Args:
            game: the game.
            base: the fluent of each bit of a position.
            role: the one that chooses.
        """
        self._game, self._role = game, role
        self._notation = PositionReader(game)
        self._squares = square_numbers(self._notation)
        self._bits = {fluent: 1 << bit for bit, fluent in enumerate(base)}
        numbers = list(self._squares.values())
        self._by_square = {
            str(number): _alone(action)
            for action, number in self._squares.items()
            if numbers.count(number) == 1
        }
        self._known: dict[tuple[str, tuple[str, ...]], Understood] = {}

    def read(
        self, answer: str, position: int, legal: tuple[str, ...], after: Callable[[int, str], int]
    ) -> Understood:
        """Return what an answer means: a move, or several entries, some of which may be errors.

        Args:
            answer: a line; or entries between `BETWEEN`, each with its weight behind `WEIGHT`,
                errors behind `!`; behind a `~` such as was drawn by dice that nobody sees.
            position: packed.
            legal: the actions that are legal there.
            after: see `Player.choices`.
        """
        plain = self._by_square.get(answer)
        if plain is not None and plain.choice.moves[0][0] in legal:
            return plain
        known = self._known.get((answer, legal))
        if known is not None:
            return known
        exact, text = not answer.startswith("~"), answer.removeprefix("~")
        weights: dict[str, Fraction] = {}
        failing, failure, lasting = Fraction(0), "", True
        entries = list(self._entries(text, legal))
        total = sum(weight for _, weight in entries)
        for entry, weight in entries:
            try:
                if entry.startswith("!"):
                    raise NoAnswer(entry[1:])
                action, named = self._meant(entry, position, legal, after)
                lasting = lasting and named
                weights[action] = weights.get(action, Fraction(0)) + weight / total
            except NoAnswer as error:
                failing += weight / total
                failure = failure or str(error)
        if failing and weights:
            failure = f"{failure} ({100 * float(failing):.3g} % of its answers there)"
        read = Understood(Choice(tuple(sorted(weights.items())), failing), failure, exact)
        if lasting and not failure:
            self._known[answer, legal] = read
        return read

    def _entries(self, text: str, legal: tuple[str, ...]) -> Iterator[tuple[str, Fraction]]:
        """Yield the moves that an answer names, with their weights."""
        if WEIGHT in text:
            for entry in text.split(BETWEEN):
                weight, _, move = entry.partition(WEIGHT)
                if number := Fraction(weight):
                    yield move, number
            return
        numbers = by_number(self._steps(legal), self._squares)
        if pair := _PAIR.fullmatch(text):
            place = f"{pair[1]},{pair[2]}"
            if len(meant(place, numbers)) != 1:
                yield from ((pair[n], Fraction(1)) for n in (1, 2))
            elif all(int(pair[n]) in numbers for n in (1, 2)):
                both = f"row {pair[1]} and column {pair[2]}, or the moves {pair[1]} and {pair[2]}"
                raise_ = f"!it answered {text}: {both}? ({place}) is a square, "
                yield f"{raise_}{{{pair[1]}: 1, {pair[2]}: 1}} are two moves", Fraction(1)
            else:
                yield place, Fraction(1)
        elif _NUMBERS.fullmatch(text.strip()) and not meant(text, numbers):
            yield from ((number.strip(), Fraction(1)) for number in text.split(","))
        elif _WEIGHTS.fullmatch(text.strip()) and "{" not in text:
            given = [entry.rpartition(":") for entry in text.split()]
            if any(Fraction(weight) for _, _, weight in given):
                yield from ((move, Fraction(weight)) for move, _, weight in given
                            if Fraction(weight))  # fmt: skip
            else:
                yield f"!it answered {printable(text[:60])}: all weights are 0", Fraction(1)
        else:
            yield text, Fraction(1)

    def _steps(self, legal: tuple[str, ...]) -> list[LegalMove]:
        return [LegalMove(Move(self._role, action), 0, True) for action in legal]

    def _meant(
        self, text: str, position: int, legal: tuple[str, ...], after: Callable[[int, str], int]
    ) -> tuple[str, bool]:
        """Return the action that a text names, and whether it does so at any position.

        It names it by itself, or by the position after it.
        """
        numbers, spelt = by_number(self._steps(legal), self._squares), self._game.spelt
        actions = [step.move.action for step in meant(text, numbers)]
        if not actions:  # as its file writes actions, in either of the ways there are
            words = self._words(text)
            actions = [action for action in legal if self._words(spelt(action)) == words]
        named = bool(actions)
        if not actions:
            with suppress(InputError):
                fluents = self._notation.parse(text)
                at = sum(self._bits[fluent] for fluent in fluents)
                actions = [action for action in legal if after(position, action) == at]
        if len(actions) == 1:
            return actions[0], named
        names = {
            str(number) if step.move.action in self._squares else spelt(step.move.action): step
            for number, step in numbers.items()
        }
        between = [name for name, step in names.items() if step.move.action in actions]
        raise NoAnswer(no_move(text, list(names), between, self._squares.values()))

    def _words(self, action: str) -> list[str]:
        return [self._game.spelling.fold(word) for word in _WORD.findall(action)]


def no_move(
    text: str, legal: Sequence[str], between: Sequence[str], squares: Collection[int]
) -> str:
    """Return why an answer names no single move.

    Args:
        text: the answer.
        legal: the moves that it may name, squares by their numbers.
        between: those of them that it may mean, if it may mean several.
        squares: the numbers of all squares.
    """
    answered = f"it answered {printable(text[:60]) or 'nothing'}"
    more = ", ..." if len(legal) > _LISTED else ""
    if between:
        return f"{answered}: that may be {' or '.join(between)}"
    these = f"these are {', '.join(legal[:_LISTED])}{more}"
    plain = text.strip()
    number = int(plain) if re.fullmatch(r"[0-9]{1,9}", plain) else -1
    if number == 0 and squares:
        return f"{answered}, and squares count from 1: {_ADAPT}"
    if number not in squares:
        return f"{answered}: no legal move; {these}"
    if str(number + 1) in legal:
        return f"{answered}, which is taken, and {number + 1} is free: {_ADAPT}"
    return f"{answered}, which is taken; {these}"


class PositionWriter:
    """Writes packed positions as `Notation.text` does.

    Where each fluent changes one character of a board, or none, a text is made of these changes,
    which is quicker than to look at each square.
    """

    def __init__(self, notation: Notation, base: Sequence[str]) -> None:
        """Look at what each fluent changes.

        Args:
            notation: of the game.
            base: the fluent of each bit.
        """
        self._notation, self._base = notation, base
        self._empty = notation.text(())
        self._quick, self._marking = notation.has_board, 0
        self._signs: dict[int, tuple[int, str]] = {}  # by bits: a character, and its place
        for bit, fluent in enumerate(base):
            text = notation.text((fluent,))
            places = [n for n, sign in enumerate(text) if sign != self._empty[n : n + 1]]
            self._quick &= len(text) == len(self._empty) and len(places) < 2
            for place in places:
                self._signs[1 << bit] = place, text[place]
                self._marking |= 1 << bit

    def text(self, position: int) -> str:
        """Write a position."""
        signs, left = list(self._empty), position & self._marking
        while left and self._quick:
            bit = left & -left
            place, sign = self._signs[bit]
            if signs[place] != self._empty[place]:  # two marks on a square show as no sign
                break
            signs[place] = sign
            left ^= bit
        if self._quick and not left:
            return "".join(signs)
        fluents = (fluent for bit, fluent in enumerate(self._base) if position >> bit & 1)
        return self._notation.text(frozenset(fluents))
