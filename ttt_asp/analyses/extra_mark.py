"""Strategy stealing where moves are marks: an extra mark never hurts.

The theorem: if no condition of the extra mark frame is broken, the second player has no winning
strategy. Let x be the first mover and o the other role. *Sound* is a position where it is one
role's turn, no square is marked twice, and not both roles have won; `exchange` makes of a position
its image with roles exchanged, and squares as the game says (`exchanged`).

Suppose that o had a winning strategy: by it every play ends, and o has won. x makes any first move,
and from then on imagines a second play in which o keeps to that strategy, and x, in it, does what o
does in the real one. Let `any` be the position of the imagined play, roles exchanged, and `rich`
that of the real one. All along, `rich` is `any` but for at most one mark more of x's:

* At first, after x's move: *unopened* (there is one), *opening* (`rich` is the image of the initial
  position and that mark). Both positions are sound, then and later: *start*, *leads*; and the
  exchange is one to one, and changes neither what is legal, nor who has won, nor what moves do:
  *crooked*, *legal*, *won*, *effect*. Moves are marks, made in turn: *no_mark*, *at_once*.
* If the imagined play is over, o has won it, so x has won `any`: then the real play is over and o
  has not won it: *unended*, *lost*. If only the real one is over, o has not won it either: *lost*.
* Where neither is over and o moves in the real play, the move is legal in `any` as well, so that x
  can make it in the imagined play: *more*. The positions stay alike: *apart*.
* Where x moves in `any`, it does what o's strategy says. If the same is legal in `rich`, x does it
  there. If not, as the square has x's extra mark already, x has some move (*stuck*), and makes
  whichever: then its mark is the extra one. The positions stay alike: *apart*. On a full board
  there is no such move, and the play is over, which was dealt with.

So in the real play, which ends no later, o never wins, though it kept to a winning strategy. (x did
not: it made what its imagined o would do.) Each condition is asked of clingo, at every sound
position, whether plays come to it or not: no answer set, and it holds. For every size a solver is
asked, of formulas (`extra_mark_every.py`). That they suffice does not need plays to end; that
x can then force a win or a tie, does (Zermelo).

Source: J. Nash's argument for Hex, 1949; Y. Jäckle, Combinatorial and positional game theory in
Lean (2024), for positional games.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import clingo

from ttt_asp.claims.problem import Match, free_play
from ttt_asp.errors import Location, internal, wrong
from ttt_asp.games.game import Game
from ttt_asp.games.load import natively_of
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.programs.program import extra_mark_program
from ttt_asp.result import Result, record
from ttt_asp.solving.run import Model, Run


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of the frame.

    Attributes:
        fails: what is the case where it is broken, of what the frame blames.
        shown: the situations that show it.
    """

    fails: str
    shown: tuple[str, ...] = ("any",)


_PAIR, _IMAGES = ("any", "rich"), ("any", "mirror")
# In the order in which they are asked.
CONDITIONS: Mapping[str, Condition] = {
    "crooked": Condition("exchanging roles and squares is not one to one at {}", ()),
    "start": Condition("the game does not begin soundly", ("opening",)),
    "unopened": Condition("{} has no first move", ("opening",)),
    "no_mark": Condition("{} is legal here, and marks no square"),
    "at_once": Condition("both roles may move here, one of them by {}"),
    "leads": Condition(
        "a move leads here to where both have won, a square has two marks, or it is nobody's turn",
        ("any", "later"),
    ),
    "opening": Condition("a first move does more than a mark, roles exchanged: {}", ("opening",)),
    "won": Condition("{} has won here, or its opponent has if exchanged, but not both", _IMAGES),
    "legal": Condition("{} is legal here or exchanged, not both", _IMAGES),
    "effect": Condition("exchanged, the same move does something else to {}", _IMAGES),
    "unended": Condition("{} has won, but with an extra mark play goes on", _PAIR),
    "lost": Condition("{} has won because of an extra mark that is not its own", _PAIR),
    "more": Condition("{} is legal with an extra mark only", _PAIR),
    "stuck": Condition("{} has no move with an extra mark", _PAIR),
    "apart": Condition("after a move more than an extra mark is different: {}", _PAIR),
}
SITUATIONS: Mapping[str, str] = {
    "opening": "at first",
    "any": "here",
    "mirror": "roles exchanged",
    "rich": "an extra mark",
    "later": "after it",
}
_ANY = clingo.Function("any")
_SHOWN = (("broken", 2), ("true", 2), ("does", 3))
# Without the play frame's advice on early moves; `suspect` is what is to be decided first.
_SEARCH = ("--configuration=handy", "--heuristic=Domain")


@dataclass(frozen=True, slots=True)
class Stealing(Result):
    """Whether strategies can be stolen, as an extra mark never hurts; if so, it is true.

    Attributes:
        game: the game.
        first, second: the roles, in the order of their first moves.
        broken: which condition does not hold, a key of `CONDITIONS`; empty if all hold: then the
            second role has no winning strategy. Otherwise it may have one or not.
        fails: what is the case, where a condition does not hold.
        positions: by the keys of `SITUATIONS`, where that is so: the fluents that hold.
        move: the move there that shows it; empty where none is needed.
        seconds: what it took.
        every: the condition on sizes, where it is about all that satisfy it; else empty.
        size: the size of `game`, where a condition does not hold at that one of them.
        checked: the sizes at which clingo was asked besides.
        unknown: the first condition of which it is not known whether it holds at every size.
        formulas: the conditions that a solver said hold at every size, as formulas.
    """

    game: Game
    first: str
    second: str
    broken: str
    fails: str
    positions: Mapping[str, frozenset[str]]
    move: str
    seconds: float
    every: str = ""
    size: str = ""
    checked: str = ""
    unknown: str = ""
    formulas: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return not self.broken and not self.unknown

    def as_json(self) -> dict[str, Any]:
        """The answer as plain data, the keys of `--json`; positions as they are written."""
        spelt, write = self.game.spelt, Notation(self.game).write
        return record(
            self,
            game=self.game.name,
            first=spelt(self.first),
            second=spelt(self.second),
            proved=bool(self),
            positions={name: write(at) for name, at in self.positions.items()},
            move=spelt(self.move),
            every=self.every or None,
        )


def find_stealing(match: Match, limits: Limits) -> Stealing:
    """Ask clingo whether each condition of strategy stealing with an extra mark holds.

    Args:
        match: the game; every role may do whatever is legal.
        limits: on the search.

    Raises:
        InputError: the game is not one of two roles that mark squares in turn.
        Expired: time is up, or the solver gave up.
    """
    begun = time.perf_counter()
    game, words = match.game, dict[str, str]()
    said_so: Callable[[Iterable[str]], frozenset[str]] = frozenset
    if not _has_marks(game) and (same := natively_of(game, limits.deadline)):
        # asked of the same game in the vocabulary's words, told in the file's
        native, said = same
        match, words, said_so = free_play(native), dict(said.words), said.position
    first = first_of(match.game)
    second = next(role for role in game.roles if role != first)
    run = Run(extra_mark_program(match), limits.deadline, limits.clingo, _SEARCH)
    limits.tell("grounding")
    run.ground()
    limits.tell("solving")
    for name, condition in CONDITIONS.items():
        model = run.ask(name, _SHOWN)
        if model is not None:
            model = _plainest(run, name, model, match.game)
            blamed = min(str(what) for which, what in model.atoms["broken"] if which.name == name)
            at = {one: said_so(_position(model, one)) for one in condition.shown}
            move = ""
            if name in ("opening", "leads", "apart"):
                role, action = _move(model, condition.shown)
                move = f"{role} {words.get(action, action)}" if action else ""
            fails = condition.fails.format(game.spelt(words.get(blamed, blamed)))
            seconds = time.perf_counter() - begun
            return Stealing(game, first, second, name, fails, at, move, seconds)
    if run.ask("moved") is None:
        raise internal(f"no position of {game.name} has a move, so nothing was asked")
    return Stealing(game, first, second, "", "", {}, "", time.perf_counter() - begun)


def first_of(game: Game) -> str:
    """Who moves first in a game of two roles that mark squares.

    Raises:
        InputError: it is no such game.
    """
    first = Notation(game).mover(game.init)
    if first is None or len(game.roles) != 2:
        why = "strategies are stolen in games of two roles that say who moves first (to_move, init)"
        raise wrong(why, Location("--game"))
    if not {("square", 1), ("marked", 2)} <= game.defined.keys() or not _has_marks(game, first):
        why = f"{game.name} is no game of marks: there is no marked({first},C)"
        hint = "give a first move, to ask whether it is a bait: ttt-asp steal MOVE -g GAME"
        raise wrong(why, Location("--game"), hint)
    return first


def _has_marks(game: Game, role: str = "") -> bool:
    said = f"marked({role}," if role else "marked("
    return any(fluent.startswith(said) for fluent in game.base)


def _plainest(run: Run, name: str, model: Model, game: Game) -> Model:
    """A position where the condition is broken, none of whose fluents can be left out.

    Always the same one, whatever was found first: each fluent in turn is left out, if it can be.
    Many are tried at once; where they can be left out together, each can be in turn.
    """
    absent: list[tuple[clingo.Symbol, bool]] = []

    def leave_out(fluents: Sequence[clingo.Symbol]) -> None:
        nonlocal model
        without = [(clingo.Function("true", [one, _ANY]), False) for one in fluents]
        if not _position(model, "any").isdisjoint(map(str, fluents)):
            found = run.ask(name, _SHOWN, [*absent, *without])
            if found is None:
                if (half := len(fluents) // 2) > 0:
                    leave_out(fluents[:half])
                    leave_out(fluents[half:])
                return
            model = found
        absent.extend(without)

    leave_out(sorted((fluent for (fluent,) in game.facts["base"]), reverse=True))
    return model


def _position(model: Model, situation: str) -> frozenset[str]:
    return frozenset(str(fluent) for fluent, when in model.atoms["true"] if when.name == situation)


def _move(model: Model, situations: Sequence[str]) -> tuple[str, str]:
    """Who does what at the last of the situations where anything is done; empty if nothing is."""
    done = {when.name: (str(role), str(action)) for role, action, when in model.atoms["does"]}
    return next((done[one] for one in reversed(situations) if one in done), ("", ""))
