"""Pictures are valid, small, and show what the verdict says."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from ttt_asp.cli.main import execute

SVG = "{http://www.w3.org/2000/svg}"


def drawn(path: Path) -> ElementTree.Element:
    text = path.read_text("utf-8")
    assert len(text) < 20_000
    assert "prefers-color-scheme:dark" in text
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    return root


def test_a_refuting_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "play.svg"
    assert execute(["prove", "o never loses", "--o", "good_for_o", "--svg", str(file)]) == 1
    captured = capsys.readouterr()
    assert captured.err == f"wrote {file}\n"
    root = drawn(file)
    moves = captured.out.count(". x") + captured.out.count(". o")
    kinds = [rect.get("class", "") for rect in root.iter(f"{SVG}rect")]
    assert len(kinds) == 9 * moves
    assert kinds.count("sq bad") == 1  # the blunder
    assert kinds.count("sq new") == moves - 1
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert [text for text in texts if text.endswith("??")] == ["4. o ??"]
    assert {"defend", "center_or_corner", "△ center"} <= set(texts)
    # one cross more each odd move, one ring more each even one
    crosses = len(list(root.iter(f"{SVG}path")))
    assert crosses == sum((number + 1) // 2 for number in range(1, moves + 1))


def test_one_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deep" / "position.svg"
    file.parent.mkdir()
    asked = ["suggest", "good_for_x", "--position", "x../.o./..x", "--as", "o"]
    assert execute([*asked, "--svg", str(file)]) == 0
    kinds = [rect.get("class") for rect in drawn(file).iter(f"{SVG}rect")]
    assert [n for n, kind in enumerate(kinds) if kind == "sq may"] == [2, 6]
    capsys.readouterr()


def test_nothing_to_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "none.svg"
    assert execute(["prove", "x never loses", "--x", "good_for_x", "--svg", str(file)]) == 0
    assert "no picture: the claim is proved, and no play shows it" in capsys.readouterr().err
    assert not file.exists()
    assert execute(["prove", "nakas.toml", "--svg", str(file)]) == 2
    assert "is of one claim" in capsys.readouterr().err


def test_layers_of_a_cube_stand_apart(tmp_path: Path) -> None:
    file = tmp_path / "cube.svg"
    position = "x../.../...|.../.o./...|.../.../..."
    asked = ["suggest", "any", "-g", "hypercube", "--position", position, "--svg", str(file)]
    assert execute(asked) == 0
    places = {int(rect.get("x", "0")) for rect in drawn(file).iter(f"{SVG}rect")}
    assert len(places) == 9
    assert max(places) == 10 * 30


@pytest.mark.parametrize(
    ("picture", "claim", "x", "o", "status"),
    [
        ("o_never_loses.svg", "o never loses", "any", "good_for_o", 1),
        (
            "o_shortest.svg",
            "o can tie",
            "first(defend, open_in_corner, opponent(opposite_corner), any)",
            "first(defeat, defend, block_fork, center, corner, any)",
            0,
        ),
    ],
)
def test_the_pictures_of_the_documents_are_the_tools(
    picture: str, claim: str, x: str, o: str, status: int, tmp_path: Path
) -> None:
    docs = Path(__file__).resolve().parents[2] / "docs"
    file = tmp_path / "play.svg"
    asked = ["prove", claim, "--x", x, "--o", o, "--engine", "explicit"]
    assert execute([*asked, "--svg", str(file)]) == status
    assert (docs / picture).read_text("utf-8") == file.read_text("utf-8")
