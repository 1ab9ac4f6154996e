"""Verdicts: the answers of a prover, with plays."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal, Protocol

from ttt_asp.deadline import Stopped
from ttt_asp.layout import Layout
from ttt_asp.records import dataclass
from ttt_asp.result import Brief, Result, Status, record

Answer = Literal["proved", "refuted", "incomplete", "unknown"]

# What each means to those who asked.
STATUS_OF: Mapping[Answer, Status] = {
    "proved": "yes",
    "refuted": "no",
    "incomplete": "no",
    "unknown": "unknown",
}

# How plays end, in `Verdict.plays`, where it is no role that says it.
TIE, STUCK = "tie", "stuck"

# The notes on a play that breaks a claim, and on one that gets stuck, where it was found before all
# plays were looked at.
UNEXPLORED = "not everything was explored: other plays may get stuck"
UNDECIDED = "not everything was explored: another play may break the claim"


class Origin(Protocol):
    """The record of the questions to a program that plays a role, as far as all have to know it.

    Attributes:
        program: as it was named.
        positions: at how many positions it was asked.
        differing: at how many positions its answers differed.
        doubt: why it may answer otherwise than it did; empty where it answers always the same, or
            all its choices are known.
        failed: for positions at which it gave no legal move, why.
        everywhere: whether it was asked wherever its role can have a choice.
    """

    @property
    def program(self) -> str: ...

    @property
    def positions(self) -> int: ...

    @property
    def differing(self) -> int: ...

    @property
    def doubt(self) -> str: ...

    @property
    def failed(self) -> Mapping[frozenset[str], str]: ...

    @property
    def everywhere(self) -> bool: ...

    def spelt(self, spell: Callable[[str], str]) -> "Origin":
        """Return the record with fluents as a game's file spells them."""

    def as_json(self) -> dict[str, Any]:
        """Return the record as plain data."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a play.

    Attributes:
        role: the role that moves.
        action: its action, as a term of the game's.
    """

    role: str
    action: str


# What a role does, in the Game Description Language, that does nothing while others move.
NOOP = "noop"


def simultaneous_move(moves: Sequence[Move]) -> Move:
    """Join the moves of several roles at once into one: `white & black`, and so their actions.

    A role that does nothing is left out where another role does something.
    """
    shown = [move for move in moves if move.action != NOOP] or moves
    return Move(" & ".join(move.role for move in shown), " & ".join(move.action for move in shown))


@dataclass(frozen=True, slots=True)
class Play(Brief):
    """A play, or the beginning of one.

    Attributes:
        moves: the moves, in order.
        positions: the fluents of each position; one more than there are moves.
        ending: `ended`, `stuck` or `cut`; `lasso` where the last position was there before,
            so that the play can go on for ever; `there` where the play shows its last position.
        anywhere: the play begins not with the game, but at a position that may be unreachable.
        result: who won, and how; empty where play is not over, or the result is not known.
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
        """Return each move with its decider."""
        deciders = self.deciders or ("",) * len(self.moves)
        return list(zip(self.moves, deciders, strict=True))


@dataclass(frozen=True, slots=True)
class BlunderSearch:
    """What is known of the blunder of a refuted claim.

    Attributes:
        blunder: what the extension `exploring` says of it, where it was found: a `Blunder`.
        none_because: why there is none; empty where no reason is known.
        mistakes: where they were asked for, all mistakes of the role: a `Mistakes`.
        explored: what the explicit engine explored, to look for it there; gone in what is answered.
    """

    blunder: Any = None
    none_because: str = ""
    mistakes: Any = None
    explored: Any = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class ProofLemmas:
    """The lemmas of a proof by induction.

    Attributes:
        names: of all of them.
        words: those that were found, as people would say them.
        text: these as the text of a lemma's file, the last of `names`; else empty.
        proof: what the engine keeps of the proof for its certificate; None where nothing is kept.
    """

    names: tuple[str, ...]
    words: tuple[str, ...] = ()
    text: str = ""
    proof: Any = field(default=None, repr=False, compare=False)

    def as_json(self) -> dict[str, Any]:
        """Return the names, and what was found in words."""
        return {"names": list(self.names), "found": list(self.words)}


@dataclass(frozen=True, slots=True)
class Seconds:
    """Wall-clock seconds spent: reading and lifting, grounding, solving, all together."""

    lift: float = 0.0
    ground: float = 0.0
    solve: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class PlayCounts:
    """The counts of an engine that goes through all positions; see the properties of `Verdict`."""

    positions: int | None = None
    plays: Mapping[str, int] | None = None
    decided: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Particulars:
    """What only some claims have; see the properties of `Verdict`.

    Attributes:
        every: of a claim about every size.
        position: of play that begins elsewhere than the rules say.
        programs: of roles that programs play.
        recommended: of a claim about a strategy.
    """

    every: str = ""
    position: str = ""
    programs: Mapping[str, Origin] = field(default_factory=dict)
    recommended: tuple[str, ...] | None = None


# The attributes that every verdict has in JSON.
_KEYS = ["claim", "game", "const", "roles", "verdict", "reason", "engine", "stopped", "warnings"]
_KEYS += ["notes", "positions", "plays", "decided", "play", "blunder", "boards", "seconds"]
_KEYS += ["statistics"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Result):
    """The answer to a claim; true in a condition only when it is `proved`.

    Attributes:
        claim: the claim, in its plain form.
        game: the game's name.
        const: every constant in force.
        roles: the strategy of each role, as given.
        assumed: the roles that were given no strategy and play `any`.
        verdict: proved, refuted, incomplete or unknown; docs/questions.md says when which.
        reason: one sentence that says why.
        engine: the engine that answered.
        play: the play that shows it, where there is one.
        boards: its positions, as `position` takes them, else lists of fluents.
        seconds: the time that it took.
        statistics: atoms and rules of the ground program, conflicts of the solver.
        positions: the number of distinct positions that occur in plays; None where it is not known.
        plays: the number of plays by ending: by the winner or `tie` in games of two roles that win,
            lose or tie, else by all goals as `x=100 o=0`, so too where a role is named `tie` or
            `stuck`; plays that get stuck as `stuck`. None where that is not known.
        decided: the number of positions at which each part of a role's outermost `first` decides;
            a part that never does is dead.
        blunder: of a refuted claim, where the play of the explicit engine lost it.
        warnings: things to know before you trust the verdict.
        notes: other remarks: the choice of the engine, the cross-check.
        lemmas: the names of the lemmas of a proof by induction; None from other engines.
        words: lemmas that were found, as people would say them.
        found: these lemmas as the text of a lemma's file, the last of `lemmas`; else empty.
        stopped: the kind of the limit that ended the search early; empty if none did.
        others: a note on the other plays of a refuted claim, where some get stuck, or may do so,
            and of an incomplete one, where another may break it; else empty.
        no_blunder_reason: why a refuted claim comes without a blunder; empty where none is known.
        every: the sizes that the claim is about, as a condition on constants; empty for one size.
            Such constants are among `const` only where there is a play, for its size.
        position: where play begins, as `position` takes it; empty for where the rules say.
        recommended: of a refuted claim about a strategy, as `x is complete`, the actions that it
            recommends in the last position of the play; None of other claims.
        programs: for roles that programs play, the record of the questions to these.
        mistakes: of a refuted claim, where they were asked for, all mistakes of the role.
        layout: how positions of the game are drawn; None where there is no play.
        counts: `positions`, `plays` and `decided`.
        induction: the lemmas, as names, words and a text; None from other engines.
        blunder_search: the blunder and the mistakes, or why there is none.
        particulars: `every`, `position`, `programs` and `recommended`.
    """

    claim: str
    game: str
    const: Mapping[str, int | str]
    roles: Mapping[str, str]
    assumed: tuple[str, ...]
    verdict: Answer
    reason: str
    engine: str
    stopped: Stopped = ""
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    counts: PlayCounts = PlayCounts()
    play: Play | None
    blunder_search: BlunderSearch = BlunderSearch()
    seconds: Seconds
    statistics: Mapping[str, int]
    induction: ProofLemmas | None = None
    others: str = ""
    particulars: Particulars = Particulars()
    layout: Layout | None = field(default=None, repr=False)

    @property
    def status(self) -> Status:
        """See `Result`."""
        return STATUS_OF[self.verdict]

    def __bool__(self) -> bool:
        return self.verdict == "proved"

    @property
    def boards(self) -> tuple[str | list[str], ...]:
        if self.play is None or self.layout is None:
            return ()
        return tuple(map(self.layout.write, self.play.positions))

    @property
    def positions(self) -> int | None:
        return self.counts.positions

    @property
    def plays(self) -> Mapping[str, int] | None:
        return self.counts.plays

    @property
    def decided(self) -> Mapping[str, Mapping[str, int]]:
        return self.counts.decided

    @property
    def every(self) -> str:
        return self.particulars.every

    @property
    def position(self) -> str:
        return self.particulars.position

    @property
    def programs(self) -> Mapping[str, Origin]:
        return self.particulars.programs

    @property
    def recommended(self) -> tuple[str, ...] | None:
        return self.particulars.recommended

    @property
    def blunder(self) -> Any:
        return self.blunder_search.blunder

    @property
    def mistakes(self) -> Any:
        return self.blunder_search.mistakes

    @property
    def no_blunder_reason(self) -> str:
        return self.blunder_search.none_because

    @property
    def lemmas(self) -> tuple[str, ...] | None:
        return self.induction.names if self.induction else None

    @property
    def words(self) -> tuple[str, ...]:
        return self.induction.words if self.induction else ()

    @property
    def found(self) -> str:
        return self.induction.text if self.induction else ""

    @property
    def claimed(self) -> str:
        """Return the claim, with the sizes that it is about, or the position where play begins."""
        if self.position:
            return f"{self.claim}, from {self.position}"
        return f"{self.claim}, for every size with {self.every}" if self.every else self.claim

    @property
    def warned(self) -> tuple[str, ...]:
        """Return all warnings, and the note on other plays."""
        return (*self.warnings, self.others) if self.others else self.warnings

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as plain data, with the keys that docs/json.md documents."""
        more = {
            "lemmas": self.induction is not None,
            "others": self.others,
            "every": self.every,
            "recommended": self.recommended is not None,
            "position": self.position,
            "programs": self.programs,
            "mistakes": self.mistakes is not None,
        }
        decided = [] if self.play is None else self.play.decided
        data = record(
            self,
            *_KEYS,
            *(name for name, there in more.items() if there),
            stopped=self.stopped or None,
            notes=[*self.notes, *filter(None, [self.no_blunder_reason])],
            play=self.play and [{**record(move), "decided": by or None} for move, by in decided],
            **({"lemmas": self.induction} if self.induction else {}),
        )
        return {**data, "result": (self.play and self.play.result) or None}


def plain_constants(values: Mapping[str, str]) -> dict[str, int | str]:
    """Return constants' values as plain data."""
    return {name: plain_constant(value) for name, value in values.items()}


def plain_constant(value: str) -> int | str:
    """Return a constant's value as plain data: a number, or a text."""
    return int(value) if value.lstrip("-").isdigit() else value
