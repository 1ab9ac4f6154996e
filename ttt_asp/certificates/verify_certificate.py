"""Check a certificate of ttt-asp: this one file, the standard library, nothing of ttt-asp.

    python verify_certificate.py FILE        exit status 0: valid, 1: rejected, 2: cannot be read

A certificate lists every position that occurs in the plays of a game in which each player keeps
to a strategy, and the moves that the strategies allow there. This program walks through all of
them by rules of its own, and holds the claim against every way in which a play can end.

The format, version 1. A file is a JSON object in UTF-8, plain or gzipped, with exactly the keys
below. Numbers are natural numbers; texts are not empty, and printable.

format, version   "ttt-asp certificate", 1
game, const       the game's name and constants, numbers or texts by name. The rules of two games
                  are built in:
                  "tictactoe", {"rows": 3, "cols": 3, "line": 3}: x and o mark free squares in
                  turn; who completes `line` squares in a row wins; otherwise it is a tie.
                  "hypercube", {"side": 3, "dim": 3}: the same; lines go from side to side of a
                  cube of `dim` dimensions.
                  Optionally either has "misere": 1, who completes a line loses (0: wins), and
                  "maker_breaker": 1, lines count for x only, and if x completes none, o wins
                  (with misere loses). Any other game brings the key `sets`, or else the keys
                  `rules` and `ranks`.
claim             "ROLE never|always wins|loses|ties", "ROLE can win|lose|tie",
                  "never|always|can tie", "ROLE always wins by move N"
roles             for every role {"strategy": TEXT, "free": BOOL, "sources": {PATH: SHA256}}.
                  Free is a role that may play any legal move: its strategy is "any", and no
                  other role's is; it has no sources. SHA256: 64 lower-case hexadecimal digits.
positions         every position that occurs in a play, from the initial to the final ones, once,
                  in increasing order. An entry is the position alone, or [position, moves] just
                  where play goes on, a role has a choice (two legal moves or more; a single one
                  is played unasked), and that role is not free: the moves that its strategy
                  allows, in increasing order. Under a `can` claim there may be none; the play is
                  stuck then.
                  A position is a text, a character for each square: "x" is a mark of the first
                  role, "o" of the second, "." is free; a move is the number of the square,
                  counted from 0. The squares of tictactoe go row by row, with "/" between rows:
                  "x../.o./..."; those of hypercube by their coordinates, the last one fastest.
counts            {"positions": N, "plays": {ROLE: N, ROLE: N, "tie": N}, "stuck": N}: positions
                  listed; plays (sequences of moves) won by each role, tied, and stuck.

Other games in which two roles mark squares for good are given by what they are made of:

sets              {"roles": [ROLE, ROLE], "squares": [TEXT...], "marked": {ROLE: [SQUARE...], ...},
                  "turns": [ROLE...], "sets": {ROLE: [[SQUARE...]...], ...},
                  "completing": "wins" or "loses", "otherwise": ROLE or "tie"}: the squares that
                  are marked at first; who makes each move, after the last of which the game is
                  over; the sets by completing one of which a role ends the game, winning or
                  losing it; who wins when nobody has. Roles and squares are written as texts.

Any other game is given by its ground rules:

rules             {"roles": [TEXT...], "fluents": [TEXT...], "actions": {ROLE: [TEXT...]},
                  "init": [N...], "program": [RULE...]}. Fluents, and each role's actions, are
                  numbered from 0 as they are listed. RULE is [HEAD, [LITERAL...]], or [HEAD,
                  BOUND, [[WEIGHT, LITERAL]...]]: HEAD holds if the weights of the literals that
                  hold sum up to BOUND or more. HEAD is an atom, LITERAL an atom or "not " and an
                  atom. Rules may use true(FLUENT) and does(ROLE,ACTION), which are given; they
                  define legal(ROLE,ACTION), next(FLUENT), terminal, goal(ROLE,0..100), and
                  atoms of other names to help. No atom may depend on itself through `not`.
positions         a position is the increasing list of its fluents, a move an action of the one
                  role that has a choice; other roles have at most one legal action, which they
                  play at the same time. Lists are compared number by number.
ranks             a number for each position, in the same order, such that each move decreases
                  it; null where there is none (but an `always` claim needs it).
counts            "plays": {"100 0": N, ...}, for all lists of goals, in the order of the roles,
                  with which a play ends; "plays" and "stuck" are null if the ranks are.
"""

from __future__ import annotations

import json
import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import Any, NamedTuple, TypeVar

MAX_BYTES = 1 << 30  # of the JSON text; raise this and the next for a larger certificate
MAX_VALUES = 100_000_000  # brackets, braces and commas in it: they bound the memory it takes
MAX_DIGITS = 1000  # of a number
MAX_NUMBER = 10**MAX_DIGITS - 1
MAX_LINES = 1_000_000  # of a hypercube, about

Position = Any  # an int (Marking) or a tuple[int, ...] (Rules)
Rule = tuple[str, int, list[tuple[int, str, bool]]]  # head, bound; weight, atom, whether positive
T = TypeVar("T")


class Rejected(Exception):
    """The certificate is not valid; the text says why."""


@dataclass(frozen=True)
class Report:
    """What a valid certificate comes to: the claim, what was established, and what was not."""

    claim: str
    facts: tuple[str, ...]
    trusted: tuple[str, ...]


# --- reading ------------------------------------------------------------------------------------


def read(data: bytes) -> Any:
    """The JSON value that a file holds, and nothing else."""
    if data.startswith(b"\x1f\x8b"):
        inflater = zlib.decompressobj(wbits=31)
        try:
            data = inflater.decompress(data, MAX_BYTES + 1)
        except zlib.error as error:
            raise Rejected(f"broken gzip data: {error}") from None
        if len(data) <= MAX_BYTES and (not inflater.eof or inflater.unused_data):
            raise Rejected("gzip data that are cut short, or have something behind them")
    if len(data) > MAX_BYTES or sum(map(data.count, (b"[", b"{", b","))) > MAX_VALUES:
        raise Rejected(f"larger than {MAX_BYTES} bytes or {MAX_VALUES} values")
    hooks: dict[str, Any] = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), natural)
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=no_key_twice, **hooks)
    except ValueError as error:  # not UTF-8, or not JSON
        raise Rejected(f"not JSON: {error}") from None


def no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of the JSON text."""
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            raise Rejected(f"the key {quote(key)} occurs twice in one object")
    return dict(pairs)


def natural(number: str) -> int:
    """A number of the JSON text."""
    if not number.isdigit() or len(number) > MAX_DIGITS:
        raise Rejected(f"{quote(number)} is no natural number of at most {MAX_DIGITS} digits")
    return int(number)


def quote(text: str) -> str:
    """The text, fit for a message."""
    return ascii(text if len(text) <= 200 else text[:200] + "...")


def check(kind: type[T], value: Any, what: str) -> T:
    """The value, which must have exactly that type (True is no int); a text must be printable."""
    if type(value) is not kind or (kind is str and not (value and str(value).isprintable())):
        names = {str: "a printable text", int: "a number", list: "a list", bool: "true or false"}
        raise Rejected(f"{what}: not {names.get(kind, 'an object')}")
    return value


def check_keys(value: Any, what: str, keys: Iterable[str], *more: str) -> dict[str, Any]:
    """The value, which must be an object with these keys, and perhaps more."""
    found = set(check(dict, value, what))
    for which, wrong in ("no", {*keys} - found), ("an unknown", found - {*keys, *more}):
        if wrong:
            raise Rejected(f"{what}: {which} key {quote(min(wrong))}")
    return dict(value)


def check_numbers(value: Any, what: str, below: int) -> list[int]:
    """The value, which must be a strictly increasing list of numbers less than `below`."""
    found = [check(int, item, what) for item in check(list, value, what)]
    if any(a >= b for a, b in pairwise([*found, below])):
        raise Rejected(f"{what}: {quote(str(found))} does not increase, or is out of range")
    return found


# --- games --------------------------------------------------------------------------------------


class View(NamedTuple):
    """What the rules say about a position."""

    ending: str | None  # if play ends here, how: a key of the counts of plays
    goals: Mapping[str, int]  # if play ends here: of each role
    mover: str | None  # the role that has a choice, if one has
    legal: Sequence[int]  # its moves; one, of any number, for what is played unasked
    after: Callable[[int], Position]


class Marking:
    """Games of marking squares: two roles take free ones for good, to complete sets of them.

    A position is a number: bit S says that the first role owns square S, and bit size + S that
    the second one does.
    """

    marks = str.maketrans("xo", "..")
    owned = str.maketrans("xo.", "100", "/"), str.maketrans("xo.", "010", "/")

    def __init__(
        self,
        about: str,  # what roles do, and by what they win
        roles: Sequence[str],
        blank: str,  # the text of a position without marks
        sets: Iterable[Iterable[Iterable[int]]],  # the squares of each set of each role
        misere: bool = False,
        otherwise: str = "tie",  # or the role that wins when nobody completes a set
        marked: Iterable[Iterable[int]] = ((), ()),  # what each role owns at first
        turns: Sequence[int] | None = None,  # the number of the role that makes each move
    ) -> None:
        """Make the rules: those of taking turns until no square is free, if not told otherwise."""
        self.roles, self.blank, self.otherwise = roles, blank, otherwise
        self.age: Callable[[Position], int] | None = int.bit_count  # every move makes it greater
        self.size = blank.count(".")
        self.turns = [n % 2 for n in range(self.size)] if turns is None else turns
        bits = [[sum(1 << n for n in set(one)) for one in each] for each in sets]
        self.sets = [(role, one << self.size * role) for role in (0, 1) for one in set(bits[role])]
        self.endings = (*roles, "tie")  # what is counted, even if none ends so
        self.initial: Position = sum(
            1 << n + self.size * role for role, squares in enumerate(marked) for n in squares
        )
        first, second = roles
        goals = {first: (100, 0), second: (0, 100), "tie": (50, 50)}
        self.ends = {
            ending: View(ending, dict(zip(roles, values, strict=True)), None, (), lambda _: None)
            for ending, values in goals.items()
        }
        self.winners = (second, first) if misere else (first, second)
        rest = "it is a tie" if otherwise == "tie" else f"{otherwise} wins"
        self.about = (
            f"The game: {first} and {second} mark {about} {'loses' if misere else 'wins'};"
            f" otherwise {rest}. Its rules are built in."
        )

    def read(self, value: Any) -> Position:
        """A position, as it is listed."""
        text = check(str, value, "positions")
        if text.translate(self.marks) != self.blank:
            raise Rejected(f"positions: {quote(text)} is not a board of that size")
        first, second = (int(text.translate(owned)[::-1], 2) for owned in self.owned)
        return first | second << self.size

    def show(self, position: Position) -> str:
        """The position as it is listed, for a message."""
        signs = (".xo"[(position >> n & 1) + 2 * (position >> n + self.size & 1)]
                 for n in range(self.size))  # fmt: skip
        return "position " + "".join(next(signs) if c == "." else c for c in self.blank)[:200]

    def view(self, position: Position) -> View:
        """What the rules say about a position."""
        for role, one in self.sets:
            if position & one == one:
                return self.ends[self.winners[role]]
        made = (position ^ self.initial).bit_count()
        if made == len(self.turns):
            return self.ends[self.otherwise]
        role = self.turns[made]
        taken, shift = position | position >> self.size, self.size * role
        free = [n for n in range(self.size) if not taken >> n & 1]
        mover = self.roles[role] if len(free) > 1 else None
        return View(None, {}, mover, free, lambda n: position | 1 << n + shift)


def tictactoe(given: Any) -> Marking:
    """The m,n,k games."""
    const = constants(given, ("rows", "cols", "line"))
    rows, cols, line = const["rows"], const["cols"], const["line"]
    lines = []
    for i, j, (down, right) in product(range(rows), range(cols), ((0, 1), (1, 0), (1, 1), (1, -1))):
        run = [(i + down * n, j + right * n) for n in range(line)]
        if run[-1][0] < rows and 0 <= run[-1][1] < cols:
            lines.append([row * cols + col for row, col in run])
    about = f"the squares of a {rows} x {cols} board in turn; who completes {line} in a row"
    blank = "/".join(["." * cols] * rows)
    return in_turn(about, blank, lines, const)


def hypercube(given: Any) -> Marking:
    """The cubes of any dimension."""
    const = constants(given, ("side", "dim"))
    side, dim = const["side"], const["dim"]
    if side < 2 or (side + 2) ** dim > MAX_LINES:
        raise Rejected("const: a side of one square, or too many lines")
    # Along a line every coordinate stays what it is, goes up, or goes down.
    steps = range(side)
    ways = [*([n] * side for n in steps), list(steps), list(steps)[::-1]]
    lines = set()
    for way in product(ways, repeat=dim):
        squares = zip(*way, strict=True)
        line = frozenset(sum(n * side**k for k, n in enumerate(at[::-1])) for at in squares)
        if len(line) == side:  # not one and the same square; the way back is the same set
            lines.add(line)
    about = f"the squares of a cube, {side}^{dim}, in turn; who completes one of {len(lines)} lines"
    return in_turn(about, "." * side**dim, lines, const)


def in_turn(
    about: str, blank: str, lines: Iterable[Iterable[int]], const: Mapping[str, int]
) -> Marking:
    """The game of x and o with these lines."""
    misere = const["misere"] == 1
    if const["maker_breaker"]:
        about = f"{about}, where lines count for x only,"
        return Marking(about, "xo", blank, (lines, ()), misere, "x" if misere else "o")
    return Marking(about, "xo", blank, (lines, lines), misere)


def listed_sets(given: Any) -> Marking:
    """The game that is made of these sets."""
    keys = ("roles", "squares", "marked", "turns", "sets", "completing", "otherwise")
    found = check_keys(given, "sets", keys)
    roles, squares = names(found["roles"], "roles of the sets"), names(found["squares"], "squares")
    numbers = {square: number for number, square in enumerate(squares)}
    if len(roles) != 2 or "tie" in roles or not squares:
        raise Rejected("sets: not two roles, or no squares")

    def members(value: Any, what: str) -> list[int]:
        if unknown := set(names(value, what)) - set(squares):
            raise Rejected(f"{what}: {quote(min(unknown))} is no square")
        return [numbers[square] for square in value]

    each = check_keys(found["marked"], "marked", roles)
    marked = [members(each[role], "marked") for role in roles]
    each = check_keys(found["sets"], "sets", roles)
    sets = [[members(one, "a set") for one in check(list, each[r], "sets")] for r in roles]
    turns = [check(str, role, "turns") for role in check(list, found["turns"], "turns")]
    if set(turns) - set(roles) or len(turns) + len(marked[0]) + len(marked[1]) > len(squares):
        raise Rejected("turns: of nobody, or more of them than squares")
    if set(marked[0]) & set(marked[1]) or [] in sets[0] + sets[1]:
        raise Rejected("sets: a square has two owners, or a set has no squares")
    if all(any(set(one) <= set(marked[n]) for one in sets[n]) for n in (0, 1)):
        raise Rejected("sets: both roles have completed one at first")
    misere, otherwise = found["completing"] == "loses", check(str, found["otherwise"], "otherwise")
    if found["completing"] not in ("wins", "loses") or otherwise not in (*roles, "tie"):
        raise Rejected("sets: completing does not win or lose, or otherwise nobody wins or ties")
    many = ", ".join(f"{role} has {len(sets[n])}" for n, role in enumerate(roles))
    about = f"the {len(squares)} squares, in the turns listed; who completes a listed set ({many})"
    order = [roles.index(role) for role in turns]
    return Marking(about, roles, "." * len(squares), sets, misere, otherwise, marked, order)


def constants(given: Any, sizes: Iterable[str]) -> dict[str, int]:
    """The constants of a game that is built in."""
    flags = ("misere", "maker_breaker")
    found = dict.fromkeys(flags, 0) | check_keys(given, "const", sizes, *flags)
    for key, value in found.items():
        low, high = (0, 1) if key in flags else (1, 100)
        if not low <= check(int, value, key) <= high:
            raise Rejected(f"const: {key} is not from {low} to {high}")
    return found


class Rules:
    """A game given by ground rules."""

    def __init__(self, rules: Any) -> None:
        """Read the rules, and put them into strata."""
        found = check_keys(rules, "rules", ("roles", "fluents", "actions", "init", "program"))
        self.roles = names(found["roles"], "roles of the rules")
        self.fluents = names(found["fluents"], "fluents")
        actions = check_keys(found["actions"], "actions", self.roles)
        self.actions = {role: names(actions[role], "actions") for role in self.roles}
        self.initial = self.read(found["init"])
        self.endings: tuple[str, ...] = ()  # whatever occurs
        self.age: Callable[[Position], int] | None = None  # what every move makes greater
        rest = [self.read_rule(rule) for rule in check(list, found["program"], "program")]
        self.about = f"The game: what the {len(rest)} ground rules in the certificate say."
        self.strata: list[list[Rule]] = []
        while rest:
            heads = {head for head, _, _ in rest}
            later: set[str] = set()  # those that rest, at any remove, on `not` one of the heads
            size = -1
            while size < len(later):
                size = len(later)
                for head, _, body in rest:
                    if any(atom in (later if positive else heads) for _, atom, positive in body):
                        later.add(head)
            if later == heads:
                raise Rejected(f"rules: a cycle through `not`, at or before {quote(min(heads))}")
            self.strata.append([rule for rule in rest if rule[0] not in later])
            rest = [rule for rule in rest if rule[0] in later]

    @staticmethod
    def read_rule(rule: Any) -> Rule:
        """A rule, as it is listed."""
        if len(check(list, rule, "a rule")) not in (2, 3):
            raise Rejected(f"rules: one has {len(rule)} parts")
        head, body = check(str, rule[0], "a head"), check(list, rule[-1], "a body")
        bound = check(int, rule[1], "a bound") if len(rule) == 3 else len(body)
        literals = []
        for item in body:
            pair = check(list, item, "a weighted literal") if len(rule) == 3 else [1, item]
            if len(pair) != 2:
                raise Rejected(f"rules: not a weight and a literal, at {quote(head)}")
            weight, literal = check(int, pair[0], "a weight"), check(str, pair[1], "a literal")
            literals.append((weight, literal.removeprefix("not "), not literal.startswith("not ")))
        return head, bound, literals

    def model(self, given: Iterable[str]) -> set[str]:
        """The atoms that hold if these do: the least model, stratum by stratum."""
        holds = set(given)
        for stratum in self.strata:
            size = -1
            while size < len(holds):
                size = len(holds)
                for head, bound, body in stratum:
                    if head not in holds:
                        held = [weight for weight, atom, pos in body if (atom in holds) == pos]
                        if sum(held) >= bound:
                            holds.add(head)
        return holds

    def read(self, value: Any) -> Position:
        """A position, as it is listed."""
        return tuple(check_numbers(value, "positions", len(self.fluents)))

    def show(self, position: Position) -> str:
        """The position as it is listed, for a message."""
        return f"position {list(position)}"[:200]

    def view(self, position: Position) -> View:
        """What the rules say about a position."""
        true = [f"true({self.fluents[n]})" for n in position]
        holds = self.model(true)
        if "terminal" in holds:
            goals = {}
            for role in self.roles:
                values = [value for value in range(101) if f"goal({role},{value})" in holds]
                if len(values) != 1:
                    raise Rejected(
                        f"{self.show(position)}: {role} has {len(values)} goals at the end"
                    )
                goals[role] = values[0]
            return View(" ".join(map(str, goals.values())), goals, None, (), lambda _: position)
        legal: dict[str, list[int]] = {}
        for role in self.roles:
            acts = self.actions[role]
            legal[role] = [n for n, act in enumerate(acts) if f"legal({role},{act})" in holds]
        movers = [role for role in self.roles if len(legal[role]) > 1]
        forced = [(role, legal[role][0]) for role in self.roles if len(legal[role]) == 1]

        def after(move: int) -> Position:
            done = forced + [(role, move) for role in movers]
            then = self.model(true + [f"does({r},{self.actions[r][n]})" for r, n in done])
            return tuple(n for n, fluent in enumerate(self.fluents) if f"next({fluent})" in then)

        if len(movers) > 1:
            raise Rejected(f"{self.show(position)}: several roles have a choice at once")
        if movers:
            return View(None, {}, movers[0], tuple(legal[movers[0]]), after)
        return View(None, {}, None, (0,) if forced else (), after)


def names(value: Any, what: str) -> list[str]:
    """The value, which must be a list of different texts."""
    found = [check(str, item, what) for item in check(list, value, what)]
    if len(set(found)) < len(found):
        raise Rejected(f"{what}: not all different")
    return found


# --- the certificate ----------------------------------------------------------------------------


class Claim:
    """That plays never, always, or can end in a certain way."""

    def __init__(self, text: str, roles: Iterable[str]) -> None:
        """Read a claim about these roles."""
        known: dict[str, tuple[str, str | None, str]] = {}
        for how, last in ("never", None), ("always", None), ("can", -1):
            known[f"{how} tie"] = (how, None, "ties")
            for role in roles:
                for outcome in ("wins", "loses", "ties"):
                    known[f"{role} {how} {outcome[:last]}"] = (how, role, outcome)
        self.text = text
        found = re.fullmatch("(.* always wins) by move (0|[1-9][0-9]{0,8})", text)
        start = found[1] if found else text
        if start not in known:
            raise Rejected(f"claim: {quote(text)} is none about this game")
        self.how, self.role, self.outcome = known[start]
        self.by = int(found[2]) if found else None

    def fits(self, goals: Mapping[str, int]) -> bool:
        """Whether these goals are what happens never, always or sometimes."""
        values = goals.values() if self.role is None else [goals[self.role]]
        return all({100: "wins", 0: "loses"}.get(value, "ties") == self.outcome for value in values)


def verify(data: bytes) -> Report:
    """Check the certificate that a file holds.

    Raises:
        Rejected: it is not valid.
    """
    try:
        return verify_value(read(data))
    except (RecursionError, MemoryError):
        raise Rejected("nested too deeply, or too large for this machine") from None


def verify_value(data: Any) -> Report:
    """Check a certificate that has been read."""
    if type(data) is dict and data.get("format") == "ttt-asp certificate of induction":
        raise Rejected("a proof by induction, which lists no positions: run `ttt-asp verify`")
    if type(data) is not dict or data.get("format") != "ttt-asp certificate":
        raise Rejected("not a certificate of ttt-asp")
    if "kind" in data:
        raise Rejected("of another kind than this program checks: not of all positions of plays")
    if type(data.get("version")) is not int or data["version"] != 1:
        raise Rejected("not of version 1, the only one that is known here")
    game, trusted = read_game(data)
    strategies = read_roles(data["roles"], game.roles)
    claim = Claim(check(str, data["claim"], "claim"), game.roles)
    listed = read_positions(game, data["positions"])
    if isinstance(game, Rules) and data["ranks"] is not None:
        ages = [-check(int, rank, "ranks") for rank in check(list, data["ranks"], "ranks")]
        if len(ages) != len(listed):
            raise Rejected("ranks: not as many as positions")
        game.age = dict(zip(listed, ages, strict=True)).__getitem__
    if claim.how == "always" and game.age is None:
        raise Rejected("ranks: none, so plays might not end, but the claim says `always`")
    if game.initial not in listed:
        raise Rejected(f"the initial {game.show(game.initial)} is not listed")
    found = walk(game, strategies, claim, listed)
    if claim.how == "can" and not found.fitting:
        raise Rejected(f"claim: no play ends as in {claim.text!r}")
    counts: dict[str, Any] = {"positions": len(listed), "plays": None, "stuck": None}
    if game.age:
        counts |= {
            "plays": dict.fromkeys(game.endings, 0) | found.endings,
            "stuck": found.stuck_plays,
        }
    right, given = (json.dumps(each, sort_keys=True) for each in (counts, data["counts"]))
    if right != given:
        raise Rejected(f"counts: {quote(given)}, but {quote(right)} were found")

    facts = [game.about]
    for role in game.roles:
        if strategies[role] == "any":
            facts.append(f"{role} may play every legal move.")
            continue
        facts.append(
            f"{role} has a choice at {found.asked[role]} positions; it plays a listed, legal move."
        )
        trusted.append(
            f"That the moves listed for {role} are those that its strategy allows, which is"
            f" {strategies[role]}. `ttt-asp verify --strategy` derives them anew."
        )
    facts.append(
        f"Plays visit exactly the {len(listed)} listed positions; {found.final} are final."
    )
    facts.append(f"Positions where somebody is stuck: {found.stuck or 'none'}.")
    if game.age:
        many = ", ".join(f"{ending}: {number}" for ending, number in counts["plays"].items())
        facts.append(f"Every play ends. The number of plays, by how they end: {many}.")
    who = f"{claim.role} {claim.outcome}" if claim.role else "all tie"
    facts.append(f"The claim holds: {who} at {found.fitting} of the {found.final} final positions.")
    if claim.by is not None:
        facts.append(f"The longest play has {found.longest} moves.")
    trusted.append("This program, and the Python that runs it.")
    return Report(claim.text, tuple(facts), tuple(trusted))


@dataclass
class Found:
    """What was seen on the way through the plays."""

    final: int = 0  # positions where play is over
    fitting: int = 0  # those among them that are as the claim says
    stuck: int = 0  # positions where it is not over, but no move is allowed
    longest: int = 0  # of plays, if the claim is about that
    stuck_plays: int = 0
    endings: Counter[str] = field(default_factory=Counter)  # plays, by how they end
    asked: Counter[str] = field(default_factory=Counter)  # positions where a strategy is asked


def walk(
    game: Marking | Rules,
    strategies: Mapping[str, str],
    claim: Claim,
    listed: Mapping[Position, Any],
) -> Found:
    """Go through all that can happen, and hold it against what is listed and the claim.

    With ranks (marks are such) each listed position comes after all that lead to it; without, the
    way starts at the initial position, and `todo` grows.
    """
    found = Found()
    plays = dict.fromkeys(listed, 0)  # how many lead to each position; without ranks, 1 for any
    plays[game.initial] = 1
    length = {game.initial: 0}  # of the longest of them
    todo = sorted(listed, key=game.age) if game.age else [game.initial]
    for position in todo:
        moves, number = listed[position], plays[position]
        if number == 0:
            raise Rejected(f"{game.show(position)} is listed, but cannot occur")
        if number > MAX_NUMBER:
            raise Rejected("ranks: there are too many plays to count them")
        view = game.view(position)
        if view.mover is not None and strategies[view.mover] != "any":
            found.asked[view.mover] += 1
            try:
                check_moves(moves, view.legal)
            except Rejected as reason:
                raise Rejected(f"{game.show(position)}: {reason}") from None
        elif moves is not None:
            raise Rejected(f"{game.show(position)}: moves, where no strategy is asked")
        else:
            moves = view.legal

        if view.ending is not None:
            found.final += 1
            found.endings[view.ending] += number
            fits = claim.fits(view.goals)
            found.fitting += fits
            if claim.how != "can" and fits == (claim.how == "never"):
                raise Rejected(f"claim: {claim.text!r} fails at the final {game.show(position)}")
            if claim.by is not None and length[position] > claim.by:
                longest = length[position]
                raise Rejected(f"claim: {longest} moves lead to the final {game.show(position)}")
        elif not moves:
            found.stuck += 1
            found.stuck_plays += number
            if claim.how != "can":
                raise Rejected(f"{game.show(position)}: play goes on, but no move is allowed")

        age = game.age(position) if game.age else 0
        for move in moves:
            successor = view.after(move)
            ways = plays.get(successor)
            if ways is None:
                raise Rejected(f"{game.show(successor)} can occur, but is not listed")
            if game.age is None:
                plays[successor] = 1
                todo += [successor] if ways == 0 else []
                continue
            if game.age(successor) <= age:
                raise Rejected(f"{game.show(position)}: a move does not decrease the rank")
            plays[successor] = ways + number
            if claim.by is not None:
                length[successor] = max(length.get(successor, 0), length[position] + 1)
    if superfluous := [position for position, number in plays.items() if number == 0]:
        raise Rejected(f"{game.show(superfluous[0])} is listed, but cannot occur")
    found.longest = max(length.values())
    return found


def check_moves(moves: Any, legal: Sequence[int]) -> None:
    """Refuse what is no increasing list of legal moves."""
    for move in check_numbers(moves, "moves", legal[-1] + 1):
        if move not in legal:
            raise Rejected(f"move {move} is not legal")


def read_game(data: dict[str, Any]) -> tuple[Marking | Rules, list[str]]:
    """The game, and what has to be trusted about it."""
    keys = ["format", "version", "game", "const", "claim", "roles", "positions", "counts"]
    known = {"tictactoe": tictactoe, "hypercube": hypercube}
    name = check(str, data.get("game"), "game")
    if name not in known:
        keys += ["sets"] if "sets" in data else ["rules", "ranks"]
    check_keys(data, "certificate", keys)
    for key, value in check(dict, data["const"], "const").items():
        check(str if type(value) is str else int, value, check(str, key, "a constant's name"))
    if name in known:
        return known[name](data["const"]), []
    if "sets" in data:
        what = f"That {name} is the game of the squares, sets, turns and first marks listed."
        return listed_sets(data["sets"]), [f"{what} `ttt-asp verify --strategy` compares them."]
    return Rules(data["rules"]), [f"That the ground rules are those of {name}."]


def read_positions(game: Marking | Rules, value: Any) -> dict[Position, Any]:
    """The positions that are listed, each with its moves, or None."""
    listed: dict[Position, Any] = {}
    before = None
    for entry in check(list, value, "positions"):
        pair = type(entry) is list and len(entry) == 2 and type(entry[1]) is list
        position = entry[0] if pair else entry
        listed[game.read(position)] = entry[1] if pair else None
        if before is not None and before >= position:
            raise Rejected("positions: not in increasing order, each once")
        before = position
    return listed


def read_roles(value: Any, roles: Iterable[str]) -> dict[str, str]:
    """The strategy of each role; `any` if it is free, and only then."""
    found = check_keys(value, "roles", roles)
    for role in roles:
        given = check_keys(found[role], role, ("strategy", "free", "sources"))
        found[role] = check(str, given["strategy"], f"strategy of {role}")
        sources = check(dict, given["sources"], f"sources of {role}")
        free = check(bool, given["free"], f"{role} free")
        if free != (found[role] == "any") or (free and sources):
            raise Rejected(f"{role}: free, `any` and no sources do not go together")
        for path, digest in sources.items():
            check(str, path, f"a source of {role}")
            if not re.fullmatch("[0-9a-f]{64}", check(str, digest, f"a hash of {role}")):
                raise Rejected(f"{role}: the hash of {path} is none")
    return found


def report_lines(report: Report) -> list[str]:
    """The lines to be printed for a valid certificate."""
    established = [f"- {fact}" for fact in report.facts]
    trusted = [f"- {each}" for each in report.trusted]
    header = f"valid: {report.claim}"
    return [header, "Established:", *established, "Trusted, not established:", *trusted]


def main(arguments: list[str]) -> int:
    """Check the file that is named on the command line."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: verify_certificate.py FILE", file=sys.stderr)
        return 2
    data = bytearray()
    try:
        with open(arguments[0], "rb") as file:
            while len(data) <= MAX_BYTES and (part := file.read(1 << 20)):
                data += part
    except (OSError, MemoryError) as error:
        why = getattr(error, "strerror", "too large for this machine")
        print(f"cannot read {quote(arguments[0])}: {why}", file=sys.stderr)
        return 2
    lines, status = [], 0
    try:
        lines += report_lines(verify(bytes(data)))
    except Rejected as reason:
        lines, status = [f"rejected: {reason}"], 1
    code = sys.stdout.encoding or "ascii"
    print("\n".join(lines).encode(code, "backslashreplace").decode(code))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
