"""The players of published programs, against transcriptions of these programs.

Exercise 10.4 of Simply Scheme is the program with another list of winning combinations. Positions
are words as the book's, `__o_xox_x`.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import oracle
import pytest
from brute_force import Explored, Strategies, check_play, choices, explore
from inside import STRATEGIES, game_of
from inside_extensions import ClaimEntry, allowed_at, claims_of, fluents_of
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
from tables import DATA, constant, tabled

from ttt_asp import matrix, prove

EMPTY = "_" * 9
# With the order `diagonals_first`, which is `triples` with another list of lines.
FOLDER = DATA / "strategies" / "pick"
# The player without what the authors call a kludge (footnote 3): the diagonals come first.
WITHOUT: str = constant(__file__, "WITHOUT")


@dataclass(frozen=True)
class Words:
    """A game with such lines, as the brute force asks for it."""

    lines: tuple[str, ...]
    roles = ("x", "o")
    start = EMPTY

    def mover(self, word: str) -> str:
        return "xo"[(9 - word.count("_")) % 2]

    def moves(self, word: str) -> list[int]:
        return [square for square in range(1, 10) if word[square - 1] == "_"]

    def after(self, word: str, square: int) -> str:
        return word[: square - 1] + self.mover(word) + word[square:]

    def over(self, word: str) -> str | None:
        for player in self.roles:
            if any(all(word[int(n) - 1] == player for n in line) for line in self.lines):
                return player
        return None if "_" in word else "tie"


GAMES = {"tictactoe": Words(COMBINATIONS), **{name: Words(CHANGED[name]) for name in CHANGED}}


def program(game: Words, roles: str, lines: tuple[str, ...] = ()) -> Strategies:
    """The program, for some roles, with a list of lines of its own or the game's."""
    combinations = lines or game.lines
    return dict.fromkeys(roles, lambda word: [ttt(word, game.mover(word), combinations)])


@cache
def explored(name: str, roles: str = "") -> Explored:
    """All plays in which the program plays for some roles."""
    return explore(GAMES[name], program(GAMES[name], roles))


@cache
def positions(name: str) -> list[str]:
    """Every position of the game in which somebody has a choice."""
    game = GAMES[name]
    reached = explored(name).reached
    return sorted(w for w in reached if game.over(w) is None and len(game.moves(w)) > 1)


def recommended(name: str, strategy: str) -> Iterator[tuple[str, list[str]]]:
    """At each position the actions that a strategy allows, of whoever is to move."""
    game, words = game_of(name), positions(name)
    fluents = [fluents_of(game, word) for word in words]
    found = allowed_at(game, dict.fromkeys(game.roles, strategy), fluents, [FOLDER])
    for word, (_, actions) in zip(words, found, strict=True):
        yield word, actions


@pytest.mark.parametrize("example", ["____x____ o 1", "o__xx____ o 6", "o_xxxo___ o 7"])
def test_the_chapters_sample_game_is_played(example: str) -> None:
    word, me, square = example.split()
    assert ttt(word, me) == int(square)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("name", "strategy", "lines"),
    [*((name, "simply_scheme", ()) for name in GAMES), ("tictactoe", WITHOUT, KLUDGELESS)],
)
def test_the_strategy_is_the_program_at_every_position(
    name: str, strategy: str, lines: tuple[str, ...]
) -> None:
    silent, game = 0, GAMES[name]
    for word, actions in recommended(name, strategy):
        expected = sorted(choices(game, program(game, "xo", lines), word))
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
        known, mover = word in ("x___o___x", "__x_o_x__"), GAMES["tictactoe"].mover(word)
        assert bool(actions) == (between_pivots(word, mover) and not known), word


@pytest.mark.parametrize("roles", ["x", "o", "xo"])
@pytest.mark.parametrize("name", CHANGED)
def test_plays_are_the_programs(name: str, roles: str) -> None:
    asked = dict.fromkeys(roles, "simply_scheme")
    found = prove("x never loses", asked, game=name, engine="explicit")
    assert found.plays is not None
    assert +Counter(found.plays) == explored(name, roles).ends


@tabled()
def test_counts_are_the_oracles(
    x: str, o: str, plays: tuple[int, int, int], positions: int
) -> None:
    expected, claim = oracle.explore(oracle.Board(), x, o), "x never wins"
    assert (expected.positions, tuple(expected.plays.values())) == (positions, plays)
    found = prove(claim, x=x, o=o, engine="explicit", strategies=[FOLDER])
    assert found.plays is not None
    assert (found.positions, tuple(found.plays.values())) == (positions, plays)
    assert found.verdict == oracle.verdict(oracle.Board(), x, o, claim)


@tabled()
def test_a_book_for_o_says_nothing_to_x(engine: str, term: str) -> None:
    """A tactic that advises one role only has rules for no other."""
    assert prove("x never wins", x=term, engine=engine).verdict == "incomplete"


CLAIMS = [entry for entry in claims_of("simply_scheme") if entry.game != "tictactoe"]


def test_there_is_a_claim_for_each_role_of_each_changed_game() -> None:
    asked = [(entry.game, *entry.roles) for entry in CLAIMS]
    assert asked == [(name, role) for name in CHANGED for role in "xo"]


@pytest.mark.parametrize("entry", CLAIMS, ids=lambda entry: entry.id)
def test_the_six_verdicts_are_shown_by_a_play_each(entry: ClaimEntry) -> None:
    """That the product says so too is seen where all of the library is checked."""
    (role,) = entry.roles
    game, other = GAMES[entry.game or ""], "xo".replace(role, "")
    players, seen = program(game, role), explored(entry.game or "", role)
    verdict = "refuted" if seen.count(other) else "incomplete" if seen.stuck else "proved"
    assert entry.expect == verdict
    plays = re.findall(r"(?:\d )+\d(?=[:.])", entry.note)
    assert plays
    for play in plays:
        ended = check_play(game, players, [int(square) for square in play.split()])
        kept = ended in (role, "tie")
        assert (
            kept if verdict == "proved" else ended == (other if verdict == "refuted" else "stuck")
        )


def test_a_matrix_has_what_names_no_game_in_every_one() -> None:
    """Unless some are named, every strategy of the library that names no game plays."""
    (score,) = matrix("simply_scheme", game="corner_blocks").scores
    assert score.plays is not None and +Counter(score.plays) == explored("corner_blocks", "xo").ends
    texts = {path.stem: path.read_text("utf-8") for path in STRATEGIES.glob("*.lp")}
    named = {stem for stem, text in texts.items() if "\n% game" not in text}
    assert "simply_scheme" in named
    scores = matrix(game="corner_blocks", position="xoxoox_x_").scores
    for role in "xo":
        assert [*dict.fromkeys(score.roles[role] for score in scores)] == sorted(named)
    assert len(scores) == len(named) ** 2
