"""Terms and formulas: equal ones are one object, wherever they are made."""

import pickle
import sys
from collections.abc import Callable
from gc import collect
from threading import Barrier, Thread

from ttt_asp.extensions.sizes import integers
from ttt_asp.extensions.sizes.formulas import Formula, Holds, Junction, Not, Quantified
from ttt_asp.extensions.sizes.integers import Arithmetic, Compare, Name, Number


def large(number: int) -> Formula:
    """A formula of every kind, another one for another number."""
    term = Arithmetic("+", (Name("N"), Number(number)))
    parts = Not(Holds("p", (term,))), Compare("<", term, Number(0))
    return Quantified("forall", ("N",), Junction("or", parts))


def test_what_is_made_twice_is_one_object() -> None:
    first = large(3)
    assert large(3) is first and pickle.loads(pickle.dumps(first)) is first
    assert large(4) != first and Junction("and", ()) != Junction("or", ())


def test_what_nobody_has_is_forgotten() -> None:
    collect()
    before = len(integers._INTERNED)
    made = [large(number) for number in range(2000, 2010)]
    assert len(integers._INTERNED) > before + len(made)
    del made
    assert len(integers._INTERNED) == before


def test_what_threads_make_at_once_is_one_object() -> None:
    threads, rounds = 4, 300
    found: list[list[Formula]] = [[] for _ in range(threads)]
    together = Barrier(threads)

    def make(mine: list[Formula]) -> Callable[[], None]:
        def run() -> None:
            for number in range(rounds):
                together.wait()
                mine.append(large(10**6 + number))

        return run

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        started = [Thread(target=make(mine)) for mine in found]
        for thread in started:
            thread.start()
        for thread in started:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    for made in zip(*found, strict=True):
        assert len({*map(id, made)}) == 1
