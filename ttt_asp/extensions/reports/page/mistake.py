"""The move that lost a refuted claim: its board, moves that keep the claim, and its loss."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ttt_asp.extensions.drawing.svg import board_svg
from ttt_asp.games.layout import lines_of_roles
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Board, Place
from ttt_asp.show.sentences import with_place
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Blunder, Play

# On squares that lose, that keep the claim, and that would but are not allowed; the page's
# template says what they mean.
_LOSES, _KEEPS, _MISSED = "??", "✓", "(✓)"
# The number of the color of those that keep it, see `squares.STYLE`.
_GREEN = 2


@dataclass(frozen=True)
class ShownMistake:
    """The mistake of a play.

    Attributes:
        lost: the blunder. number: of the move, counted from 1.
        play: the play. notation: of its game.
        walk: the plays, see `Finding.walk`; None where there are none.
    """

    lost: Blunder
    number: int
    play: Play
    notation: Notation
    walk: Mapping[str, Any] | None

    @property
    def board(self) -> str:
        """The board after it, with the worth of other squares; empty without a board."""
        if not self.notation.cells:
            return ""
        at, meant = self.notation.places, self.notation.game.spelling.meant
        made = at.get(meant(self.play.moves[self.number - 1].action))
        others = [action for action in self._actions() if at[action] != made]
        kept = [set(map(meant, moves)) for moves in (self.lost.keeping, self.lost.missed)]
        labels: dict[Place, str] = {}
        for action in others:
            sign = _KEEPS if action in kept[0] else _MISSED if action in kept[1] else _LOSES
            labels[at[action]] = sign
        kinds = {place: _GREEN for place, label in labels.items() if label != _LOSES}
        new = [made] if made is not None else []
        after = self.play.positions[self.number]
        title = f"After move {self.number}, the mistake"
        shown = Board(after, new, lost=True, labels=labels, kinds=kinds, title=title)
        return board_svg(self.notation, shown)

    def _actions(self) -> list[str]:
        """Return the actions about squares of known worth: in games of marks all legal ones."""
        game = self.notation.game
        known = set(map(game.spelling.meant, (*self.lost.allowed, *self.lost.missed)))
        known |= set(self._free(self.number - 1) if game.only_marks else ())
        return [action for action in self.notation.places if action in known]

    def _free(self, number: int) -> list[str]:
        """Return the actions about squares that nobody owns after the first `number` moves."""
        rows, owned = self.notation.rows(self.play.positions[number]), self.notation.glyphs.values()
        at = self.notation.places.items()
        return [action for action, (i, j) in at if rows[i - 1][j - 1] not in owned]

    @property
    def fork(self) -> str:
        """The move that made two threats at once after it, if that is how the claim fell."""
        play, notation, game = self.play, self.notation, self.notation.game
        winner = play.result.partition(" wins with ")[0] if " wins with " in play.result else ""
        for number in range(self.number + 1, len(play.moves) + 1 if notation.cells else 0):
            if play.moves[number - 1].role != winner or winner == self.lost.role:
                continue
            after = game.meant(play.positions[number])
            mine = [
                line
                for line in lines_of_roles(game)
                if line.places and game.spelt(line.role) == winner
            ]
            left = [{*line.marks.values()} - after for line in mine]
            wanted = set[str]().union(*(fluents for fluents in left if len(fluents) == 1))
            completing = {at for at, drawn in notation.cells.items() if wanted & {*drawn.values()}}
            free = self._free(number)
            threats = [action for action in free if notation.places[action] in completing]
            if len(threats) > 1:
                at = " and ".join(with_place(notation, action) for action in sorted(threats))
                return (
                    f"Move {number} then makes {len(threats)} threats at once, {at}: "
                    f"{self.lost.role} can answer only one of them."
                )
        return ""

    @property
    def advice(self) -> str:
        """The lines that recommend moves which keep the claim, where the strategy has none."""
        if self.walk is None or self.lost.keeping or not self.lost.missed or not self.walk["said"]:
            return ""
        walk = self.walk
        at, role = walk["match"]["start"], walk["roles"].index(self.lost.role)
        good = {n for n, (action, _) in enumerate(walk["actions"]) if action in self.lost.missed}
        lines_here = walk["lists"][role][walk["match"]["lists"][role]]
        terms = walk["terms"][role]
        saying = [
            f"line {number} ({terms[line]})"
            for number, line in enumerate(lines_here, 1)
            if terms[line] != ANY and good & set(walk["sets"][walk["said"][role][line][at]])
        ]
        if not saying:
            return "No line of the strategy recommends such a move there."
        decides = walk["decided"][at] + 1
        return f"{' and '.join(saying)} would say so, but line {decides} decides before."
