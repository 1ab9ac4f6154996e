"""Results of repairs: edits of a list, or positions at which it is overruled."""

from dataclasses import dataclass, field
from typing import Any

from ttt_asp.engines.spelling import respelt
from ttt_asp.extensions.players.book import Page, book
from ttt_asp.extensions.synthesis.fill.result import Searched
from ttt_asp.extensions.synthesis.repair.lists import Edit, GivenList
from ttt_asp.paths import in_comment
from ttt_asp.result import plain, record
from ttt_asp.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Repaired(Searched):
    """A change of a strategy that makes a claim true.

    Attributes:
        given: the strategy, its role, and the claim. before: the verdict with it.
        positions: how many the search could choose from; None if unknown.
        after: the verdict with the change, which is proved.
    """

    given: GivenList = field(repr=False)
    before: Verdict
    positions: int | None = field(default=None, kw_only=True)
    after: Verdict | None = field(default=None, kw_only=True)

    def record(self, *names: str, **others: object) -> dict[str, Any]:
        """Return fields as plain data, with the question, and others."""
        spelt = self.given.problem.game.spelt
        claim, role = spelt(str(self.given.problem.claim)), spelt(self.given.role)
        asked = {"claim": claim, "role": role, "given": self.given.text}
        return record(self, *names, **asked, **others, stopped=self.stopped or None)


@dataclass(frozen=True, slots=True)
class Repair(Repaired):
    """The smallest change of a list that makes a claim true.

    The answer `none` is proved, of up to `most` edits. `positions` are those at which the role has
    to choose, in plays in which it may do anything, and the claim can still be kept.

    Attributes:
        most: the number of edits to try, at most.
        excluded: it is proved that no repair has this number of edits, or fewer.
        edits: the edits, in the order in which they are made.
        lines: the lines of the repaired list, as texts.
        strategy: the same as a term; empty where there is none.
        changed: the number of positions at which it recommends other moves; None if not known.
        pool: the tactics that edits could take.
    """

    most: int
    excluded: int | None = None
    edits: tuple[Edit, ...] = ()
    lines: tuple[str, ...] = ()
    strategy: str = ""
    changed: int | None = None
    pool: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the repair as plain data, the keys of `--json`."""
        return self.record(
            *("answer", "reason", "seconds", "stopped", "candidates", "counterexamples"),
            *("before", "positions", "after", "excluded", "edits", "lines", "strategy"),
            *("changed", "pool"),
            lines=list(map(str, self.given.lines)),
            strategy=self.strategy or None,
            repaired=self.lines,
            edits=[
                {
                    "edit": edit.kind,
                    "line": edit.line or None,
                    "term": edit.term or None,
                    "without": edit.without,
                    "verdict": plain(edit.verdict),
                }
                for edit in self.edits
            ],
        )


@dataclass(frozen=True, slots=True)
class Overruled:
    """Positions at which a strategy is overruled, which count as one.

    Attributes:
        position: the fluents of one of them.
        recommended: the strategy's moves there. instead: the moves to be played.
        pages: all of them, with the moves to be played there: symmetries of the rules take them to
            one another, the strategy recommends the same there, and every move leads to the same.
    """

    position: frozenset[str]
    recommended: tuple[str, ...]
    instead: tuple[str, ...]
    pages: tuple[Page, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Exceptions(Repaired):
    """The fewest positions at which a strategy has to be overruled.

    The answer is `none` where no strategy keeps the claim, which is proved. `positions` are counted
    up to symmetry.

    Attributes:
        overruled: the positions, up to symmetry; fewer are not enough.
    """

    overruled: tuple[Overruled, ...] = ()

    @property
    def pages(self) -> tuple[Page, ...]:
        """Return every position at which the strategy is overruled, with the moves played there."""
        return tuple(page for overruled in self.overruled for page in overruled.pages)

    def book(self, name: str) -> str:
        """Return the text of a tactic file that overrules the strategy from in front of it."""
        about = (
            f"the exceptions that {in_comment(str(self.given.problem.claim))} needs: it overrules"
        )
        about += f"\n{in_comment(self.given.text)} in first({name}, ...)."
        return book(name, self.given.role, self.pages, about, "`ttt-asp repair --exceptions`")

    def as_json(self) -> dict[str, Any]:
        """Return the exceptions as plain data, the keys of `--json`."""
        game, names = self.given.problem.game, ("position", "recommended", "instead")
        return self.record(
            *("answer", "reason", "seconds", "stopped", "before", "positions", "after"),
            exceptions=[
                record(respelt(overruled, game, *names), positions=len(overruled.pages))
                for overruled in self.overruled
            ],
        )
