"""The check of a game, as `ttt-asp check` prints it: a line for each property."""

from collections.abc import Iterator, Sequence

from ttt_asp.claims.claim import parse_claim
from ttt_asp.claims.problem import Problem, free_play, warnings_of
from ttt_asp.engines.plays import spelt_play
from ttt_asp.extensions.authoring.check import Checked
from ttt_asp.extensions.wellformed.properties import NEEDED, Property
from ttt_asp.extensions.wellformed.well_formedness import well_formedness
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.programs.program import play_program
from ttt_asp.result import record
from ttt_asp.show.blocks import Block, Strip
from ttt_asp.show.terminal import painted
from ttt_asp.verdict import plain_constants

_STYLES = {True: "bold green", False: "bold red", None: "bold yellow"}
_WORDS = {True: "yes", False: "no", None: "unknown"}


def check_game(game: Game, limits: Limits) -> Checked:
    """Look at every position of a game; see `well_formedness`.

    Raises:
        InputError: the rules make no sound circuit, or have a name of generated programs.
    """
    # the program about positions has fewer names of its own than the one about plays
    play_program(Problem(game, free_play(game).strategies, claim=parse_claim("never tie", ())), 0)
    # games in .hrf let those who do not move have no move, as ours do
    everybody = game.name.lower().endswith((".kif", ".gdl"))
    properties = well_formedness(game, limits, everybody)
    needed = [property.holds for property in properties if property.name in NEEDED]
    status = 1 if False in needed else 3 if None in needed else 0
    data = {
        "const": plain_constants(game.constants),
        "properties": [
            record(property, play=property.play and spelt_play(property.play, game).moves)
            for property in properties  # `holds` is null where that is not known
        ],
    }
    return Checked(status, blocks=tuple(wellformedness(properties, game)), data=data)


def wellformedness(properties: Sequence[Property], game: Game) -> Iterator[Block]:
    """Yield a line for each property, and the plays that break some."""
    unknown = [property.said for property in properties if property.holds is None]
    shared = {said for said in unknown if unknown.count(said) > 1}
    for property in properties:
        style = _STYLES[property.holds] if property.name in NEEDED else "dim"
        word = painted(_WORDS[property.holds].ljust(7), style)
        said = "" if property.said in shared else property.said
        yield f"  {property.name.ljust(10)}  {word}  {said}".rstrip()
    yield from (f"  unknown: {said}" for said in dict.fromkeys(unknown) if said in shared)
    yield from (f"  {warning}" for warning in warnings_of(free_play(game)))
    for property in properties:
        if property.play is not None:
            shown = Strip(Notation(game), spelt_play(property.play, game))
            yield from ("", f"{property.name}: {property.said}", "", shown)
