"""Pictures and words of proofs that go through no positions."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ttt_asp import Pairing, pairing, prove
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.drawing.svg import board_svg
from ttt_asp.extensions.reports.page.section import lemmas_in_words, pairs_of
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Board, pairs_board

SVG = "{http://www.w3.org/2000/svg}"


def labels(svg: str) -> dict[tuple[int, int], str]:
    """What is written on each square, by column and row."""
    texts = ElementTree.fromstring(svg).iter(f"{SVG}text")
    found = {}
    for text in texts:
        x, y = float(text.get("x", "0")), float(text.get("y", "0"))
        found[int(x // 30) + 1, int(y // 30) + 1] = text.text or ""
    return found


def drawn(board: Board, game: Game) -> str:
    """A board as a picture."""
    return board_svg(Notation(game), board)


def svg_of(found: Pairing) -> str:
    """The picture that a notebook shows of a pairing."""
    html = found._repr_html_()
    return html[html.index("<svg") : html.index("</svg>") + len("</svg>")]


@pytest.fixture(scope="module")
def paired(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    folder = tmp_path_factory.mktemp("pairing")
    board = {"rows": "8", "cols": "8", "line": "8"}
    options = [word for name, value in board.items() for word in ("-c", f"{name}={value}")]
    assert execute(["pairing", *options, "-o", str(folder)]) == 0
    asked = Question("o never loses", {"o": "by_pairing"}, const=board,
                     lemmas=("pairing_kept",), folders=(folder,))  # fmt: skip
    return read(asked, Deadline())


def test_the_pairs_that_a_proof_rests_on(paired: Problem) -> None:
    pairs = pairs_of(paired)
    assert len(pairs) == 18
    (tactic,) = paired.strategies["o"].tactics
    written = re.findall(r"_pair\((cell\(\d,\d\)),(cell\(\d,\d\))\)\.", tactic.text.decode())
    assert {frozenset(pair) for pair in pairs} == {frozenset(pair) for pair in written}
    shown = labels(drawn(pairs_board(paired.game, pairs), paired.game))
    assert sorted(shown.values()) == sorted("AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRR")
    for letter, (one, other) in zip("ABCDEFGHIJKLMNOPQR", pairs, strict=True):
        squares = {f"cell({i},{j})" for (j, i), label in shown.items() if label == letter}
        assert squares == {one, other}


def test_marks_stand_on_pairs(paired: Problem) -> None:
    one, other = pairs_of(paired)[0]
    position = frozenset({f"marked(x,{one})", f"marked(o,{other})", "turn(x)"})
    empty = pairs_board(paired.game, pairs_of(paired))
    marked = replace(empty, position=position)
    root = ElementTree.fromstring(drawn(marked, paired.game))
    assert len(list(root.iter(f"{SVG}circle"))) == 1
    assert "A" not in labels(ElementTree.tostring(root, "unicode")).values()


def test_many_pairs_have_numbers_and_crowded_lines_squares() -> None:
    shown = labels(svg_of(pairing(const={"rows": 13, "cols": 13, "line": 13})))
    assert set(shown.values()) == set(map(str, range(1, 29)))
    found = pairing()
    assert list(labels(svg_of(found)).values()) == ["!"] * len(found.squares)


def test_lemmas_in_words() -> None:
    const = {"rows": "9", "cols": "9"}
    asked = Question("x never loses", {"x": "mirror_arms"}, "chomp", const, lemmas=("arms_differ",))
    found = prove("x never loses", game="chomp", const=const, x="mirror_arms",
                  engine="induction", lemmas=["arms_differ"])  # fmt: skip
    said = dict(lemmas_in_words(read(asked, Deadline()), found))
    assert list(said) == list(found.lemmas or ())
    assert said["one_turn"] == "it is exactly one role's turn"
    assert said["staircase"] == (
        "where a square is left, so are all that are above it, to the left of it, or both"
    )
    assert said["arms_differ"].startswith("nothing is bitten off yet; or first row")
    assert "Source" not in said["arms_differ"]


def test_lemmas_that_were_found(paired: Problem) -> None:
    question = {name: int(value) for name, value in paired.game.constants.items()}
    folder = Path(paired.strategies["o"].tactics[0].path or "").parents[1]
    found = prove("o never loses", o="by_pairing", const=question, engine="induction",
                  strategies=folder)  # fmt: skip
    *_, (name, said) = lemmas_in_words(paired, found)
    assert found.words
    assert (name, said) == ("found_lemma", "; ".join(found.words))
