"""The pages of a book: positions, and what is to be played there, as boards."""

from ttt_asp.games.facts import static_facts
from ttt_asp.games.notation import Notation
from ttt_asp.lp.source import Source
from ttt_asp.show.blocks import Board, Panel

# The argument of a book's facts, see `strategies.book`: the page, a fluent, an action.
_ARGUMENTS = 3


def book_pages(source: Source, notation: Notation, most: int = 12) -> tuple[list[Panel], int]:
    """The first pages of a book as boards, what is to be played starred.

    Args:
        source: a tactic's file.
        notation: of the game.
        most: how many pages are drawn.

    Returns:
        The boards, and how many pages there are in all; none where the tactic is no book.
    """
    wanted = [name for name, arity in source.defined if arity == _ARGUMENTS]
    wanted = [name for name in wanted if name.endswith("_page")]
    if not wanted:
        return [], 0
    pages: dict[int, tuple[set[str], set[str]]] = {}
    for number, fluent, action in static_facts([source], notation.game.constants)[wanted[0]]:
        fluents, actions = pages.setdefault(number.number, (set(), set()))
        fluents.add(str(fluent))
        actions.add(str(action))
    return [
        _drawn(notation, f"page {number}", *page) for number, page in sorted(pages.items())[:most]
    ], len(pages)


def _drawn(notation: Notation, title: str, fluents: set[str], actions: set[str]) -> Panel:
    spelt, position = notation.game.spelt, frozenset(fluents)
    may = {notation.places[action] for action in actions if action in notation.places}
    mover = notation.mover(position)
    said = f"{f'{spelt(mover)} plays ' if mover else ''}{', '.join(map(spelt, sorted(actions)))}"
    return Panel(Board(position, may=may), title, (said,))
