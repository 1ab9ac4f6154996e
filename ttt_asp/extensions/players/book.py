"""Books: tactics that are tables, of positions and of the actions to take there.

A book is a tactic file like any other, in the same checked sub-language. It recognises a position
by its fluents, all of them: those of the page hold, and no others do.
"""

from collections.abc import Collection, Iterable

from ttt_asp.errors import wrong
from ttt_asp.lp.templates import render

# A position, as its fluents, and the actions that are recommended there.
Page = tuple[Collection[str], Collection[str]]

# Books of more pages than this are not made of games: `prove` would take long to read them.
MOST_PAGES = 10_000


def book(name: str, role: str | None, pages: Iterable[Page], about: str, source: str) -> str:
    """Write a tactic file that recommends what a table says, and nothing elsewhere.

    Args:
        name: the tactic's.
        role: the role that it advises; None for whoever moves.
        pages: positions, each once, and the actions recommended there, all as terms of the game.
        about: one or more sentences about the book, for its doc block.
        source: the origin of the table.

    Raises:
        InputError: there is no page, or one without fluents or actions.
    """
    lines = []
    for number, (position, actions) in enumerate(pages, 1):
        if not position or not actions:
            missing = "actions" if position else "fluents"
            raise wrong(f"page {number} of the book {name} has no {missing}")
        lines.append(f"{name}_page({number},{_pool(position)},{_pool(actions)}).")
    if not lines:
        raise wrong(f"the book {name} has no pages")
    words = {"name": name, "role": role, "about": about, "source": source}
    return render("book.j2", **words, pages=lines)


def _pool(terms: Collection[str]) -> str:
    """Write several terms as one argument."""
    listed = sorted(terms)
    return listed[0] if len(listed) == 1 else f"({';'.join(listed)})"
