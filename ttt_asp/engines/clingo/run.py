"""One grounding of a generated program, and the questions asked of it."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import clingo

from ttt_asp.deadline import STEP, Deadline, Expired, Stop
from ttt_asp.engines.clingo.messages import diagnostics
from ttt_asp.errors import InputError, wrong
from ttt_asp.programs.assembly import Program

# Options of the search; nothing here can change what an answer set is, or when the search is
# over. Everything else that clingo knows is refused after `--`.
_NAMES = """
    configuration parallel-mode seed heuristic init-moms sign-def sign-fix berk-max berk-huang
    vsids-acids vsids-progress nant dom-mod save-progress init-watches update-mode rand-freq
    rand-prob no-lookback strengthen otfs update-lbd update-act reverse-arcs contraction loops
    restarts reset-restarts local-restarts counter-restarts counter-bump block-restarts shuffle
    deletion del-grow del-cfl del-init del-estimate del-max del-glue del-on-restart eq backprop
    sat-prepro trans-ext lookahead learn-explicit short-simp-mode solve-limit share distribute
    integrate score-res score-other
"""
SEARCH_OPTIONS = _NAMES.split()
# The frames advise to decide early moves first (`#heuristic`): 2 to 4 times faster than without.
SEARCH = ("--configuration=crafty", "--heuristic=Domain")
# Any other name would be read as a file.
_CONFIGURATIONS = ["auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy", "many"]
_SHORT = {"-t": "parallel-mode"}


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


@dataclass
class Run:
    """A ground program.

    Attributes:
        program: what is ground.
        deadline: the limit on grounding and all solving.
        options: clingo's, for the search.
        ground_seconds, solve_seconds: spent so far.
        conflicts: of all searches so far.
        search: clingo's options, where `options` has none of that name.
        counts: whether statistics are kept; to read them takes longer than a small search.
        observer: is told the ground rules, if there is one.
        core: of the last search, if it found nothing: the assumptions that were in the way.
    """

    program: Program
    deadline: Deadline
    options: Sequence[str] = ()
    search: Sequence[str] = SEARCH
    counts: bool = True
    ground_seconds: float = 0.0
    solve_seconds: float = 0.0
    conflicts: int = 0
    observer: clingo.Observer | None = None
    core: Sequence[int] = ()
    control: clingo.Control = field(init=False, repr=False)
    _size: dict[str, int] = field(init=False, repr=False, default_factory=dict)

    def ground(self) -> None:
        """Ground the program.

        Raises:
            InputError: clingo has anything to say about it, mere information included.
            Expired: time is up.
        """
        begun = time.perf_counter()
        messages: list[str] = []
        # all plays stay answer sets; each question is then an assumption on the one grounding
        given = {option.split("=")[0] for option in self.options}
        ours = [option for option in self.search if option.split("=")[0] not in given]
        options = ["-c", "ask=play", *ours, *self.options]
        try:
            self.control = clingo.Control(options, lambda _, m: messages.append(m), 100)
        except RuntimeError as error:
            raise wrong(f"clingo does not take {' '.join(self.options)}: {error}") from None

        if self.observer is not None:
            self.control.register_observer(self.observer)

        def work() -> None:
            self.control.add("base", [], self.program.text)
            self.control.ground()

        failed = False
        try:
            self.deadline.run(work)
        except RuntimeError:
            failed = True
        finally:
            self.ground_seconds += time.perf_counter() - begun
        if failed or messages:
            raise InputError(dict.fromkeys(diagnostics(self.program, messages)))

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
            models.append(Model({name: self._true(model, name, arity) for name, arity in shown}))
            return False

        try:
            result = self.solve([(atom, True), *where], on_model)
        finally:
            self.solve_seconds += time.perf_counter() - begun
        if result.satisfiable and models:
            return models[0]
        if result.unsatisfiable and result.exhausted and not result.interrupted:
            return None
        raise Expired(_EXHAUSTED)

    def solve(
        self,
        asked: Sequence[tuple[clingo.Symbol, bool]],
        on_model: Callable[[clingo.Model], bool],
    ) -> clingo.SolveResult:
        """Search for answer sets in a thread that is left behind when time is up.

        An asynchronous solve is not enough: clasp prepares the program before it returns, for
        minutes where there are many rules, and hears of nothing meanwhile.

        Args:
            asked: atoms, each with whether it is to hold.
            on_model: called with each answer set; the search goes on while it says so.

        Raises:
            Expired: time is up.
        """

        def work() -> tuple[clingo.SolveResult, tuple[int, ...]]:
            with self.control.solve(list(asked), on_model=on_model, async_=True) as handle:
                while not handle.wait(STEP):
                    self.deadline.check()
                result = handle.get()
                return result, tuple(handle.core()) if result.unsatisfiable else ()

        result, self.core = self.deadline.run(work)
        if not self.counts:
            return result
        # only now: clingo has no statistics of a search that was left behind
        found = self.control.statistics
        self.conflicts += int(found["solving"]["solvers"]["conflicts"])
        self._size = {name: int(found["problem"]["lp"][name]) for name in ("atoms", "rules")}
        return result

    def _true(
        self, model: clingo.Model, name: str, arity: int
    ) -> tuple[tuple[clingo.Symbol, ...], ...]:
        atoms = (atom.symbol for atom in self.control.symbolic_atoms.by_signature(name, arity))
        return tuple(tuple(symbol.arguments) for symbol in atoms if model.contains(symbol))

    def statistics(self) -> dict[str, int]:
        """Atoms and rules of the ground program, and the conflicts of all searches over it.

        Empty where no search came to its end, or nothing was counted.
        """
        return {**self._size, "conflicts": self.conflicts} if self._size else {}


def check_options(options: Sequence[str]) -> None:
    """Refuse options of clingo's that could change the meaning of an answer.

    Raises:
        InputError: anything but an option of the search.
    """
    for option in options:
        name = option.removeprefix("--").split("=")[0]
        if option in _SHORT or (option.startswith("-t") and option[2:].isdigit()):
            continue
        if not option.startswith("-"):
            continue  # the value of the option before it; clingo refuses a stray one
        if name == "configuration" and option.partition("=")[2] not in _CONFIGURATIONS:
            hint = f"one of {', '.join(_CONFIGURATIONS)}"
            raise wrong(f"{option} names no configuration of clingo's", None, hint)
        if not option.startswith("--") or name not in SEARCH_OPTIONS:
            hint = "options of the search are: --configuration, --heuristic, --parallel-mode, ..."
            raise wrong(f"{option} cannot be passed on to clingo", None, hint)
