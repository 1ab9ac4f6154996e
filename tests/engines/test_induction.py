"""Proofs by induction over rounds: what they prove is so, and what they cannot prove they say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import clingo
import pytest
from conftest import examples
from hypothesis import example, given
from hypothesis import strategies as st
from oracle import Board, Strategy, verdict
from tables import tabled
from test_bounded import PLAYERS

from ttt_asp import InputError, Verdict, prove
from ttt_asp.analyses.pairing.files import write_pairing
from ttt_asp.analyses.pairing.find import find_pairing
from ttt_asp.claims.question import Question, read
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import Deadline
from ttt_asp.engines.induction.candidates import candidates, clauses_in_words
from ttt_asp.engines.induction.sample import sample
from ttt_asp.games.load import load_game
from ttt_asp.lp.source import parse
from ttt_asp.programs.induction import round_program
from ttt_asp.solving.run import Run
from ttt_asp.strategies.lemmas import Lemmas, game_lemmas
from ttt_asp.strategies.library import open_library
from ttt_asp.verdict import UNEXPLORED

FIVE = {"rows": 5, "cols": 5, "line": 5}
OWN = ("one_turn", "first_mover", "one_mark")


def induction(
    claim: str,
    x: str | None = None,
    o: str | None = None,
    lemmas: tuple[str, ...] = (),
    const: Mapping[str, int] | None = None,
    rounds: int = 1,
    find: bool = False,
) -> Verdict:
    return prove(
        claim,
        x=x,
        o=o,
        const=const,
        engine="induction",
        lemmas=lemmas,
        find_lemmas=find,
        rounds=rounds,
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of strategies with a pairing of 5x5, in force."""
    constants = {name: str(value) for name, value in FIVE.items()}
    write_pairing(find_pairing(load_game("tictactoe", constants), Deadline()), tmp_path, "pairing")
    monkeypatch.setenv("TTT_ASP_PATH", str(tmp_path))
    return tmp_path


def write(folder: Path, name: str, body: str) -> None:
    (folder / "lemmas").mkdir(exist_ok=True)
    (folder / "lemmas" / f"{name}.lp").write_text(f"%*! {name} *%\n{body}\n", "utf-8")


# --- proofs --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("rounds", [1, 2])
def test_a_pairing_with_its_lemma(rounds: int) -> None:
    found = induction(
        "o never loses", o="by_pairing", lemmas=("pairing_kept",), rounds=rounds, const=FIVE
    )
    assert found.verdict == "proved"
    assert found.lemmas == (*OWN, "pairing_kept")
    assert found.play is None


@pytest.mark.usefixtures("folder")
def test_a_pairing_without_its_lemma_is_unknown() -> None:
    found = induction("o never loses", o="by_pairing", const=FIVE)
    assert found.verdict == "unknown"
    assert found.play is not None and found.play.anywhere
    assert "breaks the claim" in found.reason
    assert isinstance(found.boards[0], str) and found.boards[0].count("/") == 4


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_the_pairing_lemma_is_found() -> None:
    found = induction("o never loses", o="by_pairing", find=True, const=FIVE)
    assert found.verdict == "proved"
    assert found.lemmas == (*OWN, "found")
    assert len(found.words) == 1
    assert found.words[0].startswith("if marked(x,C) then marked(o,D): cell(1,1) and ")
    counts = found.statistics
    assert counts["candidates"] > counts["fit"] >= counts["kept"] >= counts["used"] == 24


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_lemmas_are_looked_for_unless_some_are_given() -> None:
    def ask(**more: object) -> Verdict:
        return prove("o never loses", o="by_pairing", const=FIVE, engine="induction", **more)  # type: ignore[arg-type]

    assert ask().verdict == "proved"
    assert ask(find_lemmas=False).verdict == "unknown"
    found = ask(lemmas=["pairing_kept"])
    assert found.verdict == "proved" and "candidates" not in found.statistics


def test_a_tie_needs_an_end_of_every_play() -> None:
    assert induction("always tie", const={"line": 4}).verdict == "proved"
    assert induction("x always ties", const={"line": 4}).verdict == "proved"
    assert induction("never tie", const={"line": 4}).verdict == "unknown"


def test_the_program_proves_in_bare_clingo(folder: Path) -> None:
    constants = {name: str(value) for name, value in FIVE.items()}
    library = open_library()
    players = {"o": "by_pairing"}
    given: tuple[list[str], list[str]] = (["pairing_kept"], [])
    for lemmas, expected in zip(given, (True, False), strict=True):
        posed = read(
            Question(
                "o never loses",
                players,
                const=constants,
                lemmas=tuple(lemmas),
                folders=library.folders,
            ),
            Deadline(),
        )
        program = round_program(posed, 1, game_lemmas(posed.game) + posed.lemmas)
        control = clingo.Control(["--warn=none"])
        control.add("base", [], program.text)
        control.ground()
        assert control.solve().unsatisfiable == expected
    assert "suggests(fork" not in program.text and "threatens" not in program.text


def test_every_claim_that_is_none_for_induction(folder: Path) -> None:
    for claim in ("x can win", "x always wins", "x always loses", "x always wins by move 7"):
        with pytest.raises(InputError, match="does not apply"):
            induction(claim)
    with pytest.raises(InputError, match="no use for lemmas"):
        prove("x never loses", engine="bounded", lemmas=["pairing_kept"], const=FIVE)
    with pytest.raises(InputError, match="there is no lemma"):
        induction("x never loses", lemmas=("missing",))


# --- what must not be proved ---------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_papers_third_claim(rounds: int) -> None:
    found = induction("o never loses", o="good_for_o", rounds=rounds, find=True)
    assert found.verdict in ("unknown", "refuted")


def test_a_play_from_the_start_refutes() -> None:
    found = induction("o never loses", const={"line": 1})
    assert found.verdict == "refuted"
    assert found.play is not None and not found.play.anywhere and len(found.play.moves) == 1
    found = induction("o never loses", const={"rows": 2, "cols": 2, "line": 2}, rounds=2)
    assert found.verdict == "refuted"
    assert found.play is not None and len(found.play.moves) == 3


def test_a_play_does_not_refute_where_another_may_get_stuck() -> None:
    # after corners only edges are left, of which `corner` says nothing
    found = induction("o never loses", x="first(defeat, corner)", o="edge", rounds=2)
    assert found.verdict != "proved"
    expected = verdict(Board(), "any", "first(center, corner)", "o never loses")
    found = induction("o never loses", o="first(center, corner)", rounds=3)
    assert expected == "incomplete"
    assert found.verdict in ("unknown", "incomplete")


@pytest.mark.parametrize(("term", "said"), [
    ("first(defeat, corner)", UNEXPLORED), ("first(defeat, corner, edge, center)", ""),
])  # fmt: skip
def test_a_play_refutes_though_others_may_get_stuck(term: str, said: str) -> None:
    """A step may get stuck, and whether plays come to its position is not known; or none does."""
    found = induction("o never loses", x=term, rounds=3)
    assert (found.verdict, found.unexplored) == ("refuted", said)


def test_who_gets_stuck_later_is_not_proved_complete() -> None:
    # no line to lose by: only the stuck positions are in the way of a proof
    assert verdict(Board(line=4), "corner", "any", "x never loses") == "incomplete"
    found = induction("x never loses", x="corner", const={"line": 4}, find=True)
    assert found.verdict == "unknown" and "recommends nothing" in found.reason
    assert (
        induction("x never loses", x="corner", const={"line": 4}, rounds=2).verdict == "incomplete"
    )


BROKEN = {
    "not_at_first": "lemma(not_at_first) :- marked(x,C).",
    "only_at_first": "lemma(only_at_first) :- free(C) : square(C).",
    "contradiction": "lemma(contradiction) :- free(C), not free(C).",
    "over": "lemma(over) :- terminal.",
    "nobody": "lemma(nobody) :- mover(P), not role(P).",
}


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_false_lemmas_prove_nothing(name: str, rounds: int, folder: Path) -> None:
    write(folder, name, BROKEN[name])
    found = induction("o never loses", lemmas=(name,), rounds=rounds)
    assert f"the lemma {name} does not hold" in found.reason or found.verdict == "refuted"
    if found.verdict == "refuted":  # by a play, which owes nothing to lemmas
        assert found.play is not None and not found.play.anywhere
    else:
        assert found.verdict == "unknown"


def test_contradicting_lemmas_prove_nothing(folder: Path) -> None:
    write(folder, "some", "lemma(some) :- marked(P,C).")
    write(folder, "none", "lemma(none) :- free(C) : square(C).")
    found = induction("o never loses", o="by_pairing", lemmas=("some", "none"), const=FIVE)
    assert found.verdict == "unknown"
    assert found.play is not None and not found.play.anywhere


def test_a_lemma_that_a_round_breaks_is_shown(folder: Path) -> None:
    write(folder, "few", "lemma(few) :- 3 > #count { C : marked(x,C) }.")
    found = induction("o never loses", o="by_pairing", lemmas=("pairing_kept", "few"), const=FIVE)
    assert found.verdict == "unknown"
    assert "breaks the lemma few" in found.reason
    assert found.play is not None and found.play.anywhere and len(found.play.moves) == 2
    assert [str(board).count("x") for board in found.boards] == [2, 3, 3]


def test_lemmas_hold_where_play_goes_on_only(folder: Path) -> None:
    # at the end of every play of 2x2 with line 3 the board is full: no round begins there
    write(folder, "room", "lemma(room) :- free(C).")
    found = induction("o never loses", lemmas=("room",), const={"rows": 2, "cols": 2, "line": 3})
    assert found.verdict == "proved"


def test_the_games_own_lemmas_are_needed(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    import ttt_asp.engines.induction.engine as engine
    from ttt_asp.strategies.lemmas import NO_LEMMAS

    monkeypatch.setattr(engine, "game_lemmas", lambda game: NO_LEMMAS)
    found = induction("o never loses", o="by_pairing", lemmas=("pairing_kept",), const=FIVE)
    assert found.verdict == "unknown"


# --- lemma files ---------------------------------------------------------------------------------


@tabled()
def test_what_lemma_files_cannot_say(body: str, message: str, folder: Path) -> None:
    write(folder, "it", body)
    with pytest.raises(InputError, match=message):
        induction("x never loses", lemmas=("it",))
    assert execute(["check", str(folder / "lemmas" / "it.lp")]) == 2


def test_a_lemma_cannot_take_names_of_others(folder: Path) -> None:
    write(folder, "one_mark", "lemma(one_mark).")
    with pytest.raises(InputError, match="is a lemma of tictactoe itself"):
        induction("x never loses", lemmas=("one_mark",))
    # a helper of this lemma would add to what the tactic recommends
    write(folder, "pairing", "lemma(pairing). pairing_with(C,D) :- square(C), square(D).")
    with pytest.raises(InputError, match="pairing_with"):
        induction("o never loses", o="by_pairing", lemmas=("pairing",), const=FIVE)


def test_lemmas_check(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["check", str(folder / "lemmas" / "pairing_kept.lp")]) == 0
    assert "ok" in capsys.readouterr().out


# --- against the oracle --------------------------------------------------------------------------

BOARDS = st.sampled_from(
    [Board(2, 2, 2), Board(2, 2, 3), Board(2, 3, 2), Board(3, 2, 3), Board(2, 3, 3), Board(3, 3, 2),
     Board(3, 3, 3), Board(3, 3, 3), Board(2, 4, 3), Board(2, 4, 2), Board(3, 3, 4)]
)  # fmt: skip
CLAIMS = st.sampled_from(
    [f"{role} never {end}" for role in "xo" for end in ("loses", "wins", "ties")]
    + ["always tie", "never tie"]
)


@examples(2, hunt=20)
@given(BOARDS, PLAYERS, PLAYERS, CLAIMS, st.integers(1, 3), st.booleans())
@example(Board(), "any", "good_for_o", "o never loses", 2, True)
@example(Board(2, 4, 3), "any", "first(defeat, defend, any)", "o never loses", 1, True)
@example(Board(2, 3, 3), "corner", "any", "x never loses", 1, True)
@example(Board(), "first(advance, any)", "first(advance, edge)", "x never loses", 3, False)
def test_what_induction_says_is_so(
    board: Board, x: Strategy, o: Strategy, claim: str, rounds: int, find: bool
) -> None:
    sizes = {"rows": board.rows, "cols": board.cols, "line": board.line}
    found = induction(claim, x=str(x), o=str(o), rounds=rounds, find=find, const=sizes)
    expected = verdict(board, x, o, claim)
    if found.unexplored:  # it says itself that another play may get stuck
        assert found.verdict == "refuted" and expected in ("refuted", "incomplete")
    elif found.verdict != "unknown":
        assert found.verdict == expected


# --- the search for lemmas -----------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
def test_what_random_plays_leave_holds_in_the_sample_and_at_the_start() -> None:
    constants = {name: str(value) for name, value in FIVE.items()}
    players = {"o": "by_pairing"}
    posed = read(Question("o never loses", players, const=constants), Deadline())
    taken = sample(posed, Deadline())
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


def test_words() -> None:
    a, b = "marked(x,cell(1,1))", "marked(o,cell(1,2))"
    assert clauses_in_words([((False, a), (True, b))]) == [
        "if marked(x,C) then marked(o,D): cell(1,1) to cell(1,2)"
    ]
    assert clauses_in_words([((True, b), (False, a))]) == clauses_in_words(
        [((False, a), (True, b))]
    )
    assert clauses_in_words([((False, "says(fork,o)"),)]) == ["fork recommends nothing to o"]
    assert clauses_in_words([((False, "flag"),), ((True, a), (True, b))]) == [
        "never flag",
        "marked(o,C) or marked(x,D): cell(1,2) to cell(1,1)",
    ]


def test_no_source_defines_what_the_frame_does() -> None:
    posed = read(Question("x never loses"), Deadline())
    intruder = parse(b"asked(C) :- square(C).", "intruder")
    lemmas = game_lemmas(posed.game) + Lemmas((), (intruder,))
    with pytest.raises(InputError, match="intruder:1:1: error: asked is a name of asp/frames"):
        round_program(posed, 1, lemmas)
    vocabulary = (*posed.game.vocabulary, intruder)
    posed = replace(posed, game=replace(posed.game, vocabulary=vocabulary))
    with pytest.raises(InputError, match="intruder:1:1: error: asked is a name of asp/frames"):
        round_program(posed, 1, lemmas)


def test_every_program_has_an_answer_set() -> None:
    posed = read(Question("x never loses"), Deadline())
    run = Run(round_program(posed, 1, game_lemmas(posed.game)), Deadline())
    run.ground()
    start = clingo.Function("start")
    for half in (True, False):
        assert run.ask("play", where=[(start, half)]) is not None
        assert run.ask("given", where=[(start, half)]) is not None
