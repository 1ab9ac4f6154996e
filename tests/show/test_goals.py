"""A matrix of a game whose goals are others than 100, 0 and ties."""

from ttt_asp.analyses.match_scores import Score
from ttt_asp.show.tables import matrix_csv, scores_table
from ttt_asp.show.text import text

ROLES = {"a": "any", "b": "any"}
GOALS = Score(ROLES, {"a=30 b=70": 2, "a=70 b=30": 1}, 4, "")
WON = Score(ROLES, {"a": 1, "b": 0, "tie": 2}, 4, "a never loses")


def test_goals_are_shown_by_their_values() -> None:
    goals, won = text([scores_table(["a", "b"], [GOALS, WON])]).splitlines()[2:]
    assert " ".join(goals.split()) == "any any 4 2 with a=30 b=70; 1 with a=70 b=30"
    assert won.split()[:7] == ["any", "any", "1", "0", "2", "0", "4"]
    assert matrix_csv(["a", "b"], [GOALS]).splitlines()[1] == (
        "any,any,,,,,4,,2 with a=30 b=70; 1 with a=70 b=30"
    )
