"""The contents of a claim's page: its verdict, plays, the lines that a proof needs, a repair."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.errors import InputError
from ttt_asp.extensions.claimfiles.claims_file import ClaimEntry
from ttt_asp.extensions.comparing.analogies import Analogies, analogies
from ttt_asp.extensions.exploring.inspection import positions_of
from ttt_asp.extensions.exploring.keepers import keepers, mistaken
from ttt_asp.extensions.exploring.winning_region import winning_region
from ttt_asp.extensions.playing.odds import Odds, beside
from ttt_asp.extensions.reports.play_graph import MOST, all_plays, reason_of
from ttt_asp.extensions.reports.walk_data import match_data, rounds, walk_data, with_lines
from ttt_asp.extensions.synthesis.explain import Explanation, explain_problem
from ttt_asp.extensions.synthesis.holes import pool_of
from ttt_asp.extensions.synthesis.repair import MOST_EDITS, Repair, find_repair
from ttt_asp.extensions.synthesis.task import GivenList
from ttt_asp.games.game import role_of
from ttt_asp.limits import SMALL, Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.programs.compose import lines_of
from ttt_asp.strategies.library import Library, summaries
from ttt_asp.verdict import Verdict

# Seconds for each analysis of a strategy that a page adds: what a proof needs, a repair.
_ANALYSIS_SECONDS = 20.0
_NAME = re.compile(r"[a-z]\w*")
# What a page says where the lines of a strategy cannot be repaired, or are none.
EXCEPTIONS = (
    "`ttt-asp repair --exceptions`, asked the same, looks for positions at which to overrule it."
)

# And where nobody asked for a repair.
UNASKED = (
    "`ttt-asp repair`, asked the same, looks for the smallest change that mends it; "
    "`ttt-asp report --repair` shows it here."
)


@dataclass(frozen=True, slots=True)
class ClaimReport:
    """The contents of a page about one claim.

    Attributes:
        name: the name of the claim, unique on the page.
        verdict: of the claim.
        problem: the claim as it was read; None where there was no time for it.
        expect: the verdict that was expected; empty where none was.
        source, note: for people.
        walk: the plays, see `walk_data`, with `match`; None where there are none.
        missing: why there is no walk.
        needs: of a proof, by role, which lines it needs.
        repair: of a refuted claim, its repair; None where none was looked for.
        unmended: why none was; empty where there is nothing to mend.
        analogies: elements and squares that play the same role in its strategies.
        about: the descriptions in the files of its strategies and of a repair's tactics, by name.
        odds: the odds of moves drawn by lot; None where they take too long.
    """

    name: str
    verdict: Verdict
    problem: Problem | None
    expect: str = ""
    source: str = ""
    note: str = ""
    walk: Mapping[str, Any] | None = None
    missing: str = ""
    needs: Mapping[str, Explanation] = field(default_factory=dict)
    repair: Repair | None = None
    unmended: str = ""
    analogies: Sequence[Analogies] = ()
    about: Mapping[str, str] = field(default_factory=dict)
    odds: Odds | None = None


@dataclass(frozen=True, slots=True)
class Reporter:
    """Collects the contents of pages; a strategy of several claims is looked at once.

    Attributes:
        limits: of each look.
        library: where repairs take their tactics from.
        repairs: whether to look for them: that takes longer than all the rest.
    """

    limits: Limits
    library: Library
    repairs: bool = False
    _known: dict[tuple[object, ...], Analogies | None] = field(default_factory=dict)

    def finding(
        self,
        name: str,
        question: Question,
        problem: Problem | None,
        verdict: Verdict,
        entry: ClaimEntry | None = None,
    ) -> ClaimReport:
        """Collect the contents of the page about a claim and its verdict."""
        given = (entry.expect, entry.source, entry.note) if entry else ("", "", "")
        missing = ""
        if problem is None:
            missing = "The game was not read in time."
        elif problem.every is not None:
            missing = "The claim is about every size: there is no one board to play on."
        elif problem.claim.of_strategy:
            missing = (
                "The claim is about what is recommended: its plays are not shown to walk through."
            )
        if problem is None or missing:
            return ClaimReport(name, verdict, problem, *given, missing=missing)
        if question.every is not None:  # a play of some size refutes it
            const = {constant: str(value) for constant, value in verdict.const.items()}
            question = replace(question, every=None, const=const)
        walk, missing = self._plays(problem, verdict)
        mended, unmended = self._repair(question, problem, verdict)
        needs = self._needs(problem, verdict)
        names = [strategy.text for strategy in problem.strategies.values()]
        if mended is not None:  # and what it puts in
            for choice in mended.edits:
                names += _NAME.findall(choice.term)
        return ClaimReport(
            name, verdict, problem, *given, walk, missing, needs, mended, unmended,
            self._analogies(problem), summaries(names, self.library),
            beside(problem, verdict, self._unasked()),
        )  # fmt: skip

    def _plays(self, problem: Problem, verdict: Verdict) -> tuple[dict[str, Any] | None, str]:
        """Return the plays to walk through; else why there are none."""
        unshown, induction = "The plays are not shown", verdict.lemmas is not None
        if verdict.positions is None and induction and verdict.verdict != "proved":
            return None, "An induction that proves nothing has no rounds to show."
        if verdict.positions is not None and verdict.positions > MOST:
            return None, f"Of more than {MOST:,} positions a page shows none."
        try:
            if verdict.positions is None and induction:  # it goes through no positions
                unshown = "No rounds are shown"
                return rounds(problem, self._unasked()), ""
            limits = self.limits.afresh()
            lists = {role: [strategy] for role, strategy in problem.strategies.items()}
            observed = with_lines(problem, lists)
            plays = all_plays(observed, limits)
            walk = walk_data(plays, observed, lists, limits)
        except (InputError, Expired) as error:
            return None, f"{unshown}: {reason_of(error)}."
        return {**walk, "match": self._match(problem, verdict, plays, walk)}, ""

    def _match(
        self, problem: Problem, verdict: Verdict, plays: Exploration, walk: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the data by which a page says of each move whether it keeps the claim."""
        moves, start = [], 0
        # a witness or counterexample starts where the walk does, else it cannot be followed
        if verdict.play is not None and not verdict.play.anywhere:
            moves = [move.action for move in verdict.play.moves]
            if verdict.blunder is not None and verdict.blunder.move is not None:
                before = problem.game.meant(verdict.play.positions[verdict.blunder.move - 1])
                start = positions_of(plays).index(plays.machine.pack(frozenset(before)))
        return {
            "lists": [problem.strategies[role].text for role in problem.game.roles],
            **match_data(plays, problem, problem.claim, _keeper(problem, verdict), walk),
            "lost": self._lost(problem, verdict, plays),
            "play": moves,
            "start": start,
        }

    def _lost(self, problem: Problem, verdict: Verdict, plays: Exploration) -> list[int] | None:
        """Return the numbers of the positions from which the claim is lost, if they are known."""
        if problem.claim.quantifier == "can":
            return None
        if verdict.verdict == "proved":
            return []
        keeper = _keeper(problem, verdict)
        if keeper is None:
            return None
        with suppress(InputError, Expired):  # a page says of moves what plays say
            known = winning_region(problem, keeper, plays.machine, self._unasked())
            kept = known.kept(known.legal, positions_of(plays))
            return [number for number, well in enumerate(kept) if not well]
        return None

    def _needs(self, problem: Problem, verdict: Verdict) -> dict[str, Explanation]:
        """Return the lines of the strategies that a proof needs, where they can be found."""
        needs: dict[str, Explanation] = {}
        if verdict.verdict != "proved" or verdict.positions is None:
            return needs
        for role, strategy in problem.strategies.items():
            if len(lines_of(strategy)) < 2 or problem.subject not in (None, role):
                continue
            with suppress(InputError, Expired):  # the page says nothing of what is not known
                needs[role] = explain_problem(problem, role, self._unasked(), verdicts=False)
        return needs

    def _repair(
        self, question: Question, problem: Problem, verdict: Verdict
    ) -> tuple[Repair | None, str]:
        """Return the smallest repair of a refuted claim, or why none was looked for."""
        hopeless = verdict.blunder is not None and verdict.blunder.refinement == "impossible"
        given = any(not strategy.assumed for strategy in problem.strategies.values())
        failed = verdict.verdict in ("refuted", "incomplete") and not mistaken(problem)
        if not failed or not given or hopeless:
            return None, ""
        if len(problem.game.base) > SMALL:
            return None, "The game is too large for a page to look for a repair."
        try:
            mine = GivenList.of(question, problem, None)
            if problem.strategies[mine.role].inquiry is not None:
                return None, f"A program has no lines to change. {EXCEPTIONS}"
            if not self.repairs:
                return None, UNASKED
            pool = pool_of(None, [problem.game], self.library)
            return find_repair(mine, pool, MOST_EDITS, self._unasked()), ""
        except (InputError, Expired) as error:
            return None, f"No repair was looked for: {reason_of(error)}."

    def _unasked(self) -> Limits:
        """Return limits for an analysis that the user did not ask for by name."""
        given = self.limits.deadline
        seconds = min(_ANALYSIS_SECONDS, given.seconds or _ANALYSIS_SECONDS)
        return replace(self.limits, deadline=Deadline(seconds, given.memory), progress=None)

    def _analogies(self, problem: Problem) -> list[Analogies]:
        """Return the analogies of each strategy; none for large games, where it takes too long."""
        game = problem.game
        if len(game.base) > SMALL:
            return []
        alike = []
        for role, strategy in problem.strategies.items():
            if strategy.composition.operator == "any":
                continue
            key = (game.name, *game.constants.items(), role, strategy.text)
            if key not in self._known:
                self._known[key] = None
                with suppress(InputError, Expired):  # the game has no elements, or time is up
                    self._known[key] = analogies(game, role, strategy, self.limits.afresh())
            alike.append(self._known[key])
        return [known for known in alike if known is not None]


def _keeper(problem: Problem, verdict: Verdict) -> str | None:
    """Return the role that is to keep a claim: of several the one that blundered, if one did."""
    if verdict.blunder is not None:
        return role_of(verdict.blunder.role, problem.game)
    alone = keepers(problem)
    return alone[0] if len(alone) == 1 else None
