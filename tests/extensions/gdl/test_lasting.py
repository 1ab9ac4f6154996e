"""Fluents of games in the Game Description Language that no move changes."""

import re

from conftest import GDL

from ttt_asp.deadline import Deadline
from ttt_asp.extensions.gdl.read import read_gdl


def test_only_what_every_rule_leaves_as_it_is_lasts() -> None:
    """Others look alike: a door may open, a lamp goes out where its numbers differ, a mark too."""
    text = read_gdl(GDL / "walls.kif", Deadline())[0].text.decode()
    assert {*re.findall(r"no move changes where (\w+) holds", text)} == {"wall", "hot", "cold"}
    # nothing asks of these whether they hold here, but what says that they stay
    asking = [line for line in text.splitlines() if "true(wall(" in line]
    assert [line.split("(")[0] for line in asking] == ["next", "impossible", "impossible"]
