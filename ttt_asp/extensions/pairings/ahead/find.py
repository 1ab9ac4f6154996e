"""From a game to a tree of answers that end in pairings: the shortest for each first move."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from ttt_asp.deadline import STOPS, stop_of
from ttt_asp.extensions.arrays.groups import Permutation, stabilizer
from ttt_asp.extensions.pairings.ahead.board import (
    AnswerNode,
    Last,
    MakerBoard,
    Tree,
    board_of,
    depth,
    group,
)
from ttt_asp.extensions.pairings.ahead.position import Position
from ttt_asp.extensions.pairings.ahead.search import Failed, PairingSearch
from ttt_asp.games.game import Game
from ttt_asp.limits import GRACE, Limits
from ttt_asp.result import Result, Status
from ttt_asp.verdict import plain_constants


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
