"""Games of marking squares as plain data: squares, winning sets, and who makes each move."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.recognition.overlay import board_rules
from ttt_asp.extensions.recognition.recognise import Recognised
from ttt_asp.games.facts import lines_in
from ttt_asp.games.game import Game
from ttt_asp.games.load import checked
from ttt_asp.layout import Spelling
from ttt_asp.lp.source import parse
from ttt_asp.result import record


@dataclass(frozen=True)
class NativeNames:
    """The words of a game that was recognised, beside those of the vocabulary.

    Attributes:
        words: for each fluent and action of the game in the vocabulary its name in the file.
        blanks: for each mark the fluent of the file, if there is one, that says the square is free.
    """

    words: Mapping[str, str]
    blanks: Mapping[str, str]

    def position(self, fluents: Iterable[str]) -> frozenset[str]:
        """Return the file's fluents of a position."""
        held = set(fluents)
        free = {*self.blanks.values()} - {self.blanks[mark] for mark in held & self.blanks.keys()}
        return frozenset(free.union(self.words[fluent] for fluent in held))


@dataclass(frozen=True)
class WinningSets:
    """A game in which two roles mark squares for good, to complete sets of them.

    Positions are written as texts, a character a square: `x` for a mark of the first role, `o`
    for one of the second.

    Attributes:
        roles: the two.
        squares: their names, in clingo's order; `mark(SQUARE)` are the actions.
        marked: the squares that each role owns at first.
        turns: the role that makes each move; after the last move the game is over.
        sets: the sets of each role; completing one ends the game.
        completing: the result of completing one: `wins` or `loses`.
        otherwise: the role that wins when nobody completes one, or `tie`.
        clock: the fluent that holds, beside marks, after each number of moves.
        names: the file's names of marks and the clock, if it was recognised in other words.
    """

    roles: tuple[str, str]
    squares: tuple[str, ...]
    marked: Mapping[str, tuple[str, ...]]
    turns: tuple[str, ...]
    sets: Mapping[str, tuple[tuple[str, ...], ...]]
    completing: str
    otherwise: str
    clock: tuple[str, ...]
    names: NativeNames | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the game as plain data."""
        return record(
            self, "roles", "squares", "marked", "turns", "sets", "completing", "otherwise"
        )

    def fluents(self, text: str) -> frozenset[str]:
        """Return the fluents of a position."""
        roles = dict(zip("xo", self.roles, strict=True))
        marks = {
            f"marked({roles[glyph]},{square})"
            for glyph, square in zip(text, self.squares, strict=True)
            if glyph in roles
        }
        return self.position(marks)

    def position(self, marks: Collection[str]) -> frozenset[str]:
        """Return the fluents of a position, given its marks as fluents of the vocabulary."""
        made = len(marks) - sum(map(len, self.marked.values()))
        fluents = frozenset({*marks, self.clock[made]})
        return fluents if self.names is None else self.names.position(fluents)


def in_vocabulary(game: Game, deadline: Deadline) -> tuple[Game, NativeNames] | None:
    """Return a recognised game in the vocabulary's words; None for one that was not recognised.

    Raises:
        InputError: it is a game of lines in part only.
    """
    recognised = game.recognised
    if not isinstance(recognised, Recognised) or not game.laid_over:
        return None
    sheet, names = recognised.sheet, recognised.board.names
    if not (recognised.whole and sheet.moves) or len(game.roles) != 2:
        message = f"{game.name} is not in every respect a game of lines with two roles"
        raise wrong(message, Location.argument("game"), game.unlike_lines)
    marks = {f"marked({p},{names[c]})": (f, c) for f, (p, c) in sheet.marks.items()}
    words = {mark: str(fluent) for mark, (fluent, _) in marks.items()}
    words |= {f"turn({role})": str(fluent) for role, fluent in sheet.turns.items()}
    words |= {f"mark({names[c]})": str(action) for (_, action), c in sheet.moves.items()}
    free = {square: str(fluent) for fluent, square in sheet.blanks.items()}
    text = [
        *(f"role({role})." for role in sheet.roles),
        f"begins({sheet.roles[0]}).",
        *(f"init({mark})." for mark, (fluent, _) in marks.items() if str(fluent) in game.init),
        board_rules(recognised),
    ]
    blanks = {mark: free[square] for mark, (_, square) in marks.items() if square in free}
    label = f"{game.name}, as a game of lines"
    rules = parse("\n".join(text).encode(), label)
    return checked(label, rules, True, {}, Spelling(), deadline), NativeNames(words, blanks)


@cache
def sets_of(game: Game) -> WinningSets | None:
    """Return the winning sets of a game, whatever its file calls things; None if it has none.

    Raises:
        InputError: in words of its own, it is a game of lines in part only.
    """
    sets = winning_sets(game)
    if sets is not None or (same := in_vocabulary(game, Deadline())) is None:
        return sets
    native, names = same
    sets = winning_sets(native)
    return replace(sets, names=names) if sets is not None else None


def winning_sets(game: Game) -> WinningSets | None:
    """Return the winning sets of a game; None if it has rules that no other such game has."""
    if not game.name.lower().endswith(".pg") and not game.only_marks:
        return None
    facts = game.facts
    if len(game.roles) != 2 or "tie" in game.roles or len(facts.get("line_goal", ())) != 1:
        return None
    first, second = game.roles
    squares = tuple(map(str, sorted({square for (square,) in facts.get("square", ())})))
    marked = {r: tuple(s for s in squares if f"marked({r},{s})" in game.init) for r in game.roles}
    marks, initial = set[str](), set[str]()
    for role in game.roles:
        marks.update(f"marked({role},{square})" for square in squares)
        initial.update(f"marked({role},{square})" for square in marked[role])
    free = len(squares) - len(initial)
    turns, clock = _turns(game, free)
    fits = set(game.base) == marks | set(clock) and game.init == initial | {*clock[:1]}
    fits = fits and not set(marked[first]) & set(marked[second])
    goals = {(str(role), value.number) for role, value in facts.get("no_line_goal", ())}
    endings = {
        frozenset({(first, 100), (second, 0)}): first,
        frozenset({(first, 0), (second, 100)}): second,
        frozenset({(first, 50), (second, 50)}): "tie",
    }
    otherwise = endings.get(frozenset(goals))
    completing = {100: "wins", 0: "loses"}.get(facts["line_goal"][0][0].number)
    if not fits or not squares or otherwise is None or completing is None:
        return None
    sets = {role: _sets(game, role) for role in game.roles}
    roles = (first, second)
    return WinningSets(roles, squares, marked, turns, sets, completing, otherwise, clock)


def _turns(game: Game, free: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the role of each move, and the fluents that say what comes next, move by move."""
    timed = game.facts.get("has_time", ()) if game.name.lower().endswith(".pg") else ()
    if timed:
        roles = tuple(str(role) for role, _ in sorted(timed, key=lambda pair: pair[1]))
        return roles, tuple(f"time({number})" for number in range(1, len(roles) + 2))
    first = [str(role) for (role,) in game.facts.get("begins", ())]
    if len(first) != 1:
        return (), ()
    order = [*first, *(role for role in game.roles if role not in first)]
    turns = [order[number % 2] for number in range(free + 1)]
    return tuple(turns[:-1]), tuple(f"turn({role})" for role in turns)


def _sets(game: Game, role: str) -> tuple[tuple[str, ...], ...]:
    lines = lines_in(game.facts)
    mine = {line for owner, line in game.facts.get("line_for", ()) if str(owner) == role}
    sets = sorted(sorted(lines.get(line, ())) for line in mine)
    return tuple(tuple(map(str, squares)) for squares in sets)
