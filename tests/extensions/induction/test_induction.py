"""Proofs by induction over rounds: what they prove is so, and what they cannot prove they say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import clingo
import pytest
from games import problem
from oracle import Board, verdict
from tables import tabled

from ttt_asp import InputError
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.induction import engine
from ttt_asp.extensions.induction.candidates import candidates, clauses_in_words, sample
from ttt_asp.extensions.induction.lemmas import game_lemmas
from ttt_asp.extensions.induction.program import round_program
from ttt_asp.extensions.pairings.files import write_pairing
from ttt_asp.extensions.pairings.pairing import find_pairing
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.lp.source import parse
from ttt_asp.solving.run import Run
from ttt_asp.strategies.lemmas import NO_LEMMAS, Lemmas

FIVE = {"rows": "5", "cols": "5", "line": "5"}


@pytest.fixture
def pairing(tmp_path: Path) -> Callable[..., Problem]:
    """Pose, with some lemmas, that o never loses by a pairing of 5x5."""
    write_pairing(find_pairing(load_game("tictactoe", FIVE), Limits()), tmp_path, "pairing")

    def posed(*lemmas: str) -> Problem:
        asked = Question("o never loses", {"o": "by_pairing"}, const=FIVE, lemmas=lemmas,
                         folders=(tmp_path,))  # fmt: skip
        return read(asked, Deadline())

    return posed


@pytest.mark.parametrize(("lemmas", "unsatisfiable"), [(["pairing_kept"], True), ([], False)])
def test_the_program_proves_in_bare_clingo(
    pairing: Callable[..., Problem], lemmas: list[str], unsatisfiable: bool
) -> None:
    posed = pairing(*lemmas)
    program = round_program(posed, 1, game_lemmas(posed.game) + posed.lemmas)
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program.text)
    control.ground()
    assert control.solve().unsatisfiable == unsatisfiable
    assert "suggests(fork" not in program.text and "threatens" not in program.text


def test_the_games_own_lemmas_are_needed(
    monkeypatch: pytest.MonkeyPatch, pairing: Callable[..., Problem]
) -> None:
    monkeypatch.setattr(engine, "game_lemmas", lambda game: NO_LEMMAS)
    assert engine.prove(pairing("pairing_kept"), Limits()).verdict == "unknown"


@tabled()
def test_what_induction_says_is_so(
    size: tuple[int, int, int], x: str, o: str, claim: str, rounds: int, find: bool
) -> None:
    """Random input (tests/test_every_way.py) is asked without a search for lemmas."""
    board = Board(*size)
    const = {"rows": board.rows, "cols": board.cols, "line": board.line}
    posed = problem(claim, const=const, x=str(x), o=str(o))
    found = engine.prove(posed, Limits(rounds=rounds, find_lemmas=find))
    expected = verdict(board, x, o, claim)
    if found.verdict == "incomplete" and found.others:  # it says that another may break the claim
        assert expected in ("refuted", "incomplete")
    elif found.verdict != "unknown":
        assert found.verdict == expected


# --- the search for lemmas -----------------------------------------------------------------------


def test_what_random_plays_leave_holds_in_the_sample_and_at_the_start(
    pairing: Callable[..., Problem],
) -> None:
    taken = sample(pairing(), Deadline())
    found = candidates(taken, Deadline())
    assert 24 < len(found.clauses) < 1000 < found.total
    names = dict(zip(taken.features, taken.held, strict=True))
    for clause in found.clauses:
        held = 0
        for positive, feature in clause:
            held |= names[feature] if positive else taken.every & ~names[feature]
        assert held == taken.every
    # the first position is in the sample, so no clause is false there
    assert all(any(not positive for positive, _ in clause) for clause in found.clauses)


@tabled()
def test_words(clauses: list[tuple[tuple[bool, str], ...]], words: list[str]) -> None:
    assert clauses_in_words(clauses) == words


def test_no_source_defines_what_the_frame_does() -> None:
    posed = read(Question("x never loses"), Deadline())
    intruder = parse(b"asked(C) :- square(C).", "intruder")
    lemmas = game_lemmas(posed.game) + Lemmas((), (intruder,))
    with pytest.raises(InputError, match="intruder:1:1: error: asked is a name of asp/induction"):
        round_program(posed, 1, lemmas)
    vocabulary = (*posed.game.vocabulary, intruder)
    posed = replace(posed, game=replace(posed.game, vocabulary=vocabulary))
    with pytest.raises(InputError, match="intruder:1:1: error: asked is a name of asp/induction"):
        round_program(posed, 1, lemmas)


def test_every_program_has_an_answer_set() -> None:
    posed = read(Question("x never loses"), Deadline())
    run = Run(round_program(posed, 1, game_lemmas(posed.game)), Deadline())
    run.ground()
    start = clingo.Function("start")
    for half in (True, False):
        assert run.ask("play", where=[(start, half)]) is not None
        assert run.ask("given", where=[(start, half)]) is not None
