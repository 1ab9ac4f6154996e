"""What a notebook shows."""

import pickle
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import GDL
from inside import game_of
from tables import tabled

import ttt_asp
from ttt_asp import board, draw, prove
from ttt_asp.errors import InputError

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


@tabled()
def test_what_is_shown(
    function: str,
    given: list[Any],
    named: dict[str, Any],
    words: list[str],
    boards: int,
    stars: int,
    written: str,
    rows: list[list[str]],
) -> None:
    """Words are there, or begin and end the text; what is written stands on the first board."""
    if "game" in named:
        named = {**named, "game": named["game"].replace("gdl/", f"{GDL}/")}
    shown = Shown(getattr(ttt_asp, function)(*given, **named))
    for text in words:
        assert text in f"^{shown.words}$"
    assert len(shown.boards) == boards
    assert not boards or (shown.stars(), "".join(shown.written())) == (stars, written)
    for row in rows:
        assert row in [cells[: len(row)] for cells in shown.rows]


def test_what_is_drawn_of_a_verdict() -> None:
    found = prove("o never loses", o="good_for_o", engine="explicit")
    (lost,) = [one for one in Shown(found).root.iter("div") if one.get("class") == "lost"]
    assert lost.text == "4. o ??"
    assert ElementTree.fromstring(draw(found)._repr_svg_()).get("class") == "ttt"
    with pytest.raises(InputError, match="no play shows that o can lose is refuted"):
        draw(prove("o can lose", x="any", o="any", const={"rows": 2, "cols": 1}))


@pytest.mark.parametrize("name", ["tictactoe.kif", "nim.kif"])
def test_an_answer_is_drawn_when_its_game_is_gone(name: str, tmp_path: Path) -> None:
    """Also in another process, which is sent little."""
    game = Path(shutil.copy(GDL / name, tmp_path))
    role = game_of(str(game)).roles[0]
    found = prove(f"{role} always wins", game=str(game))
    solved, odds = ttt_asp.solve(str(game)), ttt_asp.odds(game=str(game))
    shown = [Shown(one).words for one in (found, solved, odds)]
    game.unlink()
    assert found.play is not None and "moves" in shown[0]
    for sent in (found, pickle.loads(pickle.dumps(found))):
        assert [Shown(one).words for one in (sent, solved, odds)] == shown
        assert str(draw(sent)) == str(draw(found))
    assert len(pickle.dumps(found)) < 10_000


def test_a_notebook_shows_a_position() -> None:
    picture = board("x../.o./..x")
    assert str(picture).count("<circle") == 1
    assert str(picture).count("<path") == 2
    with pytest.raises(InputError, match="is not 3 rows of 3 squares"):
        board("x.")


def test_an_explanation_has_a_play_for_each_part_that_is_needed() -> None:
    found = ttt_asp.explain("x never loses", x="good_for_x")
    shown = Shown(found)
    assert shown.rows[0] == ["part", "decides at", "deleted alone"]
    assert [row[0] for row in shown.rows[1:]] == list(found.parts)
    assert len(shown.boards) == sum(
        len(one.play.moves) for one in found.needed.values() if one.play
    )
    assert all(f"Without {part}: refuted." in shown.words for part in found.needed)


def test_a_notebook_shows_repairs_fillings_pairings_and_matches() -> None:
    shown = Shown(ttt_asp.repair("o never loses", o="good_for_o", pool=["threaten_safely"]))
    assert [one.text for one in shown.root.iter("ins")] == ["+ threaten_safely"]
    assert not list(shown.root.iter("del")) and len(shown.boards) == 7
    assert "o never loses: repaired (1 edit; with fewer it does not hold)" in shown.words
    found = ttt_asp.fill("x never loses", x="first(defend, center, ?, any)", pool=["corner"])
    (term,) = found.strategies[0].terms.values()
    assert f" {term} " in Shown(found).words
    shown = Shown(ttt_asp.pairing(const={"rows": 5, "cols": 5, "line": 5}))
    assert sorted(shown.written()) == sorted("ABCDEFGHIJKL" * 2)
    assert len([one for one in shown.words.split() if one.endswith("):")]) == 12  # lines
    matrix = ttt_asp.matrix(["good_for_x", "any"])
    assert Shown(matrix.scores[1]).rows[1] == Shown(matrix).rows[2]


def test_a_notebook_shows_two_strategies_side_by_side() -> None:
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


def test_exceptions_are_boards() -> None:
    found = ttt_asp.exceptions("o never loses", o="good_for_o")
    shown = Shown(found)
    assert len(shown.boards) == len(found.overruled)
    for number, one in enumerate(found.overruled):
        assert shown.stars(number) == len(one.instead)
    assert "986 positions, 984 plays" in shown.words


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
