"""Games of marking squares, given by their winning sets; the lines of those that are known."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

from .format import Rejected, check, check_keys, names, quote

MAX_LINES = 1_000_000  # of a hypercube, about

Position = Any  # a text (Board) or a tuple[int, ...] (Rules)
Set = frozenset[int]  # the numbers of squares
Permutation = tuple[int, ...]  # of the squares, by their numbers


class View(NamedTuple):
    """A position by the rules: how play ends there, or who moves, and where to."""

    ending: str | None  # if play ends here, how: a key of the counts of plays
    goals: Mapping[str, int]  # if play ends here: of each role
    mover: str | None  # the role that has a choice, if one has
    legal: Sequence[int]  # its moves; one, of any number, for what is played unasked
    after: Callable[[int], Position]
    many: int = 1  # for how many positions this one stands
    staying: Sequence[Permutation] = ()  # symmetries that leave it as it is


class Board:
    """A game of marking squares: two roles take free ones for good, to complete sets of them.

    A position is the text that lists it, a character for each square.
    """

    def __init__(self, given: Any) -> None:
        """Read the game that is made of the sets in a certificate."""
        keys = ("roles", "squares", "marked", "turns", "sets", "completing", "otherwise")
        fields = check_keys(given, "sets", keys)
        self.roles, squares = names(fields["roles"], "roles of the sets"), fields["squares"]
        numbers = {square: number for number, square in enumerate(names(squares, "squares"))}
        if len(self.roles) != 2 or "tie" in self.roles or not numbers:
            raise Rejected("sets: not two roles, or no squares")

        def members(value: Any, label: str) -> Set:
            if unknown := set(names(value, label)) - numbers.keys():
                raise Rejected(f"{label}: {quote(min(unknown))} is no square")
            return frozenset(numbers[square] for square in value)

        each = check_keys(fields["marked"], "marked", self.roles)
        self.marked = [members(each[role], "marked") for role in self.roles]
        each = check_keys(fields["sets"], "sets", self.roles)
        self.sets = [
            list(dict.fromkeys(members(item, "a set") for item in check(list, each[role], "sets")))
            for role in self.roles
        ]
        turns = [check(str, role, "turns") for role in check(list, fields["turns"], "turns")]
        first, second = self.marked
        if set(turns) - set(self.roles) or len(turns) + len(first) + len(second) > len(numbers):
            raise Rejected("turns: of nobody, or more of them than squares")
        if first & second or any(not winning for sets in self.sets for winning in sets):
            raise Rejected("sets: a square has two owners, or a set has no squares")
        self.turns = [self.roles.index(role) for role in turns]
        self.otherwise = check(str, fields["otherwise"], "otherwise")
        completing = fields["completing"]
        misere = completing == "loses"
        if completing not in ("wins", "loses") or self.otherwise not in (*self.roles, "tie"):
            raise Rejected(
                "sets: completing does not win or lose, or otherwise nobody does or ties"
            )
        self.winners = self.roles[::-1] if misere else self.roles  # by who completes a set
        self.squares = len(numbers)
        self.through = [by_square(sets) for sets in self.sets]
        self.initial: Position = "".join(
            "x" if n in first else "o" if n in second else "." for n in range(self.squares)
        )
        # positions with a set of this role's, once met
        self.completed: dict[Position, int] = {}
        for role in (0, 1):
            if any(winning <= self.marked[role] for winning in self.sets[role]):
                if self.completed:
                    raise Rejected("sets: both roles have completed one at first")
                self.completed[self.initial] = role

        self.endings = (*self.roles, "tie")  # what is counted, even if none ends so
        goals = zip(self.endings, ((100, 0), (0, 100), (50, 50)), strict=True)
        self.ends = {
            ending: View(ending, dict(zip(self.roles, values, strict=True)), None, (), lambda _: "")
            for ending, values in goals
        }
        many = ", ".join(f"{role} has {len(self.sets[n])}" for n, role in enumerate(self.roles))
        rest = "it is a tie" if self.otherwise == "tie" else f"{self.otherwise} wins"
        self.about = (
            f"The game: {' and '.join(self.roles)} mark {self.squares} squares, in the turns "
            f"listed; who completes a listed set ({many}) {completing}; otherwise {rest}."
        )

    def age(self, position: str) -> int:
        """Return a number that every move makes greater."""
        return -position.count(".")

    def read(self, value: Any) -> Position:
        """Return a position that is listed."""
        text = check(str, value, "positions")
        if len(text) != self.squares or text.strip("xo."):
            raise Rejected(f"positions: {quote(text)} is not a board of that size")
        return text

    def show(self, position: Position) -> str:
        """Return a position for a message, as it is listed."""
        return f"position {position[:200]}"

    def view(self, position: Position) -> View:
        """Return the view of the initial position, or of one that a move has led to."""
        if position in self.completed:
            return self.ends[self.winners[self.completed[position]]]
        made = self.initial.count(".") - position.count(".")
        if made == len(self.turns):
            return self.ends[self.otherwise]
        role = self.turns[made]

        def after(move: int) -> Position:
            then = position[:move] + "xo"[role] + position[move + 1 :]
            if self.completes(role, move, then):
                self.completed[then] = role
            return then

        free = [square for square, sign in enumerate(position) if sign == "."]
        return View(None, {}, self.roles[role] if len(free) > 1 else None, free, after)

    def completes(self, role: int, last: int, position: str) -> bool:
        """Return whether the role has all squares of a set with the last of its marks."""
        sign = "xo"[role]
        for other, sets in self.through[role][last].items():
            if position[other] == sign:
                for winning in sets:
                    for square in winning:
                        if position[square] != sign:
                            break
                    else:
                        return True
        return False


def by_square(sets: Iterable[Set]) -> Mapping[int, Mapping[int, Sequence[Sequence[int]]]]:
    """Return for each square its sets, by the other square of each that fewest sets have.

    Where many sets go through one square, a position has few of the others.
    """
    many = Counter(square for winning in sets for square in winning)
    index: dict[int, dict[int, list[Sequence[int]]]] = defaultdict(dict)
    for winning in sets:
        order = sorted(sorted(winning), key=many.__getitem__)
        for square in order:
            other = order[1] if square == order[0] and len(order) > 1 else order[0]
            index[square].setdefault(other, []).append(order)
    return index


def is_known(name: str, given: Any, board: Board) -> bool:
    """Return whether a game is known here by its name; its lines are worked out, and compared.

    Raises:
        Rejected: the sets that are listed make another game.
    """
    sizes = {"tictactoe": ("rows", "cols", "line"), "hypercube": ("side", "dim")}
    if name not in sizes:
        return False
    flags = ("misere", "maker_breaker")
    const = dict.fromkeys(flags, 0) | check_keys(given, "const", sizes[name], *flags)
    for key, value in const.items():
        low, high = (0, 1) if key in flags else (1, 100)
        if not low <= check(int, value, key) <= high:
            raise Rejected(f"const: {key} is not from {low} to {high}")
    misere, breaker = const["misere"] == 1, const["maker_breaker"] == 1
    if name == "tictactoe":
        sides, line = (const["rows"], const["cols"]), const["line"]
    else:
        sides, line = (const["side"],) * const["dim"], const["side"]
        if line < 2 or (line + 2) ** len(sides) > MAX_LINES:
            raise Rejected("const: a side of one square, or too many lines")
    squares, lines = prod(sides), lines_of(sides, line)
    if (
        [*board.roles] != ["x", "o"]
        or board.squares != squares
        or any(board.marked)
        or board.turns != [n % 2 for n in range(squares)]
        or [*map(set, board.sets)] != [lines, set() if breaker else lines]
        or board.winners != (["o", "x"] if misere else ["x", "o"])
        or board.otherwise != ("tie" if not breaker else "x" if misere else "o")
    ):
        raise Rejected(f"sets: they are not those of {name}")
    return True


def lines_of(sides: Sequence[int], line: int) -> set[Set]:
    """Return the lines of a length in a box whose squares are numbered row by row.

    On a line every coordinate stays what it is, goes up, or goes down.
    """

    def number(coordinates: Iterable[int]) -> int:
        total = 0
        for side, coordinate in zip(sides, coordinates, strict=True):
            total = total * side + coordinate
        return total

    lines = set()
    for way in product((-1, 0, 1), repeat=len(sides)):
        firsts = [
            [first for first in range(side) if 0 <= first + step * (line - 1) < side]
            for side, step in zip(sides, way, strict=True)
        ]
        step = number(way)
        if any(way):  # the way back makes the same lines
            for start in map(number, product(*firsts)):
                lines.add(frozenset(start + step * n for n in range(line)))
    return lines
