"""Certificates up to symmetry: as brute force folds those that list everything, and no others."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import oracle
import pytest
from conftest import tactic
from games import problem
from oracle_certificates import B3, Json, copy, encode
from oracle_certificates import certificate as by_oracle
from oracle_folding import closure, folded, image, parts, turns_and_flips
from tables import DATA, constant, contents, tabled

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.extensions.certificates import induction, positions, verify_moves
from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.checker.main import verify
from ttt_asp.extensions.certificates.induction import verify_induction, verify_programs
from ttt_asp.extensions.certificates.positions import certificate
from ttt_asp.extensions.certificates.respecting import respected
from ttt_asp.extensions.certificates.verify import stages
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
def test_certificates_of_other_boards_are_valid_up_to_symmetry(
    game: str, const: dict[str, int], group: int
) -> None:
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
def test_a_strategy_that_differs_at_an_image_only_is_rejected(tmp_path: Path) -> None:
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


# --- both stages of small certificates refuse what their sources do not say, part by part ---------


# Questions by the names that rows call them.
ASKED: dict[str, Json] = constant(__file__, "ASKED")
LIBRARY = open_library([DATA / "strategies" / "pick"])
# The way from left to right is the other way round; and the board stays as it is.
MIRRORED, SAME = (2, 1, 0, 5, 4, 3), (0, 1, 2, 3, 4, 5)


def made(name: str) -> Json:
    """A certificate of a question."""
    problem = read(Question(**ASKED[name], folders=LIBRARY.folders), Deadline())
    rounds = induction.certificate(problem, 1) if name == "rounds" else None
    data: Json = json.loads(json.dumps(rounds or certificate(problem, Limits())))
    return data


def listed(data: Json) -> list[list[Any]]:
    """The entries with moves."""
    return [one for one in data["positions"] if len(one) == 2 and isinstance(one[1], list)]


def refused(data: Json, reason: str, stage: int = 2) -> None:
    first, second = stages(data)
    with pytest.raises(Rejected if stage == 1 else (Rejected, InputError)) as raised:
        first(data, Deadline()) if stage == 1 else second(data, LIBRARY, Deadline(), None)
    assert reason in str(raised.value)


def test_a_proof_over_rounds_is_valid_in_both_stages() -> None:
    data = made("rounds")
    assert verify_induction(data, Deadline()).facts
    assert verify_programs(data, LIBRARY, Deadline()).facts


@pytest.mark.parametrize("name", ["board", "bricks"])
def test_what_the_sources_say_is_derived_anew(name: str) -> None:
    data = made(name)
    facts = verify_strategy(data, LIBRARY, Deadline()).facts
    assert facts[-1].startswith(f"At each of {len(listed(data))} positions")
    assert len(listed(data)) > 2


@tabled()
def test_a_part_that_the_sources_do_not_say(
    name: str, stage: int, way: list[str], value: Any, reason: str
) -> None:
    data = made(name)
    *above, last = way
    part: Any = data
    for key in above:
        part = part[int(key) if isinstance(part, list) else key]
    place: Any = int(last) if isinstance(part, list) else last
    # what begins with a plus sign is added
    added = isinstance(value, str) and value.startswith("+")
    part[place] = part[place] + value[1:] if added else value
    refused(data, reason, stage)


@pytest.mark.parametrize("name", ["board", "bricks"])
@pytest.mark.parametrize("which", [0, -1])
def test_a_move_more_or_less_is_rejected(
    name: str, which: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify_moves, "_AT_ONCE", 4)
    data = made(name)
    entry = listed(data)[which]
    moves = entry[1]
    for other in (moves[1:], [*moves, moves[0]]):
        entry[1] = other
        refused(data, "at ")


def test_where_nobody_has_a_choice_no_move_is_listed() -> None:
    data = made("board")
    ended = next(one for one in reversed(data["positions"]) if isinstance(one, str))
    data["positions"] = [[ended, [0]]]
    refused(data, "nobody has a choice at ")


# Tactics of two squares that are each other's image.
TACTICS: dict[str, str] = constant(__file__, "TACTICS")


@tabled()
def test_whether_a_strategy_is_seen_to_respect(
    term: str, mirrored: bool, same: bool, tmp_path: Path
) -> None:
    for name, text in TACTICS.items():
        tactic(tmp_path, name, text)
    board = Question(
        "x can win",
        {"x": term},
        const={"rows": "2", "cols": "3", "line": "2"},
        folders=(tmp_path, *LIBRARY.folders),
    )
    asked = read(board, Deadline())
    rules, sets = ground(open_program(asked), Deadline()), winning_sets(asked.game)
    assert sets is not None
    assert [respected(rules, sets, [one]) for one in (MIRRORED, SAME)] == [mirrored, same]
    assert respected(rules, sets, [SAME, MIRRORED]) == mirrored
