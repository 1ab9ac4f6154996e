"""What a prover answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ttt_asp.deadline import Stopped
from ttt_asp.inquiry import Inquiry
from ttt_asp.result import Result, plain, record

Answer = Literal["proved", "refuted", "incomplete", "unknown"]

# How plays end, in `Verdict.plays`, where it is no role that says it.
TIE, STUCK = "tie", "stuck"

# Of a play that breaks a claim, found before all plays were looked at.
UNEXPLORED = "not everything was explored: other plays may get stuck"


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a play.

    Attributes:
        role: who moves.
        action: what, as a term of the game's.
    """

    role: str
    action: str


# What a role does, in the Game Description Language, that does nothing while others move.
NOOP = "noop"


def simultaneous_move(moves: Sequence[Move]) -> Move:
    """What several roles do at once, as one move: `white & black`, and so their actions.

    Whoever does nothing is left out where somebody does anything else.
    """
    told = [move for move in moves if move.action != NOOP] or moves
    return Move(" & ".join(move.role for move in told), " & ".join(move.action for move in told))


@dataclass(frozen=True, slots=True)
class Play:
    """A play, or the beginning of one.

    Attributes:
        moves: in order.
        positions: the fluents of each position; one more than there are moves.
        ending: `ended`, `stuck` or `cut`; `lasso` where the last position was there before,
            so that the play can go on for ever; `there` where the last position is what is shown.
        anywhere: it does not begin with the game, but at a position that plays may never reach.
        result: who won, and how; empty where it is not over, or that is not known.
        deciders: for each move the part of its role's strategy that recommended it; empty texts
            where there was no choice, or the strategy has one part only.
    """

    moves: tuple[Move, ...]
    positions: tuple[frozenset[str], ...]
    ending: str
    anywhere: bool = False
    deciders: tuple[str, ...] = ()
    result: str = ""

    @property
    def decided(self) -> list[tuple[Move, str]]:
        """Each move with its decider."""
        deciders = self.deciders or ("",) * len(self.moves)
        return list(zip(self.moves, deciders, strict=True))


@dataclass(frozen=True, slots=True)
class Blunder:
    """Where a refuted claim was lost, and whether the strategy is to blame.

    Attributes:
        role: who was to keep the claim.
        move: the number of the play's move that lost it, counted from 1: the last one before
            which it could still be kept; None if it never could.
        allowed: the role's strategy's moves before it.
        keeping: those of them that keep the claim, if the role goes on well.
        missed: other legal moves that would have kept it.
        refinement: `some`: the claim is kept if the strategy chooses well among what it
            recommends; `none`: it is not, though by other legal moves it is; `impossible`: no
            strategy of the role's keeps it against the others'.
        forbidden: with `some`, moves not to choose at a position; the first ones, and where
            positions are many of symmetric ones one.
        forbidden_count: at how many positions there are such.
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
        """The blunder as plain data, positions as sorted lists of fluents."""
        forbidden = [{"position": at, "actions": some} for at, some in self.forbidden.items()]
        return record(self, forbidden=forbidden)


@dataclass(frozen=True, slots=True)
class Seconds:
    """Wall-clock seconds spent: reading and lifting, grounding, solving, all together."""

    lift: float = 0.0
    ground: float = 0.0
    solve: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict(Result):
    """The answer to a claim; true in a condition only when it is `proved`.

    Attributes:
        claim: the claim, in its plain form.
        game: the game's name.
        const: every constant in force.
        roles: the strategy of each role, as given.
        assumed: the roles that were given none and play `any`.
        verdict: proved, refuted, incomplete or unknown; docs/questions.md says when which.
        reason: one sentence that says why.
        engine: which engine answered.
        play: the play that shows it, where there is one.
        boards: its positions, as `position` takes them, else lists of fluents.
        seconds: what it took.
        statistics: atoms and rules of the ground program, conflicts of the solver.
        positions: how many distinct positions occur in plays; None where that is not known.
        plays: how many plays end how: by the winner or `tie` in games of two roles that win,
            lose or tie, else by all goals as `x=100 o=0`, so too where a role is named `tie` or
            `stuck`; plays that get stuck as `stuck`. None where that is not known.
        decided: at how many positions each part of a role's outermost `first` decides; a part
            that never does is dead.
        blunder: of a refuted claim, where the play of the explicit engine lost it.
        warnings: things to know before you trust the verdict.
        notes: what else is to be said about it: the choice of the engine, the cross-check.
        lemmas: what a proof by induction rests on, by name; None from other engines.
        words: lemmas that were found, as people would say them.
        found: the same as the text of a lemma's file, the last of `lemmas`; empty if none were.
        stopped: what ended the search before its time.
        unexplored: what is to be said of a refuted claim where other plays may get stuck, as not
            everything was explored; else empty.
        no_blunder_reason: why a refuted claim comes without a blunder; empty where there is no
            limit to it.
        every: the sizes that it is about, as a condition on constants; empty for one size. Such
            constants are among `const` only where a play shows it, for the size of that play.
        position: where play begins, as `position` takes it; empty for where the rules say.
        recommended: of a refuted claim about a strategy, as `x is complete`, what it recommends in
            the last position of the play; None of other claims.
        programs: for roles that programs play how these were asked.
    """

    claim: str
    game: str
    const: Mapping[str, str]
    roles: Mapping[str, str]
    assumed: tuple[str, ...]
    verdict: Answer
    reason: str
    engine: str
    play: Play | None
    boards: tuple[str | list[str], ...]
    seconds: Seconds
    statistics: Mapping[str, int]
    positions: int | None = None
    plays: Mapping[str, int] | None = None
    decided: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    blunder: Blunder | None = None
    lemmas: tuple[str, ...] | None = None
    words: tuple[str, ...] = ()
    found: str = ""
    stopped: Stopped = ""
    unexplored: str = ""
    no_blunder_reason: str = ""
    every: str = ""
    recommended: tuple[str, ...] | None = None
    position: str = ""
    programs: Mapping[str, Inquiry] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.verdict == "proved"

    @property
    def claimed(self) -> str:
        """The claim, and the sizes that it is about, or where play begins."""
        if self.position:
            return f"{self.claim}, from {self.position}"
        return f"{self.claim}, for every size with {self.every}" if self.every else self.claim

    @property
    def warned(self) -> tuple[str, ...]:
        """All warnings, that not everything was explored among them."""
        return (*self.warnings, self.unexplored) if self.unexplored else self.warnings

    def as_json(self) -> dict[str, Any]:
        """The verdict as plain data, with the keys that docs/questions.md documents."""
        found: dict[str, object] = {
            "claim": self.claim,
            "game": self.game,
            "const": plain_constants(self.const),
            "roles": self.roles,
            "verdict": self.verdict,
            "engine": self.engine,
            "stopped": self.stopped or None,
            "warnings": self.warned,
            "notes": [*self.notes, *filter(None, (self.unexplored, self.no_blunder_reason))],
            "positions": self.positions,
            "plays": self.plays,
            "decided": self.decided,
            "play": self.play
            and [{**record(m), "decided": by or None} for m, by in self.play.decided],
            "result": (self.play and self.play.result) or None,
            "blunder": self.blunder and self.blunder.as_json(),
            "boards": self.boards,
            "seconds": self.seconds,
            "statistics": self.statistics,
        }
        found |= {"every": self.every} if self.every else {}
        found |= {"position": self.position} if self.position else {}
        if self.programs:
            found["programs"] = {role: inquiry.as_json() for role, inquiry in self.programs.items()}
        found |= {} if self.recommended is None else {"recommended": self.recommended}
        if self.lemmas is not None:
            found["lemmas"] = {"names": self.lemmas, "found": self.words}
        return {key: plain(value) for key, value in found.items()}


def plain_constants(values: Mapping[str, str]) -> dict[str, int | str]:
    """Constants' values as plain data."""
    return {name: plain_constant(value) for name, value in values.items()}


def plain_constant(value: str) -> int | str:
    """A constant's value as plain data: a number, or a text."""
    return int(value) if value.lstrip("-").isdigit() else value
