"""Answers of the workbench, against an oracle that shares no code with it; odd requests too."""

import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import brute_force
import oracle
import pytest
from conftest import Run, examples, tactic
from hypothesis import given
from hypothesis import strategies as st
from inside import STRATEGIES
from oracle_bots import RULES
from tables import constant, tabled
from terms import ARITY
from workbench_server import QUESTIONS, answered

B3 = oracle.Board(3, 3, 3)


def ask(question: str, own: Path | None = None, **fields: Any) -> dict[str, Any]:
    """An answer, which is none of an error."""
    status, found = answered(question, fields, own)
    assert status == 200, found
    return found


def refused(question: str, own: Path | None = None, **fields: Any) -> dict[str, Any]:
    """The first error that is the answer."""
    status, found = answered(question, fields, own)
    assert status == 400, found
    first: dict[str, Any] = found["errors"][0]
    return first


def squares(found: list[list[int]]) -> set[tuple[int, int]]:
    return {(row, column) for row, column in found}


def test_what_a_page_begins_with_is_proved() -> None:
    begin = ask("start")
    assert (begin["game"], begin["writes"], begin["claim"]) == ("tictactoe", None, "o never loses")
    assert begin["roles"]["x"] == "any"
    proved = ask("prove", claim=begin["claim"], roles=begin["roles"])
    assert proved["verdict"] == oracle.verdict(B3, "any", begin["roles"]["o"], "o never loses")
    assert sorted(one["name"] for one in begin["operators"]) == sorted([*ARITY, "any"])
    assert all(one["doc"] for one in [*begin["games"], *begin["operators"]])
    tictactoe = next(one for one in begin["games"] if one["name"] == "tictactoe")
    assert tictactoe["const"] | {"rows": 3, "cols": 3, "line": 3} == tictactoe["const"]


def test_every_game_has_claims_that_can_be_asked() -> None:
    for game in ask("start")["games"]:
        about = ask("game", game=game["name"])
        assert {name: about[name] for name in ("const", "roles")}.items() <= game.items()
        assert set(about["glyphs"]) == set(about["roles"])
        here = ask("position", game=game["name"], position=about["init"])
        assert here["position"] == about["init"] and here["moves"]
        assert len(here["cells"]) == len(about["cells"])
    for claim in ask("game")["claims"]:
        found = ask("prove", claim=claim, roles={"x": "good_for_x", "o": "good_for_o"})
        assert found["verdict"] == oracle.verdict(B3, "good_for_x", "good_for_o", claim), claim


@pytest.mark.parametrize("text", [".../.../...", "x../.o./..x", "xx./oo./...", "xxx/oo./..."])
def test_positions_and_the_moves_there(text: str) -> None:
    here, at = ask("position", position=text), oracle.parse_board(text)
    over = oracle.result(B3, at) is not None
    assert here["cells"] == list(text.replace("/", ""))
    assert (here["over"], here["mover"]) == (over, None if over else at.mover)
    assert squares([move["cell"] for move in here["moves"]]) == (
        set() if over else oracle.legal(B3, at)
    )
    for move in here["moves"]:
        row, column = move["cell"]
        after = oracle.show_board(B3, oracle.place(at, at.mover, (row, column)))
        assert move["after"] == after
    assert here["result"] == ("x wins with row(1,1)" if over else "")


@tabled()
def test_positions_that_no_play_comes_to_are_refused(
    game: str, text: str, why: str, run: Run
) -> None:
    """As the command line refuses them, with its words."""
    error = refused("position", game=game, position=text)
    assert (error["file"], error["message"]) == ("position", why)
    printed = run("suggest", "any", "-g", game, "--position", text)
    assert (printed.status, f"error: {why}" in printed.err) == (2, True)


@pytest.mark.parametrize("question", ["judge", "advise", "library"])
def test_nothing_is_said_of_impossible_positions(question: str) -> None:
    text = "..k../..K../...../...../...R. white"
    error = refused(question, game="krk", position=text, claim="white always wins", roles={},
                    role="white", terms=["any"])  # fmt: skip
    assert error["message"].endswith("the kings stand side by side")


TERMS: list[str] = constant(__file__, "TERMS")


@pytest.mark.parametrize("text", [".../.../...", "x../.../...", "x../.o./..x", "x.x/.o./..."])
def test_what_cards_recommend(text: str) -> None:
    at = oracle.parse_board(text)
    found = ask("advise", position=text, role=at.mover, terms=TERMS)
    said = [squares(one["cells"]) for one in found["said"]]
    assert said == [oracle.recommends(B3, at, oracle.parse(term)) for term in TERMS]


def test_the_library_on_a_board() -> None:
    text = "x../.o./..x"
    found, at = ask("library", role="o", position=text), oracle.parse_board(text)
    rows = {row["name"]: row for row in [*found["tactics"], *found["strategies"]]}
    for name in oracle.TACTICS:
        if name in rows:
            wanted = oracle.recommends(B3, at, name) if rows[name]["fits"] else None
            cells = rows[name]["cells"]
            assert (cells if cells is None else squares(cells)) == wanted, name
    assert rows["bite_diagonally"]["why_not"] == "bite_diagonally is about chomp"
    assert rows["good_for_x"]["term"].startswith("first(defeat, defend, fork, ")
    assert all(row["doc"] and not row["own"] for row in rows.values())
    assert rows["defeat"]["examples"][0] == "xx./oo./... for x: mark(cell(1,3))"
    assert {row["name"] for row in found["orders"]} >= {"reading"}
    assert {row["recommends"] is None for row in ask("library")["tactics"]} == {True}


def test_a_refuted_claim_comes_with_its_boards() -> None:
    found = ask("prove", claim="o never loses", roles={"o": "good_for_o"})
    assert found["verdict"] == "refuted"
    assert found["plays"] == oracle.explore(B3, "any", "good_for_o").plays
    strip = found["strip"]
    assert strip[0] | {"position": ".../.../...", "move": None} == strip[0]
    moves = []
    for before, after in pairwise(strip):
        assert after["cells"] == list(after["position"].replace("/", ""))
        changed = [n for n in range(9) if before["cells"][n] != after["cells"][n]]
        assert changed == after["new"]
        moves.append((changed[0] // 3 + 1, changed[0] % 3 + 1))
    assert oracle.check_play(B3, "any", "good_for_o", moves) == "x"
    assert [one["blunder"] for one in strip].index(True) == found["blunder"]["move"]
    said = "o, playing good_for_o, can lose: 970 positions, 1,624 plays: "
    assert found["sentence"] == f"{said}x wins 64, o wins 1,072, 488 ties."
    assert found["lost"][0].startswith("Move 4 is the blunder: o plays mark(cell(3,3)) ")


def test_changes_are_proved_by_the_oracle() -> None:
    asked: dict[str, Any] = {"claim": "o never loses", "roles": {"o": "good_for_o"}}
    (repaired,) = ask("repair", **asked)["results"]
    assert repaired["says"] == "insert threaten_safely before refine(center_or_corner, center)"
    for question, more in (
        ("repair", asked),
        ("shorten", asked | {"roles": {"o": repaired["text"]}}),
        ("fill", asked | {"roles": {"o": "first(defeat, defend, ?, any)"}}),
        ("fill", asked | {"roles": {"o": "first(defeat, defend, ?, ?a, any)"}}),
    ):
        found = ask(question, **more)
        assert found["sentence"]
        for one in found["results"]:
            assert (one["role"], bool(one["says"])) == ("o", True)
            assert oracle.verdict(B3, "any", one["text"], "o never loses") == "proved"


def test_a_large_library(tmp_path: Path) -> None:
    """More tactics than an operator may have operands."""
    names = [f"mine{number}" for number in range(230)]
    for name in names:
        tactic(tmp_path, name, f"suggests({name},P,mark(C)) :- role(P), edge(C), free(C).\n")
    tactic(tmp_path, "broken", "suggests(broken,P,mark(C)) :- role(P), edg(C), free(C).\n")
    rows = {row["name"]: row for row in ask("library", tmp_path, position="x../.o./...")["tactics"]}
    assert all(len(rows[name]["cells"]) == 4 for name in names)
    assert (rows["broken"]["why_not"], rows["broken"]["fits"]) == (
        "there is no predicate edg/1",
        False,
    )
    some = [*names[:99], "center"]
    found = ask("advise", tmp_path, position="x../.o./...", role="x", terms=some)["said"]
    assert [len(one["cells"]) for one in found] == [4] * 99 + [0]
    assert refused("advise", tmp_path, terms=names)["message"].endswith("at most 100 texts")


HASTY = 3.0
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


@given(st.sampled_from(QUESTIONS), st.sampled_from(sorted(GOOD)), ODD)
@examples(60)
def test_a_field_may_be_anything(question: str, field: str, odd: object) -> None:
    fields = {**GOOD, field: odd}
    if question == "term":
        fields["text"] = fields["term"] if field != "text" else odd
    status, found = answered(question, fields, seconds=HASTY)
    assert status in (200, 400), found
    if status == 400:
        assert_printable(found["errors"])


@tabled()
def test_a_line_break_in_a_name_is_escaped(question: str, field: str, odd: object) -> None:
    status, found = answered(question, {**GOOD, field: odd}, seconds=HASTY)
    assert status == 400
    assert_printable(found["errors"])
    assert re.search(r"\\n|\\x1b", found["errors"][0]["message"])


def assert_printable(errors: list[dict[str, str]]) -> None:
    """The message of a claim that cannot be read goes on with the grammar, one form a line."""
    assert all(error["message"].split("\nA claim is one of")[0].isprintable() for error in errors)


@pytest.mark.parametrize("field", ["game", "const", "roles", "claim", "role", "position", "terms"])
def test_a_field_of_another_kind_is_named(field: str) -> None:
    odd = 1 if field != "roles" else {"x": [1]}
    question = "advise" if field in ("role", "position", "terms") else "prove"
    status, found = answered(question, {**GOOD, field: odd}, seconds=HASTY)
    assert (status, found["errors"][0]["file"]) == (400, field)
    assert " has to be " in found["errors"][0]["message"]


@pytest.mark.parametrize("name", NAMES)
def test_no_file_is_read_by_its_place(name: str, tmp_path: Path) -> None:
    """Not even of a game that is there; names are names of the library."""
    for question, field in (("game", "game"), ("prove", "game"), ("tactic_open", "name")):
        status, found = answered(question, {**GOOD, field: name}, tmp_path)
        assert status == 400, (question, found)
        assert "passwd:1" not in str(found)
    draft = {"draft": {"name": name, "text": TACTIC}}
    assert answered("prove", {**GOOD, **draft}, tmp_path)[0] == 400
    named = ("tactic_check", "tactic_save", "tactic_example", "tactic_new", "strategy_save")
    for question in named:
        assert answered(question, {**GOOD, "name": name}, tmp_path)[0] == 400
    assert list(tmp_path.iterdir()) == []


def test_games_by_their_files(tmp_path: Path) -> None:
    """The one that the server was started with, and no other."""
    own, other = tmp_path / "own.lp", tmp_path / "other.lp"
    for path in (own, other):
        path.write_text("winning_set(l).\npart_of((a;b),l).\n", "utf-8")
    assert answered("game", {}, game=str(own))[1]["name"] == str(own)
    assert answered("game", {"game": str(own)}, game=str(own))[0] == 200
    assert answered("game", {"game": "tictactoe"}, game=str(own))[0] == 200
    for game in (str(other), f"{tmp_path}/./own.lp", "../own.lp"):
        status, found = answered("game", {"game": game}, game=str(own))
        assert status == 400
        assert found["errors"][0]["message"] == f"there is no game {game} here"


def test_a_link_out_of_its_folder_is_not_opened(tmp_path: Path) -> None:
    secret = tmp_path / "secret.lp"
    secret.write_text(TACTIC, "utf-8")
    mine = tmp_path / "mine"
    tactic(mine, "other", TACTIC.replace("mine", "other"))
    (mine / "tactics" / "mine.lp").symlink_to(secret)
    (mine / "tactics" / "known.lp").symlink_to(STRATEGIES / "tactics" / "defeat.lp")
    assert ask("tactic_open", mine, name="other")["own"] is True
    error = refused("tactic_open", mine, name="mine")
    assert error["message"] == "mine is a link out of its folder"
    assert ask("tactic_open", mine, name="known")["own"] is False


@tabled()
def test_a_tactic_has_no_code(text: str, said: str, tmp_path: Path) -> None:
    own, draft = tmp_path / "own", {"name": "mine", "text": text + TACTIC}
    for question in ("tactic_check", "tactic_save", "prove", "advise"):
        fields = {**GOOD, "roles": {"x": "mine"}, "terms": ["mine"], **draft, "draft": draft}
        assert said in str(answered(question, fields, own)[1]), question
    assert not own.exists()


# --- what each move does, held to a search of one's own: minimax on the board of three by three


KNOWN: brute_force.Known = {}


def worth(board: str) -> int:
    """What x can force: 1, 0 or -1."""
    return {"x": 1, "tie": 0, "o": -1}[brute_force.value(RULES, board, KNOWN)]


def judged(board: str, claim: str, **roles: str) -> dict[str, Any]:
    position = "/".join(board[i : i + 3] for i in (0, 3, 6))
    status, found = answered("judge", {"claim": claim, "roles": roles, "position": position})
    assert status == 200, found
    return found


def positions(number: int) -> list[str]:
    """Positions of random plays at which somebody has a choice."""
    chance, found = random.Random(47), list[str]()
    while len(found) < number:
        board = RULES.start
        for _ in range(chance.randrange(7)):
            if RULES.over(board) is None:
                board = RULES.after(board, chance.choice(RULES.moves(board)))
        if board.count(".") > 1 and RULES.over(board) is None:
            found.append(board)
    return found


def square(action: str) -> int:
    row, column = action.removeprefix("mark(cell(").removesuffix("))").split(",")
    return 3 * (int(row) - 1) + int(column) - 1


def test_by_best_play() -> None:
    for board in positions(25):
        answer = judged(board, "always tie")
        assert answer["by"] == "best play"
        sign = 1 if RULES.mover(board) == "x" else -1
        best = max(sign * worth(RULES.after(board, i)) for i in RULES.moves(board))
        for action, said in answer["moves"].items():
            i = square(action)
            value = sign * worth(RULES.after(board, i))
            assert said == ("loses" if value < best else "wins" if best == 1 else "safe"), (
                board,
                i,
            )


def test_by_the_claim() -> None:
    by_claim = 0
    for board in positions(25):
        answer = judged(board, "o never loses", o="first(corner, any)")
        if RULES.mover(board) != "o" or worth(board) == 1:
            assert answer["by"] == "best play"
            continue
        by_claim += 1
        assert answer["by"] == "claim"
        for action, said in answer["moves"].items():
            i = square(action)
            assert said == ("loses" if worth(RULES.after(board, i)) == 1 else "safe")
    assert by_claim > 5


def test_the_others_keep_to_their_strategies() -> None:
    """Who only takes the first free square may be met with moves that best play refutes."""
    board = "x........"
    free = judged(board, "o never loses")["moves"]
    assert [square(action) for action, said in free.items() if said == "safe"] == [4]
    weak = judged(board, "o never loses", x="pick(any, reading)")["moves"]
    assert sum(said == "safe" for said in weak.values()) > 4
