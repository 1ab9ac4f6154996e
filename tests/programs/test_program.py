"""The generated program as text."""

from pathlib import Path

from conftest import tactic
from tables import tabled

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.games.load import load_game
from ttt_asp.programs.assembly import Program
from ttt_asp.programs.compose import always_recommends, compose, never_stuck
from ttt_asp.programs.program import play_program
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import load_strategy

GAME = load_game("tictactoe", {})
GOLDEN = Path(__file__).parent / "golden" / "x_never_loses.lp"


def program(claim: str, **roles: str) -> Program:
    posed = read(Question(claim, roles), Deadline())
    return play_program(posed, 9)


def test_golden_program() -> None:
    """If the change is meant: ttt-asp program "x never loses" --x ... > tests/golden/..."""
    text = program("x never loses", x="first(defeat, refine(center_or_corner, center), any)").text
    assert text == GOLDEN.read_text("utf-8")


@tabled()
def test_only_what_is_needed_goes_in(
    claim: str, roles: dict[str, str], there: list[str], once: list[str], absent: list[str]
) -> None:
    text = program(claim, **roles).text
    assert all(part in text for part in there) and not any(part in text for part in absent)
    assert all(text.count(part) == 1 for part in once)


def test_a_tactic_named_like_a_node_is_another_node(tmp_path: Path) -> None:
    """opponent(defeat) and a tactic called opponent_defeat must not become one predicate."""
    for name in ("opponent_defeat", "first_1", "any_first", "x_defeat"):
        rule = f"suggests({name},P,mark(C)) :- role(P), corner(C).\n"
        tactic(tmp_path, name, rule)
    term = "first(opponent(defeat), opponent_defeat, first_1, any_first, x_defeat, defeat, any)"
    nodes = compose({"x": load_strategy(term, "x", GAME, open_library([tmp_path]))})[0].nodes
    assert len({node.name for node in nodes}) == len(nodes) == 8


@tabled()
def test_what_is_sure_to_recommend_something(term: str, sure: bool) -> None:
    strategy = load_strategy(term, "x", GAME, open_library())
    assert always_recommends({"x": strategy}) == sure == never_stuck(GAME, {"x": strategy})
    assert not always_recommends(
        {"x": strategy, "o": load_strategy("edge", "o", GAME, open_library())}
    )
