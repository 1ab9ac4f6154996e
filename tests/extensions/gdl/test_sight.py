"""GDL-II's `sees`: a game is read only where every role knows all moves, held against all plays."""

import re
from itertools import product
from pathlib import Path

import pytest
from conftest import examples, written
from gdl_oracle import Expression, Oracle
from hypothesis import given
from hypothesis import strategies as st
from inside import game_of
from tables import constant, tabled

from ttt_asp.errors import InputError

GAME, PERCEPTS, BODIES = (constant(__file__, name) for name in ("GAME", "PERCEPTS", "BODIES"))


def tells_all(text: str) -> bool:
    """Whether what a role does and sees in the first move of all tells what the others do."""
    oracle = Oracle(text)
    holds = oracle.at(oracle.init)
    legal = oracle.legal(holds)
    known: dict[Expression, set[tuple[Expression, ...]]] = {}
    for move in product(*legal.values()):
        facts = holds | {("does", *one) for one in zip(legal, move, strict=True)}
        after = oracle._closed(facts, oracle.moving)
        for role, action in zip(legal, move, strict=True):
            seen = frozenset(atom[2] for atom in after if atom[:2] == ("sees", role))
            if role != "random":
                known.setdefault((role, action, seen), set()).add(move)
    return all(len(moves) == 1 for moves in known.values())


def wrong_with(folder: Path, text: str) -> str:
    """What is wrong with the game; empty if it is read."""
    try:
        game_of(written(folder / "game.kif", text))
    except InputError as error:
        return str(error)
    return ""


def game(roles: str, *sees: str) -> str:
    """The game of that table's rules, in which all roles move at once."""
    return " ".join([GAME, *(f"(role {role})" for role in roles.split()), *sees])


@tabled()
def test_a_game_is_read_where_all_see_all(
    tmp_path: Path, roles: str, sees: list[str], read: bool
) -> None:
    text = game(roles, *sees)
    wrong = wrong_with(tmp_path, text)
    assert (wrong == "") == read == ("hidden information" not in wrong)
    assert tells_all(text) or not read


@given(
    st.sampled_from(["p q", "p q s", "p random"]),
    st.lists(
        st.tuples(
            st.sampled_from(["?r", "p", "q"]),
            st.sampled_from(PERCEPTS),
            st.lists(st.sampled_from(BODIES), min_size=1, max_size=2, unique=True),
        ),
        min_size=1,
        max_size=3,
    ),
)
@examples(100)
def test_no_game_is_read_where_something_is_hidden(
    tmp_path_factory: pytest.TempPathFactory,
    roles: str,
    rules: list[tuple[str, str, list[str]]],
) -> None:
    sees = []
    for seer, percept, body in rules:
        used = sorted({*re.findall(r"\?[rq]", f"{seer} {percept} {body}")})
        needed = "".join(f" (role {variable})" for variable in used)
        sees.append(f"(<= (sees {seer} {percept}) {' '.join(body)}{needed})")
    text = game(roles, *sees)
    assert wrong_with(tmp_path_factory.mktemp("drawn"), text) or tells_all(text)
