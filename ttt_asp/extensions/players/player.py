"""A program as a role: asked at positions, each in two orders; its choices, and a record of it."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ttt_asp.deadline import Expired, Stop
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.players.answers import (
    FAILED,
    AnswerReader,
    Choice,
    PositionWriter,
    Understood,
)
from ttt_asp.extensions.players.book import MOST_PAGES, Page
from ttt_asp.extensions.players.process import Function, NoAnswer, Process
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits, number_of
from ttt_asp.result import record
from ttt_asp.strategies.strategy import Strategy

# Questions that are put at once, at most.
_AT_ONCE = 1000
# Positions at which a program is asked in a process that has not been asked before, at most.
_ANEW = 20
# How often a program is asked at each position, where nobody says.
TIMES = 2

# A choice that is as likely as this may have been missed with the chance that is said.
_RARE = 0.05


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The record of the questions to a program that plays a role.

    Attributes:
        program: as it was named.
        positions: at how many positions it was asked.
        differing: at how many of them its answers differed; all of them count as its choices.
        failed: for positions at which it gave no legal move, why; play gets stuck there.
        seconds: how long it took to answer.
        everywhere: it was asked wherever its role can have a choice, not only where plays come to.
        several: at how many positions it has several choices, all of them known.
        sampled: at how many positions it threw dice that nobody sees.
        times: how often it was asked at each position.
        once: at how many positions it was not asked a last time, as a play had decided.
    """

    program: str
    positions: int
    differing: int
    failed: Mapping[frozenset[str], str]
    seconds: float = field(compare=False)
    everywhere: bool = False
    several: int = 0
    sampled: int = 0
    times: int = 2
    once: int = 0

    @property
    def doubt(self) -> str:
        """Why it may answer otherwise than it did; empty where all its choices are known."""
        if not self.differing and not self.sampled:
            return ""
        missed = 100 * (1 - _RARE) ** self.times
        text = f"asked {self.times:,} times at each of {number_of(self.positions, 'position')}"
        return f"{text}: a choice of {_RARE:.0%} would have been missed with {missed:.2g}%"

    def spelt(self, spell: Callable[[str], str]) -> "Inquiry":
        """Return the record with fluents as a game's file spells them."""
        failed = {frozenset(map(spell, at)): why for at, why in self.failed.items()}
        return replace(self, failed=failed)

    def as_json(self) -> dict[str, Any]:
        """Return the record as plain data, positions as sorted lists of fluents."""
        failed = [{"position": at, "reason": why} for at, why in self.failed.items()]
        return record(self, failed=failed)

    def __str__(self) -> str:
        times = f"{self.times:,} times at each of " if self.times > 2 else "at "
        text = f"asked {times}{number_of(self.positions, 'position')}, {self.seconds:.3f} s"
        if self.failed:
            text += f"; no legal move at {len(self.failed):,} of them"
        if self.differing:
            where = number_of(self.differing, "position")
            text += f"; at {where} its answers differ: it remembers, or throws dice"
        if self.sampled:
            where = number_of(self.sampled, "position")
            text += f"; at {where} it throws dice that nobody sees"
        if self.several:
            text += f"; several choices at {self.several:,} of them, all known"
        alike = self.positions and not self.failed and not self.doubt and not self.several
        return f"{text}; the same answer each time" if alike and not self.once else text


def combined(inquiries: Sequence[Inquiry]) -> Inquiry:
    """Return the record of a program that was asked as several roles."""
    failed: dict[frozenset[str], str] = {}
    for inquiry in inquiries:
        failed.update(inquiry.failed)
    counted = ("positions", "differing", "seconds", "several", "sampled", "once")
    return replace(
        inquiries[0],
        failed=failed,
        everywhere=all(inquiry.everywhere for inquiry in inquiries),
        times=max(inquiry.times for inquiry in inquiries),
        **{name: sum(getattr(inquiry, name) for inquiry in inquiries) for name in counted},
    )


@dataclass(eq=False)
class Player:
    """A program as a role; see `Asked`.

    Attributes:
        program: as it was named. where: the place at which it was named.
        role: the role that it plays. game: the game.
        source: answers. limits: of the work.
        name: what the program is called as a strategy.
        rules: makes a strategy of its replies: at some positions, or all.
        times: how often it is asked at each position.
        most: the number of positions at which it may be asked.
        everywhere: whether it is asked wherever its role can have a choice.
    """

    program: str
    where: Location
    role: str
    game: Game
    source: Process | Function
    limits: Limits
    name: str = ""
    rules: Callable[["Player", Sequence[Page]], Strategy] | None = None
    times: int = TIMES
    most: int | None = None
    everywhere: bool = False
    seconds: float = 0.0
    _base: Sequence[str] = ()
    _chosen: dict[int, Choice] = field(default_factory=dict)
    _legal: dict[int, tuple[str, ...]] = field(default_factory=dict)
    _failed: dict[int, str] = field(default_factory=dict)
    _differing: set[int] = field(default_factory=set)
    _sampled: set[int] = field(default_factory=set)
    # positions at which it was asked for the first time, in this order
    _once: list[int] = field(default_factory=list)
    _kinds: dict[Choice, Choice] = field(default_factory=dict)

    def choices(
        self,
        base: Sequence[str],
        positions: Sequence[int],
        legal: Sequence[tuple[str, ...]],
        after: Callable[[int, str], int],
    ) -> Sequence[Choice]:
        """Return the choice at each position; the program is asked where it has not been.

        Args:
            base: the fluent of each bit of a position.
            positions: packed.
            legal: the actions that are legal at each of them, several.
            after: returns the packed position after an action at a position.

        Raises:
            InputError: it cannot be asked at all.
            Expired: a limit was reached.
        """
        if not self._base:
            self._base, self._after = base, after
            self._reader = AnswerReader(self.game, base, self.role)
            self._writer = PositionWriter(Notation(self.game), base)
        assert base == self._base, "positions of one game are packed in one way"
        known = self._chosen
        fresh = [(p, actions) for p, actions in zip(positions, legal, strict=True)
                 if p not in known]  # fmt: skip
        for start in range(0, len(fresh), _AT_ONCE):
            some = fresh[start : start + _AT_ONCE]
            if self.most is not None and len(known) + len(some) > self.most:
                message = f"{self.program} would be asked at more than {self.most:,} positions"
                hint = "a smaller board, or a strategy for who plays against it"
                raise wrong(message, self.where, hint)
            self._legal.update(some)
            self._ask([p for p, _ in some], max(1, self.times - 1))
            self._once += (p for p, _ in some)
        return [known[p] for p in positions]

    def confirm(self) -> bool:
        """Ask again at each position, the last first; return whether there are new choices.

        It is begun anew then, and asked at a few: another process may draw otherwise what this one
        remembers from its beginning on, or has another order of sets.
        """
        again, new = self._once[::-1], False
        if self.times == 1:
            return False
        for start in range(0, len(again), _AT_ONCE):
            some = again[start : start + _AT_ONCE]
            new = self._asked_more(some, self.times - 1) or new
            del self._once[-len(some) :]
        if again:
            self.source.close()
            new = self._asked_more(again[:: len(again) // _ANEW + 1], self.times) or new
        return new

    def _asked_more(self, positions: Sequence[int], before: int) -> bool:
        """Ask once more at positions; return whether there are new choices."""
        were = [self._chosen[p] for p in positions]
        self._ask(positions, 1, before)
        new = False
        for old, position in zip(were, positions, strict=True):
            actions, chosen = {action for action, _ in old.moves}, self._chosen[position]
            new = new or any(a not in actions for a, _ in chosen.moves)
            new = new or bool(chosen.failing and not old.failing)
        return new

    def close(self) -> None:
        """End what answers."""
        self.source.close()

    @property
    def inquiry(self) -> Inquiry:
        """The record of the questions so far."""
        unpacked = {self._unpack(p): why for p, why in self._failed.items()}
        several = sum(len(c.moves) > 1 for p, c in self._chosen.items()
                      if p not in self._differing and p not in self._sampled)  # fmt: skip
        return Inquiry(
            self.program, len(self._chosen), len(self._differing), unpacked, self.seconds,
            self.everywhere, several, len(self._sampled), self.times, len(self._once),
        )  # fmt: skip

    @property
    def estimated(self) -> int:
        """How many answers the weights are estimated from; 0 where they are exact."""
        return self.times if self._differing or self._sampled else 0

    @property
    def pages(self) -> list[Page]:
        """The positions so far, and the actions that it chose there; none where it had none."""
        pages = [(self._unpack(p), tuple(a for a, _ in c.moves)) for p, c in self._chosen.items()]
        return [page for page in pages if page[1]]

    def written(self, positions: Collection[frozenset[str]] | None = None) -> Strategy:
        """Return a strategy of rules with its replies; see `Asked`."""
        assert self.rules is not None
        if positions is None:
            self.refuse_no_rules()
        pages = [p for p in self.pages if positions is None or frozenset(p[0]) in positions]
        return self.rules(self, pages)

    @property
    def has_rules(self) -> bool:
        """Whether all choices so far can be written as rules."""
        return not self._no_rules

    def refuse_no_rules(self) -> None:
        """Refuse to write rules that would be too long, or would leave out where it fails."""
        if self._no_rules:
            raise wrong(f"{self.program} {self._no_rules}", self.where)

    @property
    def _no_rules(self) -> str:
        if len(self._chosen) > MOST_PAGES:
            return f"was asked at more than {MOST_PAGES:,} positions, too many for rules"
        if any(c.moves and c.failing for c in self._chosen.values()):
            return "has a legal move at some position only now and then"
        return ""

    def _unpack(self, position: int) -> frozenset[str]:
        return frozenset(f for bit, f in enumerate(self._base) if position >> bit & 1)

    def _ask(self, positions: Sequence[int], times: int, before: int = 0) -> None:
        """Ask at positions, several times at each, and take note of the answers.

        Args:
            positions: packed.
            times: how often.
            before: how often it was asked there before.
        """
        self.limits.deadline.check()
        self.limits.tell(f"answers of {self.program}", len(self._chosen))
        if self.limits.max_positions is not None and len(self._chosen) > self.limits.max_positions:
            reason = f"the limit of {number_of(self.limits.max_positions, 'position')} was reached"
            raise Expired(Stop("positions", reason))
        role = self.game.spelt(self.role)
        questions = [(self._writer.text(p), role) for p in positions]
        begun = time.monotonic()
        try:
            rounds = [self.source.ask_all(questions) for _ in range(times)]
        finally:
            self.seconds += time.monotonic() - begun
        for answers in rounds:
            for position, answer in zip(positions, answers, strict=True):
                self._note(position, self._read(position, answer), before)
            before += 1

    def _read(self, position: int, answer: str | NoAnswer) -> Understood:
        if isinstance(answer, NoAnswer):
            return Understood(FAILED, str(answer))
        return self._reader.read(answer, position, self._legal[position], self._after)

    def _note(self, position: int, read: Understood, before: int) -> None:
        """Take note of an answer at a position, after a number of answers there."""
        old, new = self._chosen.get(position), read.choice
        if read.failure and not self._failed.get(position):
            self._failed[position] = read.failure
        if not read.exact:
            self._sampled.add(position)
        if old is new:
            return
        if old is None:
            self._chosen[position] = self._kinds.setdefault(new, new)
        elif FAILED in (old, new):  # who fails once has no move there
            self._chosen[position] = FAILED
        elif old != new:
            self._differing.add(position)
            mixed = _mixed(old, new, Fraction(before, before + 1))
            self._chosen[position] = self._kinds.setdefault(mixed, mixed)


def _mixed(old: Choice, new: Choice, share: Fraction) -> Choice:
    """Return a choice between two, of which the first has a share."""
    weights = {action: share * weight for action, weight in old.moves}
    for action, weight in new.moves:
        weights[action] = weights.get(action, Fraction(0)) + (1 - share) * weight
    failing = share * old.failing + (1 - share) * new.failing
    return Choice(tuple(sorted(weights.items())), failing)
