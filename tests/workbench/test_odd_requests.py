"""Fields of any kind, and what files may be asked for: an error in words, never a traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import examples, tactic
from hypothesis import given
from hypothesis import strategies as st
from tables import constant, tabled

from ttt_asp.paths import STRATEGIES
from ttt_asp.workbench.answering import ANSWERS, reply
from ttt_asp.workbench.request import ServerOptions

SETTING = ServerOptions(None, "tictactoe", {}, 3.0, 10**9)
TACTIC = "suggests(mine,P,mark(C)) :- role(P), free(C).\n"
GOOD: dict[str, Any] = constant(__file__, "GOOD")
NAMES: list[str] = constant(__file__, "NAMES")
TEXTS: list[str] = [*NAMES, *constant(__file__, "TEXTS")]
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(TEXTS) | st.text()
ODD = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(
        ["x", "o", "rows", "line", "name", "text", "operator", "operands", ""]), inner, max_size=3),
    max_leaves=5,
)  # fmt: skip


@given(st.sampled_from(sorted(ANSWERS)), st.sampled_from(sorted(GOOD)), ODD)
@examples(60)
def test_a_field_may_be_anything(question: str, field: str, odd: object) -> None:
    fields = {**GOOD, field: odd}
    if question == "term":
        fields["text"] = fields["term"] if field != "text" else odd
    status, found, _ = reply(SETTING, question, fields)
    assert status in (200, 400), found
    if status == 400:
        assert all(one["message"].isprintable() for one in found["errors"])


@pytest.mark.parametrize("field", ["game", "const", "roles", "claim", "role", "position", "terms"])
def test_a_field_of_another_kind_is_named(field: str) -> None:
    odd = 1 if field != "roles" else {"x": [1]}
    question = "advise" if field in ("role", "position", "terms") else "prove"
    status, found, _ = reply(SETTING, question, {**GOOD, field: odd})
    assert (status, found["errors"][0]["file"]) == (400, field)
    assert " has to be " in found["errors"][0]["message"]


@pytest.mark.parametrize("name", NAMES)
def test_no_file_is_read_by_its_place(name: str, tmp_path: Path) -> None:
    """Not even of a game that is there; names are names of the library."""
    setting = ServerOptions(tmp_path, "tictactoe", {}, 9.0, 10**9)
    for question, field in (("game", "game"), ("prove", "game"), ("tactic_open", "name")):
        status, found, _ = reply(setting, question, {**GOOD, field: name})
        assert status == 400, (question, found)
        assert "passwd:1" not in str(found)
    draft = {"draft": {"name": name, "text": TACTIC}}
    assert reply(setting, "prove", {**GOOD, **draft})[0] == 400
    named = ("tactic_check", "tactic_save", "tactic_example", "tactic_new", "strategy_save")
    for question in named:
        assert reply(setting, question, {**GOOD, "name": name})[0] == 400
    assert list(tmp_path.iterdir()) == []


def test_games_by_their_files(tmp_path: Path) -> None:
    """The one that the server was started with, and no other."""
    own, other = tmp_path / "own.lp", tmp_path / "other.lp"
    for path in (own, other):
        path.write_text("winning_set(l).\npart_of((a;b),l).\n", "utf-8")
    setting = ServerOptions(None, str(own), {}, 9.0, 10**9)
    assert reply(setting, "game", {})[1]["name"] == str(own)
    assert reply(setting, "game", {"game": str(own)})[0] == 200
    assert reply(setting, "game", {"game": "tictactoe"})[0] == 200
    for game in (str(other), f"{tmp_path}/./own.lp", "../own.lp"):
        status, found, _ = reply(setting, "game", {"game": game})
        assert status == 400
        assert found["errors"][0]["message"] == f"there is no game {game} here"


def test_a_link_out_of_its_folder_is_not_opened(tmp_path: Path) -> None:
    secret = tmp_path / "secret.lp"
    secret.write_text(TACTIC, "utf-8")
    mine = tmp_path / "mine"
    tactic(mine, "other", TACTIC.replace("mine", "other"))
    (mine / "tactics" / "mine.lp").symlink_to(secret)
    (mine / "tactics" / "known.lp").symlink_to(STRATEGIES / "tactics" / "defeat.lp")
    setting = ServerOptions(mine, "tictactoe", {}, 9.0, 10**9)
    assert reply(setting, "tactic_open", {"name": "other"})[1]["own"] is True
    status, found, _ = reply(setting, "tactic_open", {"name": "mine"})
    assert (status, found["errors"][0]["message"]) == (400, "mine is a link out of its folder")
    assert reply(setting, "tactic_open", {"name": "known"})[1]["own"] is False


@tabled()
def test_a_tactic_has_no_code(text: str, said: str, tmp_path: Path) -> None:
    own, draft = tmp_path / "own", {"name": "mine", "text": text + TACTIC}
    for question in ("tactic_check", "tactic_save", "prove", "advise"):
        setting = ServerOptions(own, "tictactoe", {}, 9.0, 10**9)
        fields = {**GOOD, "roles": {"x": "mine"}, "terms": ["mine"], **draft, "draft": draft}
        assert said in str(reply(setting, question, fields)[1]), question
    assert not own.exists()
