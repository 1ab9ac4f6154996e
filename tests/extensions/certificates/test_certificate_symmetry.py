"""Certificates up to symmetry: as brute force folds those that list everything, and no others."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import oracle
import pytest
from games import problem
from oracle_certificates import B3, Json, copy, encode
from oracle_certificates import certificate as by_oracle
from oracle_folding import closure, folded, image, parts, turns_and_flips
from tables import contents, tabled

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.certificates import positions, verify_moves
from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.checker.main import verify
from ttt_asp.extensions.certificates.positions import certificate
from ttt_asp.extensions.certificates.respecting import respected
from ttt_asp.extensions.certificates.verify_moves import verify_strategy
from ttt_asp.extensions.recognition.winning_sets import winning_sets
from ttt_asp.limits import Limits
from ttt_asp.positions import explore as explore_module
from ttt_asp.positions.ground import ground
from ttt_asp.programs.program import open_program
from ttt_asp.strategies.library import open_library

EIGHT = turns_and_flips(B3)
KEYS = ("positions", "counts")


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """However small the game is, look for symmetries."""
    monkeypatch.setattr(explore_module, "MANY", 0)


def written(claim: str, x: str = "any", o: str = "any") -> Json:
    data: Json = copy(certificate(problem(claim, x=x, o=o), Limits()))
    return data


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
    data = copy(certificate(asked, Limits()))
    whole = copy(certificate(asked, Limits(symmetry=False)))
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
        data = copy(certificate(asked, Limits()))
        found = data.get("symmetries")
        assert (found and len(closure(found, 9))) == number
        assert verify(encode(data)).claim == "x can win"


@pytest.mark.usefixtures("always")
def test_symmetries_that_the_checker_would_not_take_are_not_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There are too many: eight times nine squares."""
    monkeypatch.setattr(positions, "MAX_COMPARED", 71)
    data = written("always tie", x="good_for_x", o="good_for_o")
    assert "symmetries" not in data
    assert data["positions"] == by_oracle("always tie", "good_for_x", "good_for_o")["positions"]


# --- the second stage ----------------------------------------------------------------------------


@pytest.mark.usefixtures("always")
def test_where_nothing_is_seen_all_positions_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    data = written("always tie", x="good_for_x", o="good_for_o")
    facts = verify_strategy(data, open_library(), Deadline()).facts
    assert "By the ground rules the symmetries take" in " ".join(facts)
    asked = sum(isinstance(entry, list) for entry in data["positions"])
    assert facts[-1].startswith(f"At each of {asked} positions")
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
ELSEWHERE = contents("extensions/certificates/certificate_symmetry_elsewhere.lp")


@pytest.mark.usefixtures("always")
def test_a_strategy_that_differs_at_an_image_only(tmp_path: Path) -> None:
    (tmp_path / "tactics").mkdir()
    (tmp_path / "tactics" / "elsewhere.lp").write_text(ELSEWHERE)
    library = open_library([tmp_path])
    claim = "o can tie"
    kept = written(claim, x="good_for_x", o="first(center, any)")
    roles = {"x": "good_for_x", "o": "first(elsewhere, any)"}
    asked = read(Question(claim, roles, folders=library.folders), Deadline())
    other = copy(certificate(asked, Limits()))
    assert len(closure(other["symmetries"], 9)) == 2
    assert verify_strategy(other, library, Deadline()).facts
    kept["roles"] = other["roles"]
    assert verify(encode(kept))
    with pytest.raises(Rejected, match="not seen to respect them"):
        verify_strategy(kept, library, Deadline())


@cache
def every_position() -> list[str]:
    return [parts(entry)[0] for entry in by_oracle("x can win", "any", "any")["positions"]]


@tabled()
def test_a_symmetry_is_respected_only_if_it_is_at_every_position(term: str) -> None:
    """By the oracle at all positions of the game; exchanging two squares is respected by few."""
    asked = problem("x can win", x=term, o=term)
    rules, sets = ground(open_program(asked), Deadline()), winning_sets(asked.game)
    assert sets is not None
    advice: dict[str, set[int]] = {}
    for text in every_position():
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
