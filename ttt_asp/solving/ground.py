"""Programs that clingo has ground, and searches for their answer sets.

Grounding and every search run in a thread that is left behind when time is up, or at Ctrl-C: an
asynchronous solve is not enough, as clasp prepares the program before it returns, for minutes where
there are many rules, and reacts to nothing meanwhile. Where there are no threads a search is cut in
slices, between which time may be up.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from functools import partialmethod
from typing import cast

import clingo

from ttt_asp.deadline import STEP, Deadline, defer_interrupts, threadless
from ttt_asp.errors import Diagnostic, InputError, internal
from ttt_asp.lp.scan import mask_comments, numbers_beyond
from ttt_asp.records import dataclass

# Atoms are clingo's positive numbers, a negated literal is the negative number.
Literal = int


@dataclass(frozen=True, slots=True)
class Body:
    """A rule's body: at least `bound` of the weights of its true literals; plain if None.

    Attributes:
        literals: of a plain body, all of which have to be true.
        weights: one for each literal, of a body with a bound.
        bound: None for a plain body.
    """

    literals: tuple[Literal, ...]
    weights: tuple[int, ...] = ()
    bound: int | None = None


class Rules(clingo.Observer):
    """Collects the rules of a program while it is ground.

    Attributes:
        bodies: for each atom the bodies of its rules.
        choices: for each atom under a choice the bodies of these choices.
        foreign: the names of all other constructs.
    """

    def __init__(self, most: int = 0, beyond: Callable[[], None] | None = None) -> None:
        """Begin.

        Args:
            most: a number of rules.
            beyond: called once when there are as many; an error that it raises ends the grounding.
        """
        self._left, self._beyond = most, beyond
        self.bodies: dict[int, list[Body]] = {}
        self.choices: dict[int, list[Body]] = {}
        self.foreign: set[str] = set()

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self._add(choice, head, Body(tuple(body)))

    def weight_rule(
        self,
        choice: bool,
        head: Sequence[int],
        lower_bound: int,
        body: Sequence[tuple[int, int]],
    ) -> None:
        literals = tuple(literal for literal, _ in body)
        weights = tuple(weight for _, weight in body)
        if choice:
            self.foreign.add("a choice under an aggregate")
        self._add(choice, head, Body(literals, weights, lower_bound))

    def _add(self, choice: bool, head: Sequence[int], body: Body) -> None:
        self._left -= 1
        if not self._left and self._beyond is not None:
            self._beyond()
        if not choice and len(head) != 1:
            self.foreign.add("a disjunction" if head else "a constraint")
        rules = self.choices if choice else self.bodies
        for atom in head:
            rules.setdefault(atom, []).append(body)

    def _no_rule(self, *_: object, what: str) -> None:
        self.foreign.add(what)

    minimize = partialmethod(_no_rule, what="#minimize")
    external = partialmethod(_no_rule, what="#external")
    acyc_edge = partialmethod(_no_rule, what="#edge")
    theory_atom = theory_atom_with_guard = partialmethod(_no_rule, what="a theory atom")


# What `Ground.search` calls with each answer set; it ends where that returns False.
Take = Callable[[clingo.Model], bool | None]
Assumed = Sequence[tuple[clingo.Symbol, bool] | int]
# The largest integer that clingo has; beyond it wraps around, 4294967297 is read as 1, and says
# nothing. So numbers made for clingo, as those of positions, have to be small.
MOST = 2**31 - 1
# A quick test for texts that may be numbers beyond it.
_SUSPECT = re.compile(r"[0-9]{10}|0[xXoObB]")
# Remarks that clingo makes, at most.
_REMARKS = 100
# Conflicts of the first slice of a search where there are no threads: 0.1 s. Each further slice has
# half as many again, so that every search comes to its end, one that begins anew as well; it has
# fewer where time would be up before its end.
_SLICE = 2000


class Refused(Exception):
    """Raised where clingo rejects a program; becomes an `InputError` about the text that is wrong.

    Attributes:
        messages: clingo's, at least one.
    """

    def __init__(self, messages: Sequence[str]) -> None:
        super().__init__(*messages)
        self.messages = messages


@dataclass(frozen=True, slots=True)
class Found:
    """How a search ended.

    Attributes:
        over: all answer sets were seen, or that there is none; else it was stopped, by `take` or
            by a limit among the options.
        none: it is proved that there is no answer set.
        core: then, the assumptions that rule all answer sets out.
        before: the conflicts of all slices but the last.
    """

    over: bool
    none: bool
    core: Sequence[int] = ()
    before: int = 0


@dataclass
class Ground:
    """A ground program.

    Attributes:
        control: clingo's. deadline: the limit on grounding and all searches.
        messages: clingo's about the program, mere information included.
    """

    control: clingo.Control
    deadline: Deadline
    messages: list[str] = field(default_factory=list)

    def add(self, text: str, part: str = "base", context: object = None) -> None:
        """Ground more rules.

        Args:
            text: the rules; users' are refused with their place before, see `unreadable`.
            part: a part of the program, by itself.
            context: has the functions of @-terms.

        Raises:
            Refused: clingo rejects them.
            InternalError: there is an integer in them that clingo cannot hold.
            Expired: time is up.
        """
        if _SUSPECT.search(text):
            blanked = mask_comments(text.encode())
            for begin, end in numbers_beyond(blanked, MOST):
                raise internal(f"clingo cannot hold the integer {blanked[begin:end].decode()}")

        def work() -> None:
            self.control.add(part, [], text)
            self.control.ground([(part, [])], context=context)

        try:
            self.deadline.run(work)
        except RuntimeError as error:
            self.messages[:] = self.messages or [str(error)]
            raise Refused(self.messages) from None

    def symbols(self, name: str, arity: int) -> list[clingo.Symbol]:
        """Return the atoms of a predicate."""
        return [atom.symbol for atom in self.control.symbolic_atoms.by_signature(name, arity)]

    def search(self, take: Take, assumed: Assumed = ()) -> Found:
        """Go through answer sets.

        Args:
            take: called with each.
            assumed: atoms, each with whether it is to hold, or clingo's literals.

        Raises:
            RuntimeError: `take` raised an error.
            Expired: time is up.
        """

        def work() -> Found:
            with self.control.solve(assumed, on_model=take, async_=True) as handle:
                while not handle.wait(STEP):
                    self.deadline.check()
                result = handle.get()
                none = result.unsatisfiable is True
                core = tuple(handle.core()) if none else ()
                return Found(_over(result), none, core)

        return self._sliced(take, assumed) if threadless() else self.deadline.run(work)

    def _sliced(self, take: Take, assumed: Assumed) -> Found:
        """Search in this thread, a number of conflicts at a time.

        What a slice has learned is kept for the next one, which finds the answer sets anew; `take`
        is called with those only that were in no slice before. Where costs are to be lowered, the
        next slice begins with high ones again, which `take` is not called with either.
        """
        limits = cast(clingo.configuration.Configuration, self.control.configuration.solve)
        unlimited = str(limits.solve_limit).startswith("umax")
        lowering, most = str(limits.opt_mode).startswith("opt"), int(str(limits.models))
        taken = set[tuple[bool, tuple[clingo.Symbol, ...]]]()
        lowest = list[int]()
        size, before, wanted, came = _SLICE, 0, True, list[int]()

        def fresh(model: clingo.Model) -> bool:
            nonlocal wanted, lowest
            if came or self.deadline.over:
                return False
            one = model.optimality_proven, tuple(model.symbols(atoms=True))
            if lowering and model.cost and not model.optimality_proven:
                known = bool(lowest) and model.cost >= lowest
                lowest = lowest if known else model.cost
            else:
                known = one in taken
            if not known:
                taken.add(one)
                # without a number of answer sets one is enough, if there are no costs
                full = len(taken) == (most if most >= 0 else 0 if model.cost else 1)
                wanted = take(model) is not False and not full
            return wanted

        try:
            while True:
                self.deadline.check()
                if unlimited:
                    limits.solve_limit = f"{size},umax"
                begun = self.deadline.elapsed
                core: list[int] = []
                # an exception in what clingo calls, statistics too, would end the process
                with defer_interrupts() as came:
                    result = self.control.solve(assumed, on_model=fresh, on_core=core.extend)
                over = _over(result)
                if over or not wanted or not unlimited:
                    return Found(over, result.unsatisfiable is True, tuple(core), before)
                before += size
                size = next_slice(size, self.deadline.elapsed - begun, self.deadline.left)
        finally:
            if unlimited:
                limits.solve_limit = "umax,umax"

    def first(self, assumed: Assumed = ()) -> tuple[list[clingo.Symbol] | None, Found]:
        """Return the atoms of an answer set, None where none was found; and how the search ended.

        Args:
            assumed: see `search`.
        """
        models: list[list[clingo.Symbol]] = []

        def take(model: clingo.Model) -> bool:
            models.append(list(model.symbols(atoms=True)))
            return False

        end = self.search(take, assumed)
        return (models[0] if models else None), end


def next_slice(size: int, seconds: float, left: float) -> int:
    """Return the conflicts of the slice that follows one.

    Args:
        size: the conflicts of that one.
        seconds: it took.
        left: the seconds until time is up; longer it is not to take, at the same pace.
    """
    return min(size + size // 2, _SLICE + int(size * min(left / max(seconds, 1e-9), 2)))


def _over(result: clingo.SolveResult) -> bool:
    return result.exhausted and not result.interrupted


def ground(
    text: str,
    deadline: Deadline | None = None,
    options: Sequence[str] = (),
    observer: clingo.Observer | None = None,
    context: object = None,
    diagnose: Callable[[Iterable[str]], Iterable[Diagnostic]] | None = None,
) -> Ground:
    """Ground a program.

    Args:
        text: the program.
        deadline: the limit on this and all searches; None for none, or where the caller has one.
        options: clingo's.
        observer: is told the ground rules.
        context: has the functions of @-terms.
        diagnose: returns the diagnostics of clingo's messages, mere information included; None
            where only a program that clingo rejects is an error.

    Raises:
        InputError: the diagnostics of `diagnose`.
        Refused: clingo rejects the text, and there is no `diagnose`; or it rejects the options.
        InternalError, Expired: see `Ground.add`.
    """
    messages: list[str] = []
    try:
        control = clingo.Control(list(options), lambda _, one: messages.append(one), _REMARKS)
    except RuntimeError as error:
        raise Refused([str(error)]) from None
    if observer is not None:
        control.register_observer(observer)
    program = Ground(control, deadline or Deadline(), messages)
    try:
        program.add(text, context=context)
    except Refused:
        if diagnose is None:
            raise
    if diagnose and messages:
        raise InputError(dict.fromkeys(diagnose(messages)))
    return program
