"""The players of published programs, against transcriptions of these programs.

Exercise 10.4 of Simply Scheme is the program with another list of winning combinations. Positions
are words as the book's, `__o_xox_x`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from oracle import Board, explore, verdict
from scheme import (
    CHANGED,
    COMBINATIONS,
    KLUDGELESS,
    find_triples,
    keep_numbers,
    my_single,
    opponent,
    pivots,
    ttt,
)
from tables import DATA, tabled

from ttt_asp import prove
from ttt_asp.analyses.matrix import participants, scores
from ttt_asp.claims.claim import Claim
from ttt_asp.claims.claims_file import Entry, read_claims
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.paths import STRATEGIES
from ttt_asp.positions.inspection import inspect_positions
from ttt_asp.positions.machine import load_machine
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import load_strategy

EMPTY = "_" * 9
LINES = {"tictactoe": COMBINATIONS, **CHANGED}
# With the order `diagonals_first`, which is `triples` with another list of lines.
FOLDER = DATA / "strategies" / "pick"
# The player without what the authors call a kludge (footnote 3): the diagonals come first.
WITHOUT = (
    "first(pick(defeat, diagonals_first), pick(defend, diagonals_first), pick(fork, reading), "
    "pick(advance, diagonals_first), pick(any, center_corner_edge))"
)


def mover(word: str) -> str:
    return "xo"[(9 - word.count("_")) % 2]


def free(word: str) -> list[int]:
    return [square for square in range(1, 10) if word[square - 1] == "_"]


def after(word: str, square: int) -> str:
    return word[: square - 1] + mover(word) + word[square:]


def result(game: str, word: str) -> str:
    """Who has won, "tie", or nothing if the play goes on."""
    for player in "xo":
        if any(all(word[int(n) - 1] == player for n in line) for line in LINES[game]):
            return player
    return "" if "_" in word else "tie"


def allowed(game: str, word: str, program: str, lines: Sequence[str] = ()) -> list[int]:
    """The squares that may be marked, by the program for the roles that it plays."""
    if mover(word) not in program or len(free(word)) == 1:
        return free(word)
    square = ttt(word, mover(word), tuple(lines or LINES[game]))
    return [square] if square in free(word) else []


@cache
def ends(game: str, program: str, word: str = EMPTY) -> Counter[str]:
    """How many plays from here on end how; "stuck" where the program marks no square there is."""
    if found := result(game, word):
        return Counter({found: 1})
    moves = allowed(game, word, program)
    each = (ends(game, program, after(word, square)) for square in moves)
    return sum(each, Counter()) if moves else Counter({"stuck": 1})


@cache
def positions(game: str) -> list[str]:
    """Every position of the game in which somebody has a choice."""
    found = {EMPTY: None}
    fresh = [EMPTY]
    for word in fresh:
        if not result(game, word):
            others = [after(word, square) for square in free(word)]
            fresh += [other for other in others if other not in found]
            found |= dict.fromkeys(others)
    return [word for word in found if not result(game, word) and len(free(word)) > 1]


def recommended(name: str, strategy: str) -> Iterator[tuple[str, list[str]]]:
    """At each position the actions that a strategy allows, of whoever is to move."""
    game, library = load_game(name, {}), open_library([FOLDER])
    notation = Notation(game)
    both = {role: load_strategy(strategy, role, game, library) for role in game.roles}
    machine = load_machine(Problem(game, both, Claim("x", "never", "loses")), Deadline())
    words = positions(name)
    packed = [machine.pack(notation.parse(word)) for word in words]
    for word, seen in zip(words, inspect_positions(machine, packed), strict=True):
        yield word, [step.move.action for step in seen.allowed]


@pytest.mark.parametrize("example", ["____x____ o 1", "o__xx____ o 6", "o_xxxo___ o 7"])
def test_the_chapters_sample_game(example: str) -> None:
    word, me, square = example.split()
    assert ttt(word, me) == int(square)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("name", "strategy", "lines"),
    [*((name, "simply_scheme", ()) for name in LINES), ("tictactoe", WITHOUT, KLUDGELESS)],
)
def test_the_strategy_is_the_program_at_every_position(
    name: str, strategy: str, lines: Sequence[str]
) -> None:
    silent = 0
    for word, actions in recommended(name, strategy):
        expected = allowed(name, word, "xo", lines)
        silent += not expected
        assert actions == [f"mark(cell({(n - 1) // 3 + 1},{(n - 1) % 3 + 1}))" for n in expected]
    assert bool(silent) == (name == "corner_blocks")


def between_pivots(word: str, me: str) -> bool:
    """Whether both free squares of a single of the program's are pivots of its opponent's."""
    triples = find_triples(word, COMBINATIONS)
    theirs = set(pivots(triples, opponent(me)))
    return any(my_single(t, me) and set(keep_numbers(t)) <= theirs for t in triples)


def test_both_squares_are_pivots_only_in_one_situation() -> None:
    for word, actions in recommended("tictactoe", "both_pivots"):
        known = word in ("x___o___x", "__x_o_x__")
        assert bool(actions) == (between_pivots(word, mover(word)) and not known), word


@pytest.mark.parametrize("program", ["x", "o", "xo"])
@pytest.mark.parametrize("name", CHANGED)
def test_plays_are_the_programs(name: str, program: str) -> None:
    roles = dict.fromkeys(program, "simply_scheme")
    found = prove("x never loses", game=name, engine="explicit", **roles)  # type: ignore[arg-type]
    assert found.plays is not None
    assert +Counter(found.plays) == ends(name, program)


@tabled()
def test_counts(x: str, o: str, plays: tuple[int, int, int], positions: int) -> None:
    expected, claim = explore(Board(), x, o), "x never wins"
    assert (expected.positions, tuple(expected.plays.values())) == (positions, plays)
    found = prove(claim, x=x, o=o, engine="explicit", strategies=[FOLDER])
    assert found.plays is not None
    assert (found.positions, tuple(found.plays.values())) == (positions, plays)
    assert found.verdict == verdict(Board(), x, o, claim)


@pytest.mark.parametrize(
    ("engine", "term"),
    [
        *((engine, "nqthm_replies") for engine in ("bounded", "explicit", "induction")),
        ("explicit", "opponent(nqthm_replies)"),
    ],
)
def test_a_book_for_o_says_nothing_to_x(engine: str, term: str) -> None:
    """A tactic that advises one role only has rules for no other."""
    assert prove("x never wins", x=term, engine=engine).verdict == "incomplete"


CLAIMS = [
    entry
    for entry in read_claims(STRATEGIES / "claims" / "simply_scheme.toml")
    if entry.game != "tictactoe"
]


def test_there_is_a_claim_for_each_role_of_each_changed_game() -> None:
    asked = [(entry.game, *entry.roles) for entry in CLAIMS]
    assert asked == [(name, role) for name in CHANGED for role in "xo"]


@pytest.mark.parametrize("entry", CLAIMS, ids=lambda entry: entry.id)
def test_the_six_verdicts_and_a_play_each(entry: Entry) -> None:
    """That the product says so too is seen where all of the library is checked."""
    (role,) = entry.roles
    other, seen = "xo".replace(role, ""), ends(entry.game, role)
    verdict = "incomplete" if seen["stuck"] else "refuted" if seen[other] else "proved"
    assert entry.expect == verdict
    plays = re.findall(r"(?:\d )+\d(?=[:.])", entry.note)
    assert plays
    for play in plays:
        word = EMPTY
        for square in map(int, play.split()):
            assert square in allowed(entry.game, word, role), play
            word = after(word, square)
        ended = result(entry.game, word)
        if verdict == "proved":
            assert ended and ended != other
        elif verdict == "refuted":
            assert ended == other
        else:
            assert not ended and not allowed(entry.game, word, role)


def test_a_matrix_has_what_names_no_game_in_every_one() -> None:
    """Unless some are named, every strategy of the library that names no game plays."""
    game, library = load_game("corner_blocks", {}), open_library()
    (score,) = scores(participants(["simply_scheme"], game, library)[0], game, library, Limits())
    assert score.plays is not None and +Counter(score.plays) == ends("corner_blocks", "xo")
    texts = {path.stem: path.read_text("utf-8") for path in STRATEGIES.glob("*.lp")}
    named = {stem for stem, text in texts.items() if "\n% game" not in text}
    assert "simply_scheme" in named
    assert [strategy.text for strategy in participants([], game, library)[0]] == sorted(named)
