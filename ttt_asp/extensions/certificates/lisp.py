"""Certificates as questions to the checker in ACL2: Lisp data, and a form to be evaluated.

Nothing here is trusted: whatever it writes, ACL2 prints the game, the keepers and the claim that it
has certified. Of games by ground rules atoms are numbered, and sets of them are integers.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.extensions.certificates.checker.boards import Board, Permutation, is_known
from ttt_asp.extensions.certificates.checker.format import of_format
from ttt_asp.extensions.certificates.checker.ground_rules import Rules, read_rule, strata
from ttt_asp.extensions.certificates.checker.main import read_roles
from ttt_asp.extensions.certificates.checker.positions import POSITIONS, Claim, read_positions
from ttt_asp.extensions.certificates.checker.replies import REPLIES, Replies
from ttt_asp.extensions.certificates.checker.symmetries import MAX_COMPARED, MAX_IMAGES, generated
from ttt_asp.extensions.certificates.positions import image_by

Numbered = Callable[[str], int]


def game_of_rules(game: Rules, program: Sequence[Any]) -> tuple[str, Numbered]:
    """Return a game as acl2/rules.lisp has it, and the function that gives the set of an atom.

    Raises:
        Rejected: a rule is malformed, or rests on itself through `not`.
    """
    fluents = len(game.true)
    numbers = {atom: number for number, atom in enumerate(game.true)}
    numbers |= {atom: fluents + number for atom, number in game.next.items()}

    def numbered(name: str) -> int:
        return 1 << numbers.setdefault(name, len(numbers))

    rules = [read_rule(rule) for rule in program]
    order, layers = strata(rules), dict[int, list[str]]()
    for head, bound, body in rules:
        literals = []
        for weight, name, positive in body:
            atom = numbered(name)
            literals.append(f"({weight} {atom} 0)" if positive else f"({weight} 0 {atom})")
        whole = f"({numbered(head)} {bound} {' '.join(literals)})"
        layers.setdefault(order[head], []).append(whole)
    stages = " ".join(f"({' '.join(layers[stage])})" for stage in sorted(layers))
    roles = []
    for role in game.roles:
        legal, goals = list[str](), list[str]()
        for name, those in game.legal.items():
            for who, move in those:
                if who == role:
                    legal.append(f"({numbered(name)} . {numbered(game.does[role][move])})")
        for name, (who, value) in game.goal.items():
            if who == role:
                goals.append(f"({numbered(name)} . {value})")
        roles.append(f"({role_name(role)} ({' '.join(legal)}) ({' '.join(goals)}))")
    opening = " ".join(_marks(game, game.initial)).replace(".", "nil")
    terminal = numbered("terminal")
    return f"'(rules ({opening}) {fluents} ({stages}) ({' '.join(roles)}) {terminal})", numbered


def entries(
    game: Rules, listed: Mapping[Any, Any], ranks: Sequence[int], numbered: Numbered
) -> dict[str, list[int]]:
    """Return for each position, as the marks of its fluents, its rank and the moves listed."""
    table = {}
    for (position, moves), rank in zip(listed.items(), ranks, strict=True):
        done: list[int] = []
        mover = game.view(position).mover
        if moves is not None and mover:
            for move in moves:
                done.append(numbered(game.does[mover][move]))
        table[_marks(game, position)] = [rank, *done]
    return table


def _marks(game: Rules, position: Iterable[int]) -> str:
    holding = set(position)
    return "".join("o" if number in holding else "." for number in range(len(game.true)))


def role_name(role: str) -> str:
    """Return the name of a role as a text of Lisp."""
    return '"' + ascii(role)[1:-1].replace("\\", "\\\\").replace('"', '\\"') + '"'


# ACL2 reads trees, which are as deep as there are squares or fluents, by recursion.
MOST_MARKS = 2_000
# In all positions of a plan: each stands there as often as symmetries take it to another one.
MOST_UNFOLDED = 1_000_000


@dataclass(frozen=True, slots=True)
class LispQuestion:
    """A question to ACL2.

    Attributes:
        kind: whether the data are a tree or a plan.
        data, game, keepers, claim: as Lisp; all but the data are printed when they are certified.
        longest: the most moves of a play, of a tree of a game of marking squares.
        trusted: the assumptions that remain.
    """

    kind: Literal["tree", "plan"]
    data: str
    game: str
    keepers: str
    claim: str
    longest: int = 0
    trusted: tuple[str, ...] = ()

    @property
    def form(self) -> str:
        """The form to be evaluated where `*data*` is a constant, of acl2/ask.lisp."""
        return f"(ask {self.kind} {self.game} {self.keepers} {self.claim})"

    @property
    def theorem(self) -> str:
        """The file of the theorem that says what it means to be accepted."""
        return "sound.lisp" if self.kind == "tree" else "pairs.lisp"


def question(given: Any) -> LispQuestion:
    """Return the question to ACL2 about a certificate.

    Raises:
        Rejected: it is not well-formed.
        InputError: it is of a kind, or about a claim, that ACL2 is not asked about.
    """
    kinds: dict[str, Callable[..., LispQuestion]] = {POSITIONS: _walk, REPLIES: _replies}
    if given["format"] not in kinds:
        raise _not_asked("certificates of this kind")
    reads = of_format(given, kinds)
    game = Board(given["sets"]) if "sets" in given else Rules(given["rules"])
    if (game.squares if isinstance(game, Board) else len(game.true)) > MOST_MARKS:
        raise _not_asked(f"positions of more than {MOST_MARKS:,} squares or fluents")
    return reads(given, game)


def _not_asked(subject: str) -> InputError:
    return wrong(f"ACL2 is not asked about {subject}", Location.argument("acl2"), "leave it out")


def _walk(given: Mapping[str, Any], game: Board | Rules) -> LispQuestion:
    claim = Claim(given["claim"], game.roles)
    if claim.how == "can" or claim.by is not None:
        raise _not_asked("what can happen, or how soon")
    roles = read_roles(given["roles"], game.roles)
    trusted = [
        "That the moves listed are those that the strategies allow."
        " `ttt-asp verify --strategy` derives them anew."
    ]
    keeping = [role for role in game.roles if roles[role] != "any"]
    if isinstance(game, Rules):
        if given["ranks"] is None:
            raise _not_asked("plays that may not end, of which there are no ranks")
        names = {role: role_name(role) for role in game.roles}
        form, numbered = game_of_rules(game, given["rules"]["program"])
        listed = read_positions(game, given["positions"])
        ranked_moves = entries(game, listed, given["ranks"], numbered)
        tree, longest = _tree(ranked_moves, lambda text: _list(ranked_moves[text])), 0
        trusted.append("That the ground rules are the game's, and what `model` makes of them.")
    else:
        names = dict(zip(game.roles, "xo", strict=True))
        group = [tuple(range(game.squares))]
        if "symmetries" in given:
            group = generated(given["symmetries"], game, game.sets, MAX_COMPARED)
        form = _board(given, game)
        moves = _unfolded(read_positions(game, given["positions"]), group)
        # a rank is how many squares are free, of which each move takes one
        tree = _tree(moves, lambda text: _list((text.count("."), *(moves[text] or ()))))
        longest = str(game.initial).count(".")
    return LispQuestion(
        "tree",
        tree,
        form,
        _list(names[role] for role in keeping),
        _list((claim.how, names[claim.role] if claim.role else "all", claim.outcome)),
        longest,
        tuple(trusted),
    )


def _replies(given: Mapping[str, Any], board: Board) -> LispQuestion:
    replies = Replies(board, given["claim"])
    breaker = "xo"[board.roles.index(replies.roles[1])]
    group = generated(given["symmetries"], board, [replies.sets], MAX_IMAGES)
    return LispQuestion(
        "plan",
        _Plan(replies, group).text(given["opening"], given["replies"]),
        _board(given, board),
        _list([breaker]),
        _list(("never", breaker, "loses")),
    )


def _list(items: Iterable[object]) -> str:
    return f"({' '.join(map(str, items))})"


def _board(given: Mapping[str, Any], board: Board) -> str:
    """Return a game of marking squares: its sizes if ACL2 can work out the lines, else all."""
    const = given["const"]
    plain = not const.get("misere") and not const.get("maker_breaker")
    if given["game"] == "tictactoe" and plain and is_known("tictactoe", const, board):
        return f"(mnk {const['rows']} {const['cols']} {const['line']})"
    signs = dict(zip((*board.roles, "tie"), ("x", "o", "tie"), strict=True))
    marks: dict[int, str] = {}
    for sign, squares in zip("xo", board.marked, strict=False):
        marks |= dict.fromkeys(squares, sign)
    opening = _list(marks.get(square, "nil") for square in range(board.squares))
    turns = _list([*marks.values(), *("xo"[n] for n in board.turns)])
    lines = (_list(_list(sorted(line)) for line in sets) for sets in board.sets)
    winners = " ".join(signs[who] for who in (*board.winners, board.otherwise))
    return f"'(board {opening} {turns} {' '.join(lines)} {winners})"


def _unfolded(listed: Mapping[str, Any], group: Sequence[Permutation]) -> dict[str, Any]:
    """Return every position with its moves, of which one is listed up to symmetry."""
    if len(group) == 1:
        return dict(listed)
    images = [(symmetry, image_by(symmetry)) for symmetry in group]
    unfolded: dict[str, Any] = {}
    for position, moves in listed.items():
        for symmetry, image in images:
            text = "".join(image(position))
            if text not in unfolded:
                unfolded[text] = moves and sorted(symmetry[move] for move in moves)
    return unfolded


# The texts where a tree takes a branch first, where it goes from one to another, and where
# it ends with one. A node is (FREE O . X), as short as it can be.
_FIRST = {".": "(", "o": "(nil ", "x": "(nil nil . "}
_NEXT = {".o": " ", ".x": " nil . ", "ox": " . "}
_LAST = {".": ")", "o": " . nil)", "x": ")"}


def _tree(listed: Iterable[str], entry: Callable[[str], str]) -> str:
    """Return the positions as a tree, walked by their marks, with the entry of each as a leaf."""
    parts = list[str]()
    before = ""
    for text in sorted(listed):
        same = next((n for n, mark in enumerate(before) if mark != text[n]), 0)
        if before:
            parts += [_LAST[mark] for mark in reversed(before[same + 1 :])]
            parts.append(_NEXT[before[same] + text[same]])
        parts += [_FIRST[mark] for mark in text[same + bool(before) :]]
        parts.append(entry(text))
        before = text
    parts += [_LAST[mark] for mark in reversed(before)]
    return "".join(parts)


class _Plan:
    """A plan for a role that keeps the other one from completing a line.

    Symmetries are unfolded: a node is met once for each way in which it is taken to a position.
    """

    def __init__(self, replies: Replies, group: Sequence[Permutation]) -> None:
        self.replies, self.group = replies, group
        self.squares = 0  # of all positions so far

    def text(self, opening: Any, replies: Any) -> str:
        maker, breaker = (frozenset(marks) for marks in self.replies.marks)
        if opening is None:
            return self.plan(replies, maker, breaker, self.group, self.group[0])
        group = [symmetry for symmetry in self.group if symmetry[opening] == opening]
        then = self.plan(replies, maker, breaker | {opening}, group, self.group[0])
        return f"({opening} . {then})"

    def plan(
        self,
        replies: Any,
        maker: frozenset[int],
        breaker: frozenset[int],
        group: Sequence[Permutation],
        to: Permutation,
    ) -> str:
        """Return the replies at a position, as a symmetry takes it to another one."""
        if replies is None:
            return self.pairs(maker, breaker, to)
        if isinstance(replies, dict):
            last = dict[int, int]()
            for reply, moves in replies["to"]:
                last |= dict.fromkeys(moves, reply)
            free = self.replies.squares - maker - breaker
            replies = [(move, last.get(move, replies["otherwise"]), None) for move in free]
        answers: dict[int, str] = {}
        for move, answer, rest in replies:
            marks, others = maker | {move}, breaker | {answer}
            staying = [s for s in group if s[move] == move and s[answer] == answer]
            for symmetry in group:
                way = tuple(to[square] for square in symmetry)
                if way[move] not in answers:
                    then = self.plan(rest, marks, others, staying, way)
                    answers[way[move]] = f"({way[answer]} . {then})"
        return _list(answers[move] for move in sorted(answers))

    def pairs(self, maker: frozenset[int], breaker: frozenset[int], to: Permutation) -> str:
        """Return a pairing of the free squares."""
        self.squares += len(to)
        if self.squares > MOST_UNFOLDED:
            raise _not_asked("replies on too many squares, as symmetries are unfolded")
        open_ = self.replies.open(breaker)
        owners = self.replies.paired(self.replies.squares - maker - breaker, open_, {})
        pairs: dict[int, list[int]] = {}
        for square, number in owners.items():
            pairs.setdefault(number, []).append(to[square])
        return f"(pairs {' '.join(map(_list, pairs.values()))})"
