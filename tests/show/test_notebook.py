"""What a notebook shows."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ttt_asp import board, draw, prove
from ttt_asp.errors import InputError


def test_a_verdict_shows_its_play() -> None:
    found = prove("o never loses", o="good_for_o")
    html = found._repr_html_()
    assert "<b>o never loses: refuted</b>" in html
    assert html.endswith(draw(found).svg)
    assert ElementTree.fromstring(draw(found)._repr_svg_()).get("class") == "ttt"


def test_a_proof_has_no_play_to_show() -> None:
    found = prove("x never loses", x="good_for_x")
    assert "proved" in found._repr_html_()
    assert "svg" not in found._repr_html_()
    with pytest.raises(InputError, match="no play shows that x never loses is proved"):
        draw(found)


def test_a_position() -> None:
    picture = board("x../.o./..x")
    assert str(picture).count("<circle") == 1
    assert str(picture).count("<path") == 2
    with pytest.raises(InputError, match="is not 3 rows of 3 squares"):
        board("x.")
