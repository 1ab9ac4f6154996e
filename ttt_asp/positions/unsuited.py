"""What is wrong with a position that no exploration can go on from."""

from ttt_asp.claims.problem import Match
from ttt_asp.errors import Diagnostic, InputError, Unsuited, wrong
from ttt_asp.games.notation import Notation
from ttt_asp.positions.machine import Machine
from ttt_asp.positions.moves import Action
from ttt_asp.positions.position import undetermined_at
from ttt_asp.positions.rejections import goalless


class AtOnce(Unsuited):
    """Several roles choose at once."""


def several(match: Match, machine: Machine, position: int) -> AtOnce:
    """Several roles choose at once."""
    message = f"several roles choose at once at {_shown(match, machine, position)}"
    hint = "the explicit engine handles games in which one role chooses at a time"
    return AtOnce([Diagnostic(message, None, hint)])


def undetermined(match: Match, machine: Machine, position: int) -> InputError:
    """A `pick` names no single action."""
    return undetermined_at(match.game, match.consulted, machine.unpack(position))


def stray(match: Match, machine: Machine, position: int, action: Action) -> InputError:
    """A move makes true what is no fluent."""
    where = f"{match.game.spelt(action.move.action)} at {_shown(match, machine, position)}"
    return wrong(f"{where} makes true what is no fluent", None, "base(F) says what is one")


def without_goal(match: Match, machine: Machine, position: int) -> InputError:
    """Play ends without a goal for every role."""
    return goalless(match.game, machine.unpack(position))


def _shown(match: Match, machine: Machine, position: int) -> str:
    return Notation(match.game).text(machine.unpack(position))
