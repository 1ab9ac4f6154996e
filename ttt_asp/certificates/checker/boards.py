"""Games of marking squares: m,n,k games, hypercubes, and those of listed winning sets."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from ttt_asp.certificates.checker.format import Rejected, check, check_keys, names, quote

MAX_LINES = 1_000_000  # of a hypercube, about

Position = Any  # a text (Board) or a tuple[int, ...] (Rules)
Line = Sequence[int]  # the places of a set
Lines = Mapping[int, Sequence[Line]]  # sets with some place, by another place of each
Permutation = tuple[int, ...]  # of the squares, by their numbers


class View(NamedTuple):
    """What the rules say about a position."""

    ending: str | None  # if play ends here, how: a key of the counts of plays
    goals: Mapping[str, int]  # if play ends here: of each role
    mover: str | None  # the role that has a choice, if one has
    legal: Sequence[int]  # its moves; one, of any number, for what is played unasked
    after: Callable[[int], Position]
    many: int = 1  # for how many positions this one stands
    staying: Sequence[Permutation] = ()  # symmetries that leave it as it is


class Board:
    """A game of marking squares: two roles take free ones for good, to complete sets of them.

    A position is the text that lists it. A square's place is where its character stands there.
    """

    def __init__(
        self,
        about: str,  # what roles do, and by what they win
        roles: Sequence[str],
        blank: str,  # the position without marks
        through: Sequence[Mapping[int, Lines]],  # each role's sets with a place
        misere: bool = False,
        otherwise: str = "tie",  # or the role that wins when nobody completes a set
        marked: Sequence[Iterable[int]] = ((), ()),  # what each role owns at first
        turns: Sequence[int] | None = None,  # the number of the role that makes each move
    ) -> None:
        """Make the rules: those of taking turns until no square is free, if not told otherwise."""
        self.roles, self.blank, self.otherwise = roles, blank, otherwise
        self.places = [place for place, sign in enumerate(blank) if sign == "."]
        self.turns = [n % 2 for n in range(len(self.places))] if turns is None else turns
        self.endings = (*roles, "tie")  # what is counted, even if none ends so
        first, second = roles
        goals = {first: (100, 0), second: (0, 100), "tie": (50, 50)}
        self.ends = {
            ending: View(ending, dict(zip(roles, values, strict=True)), None, (), lambda _: None)
            for ending, values in goals.items()
        }
        self.winners = (second, first) if misere else (first, second)
        rest = "it is a tie" if otherwise == "tie" else f"{otherwise} wins"
        self.about = (
            f"The game: {first} and {second} mark {about} {'loses' if misere else 'wins'};"
            f" otherwise {rest}. Its rules are built in."
        )
        self.through = through
        signs = list(blank)
        for sign, squares in zip("xo", marked, strict=True):
            for square in squares:
                signs[self.places[square]] = sign
        self.initial: Position = "".join(signs)
        self.completed: dict[Position, int] = {}  # positions with a set of this role's, once met
        for role, squares in enumerate(marked):
            if any(self.completes(role, self.places[square], signs) for square in squares):
                self.completed[self.initial] = role

    def age(self, position: str) -> int:
        """A number that every move makes greater."""
        return -position.count(".")

    def read(self, value: Any) -> Position:
        """A position, as it is listed."""
        text = check(str, value, "positions")
        if text.replace("x", ".").replace("o", ".") != self.blank:
            raise Rejected(f"positions: {quote(text)} is not a board of that size")
        return text

    def show(self, position: Position) -> str:
        """The position as it is listed, for a message."""
        return f"position {position[:200]}"

    def view(self, position: Position) -> View:
        """What the rules say about the initial position, or one that a move has led to."""
        if position in self.completed:
            return self.ends[self.winners[self.completed[position]]]
        made = self.initial.count(".") - position.count(".")
        if made == len(self.turns):
            return self.ends[self.otherwise]
        role = self.turns[made]

        def after(move: int) -> Position:
            place = self.places[move]
            then = position[:place] + "xo"[role] + position[place + 1 :]
            if self.completes(role, place, then):
                self.completed[then] = role
            return then

        free = [number for number, place in enumerate(self.places) if position[place] == "."]
        return View(None, {}, self.roles[role] if len(free) > 1 else None, free, after)

    def completes(self, role: int, last: int, position: Sequence[str]) -> bool:
        """Whether the role has all squares of a set that the last of its marks belongs to."""
        sign = "xo"[role]
        for other, sets in self.through[role][last].items():
            if position[other] == sign:
                for one in sets:
                    for place in one:
                        if position[place] != sign:
                            break
                    else:
                        return True
        return False


def by_place(sets: Iterable[Line]) -> Mapping[int, Lines]:
    """For each place the sets that have it, by the other place of each that fewest sets have.

    Where many sets go through one place, a position has few of the others.
    """
    each = list(dict.fromkeys(tuple(sorted(one)) for one in sets))
    many = Counter(place for one in each for place in one)
    found: dict[int, dict[int, list[Line]]] = defaultdict(dict)
    for one in each:
        one = tuple(sorted(one, key=many.__getitem__))
        for place in one:
            other = one[1] if place == one[0] and len(one) > 1 else one[0]
            found[place].setdefault(other, []).append(one)
    return found


def tictactoe(given: Any) -> Board:
    """The m,n,k games."""
    const = constants(given, ("rows", "cols", "line"))
    rows, cols, line = const["rows"], const["cols"], const["line"]
    lines = []
    for i, j, (down, right) in product(range(rows), range(cols), ((0, 1), (1, 0), (1, 1), (1, -1))):
        if i + down * (line - 1) < rows and 0 <= j + right * (line - 1) < cols:
            first, step = i * (cols + 1) + j, down * (cols + 1) + right
            lines.append([first + step * n for n in range(line)])
    about = f"the squares of a {rows} x {cols} board in turn; who completes {line} in a row"
    return in_turn(about, "/".join(["." * cols] * rows), by_place(lines), const)


def hypercube(given: Any) -> Board:
    """The cubes of any dimension."""
    const = constants(given, ("side", "dim"))
    side, dim = const["side"], const["dim"]
    if side < 2 or (side + 2) ** dim > MAX_LINES:
        raise Rejected("const: a side of one square, or too many lines")
    many = ((side + 2) ** dim - side**dim) // 2  # every coordinate stays, goes up, or goes down
    about = f"the squares of a cube, {side}^{dim}, in turn; who completes one of {many} lines"
    return in_turn(about, "." * side**dim, CubeLines(side, dim), const)


class CubeLines(dict[int, Lines]):
    """For each square of a cube the lines through it, worked out when they are asked for.

    On a line every coordinate stays what it is, goes up from 0, or goes down to 0.
    """

    def __init__(self, side: int, dim: int) -> None:
        """A cube of this many dimensions."""
        self.side, self.dim = side, dim

    def __missing__(self, square: int) -> Lines:
        lines: dict[int, Sequence[Line]] = {}  # through two squares there is one line
        for at in range(self.side):  # where on the line the square is
            ways = []
            for k in range(self.dim):  # the last coordinate is the fastest
                value, up = square // self.side**k % self.side, self.side**k
                ways.append([0] + [up] * (value == at) + [-up] * (value == self.side - 1 - at))
            for way in product(*ways):
                if (step := sum(way)) > 0:  # the way back is the same line
                    first = square - at * step
                    other = first + step if at == 0 else first
                    lines[other] = [range(first, first + self.side * step, step)]
        self[square] = lines
        return lines


def in_turn(about: str, blank: str, lines: Mapping[int, Lines], const: Mapping[str, int]) -> Board:
    """The game of x and o with these lines."""
    misere = const["misere"] == 1
    if const["maker_breaker"]:
        about = f"{about}, where lines count for x only,"
        return Board(about, "xo", blank, (lines, by_place(())), misere, "x" if misere else "o")
    return Board(about, "xo", blank, (lines, lines), misere)


def constants(given: Any, sizes: Iterable[str]) -> dict[str, int]:
    """The constants of a game that is built in."""
    flags = ("misere", "maker_breaker")
    found = dict.fromkeys(flags, 0) | check_keys(given, "const", sizes, *flags)
    for key, value in found.items():
        low, high = (0, 1) if key in flags else (1, 100)
        if not low <= check(int, value, key) <= high:
            raise Rejected(f"const: {key} is not from {low} to {high}")
    return found


def listed_sets(given: Any) -> Board:
    """The game that is made of these sets."""
    keys = ("roles", "squares", "marked", "turns", "sets", "completing", "otherwise")
    found = check_keys(given, "sets", keys)
    roles, squares = names(found["roles"], "roles of the sets"), names(found["squares"], "squares")
    numbers = {square: number for number, square in enumerate(squares)}
    if len(roles) != 2 or "tie" in roles or not squares:
        raise Rejected("sets: not two roles, or no squares")

    def members(value: Any, what: str) -> list[int]:
        if unknown := set(names(value, what)) - numbers.keys():
            raise Rejected(f"{what}: {quote(min(unknown))} is no square")
        return [numbers[square] for square in value]

    each = check_keys(found["marked"], "marked", roles)
    marked = [set(members(each[role], "marked")) for role in roles]
    each = check_keys(found["sets"], "sets", roles)
    sets = [[members(one, "a set") for one in check(list, each[r], "sets")] for r in roles]
    turns = [check(str, role, "turns") for role in check(list, found["turns"], "turns")]
    if set(turns) - set(roles) or len(turns) + len(marked[0]) + len(marked[1]) > len(squares):
        raise Rejected("turns: of nobody, or more of them than squares")
    if marked[0] & marked[1] or [] in sets[0] or [] in sets[1]:
        raise Rejected("sets: a square has two owners, or a set has no squares")
    if all(any(marked[role].issuperset(one) for one in sets[role]) for role in (0, 1)):
        raise Rejected("sets: both roles have completed one at first")
    misere, otherwise = found["completing"] == "loses", check(str, found["otherwise"], "otherwise")
    if found["completing"] not in ("wins", "loses") or otherwise not in (*roles, "tie"):
        raise Rejected("sets: completing does not win or lose, or otherwise nobody wins or ties")
    many = ", ".join(f"{role} has {len(sets[n])}" for n, role in enumerate(roles))
    about = f"the {len(squares)} squares, in the turns listed; who completes a listed set ({many})"
    order = [roles.index(role) for role in turns]
    through = [by_place(each) for each in sets]
    return Board(about, roles, "." * len(squares), through, misere, otherwise, marked, order)
