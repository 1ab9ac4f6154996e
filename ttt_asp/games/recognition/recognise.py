"""Whether a game with rules of its own is a game of lines: what is found, and what is proved."""

from collections.abc import Mapping, Sequence

from ttt_asp.deadline import Deadline
from ttt_asp.games.fact_kinds import Facts
from ttt_asp.games.recognition.board import board
from ttt_asp.games.recognition.ground import ground, rules_text
from ttt_asp.games.recognition.marks import sheet
from ttt_asp.games.recognition.recognised import Recognised
from ttt_asp.games.recognition.same import KINDS, Comparison, starts_well
from ttt_asp.games.recognition.sets import winning_sets
from ttt_asp.games.recognition.sheet import NotOfLines
from ttt_asp.lp.dependencies import GAME
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import signatures

_OF_SQUARES = signatures("square/1 free/1 marked/2")


def recognise(
    sources: Sequence[Source], constants: Mapping[str, str], facts: Facts, deadline: Deadline
) -> Recognised | str:
    """Look for a game of lines in a game's rules.

    Args:
        sources: the rules, the game's own first, and all that they need.
        constants: the value of every constant.
        facts: what holds in every position.
        deadline: when to give up.

    Returns:
        What was recognised; or why there is no such game, or none that can be looked at.

    Raises:
        Expired: time is up.
    """
    try:
        return _recognised(sources, constants, facts, deadline)
    except NotOfLines as reason:
        return str(reason)


def _recognised(
    sources: Sequence[Source], constants: Mapping[str, str], facts: Facts, deadline: Deadline
) -> Recognised:
    text = rules_text(sources, constants)
    roles = tuple(role for (role,) in facts["role"])
    init = frozenset(fluent for (fluent,) in facts.get("init", ()))
    found = sheet(ground(text, deadline), roles, init, sources[0], deadline)
    value, sets = winning_sets(text, found, deadline)
    if not starts_well(found, sets, init):
        raise NotOfLines(
            "at the start it is not one role's turn, or squares are neither free nor one role's"
        )
    beside = Comparison(text, found, value, sets, init, deadline)
    otherwise = beside.otherwise()
    asked = {kind: beside.difference(kind) for kind in KINDS}
    differences = {kind: one for kind, one in asked.items() if one is not None}
    # what a file says itself of squares has to go on to be about these
    own = sources[0].defined
    keeps = own >= GAME and not own.isdisjoint(_OF_SQUARES)
    squares = board(found, sets, facts, beside.needed, keeps, deadline)
    return Recognised(found, value, sets, otherwise, squares, differences)
