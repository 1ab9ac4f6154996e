"""Games on narrow boards, tactics, and what a lemma says, in plain Python: nothing of ttt_asp.

A board is a text with a character for each square, row by row from the top: whose mark is on it, or
a full stop; of chocolate `#`, or a full stop where it is eaten. Every rule that a text of clingo's
says is said here a second time, by a function.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

Square = tuple[int, int]


@dataclass(frozen=True)
class Position:
    """A board, and whose turn it is."""

    squares: str
    mover: str


@dataclass(frozen=True)
class Narrow:
    """A game on a board of a few columns: `marks`, marks that `fall`, or `chomp`."""

    kind: str
    rows: int
    cols: int
    line: int = 3

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return Position(("#" if self.kind == "chomp" else ".") * self.rows * self.cols, "x")

    @property
    def all_squares(self) -> Iterator[Square]:
        """All squares, row by row."""
        return ((i, j) for i in range(1, self.rows + 1) for j in range(1, self.cols + 1))

    def on(self, here: Position, i: int, j: int) -> str:
        """What is on a square; empty outside the board."""
        if not (1 <= i <= self.rows and 1 <= j <= self.cols):
            return ""
        return here.squares[(i - 1) * self.cols + j - 1]

    def moves(self, here: Position) -> set[Square]:
        """The squares that may be marked, or bitten at."""
        if self.kind == "chomp":
            return {square for square in self.all_squares if self.on(here, *square) == "#"}
        found = {square for square in self.all_squares if self.on(here, *square) == "."}
        if self.kind == "fall":
            found = {(i, j) for i, j in found if self.on(here, i + 1, j) != "."}
        return found

    def after(self, here: Position, move: Square) -> Position:
        """The position after a move."""
        new = list(here.squares)
        for i, j in self.all_squares:
            if self.kind == "chomp" and i >= move[0] and j >= move[1]:
                new[(i - 1) * self.cols + j - 1] = "."
            if self.kind != "chomp" and (i, j) == move:
                new[(i - 1) * self.cols + j - 1] = here.mover
        return Position("".join(new), other(here.mover))

    def winner(self, here: Position) -> str:
        """Who has won; `-` if it is a draw, empty if play goes on."""
        if self.kind == "chomp":
            return "" if self.on(here, 1, 1) == "#" else here.mover
        for i, j in self.all_squares:
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                owners = {self.on(here, i + n * down, j + n * right) for n in range(self.line)}
                if owners in ({"x"}, {"o"}):
                    return owners.pop()
        return "" if "." in here.squares else "-"


def other(role: str) -> str:
    """The opponent of a role."""
    return "o" if role == "x" else "x"


# Says which moves a strategy recommends.
Strategy = Callable[[Narrow, Position], set[Square]]


def reached(
    game: Narrow, strategies: Mapping[str, Strategy], most: int
) -> tuple[set[Position], bool] | None:
    """All positions that plays come to, and whether somebody is stuck; None if they are too many.

    Args:
        game: the game.
        strategies: who has none plays anything.
        most: positions.
    """
    found, wanted, stuck = {game.start}, [game.start], False
    while wanted:
        here = wanted.pop()
        if game.winner(here):
            continue
        moves = strategies.get(here.mover, Narrow.moves)(game, here) & game.moves(here)
        stuck |= not moves
        for move in moves:
            then = game.after(here, move)
            if then not in found:
                found.add(then)
                wanted.append(then)
        if len(found) > most:
            return None
    return found, stuck


@dataclass(frozen=True)
class Said:
    """A condition on the square in row I and column J, in words of clingo's and in Python.

    Attributes:
        text: about I and J, the roles P and Q, and the number of rows.
        holds: of the game, the position, the role P, I and J.
    """

    text: str
    holds: Callable[[Narrow, Position, str, int, int], bool]


def marked(role: str, down: int, right: int) -> Said:
    """The condition that a role owns a square so far away; P is whose turn it is, Q the other."""

    def holds(game: Narrow, here: Position, mover: str, i: int, j: int) -> bool:
        whose = {"P": mover, "Q": other(mover)}.get(role, role)
        return game.on(here, i + down, j + right) == whose

    return Said(f"marked({role},cell({shifted('I', down)},{shifted('J', right)}))", holds)


def left(row: str, right: int) -> Said:
    """The condition that of chocolate a square is left: in a row `I`, `I-1`, `I+1`, `1` or `2`."""

    def holds(game: Narrow, here: Position, mover: str, i: int, j: int) -> bool:
        rows = {"I": i, "I+1": i + 1, "I-1": i - 1, "1": 1, "2": 2}
        return game.on(here, rows[row], j + right) == "#"

    return Said(f"left(cell({row},{shifted('J', right)}))", holds)


def whole(text: str) -> Said:
    """The condition that the second column of chocolate is left down to row I-2."""

    def holds(game: Narrow, here: Position, mover: str, i: int, j: int) -> bool:
        return all(game.on(here, k, 2) == "#" for k in range(1, i - 1))

    return Said(text, holds)


def inside(down: int, right: int) -> Said:
    """The condition that so far away there is a square."""

    def holds(game: Narrow, here: Position, mover: str, i: int, j: int) -> bool:
        return bool(game.on(here, i + down, j + right))

    return Said(f"square(cell({shifted('I', down)},{shifted('J', right)}))", holds)


def free(down: int, right: int) -> Said:
    """The condition that so far away there is a square that nobody owns."""

    def holds(game: Narrow, here: Position, mover: str, i: int, j: int) -> bool:
        return game.on(here, i + down, j + right) == "."

    square = f"cell({shifted('I', down)},{shifted('J', right)})"
    return Said(f"square({square}), not marked(x,{square}), not marked(o,{square})", holds)


def number(text: str, holds: Callable[[int, int, int], bool]) -> Said:
    """A condition on I, J and the number of rows."""
    return Said(text, lambda game, here, mover, i, j: holds(i, j, game.rows))


def negated(said: Said) -> Said:
    """The opposite of a condition that is an atom."""
    return Said(f"not {said.text}", lambda *asked: not said.holds(*asked))


def shifted(name: str, by: int) -> str:
    """A name, and a number added to it."""
    return f"{name}{by:+d}" if by else name


# Of each rule the conditions; one rule is enough.
Rules = tuple[tuple[Said, ...], ...]


def tactic(rules: Rules) -> Strategy:
    """The strategy that recommends squares of which some rule says so."""

    def recommended(game: Narrow, here: Position) -> set[Square]:
        return {move for move in game.moves(here) if holds_of(game, here, rules, move)}

    return recommended


def holds_of(game: Narrow, here: Position, rules: Rules, square: Square) -> bool:
    """Whether all conditions of some rule hold of a square."""
    return any(all(said.holds(game, here, here.mover, *square) for said in one) for one in rules)


def first(*strategies: Strategy) -> Strategy:
    """The strategy of the first of some that recommends anything; any move, if none does."""

    def recommended(game: Narrow, here: Position) -> set[Square]:
        found = (strategy(game, here) for strategy in strategies)
        return next(filter(None, found), game.moves(here))

    return recommended
