"""What was recognised in a game, and where it is not one of lines."""

from collections.abc import Iterator

from ttt_asp.analyses.recognition import Recognition, Unlike
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Block, Drawing, Wrapped
from ttt_asp.show.paint import INK


def recognition(found: Recognition) -> Iterator[Block]:
    """What a game is, and where it is not one of lines."""
    name = INK(found.name, "bold")
    if found.of_lines == "no":
        yield f"{name} is not recognised as a game of lines"
        yield Wrapped(f"  {found.reason}", 2)
    else:
        yield f"{name} is a game of lines{' in part' * (found.of_lines == 'part')}"
        yield from (f"  {line}" for line in _recognised(found))
    notation = Notation(found.game)
    # where nothing was recognised, one position tells why
    for one in found.unlike[: None if found.of_lines == "part" else 1]:
        yield f"  not so: {one.what}; as here"
        yield from _position(one, notation)


def _recognised(found: Recognition) -> Iterator[str]:
    """What was recognised, a line for each thing."""
    board = f", {' x '.join(map(str, found.sides))}" if found.sides else ""
    yield f"roles       {', '.join(found.roles)}; {found.roles[0]} begins"
    yield f"squares     {found.squares:,}{board}"
    own = list(dict.fromkeys(found.lines.values()))
    sizes = sorted({len(line) for lines in own for line in lines})
    of = f"of {sizes[0]}" if len(sizes) == 1 else f"of {sizes[0]} to {sizes[-1]}"
    if len(own) == 1:
        yield f"lines       {len(own[0]):,} {of} squares; who completes one {found.completing}"
    else:
        many = ", ".join(f"{role} {len(lines):,}" for role, lines in found.lines.items())
        yield f"lines       {many}, {of} squares; who completes one {found.completing}"
    if found.otherwise:
        values = ", ".join(f"{role} {value}" for role, value in found.otherwise.items())
        yield f"else        {values}"
    else:
        yield "else        somebody always completes one"
    mark, meant = next(iter(found.marks.items()))
    yield f"marks       {mark} is {meant}, and so on"
    moves = [(action, mark) for action, mark in found.moves.items() if action != mark]
    if moves:
        yield f"moves       {moves[0][0]} is {moves[0][1]}, and so on"
    if found.own:
        words = ", ".join(f"{word} is {name}" for word, name in found.own.items())
        yield f"own words   {words}: the vocabulary's mean something else"


def _position(one: Unlike, notation: Notation) -> Iterator[Block]:
    if notation.has_board:
        fluents = map(notation.game.spelling.meant, one.position)
        rows = notation.rows(list(fluents))
        yield Drawing([f"    {' '.join(row)}".rstrip() for row in rows])
    else:
        yield Wrapped(f"      {', '.join(one.position)}", 6)
    if one.kind in ("moves", "pass", "next"):
        yield f"    {'; '.join(f'{role} does {action}' for role, action in one.moves.items())}"
