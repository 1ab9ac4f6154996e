"""Strategies stolen with an extra mark: held against the values of games, and planted faults."""

import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from pkgutil import resolve_name
from types import SimpleNamespace

import brute_force
import oracle_games as og
import oracle_hex as oh
import pytest
from conftest import GDL, HANGS, NEEDS_Z3, Run, written
from inside import ASP, board_of, game_of
from tables import constant, contents, tabled
from written_games import Manner
from written_games import written as game_in_gdl

from ttt_asp import Stealing, solve, steal


def broken(game: str, **const: int) -> str:
    return steal(game, const).broken


@tabled()
def test_known_games_are_answered_as_solved(
    game: str, const: dict[str, int], condition: str
) -> None:
    """What is proved is so; o wins corner_blocks with misere=1, and Hex on three rows and two."""
    assert broken(game, **const) == condition
    assert condition or solve(game, const=const).winner != "o"


def test_boards_that_cannot_be_solved_are_proved() -> None:
    assert broken("tictactoe", rows=8, cols=8, line=4) == ""
    assert broken("hypercube", side=4, dim=3) == ""
    assert broken("hex", rows=4, cols=4) == ""


# --- random games -------------------------------------------------------------------------------


Sets = frozenset[frozenset[og.Square]]
RULES = contents("extensions/pairings/stealing_rules.lp")


def some_sets(rng: random.Random, squares: int, count: int) -> Sets:
    sizes = [rng.choice((1, 2, 2, 2, 3, 3)) for _ in range(count)]
    every = range(1, squares + 1)
    return frozenset(frozenset(rng.sample(every, min(size, squares))) for size in sizes)


def own_game(game: og.Sets2, image: Sequence[int]) -> str:
    """The rules of a game in which squares are exchanged with their images."""
    facts = [f"exchanged({square},{to})." for square, to in enumerate(image, 1)]
    facts += [f"init(marked(x,{square}))." for square in game.start[0]]
    for role, sets in zip("xo", game.wins, strict=True):
        for number, one in enumerate(sets):
            name = f"set({role},{number})"
            facts.append(f"bad({name})." if game.misere else f"good({role},{name}).")
            facts += [f"in({square},{name})." for square in one]
    return RULES.format(squares=len(game.squares), sets="\n".join(facts))


def test_planted_faults_are_never_proved_where_o_wins(tmp_path: Path) -> None:
    """Sets of one's own, sets that lose, squares that are exchanged, a mark at first."""
    rng = random.Random(14)
    seen = Counter[tuple[bool, bool]]()
    for number in range(40):
        squares = rng.randrange(3, 6)
        mine = some_sets(rng, squares, rng.randrange(1, 4))
        image = list(range(1, squares + 1))
        if number % 2:  # an exchange that leads back: pairs of squares
            a, b = rng.sample(range(squares), 2)
            image[a], image[b] = image[b], image[a]
        yours: Sets = frozenset(frozenset(image[n - 1] for n in one) for one in mine)  # type: ignore[operator]
        if number % 3 == 1:  # only o has sets
            mine, yours = frozenset(), yours | some_sets(rng, squares, 3)
        if number % 3 == 2:  # sets only lose
            mine = yours = some_sets(rng, squares, 3)
        start = (rng.randrange(1, squares + 1),) if number % 8 == 7 else ()
        order = tuple(n % 2 for n in range(squares - len(start)))
        every = frozenset[og.Square](range(1, squares + 1))
        begun = frozenset[og.Square](start), frozenset[og.Square]()
        game = og.Sets2(("x", "o"), every, (mine, yours), order, begun, misere=number % 3 == 2)
        path = written(tmp_path / f"{number}.lp", own_game(game, image))
        found, lost = broken(path), og.value(game) == "o"
        assert not (lost and not found), path
        seen[lost, not found] += 1
        if number % 3 == 0 and not start:
            assert found == "", path
    assert seen[True, False] > 5 and seen[False, True] > 5


# --- every condition ----------------------------------------------------------------------------

# Of each condition, what breaks it, and the situations that show that.
FAULTS: dict[str, str] = constant(__file__, "FAULTS")
SHOWN: dict[str, list[str]] = constant(__file__, "SHOWN")


def test_every_condition_has_a_game_that_breaks_it() -> None:
    (number,) = re.findall(r"(\d+) conditions hold", str(steal()))
    assert len(FAULTS) == int(number)


@pytest.mark.parametrize("condition", FAULTS)
def test_every_condition_can_be_broken(condition: str, tmp_path: Path) -> None:
    found = steal(written(tmp_path / "changed.lp", FAULTS[condition]))
    assert found.broken == condition
    assert set(found.positions) == set(SHOWN[condition])


@pytest.mark.parametrize(("name", "misere"), [("tictactoe", 0), ("misere", 1)])
def test_games_of_lines_in_other_words_are_asked_the_same(name: str, misere: int) -> None:
    """What is asked of them is what is asked of the game with the vocabulary's words."""
    found, native = steal(str(GDL / f"{name}.kif")), steal("tictactoe", {"misere": misere})
    assert (found.broken, found.move) == (native.broken, native.move)
    assert found.positions.keys() == native.positions.keys()
    own = game_of(str(GDL / f"{name}.kif"))
    for situation, position in found.positions.items():
        assert position <= set(own.base)
        rows = board_of(own, position).replace("c", "x").replace("n", "o")
        assert rows == board_of(native.game, native.positions[situation])


def test_strategies_are_not_stolen_where_lines_differ_in_other_words(tmp_path: Path) -> None:
    """Strategies are not stolen where the two roles have other lines."""
    lines = [["p", "q"], ["q", "r", "s"], ["s", "t"]]
    for ann, broken_here in ((lines, ""), (lines[:2], "won")):
        path = tmp_path / f"{len(ann)}.kif"
        sets = {"ann": ann, "bob": lines}
        path.write_text(game_in_gdl(["p", "q", "r", "s", "t"], sets, Manner(True, False, True)))
        found = steal(str(path))
        assert found.broken == broken_here
        assert all(one <= set(found.game.base) for one in found.positions.values())


@pytest.mark.parametrize("command", [["steal"], ["pairing", "--ahead", "1"]])
def test_games_of_lines_in_part_are_refused(command: list[str], run: Run) -> None:
    done = run(*command, "-g", GDL / "connect.kif")
    assert (done.status, done.out) == (2, "")
    assert "is not in every respect a game of lines" in done.err
    assert "a free square may not be marked" in done.err


# --- chains -------------------------------------------------------------------------------------

HEX = (ASP / "games/hex.lp").read_text()
Changes = list[tuple[str, str]]
CHAIN_FAULTS: dict[str, Changes] = constant(__file__, "CHAIN_FAULTS")
CHAIN_GAMES: dict[str, Changes] = constant(__file__, "CHAIN_GAMES")


@pytest.mark.parametrize("rows", [1, 2, 3])
@pytest.mark.parametrize("cols", [1, 2, 3])
def test_hex_is_proved_on_square_boards_only(rows: int, cols: int) -> None:
    proved = broken("hex", rows=rows, cols=cols) == ""
    assert proved == (rows == cols)
    assert not proved or brute_force.value(oh.Hex(rows, cols)) == "x"


@pytest.mark.parametrize("change", [*CHAIN_FAULTS, *CHAIN_GAMES])
def test_other_games_of_chains_are_proved_only_where_o_does_not_win(
    change: str, tmp_path: Path
) -> None:
    """Planted faults are not proved, and where o wins nothing is."""
    text = HEX
    for old, new in (CHAIN_FAULTS | CHAIN_GAMES)[change]:
        assert text.count(old) == 1 or not old, old
        text = text.replace(old, new) if old else text + new
    game = written(tmp_path / "changed.lp", text)
    for side in (1, 2, 3):
        if broken(game, rows=side, cols=side):
            assert change in CHAIN_FAULTS
            return
        assert solve(game, const={"rows": side, "cols": side}).winner != "o"
    assert change in CHAIN_GAMES


ALL = "rows > 0, cols > 0"
ROW = contents("extensions/pairings/stealing_every_row.lp")


def row(path: Path, more: str, every: str = "cols > 0") -> Stealing:
    return steal(written(path / "row.lp", ROW + more), every=every)


@NEEDS_Z3
def test_tictactoe_is_proved_at_every_size() -> None:
    found = steal(every=ALL)
    assert found and not (found.broken or found.unknown or found.size)
    assert (found.every, found.first, found.second) == (ALL, "x", "o")
    assert found.checked == "(rows, cols) = (1, 1), (1, 2), (2, 1), (1, 3), (2, 2)"
    for rows, cols in ((1, 3), (2, 3), (3, 3)):
        assert solve(const={"rows": rows, "cols": cols}).winner != "o"


@NEEDS_Z3
@tabled()
def test_the_smallest_size_that_breaks_a_condition_is_shown(
    const: dict[str, int], condition: str, size: tuple[int, int]
) -> None:
    found = steal(const=const, every=ALL)
    assert not found
    assert (found.broken, found.size) == (condition, f"(rows, cols) = {size}")
    assert set(found.positions) == set(SHOWN[condition])
    one = steal(const=const | dict(zip(("rows", "cols"), size, strict=True)))
    assert (one.broken, one.positions) == (condition, found.positions)


@NEEDS_Z3
def test_sets_that_differ_on_larger_boards_only_are_found(tmp_path: Path) -> None:
    """On more than five squares only x may complete lines: the five smallest do not show it."""
    for_both = "line_for(P,L) :- role(P), line(L), size(1,N), N <= 5."
    found = row(tmp_path, f"{for_both} line_for(x,L) :- line(L), size(1,N), N > 5.\n")
    assert (found.broken, found.size) == ("won", "cols = 6")


@NEEDS_Z3
def test_drawing_a_failure_keeps_to_the_limit(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that is up once a failure is found ends the search for the plainest position of it."""
    place = "ttt_asp.extensions.pairings.stealing._plainest"
    plainest, passed = resolve_name(place), [0.0]

    def late(*given: object) -> object:
        passed.append(2 * HANGS)
        return plainest(*given)

    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + passed[-1])
    monkeypatch.setattr("ttt_asp.deadline.time", clock)
    monkeypatch.setattr(place, late)
    done = run("steal", "-c", "misere=1", "--every", ALL, "--time-limit", str(HANGS))
    assert len(passed) == 2
    assert (done.status, done.out) == (3, "")


@NEEDS_Z3
@tabled()
def test_what_is_so_on_large_boards_only(tmp_path: Path, more: str, condition: str) -> None:
    """Games of more than 100 fluents are passed over: it is unknown, and nothing is drawn."""
    found = row(tmp_path, more, "60 < cols < 63")
    assert not found and not found.positions
    assert (found.broken, found.unknown, found.checked) == ("", condition, "")


@NEEDS_Z3
def test_what_the_condition_leaves_out_does_not_matter(tmp_path: Path) -> None:
    path = written(tmp_path / "row.lp", ROW + "init(marked(x,cell(1,1))) :- size(1,N), N > 30.\n")
    assert steal(path, every="0 < cols < 31")
    assert steal(const={"misere": 1}, every="0 < rows < 3, 0 < cols < 3")
