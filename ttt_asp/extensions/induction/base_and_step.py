"""The two halves of a proof by induction over rounds: the base case and the step.

Soundness. Let a position be good when the game is over there or every lemma holds. *Base*: in
the first k - 1 rounds of every play nothing is wrong (nobody stuck, the claim not broken, no end
without goals, no fluent strange, and whenever a round begins, its position good, that of round k
included; for k = 1 this is about the first position only). *Step*: in k rounds from any position
at all, if at the beginning of each the game goes on and the lemmas hold, nothing is wrong in the
last of them, its end included. By induction over n nothing is wrong in round n of any play. An
unsatisfiable step says nothing if lemmas contradict each other: then the base case fails, as the
first position has them all.

Where the proof fails, the first k rounds are looked at: a failure there is reported first, as it is
about a play.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import clingo

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import STOPS
from ttt_asp.engines.plays import SHOWN, last_undetermined, read_play, stuck_note, stuck_reason
from ttt_asp.errors import Diagnostic, Location, Unsuited, internal, wrong
from ttt_asp.extensions.induction.program import MEASURED, has_measure, round_program
from ttt_asp.extensions.induction.search_advice import SearchAdvice
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.position import goalless_error, undetermined_error, undetermined_reason
from ttt_asp.programs.compose import has_pick, never_stuck
from ttt_asp.solving.run import Model, Run
from ttt_asp.strategies.library import Lemmas
from ttt_asp.verdict import UNDECIDED, UNEXPLORED, Answer, Play

_SHOWN = [*SHOWN, ("broken", 2)]
Half = Sequence[tuple[clingo.Symbol, bool]]
BASE: Half = ((clingo.Function("start"), True),)
STEP: Half = ((clingo.Function("start"), False),)
# On 8^3 this takes a fifth of the conflicts of `trendy` alone. What matters is not to save signs
# from one case to the next: they lead back into the case that was refuted.
SEARCH = ("--configuration=trendy", "--save-progress=0", "--sign-def=pos", "--trans-ext=no")
# The number of fluents from which on the search is told where to begin; in smaller games that takes
# longer.
LARGE = 2500
# What can be wrong, in the order in which it is asked (but see `_failure`); then the lemmas.
_ORDER = ("stray", "goalless", "undetermined", "stuck", "violated", "endless")


@dataclass(frozen=True, slots=True)
class HalvesOutcome:
    """The answer of both halves.

    Attributes:
        answer: the verdict. reason: why. play: the play that shows it, where there is one.
        half: `base` or `step`, the one that failed; empty when proved.
        others: see `Verdict`.
    """

    answer: Answer
    reason: str
    play: Play | None = None
    half: str = ""
    others: str = ""


@dataclass
class Halves:
    """An attempt at a proof.

    Attributes:
        problem: the question. lemmas: those to be used, the game's own among them.
        limits: how it is to be run. run: the program. nearby: advice for large ones.
    """

    problem: Problem
    lemmas: Lemmas
    limits: Limits
    run: Run = field(init=False)
    nearby: SearchAdvice | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        program = round_program(self.problem, self.limits.rounds, self.lemmas)
        search = self.limits.search(SEARCH)
        self.run = Run(program, self.limits.deadline, self.limits.clingo, search)
        if len(self.problem.game.base) > LARGE:
            self.nearby = SearchAdvice()
            self.run.observer = self.nearby.rules

    def prove(self) -> HalvesOutcome:
        """Prove the base case and the step.

        Raises:
            InputError: the sources make no sound program, or the game does not suit the engine.
            Expired: time is up, or the solver gave up.
        """
        self.limits.tell("grounding")
        self.run.ground()
        if self.nearby is not None:
            self.nearby.attach(self.run.control, self._questions())
        self.limits.tell("solving")
        step = self._failure(STEP)
        if step is not None or self._early():
            if (failure := self._failure(BASE)) is not None:
                return self._base(*failure)
            if step is None:
                raise internal("a failure of the base case that is none of it")
            return self._step(*step)
        if self._ask("play", BASE) is None:
            raise internal("the base case has no play at all")
        # where plays get as far as the last round, the step has to be about something
        if self._ask("given", BASE) is not None and self._ask("given", STEP) is None:
            raise internal("a position that plays come to is none of those of the step")
        kept = f", and the lemmas {', '.join(self.lemmas.names)}" if self.lemmas.names else ""
        return HalvesOutcome("proved", f"every round keeps the claim{kept}")

    def _ask(self, question: str | clingo.Symbol, half: Half) -> Model | None:
        return self.run.ask(question, _SHOWN, half)

    def _failure(self, half: Half) -> tuple[clingo.Symbol, Model] | None:
        """Return the first failure, and the model that shows it; None if there is none."""
        questions = self._questions()
        if half is BASE:  # a play that breaks the claim decides, whatever gets stuck
            place = [question.name for question in questions].index("violated")
            questions.insert(place - 1, questions.pop(place))
        for question in questions:
            if self.nearby is not None:
                self.nearby.question = question
            model = self._ask(question, half)
            if self.nearby is not None:
                self.nearby.question = None
            if model is not None:
                return question, model
        return None

    def _early(self) -> bool:
        """Whether anything is wrong in a play before its round k has begun."""
        questions = [clingo.Function("early", [question]) for question in self._questions()]
        return any(self._ask(question, BASE) is not None for question in questions)

    def _questions(self) -> list[clingo.Symbol]:
        """Return all failures that the frame knows, in the order in which they are reported."""
        atoms = self.run.control.symbolic_atoms.by_signature("failing", 1)
        failing = {str(atom.symbol.arguments[0]): atom.symbol.arguments[0] for atom in atoms}
        order = [*_ORDER, *(f"lemma({name})" for name in self.lemmas.names)]
        if has_measure(self.problem.claim, self.lemmas):
            order[order.index("endless") : order.index("endless") + 1] = MEASURED
        elif self.problem.claim.quantifier != "always":
            order.remove("endless")
        if not has_pick(self.problem.strategies):
            order.remove("undetermined")
        if failing.keys() != {*order}:  # a failure not asked for would pass as proved
            raise internal("the frame does not ask what has to be asked")
        return [failing[question] for question in order]

    def _base(self, asked: clingo.Symbol, model: Model) -> HalvesOutcome:
        question = asked.name
        play = read_play(model)
        if question == "stray":
            rules = self.problem.game.rules
            raise wrong("some play makes true what is no base(F)", Location(rules.label))
        if question == "undetermined":
            strategies = self.problem.strategies
            raise undetermined_error(
                self.problem.game, strategies, last_undetermined(model), play.positions[-1]
            )
        if question == "goalless":
            raise goalless_error(self.problem.game, play.positions[-1])
        if question == "stuck":
            reason = stuck_reason(self.problem.game, play.positions[-1])
            return HalvesOutcome("incomplete", reason, play, "base", UNDECIDED)
        if question == "violated":
            reason = "this play breaks the claim"
            return HalvesOutcome("refuted", reason, play, "base", self._others())
        if question in MEASURED:
            reason = f"a round of this play {MEASURED[question]} ({self.lemmas.measure})"
            return HalvesOutcome("unknown", reason, play, "base")
        if question == "endless":
            return HalvesOutcome("unknown", _ENDLESS, play, "base")
        name, moves = self._broken(model)
        if name == "first_mover":
            first = Notation(self.problem.game).mover(play.positions[0])
            raise does_not_apply(
                self.problem, f"after {moves} moves it is not always the turn of {first} again"
            )
        when = f"after {moves} moves" if moves else "at the beginning of the game"
        return HalvesOutcome("unknown", f"the lemma {name} does not hold {when}", play, "base")

    def _others(self) -> str:
        """Return the note on other plays where one breaks the claim in the first rounds."""
        if never_stuck(self.problem.game, self.problem.strategies):
            return ""
        with suppress(*STOPS):
            if model := self._ask("stuck", BASE):
                return stuck_note(self.problem.game, read_play(model).positions[-1])
        return UNEXPLORED

    def _step(self, asked: clingo.Symbol, model: Model) -> HalvesOutcome:
        question = asked.name
        play = read_play(model)
        play = Play(play.moves, play.positions, play.ending, anywhere=True)
        mover = Notation(self.problem.game).who_moves(play.positions[-1])
        reasons = [undetermined_reason(why) for _, why in sorted(last_undetermined(model))]
        happens = {
            "undetermined": f"ends where an order names no single action: {', '.join(reasons[:1])}",
            "stray": "leads to a fluent that the game does not declare",
            "goalless": "ends where not every role has exactly one goal",
            "stuck": f"ends where {mover}'s strategy recommends nothing",
            "violated": "breaks the claim",
            "endless": "takes marks away, or adds none",
            "lemma": "",
            **{name: f"{fault} ({self.lemmas.measure})" for name, fault in MEASURED.items()},
        }[question]
        if question == "lemma":
            happens = f"breaks the lemma {self._broken(model)[0]}"
        names = ", ".join(self.lemmas.names)
        held = f"the lemmas {names} hold there, but " if names else ""
        reason = (
            f"a round from the position shown {happens}; {held}whether plays come to it is not "
            "known"
        )
        return HalvesOutcome("unknown", reason, play, "step")

    def _broken(self, model: Model) -> tuple[str, int]:
        broken = sorted((when.number, str(name)) for name, when in model.atoms["broken"])
        # the first time in a play; in a step only the last round's end is in question
        when = broken[-1][0] if "given" in model.answers else broken[0][0]
        return min((n for w, n in broken if w == when), key=self.lemmas.names.index), when


_ENDLESS = "a move of this play takes marks away, or adds none: plays might never end"


def does_not_apply(problem: Problem, why: str) -> Unsuited:
    """Return an `InputError` that sends the user to another engine."""
    claim = problem.game.spelt(str(problem.claim))
    message = f"engine induction does not apply to {claim} of {problem.game.name}: {why}"
    return Unsuited([Diagnostic(message, None, "use engine bounded")])
