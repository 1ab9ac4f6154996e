"""The frames of strategy stealing, read as formulas: what they choose, and what follows."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

from oracle_theories import Model
from tables import constant, contents, tabled, tupled
from test_theories import worlds

from ttt_asp.claims.problem import free_play
from ttt_asp.extensions.pairings.stealing import stealing_program
from ttt_asp.extensions.sizes.formulas import Theory
from ttt_asp.extensions.sizes.reading import read_theory
from ttt_asp.games.load import load_game
from ttt_asp.lp.syntax import signatures
from ttt_asp.programs.program import Program

# Fixes what the frame chooses as some facts have it.
FIXED = contents("extensions/sizes/at_most_one_fixed.lp")
Position = Callable[[str, tuple[int, ...]], bool]


def chosen(theory: Theory, size: tuple[int, int], random: Random) -> dict[str, int]:
    """Values of what is chosen: kinds, and squares; often the same one twice."""
    row, column = (random.randint(1, most) for most in size)
    found = {}
    for name in theory.chosen:
        same = column if name.endswith(".2") else row
        found[name] = random.choice((same, same, same, random.randint(0, 4)))
        if name.startswith("instead"):
            found[name] = random.randint(1, 4 if name.endswith(".2") else size[0])
        if name.startswith("kind"):
            found[name] = random.choice((1, 1, 1, 1, 2))
    return found


def marks(size: tuple[int, int], random: Random) -> Position:
    """Marks somewhere, and who is on turn."""
    turn = f"turn({random.choice('xxo')})"
    found = {square: f"marked({random.choice('xo...')}," for square in squares(size)}
    return lambda atom, at: turn in atom or found.get(at, "nothing") in atom


def left(size: tuple[int, int], random: Random) -> Position:
    """Squares that are left, and who are on turn."""
    found = {square for square in squares(size) if random.random() < 0.7}
    turns = random.choice(("x", "x", "o", "o", "xo", ""))
    return lambda atom, at: at in found if at else atom[len("free true(turn(")] in turns


def squares(size: tuple[int, int]) -> Iterator[tuple[int, ...]]:
    return product(range(1, size[0] + 1), range(1, size[1] + 1))


@dataclass(frozen=True)
class Frame:
    """A frame of a game on a board, the predicates looked at, and positions.

    Attributes:
        trap: the bait, if any.
        fixed: whether an atom says what was chosen, or what holds in the position.
        occurs: what some of the atoms begin with.
    """

    game: str
    constants: dict[str, str]
    trap: str
    shown: str
    position: Callable[[tuple[int, int], Random], Position]
    fixed: re.Pattern[str]
    occurs: tuple[str, ...]

    def program(self, rows: int, cols: int) -> Program:
        constants = {"rows": str(rows), "cols": str(cols), **self.constants}
        game = free_play(load_game(self.game, constants))
        return stealing_program(game, self.trap, every=True)


EXTRA = re.compile(r"extra\(|instead\(|does\(.*,(any|opening)\)$|true\(.*,any\)$")
RICH: tuple[str, ...] = tupled(constant(__file__, "RICH"))
BAITED = re.compile(r"does\(|true\(.*,any\)")
FRAMES = {
    "extra mark": Frame("tictactoe", {}, "", "EXTRA_MARK", marks, EXTRA, RICH),
    "extra mark, misere": Frame("tictactoe", {"misere": "1"}, "", "EXTRA_MARK", marks, EXTRA, RICH),
    "bait": Frame("chomp", {}, "eat(cell(rows,cols))", "BAIT", left, BAITED,
                  ("moves(any)", "taken", "unsound(any)")),
    "bait of a row": Frame("chomp", {}, "eat(cell(1,cols))", "BAIT", left, BAITED,
                           ("moves(any)", "taken", "unsound(any)")),
}  # fmt: skip


@tabled()
def test_a_frame_says_what_clingo_says(name: str, size: tuple[int, int]) -> None:
    frame = FRAMES[name]
    shown = signatures(constant(__file__, frame.shown))
    theory = read_theory(frame.program(3, 3), ["rows", "cols"], shown)
    assert not theory.axioms
    kinds = {name for name, _ in shown}
    fixed = FIXED.replace("(opening;any)", "(opening;baited;any)") if frame.trap else FIXED
    text, seen = f"{frame.program(*size).text}\n{fixed}\n", set[str]()
    for seed in range(40):
        random = Random(seed)
        holds = frame.position(size, random)
        values = {"rows": size[0], "cols": size[1], **chosen(theory, size, random)}
        said = Model(theory, values, holds, range(-1, 6)).atoms(kinds)
        facts = "".join(f"fixed({atom})." for atom in said if frame.fixed.match(atom))
        assert worlds(text + facts, shown=shown) == {frozenset(said)}, seed
        seen |= said
    assert all(any(atom.startswith(one) for atom in seen) for one in frame.occurs)
