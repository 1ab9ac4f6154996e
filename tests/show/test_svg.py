"""Pictures are valid, small, and show what the verdict says."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import GDL, Run
from tables import constant, tabled

from ttt_asp import Pairing, pairing, prove
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.drawing.svg import board_svg, picture
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.extensions.reports.page.section import lemmas_in_words, pairs_of
from ttt_asp.games.game import Game
from ttt_asp.games.layout import completed_lines
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Board, Strip, pairs_board

SVG = "{http://www.w3.org/2000/svg}"


def drawn(path: Path) -> ElementTree.Element:
    text = path.read_text("utf-8")
    assert len(text) < 20_000
    assert "prefers-color-scheme:dark" in text
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    ground = root.find(f"{SVG}rect")  # behind everything
    assert ground is not None
    assert ground.attrib == {"class": "ground", "width": "100%", "height": "100%"}
    return root


def kinds_of(root: ElementTree.Element, kind: str) -> list[str]:
    """The classes of each rectangle that has one of these."""
    rects = [rect.get("class", "") for rect in root.iter(f"{SVG}rect")]
    return [classes for classes in rects if kind in classes.split()]


def apart(root: ElementTree.Element) -> bool:
    """Whether no two texts of a picture overlap, nor leave it, where characters are 7 wide."""
    boxes = []
    for group in root.findall(f"{SVG}g"):
        x, y = map(int, re.findall(r"\d+", group.get("transform", "")))
        for text in group.findall(f"{SVG}text"):
            whole = "".join(text.itertext()).removeprefix(text.findtext(f"{SVG}title") or "")
            top = y + int(text.get("y", "0")) - 10
            boxes.append((x, top, x + 7 * len(whole), top + 13))
    width, height = int(root.get("width", "0")), int(root.get("height", "0"))
    inside = all(x >= 0 and y >= 0 and u <= width and v <= height for x, y, u, v in boxes)
    return inside and not any(
        a != b and a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
        for a in boxes
        for b in boxes
    )


def test_a_refuting_play_is_drawn(tmp_path: Path, run: Run) -> None:
    file, moves = tmp_path / "play.svg", 7
    asked = ("prove", "o never loses", "--o", "good_for_o", "--engine", "explicit")
    done = run(*asked, "--svg", file)
    assert (done.status, done.err) == (1, f"wrote {file}\n")
    root = drawn(file)
    kinds = kinds_of(root, "sq")
    assert len(kinds) == 9 * moves
    assert kinds.count("sq bad") == len(kinds_of(root, "slip")) == 1  # the blunder
    assert kinds.count("sq new") == len(kinds_of(root, "edge")) == moves - 1
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert [text for text in texts if text.endswith("??")] == ["4. o ??"]
    assert {"defend", "center_or_corner", "△ center", "x wins with", "row(1,1)"} <= set(texts)
    assert apart(root)
    # one cross more each odd move, one ring more each even one; a stroke through the top row
    paths = [path.get("class") for path in root.iter(f"{SVG}path")]
    crosses = sum((number + 1) // 2 for number in range(1, moves + 1))
    assert paths == ["mark m0"] * crosses + ["line m0"]
    stroke = list(root.iter(f"{SVG}path"))[-1].get("d")
    assert stroke == "M15 15L75 15"


@tabled()
def test_a_suggestion_is_drawn(
    strategy: str, options: str, allowed: list[int], texts: str, paths: list[str],
    columns: int, right: int, tmp_path: Path, run: Run,
) -> None:  # fmt: skip
    file = tmp_path / "position.svg"
    assert run("suggest", strategy, *options.split(), "--svg", file).status == 0
    root = drawn(file)
    assert [n for n, kind in enumerate(kinds_of(root, "sq")) if kind == "sq may"] == allowed
    assert " ".join("".join(one.itertext()) for one in root.iter(f"{SVG}text")).startswith(texts)
    drawn_paths = sorted(path.get("class", "") for path in root.iter(f"{SVG}path"))
    assert drawn_paths == sorted(paths + ["star"] * len(allowed))
    places = {int(rect.get("x", "0")) for rect in root.iter(f"{SVG}rect")}
    assert (len(places), max(places)) == (columns, right)
    assert apart(root)


def test_the_pictures_of_the_documents_are_the_tools(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "play.svg"
    x = "first(defend, open_in_corner, opponent(opposite_corner), any)"
    o = "first(defeat, defend, block_fork, center, corner, any)"
    asked = ("prove", "o can tie", "--x", x, "--o", o, "--engine", "explicit")
    assert run(*asked, "--svg", file).status == 0
    docs = Path(__file__).resolve().parents[2] / "docs"
    assert (docs / "o_shortest.svg").read_text("utf-8") == file.read_text("utf-8")


def test_completed_lines_of_other_games_are_drawn() -> None:
    for name, text, expected in (
        ("tictactoe", "xxx/xoo/xoo", {"row(1,1)", "col(1,1)"}),
        ("tictactoe", "x.o/.ox/ox.", {"anti(1,3)"}),
        ("corner_blocks", "xx./xx./ooo", {"block(cell(1,1))", "row(3,1)"}),
        ("no_diagonals", "x.o/oxo/x.x", set()),
        ("hypercube", "x../.o./.o.|.../.x./...|.../.../..x", {"along(up,up,up)"}),
    ):
        game = load_game(name, {})
        position = PositionReader(game).parse(text, "x")
        assert {line.name for line in completed_lines(game, position)} == expected, text
    # where a line is not straight as it is drawn, its squares have frames
    for name, text, strokes, frames in constant(__file__, "FRAMES"):
        notation = PositionReader(load_game(name, {}))
        shown = board_svg(notation, Board(notation.parse(text, "x"), title="a board"))
        root = ElementTree.fromstring(shown)
        lines = [path.get("class", "") for path in root.iter(f"{SVG}path")]
        assert sum("line" in line for line in lines) == strokes
        assert len(kinds_of(root, "ring")) == frames


def test_boards_of_a_play_are_drawn_by_themselves() -> None:
    found = prove("o never loses", o="good_for_o", engine="explicit")
    assert found.play is not None
    assert found.blunder is not None
    notation = Notation(load_game(found.game, found.const))
    boards = Strip(notation, found.play, found.blunder.move).boards
    assert [one.title for one in boards][2:5] == ["3. x", "4. o ??", "5. x"]
    assert [one.lost for one in boards] == [number == 4 for number in range(1, 8)]
    assert boards[3].below == ("center_or_corner △ center",)
    assert boards[6].below == ("x wins with row(1,1)",)
    pictures = [board_svg(notation, one) for one in boards]
    roots = list(map(ElementTree.fromstring, pictures))
    assert {root.get("width") for root in roots} == {"94"}
    assert roots[0].findtext(f"{SVG}title") == "1. x: .../x../..."
    assert not any("<style>" in one for one in pictures)


def test_a_game_without_a_board_has_its_moves_below() -> None:
    found = prove("always tie", game=str(GDL / "duel.kif"))
    assert found.play is not None
    notation = Notation(load_game(found.game, found.const))
    boards = Strip(notation, found.play, None).boards
    assert [board_svg(notation, one) for one in boards] == ["", ""]
    assert boards[1].below == (
        "show(1) & show(1)",
        "odd wins after even & odd show(1) & show(1)",
    )


def test_long_texts_are_cut_and_kept_apart() -> None:
    notation = Notation(load_game("tictactoe", {}))
    long = "a_tactic_with_a_name_that_is_longer_than_any_board <&>"
    board = Board(notation.game.init, title=f"1. {long}", below=(long,))
    root = ElementTree.fromstring(picture(notation, [board] * 3, "t"))
    assert apart(root)
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert texts[:3] == ["1.", f"{long[:-4]}a_tactic_with_a_name_that…", "<&>"]


# --- pictures and words of proofs that go through no positions ------------------------------------


def labels(svg: str) -> dict[tuple[int, int], str]:
    """What is written on each square, by column and row."""
    texts = ElementTree.fromstring(svg).iter(f"{SVG}text")
    found = {}
    for text in texts:
        x, y = float(text.get("x", "0")), float(text.get("y", "0"))
        found[int(x // 30) + 1, int(y // 30) + 1] = text.text or ""
    return found


def board_drawn(board: Board, game: Game) -> str:
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


def test_the_pairs_that_a_proof_rests_on_are_drawn(paired: Problem) -> None:
    pairs = pairs_of(paired)
    assert len(pairs) == 18
    (tactic,) = paired.strategies["o"].tactics
    written = re.findall(r"_pair\((cell\(\d,\d\)),(cell\(\d,\d\))\)\.", tactic.text.decode())
    assert {frozenset(pair) for pair in pairs} == {frozenset(pair) for pair in written}
    shown = labels(board_drawn(pairs_board(paired.game, pairs), paired.game))
    assert sorted(shown.values()) == sorted("AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRR")
    for letter, (one, other) in zip("ABCDEFGHIJKLMNOPQR", pairs, strict=True):
        squares = {f"cell({i},{j})" for (j, i), label in shown.items() if label == letter}
        assert squares == {one, other}


def test_marks_stand_on_pairs(paired: Problem) -> None:
    one, other = pairs_of(paired)[0]
    position = frozenset({f"marked(x,{one})", f"marked(o,{other})", "turn(x)"})
    empty = pairs_board(paired.game, pairs_of(paired))
    marked = replace(empty, position=position)
    root = ElementTree.fromstring(board_drawn(marked, paired.game))
    assert len(list(root.iter(f"{SVG}circle"))) == 1
    assert "A" not in labels(ElementTree.tostring(root, "unicode")).values()


def test_many_pairs_have_numbers_and_crowded_lines_squares() -> None:
    shown = labels(svg_of(pairing(const={"rows": 13, "cols": 13, "line": 13})))
    assert set(shown.values()) == set(map(str, range(1, 29)))
    found = pairing()
    assert list(labels(svg_of(found)).values()) == ["!"] * len(found.squares)


def test_lemmas_are_told_in_words() -> None:
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


def test_lemmas_that_were_found_are_told_in_words(paired: Problem) -> None:
    question = {name: int(value) for name, value in paired.game.constants.items()}
    folder = Path(paired.strategies["o"].tactics[0].path or "").parents[1]
    found = prove("o never loses", o="by_pairing", const=question, engine="induction",
                  strategies=folder)  # fmt: skip
    *_, (name, said) = lemmas_in_words(paired, found)
    assert found.words
    assert (name, said) == ("found_lemma", "; ".join(found.words))
