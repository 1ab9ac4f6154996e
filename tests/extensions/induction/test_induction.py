"""Proofs by induction over rounds: what they prove is so, and what they cannot prove they say."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import clingo
import pytest
from conftest import write
from games import problem
from oracle import Board, verdict
from tables import constant, contents, tabled, tupled

from ttt_asp import InputError, Verdict, prove
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.induction import base_and_step, engine, search_advice
from ttt_asp.extensions.induction.candidates import candidates, clauses_in_words, sample
from ttt_asp.extensions.induction.lemmas import game_lemmas
from ttt_asp.extensions.induction.program import round_program
from ttt_asp.extensions.pairings.files import write_pairing
from ttt_asp.extensions.pairings.pairing import find_pairing
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.lp.source import parse
from ttt_asp.solving.run import Model, Run
from ttt_asp.strategies.library import NO_LEMMAS, Lemmas

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
def test_clauses_are_said_in_words(
    clauses: list[tuple[tuple[bool, str], ...]], words: list[str]
) -> None:
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


# --- advice to the search of large boards changes no verdict; here it is given on small ones ------


# Three lines, the rows; whoever has two squares of each in pairs cannot lose.
BOARD = {"rows": 3, "cols": 4, "line": 4}
LEMMAS: tuple[str, ...] = tupled(constant(__file__, "LEMMAS"))
TACTIC = contents("extensions/induction/induction_nearby_tactic.lp")


def put(folder: Path, seed: int) -> None:
    """A pairing and a lemma; either may be wrong."""
    draw = random.Random(seed)
    columns = [draw.sample(range(1, 5), 2) for _ in range(3)]
    pairs = [(row, a, row, b) for row, (a, b) in enumerate(columns, 1)]
    if draw.random() < 0.4:  # one is not on its line
        row, a, _, b = pairs.pop()
        pairs.append((row, a, draw.randint(1, 2), b))
    if draw.random() < 0.2:
        pairs.pop()
    facts = "".join(f"pairs_pair(cell({a},{b}),cell({c},{d})).\n" for a, b, c, d in pairs)
    lemma = draw.choice([LEMMAS[0], LEMMAS[0], *LEMMAS])
    for name, text in (("tactics/pairs", TACTIC + facts), ("lemmas/kept", f"%*! kept *%\n{lemma}")):
        write(folder / f"{name}.lp", text + "\n")


def ask(engine: str, claim: str, strategy: str, folder: Path) -> Verdict:
    more: Any = {"lemmas": ("kept",), "find_lemmas": False} if engine == "induction" else {}
    return prove(claim, o=strategy, const=BOARD, engine=engine, strategies=[folder], **more)


@pytest.fixture
def advised(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The cases that searches were told to suppose; no board is too small for it."""
    told: list[int] = []
    decide = search_advice.SearchAdvice.decide

    def heard(
        self: search_advice.SearchAdvice,
        thread_id: int,
        assignment: clingo.Assignment,
        fallback: int,
    ) -> int:
        found = decide(self, thread_id, assignment, fallback)
        if self.question is not None and found != fallback:
            told.append(found)
        return found

    monkeypatch.setattr(base_and_step, "LARGE", -1)
    monkeypatch.setattr(search_advice, "MANY", 2)
    monkeypatch.setattr(search_advice, "NAMES", ("stray", "goalless", "stuck", "violated", "lemma"))
    monkeypatch.setattr(search_advice.SearchAdvice, "decide", heard)
    return told


@pytest.mark.slow
def test_only_right_pairings_and_lemmas_prove(
    tmp_path: Path, advised: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for seed in range(12):
        put(tmp_path, seed)
        claim = ("o never loses", "always tie")[seed % 5 == 0]
        strategy = ("first(pairs, any)", "pairs")[seed % 7 == 0]
        with monkeypatch.context() as without:
            without.setattr(base_and_step, "LARGE", 10**9)
            before = len(advised)
            plain = ask("induction", claim, strategy, tmp_path)
            assert len(advised) == before
        near = ask("induction", claim, strategy, tmp_path)
        assert near.verdict == plain.verdict, seed
        if near.verdict != "unknown":
            assert ask("explicit", claim, strategy, tmp_path).verdict == near.verdict, seed
        found.append(near.verdict)
    assert {"proved", "unknown"} <= set(found)
    assert advised


def test_a_position_that_breaks_the_lemma_is_found(tmp_path: Path, advised: list[int]) -> None:
    put(tmp_path, 0)
    write(tmp_path / "lemmas" / "kept.lp", f"%*! kept *%\n{LEMMAS[0]}\n")
    found = ask("induction", "o never loses", "any", tmp_path)
    assert found.verdict == "unknown"
    assert found.play is not None and not found.play.anywhere
    assert "the lemma kept does not hold" in found.reason
    assert advised


def test_each_conflict_about_a_lemma_takes_few_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one pair's refutation shares with the others' is not looked for again."""
    monkeypatch.setattr(base_and_step, "LARGE", -1)
    counts: dict[str, tuple[int, int]] = {}
    ask = Run.ask

    def counted(self: Run, question: str | clingo.Symbol, *more: Any) -> Model | None:
        found = ask(self, question, *more)
        solver = self.control.statistics["solving"]["solvers"]
        counts[str(question)] = (int(solver["choices"]), int(solver["conflicts"]))
        return found

    monkeypatch.setattr(Run, "ask", counted)
    board = {"rows": 12, "cols": 12, "line": 9}
    found = prove("o never loses", o="nine_by_pairing", const=board, engine="induction",
                  lemmas=("pairing_kept",))  # fmt: skip
    assert found.verdict == "proved"
    choices, conflicts = counts["lemma(pairing_kept)"]
    # without advice about moves there are seven times as many choices
    assert 0 < choices < 3 * conflicts
