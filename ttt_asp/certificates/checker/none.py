"""That one role has no pairing after its first moves, whatever these are.

Such a certificate shows who cannot win by it, and nothing of who wins. Its keys:

format, version   "ttt-asp certificate of no pairing", 1
game, const       as of a certificate of replies; and `sets`
role, ahead       ROLE has no pairing after up to N moves; the other role moves first
symmetries        as of a certificate of replies
moves             MOVES at the beginning. MOVES is one of
                  null: counting shows it: some open sets, without a mark of ROLE's, lack more
                  squares than ROLE's moves make up for, or one has no two free squares any more.
                  []: the open sets and the other role's marks on them were shown before, with as
                  many moves left.
                  [MOVE, [[REPLY, MOVES]...]]: the other role's move, and what comes after replies.
                  After those that are not listed, nor taken to one that is by a symmetry that
                  leaves all marks where they are, counting shows it. (A reply on no open set is
                  no better than any other.)

By counting: K sets with S free squares between them lack 2K-S. If the other role always marks the
square on most of them, ROLE's marks are on no more of them than the second, fourth... square in
that order. Such a mark closes the C sets through it, and takes a square itself; a move before it
took one: so 2K-S is made less by 2C-2 at most.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from ttt_asp.certificates.checker.boards import Permutation
from ttt_asp.certificates.checker.format import Rejected, check
from ttt_asp.certificates.checker.replies import Replies
from ttt_asp.certificates.checker.symmetries import MAX_IMAGES, generated

NONE = "ttt-asp certificate of no pairing"


class Refuted:
    """A game in which a role is to have no pairing, and what was shown on the way."""

    def __init__(self, game: Replies) -> None:
        """Begin with a game."""
        self.game = game
        self.shown: set[tuple[int, tuple[int, ...], frozenset[int]]] = set()
        self.counted = 0

    def check(self, symmetries: Any, ahead: Any, moves: Any) -> int:
        """Check the three of a certificate.

        Returns:
            The number of symmetries.

        Raises:
            Rejected: some reply may lead to a pairing.
        """
        game = self.game
        if game.begins:
            raise Rejected(f"role: {game.roles[1]} moves first")
        check(int, ahead, "ahead")
        group = generated(symmetries, game.board, [game.sets], MAX_IMAGES)
        maker, breaker = game.marks
        open_ = [n for n, one in enumerate(game.sets) if breaker.isdisjoint(one)]
        self.walk(moves, maker, breaker, open_, group, ahead)
        return len(group)

    def walk(
        self,
        moves: Any,
        maker: frozenset[int],
        breaker: frozenset[int],
        open_: Sequence[int],
        group: Sequence[Permutation],
        ahead: int,
    ) -> None:
        """Go through all moves from a position on.

        Args:
            moves: those listed.
            maker: the squares of the one that is to move.
            breaker: the other one's.
            open_: the sets without a mark of the breaker's.
            group: the symmetries that leave all marks where they are.
            ahead: how many moves of the breaker's are left.
        """
        game = self.game
        free = game.squares - maker - breaker
        on = [square for number in open_ for square in game.sets[number]]
        key = ahead, tuple(open_), maker.intersection(on)
        if moves is None:
            self.counted += 1
            if not self.hopeless(free, open_, ahead, self.crowded(free, open_)):
                raise Rejected("moves: counting does not show that there is no pairing")
            return
        if len(check(list, moves, "moves")) == 0:
            if key not in self.shown:
                raise Rejected("moves: not shown before")
            return
        if len(moves) != 2 or ahead == 0:
            raise Rejected("moves: not a move, and replies")
        move = game.free(moves[0], maker | breaker, "a move")
        free, marks = free - {move}, maker | {move}
        fixed = [one for one in group if one[move] == move]
        met: set[int] = set()
        for entry in check(list, moves[1], "moves"):
            if len(check(list, entry, "moves")) != 2:
                raise Rejected("moves: not a reply, and what comes then")
            reply = game.free(entry[0], maker | breaker | {move}, "a reply")
            met.update(one[reply] for one in fixed)
            then = [one for one in fixed if one[reply] == reply]
            rest = [n for n in open_ if reply not in game.sets[n]]
            self.walk(entry[1], marks, breaker | {reply}, rest, then, ahead - 1)
        crowd = self.crowded(free, open_)
        live = free.intersection(on)
        if not live and not self.hopeless(free, open_, ahead, ()):
            raise Rejected("moves: no set is open")
        for reply in live - met:
            rest = [n for n in open_ if reply not in game.sets[n]]
            left = [n for n in crowd if reply not in game.sets[n]]
            after = free - {reply}
            if not self.hopeless(after, rest, ahead - 1, left) and not self.hopeless(
                after, rest, ahead - 1, self.crowded(after, rest)
            ):
                raise Rejected(f"moves: after {move} nothing is said of the reply {reply}")
        self.shown.add(key)

    def crowded(self, free: Collection[int], open_: Sequence[int]) -> list[int]:
        """The sets that lack squares, as many as can be, and all that have to share with these."""
        owners: dict[int, int] = {}
        given = self.game.pairs.given
        found = [n for n in open_ if not (given(n, free, owners) and given(n, free, owners))]
        seen = set(found)
        for number in found:
            for square in self.game.sets[number]:
                other = owners.get(square)
                if other is not None and other not in seen:
                    seen.add(other)
                    found.append(other)
        return found

    def hopeless(
        self, free: Collection[int], open_: Sequence[int], ahead: int, some: Sequence[int]
    ) -> bool:
        """Whether counting shows that there is no pairing after so many moves.

        Args:
            free: the free squares; the maker is to move.
            open_: the open sets.
            ahead: how many moves the breaker has.
            some: open sets, to count with.
        """
        sets = self.game.sets
        if any(sum(square in free for square in sets[n]) < 2 for n in open_):
            return True  # the maker completes it, or has
        through = Counter(square for n in some for square in sets[n] if square in free)
        order = sorted(through.values(), reverse=True)
        made_up = sum(2 * many - 2 for many in order[1 : 2 * ahead : 2])
        return 2 * len(some) - len(through) > made_up
