"""Check a certificate of ttt-asp: this one file, the standard library, nothing of ttt-asp.

    python verify_certificate.py FILE        exit status 0: valid, 1: rejected, 2: cannot be read

A certificate lists every position that occurs in the plays of a game in which each player keeps
to a strategy, and the moves that the strategies allow there. This program walks through all of
them by rules of its own, and holds the claim against every way in which a play can end.

The format, version 1. A file is a JSON object in UTF-8, plain or gzipped, with exactly the keys
below. Numbers are natural numbers; texts are not empty, and printable.

format, version   "ttt-asp certificate", 1
game, const       "tictactoe", {"rows": 3, "cols": 3, "line": 3}, each from 1 to 100; optionally
                  "misere": 1: who completes a line loses (0: wins). For any other game its name
                  and constants (numbers or texts by name), and the keys `rules` and `ranks`.
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
                  tictactoe: a position is a text, its rows from the top, "x../.o./..."; x moves
                  first; a move is the number of the square, counted from 0, row by row.
counts            {"positions": N, "plays": {"x": N, "o": N, "tie": N}, "stuck": N}: positions
                  listed; plays (sequences of moves) won by x, won by o, tied, and stuck.

Any other game is given by its ground rules, as data, which this program has to trust:

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
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

MAX_BYTES = 1 << 30  # of the JSON text; raise this and the next for a larger certificate
MAX_VALUES = 100_000_000  # brackets, braces and commas in it: they bound the memory it takes
MAX_DIGITS = 1000  # of a number
MAX_NUMBER = 10**MAX_DIGITS - 1

Position = Any  # a str (tictactoe) or a tuple[int, ...]
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
    legal: tuple[int, ...]  # its moves; one, of any number, for what is played unasked
    after: Callable[[int], Position]


class Board:
    """The m,n,k games, known by heart."""

    roles = ("x", "o")

    def __init__(self, const: Any) -> None:
        """Make the rules for these constants."""
        found = check_keys(const, "const", ("rows", "cols", "line"), "misere")
        for key, value in found.items():
            low, high = (0, 1) if key == "misere" else (1, 100)
            if not low <= check(int, value, key) <= high:
                raise Rejected(f"const: {key} is not from {low} to {high}")
        rows, cols, self.line = found["rows"], found["cols"], found["line"]
        self.misere = found.get("misere", 0) == 1
        self.initial: Position = "/".join(["." * cols] * rows)
        self.squares = [at for at, char in enumerate(self.initial) if char == "."]
        # Runs to the right; down and to the left, straight down, down and to the right. A run
        # that leaves the board meets a slash, or the end of the text.
        steps = (1, cols, cols + 1, cols + 2)
        runs = [slice(at, at + s * self.line - s + 1, s) for at in self.squares for s in steps]
        self.lines = [run for run in runs if self.initial[run] == "." * self.line]
        self.about = (
            f"The game: x and o mark the squares of a {rows} x {cols} board in turn; who completes"
            f" {self.line} in a row {'loses' if self.misere else 'wins'}. Its rules are built in."
        )

    def read(self, value: Any) -> Position:
        """A position, as it is listed."""
        board = check(str, value, "positions")
        if board.replace("x", ".").replace("o", ".") != self.initial:
            raise Rejected(f"positions: {quote(board)} is not a board of that size")
        if not 0 <= board.count("x") - board.count("o") <= 1:
            raise Rejected(f"{show(board)}: the players have not moved in turn")
        return board

    def view(self, board: Position) -> View:
        """What the rules say about a position."""
        mover = "x" if board.count("x") == board.count("o") else "o"
        free = tuple(n for n, at in enumerate(self.squares) if board[at] == ".")

        def after(square: int) -> Position:
            at = self.squares[square]
            return board[:at] + mover + board[at + 1 :]

        for owner, other in ("xo", "ox"):
            if any(board[run] == owner * self.line for run in self.lines):
                best, worst = (other, owner) if self.misere else (owner, other)
                return View(best, {best: 100, worst: 0}, None, (), after)
        if not free:
            return View("tie", {"x": 50, "o": 50}, None, (), after)
        return View(None, {}, mover if len(free) > 1 else None, free, after)


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

    def view(self, position: Position) -> View:
        """What the rules say about a position."""
        true = [f"true({self.fluents[n]})" for n in position]
        holds = self.model(true)
        if "terminal" in holds:
            goals = {}
            for role in self.roles:
                values = [value for value in range(101) if f"goal({role},{value})" in holds]
                if len(values) != 1:
                    raise Rejected(f"{show(position)}: {role} has {len(values)} goals at the end")
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
            raise Rejected(f"{show(position)}: several roles have a choice at once")
        if movers:
            return View(None, {}, movers[0], tuple(legal[movers[0]]), after)
        return View(None, {}, None, (0,) if forced else (), after)


def names(value: Any, what: str) -> list[str]:
    """The value, which must be a list of different texts."""
    found = [check(str, item, what) for item in check(list, value, what)]
    if len(set(found)) < len(found):
        raise Rejected(f"{what}: not all different")
    return found


def show(position: Position) -> str:
    """The position, fit for a message."""
    return f"position {str(position)[:200]}"


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
    if type(data.get("version")) is not int or data["version"] != 1:
        raise Rejected("not of version 1, the only one that is known here")
    built_in = data.get("game") == "tictactoe"
    keys = ["format", "version", "game", "const", "claim", "roles", "positions", "counts"]
    check_keys(data, "certificate", keys if built_in else [*keys, "rules", "ranks"])
    check(str, data["game"], "game")
    for name, value in check(dict, data["const"], "const").items():
        check(str if type(value) is str else int, value, check(str, name, "a constant's name"))
    game = Board(data["const"]) if built_in else Rules(data["rules"])
    strategies = read_roles(data["roles"], game.roles)
    claim = Claim(check(str, data["claim"], "claim"), game.roles)

    listed: dict[Position, Any] = {}  # with its moves, or None
    for entry in check(list, data["positions"], "positions"):
        pair = type(entry) is list and len(entry) == 2 and type(entry[1]) is list
        listed[game.read(entry[0] if pair else entry)] = entry[1] if pair else None
    if len(listed) < len(data["positions"]) or any(a >= b for a, b in pairwise(listed)):
        raise Rejected("positions: not in increasing order, each once")
    ranks: dict[Position, int] | None = None
    if built_in:
        ranks = {board: board.count(".") for board in listed}
    elif data["ranks"] is not None:
        numbers = [check(int, rank, "ranks") for rank in check(list, data["ranks"], "ranks")]
        if len(numbers) != len(listed):
            raise Rejected("ranks: not as many as positions")
        ranks = dict(zip(listed, numbers, strict=True))
    elif claim.how == "always":
        raise Rejected("ranks: none, so plays might not end, but the claim says `always`")

    # All that can happen, from the initial position on.
    after: dict[Position, list[Position]] = {}
    ends: dict[Position, View] = {}
    asked: Counter[str] = Counter()
    todo = [game.initial]
    while todo:
        position = todo.pop()
        if position in after:
            continue
        if position not in listed:
            raise Rejected(f"{show(position)} can occur, but is not listed")
        view, moves = game.view(position), listed[position]
        if view.mover is None or strategies[view.mover] == "any":
            if moves is not None:
                raise Rejected(f"{show(position)}: moves, where no strategy is asked")
            moves = view.legal
        else:
            asked[view.mover] += 1
            moves = check_numbers(moves, f"moves at {show(position)}", view.legal[-1] + 1)
            if illegal := set(moves) - set(view.legal):
                raise Rejected(f"{show(position)}: move {min(illegal)} is not legal")
        if view.ending is not None:
            ends[position] = view
        elif not moves and claim.how != "can":
            raise Rejected(f"{show(position)}: play goes on, but no move is allowed")
        after[position] = [view.after(move) for move in moves]
        todo += after[position]
    if superfluous := [position for position in listed if position not in after]:
        raise Rejected(f"{show(superfluous[0])} is listed, but cannot occur")

    # The plays that lead to each position: how many, and the length of the longest.
    plays = dict.fromkeys(listed, 0) | {game.initial: 1}
    length = dict.fromkeys(listed, 0)
    for position in sorted(listed, key=ranks.__getitem__, reverse=True) if ranks else ():
        for successor in after[position]:
            if ranks is None or ranks[successor] >= ranks[position]:
                raise Rejected(f"{show(position)}: a move does not decrease the rank")
            plays[successor] += plays[position]
            length[successor] = max(length[successor], length[position] + 1)
            if plays[successor] > MAX_NUMBER:
                raise Rejected("ranks: there are too many plays to count them")

    # The claim at every end, and the counts.
    fit = {position for position, view in ends.items() if claim.fits(view.goals)}
    if claim.how == "can" and not fit:
        raise Rejected(f"claim: no play ends as in {claim.text!r}")
    for position in ends:
        if claim.how != "can" and (position in fit) == (claim.how == "never"):
            raise Rejected(f"claim: {claim.text!r} fails at the final {show(position)}")
        if claim.by is not None and length[position] > claim.by:
            raise Rejected(f"claim: {length[position]} moves lead to the final {show(position)}")
    total = {"x": 0, "o": 0, "tie": 0} if built_in else {}
    for position, view in ends.items():
        total[str(view.ending)] = total.get(str(view.ending), 0) + plays[position]
    stuck = [position for position in listed if position not in ends and not after[position]]
    counts: dict[str, Any] = {"positions": len(listed), "plays": None, "stuck": None}
    if ranks is not None:
        counts |= {"plays": total, "stuck": sum(plays[position] for position in stuck)}
    right, given = (json.dumps(each, sort_keys=True) for each in (counts, data["counts"]))
    if right != given:
        raise Rejected(f"counts: {quote(given)}, but {quote(right)} were found")

    facts = [game.about]
    trusted = [] if built_in else [f"That the ground rules are those of {data['game']}."]
    for role in game.roles:
        if strategies[role] == "any":
            facts.append(f"{role} may play every legal move.")
            continue
        facts.append(
            f"{role} has a choice at {asked[role]} positions; it plays a listed, legal move."
        )
        trusted.append(
            f"That the moves listed for {role} are those that its strategy allows, which is"
            f" {strategies[role]}. `ttt-asp verify --strategy` derives them anew."
        )
    facts.append(f"Plays visit exactly the {len(listed)} listed positions; {len(ends)} are final.")
    facts.append(f"Positions where somebody is stuck: {len(stuck) or 'none'}.")
    if ranks is not None:
        ways = ", ".join(f"{ending}: {number}" for ending, number in total.items())
        facts.append(f"Every play ends. The number of plays, by how they end: {ways}.")
    who = f"{claim.role} {claim.outcome}" if claim.role else "all tie"
    facts.append(f"The claim holds: {who} at {len(fit)} of the {len(ends)} final positions.")
    if claim.by is not None:
        facts.append(f"The longest play has {max(length.values())} moves.")
    trusted.append("This program, and the Python that runs it.")
    return Report(claim.text, tuple(facts), tuple(trusted))


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
