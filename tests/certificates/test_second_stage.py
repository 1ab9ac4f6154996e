"""The second stage of small certificates: it refuses what their sources do not say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import tactic
from tables import DATA, constant, tabled

from ttt_asp.certificates import verify_moves
from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.positions import certificate
from ttt_asp.certificates.respecting import respected
from ttt_asp.certificates.verify_moves import verify_strategy
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.games.winning_sets import winning_sets
from ttt_asp.limits import Limits
from ttt_asp.positions.circuit.ground import ground
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
    data: Json = json.loads(json.dumps(certificate(problem, Limits())))
    return data


def listed(data: Json) -> list[list[Any]]:
    """The entries with moves."""
    return [one for one in data["positions"] if len(one) == 2 and isinstance(one[1], list)]


def refused(data: Json, reason: str) -> None:
    with pytest.raises(Rejected) as raised:
        verify_strategy(data, LIBRARY, Deadline())
    assert str(raised.value).startswith(reason)


@pytest.mark.parametrize("name", ASKED)
def test_what_the_sources_say_is_derived_anew(name: str) -> None:
    data = made(name)
    facts = verify_strategy(data, LIBRARY, Deadline()).facts
    assert facts[-1].startswith(f"At each of {len(listed(data))} positions")
    assert len(listed(data)) > 2


@tabled()
def test_a_part_that_the_sources_do_not_say(
    name: str, way: list[str], value: Any, reason: str
) -> None:
    data = made(name)
    *above, last = way
    part: Any = data
    for key in above:
        part = part[int(key) if isinstance(part, list) else key]
    part[int(last) if isinstance(part, list) else last] = value
    refused(data, reason)


@pytest.mark.parametrize("name", ASKED)
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


RING = """suggests(ring,P,mark(C)) :- role(P), free(C), ring_a.
ring_a :- ring_b. ring_b :- ring_a. ring_a :- mover(x)."""


@tabled()
def test_whether_a_strategy_is_seen_to_respect(
    term: str, mirrored: bool, same: bool, tmp_path: Path
) -> None:
    tactic(tmp_path, "ring", RING)
    tactic(
        tmp_path, "first_row", "suggests(first_row,P,mark(cell(1,J))) :- role(P), free(cell(1,J))."
    )
    tactic(tmp_path, "left", "suggests(left,P,mark(cell(I,1))) :- role(P), free(cell(I,1)).")
    tactic(tmp_path, "taken", "suggests(taken,P,A) :- legal(P,A), marked(x,cell(1,1)).")
    tactic(tmp_path, "open", "suggests(open,P,A) :- legal(P,A), not marked(x,cell(1,1)).")
    tactic(tmp_path, "many", "suggests(many,P,A) :- legal(P,A), 1 < #count { C : marked(x,C) }.")
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
