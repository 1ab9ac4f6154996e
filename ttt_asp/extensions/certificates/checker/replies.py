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

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from .boards import Board, Permutation
from .format import Rejected, check, check_keys
from .symmetries import MAX_IMAGES, generated

REPLIES = "ttt-asp certificate of replies"

Owners = Mapping[int, int]  # squares, and to which set each is given


class Replies:
    """The sets that one role is kept from completing, and the replies counted on the way."""

    def __init__(self, board: Board, claim: str) -> None:
        """Read off a game the roles and sets that the claim is about.

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
        if any(winning <= board.marked[maker] for winning in self.sets):
            raise Rejected(f"marked: {self.roles[0]} has completed a set at first")
        self.squares = frozenset(range(board.squares))
        self.positions = self.longest = self.pairings = 0

    def check(self, symmetries: Any, opening: Any, replies: Any) -> int:
        """Check the symmetries, the opening and the replies of a certificate.

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
            group = [symmetry for symmetry in group if symmetry[square] == square]
        elif self.begins and replies is not None:
            raise Rejected("opening: none, where there is no pairing at once")
        self.walk(replies, maker, breaker, group, {})
        return many

    def free(self, value: Any, taken: Collection[int], label: str) -> int:
        """Return the value, which must be a free square."""
        square = check(int, value, label)
        if square not in self.squares or square in taken:
            raise Rejected(f"{label}: {square} is no free square")
        return square

    def open(self, breaker: Collection[int]) -> list[int]:
        """Return the numbers of the sets without a mark of the breaker's."""
        return [n for n, winning in enumerate(self.sets) if winning.isdisjoint(breaker)]

    def walk(
        self,
        replies: Any,
        maker: frozenset[int],
        breaker: frozenset[int],
        group: Sequence[Permutation],
        owners: Owners,
    ) -> None:
        """Go through all replies from a position on.

        Args:
            replies: those listed.
            maker: the squares of the role that is to move.
            breaker: the other role's.
            group: the symmetries that leave all marks where they are.
            owners: squares given to sets in a position before, from which pairings are made.
        """
        taken, open_ = maker | breaker, self.open(breaker)
        made = len(breaker) - len(self.marks[1]) + (type(replies) is dict)
        self.longest = max(self.longest, made)
        if replies is None:
            self.paired(self.squares - taken, open_, owners)
            return
        self.positions += 1
        if type(replies) is dict:
            self.last(replies, taken, breaker, owners)
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
            answered.update(symmetry[move] for symmetry in group)
            then = [s for s in group if s[move] == move and s[reply] == reply]
            self.walk(entry[2], marks, breaker | {reply}, then, owners)
        if missed := self.squares - taken - answered:
            raise Rejected(f"replies: none to the move {min(missed)}")

    def last(
        self, replies: Any, taken: frozenset[int], breaker: frozenset[int], owners: Owners
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
            free, open_ = self.squares - taken - {reply}, self.open(breaker | {reply})
            owners = self.paired(free, open_, owners)
            if unfit := moves - self.spare(free, open_, owners):
                raise Rejected(f"replies: no pairing after the move {min(unfit)} and {reply}")

    def paired(self, free: Collection[int], open_: Sequence[int], before: Owners) -> Owners:
        """Return two free squares for each open set, none for two sets.

        Raises:
            Rejected: there are none.
        """
        self.pairings += 1
        still = set(open_)
        owners = {square: n for square, n in before.items() if square in free and n in still}
        having = Counter(owners.values())
        for number in open_:
            for _ in range(2 - having[number]):
                if not self.given(number, free, owners):
                    raise Rejected("replies: no pairing, where there should be one")
        return owners

    def given(self, start: int, free: Collection[int], owners: dict[int, int]) -> bool:
        """Give a set one square more, along a path on which others take other squares."""
        wanted: dict[int, tuple[int, int]] = {}  # the square that a set gives, and who wants it
        queue = [start]
        for number in queue:
            for square in self.sets[number]:
                if square not in free:
                    continue
                other = owners.get(square)
                if other is None:
                    while number != start:
                        given, asking = wanted[number]
                        owners[square] = number
                        square, number = given, asking
                    owners[square] = start
                    return True
                if other != start and other not in wanted:
                    wanted[other] = square, number
                    queue.append(other)
        return False

    def spare(self, free: Iterable[int], open_: Sequence[int], owners: Owners) -> set[int]:
        """Return the free squares any one of which a pairing can do without.

        They are those given to no set; and if a set has one of these, it can do without either of
        the squares that it is given.
        """
        spared = set(free) - owners.keys()
        holding: dict[int, list[int]] = {number: [] for number in open_}
        for square, number in owners.items():
            holding[number].append(square)
        rest = list(open_)
        while True:
            left = []
            for number in rest:
                if spared.isdisjoint(self.sets[number]):
                    left.append(number)
                else:
                    spared.update(holding[number])
            if len(left) == len(rest):
                return spared
            rest = left
