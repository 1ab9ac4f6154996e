"""Random draws of a program, under control: what `random` draws while it is asked follows a script.

This file is read by the guard's process, and imports nothing of this package but `draws.py` beside
it. Of other sources of chance (numpy's generators, a generator that was seeded before, random
bytes) it takes note: answers are ordinary draws then, and marked as such.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

from ttt_asp.extensions.players.draws import MOST_RUNS, THROWS, Drawn, Genuine, Outcomes, as_meant

# Packages that draw in ways of their own.
_OTHERS = ("torch", "jax", "tensorflow", "cupy")

# Files of random bytes.
_SOURCES = ("/dev/random", "/dev/urandom")


class Generator(Genuine):
    """A generator of the module `random` whose draws follow a script, unless it was seeded."""

    def seed(self, a: Any = None, version: int = 2) -> None:
        super().seed(a, version)
        self._given, self._call = a is not None, THROWS.call
        if self._given:
            THROWS.seeds.append(a)
            if _is_clock(a):
                THROWS.lose("a generator is seeded by the clock")

    def _ordinary(self) -> bool:
        """Whether a draw is an ordinary one."""
        if self._given:  # in the same run: then the program does the same each time
            if self._call != THROWS.call or not THROWS.active:
                THROWS.lose("a generator was seeded before it was asked")
            return True
        if not THROWS.active:
            THROWS.lose("it draws where it is not asked")
        return not THROWS.active or THROWS.free or bool(THROWS.unseen)

    def random(self) -> Any:
        return super().random() if self._ordinary() else Drawn([Fraction(0), Fraction(1)])

    def getrandbits(self, k: int, /) -> int:
        if self._ordinary():
            return super().getrandbits(k)
        return self._one_of(1 << k) if k else 0

    def _randbelow(self, n: int) -> int:
        if self._ordinary():
            return self._randbelow_with_getrandbits(n) if n else 0  # type: ignore[attr-defined]
        return self._one_of(n) if n else 0

    def _one_of(self, number: int) -> int:
        if number > MOST_RUNS:
            THROWS.lose("a draw has too many outcomes")
            return Genuine.randrange(self, number)
        return THROWS.of(number)

    def choices(
        self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1
    ) -> list[Any]:
        if self._ordinary() or not len(population):
            return super().choices(population, weights, cum_weights=cum_weights, k=k)
        super().choices(population, weights, cum_weights=cum_weights, k=0)
        outcomes: Outcomes = len(population)
        if cum_weights is not None:
            sums = [as_meant(n) for n in cum_weights]
            weights = [n - before for n, before in zip(sums, [Fraction(0), *sums], strict=False)]
        if weights is not None:
            outcomes = tuple(map(as_meant, weights))
            if len(outcomes) != len(population) or sum(outcomes) <= 0 or min(outcomes) < 0:
                return super().choices(population, weights, k=k)  # which says what is wrong
        return [population[THROWS.of(outcomes)] for _ in range(k)]

    def getstate(self) -> Any:
        THROWS.lose("it looks into a generator")
        return super().getstate()

    def setstate(self, state: Any) -> None:
        super().setstate(state)
        self._given, self._call = True, -1

    def __reduce__(self) -> Any:
        THROWS.lose("it copies a generator")
        return super().__reduce__()


class SystemGenerator(Generator):
    """The operating system's generator, which has no seed."""

    def seed(self, *args: Any, **kwds: Any) -> None:
        super().seed()


def _is_clock(seed: Any) -> bool:
    """Whether a seed is the time: in seconds, or parts of them."""
    if not isinstance(seed, int | float):
        return False
    now = time.time()
    return any(abs(seed - int(now * parts)) <= 2 * parts for parts in (1, 10**3, 10**6, 10**9))


def take_control() -> None:
    """Put the draws of `random`, and of what uses it, under control; take note of others."""
    seen: Any = random
    seen.Random, seen.SystemRandom = Generator, SystemGenerator
    instance, before = Generator(), seen._inst
    seen._inst = instance
    for name, value in list(vars(random).items()):
        if getattr(value, "__self__", None) is before:
            setattr(random, name, getattr(instance, name))
    sys.modules["_random"].Random = Generator  # type: ignore[attr-defined]
    os.urandom = _noting(os.urandom, "it asks the operating system for random bytes")
    sys.addaudithook(_heed)
    # what a process of the program's own draws is seen by nobody here, and has to differ there
    os.register_at_fork(
        before=lambda: THROWS.lose("it draws in processes of its own"), after_in_child=instance.seed
    )
    sys.meta_path.insert(0, _Numpy())


def _noting(function: Callable[..., Any], why: str) -> Callable[..., Any]:
    """Return a function that takes note of being called."""

    @wraps(function)
    def noted(*args: Any, **named: Any) -> Any:
        THROWS.lose(why)
        return function(*args, **named)

    return noted


class _Numpy:
    """Takes note of draws of numpy's, from when it is imported."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return how `numpy.random` is imported; None for all others."""
        spec = PathFinder.find_spec(name, path) if name == "numpy.random" else None
        if spec is None or spec.loader is None:
            return None
        loader, execute = spec.loader, spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            before = THROWS.unseen, THROWS.always
            execute(module)  # which seeds what is not used yet
            THROWS.unseen, THROWS.always = before
            why = "it uses numpy.random"
            inner: Any = sys.modules["numpy.random.mtrand"]
            inner._rand = _Noted(inner._rand, why)  # which other packages draw from
            for key in module.__all__:
                value: Any = getattr(module, key)
                if isinstance(value, type):
                    made = _noting(vars(value).get("__init__", object.__init__), why)
                    setattr(module, key, type(value)(key, (value,), {"__init__": made}))
                elif callable(value):
                    setattr(module, key, _noting(value, why))

        loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def look_for_others() -> None:
    """Take note of packages that draw in ways of their own, and of `random` loaded anew."""
    for name in _OTHERS:
        if name in sys.modules:
            THROWS.lose(f"it uses {name}")
    if random.Random is not Generator:
        THROWS.lose("it loads random anew")


def _heed(event: str, arguments: tuple[Any, ...]) -> None:
    """Take note of files of random bytes; see `sys.addaudithook`."""
    named = event == "open" and isinstance(arguments[0], str | bytes)
    if named and os.fsdecode(arguments[0]) in _SOURCES:
        THROWS.lose("it reads random bytes")


class _Noted:
    """What takes note of each use of something else."""

    def __init__(self, used: Any, why: str) -> None:
        self._used, self._why = used, why

    def __getattr__(self, name: str) -> Any:
        THROWS.lose(self._why)
        return getattr(self._used, name)
