"""Pick-up-bricks, Chomp and numeric tic-tac-toe, against an oracle of their own."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

import oracle_piles as op
import pytest
from games import problem
from tables import tabled

from ttt_asp import prove, solve
from ttt_asp.claims.claims_file import Entry, read_claims
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import Deadline
from ttt_asp.engines.explicit.engine import prove as explicit
from ttt_asp.errors import InputError
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.paths import STRATEGIES
from ttt_asp.positions.position import advise
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import load_strategy

PILES = {"pick_up_bricks", "chomp", "numeric"}
STRATEGY: Mapping[str, op.Strategy] = {
    "any": op.anything,
    "three_by_three": op.leave_threes,
    "mirror_arms": op.mirror_arms,
    "lag_behind": op.lag_behind,
}


def rules_of(game: str, const: Mapping[str, str]) -> op.Rules:
    given = {name: int(value) for name, value in const.items()}
    if game == "pick_up_bricks":
        return op.bricks(given.get("bricks", 12))
    if game == "chomp":
        return op.chomp(given.get("rows", 3), given.get("cols", 4))
    known = {"side": 3, "largest": 9, "total": 15} | given
    return op.numeric(known["side"], known["largest"], known["total"], reuse="reuse" in given)


def verdict(claim: str, rules: op.Rules, strategies: Sequence[op.Strategy]) -> str:
    """Of a claim with never or always, from how the plays end that there are."""
    role, quantifier, what = claim.split()[:3]
    other = rules.roles[1 - rules.roles.index(role)]
    wanted = {"wins": role, "loses": other, "ties": "tie"}[what]
    ends = {rules.winner(state) for state in op.positions(rules, *strategies)} - {""}
    kept = wanted not in ends if quantifier == "never" else ends == {wanted}
    return "proved" if kept else "refuted"


@pytest.mark.parametrize(
    ("game", "const"),
    [
        *(("pick_up_bricks", {"bricks": n}) for n in (1, 2, 7, 12, 25)),
        *(("chomp", {"rows": r, "cols": c}) for r, c in ((1, 1), (1, 4), (3, 2), (2, 5), (4, 4))),
        *(
            ("numeric", {"side": 2, "largest": n, "total": t})
            for n, t in ((3, 3), (4, 5), (6, 6), (5, 0))
        ),
    ],
)
def test_positions_and_plays_are_the_oracles(game: str, const: dict[str, int]) -> None:
    rules = rules_of(game, {name: str(value) for name, value in const.items()})
    found = prove("can tie", game=game, const=const, engine="explicit")
    assert found.positions == len(op.positions(rules, op.anything, op.anything))
    expected = op.plays(rules, op.anything, op.anything)
    assert found.plays is not None
    assert {end: n for end, n in found.plays.items() if n} == dict(expected)


ENTRIES = [
    entry
    for path in sorted((STRATEGIES / "claims").glob("*.toml"))
    for entry in read_claims(path)
    if entry.game in PILES
]


def sizes_of(entry: Entry) -> list[dict[str, str]]:
    """The constants that a claim is about; some of them, if it is about every size."""
    if entry.every is None:
        return [dict(entry.const)]
    condition = re.sub(r"(?<![!<>])=", "==", entry.every).replace("\\", "%").split(",")
    names = sorted(set(re.findall(r"[a-z]+", entry.every)))
    most = 24 if len(names) == 1 else 4
    tried = (dict(zip(names, one, strict=True)) for one in product(range(most), repeat=len(names)))
    return [
        {**entry.const, **{name: str(value) for name, value in size.items()}}
        for size in tried
        if all(eval(one, {}, size) for one in condition)
    ]


@pytest.mark.parametrize(
    "entry", [e for e in ENTRIES if e.game != "numeric"], ids=lambda e: f"{e.game}-{e.id}"
)
def test_expected_verdicts_are_the_oracles(entry: Entry) -> None:
    found = set()
    for const in sizes_of(entry):
        rules = rules_of(entry.game or "", const)
        strategies = [STRATEGY[entry.roles.get(role, "any")] for role in rules.roles]
        found.add(verdict(entry.claim, rules, strategies))
    # of every size: one that refutes it is enough
    assert ("refuted" if "refuted" in found else "proved") == entry.expect and found


def test_every_number_of_bricks_up_to_60_is_claimed() -> None:
    bricks = [e for e in ENTRIES if e.game == "pick_up_bricks"]
    for who, plays in (("first", "x"), ("second", "o")):
        numbers = {int(e.const["bricks"]) for e in bricks if e.id.startswith(f"{who}-")}
        numbers -= {7} if who == "second" else set()
        expected = {n for n in range(1, 61) if op.value(op.bricks(n)) == plays}
        assert numbers == expected


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("three_by_three", op.bricks(11)),
        ("three_by_three", op.bricks(12)),
        ("mirror_arms", op.chomp(4, 4)),
        ("mirror_arms", op.chomp(1, 1)),
        ("lag_behind", op.chomp(2, 6)),
    ],
)
def test_strategies_recommend_what_the_oracle_does(name: str, rules: op.Rules) -> None:
    """At every position that plays come to, where either role keeps to the strategy."""
    game, write = _written(rules)
    strategy = load_strategy(name, "x", game, open_library())
    ways = [(STRATEGY[name], op.anything), (op.anything, STRATEGY[name])]
    seen = {state for way in ways for state in op.positions(rules, *way)}
    for state in seen:
        if rules.winner(state):
            continue
        position, moves = write(state)
        turn = rules.roles[rules.turn(state)]
        advice = advise(game, turn, strategy, position, Deadline())
        expected = STRATEGY[name](state, frozenset(moves))
        assert set(advice.recommended) == {moves[move] for move in expected}


WITHOUT_THREATS = "first(make_total, refine(give_nothing, begin_few, high_number), any)"


@pytest.mark.no_cover
@pytest.mark.parametrize("strategy", ["steady_numbers", WITHOUT_THREATS])
@pytest.mark.parametrize(
    ("side", "largest", "total", "reuse"),
    [(3, 9, 15, False), (2, 5, 5, False), (2, 4, 6, False), (3, 9, 15, True), (2, 5, 5, True)],
)
def test_strategies_with_numbers_recommend_what_the_oracle_does(
    side: int, largest: int, total: int, reuse: bool, strategy: str
) -> None:
    """At every position of plays at random, whoever is to move."""
    const = {"side": str(side), "largest": str(largest), "total": str(total)}
    const |= {"reuse": "1"} if reuse else {}
    rules = rules_of("numeric", const)
    game = load_game("numeric", const)
    chosen = load_strategy(strategy, "odd", game, open_library())
    threats = strategy == "steady_numbers"
    choose = op.numbers(side, largest, total, threats=threats, reuse=reuse)
    dice = random.Random(side * largest + total)
    for _ in range(3):
        state = rules.start
        while not rules.winner(state):
            after = rules.options(state)
            turn = rules.roles[rules.turn(state)]
            text = "".join("." if n < 0 else str(n) for n in state)
            rows = "/".join(text[i * side : (i + 1) * side] for i in range(side))
            position = Notation(game).parse(rows)
            advice = advise(game, turn, chosen, position, Deadline())
            expected = choose(state, frozenset(after))
            assert set(advice.recommended) == {f"put(cell({i},{j}),{n})" for i, j, n in expected}
            state = after[dice.choice(sorted(expected if dice.random() < 0.5 else after))]


@pytest.mark.no_cover
@pytest.mark.parametrize(("largest", "total"), [(3, 3), (4, 5), (5, 5), (6, 6), (5, 0)])
@pytest.mark.parametrize("steady", ["odd", "even"])
def test_small_numeric_games_are_counted_as_the_oracle_does(
    largest: int, total: int, steady: str
) -> None:
    rules = op.numeric(2, largest, total)
    ways: list[op.Strategy] = [op.anything, op.anything]
    ways[rules.roles.index(steady)] = op.numbers(2, largest, total)
    found = prove(
        f"{steady} never loses",
        roles={steady: "steady_numbers"},
        game="numeric",
        const={"side": 2, "largest": largest, "total": total},
        engine="explicit",
        count=True,
    )
    assert found.verdict == verdict(f"{steady} never loses", rules, ways)
    assert found.positions == len(op.positions(rules, *ways))
    assert {end: n for end, n in (found.plays or {}).items() if n} == op.plays(rules, *ways)


def how_odd_loses(
    strategy: str, const: dict[str, int], rules: op.Rules, choose: op.Strategy
) -> Any:
    """Where the play ends that refutes that odd never loses; it is one of the oracle's.

    The engine is asked alone: what could have been done in place of the play's moves takes it ten
    times as long as the play.
    """
    found = explicit(problem("odd never loses", "numeric", const=const, odd=strategy), Limits())
    assert found.verdict == "refuted"
    assert found.play is not None
    state = rules.start
    for move in found.play.moves:
        i, j, n = (int(digit) for digit in re.findall(r"\d", move.action))
        after = rules.options(state)
        assert move.role == rules.roles[rules.turn(state)]
        assert move.role == "even" or (i, j, n) in choose(state, frozenset(after))
        state = after[i, j, n]
    assert rules.winner(state) == "even"
    return state


def test_a_play_that_refutes_a_claim_about_numbers_is_one_of_the_oracle() -> None:
    rules, choose = op.numeric(3, 9, 15), op.numbers(3, 9, 15, threats=False)
    how_odd_loses(WITHOUT_THREATS, {}, rules, choose)


def test_to_the_letter_odd_loses_with_steady_numbers() -> None:
    """It puts its highest number, 9, where that is not counted, and once more."""
    rules, choose = op.numeric(3, 9, 15, reuse=True), op.numbers(3, 9, 15, reuse=True)
    assert how_odd_loses("steady_numbers", {"reuse": 1}, rules, choose).count(9) == 2


@pytest.mark.no_cover
def test_to_the_letter_even_keeps_the_tie_with_steady_numbers() -> None:
    """Even cannot force more. The plays were counted by the oracle, which takes it seconds:

    op.plays(op.numeric(3, 9, 15, reuse=True, forget=True), op.anything,
             op.numbers(3, 9, 15, reuse=True))
    """
    assert not op.forces(op.numeric(3, 9, 15, reuse=True, forget=True), 1)
    asked = problem("even never loses", "numeric", const={"reuse": 1}, even="steady_numbers")
    found = explicit(asked, Limits())
    assert found.verdict == "proved"
    assert found.plays == {"odd": 0, "even": 62_024, "tie": 176_128}


def _written(
    rules: op.Rules,
) -> tuple[Game, Callable[[Any], tuple[frozenset[str], dict[Any, str]]]]:
    """A game of the oracle's, and its states as positions with the moves there."""

    def of_bricks(state: Any) -> tuple[frozenset[str], dict[Any, str]]:
        fluents = {f"left({state[0]})", f"turn({rules.roles[state[1]]})"}
        return frozenset(fluents), {m: f"take({m})" for m in rules.options(state)}

    def of_chomp(state: Any) -> tuple[frozenset[str], dict[Any, str]]:
        squares = {
            f"left(cell({i},{j}))" for i, row in enumerate(state[0], 1) for j in range(1, row + 1)
        }
        moves: dict[Any, str] = {m: f"eat(cell({m[0]},{m[1]}))" for m in rules.options(state)}
        return frozenset(squares | {f"turn({rules.roles[state[1]]})"}), moves

    start: Any = rules.start
    if isinstance(start[0], int):
        return load_game("pick_up_bricks", {"bricks": str(start[0])}), of_bricks
    const = {"rows": str(len(start[0])), "cols": str(start[0][0])}
    return load_game("chomp", const), of_chomp


@tabled()
def test_no_proof_without_the_right_strategy_and_lemma(
    game: str, const: dict[str, int], x: str, lemma: str, message: str
) -> None:
    found = prove("x never loses", x=x, game=game, const=const, engine="induction", lemmas=[lemma])
    assert found.verdict in ("unknown", "refuted")
    assert message in found.reason


@pytest.mark.no_cover
def test_bricks_by_induction_only_where_three_divides() -> None:
    for number in (998, 999, 1000):
        found = prove(
            "o never loses",
            o="three_by_three",
            game="pick_up_bricks",
            const={"bricks": number},
            engine="induction",
            lemmas=["threes_left"],
        )
        assert found.verdict == ("proved" if number == 999 else "unknown")
        assert found.lemmas == ("one_stack", "one_turn", "first_mover", "threes_left")


def test_the_lemma_about_bricks_is_found() -> None:
    found = prove(
        "o never loses",
        o="three_by_three",
        game="pick_up_bricks",
        const={"bricks": 21},
        engine="induction",
    )
    assert (found.verdict, found.lemmas and found.lemmas[-1]) == ("proved", "found")


@tabled()
def test_bars_are_written_as_boards(text: str, role: str | None, squares: int | None) -> None:
    notation = Notation(load_game("chomp", {"rows": "3", "cols": "3"}))
    if squares is None:
        with pytest.raises(InputError, match="whose turn it is|rows of"):
            notation.parse(text, role)
        return
    position = notation.parse(text, role)
    assert len(position) == squares + 1
    assert notation.write(position) == text


def test_numbers_are_written_as_boards() -> None:
    notation = Notation(load_game("numeric", {}))
    position = notation.parse("1.9/.0./...")
    assert position == {
        "has(cell(1,1),1)", "has(cell(1,3),9)", "has(cell(2,2),0)", "turn(even)"
    }  # fmt: skip
    assert notation.write(position) == "1.9/.0./..."
    assert notation.mover(position) == "even"


def test_strategies_play_the_games_that_they_are_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["matrix", "-g", "chomp", "-c", "rows=2", "-c", "cols=2", "--csv"]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    assert [row.split(",")[:2] for row in rows] == [
        [x, o] for x in ("lag_behind", "mirror_arms") for o in ("lag_behind", "mirror_arms")
    ]


@pytest.mark.no_cover
def test_the_same_strategy_never_loses_with_either_kind_of_numbers() -> None:
    """The positions were counted by a program in C++ too, which found no lost one among them."""
    for role, positions in (("odd", 336_589), ("even", 207_536)):
        roles = {role: "steady_numbers"}
        found = prove(f"{role} never loses", roles=roles, game="numeric", engine="explicit")
        assert (found.verdict, found.positions) == ("proved", positions)


@pytest.mark.parametrize(
    ("game", "const"),
    [
        *(("pick_up_bricks", {"bricks": n}) for n in (1, 6, 10)),
        *(("chomp", {"rows": r, "cols": c}) for r, c in ((1, 1), (1, 3), (3, 3), (3, 4), (2, 6))),
        *(
            ("numeric", {"side": 2, "largest": n, "total": t})
            for n, t in ((3, 3), (4, 5), (6, 6), (5, 0))
        ),
    ],
)
def test_values_with_best_play_are_the_oracles(game: str, const: dict[str, int]) -> None:
    given = {name: str(value) for name, value in const.items()}
    rules = rules_of(game, given)
    found = solve(game, const=const)
    best = op.value(rules)
    goals = {role: 50 if best == "tie" else 100 * (role == best) for role in rules.roles}
    assert found.values == goals


@pytest.mark.parametrize("size", [(1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (3, 2)])
def test_baits_are_those_of_the_histories(
    size: tuple[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every square as the trap, against all histories one by one."""
    rows, cols = size
    given = ["-c", f"rows={rows}", "-c", f"cols={cols}"]
    for i in range(1, rows + 1):
        for j in range(1, cols + 1):
            expected = 0 if op.bait(rows, cols, (i, j)) else 1
            assert execute(["steal", f"eat(cell({i},{j}))", *given]) == expected
    assert expected == (1 if size == (1, 1) else 0)  # the last one, the far corner
    capsys.readouterr()


def test_a_bait_means_that_the_first_player_wins() -> None:
    for rows in range(1, 4):
        for cols in range(1, 5):
            assert (op.value(op.chomp(rows, cols)) == "x") == ((rows, cols) != (1, 1))


def test_short_games_are_explored_however_many_fluents_they_have() -> None:
    found = prove("odd never loses", roles={"odd": "steady_numbers"}, game="numeric", count=False)
    assert (found.verdict, found.engine) == ("proved", "explicit")
