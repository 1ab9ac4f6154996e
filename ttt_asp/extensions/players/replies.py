"""Replies of programs at the positions that occur: each is asked twice, in different orders."""

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Expired, Stop
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.extensions.exploring.inspection import Inspection, LegalMove, inspect_batches
from ttt_asp.extensions.players.book import MOST_PAGES, Page
from ttt_asp.extensions.players.inquiry import Inquiry
from ttt_asp.extensions.players.move_names import by_number, meant, square_numbers
from ttt_asp.extensions.players.no_moves import no_move
from ttt_asp.extensions.players.process import NoAnswer
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import simultaneous_error
from ttt_asp.positions.machine import load_machine

# Positions that are gone through, at most, to find those at which programs are to be asked.
_MOST = 1_000_000
# What `mark(cell(1,2))` and `(mark (cell 1 2))` have in common.
_WORD = re.compile(r"[^\s(),]+")


@dataclass(frozen=True, slots=True)
class Player:
    """A program that plays a role.

    Attributes:
        program: as it was named. where: the place at which it was named.
        ask: returns its answer, given a position and the role, as users write them.
    """

    program: str
    where: Location
    ask: Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class ProgramReplies:
    """A program's replies as a role.

    Attributes:
        inquiry: how it was asked.
        pages: positions, and the actions that it chose there.
    """

    inquiry: Inquiry
    pages: tuple[Page, ...]


def replies(
    match: Match, players: Mapping[str, Player], limits: Limits, everywhere: bool = False
) -> dict[str, ProgramReplies]:
    """Ask programs at the positions that plays come to, each twice.

    Args:
        match: the game and the strategy of each role; the roles of programs may do anything.
        players: the programs, by their roles.
        limits: of the work.
        everywhere: ask wherever a role can have a choice, whatever all roles play.

    Raises:
        InputError: a program cannot be asked, several roles choose at once, or there are more
            positions than a book can have.
        Expired: a limit was reached.
    """
    asking = _Asking(match, players, limits, everywhere)
    fresh = asking.onward([asking.machine.init])
    while fresh:
        # the last positions first: a program with a memory answers differently now
        new: list[int] = []
        for here in reversed(fresh):
            new += [step.after for step in asking.ask(here)]
        fresh = asking.onward(new)
    return {role: asking.replies(role) for role in players}


@dataclass
class _Asking:
    """Positions and answers so far.

    Attributes:
        known: the positions reached so far.
        taken: the moves that a program chose, for each position at which it was asked.
        failed: why it gave no legal move, for each position where it gave none.
        seconds: the time that the program of each role took.
    """

    match: Match
    players: Mapping[str, Player]
    limits: Limits
    everywhere: bool
    known: set[int] = field(default_factory=set)
    taken: dict[int, dict[str, LegalMove]] = field(default_factory=dict)
    failed: dict[int, str] = field(default_factory=dict)
    at: dict[int, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read the rules."""
        self.machine = load_machine(self.match, self.limits.deadline)
        self.notation = Notation(self.match.game)
        self.squares = square_numbers(self.notation)

    def onward(self, positions: Iterable[int]) -> list[Inspection]:
        """Go on from positions, layer by layer; return where programs were asked, in this order."""
        asked: list[Inspection] = []
        layer = sorted(set(positions) - self.known)
        while layer:
            self.known.update(layer)
            if len(self.known) > _MOST:
                reason = f"the limit of {_MOST:,} positions was reached"
                raise Expired(Stop("positions", reason))
            after: list[int] = []
            for here in inspect_batches(self.machine, layer, self.limits.deadline):
                if len({step.move.role for step in here.steps}) > 1:
                    raise simultaneous_error(self.match, self.machine, here.position)
                steps: Iterable[LegalMove] = here.allowed
                if here.mover in self.players and len(here.steps) > 1:
                    asked.append(here)
                    steps = self.ask(here)
                after += [step.after for step in (here.steps if self.everywhere else steps)]
            layer = sorted(set(after) - self.known)
        return asked

    def ask(self, here: Inspection) -> list[LegalMove]:
        """Ask a program; return its move if it chose that here for the first time."""
        position, role = here.position, here.steps[0].move.role
        if position in self.failed:
            return []
        taken, player = self.taken.setdefault(position, {}), self.players[role]
        if len(self.taken) > MOST_PAGES:
            message = f"{player.program} would be asked at more than {MOST_PAGES:,} positions"
            raise wrong(
                message, player.where, "a smaller board, or a strategy for who plays against it"
            )
        self.at[position] = role
        game, fluents = self.match.game, self.machine.unpack(position)
        self.limits.tell(f"answers of {player.program}", len(self.at))
        begun = time.monotonic()
        try:
            text = player.ask(self.notation.text(fluents), game.spelt(role))
            step = self._meant(text, here)
        except NoAnswer as error:
            self.failed[position] = str(error)
            return []
        finally:
            spent = time.monotonic() - begun
            self.seconds[role] = self.seconds.get(role, 0.0) + spent
        new = step.move.action not in taken
        taken[step.move.action] = step
        return [step] if new else []

    def _meant(self, text: str, here: Inspection) -> LegalMove:
        """Return the move that an answer names, by itself or by the position after it."""
        numbers, spelt = by_number(here.steps, self.squares), self.match.game.spelt
        steps = list(meant(text, numbers))
        if not steps:  # as its file writes actions, in either of the ways there are
            words = self._words(text)
            steps = [step for step in here.steps if self._words(spelt(step.move.action)) == words]
        if not steps:
            with suppress(InputError):
                after = self.machine.pack(self.notation.parse(text))
                steps = [step for step in here.steps if step.after == after]
        if len(steps) == 1:
            return steps[0]
        raise NoAnswer(self._no_move(text, here, steps))

    def _no_move(self, text: str, here: Inspection, steps: Sequence[LegalMove]) -> str:
        """Return why an answer names no single move: it may be one of several, or none."""
        spelt = self.match.game.spelt
        names = {
            str(number) if step.move.action in self.squares else spelt(step.move.action): step
            for number, step in by_number(here.steps, self.squares).items()
        }
        between = [name for name, step in names.items() if step in steps]
        return no_move(text, list(names), between, self.squares.values())

    def _words(self, action: str) -> list[str]:
        return [self.match.game.spelling.fold(word) for word in _WORD.findall(action)]

    def replies(self, role: str) -> ProgramReplies:
        """Return the replies of the program of a role."""
        asked = [position for position, whose in self.at.items() if whose == role]
        unpack, taken = self.machine.unpack, self.taken
        inquiry = Inquiry(
            self.players[role].program,
            len(asked),
            sum(len(taken[position]) > 1 for position in asked),
            {
                unpack(position): self.failed[position]
                for position in asked
                if position in self.failed
            },
            self.seconds.get(role, 0.0),
            self.everywhere,
        )
        pages = ((unpack(p), tuple(sorted(taken[p]))) for p in asked if p not in self.failed)
        return ProgramReplies(inquiry, tuple(pages))
