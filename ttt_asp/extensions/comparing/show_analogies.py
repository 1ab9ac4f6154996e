"""Elements of the board that play the same role in a strategy."""

from collections.abc import Iterator
from string import ascii_lowercase

from ttt_asp.extensions.comparing.analogies import Analogies
from ttt_asp.games.layout import square_places
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Block, Board, Boards, Place, Table
from ttt_asp.show.terminal import painted


def analogies(analogies: Analogies) -> Iterator[Block]:
    """Yield the roles of elements as a table, the squares as a board or a list."""
    yield f"{painted(analogies.strategy, 'bold')}, {analogies.role} to move"
    yield from ("", roles_of_elements(analogies), "")
    verb = "is" if analogies.respected == 1 else "are"
    symmetries = f"{analogies.respected:,} of the board's {analogies.symmetries:,} symmetries"
    yield f"{symmetries} {verb} respected; analogous squares"
    where = square_places(analogies.game)
    labels: dict[Place, str] = {}
    for squares, letter in zip(analogies.squares, ascii_lowercase, strict=False):
        labels |= {where[square]: letter for square in squares if square in where}
    if len(labels) < sum(map(len, analogies.squares)):
        yield from (f"  {', '.join(squares)}" for squares in analogies.squares)
        return
    kinds = {place: ascii_lowercase.index(letter) for place, letter in labels.items()}
    yield Boards(Notation(analogies.game), [Board(frozenset(), labels=labels, kinds=kinds)])


def roles_of_elements(analogies: Analogies) -> Table:
    """Return a table with a row for each role of elements."""
    header = ("analogous", "activate it alone", "on themselves too", "squares that matter")
    words = {True: "yes", False: "no"}
    rows = [
        (", ".join(names), words[part.activates], words[part.inside], part.relevant)
        for part, names in zip(analogies.parts, analogies.groups, strict=True)
    ]
    return Table(header, rows)
