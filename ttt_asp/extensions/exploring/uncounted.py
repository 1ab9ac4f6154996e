"""Every play of a match-up, where only the positions are of interest."""

from dataclasses import replace

from ttt_asp.claims.problem import Match
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import load_machine


def explore_uncounted(match: Match, limits: Limits, most: int) -> Exploration:
    """Ground a match-up and explore every play of it, uncounted; see `Limits.at_most`."""
    limits.tell("grounding")
    machine = load_machine(match, limits.deadline)
    return explore(match, machine, replace(limits, count=False, max_positions=limits.at_most(most)))
