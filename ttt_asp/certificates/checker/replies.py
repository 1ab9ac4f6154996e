"""Replies to the first moves, after which one role has a pairing, and so never loses.

Such a certificate lists no positions. Its keys:

format, version   "ttt-asp certificate of replies", 2
game, const, sets as above, of a game of marking squares in turn, in which who completes a set wins
claim             "ROLE never loses": of the role that keeps the other one from completing a set
symmetries        permutations of the squares, each a list of their images, that take the other
                  role's sets to its sets; those that they generate are used
opening           ROLE's first move, if it moves first and there is no pairing at once; else null
replies           REPLIES at the beginning, or after the opening; the other role is to move.
                  REPLIES is one of
                  null: there is a pairing: two free squares for every set of the other role's
                  without a mark of ROLE's, none for two sets. It is found anew.
                  [[MOVE, REPLY, REPLIES]...]: what is replied to moves, and what comes then. Every
                  move is there, or taken to one that is by a symmetry that leaves all marks where
                  they are.
                  {"otherwise": REPLY, "to": [[REPLY, [MOVE...]]...]}: the last replies, the one to
                  every move that is not listed first; after each of them there is a pairing.

Whenever the other role marks one square of a pair, ROLE marks the second, if it is free. So the
other role never completes a set; and a mark more of ROLE's never hurts.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

from ttt_asp.certificates.checker.boards import Board, Permutation
from ttt_asp.certificates.checker.format import Rejected, check, check_keys
from ttt_asp.certificates.checker.pairs import Owners, Pairs
from ttt_asp.certificates.checker.symmetries import MAX_IMAGES, generated

REPLIES = "ttt-asp certificate of replies"


class Replies:
    """The sets that one role is kept from completing, and what was seen on the way."""

    def __init__(self, board: Board, claim: str) -> None:
        """Read off a game what the claim is about.

        Raises:
            Rejected: it is no game in which a pairing keeps a role from losing, or not this role.
        """
        breaking = {f"{role} never loses": number for number, role in enumerate(board.roles)}
        if claim not in breaking:
            raise Rejected("claim: replies show of a role that it never loses")
        breaker = breaking[claim]
        maker = 1 - breaker
        self.roles = board.roles[maker], board.roles[breaker]
        if board.winners != board.roles or board.otherwise == self.roles[0]:
            raise Rejected("game: who completes no set may lose")
        if (maker, maker) in pairwise(board.turns):
            raise Rejected(f"turns: {self.roles[0]} moves twice in a row, which breaks a pair")
        self.begins = list(board.turns[:1]) == [breaker]
        self.board = board
        self.sets = sorted(board.sets[maker], key=sorted)
        self.marks = board.marked[maker], board.marked[breaker]
        if any(one <= board.marked[maker] for one in self.sets):
            raise Rejected(f"marked: {self.roles[0]} has completed a set at first")
        self.squares = frozenset(range(board.squares))
        self.pairs = Pairs(self.sets)
        self.positions = self.longest = 0

    def check(self, symmetries: Any, opening: Any, replies: Any) -> int:
        """Check the three of a certificate.

        Returns:
            The number of symmetries.

        Raises:
            Rejected: some move is not answered, or there is no pairing where there should be one.
        """
        group = generated(symmetries, self.board, [self.sets], MAX_IMAGES)
        many = len(group)
        maker, breaker = self.marks
        if opening is not None:
            square = self.free(opening, maker | breaker, "opening")
            if not self.begins:
                raise Rejected(f"opening: {self.roles[1]} does not move first")
            breaker = breaker | {square}
            group = [one for one in group if one[square] == square]
        elif self.begins and replies is not None:
            raise Rejected("opening: none, where there is no pairing at once")
        open_ = [n for n, one in enumerate(self.sets) if breaker.isdisjoint(one)]
        self.walk(replies, maker, breaker, open_, group, {}, int(opening is not None))
        return many

    def free(self, value: Any, taken: Collection[int], what: str) -> int:
        """A square that is free."""
        square = check(int, value, what)
        if square not in self.squares or square in taken:
            raise Rejected(f"{what}: {square} is no free square")
        return square

    def walk(
        self,
        replies: Any,
        maker: frozenset[int],
        breaker: frozenset[int],
        open_: Sequence[int],
        group: Sequence[Permutation],
        owners: Owners,
        made: int,
    ) -> None:
        """Go through all replies from a position on.

        Args:
            replies: those listed.
            maker: the squares of the one that is to move.
            breaker: the other one's.
            open_: the sets without a mark of the breaker's.
            group: the symmetries that leave all marks where they are.
            owners: squares given to sets in a position before, from which pairings are made.
            made: how many moves the breaker has made.
        """
        taken = maker | breaker
        self.longest = max(self.longest, made + (type(replies) is dict))
        if replies is None:
            self.pairs.paired(self.squares - taken, open_, owners)
            return
        self.positions += 1
        if type(replies) is dict:
            self.last(replies, taken, open_, owners)
            return
        answered: set[int] = set()
        for entry in check(list, replies, "replies"):
            if len(check(list, entry, "replies")) != 3:
                raise Rejected("replies: not a move, its reply, and what comes then")
            move = self.free(entry[0], taken, "a move")
            reply = self.free(entry[1], taken | {move}, "a reply")
            marks = maker | {move}
            if any(marks.issuperset(self.sets[n]) for n in open_):
                raise Rejected(f"replies: {self.roles[0]} completes a set by the move {move}")
            answered.update(one[move] for one in group)
            then = [one for one in group if one[move] == move and one[reply] == reply]
            left = [n for n in open_ if reply not in self.sets[n]]
            self.walk(entry[2], marks, breaker | {reply}, left, then, owners, made + 1)
        if missed := self.squares - taken - answered:
            raise Rejected(f"replies: none to the move {min(missed)}")

    def last(
        self, replies: Any, taken: frozenset[int], open_: Sequence[int], owners: Owners
    ) -> None:
        """Check the last replies to all moves from a position."""
        given = check_keys(replies, "replies", ("otherwise", "to"))
        unlisted, suiting = set(self.squares - taken), list[tuple[int, set[int]]]()
        for entry in check(list, given["to"], "last replies"):
            if len(check(list, entry, "last replies")) != 2:
                raise Rejected("replies: not a last reply, and moves")
            moves = {self.free(move, taken, "a move") for move in check(list, entry[1], "moves")}
            if not moves <= unlisted or len(moves) < len(entry[1]):
                raise Rejected("replies: two to one move")
            unlisted -= moves
            suiting.append((self.free(entry[0], taken, "a reply"), moves))
        suiting.append((self.free(given["otherwise"], taken, "a reply"), unlisted))
        for reply, moves in suiting:
            left = [n for n in open_ if reply not in self.sets[n]]
            free = self.squares - taken - {reply}
            owners = self.pairs.paired(free, left, owners)
            if unfit := moves - self.pairs.spare(free, left, owners):
                raise Rejected(f"replies: no pairing after the move {min(unfit)} and {reply}")
