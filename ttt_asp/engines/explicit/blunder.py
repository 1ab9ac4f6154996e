"""Where a strategy goes wrong: values by backward induction.

One role is to keep the claim, the others play against it by their strategies. Its own legal
moves are all looked at: so it shows whether the claim could have been kept, and by which moves.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Expired, Stop
from ttt_asp.engines.explicit.look import Look, look
from ttt_asp.engines.explicit.machine import Machine, load
from ttt_asp.engines.limits import Limits
from ttt_asp.verdict import Blunder, Play

# The claim is answered already: no more positions are looked at than its engine kept, each of which
# took it as long, but so many in any case. Nor ever more than `MOST`, however many it may keep.
FEW = 20_000
MOST = 500_000
# How many positions are listed at which a choice has to be forbidden.
LISTED = 20


def keeper(problem: Problem) -> str | None:
    """The role whose strategy the claim is about: the one with a strategy, else the one named."""
    given = [r for r, s in problem.strategies.items() if s.composition.operator != "any"]
    if len(given) == 1:
        return given[0]
    return problem.claim.role


def find_blunder(
    problem: Problem, play: Play, limits: Limits, known: int | None = None, kept: int = 0
) -> Blunder | None:
    """Find the blunder of a refuting play.

    Args:
        problem: the question.
        play: the play that refutes the claim, from the game's beginning to its end.
        limits: when to give up, and at how many positions at most.
        known: how many positions plays have, if known; no fewer would be looked at.
        kept: how many positions the engine kept that answered; more than `FEW` are looked at
            only where it kept as many.

    Returns:
        None where nobody's strategy is to blame, some positions come after different numbers of
        moves, or what the others do is not clear at some of them.

    Raises:
        InputError: the sources make no sound circuit.
        Expired: time is up, or there are too many positions.
    """
    most = max(FEW, kept)
    limits = replace(limits, max_positions=min(limits.at_most(most), most, MOST))
    if known is not None and keeper(problem) is not None:
        _within(known, limits)
    valued = _valued(problem, limits)
    if valued is None:
        return None
    machine, layers, values = valued
    role = values.role
    packed = [machine.pack(position) for position in play.positions]
    seen = {one.position: one for layer in layers for one in layer}
    refinement = _refinement(values, machine.init)
    hopeless = None
    if refinement == "none":
        hopeless = _hopeless(values, layers)
    forbidden = _forbidden(values, seen, machine.init) if refinement == "some" else {}
    ours = [
        n for n, p in enumerate(packed)
        if values.legal[p] and seen[p].mover == role and len(seen[p].steps) > 1
    ]  # fmt: skip
    last = ours[-1] if ours else None
    here = None if last is None else seen[packed[last]]
    keeping = [] if here is None else [s for s in here.steps if values.legal[s.after]]
    return Blunder(
        role=role,
        move=None if last is None else last + 1,
        allowed=tuple(step.move.action for step in here.allowed) if here else (),
        keeping=tuple(step.move.action for step in keeping if step.allowed),
        missed=tuple(step.move.action for step in keeping if not step.allowed),
        refinement=refinement,
        forbidden={
            machine.unpack(position): actions
            for position, actions in list(forbidden.items())[:LISTED]
        },
        forbidden_count=len(forbidden),
        hopeless=None if hopeless is None else machine.unpack(hopeless.position),
    )


def lost_positions(problem: Problem, limits: Limits) -> tuple[Machine, frozenset[int]] | None:
    """The positions from which a claim cannot be kept any more, whatever its keeper does.

    Args:
        problem: the question.
        limits: see `find_blunder`.

    Returns:
        The match's machine, and the positions, packed; None where `find_blunder` gives None.

    Raises:
        InputError: the sources make no sound circuit.
        Expired: time is up, or there are too many positions.
    """
    valued = _valued(problem, limits)
    if valued is None:
        return None
    machine, _, values = valued
    return machine, frozenset(position for position, kept in values.legal.items() if not kept)


def _valued(problem: Problem, limits: Limits) -> tuple[Machine, list[list[Look]], "_Values"] | None:
    """What there is at every position, and what it is worth to the keeper; None if not known."""
    role = keeper(problem)
    if role is None:
        return None
    machine = load(problem, limits.deadline)
    layers = _layers(machine, role, limits)
    if layers is None:
        return None
    return machine, layers, _Values.of(layers, role, problem.claim)


def _layers(machine: Machine, role: str, limits: Limits) -> list[list[Look]] | None:
    """All positions where the role makes any legal move, the others what they are allowed."""
    layers: list[list[Look]] = []
    fresh, known = [machine.init], {machine.init}
    while fresh:
        limits.deadline.check()
        _within(len(known), limits)
        layers.append(look(machine, fresh))
        if any(one.undetermined and one.mover != role for one in layers[-1]):
            return None  # plays do not come here, and what others would do is not said
        if any(step.move.role != one.mover for one in layers[-1] for step in one.steps):
            return None  # several choose at once: no single move leads on
        found = {
            step.after
            for one in layers[-1]
            for step in (one.steps if one.mover == role else one.allowed)
        }
        if found & known:
            return None
        known |= found
        fresh = sorted(found)
    return layers


def _within(number: int, limits: Limits) -> None:
    most = min(limits.at_most(MOST), MOST)
    if number > most:
        raise Expired(Stop("positions", f"no blunder analysis: more than {most:,} positions"))


@dataclass(frozen=True, slots=True)
class _Values:
    """Whether a role can keep a claim at a position: by legal moves, by those allowed to it."""

    role: str
    legal: Mapping[int, bool]
    allowed: Mapping[int, bool]

    @classmethod
    def of(cls, layers: list[list[Look]], role: str, claim: Claim) -> "_Values":
        """Backward induction, the last layer first."""
        legal: dict[int, bool] = {}
        allowed: dict[int, bool] = {}
        for depth in range(len(layers) - 1, -1, -1):
            late = claim.by is not None and depth > claim.by
            for one in layers[depth]:
                if late or not one.steps:
                    kept = one.terminal and one.outcome == (claim.quantifier == "always")
                    legal[one.position] = allowed[one.position] = kept and not late
                elif one.mover == role:
                    legal[one.position] = any(legal[s.after] for s in one.steps)
                    allowed[one.position] = any(allowed[s.after] for s in one.allowed)
                else:
                    legal[one.position] = all(legal[s.after] for s in one.allowed)
                    allowed[one.position] = all(allowed[s.after] for s in one.allowed)
        return cls(role, legal, allowed)


def _refinement(values: _Values, start: int) -> str:
    """Which of the strategy's refinements keep the claim."""
    if values.allowed[start]:
        return "some"
    return "none" if values.legal[start] else "impossible"


def _forbidden(values: _Values, seen: Mapping[int, Look], start: int) -> dict[int, tuple[str, ...]]:
    """The choices that a refinement forbids, at the positions that it comes to."""
    found: dict[int, tuple[str, ...]] = {}
    stack, known = [start], {start}
    while stack:
        one = seen[stack.pop()]
        steps = one.allowed
        if one.mover == values.role:
            bad = tuple(step.move.action for step in steps if not values.allowed[step.after])
            if bad:
                found[one.position] = bad
            steps = tuple(step for step in steps if values.allowed[step.after])
        for step in steps:
            if step.after not in known:
                known.add(step.after)
                stack.append(step.after)
    return found


def _hopeless(values: _Values, layers: list[list[Look]]) -> Look | None:
    """A position of plays where the claim could be kept, but by no move that is allowed."""
    reached = {layers[0][0].position}
    for layer in layers:
        for one in layer:
            if one.position not in reached:
                continue
            lost = not any(values.legal[step.after] for step in one.allowed)
            if one.mover == values.role and values.legal[one.position] and one.allowed and lost:
                return one
            reached.update(step.after for step in one.allowed)
    return None
