"""The players of published programs, against transcriptions of these programs."""

import re
from pathlib import Path

import pytest
from oracle import INITIAL, Board, Position, explore, legal, place, show_board, verdict
from scheme import (
    COMBINATIONS,
    KLUDGELESS,
    find_triples,
    keep_numbers,
    my_single,
    opponent,
    pivots,
    ttt,
)
from tables import tabled

from ttt_asp import prove
from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.paths import STRATEGIES
from ttt_asp.positions.inspection import inspect_positions
from ttt_asp.positions.machine import load_machine
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import load_strategy

B3 = Board()
# The player without what the authors call a kludge (footnote 3): the diagonals come first.
WITHOUT = (
    "first(pick(defeat, diagonals_first), pick(defend, diagonals_first), pick(fork, reading), "
    "pick(advance, diagonals_first), pick(any, center_corner_edge))"
)


@pytest.fixture(autouse=True)
def diagonals_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order `triples`, with another list of lines."""
    text = (
        (STRATEGIES / "orders" / "triples.lp")
        .read_text("utf-8")
        .replace("triples", "diagonals_first")
        .replace("listed(L,N)", "diagonals_first_number(L,N)")
    )
    text = re.sub(r"^% example.*\n", "", text, flags=re.MULTILINE)
    for number, key in enumerate(("diag(I,J)", "anti(I,J)", "row(I,J)", "col(I,J)")):
        text += f"diagonals_first_number({key},({number},I,J)) :- line({key}).\n"
    (tmp_path / "orders").mkdir()
    (tmp_path / "orders" / "diagonals_first.lp").write_text(text, "utf-8")
    monkeypatch.setenv("TTT_ASP_PATH", str(tmp_path))


def reachable() -> list[Position]:
    """Every position of the game in which somebody has a choice."""
    found, fresh = {INITIAL}, [INITIAL]
    for position in fresh:
        for square in legal(B3, position):
            after = place(position, position.mover, square)
            if after not in found:
                found.add(after)
                fresh.append(after)
    assert len(found) == 5478
    return [position for position in fresh if len(legal(B3, position)) > 1]


@pytest.mark.parametrize("example", ["____x____ o 1", "o__xx____ o 6", "o_xxxo___ o 7"])
def test_the_chapters_sample_game(example: str) -> None:
    word, me, square = example.split()
    assert ttt(word, me) == int(square)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("strategy", "combinations"), [("simply_scheme", COMBINATIONS), (WITHOUT, KLUDGELESS)]
)
def test_the_strategy_is_the_program_at_every_position(
    strategy: str, combinations: tuple[str, ...]
) -> None:
    game, library = load_game("tictactoe", {}), open_library()
    notation = Notation(game)
    both = {role: load_strategy(strategy, role, game, library) for role in game.roles}
    machine = load_machine(Problem(game, both, Claim("x", "never", "loses")), Deadline())
    positions = reachable()
    packed = [machine.pack(notation.parse(show_board(B3, position))) for position in positions]
    for position, seen in zip(positions, inspect_positions(machine, packed), strict=True):
        word = show_board(B3, position).replace("/", "").replace(".", "_")
        row, column = divmod(ttt(word, position.mover, combinations) - 1, 3)
        moves = [step.move.action for step in seen.allowed]
        assert moves == [f"mark(cell({row + 1},{column + 1}))"], word


def _between_pivots(word: str, me: str) -> bool:
    """Whether both free squares of a single of the program's are pivots of its opponent's."""
    triples = find_triples(word, COMBINATIONS)
    theirs = set(pivots(triples, opponent(me)))
    return any(my_single(t, me) and set(keep_numbers(t)) <= theirs for t in triples)


def test_both_squares_are_pivots_only_in_one_situation() -> None:
    game, library = load_game("tictactoe", {}), open_library()
    notation = Notation(game)
    both = {role: load_strategy("both_pivots", role, game, library) for role in game.roles}
    machine = load_machine(Problem(game, both, Claim("x", "never", "loses")), Deadline())
    positions = reachable()
    packed = [machine.pack(notation.parse(show_board(B3, position))) for position in positions]
    for position, seen in zip(positions, inspect_positions(machine, packed), strict=True):
        word = show_board(B3, position).replace("/", "").replace(".", "_")
        known = word in ("x___o___x", "__x_o_x__")
        assert bool(seen.allowed) == (_between_pivots(word, position.mover) and not known), word


@pytest.mark.slow
@pytest.mark.no_cover
@tabled()
def test_counts(x: str, o: str, plays: tuple[int, int, int], positions: int) -> None:
    expected = explore(B3, x, o)
    assert (expected.positions, tuple(expected.plays.values())) == (positions, plays)
    claim = "x never wins"
    found = prove(claim, x=x, o=o, engine="explicit")
    assert found.plays is not None
    assert (found.positions, tuple(found.plays.values())) == (positions, plays)
    assert found.verdict == verdict(B3, x, o, claim)


@pytest.mark.parametrize("engine", ["bounded", "explicit", "induction"])
def test_a_book_for_o_says_nothing_to_x(engine: str) -> None:
    """A tactic that advises one role only has rules for no other."""
    for term in ("nqthm_replies", "opponent(nqthm_replies)"):
        assert prove("x never wins", x=term, engine=engine).verdict == "incomplete"
