"""Games of lines that were recognised in other rules, and maps between games."""

from collections.abc import Iterator
from itertools import chain

from ttt_asp.extensions.recognition.analysis import Mismatch, Recognition
from ttt_asp.extensions.recognition.same_game import SameGame
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import number_of
from ttt_asp.show.blocks import Block, Board, Boards, Drawing, Place, Wrapped
from ttt_asp.show.terminal import painted
from ttt_asp.verdict import Move


def recognition(recognition: Recognition) -> Iterator[Block]:
    """Yield what was recognised, and where the game is not one of lines."""
    name = painted(recognition.name, "bold")
    if recognition.of_lines == "no":
        yield f"{name} is not recognised as a game of lines"
        yield Wrapped(f"  {recognition.reason}", 2)
    else:
        in_part = " in part" if recognition.of_lines == "part" else ""
        yield f"{name} is a game of lines{in_part}"
        yield from (f"  {line}" for line in _recognised(recognition))
    notation = Notation(recognition.game)
    # where nothing was recognised, one position tells why
    for mismatch in recognition.unlike[: None if recognition.of_lines == "part" else 1]:
        yield f"  not so: {mismatch.what}; as here"
        yield from _position(mismatch, notation)


def _recognised(recognition: Recognition) -> Iterator[str]:
    """Yield a line for each thing that was recognised."""
    board = f", {' x '.join(map(str, recognition.sides))}" if recognition.sides else ""
    yield f"roles       {', '.join(recognition.roles)}; {recognition.roles[0]} begins"
    yield f"squares     {recognition.squares:,}{board}"
    different = list(dict.fromkeys(recognition.lines.values()))
    sizes = sorted({*map(len, chain.from_iterable(different))})
    of = f"of {sizes[0]}" if len(sizes) == 1 else f"of {sizes[0]} to {sizes[-1]}"
    numbers = f"{len(different[0]):,}"
    if len(different) > 1:
        each = [f"{role} {len(lines):,}" for role, lines in recognition.lines.items()]
        numbers = f"{', '.join(each)},"
    yield f"lines       {numbers} {of} squares; who completes one {recognition.completing}"
    if recognition.otherwise:
        values = ", ".join(f"{role} {value}" for role, value in recognition.otherwise.items())
        yield f"else        {values}"
    else:
        yield "else        somebody always completes one"
    mark, meant = next(iter(recognition.marks.items()))
    yield f"marks       {mark} is {meant}, and so on"
    moves = [(action, mark) for action, mark in recognition.moves.items() if action != mark]
    if moves:
        yield f"moves       {moves[0][0]} is {moves[0][1]}, and so on"
    if recognition.own:
        words = ", ".join(f"{word} is {name}" for word, name in recognition.own.items())
        yield f"own words   {words}: the words are the vocabulary's"


def _position(mismatch: Mismatch, notation: Notation) -> Iterator[Block]:
    if notation.has_board:
        fluents = map(notation.game.spelling.meant, mismatch.position)
        rows = notation.rows(list(fluents))
        yield Drawing([f"    {' '.join(row)}".rstrip() for row in rows])
    else:
        yield Wrapped(f"      {', '.join(mismatch.position)}", 6)
    if mismatch.kind in ("moves", "pass", "next"):
        yield f"    {'; '.join(f'{role} does {action}' for role, action in mismatch.moves.items())}"


_ANSWERS = {
    "proved": "are the same game: proved",
    "refuted": "are not the same game: proved",
    "unknown": "are perhaps the same game: unknown",
}


def same_game(same: SameGame) -> Iterator[Block]:
    """Yield the answer, and the map, as a board where one of the games has one."""
    first, second = (game.name for game in same.games)
    yield f"{painted(f'{first} and {second}', 'bold')} {_ANSWERS[same.verdict]}"
    if same.verdict == "unknown":
        yield f"  {same.reason}"
        return
    if same.verdict == "refuted":
        for count, ours, theirs in same.differ:
            yield f"  {count}: {ours:,} of {first}, {theirs:,} of {second}"
        if same.plays:
            plays = number_of(len(same.plays), "play")
            yield f"  no map of roles and moves fits {plays} of {first}"
        return
    yield "  " + ", ".join(f"{role} is {other}" for role, other in same.roles.items())
    yield from ("", *_map(same), "")
    if same.lines:
        yield from (f"  {line} is {image}" for line, image in same.lines.items())
        yield ""
    where = "one move from any position at which the games agree"
    if same.positions:
        where = f"all {same.positions:,} pairs of positions"
    yield f"  by {where}; {number_of(same.guesses, 'map')} tried"


def _map(same: SameGame) -> Iterator[Block]:
    """Yield the map of moves, on a board where that can be done."""
    first, second = same.games
    there = [(move, other) for move, other in same.moves]
    back = [(other, move) for move, other in same.moves]
    drawn = [(_labels(there, first), first, second), (_labels(back, second), second, first)]
    labels, game, other = max(drawn, key=lambda candidate: max(candidate[0], default=(0, 0)))
    if labels:
        yield f"  on the board of {game.name}, the moves of {other.name}:"
        yield Boards(Notation(game), [Board(frozenset(), labels=labels)])
        return
    if all(move.action == other.action for move, other in same.moves):
        yield "  each move is what it is called in both"
        return
    shown = dict.fromkeys(f"  {move.action} is {other.action}" for move, other in same.moves)
    if len(shown) * len(same.roles) == len(same.moves):
        yield from shown
        return
    yield from (f"  {a.role} {a.action} is {b.role} {b.action}" for a, b in same.moves)


def _labels(pairs: list[tuple[Move, Move]], game: Game) -> dict[Place, str]:
    """Return the labels of moves on a game's board; none where it has no board."""
    places = {game.spelt(action): place for action, place in Notation(game).places.items()}
    labels: dict[Place, str] = {}
    for move, other in pairs:
        if (
            move.action not in places
            or labels.get(places[move.action], other.action) != other.action
        ):
            return {}
        labels[places[move.action]] = other.action
    ends = {place: name.rpartition("(")[2].rstrip(")") for place, name in labels.items()}
    alike = len({name.rpartition("(")[0] for name in labels.values()}) == 1
    if alike and not any(")" in end for end in ends.values()):  # 1,2 of mark(cell(1,2))
        return ends
    return labels
