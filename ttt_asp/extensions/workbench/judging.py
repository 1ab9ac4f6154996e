"""What each move at a position does: keep the claim or lose it, or what best play can force."""

from dataclasses import replace
from typing import Any

from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import free_play
from ttt_asp.claims.question import read
from ttt_asp.deadline import Expired
from ttt_asp.errors import InputError
from ttt_asp.extensions.exploring.inspection import inspect_positions
from ttt_asp.extensions.exploring.winning_region import winning_region
from ttt_asp.extensions.playing.game_session import Session
from ttt_asp.extensions.playing.review import worths
from ttt_asp.extensions.workbench.request import Request
from ttt_asp.positions.machine import load_machine

# The goal value of a win.
_WON = 100


def judge(request: Request) -> dict[str, Any]:
    """Return for each move at a position whether it is `safe`, `wins` or `loses`, and by what.

    Where the claim is about the role to move, a move is safe that keeps it, against the strategies
    of the others; after a first move that loses, and for the others' moves, best play judges: a
    move is safe after which as much can be forced as before.
    """
    problem = read(request.question(), request.limits.deadline)
    game, limits = problem.game, replace(request.limits, count=False)
    machine = load_machine(problem, limits.deadline)
    position = machine.pack(request.position(game))
    (here,) = inspect_positions(machine, [position])
    if here.terminal or here.mover is None or len(here.steps) < 2:
        return {"by": "", "moves": {}}
    spelt = {step.move.action: game.spelt(step.move.action) for step in here.steps}
    try:
        if _judges(problem.claim, here.mover):
            region = winning_region(problem, here.mover, replace(machine, init=position), limits)
            kept = region.kept(region.legal, [step.after for step in here.steps])
            if any(kept):
                said = zip(here.steps, kept, strict=True)
                moves = {spelt[s.move.action]: "safe" if well else "loses" for s, well in said}
                return {"by": "claim", "moves": moves}
        free = free_play(game)
        session = Session(free, game.roles, None)
        after = worths(session, here.mover, session.machine.pack(request.position(game)), limits)
    except (InputError, Expired) as error:
        return {"by": "", "moves": {}, "why": str(error)}
    if isinstance(after, str):
        return {"by": "", "moves": {}, "why": after}
    most = max(worth.value for worth in after.values())
    kind = "wins" if most == _WON else "safe"
    moves = {spelt[a]: kind if worth.value == most else "loses" for a, worth in after.items()}
    return {"by": "best play", "moves": moves}


def _judges(claim: Claim, role: str) -> bool:
    """Whether it is for a role to keep a claim of how plays end."""
    ends = claim.quantifier != "can" and not claim.of_strategy and not claim.kept
    return ends and claim.role == role and claim.by is None
