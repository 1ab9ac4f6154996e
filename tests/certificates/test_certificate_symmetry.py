"""Certificates up to symmetry: as brute force folds those that list everything, and no others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import oracle
import pytest
from certificate_mutants import mutants
from conftest import Alone, examples
from games import problem
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Position, Square
from oracle_certificates import (
    CLAIMS,
    accepted,
    at,
    build,
    copy,
    encode,
    is_what_it_says,
    nim4,
    rejection,
    show_board,
    squares_of,
)
from oracle_certificates import certificate as by_oracle
from oracle_folding import closure, folded, image, parts, seeds, turns_and_flips, unfolded
from tables import tabled

from ttt_asp.certificates import positions, verify_moves
from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.main import verify
from ttt_asp.certificates.positions import certificate
from ttt_asp.certificates.respecting import respected
from ttt_asp.certificates.verify_moves import verify_strategy
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.games.winning_sets import winning_sets
from ttt_asp.limits import Limits
from ttt_asp.positions import explore as explore_module
from ttt_asp.positions.circuit.ground import ground
from ttt_asp.programs.program import open_program
from ttt_asp.strategies.library import open_library

Json = dict[str, Any]
B3 = Board()
EIGHT = turns_and_flips(B3)
KEYS = ("positions", "counts")


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """However small the game is, look for symmetries."""
    monkeypatch.setattr(explore_module, "MANY", 0)


def plain(data: Any) -> Json:
    copied: Json = json.loads(json.dumps(data))
    return copied


def written(claim: str, x: str = "any", o: str = "any") -> Json:
    return plain(certificate(problem(claim, x=x, o=o), Limits()))


# --- what is written -----------------------------------------------------------------------------


@tabled()
@pytest.mark.usefixtures("always")
def test_what_is_written_is_folded_by_brute_force(claim: str, x: str, o: str) -> None:
    data = written(claim, x=x, o=o)
    whole = by_oracle(claim, x, o)
    assert closure(data["symmetries"], 9) == EIGHT
    assert {key: data[key] for key in KEYS} == {
        key: folded(whole, data["symmetries"])[key] for key in KEYS
    }
    said = verify(encode(data))
    assert said.claim == claim
    assert any(fact.startswith("Symmetries of the board: 8,") for fact in said.facts)
    many = data["counts"]["positions"]
    stand = f"exactly the {many} positions that the {len(data['positions'])} listed stand for;"
    assert any(stand in fact for fact in said.facts)


@tabled()
@pytest.mark.usefixtures("always", "small_games")
def test_other_boards(game: str, const: dict[str, int], group: int) -> None:
    """The plain certificate is the folded one, with every image listed."""
    asked = problem("x can win", game, const=const, x="any", o="first(defeat, any)")
    data = plain(certificate(asked, Limits()))
    whole = plain(certificate(asked, Limits(symmetry=False)))
    assert "symmetries" not in whole and data["counts"] == whole["counts"]
    assert verify(encode(data)).claim == verify(encode(whole)).claim
    squares = len(data["symmetries"][0])
    every = closure(data["symmetries"], squares)
    assert len(every) == group
    images = {image(parts(entry)[0], one) for entry in data["positions"] for one in every}
    assert images == {parts(entry)[0] for entry in whole["positions"]}
    assert folded(whole, data["symmetries"])["positions"] == data["positions"]


ONE = "suggests(one,P,mark(cell(1,1))) :- role(P), free(cell(1,1)).\n"


@pytest.mark.usefixtures("always")
def test_a_strategy_leaves_fewer_symmetries(tmp_path: Path) -> None:
    (tmp_path / "tactics").mkdir()
    (tmp_path / "tactics" / "one.lp").write_text(ONE)
    for term, number in (("first(one, any)", 2), ("pick(any, reading)", None)):
        asked = read(Question("x can win", {"x": term}, folders=(tmp_path,)), Deadline())
        data = plain(certificate(asked, Limits()))
        found = data.get("symmetries")
        assert (found and len(closure(found, 9))) == number
        assert verify(encode(data)).claim == "x can win"


def test_small_games_list_everything() -> None:
    assert "symmetries" not in written("x never loses", x="good_for_x")


@pytest.mark.usefixtures("always")
def test_symmetries_that_the_checker_would_not_take_are_not_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There are too many: eight times nine squares."""
    monkeypatch.setattr(positions, "MAX_COMPARED", 71)
    data = written("always tie", x="good_for_x", o="good_for_o")
    assert "symmetries" not in data
    assert data["positions"] == by_oracle("always tie", "good_for_x", "good_for_o")["positions"]


# --- what is refused -----------------------------------------------------------------------------


def test_it_is_checked_alone(alone: Alone, tmp_path: Path) -> None:
    (tmp_path / "it.json").write_bytes(encode(seeds()[0]))
    status, out, _ = alone(tmp_path, "it.json")
    assert (status, out.splitlines()[0]) == (0, "valid: always tie")


def test_the_seeds_are_valid_and_what_they_say() -> None:
    for data in seeds():
        whole = unfolded(data)
        assert whole is not None and is_what_it_says(whole)
        assert accepted(encode(data))


@tabled()
def test_a_wrong_permutation(given: Any, said: str) -> None:
    data = seeds()[0] | {"symmetries": given}
    with pytest.raises(Rejected, match=said):
        verify(encode(data))


def test_too_many_symmetries() -> None:
    """Twenty squares of which none is in a set may be exchanged in any way."""
    squares = [f"s{n}" for n in range(20)]
    sets = {
        "roles": ["x", "o"], "squares": squares, "marked": {"x": [], "o": []},
        "turns": ["x"], "sets": {"x": [], "o": []}, "completing": "wins", "otherwise": "tie",
    }  # fmt: skip
    data = {
        "format": "ttt-asp certificate", "version": 2, "game": "twenty", "const": {},
        "claim": "always tie", "roles": {"x": "any", "o": "any"}, "sets": sets,
        "symmetries": [[1, 0, *range(2, 20)], [*range(1, 6), 0, *range(6, 20)]],
        "positions": ["." * 20, "." * 19 + "x"],
        "counts": {"positions": 21, "plays": {"x": 0, "o": 0, "tie": 20}, "stuck": 0},
    }  # fmt: skip
    # a position stands for its images alone: six of the twenty squares are exchanged
    assert "can occur, but is not listed" in rejection(data)
    data["positions"] = ["." * 20, *(f"{'.' * n}x{'.' * (19 - n)}" for n in range(19, 4, -1))]
    assert accepted(encode(data))
    data["symmetries"] = [[1, 0, *range(2, 20)], [*range(1, 20), 0]]
    assert "they generate more than 3276" in rejection(data)


def test_marks_at_first_have_to_stay() -> None:
    sets = {
        "roles": ["x", "o"], "squares": ["a", "b", "c", "d"],
        "marked": {"x": ["a"], "o": []}, "turns": ["o", "x", "o"],
        "sets": {"x": [["a", "b"], ["c", "d"]], "o": [["a", "b"], ["c", "d"]]},
        "completing": "wins", "otherwise": "tie",
    }  # fmt: skip
    data = {
        "format": "ttt-asp certificate", "version": 2, "game": "four", "const": {},
        "claim": "o can tie", "roles": {"x": "any", "o": "any"}, "sets": sets,
        "symmetries": [[2, 3, 0, 1]], "positions": ["x..."],
        "counts": {"positions": 1, "plays": {"x": 0, "o": 0, "tie": 0}, "stuck": 0},
    }  # fmt: skip
    assert "not all first marks stay" in rejection(data)
    data["sets"] = sets | {"sets": {"x": [["a", "b"], ["a", "c"]], "o": [["b", "d"], ["c", "d"]]}}
    data["symmetries"] = [[3, 1, 2, 0]]
    assert "a set is taken to what is none" in rejection(data)
    data["symmetries"] = [[0, 2, 1, 3]]
    assert "can occur, but is not listed" in rejection(data)


def choices(data: Json) -> Iterator[tuple[Any, list[tuple[int, ...]]]]:
    """The entries with moves, and the symmetries that leave their positions as they are."""
    for entry in data["positions"]:
        if isinstance(entry, list):
            yield entry, [one for one in EIGHT if image(entry[0], one) == entry[0]]


def test_moves_that_do_not_respect_a_symmetry() -> None:
    """Such a list would mean other moves at an image, by each symmetry that takes it there."""
    data = seeds()[3]
    tried = 0
    for entry, staying in choices(data):
        was = entry[1]
        for move in was:
            if any(one[move] != move for one in staying):
                entry[1] = [other for other in was if other != move]
                said = rejection(data)
                assert "to which a symmetry takes it that leaves the position as it is" in said
                assert f"position {entry[0]}" in said
                tried += 1
        entry[1] = was
    assert tried > 3 and accepted(encode(data))


def test_every_missing_orbit_and_every_superfluous_one() -> None:
    data = seeds()[0]
    for index in range(len(data["positions"])):
        entry = data["positions"].pop(index)
        assert "is not listed" in rejection(data)
        data["positions"].insert(index, entry)
    known = {parts(entry)[0] for entry in data["positions"]}
    every = {parts(entry)[0] for entry in by_oracle("can tie", "any", "any")["positions"]}
    extra = {min(image(text, one) for one in EIGHT) for text in sorted(every)[::40]} - known
    for text in extra:
        mutant = copy(data)
        mutant["positions"].append(text)
        mutant["positions"].sort(key=lambda entry: parts(entry)[0])
        assert "is listed, but cannot occur" in rejection(mutant)


def test_a_position_that_is_not_the_least_of_its_images() -> None:
    data = seeds()[0]
    tried = 0
    for index in range(1, len(data["positions"])):
        text, moves = parts(data["positions"][index])
        for one in EIGHT:
            other = image(text, one)
            if other != text:
                mutant = copy(data)
                there = moves and sorted(one[move] for move in moves)
                mutant["positions"][index] = other if there is None else [other, there]
                mutant["positions"].sort(key=lambda entry: parts(entry)[0])
                assert f"{text} is an image of {other}, and less" in rejection(mutant)
                tried += 1
    assert tried > 20


def test_every_count_that_is_off_by_one() -> None:
    for data in seeds():
        places = [("positions",), ("stuck",), *(("plays", end) for end in ("x", "o", "tie"))]
        for *way, key in places:
            counts = at(data["counts"], tuple(way))
            for more in (1, -1):
                counts[key] += more
                assert "were found" in rejection(data) or "no natural number" in rejection(data)
                counts[key] -= more
        # as if each listed position stood for itself alone
        was, data["counts"]["positions"] = data["counts"]["positions"], len(data["positions"])
        assert "were found" in rejection(data)
        data["counts"]["positions"] = was


def test_only_games_of_marking_squares_have_them() -> None:
    assert "symmetries: of a game that is not one of marking" in rejection(
        nim4() | {"symmetries": []}
    )


@examples(200)
@given(mutants(seeds, ["symmetries", "positions", "positions", "counts", "claim"]))
def test_an_accepted_mutant_tells_the_truth(data: Json) -> None:
    if accepted(encode(data)):
        whole = unfolded(data) if "symmetries" in data else data
        assert whole is not None and is_what_it_says(whole)


@st.composite
def other_strategies(draw: st.DrawFn) -> Json:
    """Of moves drawn for the least image of each position, and perhaps one more or less."""
    board = Board(*draw(st.sampled_from([(2, 2, 2), (1, 5, 2), (2, 3, 2), (1, 5, 3)])))
    group, chance = turns_and_flips(board), draw(st.randoms(use_true_random=False))
    drawn: dict[str, list[int]] = {}

    def policy(position: Position) -> set[Square]:
        text = show_board(board, position)
        least, one = min((image(text, one), one) for one in group)
        if least not in drawn:
            free = [n for n, sign in enumerate(least) if sign == "."]
            some = chance.sample(free, chance.choice((1, 1, 2)))
            staying = [other for other in group if image(least, other) == least]
            drawn[least] = [other[move] for move in some for other in staying]
        return squares_of(board, map(one.index, drawn[least]))

    roles = {"x": draw(st.sampled_from(["any", "a"])), "o": "b"}
    claim = draw(st.sampled_from(CLAIMS))
    data = folded(build(board, roles, {"x": policy, "o": policy}, claim, 0), group)
    entries = [entry for entry in data["positions"] if isinstance(entry, list)]
    if draw(st.booleans()) and entries:
        entry = draw(st.sampled_from(entries))
        entry[1] = sorted({*entry[1]} ^ {draw(st.integers(0, board.rows * board.cols - 1))})
    return data


@examples(100)
@given(other_strategies())
def test_it_accepts_exactly_what_is_true(data: Json) -> None:
    whole = unfolded(data)
    try:
        true = whole is not None and is_what_it_says(whole)
    except (KeyError, AssertionError):  # a position that is not listed, or an illegal move
        true = False
    assert accepted(encode(data)) == true


# --- the second stage ----------------------------------------------------------------------------


@pytest.mark.usefixtures("always")
def test_the_second_stage_derives_the_moves_listed() -> None:
    data = written("always tie", x="good_for_x", o="good_for_o")
    asked = sum(isinstance(entry, list) for entry in data["positions"])
    facts = verify_strategy(data, open_library(), Deadline()).facts
    assert "By the ground rules the symmetries take" in " ".join(facts)
    assert facts[-1].startswith(f"At each of {asked} positions")


@pytest.mark.usefixtures("always")
def test_where_nothing_is_seen_all_positions_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    data = written("always tie", x="good_for_x", o="good_for_o")
    monkeypatch.setattr(verify_moves, "respected", lambda *_: False)
    with pytest.raises(Rejected, match="not seen to respect them"):
        verify_strategy(data, open_library(), Deadline())
    monkeypatch.setattr(positions, "respected", lambda *_: False)
    whole = written("always tie", x="good_for_x", o="good_for_o")
    assert "symmetries" not in whole and len(whole["positions"]) > len(data["positions"])
    asked = sum(isinstance(entry, list) for entry in whole["positions"])
    facts = verify_strategy(whole, open_library(), Deadline()).facts
    assert facts[-1].startswith(f"At each of {asked} positions")


# The same at the least of all images of a position, with x in the last corner, but not at this one.
ELSEWHERE = """
suggests(elsewhere,P,mark(C)) :- center(C), free(C), role(P), not elsewhere_here.
elsewhere_here :- marked(x,cell(1,1)), { marked(P,C) : role(P), square(C) } = 1.
"""


@pytest.mark.usefixtures("always")
def test_a_strategy_that_differs_at_an_image_only(tmp_path: Path) -> None:
    (tmp_path / "tactics").mkdir()
    (tmp_path / "tactics" / "elsewhere.lp").write_text(ELSEWHERE)
    library = open_library([tmp_path])
    claim = "o can tie"
    kept = written(claim, x="good_for_x", o="first(center, any)")
    roles = {"x": "good_for_x", "o": "first(elsewhere, any)"}
    asked = read(Question(claim, roles, folders=library.folders), Deadline())
    other = plain(certificate(asked, Limits()))
    assert len(closure(other["symmetries"], 9)) == 2
    assert verify_strategy(other, library, Deadline()).facts
    kept["roles"] = other["roles"]
    assert verify(encode(kept))
    with pytest.raises(Rejected, match="not seen to respect them"):
        verify_strategy(kept, library, Deadline())


@tabled()
def test_a_symmetry_is_respected_only_if_it_is_at_every_position(term: str) -> None:
    """By the oracle at all positions of the game; exchanging two squares is respected by few."""
    found = by_oracle("x can win", "any", "any")["positions"]
    asked = problem("x can win", x=term, o=term)
    rules, sets = ground(open_program(asked), Deadline()), winning_sets(asked.game)
    assert sets is not None
    advice: dict[str, set[int]] = {}
    for text in found:
        position = oracle.parse_board(f"{text[:3]}/{text[3:6]}/{text[6:]}")
        if oracle.result(B3, position) is None:
            try:
                some = oracle.recommends(B3, position, term)
            except oracle.Undetermined:
                continue
            advice[text] = {3 * i + j - 4 for i, j in some}
    for one in [*EIGHT, (1, 0, 2, 3, 4, 5, 6, 7, 8), (0, 1, 2, 6, 7, 8, 3, 4, 5)]:
        kept = all(
            {one[move] for move in moves} == advice.get(image(text, one))
            for text, moves in advice.items()
        )
        seen = respected(rules, sets, [one])
        assert kept or not seen
        if one in EIGHT:
            assert seen == kept
