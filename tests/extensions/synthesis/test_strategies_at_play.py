"""Strategies compared, named, and played by lot, held to all positions and lists by brute force."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import combinations, permutations, product
from pathlib import Path

import oracle
import oracle_piles
import pytest
from conftest import examples
from held_up import held_up
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Position, Square, Squares
from tables import constant, tabled, tupled

from ttt_asp import identify as ask
from ttt_asp import odds
from ttt_asp.claims.question import Question
from ttt_asp.deadline import INTERRUPTED, Deadline
from ttt_asp.extensions.comparing.compare import Comparison, compare
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.extensions.playing.odds import Odds
from ttt_asp.extensions.playing.show_solutions import chance
from ttt_asp.extensions.synthesis.identify import Identified, SeenChoices, identify_list
from ttt_asp.extensions.synthesis.task import read_task
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import open_library

BOARD = Board()
GAME, LIBRARY = load_game("tictactoe", {}), open_library()
NOTATION = PositionReader(GAME)
TACTICS = sorted({*oracle.TACTICS} - {"spoil", "nqthm_replies"})


def term(dice: random.Random, depth: int = 2) -> str:
    """A random strategy."""
    if depth == 0 or dice.random() < 0.2:
        return dice.choice(TACTICS)
    op = dice.choice(["first", "first", "refine", "either", "both", "except"])
    return f"{op}({term(dice, depth - 1)}, {term(dice, depth - 1)})"


def sides(role: str, mine: str, other: str) -> tuple[str, str]:
    """The strategies of x and o."""
    return (mine, other) if role == "x" else (other, mine)


def after(position: Position, moves: Squares) -> list[Position]:
    return [oracle.place(position, position.mover, move) for move in sorted(moves)]


@cache
def visited(role: str, mine: str, against: str) -> Sequence[Position]:
    """The positions that plays come to, from the first on."""
    seen, queue = {oracle.INITIAL}, [oracle.INITIAL]
    for position in queue:
        if oracle.result(BOARD, position) is None:
            moves = oracle.choices(BOARD, *sides(role, mine, against), position)
            new = {*after(position, moves)} - seen
            seen |= new
            queue += sorted(new, key=partial(oracle.show_board, BOARD))
    return queue


def has_choice(role: str, position: Position) -> bool:
    return position.mover == role and len(oracle.legal(BOARD, position)) > 1


def choosing(role: str, mine: str) -> list[Position]:
    """Where a role that plays a strategy has a choice, whatever the other does."""
    return [one for one in visited(role, mine, "any") if has_choice(role, one)]


def squares(actions: Iterable[str]) -> Squares:
    return frozenset(NOTATION.places[action] for action in actions)


# --- compared -----------------------------------------------------------------------------------

OUTCOMES = ("wins", "loses", "ties")
# Every never and always claim about x or o, but those with a number of moves.
CLAIMS = [f"{r} {q} {end}" for r in "xo" for q in ("never", "always") for end in OUTCOMES]
NAMED: list[tuple[str, str, str, str]] = [tupled(row) for row in constant(__file__, "NAMED")]


def random_pairs() -> list[tuple[str, str, str, str]]:
    dice, found = random.Random(6), []
    for number in range(6):
        a = f"first({term(dice)}, any)" if number % 4 else term(dice)
        # related terms, so that some refine others
        b = [f"either({a}, {term(dice)})", f"refine({a}, {term(dice)})", term(dice)][number % 3]
        against = "any" if number == 3 else f"first({term(dice)}, any)"
        found.append((a, b, against, "xo"[number // 2 % 2]))
    return found


# The tests ask for the same comparisons.
@cache
def compared(a: str, b: str, against: str, role: str, *claims: str) -> Comparison:
    return compare(GAME, role, (a, b), against, LIBRARY, Limits(Deadline()), claims)


def claims_of(role: str) -> list[str]:
    return [*CLAIMS, f"{role} always wins by move 7"]


@cache
def refines(role: str, a: str, b: str) -> bool:
    for position in choosing(role, a):
        mine, its = (oracle.recommends(BOARD, position, some) for some in (a, b))
        if not mine <= its or (its and not mine):
            return False
    return True


@cache
def keeping(role: str, mine: str, against: str, claim: str) -> Callable[[Position], bool]:
    """Whether all plays from a position on, none of which gets stuck, are as claimed."""
    wanted = oracle.parse_claim(claim)
    x, o = sides(role, mine, against)

    @cache
    def holds(position: Position) -> bool:
        ended = oracle.result(BOARD, position)
        if ended:
            return not wanted.violated(ended, len(position.x) + len(position.o))
        moves = oracle.choices(BOARD, x, o, position)
        return bool(moves) and all(map(holds, after(position, moves)))

    return holds


def parsed(position: frozenset[str], role: str) -> Position:
    written = NOTATION.write(position)
    assert isinstance(written, str)
    return oracle.parse_board(written, role)


@pytest.mark.no_cover
@pytest.mark.parametrize(("a", "b", "against", "role"), [*NAMED, *random_pairs()])
def test_comparisons_are_the_oracles(a: str, b: str, against: str, role: str) -> None:
    claims = claims_of(role)
    found = compared(a, b, against, role, *claims)
    verdicts = {
        claim: tuple(oracle.verdict(BOARD, *sides(role, mine, against), claim) for mine in (a, b))
        for claim in claims
    }
    assert dict(found.claims) == verdicts

    first, second = ({*visited(role, mine, against)} for mine in (a, b))
    numbers = (len(first & second), len(first - second), len(second - first))
    assert found.positions == numbers

    said = {
        position: [oracle.recommends(BOARD, position, some) for some in (a, b)]
        for position in first & second
        if has_choice(role, position)
    }
    different = {position for position, (mine, its) in said.items() if mine != its}
    shown = {parsed(some.position, role): some for some in found.differences}
    assert set(shown) == different
    for position, some in shown.items():
        mine, its = said[position]
        assert squares(some.only_a) == mine - its
        assert squares(some.only_b) == its - mine
        assert squares(some.both) == mine & its
        expected = set()
        for claim in claims:
            for loser, one, other in (("A", a, b), ("B", b, a)):
                own, its_own = (mine, its) if loser == "A" else (its, mine)
                if keeping(role, other, against, claim)(position):
                    keeps = keeping(role, one, against, claim)
                    bad = frozenset(
                        move
                        for move in own - its_own
                        if not keeps(oracle.place(position, role, move))
                    )
                    if bad or not own:
                        expected.add((claim, loser, bad))
        assert {(loss.claim, loss.loser, squares(loss.moves)) for loss in some.matters} == expected

    answers = {relation.text: relation.verdict for relation in found.relations}
    finer, coarser = refines(role, a, b), refines(role, b, a)
    as_word = {True: "proved", False: "refuted"}
    assert answers["A refines B"] == as_word[finer]
    assert answers["B refines A"] == as_word[coarser]
    assert answers["A and B are equivalent"] == as_word[finer and coarser]
    for better, worse, number, refined in (("A", "B", 0, finer), ("B", "A", 1, coarser)):
        lost = [c for c, v in verdicts.items() if v[1 - number] == "proved" != v[number]]
        assert answers[f"{better} dominates {worse} against C"] == as_word[not lost]
        everywhere = "refuted" if lost else "proved" if refined else "not decided"
        assert answers[f"{better} dominates {worse} against all opponents"] == everywhere
        for claim in lost:  # then some difference matters for it
            assert any((claim, better) in some.lost for some in found.differences)

    for relation in found.relations:
        if relation.text in ("A refines B", "B refines A") and relation.shown:
            position = parsed(relation.shown.position, role)
            pair = (a, b) if relation.text == "A refines B" else (b, a)
            assert position in visited(role, pair[0], "any")
            mine, its = (oracle.recommends(BOARD, position, text) for text in pair)
            assert not mine <= its or (its and not mine)
        if "against C" in relation.text and relation.verdict == "refuted":
            assert relation.shown in found.differences


@pytest.mark.no_cover
def test_the_pairs_have_every_answer() -> None:
    answers = [
        relation.verdict
        for a, b, against, role in [*NAMED, *random_pairs()]
        for relation in compared(a, b, against, role, *claims_of(role)).relations
    ]
    assert all(answers.count(answer) >= 10 for answer in ("proved", "refuted", "not decided"))


def test_where_only_plays_against_c_can_be_gone_through() -> None:
    limits = Limits(Deadline(), max_positions=1000)
    pair = ("good_for_x", "newell_simon")
    found = compare(GAME, "x", pair, "good_for_o", LIBRARY, limits)
    everything = compare(GAME, "x", pair, "good_for_o", LIBRARY, Limits(Deadline()))
    assert found == everything
    small = compare(GAME, "x", pair, "good_for_o", LIBRARY, Limits(Deadline(), max_positions=200))
    assert (small.claims, small.differences) == (found.claims, found.differences)
    answers = {relation.text: relation.verdict for relation in small.relations}
    assert {text for text, answer in answers.items() if answer == "proved"} == {
        "A dominates B against C",
        "B dominates A against C",
    }
    assert set(answers.values()) == {"proved", "not decided"}


# --- named --------------------------------------------------------------------------------------

# What was chosen at positions, and how often.
Chosen = Mapping[Position, Mapping[Square, int]]


@dataclass(frozen=True)
class Case:
    """A search: whose choices, and what lists may be made of."""

    role: str
    pool: Sequence[str]
    pairs: Sequence[str]
    lines: int
    exact: bool

    def lists(self) -> dict[tuple[str, ...], int]:
        """All lists of the pool, and what they cost."""
        alone = [name for name in self.pool if name != "any"]
        cost = dict.fromkeys(self.pool, 1)
        if "refine" in self.pairs:
            cost |= {f"refine({a}, {b})": 2 for a, b in permutations(alone, 2)}
        if "either" in self.pairs:
            cost |= {f"either({a}, {b})": 2 for a, b in combinations(sorted(alone), 2)}
        return {
            some: sum(map(cost.__getitem__, some))
            for number in range(1, self.lines + 1)
            for some in permutations(cost, number)
        }

    def violated(self, some: Sequence[str], chosen: Chosen) -> int:
        """How many choices a list violates."""
        number = 0
        for position, moves in chosen.items():
            may = decided(some, position)[1]
            number += sum(times for move, times in moves.items() if move not in may)
            number += self.exact and bool(may - moves.keys())
        return number

    def identified(self, chosen: Chosen, limits: Limits | None = None) -> Identified:
        question = Question(f"{self.role} never loses", {self.role: "first(...)"})
        deadline = Deadline()
        task = read_task([question], self.pool, self.pairs, self.lines, False, deadline)
        seen = {
            NOTATION.parse(oracle.show_board(BOARD, one), self.role): {
                f"mark(cell({row},{column}))": times for (row, column), times in moves.items()
            }
            for one, moves in chosen.items()
        }
        return identify_list(
            task, SeenChoices("planted", seen), self.exact, LIBRARY, limits or Limits()
        )

    def agrees(self, chosen: Chosen) -> Identified:
        """Let `identify` answer, and hold it to all lists."""
        found, lists = self.identified(chosen), self.lists()
        worst = {some: (self.violated(some, chosen), cost) for some, cost in lists.items()}
        mine = tuple(line.term for line in found.lines)
        assert found.answer == "found"
        assert worst[mine] == min(worst.values())
        assert found.cost == lists[mine]
        assert found.choices == sum(sum(moves.values()) for moves in chosen.values())
        loose = found.loose if self.exact else 0
        assert found.choices - found.explained + loose == worst[mine][0]
        said, kept, exceptions, others = Counter[int](), Counter[int](), set[str](), 0
        for position, moves in chosen.items():
            line, may = decided(mine, position)
            well = sum(times for move, times in moves.items() if move in may)
            if line is not None:
                said[line] += sum(moves.values())
                kept[line] += well
            more = bool(may - moves.keys())
            others += more
            if well < sum(moves.values()) or (self.exact and more):
                exceptions.add(oracle.show_board(BOARD, position))
        assert [(one.said, one.kept) for one in found.lines] == [
            (said[n], kept[n]) for n in range(len(mine))
        ]
        assert {NOTATION.text(one.position) for one in found.exceptions} == exceptions
        assert found.loose == others
        return found


def decided(some: Sequence[str], position: Position) -> tuple[int | None, Squares]:
    """Which line of a list decides at a position, and what the list recommends."""
    for number, line in enumerate(some):
        if squares := oracle.recommends(BOARD, position, line):
            return number, squares
    return None, frozenset()


def planted(
    dice: random.Random, case: Case, some: Sequence[str], exceptions: int
) -> dict[Position, dict[Square, int]]:
    """What a list recommends: at `exceptions` positions something else."""
    positions = choosing(case.role, f"first({', '.join(some)}, any)")
    chosen = {}
    for position in dice.sample(positions, min(150, len(positions))):
        may = decided([*some, "any"], position)[1]
        chosen[position] = dict.fromkeys(may if case.exact else [dice.choice(sorted(may))], 1)
    for position in dice.sample(list(chosen), exceptions):
        others = oracle.legal(BOARD, position) - chosen[position].keys()
        if others:
            chosen[position] = {dice.choice(sorted(others)): 1}
    return chosen


@examples(2, hunt=10)
@given(st.integers(0, 10**6), st.sampled_from([0, 1, 5]), st.booleans(), st.booleans())
@pytest.mark.no_cover
def test_planted_lists_are_identified(seed: int, exceptions: int, exact: bool, pairs: bool) -> None:
    dice = random.Random(seed)
    pool = dice.sample(sorted({*TACTICS} - {"any"}), 3 if pairs else 5) + ["any"] * exact
    case = Case(dice.choice("xo"), pool, ["refine", "either"] * pairs, 2 if pairs else 3, exact)
    some = dice.choice([one for one in case.lists() if len(one) == case.lines])
    chosen = planted(dice, case, some, exceptions)
    found = case.agrees(chosen)
    if exact and "any" in some and not exceptions:  # then it is the same everywhere
        assert not found.exceptions
        mine = [line.term for line in found.lines]
        assert all(decided(mine, one)[1] == decided(some, one)[1] for one in chosen)


def test_a_strategy_is_recovered_from_all_it_recommends() -> None:
    found = ask("good_for_o", role="o", exact=True)
    assert (found.answer, found.exceptions, found.loose) == ("found", (), 0)
    positions = choosing("o", "good_for_o")
    assert found.positions == len(positions)
    mine = [line.term for line in found.lines]
    assert all(
        decided(mine, one)[1] == oracle.recommends(BOARD, one, oracle.parse("good_for_o"))
        for one in positions
    )


def test_lists_behind_recorded_games_are_identified(tmp_path: Path) -> None:
    """As on a score sheet; o keeps to a list in four moves of five."""
    dice, path = random.Random(1), tmp_path / "games.csv"
    some, lines = ["defeat", "defend", "center", "corner"], ["# of nobody", ""]
    chosen: dict[Position, Counter[Square]] = {}
    for _ in range(40):
        position, moves = oracle.INITIAL, list[str]()
        while not oracle.result(BOARD, position):
            legal = oracle.legal(BOARD, position)
            keeps = position.mover == "o" and dice.random() < 0.8
            square = dice.choice(sorted((keeps and decided(some, position)[1]) or legal))
            if position.mover == "o" and len(legal) > 1:
                chosen.setdefault(position, Counter())[square] += 1
            row, column = square
            moves.append(dice.choice([str(3 * row + column - 3), f'"{row},{column}"']))
            position = oracle.place(position, position.mover, square)
        lines.append(dice.choice([",", ", "]).join(moves))
    path.write_text("\n".join(lines), "utf-8")
    pool = [*some, "fork", "edge"]
    expected = Case("o", pool, [], 5, False).identified(chosen)
    found = ask(str(path), role="o", pool=pool, lines=5)
    assert (found.games, found.source) == (40, str(path))
    assert (found.list, found.lines, found.exceptions) == (
        expected.list, expected.lines, expected.exceptions
    )  # fmt: skip
    assert found.choices == sum(map(Counter.total, chosen.values()))


def test_the_best_list_so_far_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case("o", ["defeat", "defend", "center", "corner", "edge"], [], 4, False)
    chosen = planted(random.Random(0), case, ["defeat", "defend", "center"], 0)
    with held_up(monkeypatch) as (deadline, _):
        found = case.identified(chosen, Limits(deadline))
    assert (found.answer, found.reason) == ("unknown", "interrupted")
    assert found.list
    assert "the best so far" in str(found)
    deadline = Deadline()
    deadline.ended.append(INTERRUPTED)
    assert str(case.identified(chosen, Limits(deadline))).startswith("unknown: no list was found")


def test_a_function_that_plays_is_identified() -> None:
    """It is asked at the positions of its own plays, and named by what it does there."""
    some = ["defeat", "defend", "center", "corner", "edge"]

    def bot(position: str, role: str) -> str:
        row, column = min(decided(some, oracle.parse_board(position, role))[1])
        return f"{row},{column}"

    found = ask(bot, role="o", pool=["corner", "defeat", "edge", "fork", "defend", "center"])
    assert (found.source, found.explained) == ("function bot", found.choices)
    chosen = {
        one: {min(decided(some, one)[1]): 1}
        for one in choosing("o", "pick(first(defeat, defend, center, corner, edge), reading)")
    }
    assert found.choices == len(chosen)
    assert found.loose == sum(
        len(decided([line.term for line in found.lines], one)[1]) > 1 for one in chosen
    )


def test_a_minimum_that_violates_some_is_found() -> None:
    """Choices count as often as they were made, positions once where the list allows more."""
    case = Case("o", ["center", "corner", "edge", "defend"], [], 3, True)
    chosen = {
        one: {max(oracle.legal(BOARD, one)): 1 + number % 3}
        for number, one in enumerate([*choosing("o", "first(defend, any)")][::9])
    }
    found = case.agrees(chosen)
    assert found.loose
    assert found.choices - found.explained > 1


# --- played by lot ------------------------------------------------------------------------------

ENDS = ("x", "o", "tie", "stuck")
# The chances of the four ends.
Chances = tuple[Fraction, ...]


def mean(found: list[Chances]) -> Chances:
    return tuple(sum(column, Fraction()) / len(found) for column in zip(*found, strict=True))


def drawn(board: Board, x: str, o: str) -> Chances:
    """The chances of the ends where all moves are drawn by lot."""

    @lru_cache(None)
    def at(position: Position) -> Chances:
        moves = oracle.choices(board, x, o, position)
        if ended := oracle.status(board, position, moves, 0, None):
            return tuple(Fraction(end == ended) for end in ENDS)
        return mean([at(one) for one in after(position, moves)])

    return at(oracle.INITIAL)


def replied(x: str, o: str, replier: str, position: Position) -> Iterator[Chances]:
    """The chances of the ends under every strategy of the role that replies, one by one."""
    mine = position.mover == replier
    moves = oracle.choices(BOARD, x, o, position)
    if ended := oracle.status(BOARD, position, moves, 0, None):
        yield tuple(Fraction(end == ended) for end in ENDS)
    elif mine:
        for one in after(position, moves):
            yield from replied(x, o, replier, one)
    else:
        for some in product(*(replied(x, o, replier, one) for one in after(position, moves))):
            yield mean(list(some))


def told(found: Odds) -> Chances:
    return tuple(found.plays.get(end, Fraction()) for end in ENDS)


def player(dice: random.Random) -> str:
    """A strategy; one of four may get stuck."""
    return dice.choice(["first({}, any)"] * 3 + ["first({}, corner)"]).format(term(dice))


@examples(3, hunt=5)
@given(st.integers(0, 10**6), st.booleans(), st.booleans())
@pytest.mark.no_cover
def test_odds_of_random_strategies_are_the_oracles(seed: int, small: bool, free: bool) -> None:
    dice = random.Random(seed)
    board = Board(2, 3, 3) if small else BOARD
    x, o = player(dice), "any" if free else player(dice)
    found = odds(x=x, o=o, const={"rows": board.rows})
    assert told(found) == drawn(board, x, o)
    for role, (won, lost) in {"x": ("x", "o"), "o": ("o", "x")}.items():
        ends, plays = found.ends[role], dict(zip(ENDS, told(found), strict=True))
        assert (ends.wins, ends.loses) == (plays[won], plays[lost])
        assert (ends.ties, ends.stuck) == (plays["tie"], plays["stuck"])
        assert ends.goal == 100 * ends.wins + 50 * ends.ties


@examples(2, hunt=5)
@given(st.integers(0, 10**6))
@pytest.mark.no_cover
def test_best_replies_are_the_oracles(seed: int) -> None:
    """From positions with four or five free squares, against all that can be replied."""
    dice = random.Random(seed)
    replier = dice.choice("xo")
    while True:
        position = oracle.INITIAL
        for _ in range(dice.choice([4, 5])):
            if oracle.result(BOARD, position):
                break
            position = dice.choice(after(position, oracle.legal(BOARD, position)))
        if not oracle.result(BOARD, position):
            break
    given_to = "o" if replier == "x" else "x"
    strategy = player(dice)
    won = ENDS.index(replier)
    best = max(
        (one[won], 2 * one[won] + one[2])
        for one in replied(*sides(given_to, strategy, "any"), replier, position)
    )
    where = oracle.show_board(BOARD, position)
    found = odds({given_to: strategy}, against="best", position=where)
    ends = found.ends[replier]
    assert (ends.wins, 2 * ends.wins + ends.ties) == best
    assert found.best == replier
    if position.mover == replier:
        replies = [(one.wins, 2 * one.wins + one.ties) for _, one in found.first]
        assert max(replies) == replies[0] == best
        assert found.optimal == replies.count(best)


@pytest.mark.parametrize("against", ["any", "best"])
def test_odds_are_the_same_up_to_symmetry(against: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = odds(o="good_for_o", against=against)
    if against == "best":  # from a corner x wins against it, whatever it does
        assert plain.ends["x"].wins == 1
    else:
        assert told(plain) == drawn(BOARD, "any", "good_for_o")
    monkeypatch.setattr("ttt_asp.positions.explore.MANY", 5)
    found = odds(o="good_for_o", against=against)
    assert (found.plays, found.ends) == (plain.plays, plain.ends)
    assert found.positions == plain.positions == 970


def test_plays_that_get_stuck_are_an_outcome_of_their_own() -> None:
    found = odds(x="first(defeat, edge)")
    assert told(found) == drawn(BOARD, "first(defeat, edge)", "any")
    assert 0 < found.ends["x"].stuck < 1
    assert "stuck" in str(found)


def test_odds_hold_where_positions_come_after_different_numbers_of_moves() -> None:
    rules = oracle_piles.bricks(12)

    @lru_cache(None)
    def first_wins(state: oracle_piles.State) -> Fraction:
        if winner := rules.winner(state):
            return Fraction(winner == "x")
        following = [first_wins(one) for one in rules.options(state).values()]
        return sum(following, Fraction()) / len(following)

    assert odds(game="pick_up_bricks").plays["x"] == first_wins(rules.start)


@tabled()
def test_what_is_shown_of_a_chance(number: str, shown: str) -> None:
    """What is not certain is never rounded to certainty, and long fractions are left to JSON."""
    assert chance(Fraction(number)) == shown
