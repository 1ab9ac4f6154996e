"""Answers of the breaker's after which a pairing is left: a tree of fewest moves.

A position holds for N if there is a pairing, or if N is not 0 and every move of the maker has an
answer after which the position holds for N - 1. That is searched depth first, a move of each class
that symmetries make, the most promising moves and answers first. Last answers are not tried one by
one: for a given answer the matching tells all moves that it suits (`Position.spare`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal

from ttt_asp.deadline import STOPS, Expired, Stop, stop_of
from ttt_asp.extensions.arrays.groups import Permutation, orbit, stabilizer
from ttt_asp.extensions.pairings.board import (
    AnswerNode,
    Last,
    MakerBoard,
    Tree,
    bits,
    board_of,
    depth,
    group,
)
from ttt_asp.extensions.pairings.position import Position
from ttt_asp.games.game import Game
from ttt_asp.limits import GRACE, Limits, number_of
from ttt_asp.result import Result, Status
from ttt_asp.verdict import plain_constants

# Positions between two reports of progress.
OFTEN = 64


@dataclass(frozen=True, slots=True)
class Failed:
    """The maker's move that no answer suits, where there is no tree."""

    move: int


@dataclass(slots=True)
class PairingSearch:
    """A search, with the results that it has so far.

    Attributes:
        board: the lines.
        limits: when to give up, and after how many positions.
        looked: how many it has looked at.
        symmetries: of the board, the identity first, once they are known; and their generators.
    """

    board: MakerBoard
    limits: Limits
    looked: int = 0
    symmetries: Sequence[Permutation] = ()
    generators: Sequence[Permutation] = ()
    _vain: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    def answers(
        self, position: Position, ahead: int, symmetries: Sequence[Permutation]
    ) -> Tree | Failed:
        """Look for a tree of at most `ahead` answers, with the maker to move.

        Args:
            position: where.
            ahead: the number of answers, at most.
            symmetries: those that leave all marks where they are.

        Raises:
            Expired: a limit was reached.
        """
        if position.missing == 0:
            return None
        # all of it that matters for what is sought in vain: open lines, and the maker's marks there
        key = position.open, position.maker & position.covered()
        failed_for, move = self._vain.get(key, (-1, -1))
        if ahead <= failed_for:
            return Failed(move)
        self._count()
        tree: Tree | Failed
        if (refuting := self.hopeless(position, ahead)) is not None:
            tree = Failed(refuting)
        elif ahead == 1:
            tree = self._last(position)
        else:
            tree = self._any(position, ahead, symmetries)
        if isinstance(tree, Failed):
            self._vain[key] = ahead, tree.move
        return tree

    def _count(self) -> None:
        if self.looked == (most := self.limits.max_positions):
            reason = f"the limit of {number_of(most, 'position')} was reached"
            raise Expired(Stop("positions", reason))
        self.looked += 1
        self.limits.deadline.check()
        if self.looked % OFTEN == 0:
            self.limits.tell("positions", self.looked)

    def hopeless(self, position: Position, ahead: int) -> int | None:
        """Return a move for which `ahead` answers are plainly too few; None if there is none.

        Of the crowded lines, those through a square are closed by an answer there, which makes
        two squares less missing for each of them; but the answer takes a square itself, and so
        does the move before. If the maker always marks the square with most of these lines that
        is left, the answers come to no more than the second, fourth, ... square in that order.
        """
        lines = self.board.lines
        for line in bits(position.open):
            if (left := lines[line] & position.free).bit_count() == 1:
                return left.bit_length() - 1
        if ahead == 0:
            return (position.free & -position.free).bit_length() - 1
        squares = self._number(position, position.crowded())
        return next(iter(squares)) if position.missing > _most(squares, ahead) else None

    def _number(self, position: Position, lines: Iterable[int]) -> dict[int, int]:
        """Count the lines through each free square, and return the counts, the greatest first."""
        counts = Counter(chain.from_iterable(map(self.board.parts.__getitem__, lines)))
        free = position.free
        return {square: many for square, many in counts.most_common() if free >> square & 1}

    def _last(self, position: Position) -> Last | Failed:
        """Look for one answer to each move after which there is a pairing."""
        open_ = position.free  # moves without an answer yet
        answers: dict[int, int] = {}
        chosen: list[tuple[int, int]] = []
        least = (position.missing + 2) // 2
        for answer, many in self._number(position, position.crowded()).items():
            if many < least:
                break
            after = position.with_breaker(answer)
            if after.missing:
                continue
            suits = after.spare() & open_ & ~(1 << answer)
            if suits:
                chosen.append((answer, suits))
                open_ &= ~suits
                if not open_:
                    break
        if open_:
            return Failed((open_ & -open_).bit_length() - 1)
        otherwise = max(chosen, key=lambda pair: pair[1].bit_count())[0]
        for answer, suits in chosen:
            if answer != otherwise:
                answers |= dict.fromkeys(bits(suits), answer)
        return Last(answers, otherwise)

    def _any(
        self, position: Position, ahead: int, symmetries: Sequence[Permutation]
    ) -> AnswerNode | Failed:
        """Look for answers to a move of each class, with the trees after them."""
        answers: dict[int, tuple[int, Tree]] = {}
        for move in self.moves(position, symmetries):
            answer = self.answer(position, move, ahead, stabilizer(symmetries, move))
            if answer is None:
                return Failed(move)
            answers[move] = answer
        return AnswerNode(answers)

    def openings(self, position: Position, symmetries: Sequence[Permutation]) -> Iterator[int]:
        """Return a first move of each class for the breaker, those first that close most lines."""
        return _one_of_each(self._number(position, bits(position.open)), symmetries)

    def moves(self, position: Position, symmetries: Sequence[Permutation]) -> Iterator[int]:
        """Return a move of each class, those first that are on the most crowded lines."""
        squares = self._number(position, position.crowded())
        order = sorted(bits(position.free), key=lambda square: -squares.get(square, 0))
        return _one_of_each(order, symmetries)

    def answer(
        self, position: Position, move: int, ahead: int, symmetries: Sequence[Permutation]
    ) -> tuple[int, Tree] | None:
        """Look for an answer to a move after which the position holds for one answer less."""
        after = position.with_maker(move)
        for square in self.replies(after, move, ahead, symmetries):
            then = after.with_breaker(square)
            tree = self.answers(then, ahead - 1, stabilizer(symmetries, square))
            if not isinstance(tree, Failed):
                return square, tree
        return None

    def replies(
        self, position: Position, move: int, ahead: int, symmetries: Sequence[Permutation]
    ) -> Iterator[int]:
        """Yield an answer of each class, without hopeless ones, the most lines closed first."""
        forced = 0
        for line in self.board.through[move]:
            left = self.board.lines[line] & position.free
            if position.open >> line & 1 and left.bit_count() <= 1:
                forced |= left
        if forced.bit_count() > 1:
            return
        crowded = self._number(position, position.crowded())
        rest = _most(crowded, ahead - 1)
        likely = (
            square
            for square in self._number(position, bits(position.open))
            if (not forced or forced == 1 << square)
            and position.missing <= rest + max(2 * crowded.get(square, 0) - 1, 0)
        )
        yield from _one_of_each(likely, symmetries)


def _most(squares: Mapping[int, int], answers: int) -> int:
    """Bound the number of missing squares that answers can save; see `PairingSearch.hopeless`.

    Args:
        squares: on how many crowded lines each is, the greatest number first.
        answers: how many.
    """
    return sum(2 * many - 2 for many in list(squares.values())[1 : 2 * answers : 2])


def _one_of_each(squares: Iterable[int], symmetries: Sequence[Permutation]) -> Iterator[int]:
    """Return the first square of each class that symmetries make."""
    seen = set[int]()
    for square in squares:
        if square not in seen:
            seen.update(orbit(symmetries, square))
            yield square


@dataclass(frozen=True, slots=True)
class Ahead(Result):
    """Result of a search for moves of the breaker's after which it has a pairing.

    Attributes:
        game: the game. board: its squares and lines, and the roles that these are for.
        asked: the number of moves that the breaker may make before, at most.
        verdict: `found`; `none`, when every way was tried; `unknown`, when a limit was reached.
        reason: why it is unknown.
        opening: the breaker's first move, where it moves first.
        tree: its answers after that; None where there is a pairing at once.
        refuting: where the answer is `none`, a first move of the maker's that no answer suits; None
            where the breaker moves first.
        positions: the number of positions that were looked at.
        symmetries: the number of the board's symmetries that were used, the identity among them.
        generators: the symmetries that generate them.
    """

    game: Game
    board: MakerBoard
    asked: int
    verdict: Literal["found", "none", "unknown"]
    reason: str = ""
    opening: int | None = None
    tree: Tree = None
    refuting: int | None = None
    positions: int = 0
    symmetries: int = 1
    generators: tuple[Permutation, ...] = ()

    @property
    def status(self) -> Status:
        """See `Result`."""
        if self.verdict == "none":
            return "no"
        return "yes" if self.verdict == "found" else "unknown"

    @property
    def answers(self) -> int | None:
        """The most moves that the breaker needs; None where no pairing was found."""
        if self.verdict != "found":
            return None
        return depth(self.tree) + (self.opening is not None)

    def name(self, square: int) -> str:
        """Return the name that the game gives a square."""
        return self.game.spelt(self.board.squares[square])

    def as_json(self) -> dict[str, Any]:
        """Return the answer as plain data, with the keys that docs/json.md documents."""
        return {
            "game": self.game.name,
            "const": plain_constants(self.game.constants),
            "ahead": self.asked,
            "verdict": self.verdict,
            "reason": self.reason,
            "breaker": self.game.spelt(self.board.breaker),
            "answers": self.answers,
            "refuting": None if self.refuting is None else self.name(self.refuting),
            "opening": None if self.opening is None else self.name(self.opening),
            "tree": self._plain(self.tree) if self.verdict == "found" else None,
            "positions": self.positions,
            "symmetries": self.symmetries,
        }

    def _plain(self, tree: Tree) -> dict[str, Any] | None:
        if isinstance(tree, Last):
            answers = {self.name(move): self.name(s) for move, s in tree.answers.items()}
            return {"answers": answers, "otherwise": self.name(tree.otherwise)}
        if isinstance(tree, AnswerNode):
            return {
                "answers": {
                    self.name(move): {"answer": self.name(square), "then": self._plain(then)}
                    for move, (square, then) in tree.answers.items()
                }
            }
        return None


def find_ahead(game: Game, ahead: int, limits: Limits) -> Ahead:
    """Look for at most `ahead` moves of the breaker's after which it has a pairing.

    Args:
        game: the game.
        ahead: the number of moves that the breaker may make before, at most.
        limits: a limit reached, or Ctrl-C, makes the result `unknown`.

    Raises:
        InputError: the game is not one of marking squares in turn, with lines to complete.
    """
    board = board_of(game)
    search = PairingSearch(board, limits)
    none = Ahead(game, board, ahead, "none")
    try:
        answer = limits.deadline.run(lambda: _answer(none, search), GRACE)
    except STOPS as error:  # the result so far is kept, even if time is up
        answer = replace(none, verdict="unknown", reason=stop_of(error).reason)
    return replace(
        answer,
        positions=search.looked,
        symmetries=len(search.symmetries) or 1,
        generators=tuple(search.generators),
    )


def _answer(none: Ahead, search: PairingSearch) -> Ahead:
    """Return the answer of a search, given the answer for a search without result."""
    position = Position(search.board)
    if position.missing == 0:
        return replace(none, verdict="found")
    search.limits.tell("looking for symmetries")
    search.symmetries, search.generators = group(search.board, search.limits.deadline)
    # with more moves than squares there is nothing else to try
    moves = min(none.asked, len(search.board.squares))
    if not search.board.breaker_begins:
        tree = _shortest(search, position, moves)
        if isinstance(tree, Failed):
            return replace(none, refuting=tree.move if moves else None)
        return replace(none, verdict="found", tree=tree)
    for ahead in range(moves):
        for square in search.openings(position, search.symmetries):
            then = position.with_breaker(square)
            tree = search.answers(then, ahead, stabilizer(search.symmetries, square))
            if not isinstance(tree, Failed):
                return replace(none, verdict="found", tree=tree, opening=square)
    return none


def _shortest(search: PairingSearch, position: Position, moves: int) -> Tree | Failed:
    """Return the answers to each first move, as few as possible."""
    whole = search.symmetries
    tree = search.answers(position, min(moves, 1), whole)
    if moves <= 1 or not isinstance(tree, Failed):
        return tree
    if (refuting := search.hopeless(position, moves)) is not None:
        return Failed(refuting)
    answers: dict[int, tuple[int, Tree]] = {}
    for move in search.moves(position, whole):
        for ahead in range(1, moves + 1):
            answer = search.answer(position, move, ahead, stabilizer(whole, move))
            if answer is not None:
                answers[move] = answer
                break
        else:
            return Failed(move)
    return AnswerNode(answers)
