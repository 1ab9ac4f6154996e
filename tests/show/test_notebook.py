"""What a notebook shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import GDL

import ttt_asp
from ttt_asp import board, draw, prove
from ttt_asp.errors import InputError
from ttt_asp.result import Result
from ttt_asp.show.blocks import BLOCKS_OF

SVG = "{http://www.w3.org/2000/svg}"


class Shown:
    """A display that was taken apart; it has to be well-formed."""

    def __init__(self, result: Any) -> None:
        self.root = ElementTree.fromstring(result._repr_html_())

    @property
    def words(self) -> str:
        """All text but that of pictures."""
        return " ".join("".join(self._texts(self.root)).split())

    def _texts(self, element: ElementTree.Element) -> Iterator[str]:
        if element.tag.startswith(SVG) or element.tag == "style":
            return
        yield element.text or ""
        for part in element:
            yield from self._texts(part)
            yield part.tail or ""
        yield "" if element.tag == "b" else " "

    @property
    def boards(self) -> list[ElementTree.Element]:
        return list(self.root.iter(f"{SVG}svg"))

    @property
    def rows(self) -> list[list[str]]:
        """Cells of all tables, headers among them."""
        return [["".join(cell.itertext()) for cell in row] for row in self.root.iter("tr")]

    def written(self, number: int = 0) -> list[str]:
        """What stands on the squares of a board."""
        return [text.text or "" for text in self.boards[number].iter(f"{SVG}text")]

    def stars(self, number: int = 0) -> int:
        paths = [path.get("class") for path in self.boards[number].iter(f"{SVG}path")]
        return paths.count("star")


def test_a_verdict_shows_its_play() -> None:
    found = prove("o never loses", o="good_for_o", engine="explicit")
    shown = Shown(found)
    assert shown.words.startswith("o, playing good_for_o, can lose: x wins 64 of 1,624 plays.")
    assert "o never loses: refuted (this play breaks the claim) x plays any" in shown.words
    assert len(shown.boards) == 7
    assert "4. o ??" in shown.words
    assert "Move 4 is the blunder: o plays mark(cell(3,3)) (row 3, column 3)" in shown.words
    (lost,) = [one for one in shown.root.iter("div") if one.get("class") == "lost"]
    assert lost.text == "4. o ??"
    assert ElementTree.fromstring(draw(found)._repr_svg_()).get("class") == "ttt"


def test_a_proof_has_no_play_to_show() -> None:
    found = prove("x never loses", x="good_for_x")
    shown = Shown(found)
    assert shown.words.startswith("x, playing good_for_x, never loses: whatever o does, 1,248")
    assert not shown.boards
    with pytest.raises(InputError, match="no play shows that x never loses is proved"):
        draw(found)


def test_a_position() -> None:
    picture = board("x../.o./..x")
    assert str(picture).count("<circle") == 1
    assert str(picture).count("<path") == 2
    with pytest.raises(InputError, match="is not 3 rows of 3 squares"):
        board("x.")


def test_what_is_recommended_has_stars() -> None:
    shown = Shown(ttt_asp.suggest("good_for_x", "x../.o./..x", "o"))
    assert shown.stars() == 2
    said = "o to move: mark(cell(1,3)), mark(cell(3,1)) decided by: center"
    assert shown.words.startswith(said)
    shown = Shown(ttt_asp.suggest("any", "xxx/oo./..."))
    assert shown.stars() == 0
    assert shown.words == "The game is over here: x wins with row(1,1)."


def test_an_explanation_has_a_play_for_each_part_that_is_needed() -> None:
    found = ttt_asp.explain("x never loses", x="good_for_x")
    shown = Shown(found)
    assert shown.rows[0] == ["part", "decides at", "deleted alone"]
    assert [row[0] for row in shown.rows[1:]] == list(found.parts)
    assert len(shown.boards) == sum(
        len(one.play.moves) for one in found.needed.values() if one.play
    )
    assert all(f"Without {part}: refuted. x, playing" in shown.words for part in found.needed)


def test_first_moves_have_their_worth() -> None:
    shown = Shown(ttt_asp.solve("corner_blocks"))
    assert shown.stars() == 1
    assert (
        "1 of 9 first moves optimal: mark(cell(2,2)) 100: mark(cell(2,2)) 50: mark(" in shown.words
    )
    assert "corner_blocks: x wins with best play (x 100, o 0)" in shown.words
    assert shown.words.endswith("7. x mark(cell(2,3)) x wins with block(cell(1,3))")
    shown = Shown(ttt_asp.solve("pick_up_bricks"))  # moves are about no squares
    assert "(x 0, o 100)" in shown.words and "every first move is optimal" in shown.words


def test_two_strategies_side_by_side() -> None:
    found = ttt_asp.compare("good_for_o", "careful_o", role="o", claims=["o never loses"])
    shown = Shown(found)
    assert ["o never loses", "refuted", "proved"] in shown.rows
    assert [row[0] for row in shown.rows[-len(found.relations) :]] == [
        one.text for one in found.relations
    ]
    assert "A only: mark(" in shown.words
    signs = {"A": "only_a", "B": "only_b", "*": "both"}
    first = next(one.shown for one in found.relations if one.shown)
    for sign, kind in signs.items():
        assert shown.written().count(sign) == len(getattr(first, kind))


def test_a_repair_is_a_diff_with_the_play_that_it_saves() -> None:
    shown = Shown(ttt_asp.repair("o never loses", o="good_for_o"))
    assert [one.text for one in shown.root.iter("ins")] == ["+ threaten_safely"]
    assert not list(shown.root.iter("del"))
    assert len(shown.boards) == 7
    assert "o never loses: repaired (1 edit; with fewer it does not hold)" in shown.words


def test_exceptions_are_boards() -> None:
    found = ttt_asp.exceptions("o never loses", o="good_for_o")
    shown = Shown(found)
    assert len(shown.boards) == len(found.overruled)
    for number, one in enumerate(found.overruled):
        assert shown.stars(number) == len(one.instead)
    assert "whatever x does, 1,304 plays, 1,004 positions." in shown.words


def test_lists_have_what_proves_them() -> None:
    shown = Shown(ttt_asp.shorten("x never loses", x="newell_simon"))
    assert "proved with newell_simon, 8 tactics in 8 lines (" in shown.words
    for title in ("Of its own lines, in any order:", "Of these and of the pool's "):
        assert title in shown.words
    assert shown.words.count("with fewer there is none") == 2
    found = ttt_asp.fill("x never loses", x="first(?, ?, ?, any)", shortest=True)
    (term,) = found.strategies[0].terms.values()
    shown = Shown(found)
    assert f" {term} " in shown.words
    assert "x never loses in tictactoe (rows=3, cols=3, line=3): proved, engine " in shown.words


def test_matches_are_tables() -> None:
    matrix = ttt_asp.matrix(["good_for_x", "any"])
    shown = Shown(matrix)
    assert len(shown.rows) == 1 + 4
    assert shown.rows[2][:5] == ["good_for_x", "any", "1,184", "0", "64"]
    assert Shown(matrix.scores[1]).rows[1] == shown.rows[2]


def test_analogous_squares_have_letters() -> None:
    shown = Shown(ttt_asp.analogies("good_for_x"))
    assert "".join(shown.written()) == "ababcbaba"
    assert shown.rows[1] == ["rows, columns", "yes", "yes", "all"]


def test_a_pairing_has_letters() -> None:
    shown = Shown(ttt_asp.pairing(const={"rows": 5, "cols": 5, "line": 5}))
    assert sorted(shown.written()) == sorted("ABCDEFGHIJKL" * 2)
    assert len([one for one in shown.words.split() if one.endswith("):")]) == 12  # lines
    shown = Shown(ttt_asp.pairing())
    assert "there is no pairing: these 4 lines need 8 squares and have 7" in shown.words
    assert shown.written() == ["!"] * 7


def test_games_without_a_board() -> None:
    shown = Shown(prove("always tie", game=str(GDL / "duel.kif")))
    assert not shown.boards
    assert "1. even & odd show(1) & show(1)" in shown.words


def test_every_text_is_escaped() -> None:
    found = prove("o never loses", o="good_for_o", engine="explicit")
    bad = "<img src=x onerror=alert(1)> & </script>"
    assert found.play is not None
    play = replace(found.play, deciders=(bad,) * 7, result=bad)
    shown = Shown(
        replace(found, play=play, reason=bad, warnings=(bad,), roles={"x": "any", "o": bad})
    )
    assert not list(shown.root.iter("img"))
    assert shown.words.count("<img src=x onerror=alert(1)>") >= 10


def test_every_result_shows_itself() -> None:
    public = [getattr(ttt_asp, name) for name in ttt_asp.__all__]
    kinds = {one.__name__ for one in public if isinstance(one, type) and issubclass(one, Result)}
    assert kinds == BLOCKS_OF.keys()
    for place in BLOCKS_OF.values():
        module, _, name = place.partition(".")
        assert callable(getattr(import_module(f"ttt_asp.show.{module}"), name))
