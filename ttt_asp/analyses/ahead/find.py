"""From a game to a tree of answers that end in pairings: the shortest for each first move."""

from collections.abc import Sequence
from typing import Literal

from ttt_asp.analyses.ahead.board import Board, board_of, group
from ttt_asp.analyses.ahead.position import Position
from ttt_asp.analyses.ahead.result import Ahead, Node, Tree
from ttt_asp.analyses.ahead.search import Failed, Search
from ttt_asp.deadline import STOPS, Deadline, stop_of
from ttt_asp.games.game import Game
from ttt_asp.limits import GRACE
from ttt_asp.positions.groups import Permutation, fixing
from ttt_asp.reached import Reached, Tell


def find_ahead(
    game: Game, ahead: int, deadline: Deadline, tell: Tell | None = None, most: int | None = None
) -> Ahead:
    """Look for moves of the breaker's, at most so many, after which it has a pairing.

    Args:
        game: which.
        ahead: how many moves the breaker may make before.
        deadline: when to give up; that, or Ctrl-C, makes the result `unknown`.
        tell: called with how far it is.
        most: how many positions may be looked at; None for any number.

    Raises:
        InputError: the game is not one of marking squares in turn, with lines to complete.
    """
    board = board_of(game)
    finder = _Finder(game, board, ahead, Search(board, deadline, tell, most))
    try:
        return deadline.run(finder.found, GRACE)
    except STOPS as error:  # what it has is kept, also where it did not end in time
        return finder.unknown(stop_of(error).reason)


class _Finder:
    def __init__(self, game: Game, board: Board, ahead: int, search: Search) -> None:
        self.game, self.board, self.ahead, self.search = game, board, ahead, search
        self.generators: tuple[Permutation, ...] = ()
        self.symmetries = 1
        # with more moves than squares there is nothing else to try
        self.moves = min(ahead, len(board.squares))

    def found(self) -> Ahead:
        """What was found."""
        position = Position(self.board)
        if position.missing == 0:
            return self._ahead("found")
        if self.search.tell is not None:
            self.search.tell(Reached("looking for symmetries"))
        whole, generators = group(self.board, self.search.deadline)
        self.symmetries, self.generators = len(whole), tuple(generators)
        try:
            return self._found(position, whole)
        except STOPS as error:
            return self.unknown(stop_of(error).reason)

    def unknown(self, reason: str) -> Ahead:
        """That it is not known."""
        path = tuple(self.search.path)
        line = path if len(path) % 2 != self.board.breaker_begins else path[:-1]
        return self._ahead("unknown", reason=reason, line=line)

    def _found(self, position: Position, whole: Sequence[Permutation]) -> Ahead:
        if self.board.breaker_begins:
            return self._opened(position, whole)
        found = self._shortest(position, whole)
        if isinstance(found, Failed):
            return self._ahead("none", line=(found.move,) if self.ahead else ())
        return self._ahead("found", found)

    def _opened(self, position: Position, whole: Sequence[Permutation]) -> Ahead:
        """Where the breaker makes the first move."""
        for ahead in range(self.moves):
            for square in self.search.openings(position, whole):
                self.search.path[:] = [square]
                then = position.with_breaker(square)
                tree = self.search.answers(then, ahead, fixing(whole, square))
                if not isinstance(tree, Failed):
                    return self._ahead("found", tree, opening=square)
        return self._ahead("none")

    def _shortest(self, position: Position, whole: Sequence[Permutation]) -> Tree | Failed:
        """The answers to each first move, as few as can be."""
        found = self.search.answers(position, min(self.ahead, 1), whole)
        if self.ahead <= 1 or not isinstance(found, Failed):
            return found
        if (plain := self.search.hopeless(position, self.ahead)) is not None:
            return Failed(plain)
        answers: dict[int, tuple[int, Tree]] = {}
        for move in self.search.moves(position, self.ahead, whole):
            for ahead in range(1, self.moves + 1):
                answer = self.search.answer(position, move, ahead, fixing(whole, move))
                if answer is not None:
                    answers[move] = answer
                    break
            else:
                return Failed(move)
        return Node(answers)

    def _ahead(
        self,
        verdict: Literal["found", "none", "unknown"],
        tree: Tree = None,
        *,
        reason: str = "",
        opening: int | None = None,
        line: tuple[int, ...] = (),
    ) -> Ahead:
        return Ahead(
            self.game,
            self.board,
            self.ahead,
            verdict,
            reason,
            opening,
            tree,
            line,
            self.search.looked,
            self.symmetries,
            self.generators,
        )
