"""The induction engine's answer: with the lemmas given, or with lemmas that it finds."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Problem, question_fields
from ttt_asp.deadline import STOPS, Stopped, stop_of
from ttt_asp.engines.plays import seconds_of
from ttt_asp.extensions.induction.base_and_step import Halves, HalvesOutcome, does_not_apply
from ttt_asp.extensions.induction.candidates import (
    Clause,
    as_lemma,
    candidates,
    clauses_in_words,
    sample,
)
from ttt_asp.extensions.induction.houdini import Houdini
from ttt_asp.extensions.induction.lemmas import game_lemmas
from ttt_asp.extensions.induction.program import Half, round_program
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.solving.run import Run
from ttt_asp.strategies.library import Lemmas
from ttt_asp.verdict import ProofLemmas, Verdict

NAME = "induction"
# Fluents of a game in which lemmas are looked for, at most: of more there are too many clauses.
MOST_FLUENTS = 2500


def prove(problem: Problem, limits: Limits) -> Verdict:
    """Answer a claim by induction over rounds.

    Args:
        problem: the question.
        limits: a limit reached, or Ctrl-C, is the verdict `unknown`.

    Raises:
        InputError: the sources do not make a sound program, or induction does not apply to the
            claim or the game.
    """
    begun = time.perf_counter()
    check_applies(problem)
    lemmas = game_lemmas(problem.game) + problem.lemmas
    work = _ProofWork(problem, limits, lemmas)
    stopped: Stopped = ""
    try:
        outcome = work.prove()
    except STOPS as error:
        stop = stop_of(error)
        outcome, stopped = HalvesOutcome("unknown", stop.reason), stop.kind
    return Verdict(
        **question_fields(problem),
        verdict=outcome.answer,
        reason=outcome.reason,
        engine=NAME,
        play=outcome.play,
        seconds=seconds_of(work.runs, begun),
        statistics=work.statistics(),
        induction=ProofLemmas(
            work.lemmas.names, tuple(clauses_in_words(work.clauses)), work.lemma_text
        ),
        stopped=stopped,
        others=outcome.others,
    )


@dataclass
class _ProofWork:
    """A proof under way.

    Attributes:
        lemmas: those in use. clauses: those found. lemma_text: the same as a lemma's text.
        runs: the programs ground so far. counts: of candidates.
    """

    problem: Problem
    limits: Limits
    lemmas: Lemmas
    clauses: Sequence[Clause] = ()
    lemma_text: str = ""
    runs: list[Run] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def prove(self) -> HalvesOutcome:
        """Prove with the lemmas given; if they are not enough, with those that are found."""
        outcome = self._halves()
        wanted = self.limits.find_lemmas
        if (
            outcome.half != "step"
            or wanted is False
            or (wanted is None and self.problem.lemmas.names)
        ):
            return outcome
        if len(self.problem.game.base) > MOST_FLUENTS:
            why = f"lemmas are looked for in games of up to {MOST_FLUENTS:,} fluents only"
            return replace(outcome, reason=f"{outcome.reason}; {why}")
        self.limits.tell("looking for lemmas")
        fit = candidates(sample(self.problem, self.limits.deadline), self.limits.deadline)
        houdini = Houdini(self.problem, self.lemmas, self.limits, fit.clauses)
        self.runs.append(houdini.run)
        houdini.run.ground()
        kept = houdini.kept(range(len(fit.clauses)))
        # if implications are enough, they say best why the claim holds
        needed = None
        for numbers in (houdini.kept(houdini.implications(kept)), kept):
            if needed is None:
                needed = houdini.needed(numbers)
        used = kept if needed is None else needed
        self.counts = {"candidates": fit.total, "fit": len(fit.clauses), "kept": len(kept)}
        self.counts["used"] = len(used)
        self.clauses = [fit.clauses[number] for number in used]
        if not self.clauses:
            return outcome
        taken = [*self.lemmas.names, *self.problem.game.constants]
        # all this was a search: the proof is one with a lemma like any other
        lemma = as_lemma(self.clauses, taken)
        self.lemma_text = lemma.sources[0].text.decode()
        self.lemmas += lemma
        return self._halves()

    def _halves(self) -> HalvesOutcome:
        attempt = Halves(self.problem, self.lemmas, self.limits)
        self.runs.append(attempt.run)
        return attempt.prove()

    def statistics(self) -> dict[str, int]:
        """Statistics of the last program, and of candidates if any were looked for."""
        last = self.runs[-1].statistics() if self.runs else {}
        return last | self.counts


def program_text(problem: Problem, _: Limits, rounds: int, half: str) -> str:
    """Return the program of a proof over some rounds, or one half of it, `base` or `step`."""
    check_applies(problem)
    known = game_lemmas(problem.game) + problem.lemmas
    chosen: Half = "base" if half == "base" else "step" if half else ""
    return round_program(problem, rounds, known, half=chosen).text


def check_applies(problem: Problem) -> None:
    """Refuse a question to which induction over rounds does not apply.

    Raises:
        InputError: it does not apply, for the reason named.
    """
    game = problem.game
    if game.start is not None:
        raise does_not_apply(problem, "its base case is where the rules begin, not a position")
    if why := why_not_inductive(problem.claim) or _counted(game):
        raise does_not_apply(problem, why)
    starts = game.init & set(Notation(game).turns.values())
    if len(starts) != 1:
        raise does_not_apply(problem, "the game does not say who moves first (to_move, init)")


def why_not_inductive(claim: Claim) -> str:
    """Return why induction over rounds cannot prove such a claim, or the empty string."""
    if claim.of_strategy:
        return "it proves how plays end, not what a strategy recommends"
    if claim.quantifier == "can":
        return "it proves what holds in every play"
    if claim.quantifier == "always" and claim.outcome != "ties":
        return "it proves claims with never, and ties"
    return ""


def _counted(game: Game) -> str:
    """Return why rounds differ where fluents count the moves (after_moves/2); else empty."""
    numbers = {str(fluent): marks.number for fluent, marks in game.facts.get("after_moves", ())}
    turns = {str(fluent): str(role) for fluent, role in game.facts.get("to_move", ())}
    order = [
        turns[fluent] for fluent in sorted(numbers, key=numbers.__getitem__) if fluent in turns
    ]
    if not order:
        return ""
    for number, (mover, next_mover) in enumerate(pairwise(order), 1):
        if mover == next_mover:
            twice = f"moves {number} and {number + 1} are both {mover}'s"
            return f"its turn order is irregular: {twice}"
    return "it counts its moves, and ends before the board is full: no round is like another"
