"""A recognised game of lines in the vocabulary's own words, and what these are called in its file.

That both are the same game is what recognition has proved: so what holds of plays of the one, and
says nothing of what its words are, holds of the other.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ttt_asp.games.recognition.prelude import board_rules
from ttt_asp.games.recognition.recognised import Recognised


@dataclass(frozen=True)
class Natively:
    """The game, and its words.

    Attributes:
        text: rules that the vocabulary makes a game of.
        words: for each fluent and action of such a game what the file calls it.
        blanks: for each mark the fluent of the file, if there is one, that says the square is free.
    """

    text: str
    words: Mapping[str, str]
    blanks: Mapping[str, str]

    def position(self, fluents: Iterable[str]) -> frozenset[str]:
        """The file's fluents of a position."""
        held = list(fluents)
        taken = {self.blanks[one] for one in held if one in self.blanks}
        return frozenset([self.words[one] for one in held] + [*set(self.blanks.values()) - taken])


def natively(found: Recognised, init: Iterable[str]) -> Natively:
    """A game of lines as the vocabulary has it.

    Args:
        found: what was recognised; a game of lines in every respect, of two roles.
        init: the fluents of the initial position.
    """
    sheet, names = found.sheet, found.board.names
    marks = {f"marked({p},{names[c]})": (f, c) for f, (p, c) in sheet.marks.items()}
    words = {one: str(fluent) for one, (fluent, _) in marks.items()}
    words |= {f"turn({role})": str(fluent) for role, fluent in sheet.turns.items()}
    words |= {f"mark({names[c]})": str(action) for (_, action), c in sheet.moves.items()}
    free = {square: str(fluent) for fluent, square in sheet.blanks.items()}
    held = set(init)
    text = [
        *(f"role({role})." for role in sheet.roles),
        f"begins({sheet.roles[0]}).",
        *(f"init({one})." for one, (fluent, _) in marks.items() if str(fluent) in held),
        *board_rules(found),
    ]
    blanks = {one: free[square] for one, (_, square) in marks.items() if square in free}
    return Natively("\n".join(text), words, blanks)
