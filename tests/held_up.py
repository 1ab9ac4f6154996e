"""A search for fillings that is given up while the solver still looks for a better one."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

import clingo
import pytest
from conftest import HANGS

from ttt_asp.deadline import INTERRUPTED, Deadline
from ttt_asp.extensions.synthesis import search
from ttt_asp.extensions.synthesis.frame import Candidate


@contextmanager
def held_up(
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[tuple[Deadline, list[list[int]]]]:
    """Hold the solver up at its second answer set, until the search was given up.

    Yields the deadline that the search has to have, and the costs of the answer sets so far.
    """
    deadline, over, costs = Deadline(), Event(), list[list[int]]()

    def slowly(atoms: tuple[clingo.Symbol, ...], cost: tuple[int, ...]) -> Candidate:
        costs.append(list(cost))
        if len(costs) == 2:
            deadline.ended.append(INTERRUPTED)
            assert over.wait(HANGS)
        return Candidate(atoms, cost)

    monkeypatch.setattr(search, "Candidate", slowly)
    try:
        yield deadline, costs
    finally:
        over.set()
