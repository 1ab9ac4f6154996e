"""Certificates of hypercubes and winning-set games, against an oracle in plain Python.

First the checker alone, with certificates made by the oracle; then those that the engine makes.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import oracle_certificates
import oracle_games as og
import pytest
from conftest import HUNT
from oracle_certificates import accepted, copy, encode
from oracle_games import Owned, Sets2, Square
from tables import contents, tabled

from ttt_asp.certificates.checker.boards import lines_of
from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.main import verify
from ttt_asp.certificates.positions import certificate
from ttt_asp.certificates.verify_moves import verify_strategy
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import open_library

Json = dict[str, Any]
Policy = Callable[[Owned, int], Iterable[Square]]
LIBRARY = open_library()


# --- made by the oracle -------------------------------------------------------------------------


def build(game: Sets2, squares: list[Square], free: set[str], policy: Policy) -> Json:
    """Positions and counts of all plays in which roles that are not free keep to the policy."""
    endings: dict[Owned, Counter[str]] = {}
    entries: dict[str, Any] = {}

    def visit(owned: Owned) -> Counter[str]:
        if owned in endings:
            return endings[owned]
        text = "".join("x" if s in owned[0] else "o" if s in owned[1] else "." for s in squares)
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


def listed(game: Sets2, squares: list[str]) -> Json:
    return {
        "roles": list(game.roles),
        "squares": squares,
        "marked": {r: sorted(map(str, game.start[n])) for n, r in enumerate(game.roles)},
        "turns": [game.roles[n] for n in game.order],
        "sets": {
            role: sorted(sorted(map(str, one)) for one in game.wins[n])
            for n, role in enumerate(game.roles)
        },
        "completing": "loses" if game.misere else "wins",
        "otherwise": game.otherwise,
    }


def in_order(squares: Iterable[Square]) -> list[Square]:
    """The squares of a game, which are all of one kind, sorted."""
    found: list[Any] = list(squares)
    return sorted(found)


def made_by_oracle(
    game: Sets2, tactics: dict[str, list[str]], claim: str, known: Json | None = None
) -> Json:
    """A certificate of the claim, true or not; roles without tactics are free."""
    squares = in_order(game.squares)
    free = {role for role in game.roles if role not in tactics}
    roles = {role: str(tactics.get(role, "any")) for role in game.roles}
    data: Json = {"format": "ttt-asp certificate", "version": 2, "claim": claim, "roles": roles}
    data |= known or {"game": "of sets", "const": {}}
    data["sets"] = listed(game, [str(square) for square in squares])
    return data | build(
        game, squares, free, lambda owned, role: og.chosen(game, owned, role, tactics)
    )


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


def claims_of(roles: Iterable[str]) -> list[str]:
    found = [f"{how} tie" for how in ("never", "always", "can")]
    for role in roles:
        found += [f"{role} {h} {w}" for h in ("never", "always") for w in ("wins", "loses", "ties")]
        found += [f"{role} can {what}" for what in ("win", "lose", "tie")]
    return found


ODD = contents("certificates/certificate_sets_odd.txt")
BREAKER = "#times\nt1 t2 t3 t4\n#blackturns\nt1 t3\n#positions\na b c d e\n#blackwins\na b\nc d e\n"
OVER = "#times\nt1 t2\n#positions\na b c\n#whiteinitials\na b\n#blackwins\nc\n#whitewins\na b\n"


def maker_breaker(game: Sets2, misere: bool) -> Sets2:
    return og.alternating(game.squares, game.wins[0], maker_breaker=True, misere=misere)


def named(side: int, dim: int, **more: int) -> Json:
    return {"game": "hypercube", "const": {"side": side, "dim": dim, **more}}


MINE = {"x": ["defeat", "defend", "any"]}
GAMES: list[tuple[Sets2, dict[str, list[str]], Json | None]] = [
    (og.hypercube(2, 1), {}, named(2, 1)),
    (og.hypercube(4, 1), {"x": ["any"]}, named(4, 1)),
    (og.hypercube(3, 2), MINE, named(3, 2, misere=0, maker_breaker=0)),
    (og.hypercube(2, 3), {"o": ["defend"]}, named(2, 3)),
    (maker_breaker(og.hypercube(3, 2), False), MINE, named(3, 2, maker_breaker=1)),
    (maker_breaker(og.hypercube(2, 2), True), {}, named(2, 2, maker_breaker=1, misere=1)),
    *((game, {"x": ["defeat", "fork"]}, None) for game in og.VARIANTS.values()),
    (og.alternating("abcd", ["ab", "bcd", "d"], misere=True), {}, None),
    (og.read_pg(ODD), {"black": ["defeat", "defend", "any"]}, None),
    (og.read_pg(ODD), {"white": ["fork", "defend"]}, None),
    (og.read_pg(BREAKER), {"white": ["defend", "any"]}, None),
    (og.read_pg(OVER), {}, None),
]


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("game", "tactics", "known"), GAMES)
def test_exactly_what_the_oracle_finds_true_is_valid(
    game: Sets2, tactics: dict[str, list[str]], known: Json | None
) -> None:
    data = made_by_oracle(game, tactics, "", known)
    full = {"plays": data["counts"]["plays"] | {"stuck": data["counts"]["stuck"]}}
    for claim in claims_of(game.roles):
        data["claim"] = claim
        assert accepted(encode(data)) == holds(claim, game.roles, full["plays"]), claim
    if true := true_claim(data):
        trusted = " ".join(verify(encode(data | {"claim": true})).trusted)
        assert ("squares, sets, turns" in trusted) == (known is None)


def true_claim(data: Json) -> str | None:
    plays = data["counts"]["plays"] | {"stuck": data["counts"]["stuck"]}
    roles = data["roles"]
    return next((claim for claim in claims_of(roles) if holds(claim, roles, plays)), None)


@tabled()
def test_the_checker_finds_the_lines_of_hypercubes(side: int, dim: int) -> None:
    every = product(range(1, side + 1), repeat=dim)
    squares: dict[Square, int] = {at: n for n, at in enumerate(every)}
    lines = {frozenset(squares[s] for s in line) for line in og.hypercube(side, dim).wins[0]}
    assert len(lines) == ((side + 2) ** dim - side**dim) // 2
    assert lines_of((side,) * dim, side) == lines


@tabled()
def test_another_cube(const: Any) -> None:
    data = made_by_oracle(og.hypercube(2, 2), {}, "x always wins", named(2, 2))
    assert accepted(encode(data))
    assert not accepted(encode({**data, "const": const}))


# --- mutants ------------------------------------------------------------------------------------


@cache
def seeds() -> list[Json]:
    found = [made_by_oracle(game, tactics, "", known) for game, tactics, known in GAMES]
    small = [data for data in found if len(data["positions"]) < 400]
    return [{**data, "claim": claim} for data in small if (claim := true_claim(data))]


def is_what_it_says(data: Json) -> bool:
    """Whether an accepted certificate is the one of its sets and moves, and its claim is true."""
    moves = {entry[0]: entry[1] for entry in data["positions"] if isinstance(entry, list)}
    sets, squares = data["sets"], data["sets"]["squares"]
    first, second = sets["roles"]
    game = Sets2(
        (first, second),
        frozenset(squares),
        (wins(sets, first), wins(sets, second)),
        tuple(sets["roles"].index(role) for role in sets["turns"]),
        (frozenset(sets["marked"][first]), frozenset(sets["marked"][second])),
        misere=sets["completing"] == "loses",
        otherwise=sets["otherwise"],
    )
    if data["game"] == "hypercube" and not is_cube(data["const"], game, squares):
        return False
    texts = {}

    def policy(owned: Owned, role: int) -> list[Square]:
        text = "".join("x" if s in owned[0] else "o" if s in owned[1] else "." for s in squares)
        texts[text] = role
        return [squares[number] for number in moves[text]]

    free = {role for role in game.roles if data["roles"][role] == "any"}
    anew = build(game, squares, free, policy)
    plays = anew["counts"]["plays"] | {"stuck": anew["counts"]["stuck"]}
    same = all(json.dumps(anew[k], sort_keys=True) == json.dumps(data[k], sort_keys=True)
               for k in anew)  # fmt: skip
    claim, _, limit = data["claim"].partition(" by move ")
    marks = sum(map(len, game.start))
    longest = max(len(text) - text.count(".") for text in map(text_of, anew["positions"])) - marks
    in_time = not limit or longest <= int(limit)
    return same and in_time and holds(claim, game.roles, plays)


def text_of(entry: Any) -> str:
    return str(entry[0] if isinstance(entry, list) else entry)


def tells_the_truth(data: Json) -> bool:
    """The same of a board that the checker knows, or that has another name now."""
    if data["game"] == "tictactoe":
        return oracle_certificates.is_what_it_says(data)
    return is_what_it_says(data)


def is_cube(const: Json, given: Sets2, names: list[str]) -> bool:
    """Whether a game is the cube of these constants, its squares called anything."""
    cube = og.hypercube(const["side"], const["dim"])
    if const.get("maker_breaker"):
        cube = maker_breaker(cube, const.get("misere") == 1)
    elif const.get("misere"):
        cube = og.alternating(cube.squares, cube.wins[0], misere=True)
    number = {square: names[n] for n, square in enumerate(in_order(cube.squares))}
    lines = [{frozenset(number[s] for s in line) for line in some} for some in cube.wins]
    same = [*map(set, given.wins)] == lines and given.roles == cube.roles
    rest = (given.order, given.start, given.misere, given.otherwise)
    return same and rest == (cube.order, cube.start, cube.misere, cube.otherwise)


def wins(sets: Json, role: str) -> og.Sets:
    return frozenset(frozenset[Square](one) for one in sets["sets"][role])


def test_every_set_counts() -> None:
    """Without any one of its sets it is the certificate of another game."""
    data = made_by_oracle(og.VARIANTS["no_diagonals"], {}, "can tie")
    assert accepted(encode(data))
    for role in ("x", "o"):
        for number, one in enumerate(data["sets"]["sets"][role]):
            for other in ([], [[*one, "nowhere"]]):
                mutant = copy(data)
                mutant["sets"]["sets"][role][number : number + 1] = other
                assert not accepted(encode(mutant))


@tabled()
def test_wrong_sets(key: str, value: Any) -> None:
    game = og.alternating("abcde", ["ab", "bcd"], misere=True)
    data = made_by_oracle(game, {}, "x can win")
    assert accepted(encode(data))
    data["sets"][key] = value
    assert not accepted(encode(data))


@tabled()
def test_what_is_no_game_of_sets_is_said(changes: Json, why: str) -> None:
    """Before any position is looked at, which would not fit either."""
    data = made_by_oracle(og.alternating("abcde", ["ab", "bcd"], misere=True), {}, "x can win")
    data["sets"] |= changes
    with pytest.raises(Rejected, match=why):
        verify(encode(data))


# --- made by the engine -------------------------------------------------------------------------


def checked(game: str, const: dict[str, str], roles: dict[str, str], known: Sets2) -> Json:
    """The certificate of what the oracle says is true; those of other claims are refused."""
    names = {role: text.removeprefix("first(").removesuffix(")") for role, text in roles.items()}
    tactics = {role: names.get(role, "any").split(", ") for role in known.roles}
    seen = og.explore(known, tactics)
    data: Json = {}
    for claim in claims_of(known.roles)[:: 4 if HUNT == 1 else 1]:
        if data:
            data["claim"] = claim  # it is about the same plays
        else:
            posed = read(
                Question(claim, roles, game=game, const=const, folders=LIBRARY.folders), Deadline()
            )
            data = certificate(posed, Limits())
        assert accepted(encode(data)) == holds(claim, known.roles, seen.plays), claim
    assert "rules" not in data
    assert data["counts"] == {
        "positions": seen.positions,
        "plays": {ending: seen.plays[ending] for ending in (*known.roles, "tie")},
        "stuck": seen.plays["stuck"],
    }
    return data | {"claim": true_claim(data) or "can tie"}


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("game", "const", "known"),
    [
        ("hypercube", {"dim": "2"}, og.hypercube(3, 2)),
        ("hypercube", {"dim": "2", "maker_breaker": "1"}, maker_breaker(og.hypercube(3, 2), False)),
        ("hypercube", {"side": "2", "dim": "4"}, og.hypercube(2, 4)),
        ("tictactoe", {"maker_breaker": "1"}, maker_breaker(og.hypercube(3, 2), False)),
        ("tictactoe", {"maker_breaker": "1", "misere": "1"},
         maker_breaker(og.hypercube(3, 2), True)),
        ("hypercube", {"side": "5", "dim": "1", "misere": "1"},
         og.alternating(range(5), [range(5)], misere=True)),
        *((name, {}, game) for name, game in og.VARIANTS.items()),
    ],
)  # fmt: skip
def test_games_built_in(game: str, const: dict[str, str], known: Sets2) -> None:
    roles = {"x": "first(defeat, defend, fork, any)", "o": "first(defeat, fork, any)"}
    data = checked(game, const, roles, known)
    anew = any("worked out anew" in fact for fact in verify(encode(data)).facts)
    assert anew == (game in ("hypercube", "tictactoe"))
    if len(data["positions"]) < 100:
        assert verify_strategy(data, LIBRARY, Deadline()).facts


def random_tactics(chance: random.Random, roles: Iterable[str]) -> dict[str, str]:
    found = {}
    for role in roles:
        if chance.random() < 0.7:
            names = chance.sample(["defeat", "defend", "fork"], chance.randint(1, 3))
            names += ["any"] if len(names) == 1 or chance.random() < 0.6 else []
            found[role] = f"first({', '.join(names)})"
    return found


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(16))
def test_random_sets(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    squares = list("abcdef"[: chance.randint(3, 6)])
    size = chance.randint(2, 3)  # of all: what tactics take for a threat depends on the longest
    sets = sorted(
        {"".join(sorted(chance.sample(squares, size))) for _ in range(chance.randint(1, 5))}
    )
    text = "".join(f"square({square}).\n" for square in squares)
    for number, one in enumerate(sets):
        text += f"winning_set({number}). part_of(({';'.join(one)}),{number}).\n"
    path = tmp_path / "sets.lp"
    path.write_text(text)
    const = {name: str(chance.randint(0, 1)) for name in ("misere", "maker_breaker")}
    misere, maker_breaker = (value == "1" for value in const.values())
    known = og.alternating(squares, sets, misere=misere, maker_breaker=maker_breaker)
    data = checked(str(path), const, random_tactics(chance, known.roles), known)
    if seed % 4 == 0:
        assert verify_strategy(data, LIBRARY, Deadline()).facts


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(16))
def test_random_pg(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    squares = list("abcdefg"[: chance.randint(3, 7)])
    marked = chance.sample(squares, chance.randint(0, 2))
    times = [f"t{number}" for number in range(chance.randint(1, 5))]
    blacks = [time for time in times if chance.random() < 0.5]

    def sets(low: int) -> str:
        many = range(chance.randint(low, 3))
        return "".join(" ".join(chance.sample(squares, 3)) + "\n" for _ in many)

    text = f"#times\n{' '.join(times)}\n#blackturns\n{' '.join(blacks)}\n"
    text += f"#positions\n{' '.join(squares)}\n#blackwins\n{sets(1)}#whitewins\n{sets(0)}"
    for name, square in zip(("black", "white"), marked, strict=False):
        text += f"#{name}initials\n{square}\n"
    path = tmp_path / "it.pg"
    path.write_text(text)
    known = og.read_pg(text)
    data = checked(str(path), {}, random_tactics(chance, known.roles), known)
    if seed % 4 == 0:
        assert verify_strategy(data, LIBRARY, Deadline()).facts


def test_the_second_stage_finds_other_sets(tmp_path: Path) -> None:
    path = tmp_path / "it.pg"
    path.write_text(ODD)
    posed = read(Question("can tie", game=str(path), folders=LIBRARY.folders), Deadline())
    data = certificate(posed, Limits())
    verify(encode(data))
    facts = verify_strategy(data, LIBRARY, Deadline()).facts
    assert any(fact.startswith("The squares, sets, turns") for fact in facts)
    path.write_text(ODD.replace("b1 a2", "b1 a3"))
    with pytest.raises(Rejected, match="sets: they are not those of"):
        verify_strategy(data, LIBRARY, Deadline())


def test_another_name_is_another_game() -> None:
    """What is not known by its name is for the second stage; what is has its own sets only."""
    data = made_by_oracle(og.hypercube(2, 2), {}, "x always wins", named(2, 2))
    assert any("worked out anew" in fact for fact in verify(encode(data)).facts)
    elsewhere = verify(encode({**data, "game": "square"}))
    assert any("square is the game of the squares" in what for what in elsewhere.trusted)
    for key, value in (("turns", [*"xoox"]), ("otherwise", "x"), ("roles", ["o", "x"])):
        changed = copy(data)
        changed["sets"][key] = value
        with pytest.raises(Rejected, match="sets: they are not those of hypercube"):
            verify(encode(changed))
