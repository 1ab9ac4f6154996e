"""Where names come from; what can be true nowhere is said, and never of what can be true."""

import os
import random
import re
from pathlib import Path

import oracle
import pytest
from conftest import Run, write
from inside import LIBRARY, STRATEGIES, atoms_along, game_of, library_of
from inside_extensions import claims_of, examples_of, fluents_of

from ttt_asp.errors import InputError

TACTIC = "suggests({name},P,mark(C)) :- role(P), corner(C).\n"
GAME = game_of()
# Tactics for other games say so; their oracle is another one (test_piles.py).
TACTICS = [
    path.stem
    for path in sorted((STRATEGIES / "tactics").glob("*.lp"))
    if "\n% game " not in path.read_text("utf-8")
]
B3 = oracle.Board()
OTHERS = ["tactics", "orders", "lemmas", ""]


def action(square: oracle.Square) -> str:
    return "mark(cell({},{}))".format(*square)


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
    library = library_of([asked])
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
    library = library_of([Path("alias"), mine])
    assert len(library.folders) == 2
    assert library.hidden == ()


def test_a_missing_folder_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TTT_ASP_PATH", str(tmp_path / "none"))
    with pytest.raises(InputError, match="TTT_ASP_PATH: error: there is no folder"):
        library_of()


@pytest.mark.parametrize(
    "path", sorted(STRATEGIES.glob("*.lp")) + sorted(STRATEGIES.glob("tactics/*.lp")),
    ids=lambda path: path.stem,
)  # fmt: skip
def test_every_file_has_a_doc_block_and_a_source(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith("%*! ")
    assert "\nSource: " in text.partition("*%")[0]


# Their claims take so long that each is a test of its own, which processes share.
DIVIDED = ("chessboard", "connect_four")
CLAIMS = sorted((STRATEGIES / "claims").glob("*.toml"))


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "path",
    [*(path for path in CLAIMS if path.stem not in DIVIDED), *map(STRATEGIES.joinpath, OTHERS)],
    ids=lambda path: path.stem,
)
def test_all_of_the_library_is_checked(
    path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One file of claims after the other, then everything else; no play is said anything of."""
    checked(sorted(STRATEGIES.glob("*.lp")) if path == STRATEGIES else [path], run, monkeypatch)


def checked(paths: list[Path], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttt_asp.engines.answer._annotated", None)
    done = run("check", *paths)
    assert (done.status, done.err) == (0, "")
    assert done.out.count(", ok (") == done.out.count("\n") > 0


def claims_in(path: Path) -> list[str]:
    """The claims of a file, as it has them."""
    return re.split(r"^(?=\[\[claim\]\])", path.read_text("utf-8"), flags=re.MULTILINE)[1:]


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("name", "claim"),
    [(path.name, text) for path in CLAIMS if path.stem in DIVIDED for text in claims_in(path)],
    ids=lambda text: text.partition('\nid = "')[2].partition('"')[0] or text,
)
def test_each_claim_of_the_library_is_checked(
    name: str, claim: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked([write(tmp_path / name, claim)], run, monkeypatch)


@pytest.mark.parametrize("name", TACTICS)
def test_every_tactic_has_examples_that_the_oracle_agrees_with(name: str) -> None:
    found = examples_of(name, GAME)
    assert len(found) >= 2
    for example in found:
        position = oracle.parse_board(example.text.split()[0], example.role)
        squares = oracle.suggests(name, B3, position, example.role) & oracle.legal(B3, position)
        assert set(example.expected) == set(map(action, squares)), example.text


@pytest.mark.parametrize("name", ("center_corner_edge", "reading", "triples"))
def test_every_order_has_examples_that_the_oracle_agrees_with(name: str) -> None:
    text = (STRATEGIES / "orders" / f"{name}.lp").read_text("utf-8")
    assert text.startswith("%*! ") and "\nSource: " in text.partition("*%")[0]
    found = examples_of(name, GAME, order=True)
    assert len(found) >= 2
    for example in found:
        position = oracle.parse_board(example.text.split()[0], example.role)
        ranks = {s: oracle.ORDERS[name](B3, position, s) for s in oracle.legal(B3, position)}
        order = sorted((min(rank), square) for square, rank in ranks.items() if rank)
        assert list(example.expected) == [action(square) for _, square in order]


def test_there_are_no_other_orders() -> None:
    assert sorted(LIBRARY.orders) == ["center_corner_edge", "reading", "triples"]


@pytest.mark.no_cover
@pytest.mark.parametrize("size", [(3, 3, 3), (3, 4, 3), (4, 4, 4)])
def test_tactics_agree_with_the_oracle_along_plays(size: tuple[int, int, int]) -> None:
    """All of them at once, at every position of a few plays."""
    game = game_of("tictactoe", dict(zip(("rows", "cols", "line"), size, strict=True)))
    board, chance = oracle.Board(*size), random.Random(size[1])
    terms = dict.fromkeys("xo", f"either({', '.join(TACTICS)})")
    for _ in range(2):
        position = oracle.INITIAL
        while moves := sorted(oracle.legal(board, position)):
            suggested: dict[str, set[str]] = {name: set() for name in TACTICS}
            here = fluents_of(game, oracle.show_board(board, position))
            (atoms,) = atoms_along(game, terms, [here])
            for tactic, role, move in atoms.get("suggests", ()):
                if role == position.mover and tactic in suggested:
                    suggested[tactic].add(move)
            for name, actions in suggested.items():
                squares = oracle.suggests(name, board, position, position.mover)
                legal = set(map(action, moves))
                assert actions & legal == set(map(action, squares & {*moves})), name
            position = oracle.place(position, position.mover, chance.choice(moves))


@pytest.mark.parametrize("path", CLAIMS, ids=lambda p: p.stem)
def test_expected_verdicts_are_the_oracles(path: Path) -> None:
    for entry in claims_of(path.stem):
        # what is said of both_pivots is held against the program in test_players
        if entry.game != "tictactoe" or entry.id.startswith("both-pivots"):
            continue
        if entry.engine == "induction":  # nine in a row, on boards that only a proof can handle
            continue
        roles = {
            role: _written_out(entry.roles.get(role, "any"), LIBRARY.names("strategy"))
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
