"""`ttt-asp recognise`."""

from typing import Any

from ttt_asp.analyses.recognition import Recognition
from ttt_asp.api.games import Other, OtherConst, same_game
from ttt_asp.api.parameters import MaxPositions
from ttt_asp.cli.calls import Call
from ttt_asp.errors import Location, wrong
from ttt_asp.limits import MAX_POSITIONS


def command(
    call: Call[Recognition],
    max_positions: MaxPositions = MAX_POSITIONS,
    other: Other | None = None,
    other_const: OtherConst = None,
) -> int:
    """Find and prove a game of lines in rules with other words.

    That is a game in which roles mark free squares in turn, for good, and who
    completes one of some sets of squares wins, or loses. The sets are found in the
    rules, and compared with them at every position; what differs is shown. With --other:
    whether two games are the same, but for the names of things: the map is found by
    ASP, and proved.

    Examples:
    ttt-asp recognise hex -c rows=2
    ttt-asp recognise tictactoe --other number_scrabble
    """
    if other is not None:
        more: dict[str, Any] = {"other": other, "other_const": other_const}
        found = call.to(same_game).answer(max_positions=max_positions, **more)
        return call.say(found)
    if other_const:
        raise wrong("there is no other game", Location("--other-const"), "--other GAME names one")
    recognised = call.answer("looking for lines")
    return call.say(recognised) or int(recognised.of_lines != "yes")
