"""The check of a game, as `ttt-asp check` prints it."""

from ttt_asp.extensions.authoring.checked import Checked
from ttt_asp.extensions.wellformed.properties import NEEDED
from ttt_asp.extensions.wellformed.show import properties_json, wellformedness
from ttt_asp.extensions.wellformed.well_formedness import well_formedness
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.verdict import plain_constants


def check_game(game: Game, limits: Limits) -> Checked:
    """Look at every position of a game; see `well_formedness`."""
    properties = well_formedness(game, limits, game.name.lower().endswith((".kif", ".gdl")))
    needed = [property.holds for property in properties if property.name in NEEDED]
    status = 1 if False in needed else 3 if None in needed else 0
    data = {
        "const": plain_constants(game.constants),
        "properties": properties_json(properties, game),
    }
    return Checked(status, blocks=tuple(wellformedness(properties, game)), data=data)
