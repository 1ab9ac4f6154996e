"""Positions as people write them; what is wrong with some is in data/games/boards.md."""

from collections.abc import Mapping

from tables import DATA, tabled

from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation


@tabled()
def test_boards_are_read_and_written(
    game: str,
    const: Mapping[str, str] | None,
    text: str,
    role: str | None,
    fluents: list[str] | None,
    mover: str,
    board: str | None,
) -> None:
    """A text stands for these fluents, and for the same position as the board written for it."""
    notation = Notation(load_game(str(DATA.parent / game) if "/" in game else game, const or {}))
    position = notation.parse(text, role)
    assert notation.mover(position) == mover
    assert fluents is None or position == set(fluents)
    assert notation.has_board == (notation.text(position)[0] != "{")
    spelt = "{" + ", ".join(map(notation.game.spelt, position)) + "}"
    assert notation.parse(spelt) == position
    if text[0] != "{":
        assert notation.write(position) == (board or text)
        assert notation.parse(board or text, role) == position
