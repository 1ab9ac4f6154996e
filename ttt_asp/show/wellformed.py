"""What was found of a game's well-formedness, as text."""

from collections.abc import Sequence
from typing import Any

from ttt_asp.analyses.properties import NEEDED, Property
from ttt_asp.claims.problem import free_play, warnings_of
from ttt_asp.engines.spelling import spelt_play
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.show.boards import strip
from ttt_asp.show.paint import Paint

_STYLES = {True: "bold green", False: "bold red", None: "bold yellow"}
_WORDS = {True: "yes", False: "no", None: "unknown"}


def wellformedness(found: Sequence[Property], notation: Notation, paint: Paint, width: int) -> str:
    """A line for each property, and the plays that break some."""
    lines, plays = [], []
    for one in found:
        style = _STYLES[one.holds] if one.name in NEEDED else "dim"
        word = paint(_WORDS[one.holds].ljust(7), style)
        lines.append(f"  {one.name.ljust(10)}  {word}  {one.said}")
        if one.play is not None:
            shown = strip(notation, spelt_play(one.play, notation.game), paint, width)
            plays += ["", f"{one.name}: {one.said}", "", shown]
    lines += [f"  {warning}" for warning in warnings_of(free_play(notation.game))]
    return "\n".join(lines + plays)


def properties_json(found: Sequence[Property], game: Game) -> list[dict[str, Any]]:
    """The properties as plain data: `holds` is null where that is not known."""
    return [
        {
            "name": one.name,
            "holds": one.holds,
            "said": one.said,
            "play": one.play
            and [
                {"role": move.role, "action": move.action}
                for move in spelt_play(one.play, game).moves
            ],
        }
        for one in found
    ]
