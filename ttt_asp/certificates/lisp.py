"""Certificates as what the checker in ACL2 is asked: Lisp data, and a form to be evaluated.

Nothing here is trusted: whatever it writes, ACL2 prints the game, the keepers and the claim that it
has certified.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from ttt_asp.certificates.checker.boards import Board, Permutation, is_known
from ttt_asp.certificates.checker.format import of_format
from ttt_asp.certificates.checker.ground_rules import Rules
from ttt_asp.certificates.checker.main import read_roles
from ttt_asp.certificates.checker.positions import POSITIONS, Claim, read_positions
from ttt_asp.certificates.checker.replies import REPLIES, Replies
from ttt_asp.certificates.checker.symmetries import MAX_COMPARED, MAX_IMAGES, generated
from ttt_asp.certificates.lisp_rules import entries, game_of_rules, role_name
from ttt_asp.errors import InputError, Location, wrong

# Trees and plans are as deep as there are squares, and are made by recursion.
MOST_SQUARES = 400
# In all positions of a plan: each stands there as often as symmetries take it to another one.
MOST_UNFOLDED = 1_000_000


@dataclass(frozen=True, slots=True)
class Question:
    """What ACL2 is asked.

    Attributes:
        ask: the macro of acl2/ask.lisp, by the kind of certificate.
        game, keepers, claim: as Lisp; they are printed when they are certified.
        data: a tree, a plan or a listing, as Lisp.
        trusted: what has to be trusted besides.
    """

    ask: str
    game: str
    keepers: str
    claim: str
    data: str
    trusted: tuple[str, ...] = ()

    @property
    def form(self) -> str:
        """The form to be evaluated where `*data*` is a constant."""
        return f"({self.ask} {self.game} {self.keepers} {self.claim})"


def question(given: Any) -> Question:
    """What ACL2 is asked about a certificate.

    Args:
        given: the certificate, as it was read.

    Raises:
        Rejected: it is not well-formed.
        InputError: it is of a kind, or about a claim, that ACL2 is not asked about.
    """
    kinds = {POSITIONS: _of_positions, REPLIES: _of_replies}
    if given["format"] not in kinds:
        raise _refused("certificates of this kind")
    return of_format(given, kinds)(given)


def _refused(what: str) -> InputError:
    return wrong(f"ACL2 is not asked about {what}", Location.argument("acl2"), "leave it out")


def _of_positions(given: Mapping[str, Any]) -> Question:
    game = Board(given["sets"]) if "sets" in given else Rules(given["rules"])
    claim = Claim(given["claim"], game.roles)
    if claim.how == "can":
        raise _refused("what can happen")
    if claim.by is not None:
        raise _refused("how long plays are")
    roles = read_roles(given["roles"], game.roles)
    keeping = [role for role in game.roles if roles[role] != "any"]
    if isinstance(game, Rules):
        if given["ranks"] is None:
            raise _refused("plays that may not end, of which there are no ranks")
        listed = read_positions(game, given["positions"])
        said, numbered = game_of_rules(game, given["rules"]["program"])
        return Question(
            "ask-rules",
            said,
            _list(map(role_name, keeping)),
            _list((claim.how, role_name(claim.role) if claim.role else "nil", claim.outcome)),
            _list(map(_list, entries(game, listed, given["ranks"], numbered))),
            ("That the ground rules are those of the game, and that models are what they mean.",),
        )
    names = dict(zip(game.roles, "xo", strict=True))
    group = [tuple(range(game.squares))]
    if "symmetries" in given:
        group = generated(given["symmetries"], game, game.sets, MAX_COMPARED)
    listed = _unfolded(read_positions(game, given["positions"]), group)
    return Question(
        "ask-tree",
        _board(given, game),
        _list(names[role] for role in keeping),
        _list((claim.how, names.get(claim.role or "", "nil"), claim.outcome)),
        _tree(listed, game.squares),
    )


def _of_replies(given: Mapping[str, Any]) -> Question:
    board = Board(given["sets"])
    found = Replies(board, given["claim"])
    breaker = "xo"[board.roles.index(found.roles[1])]
    group = generated(given["symmetries"], board, [found.sets], MAX_IMAGES)
    return Question(
        "ask-plan",
        _board(given, board),
        _list([breaker]),
        _list(("never", breaker, "loses")),
        _Plan(found, group).text(given["opening"], given["replies"]),
    )


def _list(items: Iterable[object]) -> str:
    return f"({' '.join(map(str, items))})"


def _board(given: Mapping[str, Any], board: Board) -> str:
    """A game of marking squares: by its sizes where ACL2 can work out its lines, else in full."""
    if len(board.turns) + sum(map(len, board.marked)) > MOST_SQUARES:
        raise _refused(f"boards of more than {MOST_SQUARES} squares")
    const = given["const"]
    plain = not const.get("misere") and not const.get("maker_breaker")
    if given["game"] == "tictactoe" and plain and is_known("tictactoe", const, board):
        return f"(mnk {const['rows']} {const['cols']} {const['line']})"
    signs = dict(zip((*board.roles, "tie"), ("x", "o", "tie"), strict=True))
    marks = {square: "xo"[n] for n, own in enumerate(board.marked) for square in own}
    opening = _list(marks.get(square, "nil") for square in range(board.squares))
    turns = _list([*marks.values(), *("xo"[n] for n in board.turns)])
    lines = (_list(_list(sorted(one)) for one in sets) for sets in board.sets)
    completing = "wins" if board.winners == board.roles else "loses"
    return f"'({opening} {turns} {' '.join(lines)} {completing} {signs[board.otherwise]})"


def _unfolded(listed: Mapping[str, Any], group: Sequence[Permutation]) -> dict[str, Any]:
    """Every position with its moves, where one is listed of those that symmetries make the same."""
    if len(group) == 1:
        return dict(listed)
    images = [(one, itemgetter(*sorted(range(len(one)), key=one.__getitem__))) for one in group]
    found: dict[str, Any] = {}
    for position, moves in listed.items():
        for one, image in images:
            text = "".join(image(position))
            if text not in found:
                found[text] = moves if moves is None else sorted(one[move] for move in moves)
    return dict(sorted(found.items()))


def _tree(listed: Mapping[str, Any], squares: int) -> str:
    """The positions as a tree whose branches are free squares, x and o."""
    texts, moves = list(listed), list(listed.values())

    def branch(low: int, high: int, depth: int) -> str:
        if low == high:
            return "nil"
        if depth == squares:
            return f"({_list(moves[low] or ())})"
        sign = itemgetter(depth)
        middle = bisect_left(texts, "o", low, high, key=sign)
        last = bisect_left(texts, "x", middle, high, key=sign)
        free = branch(low, middle, depth + 1)
        if middle == high:
            return f"({free})"
        return f"({free} {branch(last, high, depth + 1)} . {branch(middle, last, depth + 1)})"

    return branch(0, len(texts), 0)


class _Plan:
    """A plan for a role that keeps the other one from completing a line.

    Symmetries are unfolded: a node is met once for each way in which it is taken to a position.
    """

    def __init__(self, found: Replies, group: Sequence[Permutation]) -> None:
        self.found, self.group = found, group
        self.squares = 0  # of all positions so far

    def text(self, opening: Any, replies: Any) -> str:
        maker, breaker = (frozenset(own) for own in self.found.marks)
        if opening is None:
            return self.plan(replies, maker, breaker, self.group, self.group[0])
        group = [one for one in self.group if one[opening] == opening]
        then = self.plan(replies, maker, breaker | {opening}, group, self.group[0])
        return f"(move {opening} . {then})"

    def plan(
        self,
        replies: Any,
        maker: frozenset[int],
        breaker: frozenset[int],
        group: Sequence[Permutation],
        to: Permutation,
    ) -> str:
        """What is done at a position, as a symmetry takes it to another one."""
        if replies is None:
            return self.pairs(maker, breaker, to)
        answers: dict[int, str] = {}
        if isinstance(replies, dict):
            last = {move: reply for reply, moves in replies["to"] for move in moves}
            for move in self.found.squares - maker - breaker:
                reply = last[move] if move in last else replies["otherwise"]
                pairs = self.pairs(maker | {move}, breaker | {reply}, to)
                answers[to[move]] = f"(move {to[reply]} . {pairs})"
        else:
            for move, answer, rest in replies:
                marks, others = maker | {move}, breaker | {answer}
                staying = [one for one in group if one[move] == move and one[answer] == answer]
                for one in group:
                    way = tuple(to[square] for square in one)
                    if way[move] not in answers:
                        text = self.plan(rest, marks, others, staying, way)
                        answers[way[move]] = f"(move {way[answer]} . {text})"
        return f"(answers {' '.join(f'({move} . {answers[move]})' for move in sorted(answers))})"

    def pairs(self, maker: frozenset[int], breaker: frozenset[int], to: Permutation) -> str:
        """A pairing of what is free."""
        self.squares += len(to)
        if self.squares > MOST_UNFOLDED:
            raise _refused("replies to so many positions, as their symmetries are unfolded")
        open_ = self.found.open(breaker)
        owners = self.found.paired(self.found.squares - maker - breaker, open_, {})
        pairs: dict[int, list[int]] = {}
        for square, number in owners.items():
            pairs.setdefault(number, []).append(to[square])
        return f"(pairs {' '.join(map(_list, pairs.values()))})"
