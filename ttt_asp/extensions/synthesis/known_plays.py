"""What a search knows where it cannot look at all positions: plays that refuted candidates.

The choices of strategies with holes in these plays become facts for the fill frame; where all
positions can be looked at, the choices in all plays do (`choices`).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from random import Random

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Expired, Stop
from ttt_asp.engines.registry import engine
from ttt_asp.errors import InputError, Undetermined
from ttt_asp.extensions.exploring.inspection import inspect_batches, inspect_positions
from ttt_asp.extensions.exploring.recommendations import Recommendations
from ttt_asp.extensions.exploring.winning_region import WinningRegion, winning_region
from ttt_asp.extensions.synthesis.choices import end_of
from ttt_asp.extensions.synthesis.frame import meanings, situation
from ttt_asp.extensions.synthesis.task import AskedClaim
from ttt_asp.limits import Limits
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.verdict import Move, Play

# Fluents of a game up to which the explicit engine is asked alone: engine auto takes longer there.
EXPLICIT = 48


@dataclass(frozen=True, slots=True)
class _Choice:
    """A known choice.

    Attributes:
        number: of its situation; it stands for the position, which has too many bits for clingo's
            integers.
        role: whose it is.
        actions: the moves, by name.
        options: for each of these the terms that recommend it, as bits; then, where there are any,
            those whose `pick` names no single action.
    """

    number: int
    role: str
    actions: tuple[str, ...]
    options: tuple[int, ...]


@dataclass
class KnownPlays:
    """The known plays of one claim.

    Attributes:
        part: the claim. number: its number.
        machine: the gates of its problem. terms: what those of each role with holes recommend.
        choices: the known choices.
        at: the choice at each position that was looked at, packed; None where there is none.
        links: the facts of all plays so far about what follows what. plays: the number of plays.
        region: the positions at which the one strategy with holes can keep the claim, if known: a
            move that leaves it breaks the claim, whatever comes later.
        hopeless: whether a play broke the claim without a choice of a strategy with holes.
    """

    part: AskedClaim
    number: int
    machine: Machine
    terms: Mapping[str, Recommendations]
    choices: list[_Choice] = field(default_factory=list)
    at: dict[int, _Choice | None] = field(default_factory=dict)
    links: dict[str, None] = field(default_factory=dict)
    plays: int = 0
    hopeless: bool = False
    region: WinningRegion | None = None

    @classmethod
    def of(cls, part: AskedClaim, number: int, limits: Limits) -> "KnownPlays":
        """Ground a claim's problem; find the winning region, if there are not too many positions.

        Raises:
            InputError: the sources make no circuit.
            Expired: time is up.
        """
        problem, machine = part.problem, load_machine(part.problem, limits.deadline)
        terms = {role: Recommendations.of(machine, problem, role) for role in part.players}
        known = cls(part, number, machine, terms)
        if len(part.players) == 1 and problem.claim.quantifier in ("never", "always"):
            (role,) = part.players
            with suppress(InputError, Expired):
                known.region = winning_region(problem, role, machine, limits)
            limits.deadline.check()
        known.hopeless = not known.kept([machine.init])[0]
        return known

    @property
    def positions(self) -> int:
        """Return the number of known choices."""
        return len(self.choices)

    @property
    def recommended(self) -> list[int]:
        """Return the terms, as bits, that recommend each move at the known choices."""
        return list(chain.from_iterable(choice.options for choice in self.choices))

    def facts(self, mask: int = -1) -> Iterator[str]:
        """Yield the facts of all plays so far.

        Args:
            mask: the bits of the terms that matter.
        """
        part, number = self.part, self.number
        for choice in self.choices:
            options = [bits & mask for bits in choice.options]
            yield from situation(number, choice.number, part, choice.role, options, True)
        yield from meanings(part, number, (bits & mask for bits in self.recommended), mask)
        yield from self.links

    def learn(self, plays: Sequence[Play]) -> None:
        """Add the facts of plays that broke the claim, or got stuck."""
        played = [[self.machine.pack(position) for position in play.positions] for play in plays]
        self._look_at(list(chain.from_iterable(played)))
        for play, positions in zip(plays, played, strict=True):
            self.plays += 1
            # each choice of the play: the move, or None where the strategy got stuck
            steps: list[tuple[int | None, str, str]] = []
            for place, position in enumerate(positions):
                if (choice := self.at[position]) is None:
                    continue
                here, player = self._situation(choice), self.part.players[choice.role]
                if place < len(play.moves):
                    moved = choice.actions.index(play.moves[place].action)
                    steps.append((moved, here, player))
                elif play.ending == "stuck":
                    steps.append((None, here, player))
            if not steps:
                self.hopeless = True
                return
            facts = [f"start({steps[0][1]})."]
            for (move, here, _), (_, after, _) in pairwise(steps):
                facts.append(f"step({move},{here},{after}).")
            # a play that goes round, or is too long, breaks the claim by all its choices together,
            # so not all of these may be recommended again; else its last one breaks it alone
            action, here, _ = steps[-1]
            if action is None:  # stuck there: `keeps` of the situation says already that it breaks
                pass
            elif play.ending == "lasso" or self.part.problem.claim.by is not None:
                number = f"p({self.number},{self.plays})"
                facts.append(f"play({number}).")
                facts += [f"taken({number},{player},{a},{at})." for a, at, player in steps]
            else:
                facts.append(f"breaks({action},{here}).")
            self.links |= dict.fromkeys(facts)

    def kept(self, positions: Sequence[int]) -> list[bool]:
        """Return whether the claim can be kept from positions; true where that is not known."""
        if self.region is None:
            return [True] * len(positions)
        return self.region.kept(self.region.legal, positions)

    def _look_at(self, positions: Sequence[int]) -> None:
        """Record the choices at positions, with the moves after which the claim cannot be kept."""
        new = [position for position in dict.fromkeys(positions) if position not in self.at]
        recommended = {
            role: dict(zip(new, terms.at(new), strict=True)) for role, terms in self.terms.items()
        }
        for here in inspect_positions(self.machine, new):
            self.at[here.position] = None
            advice = recommended[here.mover][here.position] if here.mover in recommended else None
            if here.mover is None or advice is None or not advice.asked:
                continue
            steps = sorted(here.steps, key=lambda step: step.move.action)
            actions = tuple(step.move.action for step in steps)
            options = [advice.by.get(action, 0) for action in actions]
            breaking = [not kept for kept in self.kept([step.after for step in steps])]
            # for no move: a `pick` that names no single action there decides nothing
            if advice.undetermined:
                options.append(advice.undetermined)
                breaking.append(True)
            choice = _Choice(self.positions, here.mover, actions, tuple(options))
            self.choices.append(choice)
            self.at[here.position] = choice
            for action, breaks in enumerate(breaking):
                if breaks:
                    self.links[f"breaks({action},{self._situation(choice)})."] = None

    def _situation(self, choice: _Choice) -> str:
        return f"s({self.number},{choice.number})"


def proved(question: Question, seen: KnownPlays, limits: Limits) -> bool:
    """Whether an engine proves a claim; a play that refutes it is added to `seen`."""
    quick = replace(limits, count=False, stop_at_first=True, proof_only=True, cross_check=False)
    problem = read(question, quick.deadline)
    name = "explicit" if len(problem.game.base) <= EXPLICIT else "auto"
    try:
        verdict = engine(name).prove(problem, quick)
    except Undetermined:  # no verdict, so no proof
        return False
    if verdict.verdict == "unknown":
        raise Expired(Stop(verdict.stopped, verdict.reason))
    if verdict.verdict != "proved" and verdict.play is not None and not verdict.play.anywhere:
        seen.learn([verdict.play])
    return verdict.verdict == "proved"


def refuted_by_lot(question: Question, seen: KnownPlays, limits: Limits) -> bool:
    """Whether plays drawn by lot refute a claim; they are added to `seen`.

    An engine is asked only if they do not: these are found sooner, and there are several.
    """
    problem = read(question, limits.deadline)
    if problem.claim.quantifier == "can" or problem.claim.by is not None:
        return False
    plays = losing_plays(problem, seen, limits)
    seen.learn(plays)
    return bool(plays)


# Positions after each number of moves that are gone on from, at most: these are quickly looked at.
_WIDTH = 600
# Plays that are learned at once, at most.
_PLAYS = 6


def losing_plays(problem: Problem, seen: KnownPlays, limits: Limits) -> list[Play]:
    """Return plays that break a claim with `never` or `always`, found among plays drawn by lot.

    They end where the claim can no longer be kept. That none is found proves nothing.

    Args:
        problem: the claim, with one strategy in place of the holes.
        seen: what is known of it.
        limits: of the work.

    Raises:
        InputError: the sources make no circuit.
        Expired: time is up.
    """
    machine, chance = load_machine(problem, limits.deadline), Random(0)
    came: dict[int, tuple[int, Move] | None] = {machine.init: None}
    plays, layer = list[Play](), [machine.init]
    while layer and len(plays) < _PLAYS:
        after: dict[int, tuple[int, Move]] = {}
        for here in inspect_batches(machine, layer, limits.deadline):
            if end_of(problem, here, late=False).breaks:
                plays.append(_play_to(here.position, came, machine, here.stuck))
            for step in here.allowed:
                if step.after not in came:
                    after.setdefault(step.after, (here.position, step.move))
        reached = list(after)
        kept = seen.kept([seen.machine.pack(machine.unpack(position)) for position in reached])
        lost = [position for position, can in zip(reached, kept, strict=True) if not can]
        for position in chance.sample(lost, min(_PLAYS, len(lost))):
            came[position] = after[position]
            plays.append(_play_to(position, came, machine, stuck=False))
        layer = [position for position, can in zip(reached, kept, strict=True) if can]
        layer = chance.sample(layer, min(_WIDTH, len(layer)))
        came |= {position: after[position] for position in layer}
    return plays[:_PLAYS]


def _play_to(
    position: int, came: Mapping[int, tuple[int, Move] | None], machine: Machine, stuck: bool
) -> Play:
    """Return the play that came to a position."""
    positions, moves = [machine.unpack(position)], list[Move]()
    while (before := came[position]) is not None:
        position, move = before
        moves.insert(0, move)
        positions.insert(0, machine.unpack(position))
    return Play(tuple(moves), tuple(positions), "stuck" if stuck else "ended")
