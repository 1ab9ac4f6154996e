"""What a search for fillings found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ttt_asp.analyses.fill.task import Task
from ttt_asp.deadline import Stopped
from ttt_asp.result import Result, record
from ttt_asp.verdict import Verdict

Found = Literal["filled", "none", "unknown"]


@dataclass(frozen=True, slots=True)
class Filled:
    """One filling.

    Attributes:
        terms: each strategy with its holes filled, by the text it had with them.
        cost: of all fillers. lines: how many lines these strategies have in all.
        verdicts: of the claims, all proved; empty where it was not put to the engines.
    """

    terms: Mapping[str, str]
    cost: int
    lines: int
    verdicts: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True)
class Fillings(Result):
    """What a search for fillings found.

    Attributes:
        answer: `filled`, `none`, which is proved, or `unknown`.
        reason: why, in words.
        strategies: fillings that keep all claims, those of lowest cost first where it was asked
            for.
        number: how many such fillings there are, where all were asked for.
        shortest: whether it is proved that none of lower cost keeps the claims.
        same: groups of tactics that recommend the same wherever fillings come to.
        candidates: how many fillings were put to the engines.
        counterexamples: how many of them failed.
        positions: how many choices were looked at; positions that no filling tells apart are one.
        seconds: spent.
        stopped: what ended the search before its end, if anything did.
        task: what was asked.
    """

    answer: Found
    reason: str
    strategies: tuple[Filled, ...]
    number: int | None
    shortest: bool
    same: tuple[tuple[str, ...], ...]
    candidates: int
    counterexamples: int
    positions: int
    seconds: float
    stopped: Stopped
    task: Task = field(repr=False)

    @property
    def cost(self) -> int | None:
        """The lowest cost that was found."""
        return min((one.cost for one in self.strategies), default=None)

    def as_json(self) -> dict[str, Any]:
        """The fillings as plain data, the keys of `--json`."""
        return record(
            self,
            claims=[part.question.claim for part in self.task.parts],
            strategies=[one.terms for one in self.strategies],
            cost=self.cost,
            lines=self.strategies[0].lines if self.strategies else None,
            pool=list(self.task.pool.fillers),
            verdicts=[one.verdicts for one in self.strategies],
        )
