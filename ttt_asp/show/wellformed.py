"""What was found of a game's well-formedness."""

from collections.abc import Iterator, Sequence
from typing import Any

from ttt_asp.analyses.properties import NEEDED, Property
from ttt_asp.claims.problem import free_play, warnings_of
from ttt_asp.engines.spelling import spelt_play
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.result import record
from ttt_asp.show.blocks import Block, Strip
from ttt_asp.show.paint import INK

_STYLES = {True: "bold green", False: "bold red", None: "bold yellow"}
_WORDS = {True: "yes", False: "no", None: "unknown"}


def wellformedness(found: Sequence[Property], game: Game) -> Iterator[Block]:
    """A line for each property, and the plays that break some."""
    for one in found:
        style = _STYLES[one.holds] if one.name in NEEDED else "dim"
        word = INK(_WORDS[one.holds].ljust(7), style)
        yield f"  {one.name.ljust(10)}  {word}  {one.said}"
    yield from (f"  {warning}" for warning in warnings_of(free_play(game)))
    for one in found:
        if one.play is not None:
            shown = Strip(Notation(game), spelt_play(one.play, game))
            yield from ("", f"{one.name}: {one.said}", "", shown)


def properties_json(found: Sequence[Property], game: Game) -> list[dict[str, Any]]:
    """The properties as plain data: `holds` is null where that is not known."""
    return [record(one, play=one.play and spelt_play(one.play, game).moves) for one in found]
