"""The search for fillings: clingo on the fill frame."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.errors import internal
from ttt_asp.programs.assembly import Program
from ttt_asp.programs.fill import fill_program
from ttt_asp.solving.ground import Refused, ground
from ttt_asp.strategies.composition import Composition

# The text of a filler for each hole that is not empty.
Filling = Mapping[str, str]


@dataclass
class Search:
    """Answer sets of the fill frame.

    Attributes:
        strategies: the terms with holes, by name. facts: see `facts.py`.
        deadline: when to give up.
        best: the filling of lowest cost so far, where that is asked for, and its cost.
    """

    strategies: Mapping[str, Composition]
    facts: Iterable[str]
    deadline: Deadline
    best: tuple[Filling, int] | None = field(default=None, init=False)

    def shortest(self) -> tuple[Filling, int] | None:
        """A filling of the lowest cost, and that cost; None if there is none.

        Raises:
            Expired: time is up; `best` has what was found.
        """

        def take(model: clingo.Model) -> bool:
            self.best = _filling(model), model.cost[0]
            return True

        self._solve([], take, shortest=True)
        return self.best

    def each(self, cost: int | None, take: Callable[[Filling], bool]) -> None:
        """Go through the fillings.

        Args:
            cost: of those asked for, the lowest there is; None for all.
            take: called with each; the search goes on while it says so.

        Raises:
            Expired: time is up.
        """
        options = ["--models=0"]
        if cost is not None:
            options += [f"--opt-mode=enum,{cost}"]
        self._solve(options, lambda model: take(_filling(model)), shortest=cost is not None)

    def _solve(
        self, options: list[str], take: Callable[[clingo.Model], bool], shortest: bool
    ) -> None:
        def program() -> Program:
            return fill_program(self.strategies, self.facts, shortest=shortest)

        solve(program, options, take, self.deadline)


def solve(
    program: Callable[[], Program],
    options: list[str],
    take: Callable[[clingo.Model], bool],
    deadline: Deadline,
) -> None:
    """Go through the answer sets of a program about fillings.

    Args:
        program: puts it together.
        options: of clingo's search.
        take: called with each; the search goes on while it says so.
        deadline: when to give up.

    Raises:
        Expired: time is up.
        InternalError: the search ended before its end; so nothing follows from what it found not.
    """
    enough = False

    def each(model: clingo.Model) -> bool:
        nonlocal enough
        enough = not take(model)
        return not enough

    try:
        found = ground(deadline.run(program).text, deadline, options)
        messages: Sequence[str] = found.messages
    except Refused as refused:
        messages = refused.messages
    if messages:
        raise internal(f"clingo says of the program for fillings: {messages[0]}")
    if not found.search(each).over and not enough:
        raise internal("clingo ended the search for fillings before it was over")


def _filling(model: clingo.Model) -> Filling:
    pairs: Iterator[list[clingo.Symbol]] = (s.arguments for s in model.symbols(shown=True))
    return {str(hole): str(filler).replace(",", ", ") for hole, filler in pairs}
