"""What a search for a repair found: edits of a list, or positions at which it is overruled."""

from dataclasses import dataclass, field
from typing import Any, Literal

from ttt_asp.analyses.repair.lists import Edit, GivenList
from ttt_asp.deadline import Stopped
from ttt_asp.paths import in_comment
from ttt_asp.result import Result, plain, record
from ttt_asp.strategies.book import Page, book
from ttt_asp.verdict import Verdict

Found = Literal["repaired", "proved", "none", "unknown"]


@dataclass(frozen=True, slots=True)
class Edited:
    """An edit, and why it is needed.

    Attributes:
        edit: what is done.
        without: the strategy without this one edit.
        verdict: of the claim then; None where there is none, as a `pick` names no single action.
    """

    edit: Edit
    without: str
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class Repair(Result):
    """The smallest change of a list that makes a claim true.

    Attributes:
        answer: `repaired`; `proved`, where there is nothing to repair; `none`, which is proved, of
            up to `most` edits; or `unknown`.
        reason: why, in words.
        given: the strategy, its role, and the claim.
        before: the verdict with it.
        most: how many edits were to be tried.
        excluded: it is proved that so many edits, or fewer, make no repair.
        edits: in the order in which they are made.
        lines: of the repaired list, as texts.
        strategy: the same as a term; empty where there is none.
        after: the verdict with it, proved.
        changed: at how many positions it recommends something else; None where that is not known.
        positions: of how many: in plays in which the role may do anything, those at which it has to
            choose, and the claim can still be kept.
        pool: the tactics that edits could take.
        candidates: how many lists were put to the engines.
        counterexamples: how many of them failed.
        seconds: spent.
        stopped: what ended the search before its end, if anything did.
    """

    answer: Found
    reason: str
    given: GivenList = field(repr=False)
    before: Verdict
    most: int
    excluded: int | None = None
    edits: tuple[Edited, ...] = ()
    lines: tuple[str, ...] = ()
    strategy: str = ""
    after: Verdict | None = None
    changed: int | None = None
    positions: int | None = None
    pool: tuple[str, ...] = ()
    candidates: int = 0
    counterexamples: int = 0
    seconds: float = 0.0
    stopped: Stopped = ""

    def as_json(self) -> dict[str, Any]:
        """The repair as plain data, the keys of `--json`."""
        return record(
            self,
            ("most",),
            **_asked(self.given),
            lines=list(map(str, self.given.lines)),
            strategy=self.strategy or None,
            repaired=self.lines,
            edits=[
                {
                    "edit": one.edit.kind,
                    "line": one.edit.line or None,
                    "term": one.edit.term or None,
                    "without": one.without,
                    "verdict": plain(one.verdict),
                }
                for one in self.edits
            ],
            stopped=self.stopped or None,
        )


@dataclass(frozen=True, slots=True)
class Overruled:
    """Positions at which a strategy is overruled, which count as one.

    Attributes:
        position: the fluents of one of them.
        recommended: what the strategy recommends there. instead: what is to be played.
        pages: all of them, with what is to be played there: images under symmetries of the rules
            take them to one another, and there the strategy does the same, and the same comes of
            every move.
    """

    position: frozenset[str]
    recommended: tuple[str, ...]
    instead: tuple[str, ...]
    pages: tuple[Page, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Exceptions(Result):
    """The fewest positions at which a strategy has to be overruled.

    Attributes:
        answer: `repaired`; `proved`, where there is nothing to repair; `none`, where no strategy
            keeps the claim; or `unknown`.
        reason: why, in words.
        given: the strategy, its role, and the claim. before: the verdict with it.
        overruled: the positions, up to symmetry; no fewer will do.
        positions: how many there were to choose from, up to symmetry.
        after: the verdict with the exceptions, proved.
        seconds: spent.
        stopped: what ended the search before its end, if anything did.
    """

    answer: Found
    reason: str
    given: GivenList = field(repr=False)
    before: Verdict
    overruled: tuple[Overruled, ...] = ()
    positions: int | None = None
    after: Verdict | None = None
    seconds: float = 0.0
    stopped: Stopped = ""

    @property
    def pages(self) -> tuple[Page, ...]:
        """Every position at which the strategy is overruled, and what is played there."""
        return tuple(page for one in self.overruled for page in one.pages)

    def book(self, name: str) -> str:
        """The text of a tactic file that overrules the strategy, to be put in front of it."""
        about = (
            f"the exceptions that {in_comment(str(self.given.problem.claim))} needs: it overrules"
        )
        about += f"\n{in_comment(self.given.text)} in first({name}, ...)."
        return book(name, self.given.role, self.pages, about, "`ttt-asp repair --exceptions`")

    def as_json(self) -> dict[str, Any]:
        """The exceptions as plain data, the keys of `--json`."""
        spelt = self.given.problem.game.spelt
        return record(
            self,
            ("overruled",),
            **_asked(self.given),
            exceptions=[
                {
                    "position": sorted(map(spelt, one.position)),
                    "recommended": [*map(spelt, one.recommended)],
                    "instead": [*map(spelt, one.instead)],
                    "positions": len(one.pages),
                }
                for one in self.overruled
            ],
            stopped=self.stopped or None,
        )


def _asked(given: GivenList) -> dict[str, str]:
    """What was asked of which list, as plain data."""
    spelt = given.problem.game.spelt
    claim, role = spelt(str(given.problem.claim)), spelt(given.role)
    return {"claim": claim, "role": role, "given": given.text}
