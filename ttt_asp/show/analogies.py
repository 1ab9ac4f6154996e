"""What plays the same role in a strategy, as text."""

from string import ascii_lowercase

from ttt_asp.analyses.analogies import Analogies
from ttt_asp.games.lines import places
from ttt_asp.show.paint import Paint
from ttt_asp.show.table import table

HEADER = ("analogous", "activate it alone", "on themselves too", "squares that matter")


def analogies_text(found: Analogies, paint: Paint) -> str:
    """The roles of elements as a table, the squares as a board or a list."""
    rows = roles_of_elements(found)
    lines = [f"{paint(found.strategy, 'bold')}, {found.role} to move", "", table(HEADER, rows), ""]
    lines.append(f"{respected(found)}; analogous squares")
    drawn = letters(found)
    if len(drawn) < sum(map(len, found.squares)):
        return "\n".join([*lines, *(f"  {', '.join(squares)}" for squares in found.squares)])
    for i in range(1, max(i for i, _ in drawn) + 1):
        width = max(j for _, j in drawn)
        cells = [drawn.get((i, j), " ") for j in range(1, width + 1)]
        lines.append("".join(f" {cell} " for cell in cells).rstrip())
    return "\n".join(lines)


def respected(found: Analogies) -> str:
    """How many symmetries of the board the strategy respects."""
    verb = "is" if found.respected == 1 else "are"
    return f"{found.respected:,} of the board's {found.symmetries:,} symmetries {verb} respected"


def letters(found: Analogies) -> dict[tuple[int, int], str]:
    """The same letter on squares that respected symmetries exchange, by their places."""
    where = places(found.game)
    return {
        place: letter
        for squares, letter in zip(found.squares, ascii_lowercase, strict=False)
        for square in squares
        if (place := where.get(square))
    }


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
