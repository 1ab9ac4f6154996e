"""Ways to show that something is impossible, the quickest first; whatever one of them shows, is so.

z3 matches patterns: so it finds short proofs at once, or gives up at once. What is left is split
into cases, and of these what it still does not see gets a longer look, by a process of its own. Its
other way with quantifiers, to make models of them, may go on for ever: it is switched off.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from ttt_asp.deadline import Expired
from ttt_asp.engines.sizes.formulas import Formula, Holds, Junction, Theory, Truth
from ttt_asp.engines.sizes.logic import conjunction, junction, negation, put_in
from ttt_asp.engines.sizes.scripts import Scripts
from ttt_asp.engines.sizes.z3_process import RESET, Solver

# In the first rounds of a play; in a round from any position with all lemmas; why plays end.
Half = Literal["base", "step", "end"]
# At a glance, by arithmetic alone, or by a long look.
Procedure = Literal["glance", "arithmetic", "look"]

# How much work a glance may be, and a long look, in the solver's own unit.
GLANCE, LOOK = 400_000, 20_000_000
EFFORTS: dict[Procedure, int] = {"glance": GLANCE, "arithmetic": GLANCE, "look": LOOK}

# By patterns only: to make models of quantifiers may go on for ever. A solver that was told of a
# push works otherwise than one that was not.
_BY_PATTERNS = "(set-option :smt.mbqi false)\n(set-logic ALL)\n"
HEADS: dict[Procedure, str] = {
    "glance": f"{_BY_PATTERNS}(push 1)\n",
    "arithmetic": "(set-logic ALL)\n",
    "look": _BY_PATTERNS,
}
_CHECK = "(check-sat)"
# What is said of integers alone, with quantifiers, is decided by getting rid of these.
CHECKS: dict[Procedure, str] = {
    "glance": _CHECK,
    "arithmetic": "(check-sat-using qsat)",
    "look": _CHECK,
}


@dataclass(frozen=True, slots=True)
class UnsatScript:
    """An unsatisfiable script of SMT-LIB 2.

    Attributes:
        way: how that was seen.
        text: its declarations and assertions.
    """

    way: Procedure
    text: str


@dataclass(frozen=True, slots=True)
class Refuted:
    """Something wrong, and the texts of which one would fit if it were possible.

    Attributes:
        half, about: as of the obligation. steps: none, where no rule derives it.
    """

    half: Half
    about: str
    steps: tuple[UnsatScript, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """All that there is to a proof for every size.

    Attributes:
        shown: each thing that can be wrong. ending: why plays end, in words; empty where that does
            not matter.
    """

    shown: tuple[Refuted, ...]
    ending: str


def without_comments(proof: Proof) -> Proof:
    """The same proof, whatever the files are called that the rules come from."""
    shown = (
        replace(
            refutation,
            steps=tuple(UnsatScript(step.way, uncommented(step.text)) for step in refutation.steps),
        )
        for refutation in proof.shown
    )
    return replace(proof, shown=tuple(shown))


def uncommented(text: str) -> str:
    """A text without the lines that are comments; no name goes over several lines."""
    return "\n".join(line for line in text.split("\n") if not line.startswith(";"))


def told(way: Procedure, text: str) -> str:
    """What a solver is told that is to know nothing else, and to do a bounded amount of work."""
    return f"{RESET}(set-option :rlimit {EFFORTS[way]})\n{HEADS[way]}{text}\n{CHECKS[way]}\n"


# How often a solver may take memory for a long look: what is shown at all takes half as many.
TAKEN = 60_000_000


# What shows that a script is unsatisfiable: a solver, or what one has said before.
Ways: TypeAlias = Callable[[Procedure, str], bool]


@dataclass
class SolverAnswers:
    """A solver that is asked about each text by itself."""

    solver: Solver

    def __call__(self, way: Procedure, text: str) -> bool:
        """Whether it sees at once, or after a longer look, that a script is unsatisfiable."""
        if way != "look":
            return self.solver.tell(told(way, text)).split() == ["unsat"]
        with Solver(LOOK, self.solver.deadline, TAKEN) as alone:
            try:
                return alone.tell(told(way, text)).split() == ["unsat"]
            except Expired as error:
                if error.stop.kind != "memory":
                    raise
                return False


@dataclass
class Decider:
    """What is impossible, as it is found.

    Attributes:
        ways: to show it. theory: what is known. condition: of the parameters.
        doubt: a reason to give up, if any, asked for before what takes long.
    """

    ways: Ways
    theory: Theory
    condition: Formula
    doubt: Callable[[], object] = lambda: None
    _impossible: list[Formula] = field(default_factory=list)
    _scripts: Scripts = field(init=False)

    def __post_init__(self) -> None:
        self._scripts = Scripts(self.theory, self.condition)

    def impossible(self, question: Formula) -> tuple[UnsatScript, ...] | None:
        """The texts that show something to be impossible; what was shown before helps.

        Returns:
            None if nobody knows; no texts, if no rule derives it.

        Raises:
            Expired: time is up.
        """
        known = {definition.predicate: definition.formula for definition in self.theory.definitions
                 if isinstance(definition.formula, Truth)}  # fmt: skip
        question = put_in(question, known)
        if question == Truth(False):
            return ()
        seen = self._glance(question)
        steps = self._split(question) if seen is None else (seen,)
        if steps is not None:
            self._impossible.append(question)
        return steps

    def _split(self, question: Formula) -> tuple[UnsatScript, ...] | None:
        steps: list[UnsatScript] = []
        for one in cases(self.theory, question):
            unsat_script = self._glance(one)
            if unsat_script is None and not self.doubt():
                # the question before says most about the next: that a role has lost says which
                # goal values there are
                known = map(negation, self._impossible[-1:])
                unsat_script = self._look(one) or self._look(conjunction([one, *known]))
            if unsat_script is None:
                return None
            steps.append(unsat_script)
        return tuple(steps)

    def vacuous(self, given: Formula) -> bool:
        """Whether at a glance not even what is given is possible, so that nothing else is."""
        return self._glance(given) is not None

    def _glance(self, question: Formula) -> UnsatScript | None:
        text, alone = self._scripts.text(question)
        return self._told("arithmetic" if alone else "glance", text)

    def _look(self, question: Formula) -> UnsatScript | None:
        return self._told("look", self._scripts.text(question)[0])

    def _told(self, way: Procedure, text: str) -> UnsatScript | None:
        return UnsatScript(way, text) if self.ways(way, text) else None


def cases(theory: Theory, formula: Formula, most: int = 6) -> list[Formula]:
    """Formulas of which one holds where a formula does: easier ones, to be asked apart.

    Args:
        theory: whose definitions may be looked into.
        formula: what is to be split.
        most: how many cases there may be.
    """
    defined = {
        definition.predicate: definition.formula
        for definition in theory.definitions
        if not definition.names
    }

    def split(one: Formula) -> list[Formula]:
        match one:
            case Holds(predicate) if predicate in defined:
                found = split(defined[predicate])
                return found if len(found) > 1 else [one]
            case Junction("or", formulas):
                return [case for part in formulas for case in split(part)]
            case Junction("and", formulas):
                # what has few cases first: they say most, each
                ways: list[list[Formula]] = [[]]
                for part, found in sorted(zip(formulas, map(split, formulas), strict=True),
                                          key=lambda pair: len(pair[1])):  # fmt: skip
                    if len(ways) * len(found) > most:
                        found = [part]
                    ways = [[*way, case] for way in ways for case in found]
                return [junction("and", way) for way in ways]
        return [one]

    found = split(formula)
    return [one for one in found if one != Truth(False)]
