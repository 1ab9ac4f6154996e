"""Blunders: moves at which a strategy goes wrong.

One role is to keep the claim, the others play against it by their strategies. All legal moves of
that role are looked at, which shows whether the claim could have been kept, and by which moves.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, compress, islice
from typing import Any

from ttt_asp.claims.problem import Problem
from ttt_asp.errors import wrong
from ttt_asp.extensions.exploring.inspection import Inspection, inspect_positions
from ttt_asp.extensions.exploring.keepers import keepers
from ttt_asp.extensions.exploring.winning_region import WinningRegion, winning_region
from ttt_asp.limits import Limits
from ttt_asp.positions.layers import Ranks
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.records import dataclass
from ttt_asp.result import Brief, record
from ttt_asp.strategies.strategy import asked_of
from ttt_asp.verdict import Play, Verdict

# The goal value of a role that has won.
WON = 100
# Positions that are listed, at most, at which a choice has to be forbidden.
LISTED = 20


@dataclass(frozen=True, slots=True)
class Blunder(Brief):
    """The move that lost a refuted claim, and whether the strategy is to blame.

    Attributes:
        role: the role that had to keep the claim.
        move: the number of the play's move that lost it, counted from 1: the last one before
            which the claim could still be kept; None if it never could.
        allowed: the moves that the role's strategy recommends there.
        keeping: those of these moves that keep the claim, if the role goes on well.
        missed: other legal moves that would have kept it.
        refinement: `some`: the claim is kept if the strategy chooses well among its recommended
            moves; `none`: it is not, though by other legal moves it is; `impossible`: no
            strategy of the role's keeps it against the others'; `unknown`: a program was not
            asked wherever that would tell.
        forbidden: with `some`, for the first such positions the moves not to choose there; where
            positions are many, one of symmetric ones.
        forbidden_count: the number of positions at which there are such moves.
        hopeless: with `none`, a position where the claim could be kept, but not by any move
            that the strategy recommends.
    """

    role: str
    move: int | None
    allowed: tuple[str, ...]
    keeping: tuple[str, ...]
    missed: tuple[str, ...]
    refinement: str
    forbidden: Mapping[frozenset[str], tuple[str, ...]]
    forbidden_count: int
    hopeless: frozenset[str] | None

    def as_json(self) -> dict[str, Any]:
        """Return the blunder as plain data, positions as sorted lists of fluents."""
        forbidden = [{"position": at, "actions": actions} for at, actions in self.forbidden.items()]
        return record(self, forbidden=forbidden)


def blunder_of(problem: Problem, verdict: Verdict, play: Play, limits: Limits) -> Blunder:
    """Find the blunder of a refuted claim; programs may have been asked in part only.

    Args:
        problem: the question.
        verdict: its verdict.
        play: the play that refutes the claim.
        limits: when to give up, and at how many positions at most.

    Raises:
        InputError: no move can be named, or a program was not asked wherever that would tell.
        Expired: time is up, or there are too many positions.
    """
    choosing = [role for role in keepers(problem) if role in problem.given]
    for role, inquiry in verdict.programs.items():
        if not inquiry.everywhere and any(keeper != role for keeper in choosing):
            raise wrong(f"{inquiry.program} was asked only where these plays come to")
    explored, asked = verdict.blunder_search.explored, asked_of(problem.strategies)
    in_part = verdict.positions is None or not all(player.has_rules for player in asked.values())
    if asked and in_part:
        for role, player in asked.items():
            if role not in keepers(problem):
                raise wrong(f"{player.inquiry.program} was asked only until a play decided")
        written = problem.written(set(play.positions))
    else:
        written = problem.written()
    blunder = limits.deadline.run(lambda: find_blunder(written, play, limits, explored))
    if asked and in_part and blunder.refinement != "impossible":
        # whether others of its moves keep the claim is not known where it was not asked
        blunder = replace(blunder, refinement="unknown", forbidden={}, forbidden_count=0)
        blunder = replace(blunder, hopeless=None)
    return blunder


def find_blunder(
    problem: Problem, play: Play, limits: Limits, explored: Machine | None = None
) -> Blunder:
    """Find the blunder of a refuting play: of several roles that are to keep the claim the last.

    Args:
        problem: the question.
        play: the play that refutes the claim, from the game's beginning to its end.
        limits: when to give up, and at how many positions at most.
        explored: the problem's machine, where it is there already.

    Raises:
        InputError: no move can be named; the message says why.
        Expired: time is up, or there are too many positions.
    """
    if play.ending == "lasso":
        raise wrong("this play never ends, so it has no last chance")
    machine = explored or load_machine(problem, limits.deadline)
    # what comes too late has nothing to keep
    end = None if problem.claim.by is None else problem.claim.by + 2
    positions = [machine.pack(position) for position in play.positions[:end]]
    played = inspect_positions(machine, positions)
    blamed = _to_blame(problem, played[-1])
    found = [_blunder_of(problem, role, machine, played, limits) for role in blamed]
    last = max(found, key=lambda blunder: blunder.move or 0)
    if last.move is None and len(found) > 1:
        names = " nor ".join(map(problem.game.spelt, blamed))
        raise wrong(f"neither {names} could have kept the claim alone")
    return last


def _to_blame(problem: Problem, end: Inspection) -> Sequence[str]:
    """Return the keepers; where all plays are to be ties, those that did not win this one."""
    if problem.claim.role is not None or problem.claim.quantifier == "never":
        return keepers(problem)
    return [role for role in keepers(problem) if end.goals[role] != WON] or keepers(problem)


def _blunder_of(
    problem: Problem, role: str, machine: Machine, played: Sequence[Inspection], limits: Limits
) -> Blunder:
    region = winning_region(problem, role, machine, limits)
    kept = region.kept(region.legal, [inspection.position for inspection in played])
    last = max(
        (
            n
            for n, here in enumerate(played)
            if kept[n] and here.mover == role and len(here.steps) > 1
        ),
        default=None,
    )
    steps = () if last is None else played[last].steps
    keeps = region.kept(region.legal, [legal_move.after for legal_move in steps])
    keeping_steps = list(compress(steps, keeps))
    refinement = _refinement(region)
    hopeless = _hopeless(region) if refinement == "none" else None
    forbidden, number = _forbidden(region, machine) if refinement == "some" else ({}, 0)
    return Blunder(
        role=role,
        move=None if last is None else last + 1,
        allowed=tuple(step.move.action for step in steps if step.allowed),
        keeping=tuple(step.move.action for step in keeping_steps if step.allowed),
        missed=tuple(step.move.action for step in keeping_steps if not step.allowed),
        refinement=refinement,
        forbidden=forbidden,
        forbidden_count=number,
        hopeless=None if hopeless is None else machine.unpack(hopeless),
    )


def _refinement(region: WinningRegion) -> str:
    """Return which refinements of the strategy keep the claim; see `Blunder.refinement`."""
    (start,) = region.places[0]
    if region.allowed[start]:
        return "some"
    return "none" if region.legal[start] else "impossible"


def _forbidden(
    region: WinningRegion, machine: Machine
) -> tuple[dict[frozenset[str], tuple[str, ...]], int]:
    """Return the moves to forbid at the first positions with such, and the number of all these."""
    form, reached = region.form, region.reached(well=True)
    bad = form.filled(form.size(region.positions), 0)
    for edges in chain.from_iterable(region.edges):
        if edges.own and edges.allowed:
            lost = form.taken(edges.places, region.at(region.allowed, 0, edges.after))
            form.put(bad, form.taken(lost, region.at(reached, 1, lost)), 1)
    first = list(islice(_in_order(region, bad), LISTED))
    listed = {}
    for here in inspect_positions(machine, first):
        kept = region.kept(region.allowed, [step.after for step in here.allowed])
        listed[machine.unpack(here.position)] = tuple(
            step.move.action for step, well in zip(here.allowed, kept, strict=True) if not well
        )
    return listed, form.number(region.positions, form.ranked(bad, 1))


def _hopeless(region: WinningRegion) -> int | None:
    """Return a position of plays where the claim could be kept, but by no allowed move.

    There may be no allowed move at all: a play that gets stuck there does not keep the claim.
    """
    form, reached = region.form, region.reached(well=False)
    moves = [edges for edges in chain.from_iterable(region.edges) if edges.own]
    lost = form.filled(form.size(region.positions), 0)
    for edges in moves:
        here = form.taken(edges.places, region.at(reached, 1, edges.places))
        form.put(lost, form.taken(here, region.at(region.legal, 1, here)), 1)
    for edges in moves:
        if edges.allowed:
            form.put(lost, form.taken(edges.places, region.at(region.legal, 1, edges.after)), 0)
    return next(_in_order(region, lost), None)  # none where plays only go round


def _in_order(region: WinningRegion, marked: Ranks) -> Iterator[int]:
    """Yield the marked positions, those first that come after the fewest moves."""
    for layer, places in zip(region.layers, region.places, strict=True):
        for place in region.at(marked, 1, places):
            yield region.form.at(layer, place)
