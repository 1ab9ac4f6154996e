"""Both stages of small certificates refuse what their sources do not say, part by part."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import tactic
from tables import DATA, constant, tabled

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.extensions.certificates import induction, verify_moves
from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.induction import verify_induction, verify_programs
from ttt_asp.extensions.certificates.positions import certificate
from ttt_asp.extensions.certificates.respecting import respected
from ttt_asp.extensions.certificates.verify import stages
from ttt_asp.extensions.certificates.verify_moves import verify_strategy
from ttt_asp.extensions.recognition.winning_sets import winning_sets
from ttt_asp.limits import Limits
from ttt_asp.positions.ground import ground
from ttt_asp.programs.program import open_program
from ttt_asp.strategies.library import open_library

Json = dict[str, Any]
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
def test_a_move_more_or_less(name: str, which: int, monkeypatch: pytest.MonkeyPatch) -> None:
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
