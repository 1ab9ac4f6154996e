"""Where names come from, and that the library here says what it means."""

import os
from pathlib import Path

import oracle
import pytest
from conftest import Run

from ttt_asp.analyses.fill.pool import pool_of
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.paths import STRATEGIES
from ttt_asp.positions.position import advise
from ttt_asp.strategies.examples import examples, game_of
from ttt_asp.strategies.library import entries_of, open_library
from ttt_asp.strategies.strategy import load_strategy

TACTIC = "suggests({name},P,mark(C)) :- role(P), corner(C).\n"
GAME = load_game("tictactoe", {})
# Tactics for other games say so; their oracle is another one (test_piles.py).
TACTICS = [
    name
    for name in open_library().names("tactic")
    if game_of(open_library().entries[name].read()) is None
]
OTHERS = ["tactics", "orders", "lemmas", ""]


def folder(path: Path, *names: str) -> Path:
    (path / "tactics").mkdir(parents=True)
    for name in names:
        (path / "tactics" / f"{name}.lp").write_text(TACTIC.format(name=name))
    return path


def test_the_nearest_folder_wins_and_hiding_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = folder(tmp_path / "asked", "fork")
    path = folder(tmp_path / "path", "fork", "own")
    here = folder(tmp_path / "strategies", "own", "here")
    (here / "tactics" / "own.lp").write_text("% another\n" + TACTIC.format(name="own"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TTT_ASP_PATH", str(path))
    library = open_library([asked])
    assert [f.name for f in library.folders] == ["asked", "path", "strategies", "strategies"]
    assert library.entries["fork"].path.is_relative_to(asked)
    assert library.entries["own"].path.is_relative_to(path)
    assert library.entries["here"].label == "strategies/tactics/here.lp"
    # of identical files nothing is said
    assert [near.hides(far) for near, far in library.hidden] == [
        f"{path}/tactics/own.lp hides strategies/tactics/own.lp",
        f"{asked}/tactics/fork.lp hides {STRATEGIES}/tactics/fork.lp",
    ]


def test_the_same_folder_found_twice_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = folder(tmp_path / "mine", "own")
    (tmp_path / "alias").symlink_to(mine)
    (tmp_path / "strategies").symlink_to(STRATEGIES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TTT_ASP_PATH", os.pathsep.join(["mine", "alias"]))
    library = open_library([Path("alias"), mine])
    assert len(library.folders) == 2
    assert library.hidden == ()


def test_a_missing_folder_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="strategies: error: there is no folder none"):
        open_library([Path("none")])
    monkeypatch.setenv("TTT_ASP_PATH", str(tmp_path / "none"))
    with pytest.raises(InputError, match="TTT_ASP_PATH: error: there is no folder"):
        open_library()


def test_a_strategy_of_another_folder_is_found_by_a_term(tmp_path: Path) -> None:
    mine = folder(tmp_path / "mine", "own")
    (mine / "both_of_mine.lp").write_text("strategy(both_of_mine, first(own, good_for_x)).\n")
    strategy = load_strategy("both_of_mine", "x", GAME, open_library([mine]))
    assert [source.path and source.path.stem for source in strategy.tactics] == [
        "own", "defeat", "defend", "fork", "center_or_corner", "threaten_non_center", "center",
        "corner",
    ]  # fmt: skip


@pytest.mark.parametrize("name", sorted(entries_of(STRATEGIES)))
def test_every_file_has_a_doc_block_and_a_source(name: str) -> None:
    source = entries_of(STRATEGIES)[name].read()
    assert source.text.startswith(b"%*! ")
    assert "\nSource: " in source.doc


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "path",
    [*sorted((STRATEGIES / "claims").glob("*.toml")), *map(STRATEGIES.joinpath, OTHERS)],
    ids=lambda path: path.stem,
)
def test_all_of_the_library_is_checked(
    path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One file of claims after the other, then everything else; no play is said anything of."""
    monkeypatch.setattr("ttt_asp.engines.answer._annotated", None)
    done = run("check", *(sorted(STRATEGIES.glob("*.lp")) if path == STRATEGIES else [path]))
    assert (done.status, done.err) == (0, "")
    assert done.out.count(", ok (") == done.out.count("\n") > 0


@pytest.mark.parametrize("name", TACTICS)
def test_every_tactic_has_examples_that_the_oracle_agrees_with(name: str) -> None:
    library = open_library()
    found = list(examples(library.entries[name].read(), Notation(GAME)))
    assert len(found) >= 2
    board = oracle.Board()
    for example in found:
        text = example.text.split()[0]
        position = oracle.parse_board(text, example.role)
        squares = oracle.suggests(name, board, position, example.role)
        expected = {f"mark(cell({i},{j}))" for i, j in squares & oracle.legal(board, position)}
        assert set(example.expected) == expected, example.text


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("size", [(3, 3, 3), (3, 4, 3), (4, 4, 4)])
@pytest.mark.parametrize("name", TACTICS)
def test_tactics_agree_with_the_oracle_along_plays(name: str, size: tuple[int, int, int]) -> None:
    rows, cols, line = size
    game = load_game("tictactoe", {"rows": str(rows), "cols": str(cols), "line": str(line)})
    board, notation = oracle.Board(rows, cols, line), Notation(game)
    strategy = load_strategy(name, "x", game, open_library())
    position, seed = oracle.INITIAL, 7 * len(name) + rows
    for _ in range(2 * line):
        free = sorted(oracle.legal(board, position))
        if not free:
            break
        fluents = notation.parse(oracle.show_board(board, position))
        advice = advise(game, position.mover, strategy, fluents, Deadline())
        squares = oracle.suggests(name, board, position, position.mover) & frozenset(free)
        assert set(advice.suggested) == {f"mark(cell({i},{j}))" for i, j in squares}
        seed = (seed * 1103515245 + 12345) % 2**31
        position = oracle.place(position, position.mover, free[seed % len(free)])


# Boards whose lines are of different lengths, line by line, and positions of each.
LENGTHS = {
    "corner_blocks": (
        ["11 12 13", "21 22 23", "31 32 33", "11 21 31", "12 22 32", "13 23 33", "11 22 33",
         "13 22 31", "11 12 21 22", "12 13 22 23", "21 22 31 32", "22 23 32 33"],
        ["xx./oo./...", "xx./x.o/o.o", "x../.o./..x", "x.x/.../o.o", ".../.../...",
         "xo./..o/x..", "xx./..o/.o."],
    ),
    "size(2,3). winning_set(row(1..2)). winning_set(col(1..3)).\n"
    "part_of(cell(I,1..3),row(I)) :- I = 1..2. part_of(cell(1..2,J),col(J)) :- J = 1..3.": (
        ["11 12 13", "21 22 23", "11 21", "12 22", "13 23"],
        [".../...", "x../.o.", "xo./...", "xx./.oo", "x../..o"],
    ),
    "size(2,3). winning_set((a;b)). part_of(cell(1,1..3),a). part_of((cell(1,3);cell(2,3)),b).": (
        ["11 12 13", "13 23"], [".../...", "x../o..", "xx./o..", "xox/o..", "x../.o.", "x.o/x.."],
    ),
}  # fmt: skip


def _completing(lines: list[str], marks: dict[str, str], tactic: str, role: str) -> set[str]:
    """By counting the squares that a line still lacks, however long it is."""
    whose = {"x": "o", "o": "x"}[role] if tactic == "defend" else role
    lacking = [
        {square for square in line.split() if marks[square] == "."}
        for line in lines
        if all(marks[square] in (whose, ".") for square in line.split())
    ]
    if tactic != "fork":
        return {square for squares in lacking if len(squares) == 1 for square in squares}
    two = [squares for squares in lacking if len(squares) == 2]
    return {s for n, one in enumerate(two) for other in two[:n] for s in one & other}


@pytest.mark.parametrize("tactic", ["defeat", "defend", "fork"])
@pytest.mark.parametrize("game", LENGTHS, ids=["blocks", "rows and columns", "two sets"])
def test_lines_of_different_lengths(game: str, tactic: str, tmp_path: Path) -> None:
    lines, boards = LENGTHS[game]
    if "." in game:
        (tmp_path / "mine.lp").write_text(game)
    loaded = load_game(str(tmp_path / "mine.lp") if "." in game else game, {})
    found = set()
    for board in boards:
        rows = board.split("/")
        marks = {f"{i}{j}": c for i, row in enumerate(rows, 1) for j, c in enumerate(row, 1)}
        role = "xo"[board.count("x") - board.count("o")]
        strategy = load_strategy(tactic, role, loaded, open_library())
        position = Notation(loaded).parse(board)
        advice = advise(loaded, role, strategy, position, Deadline())
        expected = _completing(lines, marks, tactic, role)
        assert set(advice.suggested) == {f"mark(cell({s[0]},{s[1]}))" for s in expected}, board
        found |= expected
    assert found


@pytest.mark.parametrize(
    "path", sorted((STRATEGIES / "claims").glob("*.toml")), ids=lambda p: p.stem
)
def test_expected_verdicts_are_the_oracles(path: Path) -> None:
    library = open_library()
    for entry in read_claims(path):
        # what is said of both_pivots is held against the program in test_players
        if entry.game != "tictactoe" or entry.id.startswith("both-pivots"):
            continue
        if entry.engine == "induction":  # nine in a row, on boards that only a proof can handle
            continue
        roles = {
            role: _written_out(entry.roles.get(role, "any"), library.names("strategy"))
            for role in ("x", "o")
        }
        # 3 million positions are too many for plain Python; the certificate of this claim
        # is 11 MB, and its check takes minutes: it was made and checked by hand
        if entry.id == "spoiler-4x4":
            continue
        size = [int(entry.const.get(name, 3)) for name in ("rows", "cols", "line")]
        claim = entry.claim
        if int(entry.const.get("misere", 0)):  # the same plays, lost where they were won
            assert claim == "o never loses"
            claim = "o never wins"
        assert oracle.verdict(oracle.Board(*size), roles["x"], roles["o"], claim) == entry.expect


def _written_out(text: str, strategies: list[str]) -> str:
    """A strategy's term as its file has it: the oracle does not read files."""
    if text in strategies:
        source = (STRATEGIES / f"{text}.lp").read_text()
        term = source.split(f"strategy({text},")[1].split(").\n")[0]
        return " ".join(term.split())
    return text


@pytest.mark.parametrize("side", [3, 5])
def test_the_spaces_of_the_papers_appendix(side: int) -> None:
    """As it writes them; from 5x5 on they are no longer corners and the middle, and the border."""
    size = dict.fromkeys(("rows", "cols", "line"), str(side))
    game, library = load_game("tictactoe", size), open_library()
    squares = {(i, j) for i in range(1, side + 1) for j in range(1, side + 1)}
    diagonal = {(i, j) for i, j in squares if i == j or i + j == side + 1}
    expected = {"mark_diag_space": diagonal, "mark_edge_space": squares - diagonal}
    for name, wanted in expected.items():
        strategy = load_strategy(name, "x", game, library)
        said = advise(game, "x", strategy, game.init, Deadline()).suggested
        assert set(said) == {f"mark(cell({i},{j}))" for i, j in wanted}
        assert (name in pool_of(None, [game], library).tactics) == (side == 5)
