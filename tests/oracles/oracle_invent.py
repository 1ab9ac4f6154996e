"""Rules for the holes of strategies by brute force, in plain Python: every body, and all plays.

It shares nothing with the product. All positions of a game are numbered first; what is recommended
at one is a set of bits, one for each legal move. A literal is what a body says of one move.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations, product
from operator import and_, or_
from typing import Any

import oracle_piles as op
import oracle_tactics as ot
import oracle_words as ow
from brute_force import Claim, End, Game, Move, Position, parse_claim
from tables import constant
from terms import HOLES, Strategy, parse

# What is recommended at the position of that number, plainly or from the opponent's point of view.
Says = Callable[[int, bool], int]
# Of the names of literals: all have to hold. Of bodies: what any of them recommends.
Body = tuple[str, ...]
Tactic = tuple[Body, ...]
TOGETHER: dict[str, Callable[[int, int], int]] = {
    "first": lambda a, b: a or b,
    "refine": lambda a, b: a & b or a,
    "either": or_,
    "both": and_,
    "except": lambda a, b: a & ~b,
}


@dataclass(frozen=True, eq=False)
class Arena:
    """A game whose positions are all there, each with a number; play begins at 0.

    Attributes:
        advice: what a tactic of the library recommends to a role.
        words: what is true at a position. action: a move as it stands in rules.
    """

    game: Game
    advice: Callable[[str, Position, str], Collection[Move]]
    words: Callable[[Position], ow.Told]
    action: Callable[[Move], Any]
    places: list[Position] = field(default_factory=list)
    moves: list[tuple[Move, ...]] = field(default_factory=list)
    after: list[tuple[int, ...]] = field(default_factory=list)
    ends: list[End | None] = field(default_factory=list)
    known: dict[tuple[Any, int, bool], int] = field(default_factory=dict)
    told: dict[tuple[str, int], ow.Told] = field(default_factory=dict)

    def __post_init__(self) -> None:
        numbers = {self.game.start: 0}
        self.places.append(self.game.start)
        for here in self.places:  # it grows meanwhile
            end = self.game.over(here)
            moves = tuple(self.game.moves(here)) if end is None else ()
            then = [self.game.after(here, move) for move in moves]
            for one in then:
                if one not in numbers:
                    numbers[one] = len(numbers)
                    self.places.append(one)
            self.moves.append(moves)
            self.after.append(tuple(numbers[one] for one in then))
            self.ends.append(end)

    def asked(self, here: int, swapped: bool) -> str:
        """The role that is asked: the mover, or its opponent."""
        mover = self.game.mover(self.places[here])
        return self.other(mover) if swapped else mover

    def other(self, role: str) -> str:
        (found,) = {*self.game.roles} - {role}
        return found

    def remembered(self, key: Any, here: int, swapped: bool, told: Callable[[Move], bool]) -> int:
        """The legal moves of which something is true, as bits."""
        if (key, here, swapped) not in self.known:
            bits = (1 << n for n, move in enumerate(self.moves[here]) if told(move))
            self.known[key, here, swapped] = sum(bits)
        return self.known[key, here, swapped]

    def tactic(self, name: str) -> Says:
        """What a tactic of the library recommends."""

        def says(here: int, swapped: bool) -> int:
            if name == "any":
                return (1 << len(self.moves[here])) - 1
            key = ("tactic", name)
            if (key, here, swapped) not in self.known:
                some = {*self.advice(name, self.places[here], self.asked(here, swapped))}
                self.remembered(key, here, swapped, some.__contains__)
            return self.known[key, here, swapped]

        return says

    def words_at(self, here: int, helpers: str = "") -> ow.Told:
        """What is true at a position, what is legal too, with words that some rules define."""
        if (helpers, here) not in self.told:
            mover, actions = self.asked(here, False), map(self.action, self.moves[here])
            legal = frozenset((mover, action) for action in actions)
            self.told[helpers, here] = (
                self.words_at(here).with_rules(ow.read_rules(helpers))
                if helpers
                else ow.Told({**self.words(self.places[here]).makers, "legal": lambda: legal})
            )
        return self.told[helpers, here]

    def literal(self, text: str, action: str, helpers: str = "") -> Says:
        """The moves of which a body's text is true; `action` is how it writes the move."""
        body, form = ow.read_body(text), ow.read_body(action)[0].atom

        def says(here: int, swapped: bool) -> int:
            role = self.asked(here, swapped)
            start = {"P": role, "Q": self.other(role)}

            def told(move: Move) -> bool:
                bound = ow.matched(form, self.action(move), start)
                words = self.words_at(here, helpers)
                return bound is not None and next(ow.answers(body, words, bound), None) is not None

            return self.remembered((text, helpers), here, swapped, told)

        return says

    def rules(self, text: str, name: str) -> Says:
        """What the rules of a tactic's file recommend."""
        rules = ow.read_rules(text)
        heads = [rule for rule in rules if rule.head.name == "suggests"]
        helpers = [rule for rule in rules if rule.head.name != "suggests"]
        assert heads and all(rule.head.args[0] == name for rule in heads)

        def says(here: int, swapped: bool) -> int:
            if (text, here, swapped) not in self.known:
                role, words = self.asked(here, swapped), self.words_at(here).with_rules(helpers)
                said = set()
                for rule in heads:
                    start = ow.matched(rule.head.args[1], role, {})
                    assert start is not None
                    for bound in ow.answers(rule.body, words, start):
                        said.add(ow.value(rule.head.args[2], bound))
                told = lambda move: self.action(move) in said  # noqa: E731
                self.remembered(text, here, swapped, told)
            return self.known[text, here, swapped]

        return says

    def composed(self, term: Strategy, filled: Mapping[str, Says]) -> Says:
        """What a term recommends, given what its holes do."""
        if isinstance(term, str):
            return self.tactic(term)
        if term.op in HOLES:
            return filled[str(term.args[0])]
        parts = [self.composed(one, filled) for one in term.args]
        if term.op == "opponent":
            return lambda here, swapped: parts[0](here, not swapped)
        together, stops = TOGETHER[term.op], term.op == "first"

        def says(here: int, swapped: bool) -> int:
            found = parts[0](here, swapped)
            for part in parts[1:]:
                if found and stops:
                    break
                found = together(found, part(here, swapped))
            return found

        return says

    def keeps(self, claim: Claim, roles: Mapping[str, Says]) -> bool:
        """Whether a claim is true of all plays in which these roles keep to what is recommended.

        A play that gets stuck makes `never` and `always` false, and is not one that `can` shows.
        Plays have to end.
        """
        limit, can = claim.limit, claim.mode == "can"
        seen, waiting = {(0, 0)}, [(0, 0)]
        while waiting:
            here, length = waiting.pop()
            end, after = self.ends[here], self.after[here]
            if end is not None:
                if can and claim.fits(end):
                    return True
                if not can and claim.violated(end, length):
                    return False
                continue
            mover = self.asked(here, False)
            mask = roles[mover](here, False) if len(after) > 1 and mover in roles else -1
            if not can and (not mask or (limit is not None and length >= limit)):
                return False
            for n, one in enumerate(after):
                then = (one, length + 1 if limit is not None else 0)
                if mask >> n & 1 and then not in seen:
                    seen.add(then)
                    waiting.append(then)
        return can is False


@dataclass(frozen=True, eq=False)
class Asked:
    """A claim about strategies, some of which have holes."""

    arena: Arena
    claim: str
    roles: Mapping[str, str]

    @cached_property
    def parsed(self) -> Claim:
        return parse_claim(self.claim, self.arena.game.roles)

    @cached_property
    def terms(self) -> dict[str, Strategy]:
        return {role: parse(text) for role, text in self.roles.items()}

    def keeps(self, filled: Mapping[str, Says]) -> bool:
        """Whether the claim is true of the strategies with these tactics in the holes."""
        said = {role: self.arena.composed(term, filled) for role, term in self.terms.items()}
        return self.arena.keeps(self.parsed, said)


# A literal by its name: what it says in each game.
Language = Mapping[str, Callable[[Arena], Says]]


def all_of(arena: Arena, tactic: Tactic, language: Language) -> Says:
    """What some rules recommend: the moves of which all literals of a body are true."""
    rules = [[language[name](arena) for name in body] for body in tactic]

    def says(here: int, swapped: bool) -> int:
        found = 0
        for body in rules:
            mask = -1
            for literal in body:
                mask &= literal(here, swapped)
                if not mask:
                    break
            found |= mask
        return found

    return says


def tactics(names: Sequence[str], literals: int, rules: int) -> dict[int, list[Tactic]]:
    """Every tactic of up to so many rules of up to so many literals each, by its length."""
    every = [body for n in range(1, literals + 1) for body in combinations(names, n)]
    found: dict[int, list[Tactic]] = {}
    for number in range(1, rules + 1):
        for some in combinations(every, number):
            found.setdefault(sum(map(len, some)), []).append(some)
    return found


def shortest(
    asked: Sequence[Asked], language: Language, literals: int, rules: int = 1
) -> tuple[int, list[dict[str, Tactic]]]:
    """The least length of tactics for the holes that keep all claims, and all of that length.

    A hole is called by its name, or after the text that it stands in. 0: there are none.
    """
    holes = holes_of(asked)
    by_length = tactics([*language], literals, rules)
    best, found = 0, list[dict[str, Tactic]]()
    for share in sorted(product(by_length, repeat=len(holes)), key=sum):
        if best and sum(share) > best:
            break
        for some in product(*(by_length[length] for length in share)):
            filled = dict(zip(holes, some, strict=True))
            if keeps_all(asked, filled, language):
                best = sum(share)
                found.append(filled)
    return best, found


def holes_of(asked: Sequence[Asked]) -> list[str]:
    """The names of the holes, in the order in which they come."""
    every = [hole for one in asked for term in one.terms.values() for hole in named(term)]
    return list(dict.fromkeys(every))


def keeps_all(asked: Sequence[Asked], filled: Mapping[str, Tactic], language: Language) -> bool:
    """Whether all claims are true with these tactics in the holes."""
    return all(
        one.keeps({hole: all_of(one.arena, tactic, language) for hole, tactic in filled.items()})
        for one in asked
    )


def named(term: Strategy) -> list[str]:
    """The names of the holes of a term."""
    if isinstance(term, str):
        return []
    if term.op in HOLES:
        return [str(term.args[0])]
    return [name for one in term.args for name in named(one)]


# --- games --------------------------------------------------------------------------------------


@cache
def on_grid(rows: int, cols: int, line: int, misere: int = 0) -> Arena:
    """Tic-tac-toe; mark(C) marks a square."""
    board = ot.Board(rows, cols, line, misere)
    return Arena(
        board,
        lambda name, position, role: ot.suggests(name, board, position, role),
        lambda position: ow.marks_words(board, position),
        lambda square: ("mark", ow.cell(square)),
    )


@cache
def with_chocolate(rows: int, cols: int) -> Arena:
    """Chomp; eat(C) bites at a square."""
    return Arena(
        op.chomp(rows, cols),
        lambda name, state, role: CHOCOLATE[name](state[0]),
        lambda state: ow.chocolate_words(rows, cols, state[0], "xo"[state[1]]),
        lambda square: ("eat", ow.cell(square)),
    )


def even_arms(lengths: Sequence[int]) -> set[tuple[int, int]]:
    """What makes the first row and the first column equally long."""
    across, down = lengths[0], sum(1 for length in lengths if length)
    if across > down:
        return {(1, down + 1)}
    return {(across + 1, 1)} if down > across else set()


CHOCOLATE: dict[str, Callable[[Sequence[int]], set[tuple[int, int]]]] = {
    "bite_diagonally": lambda lengths: {(2, 2)} if len(lengths) > 1 and lengths[1] > 1 else set(),
    "even_arms": even_arms,
}


@cache
def with_bricks(number: int) -> Arena:
    """Pick-up-bricks; take(K) takes K of them."""
    return Arena(
        op.bricks(number),
        lambda name, state, role: {"leave_threes": {state[0] % 3} - {0}}[name],
        lambda state: ow.bricks_words(state[0], "xo"[state[1]]),
        lambda taken: ("take", taken),
    )


# --- the language -------------------------------------------------------------------------------

# A word and the kinds of its arguments, P, C, L or N; or the numbers that an argument may be.
Word = tuple[str, tuple[str | tuple[int, ...], ...]]
ROLES = ("P", "Q")


def conjunctions(words: Sequence[Word], action: Mapping[str, str]) -> list[str]:
    """What literals about a move may say, before any of it is denied.

    Args:
        action: the variables of the move, each with its kind.
    """
    head = {"P": "P", "Q": "P", **action}
    plain, atoms = list[str](), list[tuple[str, str, frozenset[str]]]()
    for name, kinds in words:
        for new in [None, *sorted({k for k in kinds if isinstance(k, str)} - {"P"})]:
            ways = [
                [*map(str, kind)] if isinstance(kind, tuple)
                else [*(one for one in head if head[one] == kind), *["Y"] * (kind == new)]
                for kind in kinds
            ]  # fmt: skip
            for args in product(*ways):
                text = f"{name}({', '.join(args)})"
                if new is not None and "Y" in args:
                    atoms.append((f"{name} {new}", text, frozenset(args)))
                elif new is None and {*args} & {*action}:
                    plain.append(text)
    found = list(plain)
    for of, link, used in atoms:
        name, new = of.split()
        others = [one for one in atoms if one[0] != of and one[0].split()[1] == new]
        if used & {*action}:
            found += [link, *(f"{link}, {way}{test}" for _, test, _ in others for way in NOT)]
        if used == {"Y"} and name not in MOVING:
            found += [
                f"{link}, {test}"
                for its, test, on in others
                if its.split()[0] in MOVING and on <= {"Y", "P", "Q"} and not {"P", "Q"} <= on
            ]
    return found


NOT = ("", "not ")
# The words whose meaning depends on the position.
MOVING: tuple[str, ...] = tuple(constant(__file__, "MOVING"))
