"""Exercise 10.4 of Simply Scheme: the program with another list of winning combinations.

The program is the transcription in `scheme.py`; positions are words as the book's, `__o_xox_x`.
"""

import re
from collections import Counter
from functools import cache

import pytest
from scheme import CHANGED, ttt

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


def mover(word: str) -> str:
    return "xo"[(9 - word.count("_")) % 2]


def free(word: str) -> list[int]:
    return [square for square in range(1, 10) if word[square - 1] == "_"]


def after(word: str, square: int) -> str:
    return word[: square - 1] + mover(word) + word[square:]


def result(game: str, word: str) -> str:
    """Who has won, "tie", or nothing if the play goes on."""
    for player in "xo":
        if any(all(word[int(n) - 1] == player for n in line) for line in CHANGED[game]):
            return player
    return "" if "_" in word else "tie"


def allowed(game: str, word: str, program: str) -> list[int]:
    """The squares that may be marked, by the program for the roles that it plays."""
    if mover(word) not in program or len(free(word)) == 1:
        return free(word)
    square = ttt(word, mover(word), CHANGED[game])
    return [square] if square in free(word) else []


@cache
def ends(game: str, program: str, word: str = EMPTY) -> Counter[str]:
    """How many plays from here on end how; "stuck" where the program marks no square there is."""
    if found := result(game, word):
        return Counter({found: 1})
    moves = allowed(game, word, program)
    each = (ends(game, program, after(word, square)) for square in moves)
    return sum(each, Counter()) if moves else Counter({"stuck": 1})


def positions(game: str) -> list[str]:
    """Every position of the game in which somebody has a choice."""
    found = [EMPTY]
    for word in found:
        if not result(game, word):
            fresh = (after(word, square) for square in free(word))
            found += [each for each in dict.fromkeys(fresh) if each not in found]
    return [word for word in found if not result(game, word) and len(free(word)) > 1]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", CHANGED)
def test_the_strategy_is_the_program_at_every_position(name: str) -> None:
    game, library = load_game(name, {}), open_library()
    notation = Notation(game)
    both = {role: load_strategy("simply_scheme", role, game, library) for role in game.roles}
    machine = load_machine(Problem(game, both, Claim("x", "never", "loses")), Deadline())
    words = positions(name)
    rows = ["/".join(re.findall("...", word.replace("_", "."))) for word in words]
    packed = [machine.pack(notation.parse(row)) for row in rows]
    silent = 0
    for word, seen in zip(words, inspect_positions(machine, packed), strict=True):
        expected = allowed(name, word, "xo")
        silent += not expected
        actions = [f"mark(cell({(n - 1) // 3 + 1},{(n - 1) % 3 + 1}))" for n in expected]
        assert [step.move.action for step in seen.allowed] == actions, word
    assert bool(silent) == (name == "corner_blocks")


@pytest.mark.parametrize("program", ["x", "o", "xo"])
@pytest.mark.parametrize("name", CHANGED)
def test_plays_are_the_programs(name: str, program: str) -> None:
    roles = dict.fromkeys(program, "simply_scheme")
    found = prove("x never loses", game=name, engine="explicit", **roles)  # type: ignore[arg-type]
    assert found.plays is not None
    assert +Counter(found.plays) == ends(name, program)


CLAIMS = [
    entry
    for entry in read_claims(STRATEGIES / "claims" / "simply_scheme.toml")
    if entry.game != "tictactoe"
]


def test_there_is_a_claim_for_each_role_of_each_game() -> None:
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


@pytest.mark.parametrize("name", CHANGED)
def test_the_matrix_has_the_program(name: str) -> None:
    """Unless some are named, every strategy of the library that names no game plays every one."""
    game, library = load_game(name, {}), open_library()
    (score,) = scores(participants(["simply_scheme"], game, library)[0], game, library, Limits())
    assert score.plays is not None and +Counter(score.plays) == ends(name, "xo")
    strategies, _ = participants([], game, library)
    first = next(scores(strategies, game, library, Limits()))  # the others take seconds
    texts = {path.stem: path.read_text("utf-8") for path in STRATEGIES.glob("*.lp")}
    free = {stem for stem, text in texts.items() if "\n% game" not in text}
    assert "simply_scheme" in free
    assert len(strategies) == len(free)
    assert first.roles == dict.fromkeys("xo", min(free))
