"""Certificates that plain Python makes of games of sets, and what those say that were changed.

This shares nothing with the checker: it counts plays backwards from their ends, on the positions
of oracle_games.py. What a changed certificate says is found out by building it anew.
"""

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import oracle
import oracle_games as og
import pytest
from oracle import Board, Position
from oracle_games import Owned, Sets2, Square
from tables import constant

from ttt_asp.extensions.certificates.checker.format import Rejected as Rejected
from ttt_asp.extensions.certificates.checker.main import verify

Json = dict[str, Any]
# What a role, by its number, may play at a position.
Policy = Callable[[Any, int], Iterable[Any]]
Path_ = tuple[str | int, ...]
B3 = Board()


def claims_of(roles: Iterable[str]) -> list[str]:
    found = [f"{how} tie" for how in ("never", "always", "can")]
    for role in roles:
        found += [f"{role} {h} {w}" for h in ("never", "always") for w in ("wins", "loses", "ties")]
        found += [f"{role} can {what}" for what in ("win", "lose", "tie")]
    return found


CLAIMS = [
    *claims_of("xo"),
    *(f"{role} always wins by move {n}" for role in "xo" for n in (0, 4, 5, 6, 7, 9, 10)),
]


# --- making certificates ------------------------------------------------------------------------


def in_order(squares: Iterable[Square]) -> list[Square]:
    """The squares of a game, which are all of one kind, sorted: row by row."""
    found: list[Any] = list(squares)
    return sorted(found)


def text_of(squares: Sequence[Square], owned: Owned) -> str:
    """A position as certificates list it."""
    return "".join("x" if s in owned[0] else "o" if s in owned[1] else "." for s in squares)


def build(game: Sets2, squares: Sequence[Square], free: Iterable[str], policy: Policy) -> Json:
    """Positions and counts of all plays in which roles that are not free keep to the policy."""
    endings: dict[Owned, Counter[str]] = {}
    entries: dict[str, Any] = {}

    def visit(owned: Owned) -> Counter[str]:
        if owned in endings:
            return endings[owned]
        text = text_of(squares, owned)
        entries[text] = text
        ended = og.result(game, owned)
        found = Counter([ended] if ended else [])
        if ended is None:
            role = game.order[og.made(game, owned)]
            moves = set(og.free(game, owned))
            if len(moves) > 1 and game.roles[role] not in free:
                assert moves >= set(policy(owned, role))
                moves = set(policy(owned, role))
                entries[text] = [text, sorted(map(squares.index, moves))]
            for move in moves:
                found.update(visit(og.mark(owned, role, move)))
            if not moves:
                found["stuck"] = 1
        endings[owned] = found
        return found

    plays = visit(game.start)
    named = {ending: plays[ending] for ending in (*game.roles, "tie")}
    return {
        "positions": [entries[text] for text in sorted(entries)],
        "counts": {"positions": len(entries), "plays": named, "stuck": plays["stuck"]},
    }


def listed(game: Sets2) -> Json:
    """A game as the sets that it is made of."""
    return {
        "roles": list(game.roles),
        "squares": [str(square) for square in in_order(game.squares)],
        "marked": {r: sorted(map(str, game.start[n])) for n, r in enumerate(game.roles)},
        "turns": [game.roles[n] for n in game.order],
        "sets": {
            role: sorted(sorted(map(str, one)) for one in game.wins[n])
            for n, role in enumerate(game.roles)
        },
        "completing": "loses" if game.misere else "wins",
        "otherwise": game.otherwise,
    }


def made(
    game: Sets2, roles: dict[str, str], policy: Policy, claim: str, known: Json | None = None
) -> Json:
    """A certificate of the claim, true or not, for what roles that are not `any` may play."""
    free = [role for role, strategy in roles.items() if strategy == "any"]
    data = {"format": "ttt-asp certificate", "version": 2, "claim": claim, "roles": roles}
    data |= (known or {"game": "of sets", "const": {}}) | {"sets": listed(game)}
    return data | build(game, in_order(game.squares), free, policy)


def made_by_tactics(
    game: Sets2, tactics: dict[str, list[str]], claim: str, known: Json | None = None
) -> Json:
    """A certificate of the claim, true or not; roles without tactics are free."""
    roles = {role: str(tactics.get(role, "any")) for role in game.roles}

    def policy(owned: Owned, role: int) -> Iterable[Square]:
        return og.chosen(game, owned, role, tactics)

    return made(game, roles, policy, claim, known)


def made_on_board(board: Board, roles: Json, policy: Policy, claim: str, misere: int = 0) -> Json:
    """A certificate about tic-tac-toe, true or not; moves are pairs of a row and a column."""
    const = {"rows": board.rows, "cols": board.cols, "line": board.line}
    if misere:
        const["misere"] = misere
    game = og.alternating(board.squares, board.lines, misere=bool(misere))
    return made(game, roles, policy, claim, {"game": "tictactoe", "const": const})


def certificate(claim: str, x: str, o: str, board: Board = B3, misere: int = 0) -> Json:
    def policy(owned: Any, role: int) -> Iterable[Square]:
        return oracle.recommends(board, Position(owned[0], owned[1], "xo"[role]), (x, o)[role])

    return made_on_board(board, {"x": x, "o": o}, policy, claim, misere)


def encode(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()


def copy(data: Any) -> Any:
    return json.loads(json.dumps(data))


def canonical(data: Any) -> str:
    """Tells True from 1 and 1.0 from 1, and does not see the order of keys."""
    return json.dumps(data, sort_keys=True)


def rejection(data: Any) -> str:
    with pytest.raises(Rejected) as raised:
        verify(data if isinstance(data, bytes) else encode(data))
    assert str(raised.value).isprintable()
    return str(raised.value)


def nim(matches: int) -> Json:
    """Two players take one or two matches in turn; who takes the last one wins."""
    a, b = "alice", "bob"
    fluents = [f"left({n})" for n in range(matches + 1)] + ["turn(alice)", "turn(bob)"]
    program: list[Any] = copy(constant(__file__, "PROGRAM"))
    for role, k, n in itertools.product((a, b), (1, 2), range(matches + 1)):
        if n >= k:
            program += [
                [f"legal({role},take({k}))", [f"true(left({n}))", f"true(turn({role}))"]],
                [f"next(left({n - k}))", [f"true(left({n}))", f"does({role},take({k}))"]],
            ]
    return {
        "roles": [a, b],
        "fluents": fluents,
        "actions": {role: ["take(1)", "take(2)"] for role in (a, b)},
        "init": [matches, matches + 1],
        "program": program,
    }


def nim4() -> Json:
    """Four matches: alice takes one, and then what bob leaves her; no single take is listed."""
    return {
        "format": "ttt-asp certificate", "version": 2, "game": "nim", "const": {"matches": 4},
        "claim": "alice always wins by move 3",
        "roles": {"alice": "leave_threes", "bob": "any"},
        "rules": nim(4),
        # left 0 to 4 are the fluents 0 to 4; 5: alice's turn, 6: bob's turn
        "positions": [[0, 6], [1, 5], [[2, 5], [1]], [3, 6], [[4, 5], [0]]],
        "ranks": [0, 1, 2, 3, 4],
        "counts": {"positions": 5, "plays": {"100 0": 2}, "stuck": 0},
    }  # fmt: skip


def walk_game(program: list[Any], fluents: int, **more: Any) -> Json:
    """A certificate about one role, that the game of these rules is never lost."""
    return {
        "format": "ttt-asp certificate", "version": 2, "game": "walk", "const": {},
        "claim": "p never loses",
        "roles": {"p": "any"},
        "rules": {"roles": ["p"], "fluents": [str(n) for n in range(fluents)],
                  "actions": {"p": ["a", "b"]}, "init": [0], "program": program},
        "ranks": None,
        "counts": {"positions": fluents, "plays": None, "stuck": None},
        "positions": [[n] for n in range(fluents)],
        **more,
    }  # fmt: skip


# --- what they say ------------------------------------------------------------------------------


def holds(claim: str, roles: Iterable[str], plays: Counter[str] | Json) -> bool:
    """Whether plays that end so make the claim true; one without `by move`."""
    *who, how, what = claim.split(" ")
    ends: dict[str, set[str]] = {"tie": {"tie"}}
    for role in roles:
        other = next(each for each in roles if each != role)
        ends |= {f"{role} win": {role}, f"{role} lose": {other}, f"{role} tie": {"tie"}}
    wanted = ends[" ".join([*who, {"wins": "win", "loses": "lose", "ties": "tie"}.get(what, what)])]
    good = sum(plays[ending] for ending in wanted)
    rest = sum(plays[ending] for ending in plays if ending not in {*wanted, "stuck"})
    if how == "can":
        return good > 0
    return not plays["stuck"] and (good if how == "never" else rest) == 0


def true_claim(data: Json) -> str | None:
    plays = data["counts"]["plays"] | {"stuck": data["counts"]["stuck"]}
    roles = data["roles"]
    return next((claim for claim in claims_of(roles) if holds(claim, roles, plays)), None)


def game_of(sets: Json) -> Sets2:
    """The game that is made of these sets, in a well-formed certificate."""
    first, second = sets["roles"]
    wins = [frozenset(map(frozenset[Square], sets["sets"][role])) for role in (first, second)]
    return Sets2(
        (first, second),
        frozenset(sets["squares"]),
        (wins[0], wins[1]),
        tuple(sets["roles"].index(role) for role in sets["turns"]),
        (frozenset(sets["marked"][first]), frozenset(sets["marked"][second])),
        misere=sets["completing"] == "loses",
        otherwise=sets["otherwise"],
    )


def anew(data: Json) -> Json | None:
    """Positions and counts of the moves listed; None if some are illegal, or missing."""
    moves = {entry[0]: entry[1] for entry in data["positions"] if isinstance(entry, list)}
    squares = data["sets"]["squares"]

    def policy(owned: Owned, _: int) -> list[Square]:
        return [squares[number] for number in moves[text_of(squares, owned)]]

    free = [role for role, strategy in data["roles"].items() if strategy == "any"]
    try:
        return build(game_of(data["sets"]), squares, free, policy)
    except (KeyError, AssertionError, IndexError):
        return None


def is_true(data: Json) -> bool:
    """Whether all plays with the moves listed, whatever else is listed, end as is claimed."""
    found = anew(data)
    if found is None:
        return False
    claim, _, limit = data["claim"].partition(" by move ")
    texts = [entry[0] if isinstance(entry, list) else entry for entry in found["positions"]]
    longest = max(len(data["sets"]["squares"]) - text.count(".") for text in texts)
    longest -= sum(map(len, data["sets"]["marked"].values()))
    plays = found["counts"]["plays"] | {"stuck": found["counts"]["stuck"]}
    return (not limit or longest <= int(limit)) and holds(claim, data["sets"]["roles"], plays)


def is_what_it_says(data: Json) -> bool:
    """Whether this well-formed certificate is the one of its sets and moves, and its claim true."""
    if data["game"] in KNOWN and not is_known(data["game"], data["const"], data["sets"]):
        return False
    found = anew(data)
    same = found is not None and all(canonical(found[k]) == canonical(data[k]) for k in found)
    return same and is_true(data)


# The constants of the games that are known by their names.
KNOWN = {"tictactoe": ["rows", "cols", "line"], "hypercube": ["side", "dim"]}


def is_known(name: str, const: Json, sets: Json) -> bool:
    """Whether sets are those of the game of this name, its squares called anything."""
    more = {"misere": 0, "maker_breaker": 0} | const
    wanted = {*KNOWN[name], "misere", "maker_breaker"}
    if {*more} != wanted or any(type(number) is not int for number in more.values()):
        return False
    sizes = [const[key] for key in KNOWN[name]]
    board = Board(*sizes) if name == "tictactoe" else og.hypercube(*sizes)
    lines = board.lines if isinstance(board, Board) else board.wins[0]
    misere, breaking = (more[key] == 1 for key in ("misere", "maker_breaker"))
    known = listed(og.alternating(board.squares, lines, misere=misere, maker_breaker=breaking))
    called = dict(zip(known["squares"], sets["squares"], strict=True))
    for role in "xo":
        theirs = {frozenset(called[square] for square in one) for one in known["sets"][role]}
        if theirs != {*map(frozenset, sets["sets"][role])}:
            return False
    return all(sets[key] == known[key] for key in known if key not in ("sets", "squares"))


def accepted(data: bytes) -> bool:
    """Whether it is valid; if not, the reason must be fit for a terminal."""
    try:
        assert verify(data).facts
    except Rejected as rejected:
        reason = str(rejected)
    else:
        return True
    assert reason.isprintable()
    assert 0 < len(reason) < 1000
    return False


@cache
def seeds() -> list[Json]:
    rows = constant(__file__, "SEEDS")
    return [certificate(claim, x, o, Board(*size), misere) for claim, x, o, size, misere in rows]


def good() -> Json:
    copied: Json = copy(seeds()[-1])
    return copied


def paths(value: Any, path: Path_ = ()) -> Iterable[Path_]:
    yield path
    items: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, item in items:
        yield from paths(item, (*path, key))


def at(value: Any, path: Path_) -> Any:
    for key in path:
        value = value[key]
    return value
