"""A program is run once for each way in which its random draws can turn out.

What it draws is decided by a script of outcomes. Where a draw cannot be followed (a float of
`random()` that is more than compared, too many outcomes, or what `dice.py` takes note of) the
answer is an ordinary draw, and marked as such. This file is read by the guard's process, and
imports nothing of this package.
"""

import random
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partialmethod
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
Genuine = random.Random
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
    """Return all results of runs with their probabilities; None where they cannot be known."""
    results: dict[str, Fraction] = {}
    ways: list[_Way] = []
    script: list[tuple[int, Outcomes]] | None = []
    begun, done = time.monotonic(), Fraction(0)
    runs = 0
    while script is not None:
        result = _run(script, run)
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


def freely(run: Callable[[], str]) -> str:
    """Return the result of a run with ordinary draws."""
    return _run([], run, True)


def _run(script: Sequence[tuple[int, Outcomes]], run: Callable[[], str], free: bool = False) -> str:
    """Return the result of a run that follows a script, or is free."""
    THROWS.begin(script, free)
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
    for trail, seeds, result in (ways[-1], ORDINARY.choice(ways)):
        told()
        again = _run(trail, run)
        if (THROWS.trail, THROWS.seeds, again) != (trail, seeds, result) or THROWS.unseen:
            return False
    return True


def _ordinary_of(outcomes: Outcomes) -> int:
    """Return an outcome of an ordinary draw."""
    if isinstance(outcomes, tuple):
        return ORDINARY.choices(range(len(outcomes)), [float(weight) for weight in outcomes])[0]
    return ORDINARY.randrange(outcomes)


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
            self.bounds.append(low + (high - low) * Fraction(ORDINARY.random()))
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

    def _compared(self, name: str, below: bool, other: Any) -> Any:
        number = _number(other)
        if number is None:
            return getattr(float(self), name)(float(other) if type(other) is Drawn else other)
        return self._below(number) == below

    __lt__ = partialmethod(_compared, "__lt__", True)
    __le__ = partialmethod(_compared, "__le__", True)
    __gt__ = partialmethod(_compared, "__gt__", False)
    __ge__ = partialmethod(_compared, "__ge__", False)

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

ORDINARY = Genuine()


def _number(value: Any) -> Fraction | None:
    """Return a finite number as it was meant, 3/10 for 0.3; None for anything else."""
    if type(value) is Drawn:
        return None
    if isinstance(value, int):
        return Fraction(int(value))
    if not isinstance(value, float) or value != value or value in (float("inf"), -float("inf")):
        return None
    return as_meant(value)


def as_meant(value: Any) -> Fraction:
    """Return the number that a person meant by a float."""
    plain = Fraction(value)
    near = plain.limit_denominator(1_000_000)
    return near if isinstance(value, float) and float(near) == value else plain
