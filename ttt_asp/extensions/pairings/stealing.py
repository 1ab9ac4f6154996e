"""Strategy stealing, checked: the second player has no winning strategy, the first could steal it.

The proofs that the conditions suffice stand beside them, in `stealing_conditions.py`. Each is asked
of clingo, at every position, whether plays come to it or not.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import clingo

from ttt_asp.claims.problem import Match, free_play
from ttt_asp.errors import Location, internal, wrong
from ttt_asp.extensions.pairings.stealing_conditions import BAIT, EXTRA_MARK, Condition
from ttt_asp.extensions.recognition.winning_sets import in_vocabulary
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.lp.scan import NotTerms, read_term
from ttt_asp.lp.source import parse
from ttt_asp.lp.templates import render
from ttt_asp.programs.program import Program, surrounded
from ttt_asp.programs.sources import MOVE
from ttt_asp.result import Result, Status, record
from ttt_asp.solving.run import Model, Run

# Where something is shown, in words.
SITUATIONS: Mapping[str, str] = {
    "opening": "at first",
    "any": "here",
    "mirror": "roles exchanged",
    "rich": "an extra mark",
    "later": "after it",
    "baited": "after the bait",
    "stolen": "without it",
}
# Besides the conditions, of all sizes: that the same two roles move in the same order.
ROLES = "roles"
_ANY = clingo.Function("any")
_SHOWN = (("broken", 2), ("true", 2), ("does", 3))
# Without the play frame's advice on early moves; `suspect` is what is to be decided first.
_SEARCH = ("--configuration=handy", "--heuristic=Domain")


@dataclass(frozen=True, slots=True)
class Stealing(Result):
    """Result of checking whether strategies can be stolen, by a bait or an extra mark; true if so.

    Attributes:
        game: the game.
        first, second: the roles, in the order of their first moves.
        broken: the condition that does not hold, a key of `conditions`; empty if all hold: then the
            second role has no winning strategy. Otherwise it may have one or not.
        fails: a sentence that says how that condition is broken.
        positions: where it is broken, by the keys of `SITUATIONS`: the fluents that hold.
        move: the move there that shows it; empty where none is needed.
        seconds: the time that it took.
        trap: the first move that is to be a bait; empty for the conditions of extra marks.
        every: the condition on sizes, where it is about all that satisfy it; else empty.
        size: the size of `game`, where a condition does not hold at that one of them.
        checked: the sizes at which clingo was asked besides.
        unknown: the first condition of which it is not known whether it holds at every size.
        formulas: the conditions that a solver said hold at every size, as formulas.
    """

    game: Game
    first: str
    second: str
    broken: str = ""
    fails: str = ""
    positions: Mapping[str, frozenset[str]] = field(default_factory=dict)
    move: str = ""
    seconds: float = 0.0
    trap: str = ""
    every: str = ""
    size: str = ""
    checked: str = ""
    unknown: str = ""
    formulas: tuple[str, ...] = ()

    @property
    def status(self) -> Status:
        """See `Result`."""
        return "unknown" if self.unknown else "no" if self.broken else "yes"

    def __bool__(self) -> bool:
        return not self.broken and not self.unknown

    def as_json(self) -> dict[str, Any]:
        """Return the answer as plain data, the keys of `--json`; positions as on boards."""
        spelt, write = self.game.spelt, Notation(self.game).write
        return record(
            self,
            game=self.game.name,
            first=spelt(self.first),
            second=spelt(self.second),
            proved=bool(self),
            positions={name: write(at) for name, at in self.positions.items()},
            move=spelt(self.move),
            trap=spelt(self.trap) or None,
            every=self.every or None,
        )


def conditions(trap: str) -> Mapping[str, Condition]:
    """Return the conditions, in the order in which they are asked: of a bait, or of extra marks."""
    return BAIT if trap else EXTRA_MARK


def find_stealing(match: Match, limits: Limits, trap: str = "") -> Stealing:
    """Ask clingo whether each condition of strategy stealing holds.

    Args:
        match: the game; every role may make any legal move.
        limits: on the search.
        trap: the first move that is to be a bait; empty for extra marks.

    Raises:
        InputError: the game is not one of two roles that mark squares in turn, or for a bait make
            any moves in turn.
        Expired: time is up, or the solver gave up.
    """
    game, words = match.game, dict[str, str]()
    respell: Callable[[Iterable[str]], frozenset[str]] = frozenset
    if not trap and not _has_marks(game) and (same := in_vocabulary(game, limits.deadline)):
        # asked of the same game in the vocabulary's words, told in the file's
        native, spelling = same
        match, words, respell = free_play(native), dict(spelling.words), spelling.position
    roles = players(match.game, trap)
    run = Run(stealing_program(match, trap), limits.deadline, limits.clingo, _SEARCH)
    limits.tell("grounding")
    run.ground()
    limits.tell("solving")
    for name, condition in conditions(trap).items():
        model = run.ask(name, _SHOWN)
        if model is None:
            continue
        model = _plainest(run, name, model, match.game)
        blamed = min(str(subject) for which, subject in model.atoms["broken"] if which.name == name)
        at = {where: respell(_position(model, where)) for where in condition.shown}
        move = ""
        if name in ("opening", "leads", "apart", "endless"):
            role, action = _move(model, condition.shown)
            move = f"{role} {words.get(action, action)}" if action else ""
        fails = condition.fails.format(game.spelt(words.get(blamed, blamed)))
        return Stealing(game, *roles, name, fails, at, move, limits.deadline.elapsed, trap)
    if run.ask("moved") is None:
        raise internal(f"no position of {game.name} has a move, so nothing was asked")
    return Stealing(game, *roles, seconds=limits.deadline.elapsed, trap=trap)


def read_first_move(text: str) -> str:
    """Return a first move that may be a bait, as clingo writes it.

    Raises:
        InputError: the text is not a move.
    """
    try:
        return str(read_term(text))
    except (NotTerms, ValueError):
        where = Location.argument("bait")
        raise wrong(f"{text} is not a move", where, "such as eat(cell(3,4))") from None


def players(game: Game, trap: str) -> tuple[str, str]:
    """Return the role that moves first, and the second, in a game whose strategies may be stolen.

    Args:
        game: in question.
        trap: the first move that is to be a bait; where there is none, moves have to be marks.

    Raises:
        InputError: the game has not two roles, or moves that are no marks.
    """
    first = Notation(game).mover(game.init)
    if first is None or len(game.roles) != 2:
        why = "strategies are stolen in games of two roles that say who moves first (to_move, init)"
        raise wrong(why, Location.argument("game"))
    marks = {("square", 1), ("marked", 2)} <= game.defined.keys() and _has_marks(game, first)
    if not trap and not marks:
        why = f"{game.name} is no game of marks: there is no marked({first},C)"
        hint = "give a first move, to ask whether it is a bait: ttt-asp steal MOVE -g GAME"
        raise wrong(why, Location.argument("game"), hint)
    return first, next(role for role in game.roles if role != first)


def _has_marks(game: Game, role: str = "") -> bool:
    mark = f"marked({role}," if role else "marked("
    return any(fluent.startswith(mark) for fluent in game.base)


def _plainest(run: Run, name: str, model: Model, game: Game) -> Model:
    """Return a position where the condition is broken, none of whose fluents can be left out.

    It is always the same one, whatever was found first: each fluent in turn is left out if
    possible.
    Many are tried at once; where they can be left out together, each can be in turn.
    """
    absent: list[tuple[clingo.Symbol, bool]] = []

    def leave_out(fluents: Sequence[clingo.Symbol]) -> None:
        nonlocal model
        without = [(clingo.Function("true", [fluent, _ANY]), False) for fluent in fluents]
        if not _position(model, "any").isdisjoint(map(str, fluents)):
            plainer = run.ask(name, _SHOWN, [*absent, *without])
            if plainer is None:
                if (half := len(fluents) // 2) > 0:
                    leave_out(fluents[:half])
                    leave_out(fluents[half:])
                return
            model = plainer
        absent.extend(without)

    leave_out(sorted((fluent for (fluent,) in game.facts["base"]), reverse=True))
    return model


def _position(model: Model, situation: str) -> frozenset[str]:
    return frozenset(str(fluent) for fluent, when in model.atoms["true"] if when.name == situation)


def _move(model: Model, situations: Sequence[str]) -> tuple[str, str]:
    """Return the move at the last of the situations that have one; empty if none has."""
    done = {when.name: (str(role), str(action)) for role, action, when in model.atoms["does"]}
    return next((done[name] for name in reversed(situations) if name in done), ("", ""))


def stealing_program(match: Match, trap: str = "", every: bool = False) -> Program:
    """Write the conditions of strategy stealing: the frame of a bait, or of an extra mark.

    Args:
        match: the game, in which every role may make any legal move.
        trap: the first move that serves as a bait, a term; empty for extra marks.
        every: whether it is translated to formulas about every size, and not searched by clingo.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    label = f"asp/pairings/{'bait' if trap else 'extra_mark'}.lp.j2"
    frame = render(label.removeprefix("asp/"), every=every)
    about = [
        "Run it with `clingo FILE`: no answer set means that no condition is broken, so that the",
        "second player has no winning strategy. An answer set is a position where one is.",
    ]
    message = f"Is {trap} a bait?" if trap else "Does an extra mark never hurt?"
    more = [parse(f"trap({trap}).".encode(), MOVE)] if trap else []
    title = f"{message} (game: {match.game.name})"
    return surrounded(match, more, title, frame, label, about)
