"""Wholes and parts of the paper's board, and how many marks each has."""

import random
from itertools import product

import clingo
import pytest
from inside import ASP, facts_of, game_of
from tables import constant, contents

# Appendix B of the paper, in the words of our board, and as it stands there but for the line that
# the page cuts off: a square of edge_space is part of no diagonal.
PAPER = contents("games/mereology_paper.lp")
FILES: list[str] = constant(__file__, "FILES")


def atoms(*texts: str) -> set[str]:
    """The one answer set of a program."""
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "\n".join(texts))
    control.ground()
    found: list[set[str]] = []
    control.solve(on_model=lambda m: found.append({str(a) for a in m.symbols(shown=True)}))
    (only,) = found
    return only


def within(const: dict[str, str]) -> set[tuple[str, str]]:
    """What is a part of what on a board of tic-tac-toe."""
    facts = facts_of(game_of("tictactoe", const), "within", 2)
    return {(str(part), str(whole)) for part, whole in facts}


def test_wholes_and_parts_are_the_papers() -> None:
    """Besides, lines are parts of our board."""
    ours = within({})
    lines = {part for part, whole in ours if whole == "board" and not part.startswith("cell")}
    assert len(lines) == 8
    besides = {f"part_of({line},board)" for line in lines}
    assert {f"part_of({a},{b})" for a, b in ours} == atoms(PAPER) | besides


@pytest.mark.parametrize("const", [{"rows": "4", "cols": "5", "line": "4"}, {"line": "2"}])
def test_every_square_is_in_one_space(const: dict[str, str]) -> None:
    found = within(const)
    spaces = {name: {p for p, w in found if w == name} for name in ("diag_space", "edge_space")}
    squares = {part for part, whole in found if whole == "board" and part.startswith("cell")}
    on_lines = {p for p, w in found if w.startswith(("diag(", "anti("))}
    assert {p for p in spaces["diag_space"] if p.startswith("cell")} == on_lines
    assert spaces["edge_space"] == squares - on_lines


def test_marks_are_counted_on_every_entity() -> None:
    """The vocabulary's files under bare clingo, at positions at random."""
    files = [(ASP / "vocabulary" / f"{name}.lp").read_text("utf-8") for name in FILES]
    rule = "marked(P,C) :- true(marked(P,C)). size(3,3). in_a_row(3). #show marks/3."
    diagonals = {(1, 1), (2, 2), (3, 3), (1, 3), (3, 1)}
    dice = random.Random(5)
    for _ in range(10):
        owner = {square: dice.choice("xo.") for square in product((1, 2, 3), repeat=2)}
        facts = "".join(
            f"true(marked({p},cell({i},{j})))." for (i, j), p in owner.items() if p != "."
        )
        found = atoms(*files, rule, facts)
        for p in "xo":
            mine = {square for square, who in owner.items() if who == p}
            assert f"marks({p},board,{len(mine)})" in found
            assert f"marks({p},diag_space,{len(mine & diagonals)})" in found
            assert f"marks({p},edge_space,{len(mine - diagonals)})" in found
            for i in (1, 2, 3):
                assert f"marks({p},row({i},1),{sum(s[0] == i for s in mine)})" in found
        assert len(found) == 2 * (8 + 3)
