"""What a page says of a claim besides its verdict: the plays to walk through, and analogies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ttt_asp.analyses.analogies import Analogies, analogies
from ttt_asp.analyses.board_symmetry import respected
from ttt_asp.analyses.play_graph import MOST, walk
from ttt_asp.claims.claims_file import Entry
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Expired
from ttt_asp.engines.limits import SMALL, Limits
from ttt_asp.errors import InputError
from ttt_asp.games.notation import Notation
from ttt_asp.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Finding:
    """What a page says of one claim.

    Attributes:
        name: of the claim, unique on the page.
        verdict: of the claim.
        problem: what was read; None where there was no time for it.
        expect: the verdict that was expected; empty where none was.
        source, note: for people.
        walk: the plays as `Walk.as_json` has them, with `symmetries`; None where there is none.
        missing: why there is no walk.
        analogies: what plays the same role in its strategies.
    """

    name: str
    verdict: Verdict
    problem: Problem | None
    expect: str = ""
    source: str = ""
    note: str = ""
    walk: Mapping[str, Any] | None = None
    missing: str = ""
    analogies: Sequence[Analogies] = ()


@dataclass(frozen=True, slots=True)
class Reporter:
    """Looks at the plays of claims; a strategy of several claims is looked at once.

    Attributes:
        limits: of each look.
    """

    limits: Limits
    _known: dict[tuple[object, ...], Analogies | None] = field(default_factory=dict)

    def finding(
        self, name: str, problem: Problem | None, found: Verdict, entry: Entry | None = None
    ) -> Finding:
        """What a page says of a claim and its verdict."""
        data, missing = self.plays(problem, found)
        said = (entry.expect, entry.source, entry.note) if entry else ("", "", "")
        alike = self._analogies(problem) if problem else []
        return Finding(name, found, problem, *said, data, missing, alike)

    def plays(self, problem: Problem | None, found: Verdict) -> tuple[dict[str, Any] | None, str]:
        """The plays to walk through; else why there are none."""
        if problem is None:
            return None, "The game was not read in time."
        if found.positions is None and found.engine == "induction":
            return None, "A proof by induction goes through no positions."
        if found.positions is not None and found.positions > MOST:
            return None, f"Of more than {MOST:,} positions a page shows none."
        try:
            made = walk(problem, self.limits.afresh())
        except (InputError, Expired) as error:
            return None, f"The plays are not shown: {error}."
        glyphs = list(Notation(problem.game).glyphs.values())
        return {**made.as_json(), "glyphs": glyphs, "symmetries": respected(made)}, ""

    def _analogies(self, problem: Problem) -> list[Analogies]:
        """What plays the same role in each strategy; of large games nothing: it takes too long."""
        game = problem.game
        if len(game.base) > SMALL:
            return []
        found = []
        for role, strategy in problem.strategies.items():
            if strategy.composition.operator == "any":
                continue
            key = (game.name, *game.constants.items(), role, strategy.text)
            if key not in self._known:
                try:
                    deadline = self.limits.afresh().deadline
                    self._known[key] = analogies(game, role, strategy, deadline)
                except (InputError, Expired):  # the game has no elements, or time is up
                    self._known[key] = None
            if (one := self._known[key]) is not None:
                found.append(one)
        return found
