"""Random draws of a program, under control: it is run once for each way in which they can turn out.

This file is read by the guard's process, and imports nothing of this package. What `random` draws
while a program is asked is decided by a script of outcomes. Where a draw cannot be followed (a
float of `random()` that is more than compared, numpy's generators, a generator that was seeded
before, too many outcomes) the answer is an ordinary draw, and marked as such.
"""

import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import wraps
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

# Runs of a program at a position, at most: 8! are fewer.
MOST_RUNS = 50_000
# Seconds for all runs at a position, as far as those so far tell; and before that is asked.
_LONGEST, _PATIENT = 30.0, 1.0
# Draws of a run, at most: who draws until it is legal may do so for ever.
_MOST_DRAWS = 40
# Seconds that may be lost on runs of which there were too many; then few runs are tried at once.
_LOST, _FEW = 5.0, 100
# Outcomes of a float that is made a whole number, at most.
_WHOLE = 1000
# Packages that draw in ways of their own.
_OTHERS = ("torch", "jax", "tensorflow", "cupy")

_Genuine = random.Random
Outcomes = int | tuple[Fraction, ...]
# The draws of a run, the seeds that it gave, and its result.
_Way = tuple[list[tuple[int, Outcomes]], list[Any], str]


class Throws:
    """The draws of a run: first those of a script, then the first outcome of each.

    Attributes:
        call: the number of the run.
        active: whether a program is being asked.
        unseen: why draws cannot be followed; empty where they can.
        always: the same, of every run.
        seeds: those that were given to generators in the run.
        lost: how many seconds were spent on runs of which there were too many.
        backwards: whether the last outcome of a draw is gone through first.
    """

    def __init__(self) -> None:
        self.call, self.active, self.free = 0, False, False
        self.unseen = self.always = ""
        self.seeds: list[Any] = []
        self.lost, self.backwards = 0.0, False
        self.trail: list[tuple[int, Outcomes]] = []
        self._script: list[tuple[int, Outcomes]] = []

    def begin(self, script: Sequence[tuple[int, Outcomes]], free: bool) -> None:
        """Begin a run: one that follows a script, or a free one."""
        self.call, self.active, self.free = self.call + 1, True, free
        self.trail, self._script, self.unseen = [], list(script), self.always
        self.seeds = []

    def lose(self, why: str) -> None:
        """Take note that draws cannot be followed."""
        self.unseen = self.unseen or why
        if not self.active:
            self.always = self.always or why

    def of(self, outcomes: Outcomes) -> int:
        """Return which of some outcomes comes next: of a number of equal ones, or by weights."""
        if isinstance(outcomes, tuple):
            possible = [n for n, weight in enumerate(outcomes) if weight]
            if len(possible) == 1:
                return possible[0]
            first = possible[-1 if self.backwards else 0]
        else:
            first = outcomes - 1 if self.backwards else 0
            if outcomes == 1:
                return 0
        place = len(self.trail)
        if self.unseen or place >= _MOST_DRAWS:
            self.lose("it draws too often")
            return _ordinary_of(outcomes)
        if place < len(self._script):
            outcome, before = self._script[place]
            if before != outcomes:
                self.lose("it draws otherwise when it is asked again")
                return first
        else:
            outcome = first
        self.trail.append((outcome, outcomes))
        return outcome


THROWS = Throws()


def every(run: Callable[[], str], told: Callable[[], None]) -> dict[str, Fraction] | None:
    """Return all results of runs with their probabilities; None where they cannot be known.

    Args:
        run: a run of the program.
        told: called after each run.
    """
    results: dict[str, Fraction] = {}
    ways: list[_Way] = []
    script: list[tuple[int, Outcomes]] | None = []
    begun, done = time.monotonic(), Fraction(0)
    runs = 0
    while script is not None:
        result = _follow(script, run)
        runs += 1
        if len(THROWS.trail) < len(script):
            THROWS.lose("it draws otherwise when it is asked again")
        if THROWS.unseen:
            return None
        ways.append((THROWS.trail, THROWS.seeds, result))
        weight = Fraction(1)
        for outcome, outcomes in THROWS.trail:
            weight *= _weight(outcome, outcomes)
        results[result] = results.get(result, Fraction(0)) + weight
        script = _next(THROWS.trail)
        if script is None:
            break
        told()
        spent, done = time.monotonic() - begun, done + weight
        much = THROWS.lost > _LOST
        many = runs >= (_FEW if much else 20 * _FEW) and runs > MOST_RUNS * done
        late = spent > (_PATIENT / 10 if much else _PATIENT) and spent > _LONGEST * done
        if many or late or runs >= MOST_RUNS:
            THROWS.lost += spent
            return None
    return results if _lasting(ways, run, told) else None


def _follow(script: Sequence[tuple[int, Outcomes]], run: Callable[[], str]) -> str:
    """Return the result of a run that follows a script."""
    THROWS.begin(script, False)
    try:
        return run()
    finally:
        THROWS.active = False


def _lasting(ways: Sequence[_Way], run: Callable[[], str], told: Callable[[], None]) -> bool:
    """Whether the same draws come to the same again: they do not where a program remembers some.

    The last way is gone once more at once, then one of all; a program may not draw the same twice.
    """
    if len(ways) == 1 and not ways[0][1]:  # it drew nothing
        return True
    for trail, seeds, result in (ways[-1], _ORDINARY.choice(ways)):
        told()
        again = _follow(trail, run)
        if (THROWS.trail, THROWS.seeds, again) != (trail, seeds, result) or THROWS.unseen:
            return False
    return True


def freely(run: Callable[[], str]) -> str:
    """Return the result of a run with ordinary draws."""
    THROWS.begin([], True)
    try:
        return run()
    finally:
        THROWS.active = False


def look_for_others() -> None:
    """Take note of packages that draw in ways of their own."""
    for name in _OTHERS:
        if name in sys.modules:
            THROWS.always = THROWS.always or f"it uses {name}"


def _ordinary_of(outcomes: Outcomes) -> int:
    """Return an outcome of an ordinary draw."""
    if isinstance(outcomes, tuple):
        return _ORDINARY.choices(range(len(outcomes)), [float(weight) for weight in outcomes])[0]
    return _ORDINARY.randrange(outcomes)


def _weight(outcome: int, outcomes: Outcomes) -> Fraction:
    if isinstance(outcomes, tuple):
        return outcomes[outcome] / sum(outcomes)
    return Fraction(1, outcomes)


def _next(trail: list[tuple[int, Outcomes]]) -> list[tuple[int, Outcomes]] | None:
    """Return the script of the next run: the last draw that can turn out otherwise does."""
    script = list(trail)
    while script:
        outcome, outcomes = script.pop()
        more = range(outcome + 1, len(outcomes) if isinstance(outcomes, tuple) else outcomes)
        if THROWS.backwards:
            more = range(outcome - 1, -1, -1)
        for other in more:
            if not isinstance(outcomes, tuple) or outcomes[other]:
                return [*script, (other, outcomes)]
    return None


class Generator(_Genuine):
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
            return _Genuine.randrange(self, number)
        return THROWS.of(number)

    def choices(
        self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1
    ) -> list[Any]:
        if self._ordinary() or not len(population):
            return super().choices(population, weights, cum_weights=cum_weights, k=k)
        super().choices(population, weights, cum_weights=cum_weights, k=0)
        outcomes: Outcomes = len(population)
        if cum_weights is not None:
            sums = [_exact(n) for n in cum_weights]
            weights = [n - before for n, before in zip(sums, [Fraction(0), *sums], strict=False)]
        if weights is not None:
            outcomes = tuple(map(_exact, weights))
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


class Drawn:
    """A number that `random()` returned: each comparison with a number is a draw of its own.

    It is `times` u + `plus`, where u is drawn from an interval, which comparisons make smaller.
    """

    __slots__ = ("_float", "bounds", "plus", "times")

    def __init__(
        self,
        bounds: list[Fraction],
        times: Fraction = Fraction(1),
        plus: Fraction = Fraction(0),
    ) -> None:
        """Begin.

        Args:
            bounds: the least and greatest u, and u itself once it is needed; shared by all that is
                made of it.
            times: see above.
            plus: see above.
        """
        self.bounds, self.times, self.plus = bounds, times, plus

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """What `isinstance` is told: programs ask whether it is a float."""
        return float

    def __float__(self) -> float:
        THROWS.lose("a number of random() is more than compared")
        if len(self.bounds) == 2:
            low, high = self.bounds
            self.bounds.append(low + (high - low) * Fraction(_ORDINARY.random()))
        return float(self.times * self.bounds[2] + self.plus)

    def _below(self, number: Fraction) -> bool:
        """Whether it is less than a number."""
        at = (number - self.plus) / self.times
        low = self._u_below(at)
        return low if self.times > 0 else not low

    def _u_below(self, at: Fraction) -> bool:
        low, high = self.bounds[:2]
        if len(self.bounds) == 3:
            return self.bounds[2] < at
        if not low < at < high:
            return at >= high
        if THROWS.of((at - low, high - at)):
            self.bounds[0] = at
            return False
        self.bounds[1] = at
        return True

    def _compared(self, other: Any, below: bool, name: str) -> Any:
        number = _number(other)
        if number is None:
            return getattr(float(self), name)(float(other) if type(other) is Drawn else other)
        return self._below(number) == below

    def __lt__(self, other: Any) -> Any:
        return self._compared(other, True, "__lt__")

    def __le__(self, other: Any) -> Any:
        return self._compared(other, True, "__le__")

    def __gt__(self, other: Any) -> Any:
        return self._compared(other, False, "__gt__")

    def __ge__(self, other: Any) -> Any:
        return self._compared(other, False, "__ge__")

    def _linear(self, times: Fraction, plus: Fraction) -> Any:
        if not times:
            return float(plus)
        return Drawn(self.bounds, self.times * times, self.plus * times + plus)

    def __add__(self, other: Any) -> Any:
        number = _number(other)
        return float(self) + other if number is None else self._linear(Fraction(1), number)

    def __radd__(self, other: Any) -> Any:
        return self + other

    def __neg__(self) -> Any:
        return self._linear(Fraction(-1), Fraction(0))

    def __pos__(self) -> Any:
        return self

    def __sub__(self, other: Any) -> Any:
        number = _number(other)
        return float(self) - other if number is None else self._linear(Fraction(1), -number)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        number = _number(other)
        return float(self) * other if number is None else self._linear(number, Fraction(0))

    def __rmul__(self, other: Any) -> Any:
        return self * other

    def __truediv__(self, other: Any) -> Any:
        number = _number(other)
        return self._linear(1 / number, Fraction(0)) if number else float(self) / other

    def __floor__(self) -> int:
        ends = [self.times * u + self.plus for u in self.bounds[:2]]
        least, most = min(ends), max(ends)
        whole = least.__floor__()
        if len(self.bounds) == 3 or most - whole > _WHOLE:
            return float(self).__floor__()
        while whole + 1 < most and not self._below(Fraction(whole + 1)):
            whole += 1
        return whole

    def __trunc__(self) -> int:
        if min(self.times * u + self.plus for u in self.bounds[:2]) < 0:
            return int(float(self))
        return self.__floor__()

    __int__ = __trunc__

    def __bool__(self) -> bool:
        return bool(float(self))

    def __eq__(self, other: object) -> bool:
        return float(self) == (float(other) if isinstance(other, Drawn) else other)

    def __hash__(self) -> int:
        return hash(float(self))

    def __repr__(self) -> str:
        return repr(float(self))

    def __format__(self, form: str) -> str:
        return format(float(self), form)

    def __getattr__(self, name: str) -> Any:
        return getattr(float(self), name)

    def __reduce__(self) -> Any:
        return float, (float(self),)


def _by_float(name: str) -> Callable[..., Any]:
    def operator(self: Drawn, *others: Any) -> Any:
        plain = [float(other) if isinstance(other, Drawn) else other for other in others]
        return getattr(float(self), name)(*plain)

    return operator


for _name in ("abs", "ceil", "divmod", "floordiv", "mod", "pow", "rdivmod", "rfloordiv", "rmod",
              "round", "rpow", "rtruediv"):  # fmt: skip
    setattr(Drawn, f"__{_name}__", _by_float(f"__{_name}__"))

_ORDINARY = _Genuine()


def _number(value: Any) -> Fraction | None:
    """Return a finite number as it was meant, 3/10 for 0.3; None for anything else."""
    if type(value) is Drawn:
        return None
    if isinstance(value, int):
        return Fraction(int(value))
    if not isinstance(value, float) or value != value or value in (float("inf"), -float("inf")):
        return None
    return _exact(value)


def _is_clock(seed: Any) -> bool:
    """Whether a seed is the time: in seconds, or parts of them."""
    if not isinstance(seed, int | float):
        return False
    now = time.time()
    return any(abs(seed - int(now * parts)) <= 2 * parts for parts in (1, 10**3, 10**6, 10**9))


def _exact(value: Any) -> Fraction:
    """Return the number that a person meant by a float."""
    plain = Fraction(value)
    near = plain.limit_denominator(1_000_000)
    return near if isinstance(value, float) and float(near) == value else plain


def take_control() -> None:
    """Put the draws of `random`, and of what uses it, under control; take note of others."""
    seen: Any = random
    seen.Random, seen.SystemRandom = Generator, SystemGenerator
    instance, before = Generator(), seen._inst
    seen._inst = instance
    for name, value in list(vars(random).items()):
        if getattr(value, "__self__", None) is before:
            setattr(random, name, getattr(instance, name))
    os.urandom = _noting(os.urandom, "it asks the operating system for random bytes")
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
            for key in module.__all__:
                value: Any = getattr(module, key)
                why = "it uses numpy.random"
                if isinstance(value, type):
                    made = _noting(vars(value).get("__init__", object.__init__), why)
                    setattr(module, key, type(value)(key, (value,), {"__init__": made}))
                elif callable(value):
                    setattr(module, key, _noting(value, why))

        loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec
