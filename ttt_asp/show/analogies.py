"""What plays the same role in a strategy."""

from collections.abc import Iterator
from string import ascii_lowercase

from ttt_asp.analyses.analogies import Analogies
from ttt_asp.games.layout import places
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Block, Board, Boards, Panel, Table
from ttt_asp.show.paint import INK

HEADER = ("analogous", "activate it alone", "on themselves too", "squares that matter")


def analogies(found: Analogies) -> Iterator[Block]:
    """The roles of elements as a table, the squares as a board or a list."""
    yield f"{INK(found.strategy, 'bold')}, {found.role} to move"
    yield from ("", Table(HEADER, roles_of_elements(found)), "")
    verb = "is" if found.respected == 1 else "are"
    symmetries = f"{found.respected:,} of the board's {found.symmetries:,} symmetries"
    yield f"{symmetries} {verb} respected; analogous squares"
    where = places(found.game)
    labels = {
        where[square]: letter
        for squares, letter in zip(found.squares, ascii_lowercase, strict=False)
        for square in squares
        if square in where
    }
    if len(labels) < sum(map(len, found.squares)):
        yield from (f"  {', '.join(squares)}" for squares in found.squares)
        return
    kinds = {place: ascii_lowercase.index(letter) for place, letter in labels.items()}
    shown = Board(frozenset(), labels=labels, kinds=kinds)
    yield Boards(Notation(found.game), [Panel(shown)])


def roles_of_elements(found: Analogies) -> list[tuple[str, ...]]:
    """A row of the table for each role, under `HEADER`."""
    return [
        (
            ", ".join(names),
            "yes" if part.activates else "no",
            "yes" if part.inside else "no",
            part.relevant,
        )
        for part, names in zip(found.parts, found.groups, strict=True)
    ]
