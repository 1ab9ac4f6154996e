"""Blocks that show a result: lines, tables, boards, plays and changes.

Each kind of result has one function that yields them; `text` and `html` show them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from string import ascii_uppercase

from ttt_asp.extension import renderer
from ttt_asp.games.game import Game
from ttt_asp.games.layout import square_places
from ttt_asp.layout import Layout
from ttt_asp.records import dataclass
from ttt_asp.result import Result
from ttt_asp.verdict import Play

Place = tuple[int, int]
# Behind the move that lost the claim, as in books on chess.
BLUNDER = " ??"


@dataclass(frozen=True, slots=True)
class Board:
    """One board, and the texts around it.

    Attributes:
        position: the fluents.
        new: places of the last move: in brackets, or with a heavy edge.
        lost: whether that move lost the claim: its edge is broken.
        may: free places that are recommended, with a star.
        labels: texts on other free places.
        kinds: the number of a place's kind, for its color.
        title: above it.
        below: texts below it, each on lines of its own.
    """

    position: frozenset[str]
    new: Collection[Place] = ()
    lost: bool = False
    may: Collection[Place] = ()
    labels: Mapping[Place, str] = field(default_factory=dict)
    kinds: Mapping[Place, int] = field(default_factory=dict)
    title: str = ""
    below: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A line that may take several.

    Attributes:
        text: its text; no line ends at a no-break space.
        hang: by how many spaces all lines but the first are indented.
        headline: whether it stays one line where no terminal shows it, as for `head -1`.
    """

    text: str
    hang: int = 0
    headline: bool = False


def first_line(text: str) -> Wrapped:
    """Return the headline of an answer."""
    return Wrapped(text, 2, headline=True)


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        header: the columns' names. rows: their cells.
        right: `r` at the places of columns that are aligned to the right, else anything.
    """

    header: Sequence[str]
    rows: Iterable[Sequence[str]]
    right: str = ""


@dataclass(frozen=True, slots=True)
class Boards:
    """Boards of one game; a board's position is written out where the game has none.

    Attributes:
        notation: the game's. boards: the boards. only_pages: texts do not show them.
    """

    notation: Layout
    boards: Sequence[Board]
    only_pages: bool = False


@dataclass(frozen=True, slots=True)
class Strip:
    """A play as boards, each under its move.

    Attributes:
        notation: the game's.
        play: the play.
        lost: the number of the move that lost the claim, if one did.
    """

    notation: Layout
    play: Play
    lost: int | None = None

    @property
    def boards(self) -> list[Board]:
        """The board after each move, and the first one if the play does not begin with the game."""
        play, boards = self.play, list[Board]()
        if play.anywhere or not play.moves:
            boards.append(Board(play.positions[0], title="from here"))
        for number, (move, decided) in enumerate(play.decided, 1):
            before, after = play.positions[number - 1], play.positions[number]
            lost = number == self.lost
            title = f"{number}. {move.role}{BLUNDER if lost else ''}"
            new = changed(self.notation, before, after)
            result = play.result if number == len(play.moves) else ""
            below = tuple(filter(None, ("" if new else move.action, decided, result)))
            boards.append(Board(after, new, lost, title=title, below=below))
        return boards


def changed(notation: Layout, before: frozenset[str], after: frozenset[str]) -> list[Place]:
    """Return the places whose glyph differs between two positions."""
    new = after ^ before
    return [place for place, drawn in notation.cells.items() if new & drawn.keys()]


def pairs_board(game: Game, pairs: Sequence[tuple[str, str]]) -> Board:
    """Return pairs on a board: each has a color and a letter, or a number if there are many."""
    where = square_places(game)
    few = len(pairs) <= len(ascii_uppercase)
    labels: dict[Place, str] = {}
    kinds: dict[Place, int] = {}
    for number, pair in enumerate(pairs):
        for square in pair:
            labels[where[square]] = ascii_uppercase[number] if few else str(number + 1)
            kinds[where[square]] = number
    title = f"{len(pairs)} pairs of squares"
    return Board(game.init, labels=labels, kinds=kinds, title=title)


@dataclass(frozen=True, slots=True)
class Changes:
    """The lines of two lists, each with `-` if it is gone, `+` if it is new, or nothing."""

    lines: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines whose characters stand below each other."""

    lines: Sequence[str]


# A text is one line, with the indentation that it begins with; an empty one sets others apart.
Block = str | Wrapped | Table | Boards | Strip | Changes | Drawing


def blocks(result: Result) -> Iterator[Block]:
    """Return the blocks of a result."""
    show: Callable[[Result], Iterator[Block]] = renderer(type(result))
    return show(result)
