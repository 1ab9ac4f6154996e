"""Why there is no pairing after so many answers: the maker's moves, against each reply.

Of a position where counting shows it nothing is kept, and of one that was there before neither.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ttt_asp.analyses.ahead.result import Ahead
from ttt_asp.analyses.ahead.search import Failed, Key, Search
from ttt_asp.analyses.ahead.symmetry import group
from ttt_asp.deadline import Deadline
from ttt_asp.errors import internal
from ttt_asp.strategies.replies.position import Position
from ttt_asp.strategies.replies.symmetry import Permutation, fixing


def refutation(found: Ahead, deadline: Deadline) -> Any:
    """Why there is none, as `certificates/checker/none.py` reads it.

    Args:
        found: where there is none, and the maker moves first.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    whole = group(found.board, deadline)[0]
    writer = _Writer(Search(found.board, deadline))
    return writer.node(Position(found.board), found.asked, whole)


@dataclass(slots=True)
class _Writer:
    search: Search
    seen: set[tuple[int, Key]] = field(default_factory=set)

    def node(self, position: Position, ahead: int, symmetries: Sequence[Permutation]) -> Any:
        """Null where counting shows it; [] where it was shown; else a move, and replies to it."""
        if self.search.hopeless(position, ahead) is not None:
            return None
        if (ahead, key := self.search.key(position)) in self.seen:
            return []
        found = self.search.answers(position, ahead, symmetries)
        if not isinstance(found, Failed):
            raise internal("there is a pairing where there was none")
        move = found.move
        after, left = position.with_maker(move), fixing(symmetries, move)
        replies = []
        if ahead > 1:
            for reply in self.search.replies(after, move, ahead, left):
                then = self.node(after.with_breaker(reply), ahead - 1, fixing(left, reply))
                replies.append([reply, then])
        self.seen.add((ahead, key))
        return [move, replies]
