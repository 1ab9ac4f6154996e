"""Where names come from; what can be true nowhere is said, and never of what can be true."""

import os
import random
from pathlib import Path
from typing import Any

import oracle
import pytest
from conftest import GDL, HUNT, Run
from tables import constant, tabled

from ttt_asp.errors import InputError
from ttt_asp.extensions.authoring.impossible_terms import impossible_terms
from ttt_asp.extensions.authoring.sampling import sample
from ttt_asp.extensions.claimfiles.claims_file import read_claims
from ttt_asp.extensions.exploring.examples import examples
from ttt_asp.extensions.players.book import book
from ttt_asp.extensions.synthesis.holes import pool_of
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.games.notation import Notation
from ttt_asp.lp.source import Source
from ttt_asp.paths import STRATEGIES
from ttt_asp.positions.position import facts_along
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.library import Kind, entries_of, open_library
from ttt_asp.strategies.strategy import Strategy
from ttt_asp.strategies.tactics import check_file, game_of

TACTIC = "suggests({name},P,mark(C)) :- role(P), corner(C).\n"
GAME, LIBRARY = load_game("tictactoe", {}), open_library()
# Tactics for other games say so; their oracle is another one (test_piles.py).
TACTICS = [
    name for name in LIBRARY.names("tactic") if game_of(LIBRARY.entries[name].read()) is None
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
    monkeypatch.setenv("TTT_ASP_PATH", str(tmp_path / "none"))
    with pytest.raises(InputError, match="TTT_ASP_PATH: error: there is no folder"):
        open_library()


@pytest.mark.parametrize("name", sorted(entries_of(STRATEGIES)))
def test_every_file_has_a_doc_block_and_a_source(name: str) -> None:
    source = entries_of(STRATEGIES)[name].read()
    assert source.text.startswith(b"%*! ")
    assert "\nSource: " in source.doc


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
    found = list(examples(LIBRARY.entries[name].read(), Notation(GAME)))
    assert len(found) >= 2
    for example in found:
        position = oracle.parse_board(example.text.split()[0], example.role)
        squares = oracle.suggests(name, B3, position, example.role) & oracle.legal(B3, position)
        assert set(example.expected) == set(map(action, squares)), example.text


@pytest.mark.parametrize("name", ("center_corner_edge", "reading", "triples"))
def test_every_order_has_examples_that_the_oracle_agrees_with(name: str) -> None:
    source = LIBRARY.orders[name].read()
    assert source.text.startswith(b"%*! ") and "\nSource: " in source.doc
    found = list(examples(source, Notation(GAME), ordered=True))
    assert len(found) >= 2
    for example in found:
        position = oracle.parse_board(example.text.split()[0], example.role)
        ranks = {s: oracle.ORDERS[name](B3, position, s) for s in oracle.legal(B3, position)}
        order = sorted((min(rank), square) for square, rank in ranks.items() if rank)
        assert list(example.expected) == [action(square) for _, square in order]


def test_there_are_no_other_orders() -> None:
    assert sorted(LIBRARY.orders) == ["center_corner_edge", "reading", "triples"]


@tabled()
def test_what_is_no_book_is_refused(pages: list[list[list[str]]], why: str) -> None:
    """What books recommend is in data/strategies/library.md."""
    given = [(set(fluents), actions) for fluents, actions in pages]
    with pytest.raises(InputError, match=why):
        book("tiny", "x", given, "nothing.", "this test")


@pytest.mark.no_cover
@pytest.mark.parametrize("size", [(3, 3, 3), (3, 4, 3), (4, 4, 4)])
def test_tactics_agree_with_the_oracle_along_plays(size: tuple[int, int, int]) -> None:
    """All of them at once, at every position of a few plays."""
    game = load_game("tictactoe", dict(zip(("rows", "cols", "line"), map(str, size), strict=True)))
    board, notation = oracle.Board(*size), Notation(game)
    sources = tuple(LIBRARY.entries[name].read() for name in TACTICS)
    free = Strategy("any", Composition("any"), sources)
    strategies, chance = dict.fromkeys("xo", free), random.Random(size[1])
    for _ in range(2):
        position = oracle.INITIAL
        while moves := sorted(oracle.legal(board, position)):
            suggested: dict[str, set[str]] = {name: set() for name in TACTICS}
            here = notation.parse(oracle.show_board(board, position))
            (atoms,) = facts_along(game, strategies, [here])
            for tactic, role, move in atoms.get(("suggests", 3), ()):
                if str(role) == position.mover and str(tactic) in suggested:
                    suggested[str(tactic)].add(str(move))
            for name, actions in suggested.items():
                squares = oracle.suggests(name, board, position, position.mover)
                legal = set(map(action, moves))
                assert actions & legal == set(map(action, squares & {*moves})), name
            position = oracle.place(position, position.mover, chance.choice(moves))


@pytest.mark.parametrize(
    "path", sorted((STRATEGIES / "claims").glob("*.toml")), ids=lambda p: p.stem
)
def test_expected_verdicts_are_the_oracles(path: Path) -> None:
    for entry in read_claims(path):
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


@pytest.mark.parametrize("side", [3, 5])
def test_where_spaces_are_edge_and_corners_they_are_not_in_the_pool(side: int) -> None:
    """What they are is in data/strategies/library.md."""
    game = load_game("tictactoe", dict.fromkeys(("rows", "cols", "line"), str(side)))
    pool = set(pool_of(None, [game], LIBRARY).tactics)
    assert pool & {"mark_diag_space", "mark_edge_space"} == (
        {"mark_diag_space", "mark_edge_space"} if side == 5 else set()
    )


GAMES = [
    *((name, {}) for name in game_names()),
    *constant(__file__, "SIZES"),
    *((str(path), {}) for path in sorted([*GDL.glob("*.kif"), *GDL.glob("*.hrf")])),
]


def usable(game: Game) -> list[tuple[str, Source]]:
    """The tactics and orders of the library that `game` has all predicates for."""
    known = LIBRARY.names("tactic")
    found = []
    kinds: list[tuple[Kind, Any]] = [("tactic", LIBRARY.entries), ("order", LIBRARY.orders)]
    for kind, entries in kinds:
        for name, entry in entries.items():
            if entry.kind != "strategy" and not check_file(kind, entry.read(), name, game, known):
                found.append((name, entry.read()))
    return found


@pytest.mark.parametrize(("game", "constants"), GAMES)
def test_no_false_alarm_about_the_library(game: str, constants: dict[str, str]) -> None:
    loaded = load_game(game, constants)
    for name, source in usable(loaded):
        found = impossible_terms((source,), loaded)
        assert found.errors == (), name
        own = game_of(source)
        if (own is None and game == "tictactoe") or (own and own[0] == game and not constants):
            assert (found.actions, found.terms) == ((), ()), name


@pytest.mark.no_cover
@pytest.mark.parametrize("game", game_names())
def test_what_is_called_no_action_is_never_legal(game: str) -> None:
    """Held against plain grounding, at positions of random plays."""
    loaded = load_game(game, {})
    sources = [(name, source) for name, source in usable(loaded) if "/tactics/" in source.label]
    if game == "chomp":  # its N \\ 3 is of squares there, which clingo refuses
        sources = [(name, source) for name, source in sources if name != "leave_threes"]
    never = {name for name, source in sources if impossible_terms((source,), loaded).actions}
    free = Strategy("any", Composition("any"), tuple(source for _, source in sources))
    strategies = dict.fromkeys(loaded.roles, free)
    positions = [moment.position for moment in sample(loaded).moments]
    spoken = set[str]()
    some = positions[:: len(positions) // (30 if HUNT > 1 else 8)]
    for atoms in facts_along(loaded, strategies, some):
        legal = atoms.get(("legal", 2), ())
        suggested = atoms.get(("suggests", 3), ())
        spoken |= {str(tactic) for tactic, *move in suggested if tuple(move) in legal}
    assert spoken
    assert not spoken & never
