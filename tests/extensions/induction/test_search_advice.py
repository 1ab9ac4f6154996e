"""Advice to the search of large boards changes no verdict; here it is given on small ones."""

import random
from pathlib import Path
from typing import Any

import clingo
import pytest
from conftest import write
from tables import constant, contents, tupled

from ttt_asp import Verdict, prove
from ttt_asp.extensions.induction import base_and_step, search_advice
from ttt_asp.solving.run import Model, Run

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
def test_wrong_and_right_pairings_and_lemmas(
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
