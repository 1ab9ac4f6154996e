"""One grounding of a generated program, and the questions asked of it."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Protocol, cast

import clingo

from ttt_asp.deadline import Deadline, Expired, Stop
from ttt_asp.errors import Diagnostic, wrong
from ttt_asp.records import dataclass
from ttt_asp.solving.ground import Found, Ground, Refused, Take, ground

# The frames advise to decide early moves first (`#heuristic`): 2 to 4 times faster than without.
SEARCH = ("--configuration=crafty", "--heuristic=Domain")
# The solver stopped without an answer, at a limit given to it after `--`.
_EXHAUSTED = Stop("", "clingo stopped at a limit before the search was over")


@dataclass(frozen=True, slots=True)
class Model:
    """An answer set: its atoms by predicate name, each a tuple of arguments."""

    atoms: Mapping[str, Sequence[Sequence[clingo.Symbol]]]

    @property
    def answers(self) -> set[str]:
        """The questions that this play answers."""
        return {str(question) for (question,) in self.atoms["answer"]}


class Text(Protocol):
    """A program: its text, and clingo's messages about it as diagnostics with places."""

    @property
    def text(self) -> str: ...
    def diagnostics(self, messages: Iterable[str]) -> Iterable[Diagnostic]: ...


@dataclass
class Run:
    """A generated program, to be ground.

    Attributes:
        program: its text, to be ground.
        deadline: the limit on grounding and all solving.
        options: clingo's, for the search.
        ground_seconds, solve_seconds: spent so far.
        conflicts: of all searches so far.
        search: clingo's options, where `options` has none of that name.
        counts: whether statistics are kept; to read them takes longer than a small search.
        observer: is told the ground rules, if there is one.
        core: of the last search, if it found nothing: assumptions that rule all answer sets out.
    """

    program: Text
    deadline: Deadline
    options: Sequence[str] = ()
    search: Sequence[str] = SEARCH
    counts: bool = True
    ground_seconds: float = 0.0
    solve_seconds: float = 0.0
    conflicts: int = 0
    observer: clingo.Observer | None = None
    core: Sequence[int] = ()
    _ground: Ground = field(init=False, repr=False)
    _size: dict[str, int] = field(init=False, repr=False, default_factory=dict)

    @property
    def control(self) -> clingo.Control:
        """Return clingo's control, once the program is ground."""
        return self._ground.control

    def ground(self) -> None:
        """Ground the program.

        Raises:
            InputError: clingo reports anything about it, mere information included.
            Expired: time is up.
        """
        begun = time.perf_counter()
        # all plays stay answer sets; each question is then an assumption on the one grounding
        given = {option.split("=")[0] for option in self.options}
        ours = [option for option in self.search if option.split("=")[0] not in given]
        options = ["-c", "ask=play", *ours, *self.options]
        try:
            self._ground = ground(
                self.program.text,
                self.deadline,
                options,
                self.observer,
                diagnose=self.program.diagnostics,
            )
        except Refused as refused:
            message = f"clingo does not take {' '.join(self.options)}: {refused.messages[0]}"
            raise wrong(message) from None
        finally:
            self.ground_seconds += time.perf_counter() - begun

    def allow(self, conflicts: int | None) -> None:
        """Bound the conflicts of each further search, if no option does; None for no bound."""
        if any(option.startswith("--solve-limit") for option in self.options):
            return
        solve = cast(clingo.configuration.Configuration, self.control.configuration.solve)
        solve.solve_limit = f"{'umax' if conflicts is None else conflicts},umax"

    def ask(
        self,
        question: str | clingo.Symbol,
        shown: Sequence[tuple[str, int]] = (),
        where: Sequence[tuple[clingo.Symbol, bool]] = (),
    ) -> Model | None:
        """Look for an answer set with `answer(question)`.

        Args:
            question: one of the frame's; a name, or a term.
            shown: the signatures to be read off the answer set.
            where: atoms, each with whether it is to hold; only such answer sets are looked for.

        Returns:
            An answer set, or None when the search was exhausted without one.

        Raises:
            Expired: time is up, or the solver gave up before the search was over.
        """
        begun = time.perf_counter()
        models: list[Model] = []
        if isinstance(question, str):
            question = clingo.Function(question)
        atom = clingo.Function("answer", [question])

        def on_model(model: clingo.Model) -> bool:
            atoms = {name: self._ground.symbols(name, arity) for name, arity in shown}
            held = {name: filter(model.contains, atoms[name]) for name in atoms}
            models.append(Model({name: [a.arguments for a in held[name]] for name in held}))
            return False

        try:
            result = self.solve([(atom, True), *where], on_model)
        finally:
            self.solve_seconds += time.perf_counter() - begun
        if models:
            return models[0]
        if result.none and result.over:
            return None
        raise Expired(_EXHAUSTED)

    def solve(self, asked: Sequence[tuple[clingo.Symbol, bool]], take: Take) -> Found:
        """Search for answer sets.

        Args:
            asked: atoms, each with whether it is to hold.
            take: called with each answer set; the search goes on while it says so.

        Raises:
            Expired: time is up.
        """
        end = self._ground.search(take, asked)
        self.core = end.core
        if self.counts:
            # only now: clingo has no statistics of a search that was left behind
            numbers = self.control.statistics
            self.conflicts += end.before + int(numbers["solving"]["solvers"]["conflicts"])
            self._size = {name: int(numbers["problem"]["lp"][name]) for name in ("atoms", "rules")}
        return end

    def statistics(self) -> dict[str, int]:
        """Return the numbers of atoms and rules, and of the conflicts of all searches.

        They are empty where no search came to its end, or nothing was counted.
        """
        return {**self._size, "conflicts": self.conflicts} if self._size else {}
