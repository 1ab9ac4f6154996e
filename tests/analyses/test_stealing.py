"""Strategies stolen with an extra mark: held against the values of games, and planted faults."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from pathlib import Path

import oracle_games as og
import oracle_hex as oh
import pytest
from conftest import GDL, Run, written
from tables import constant, contents, tabled
from written_games import Manner
from written_games import written as game_in_gdl

from ttt_asp import solve, steal
from ttt_asp.analyses.extra_mark_conditions import CONDITIONS
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.paths import ASP

Sets = Collection[Collection[int]]


def broken(game: str, **const: int) -> str:
    return steal(game, const).broken


@tabled()
def test_what_is_proved_is_so(game: str, const: dict[str, int]) -> None:
    assert broken(game, **const) == ""
    assert solve(game, const=const).winner != "o"


def test_boards_that_cannot_be_solved() -> None:
    assert broken("tictactoe", rows=10, cols=10, line=5) == ""
    assert broken("hypercube", side=4, dim=3) == ""
    assert broken("hex", rows=4, cols=4) == ""


@tabled()
def test_what_is_not_proved(game: str, const: dict[str, int], condition: str) -> None:
    """o wins corner_blocks with misere=1, and Hex with three rows and two columns."""
    assert broken(game, **const) == condition


# --- random games -------------------------------------------------------------------------------


def pool(squares: Collection[int]) -> str:
    return ";".join(map(str, sorted(squares)))


def some_sets(rng: random.Random, squares: int, count: int) -> set[frozenset[int]]:
    sizes = [rng.choice((1, 2, 2, 2, 3, 3)) for _ in range(count)]
    every = range(1, squares + 1)
    return {frozenset(rng.sample(every, min(size, squares))) for size in sizes}


RULES = contents("analyses/stealing_rules.lp")


def own_game(
    path: Path, squares: int, good: tuple[Sets, Sets], bad: Sets, start: tuple[int, ...], more: str
) -> str:
    """Each role's sets, which win; sets that lose; x's marks at first."""
    sets = []
    for role, ones in zip("xo", good, strict=True):
        for number, one in enumerate(ones):
            sets.append(f"good({role},{role}({number})). in(({pool(one)}),{role}({number})).")
    for number, one in enumerate(bad):
        sets.append(f"bad(b({number})). in(({pool(one)}),b({number})).")
    sets += [f"init(marked(x,{square}))." for square in start]
    sets += [] if bad else ["bad(none) :- square(0). in(0,none) :- square(0)."]
    text = RULES.format(squares=squares, sets="\n".join([*sets, more]))
    return written(path, "%*! Random rules. *%\n" + text)


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
        yours = {frozenset(image[square - 1] for square in one) for one in mine}
        bad = set[frozenset[int]]()
        if number % 3 == 1:  # only o has sets
            mine, yours = set(), yours | some_sets(rng, squares, 3)
        if number % 3 == 2:  # sets only lose
            mine, yours, bad = set(), set(), some_sets(rng, squares, 3)
        start = (rng.randrange(1, squares + 1),) if number % 8 == 7 else ()
        more = " ".join(f"exchanged({n},{to})." for n, to in enumerate(image, 1))
        more += " good(P,none) :- role(P), square(0). in(0,none) :- square(0)."
        good = (mine, yours)
        path = own_game(tmp_path / f"{number}.lp", squares, good, bad, start, more)
        wins = [frozenset(frozenset[og.Square](one) for one in ones) for ones in good]
        loses = frozenset(frozenset[og.Square](one) for one in bad)
        sets = (loses, loses) if bad else (wins[0], wins[1])
        order = tuple(n % 2 for n in range(squares - len(start)))
        every = frozenset[og.Square](range(1, squares + 1))
        begun = frozenset[og.Square](start), frozenset[og.Square]()
        game = og.Sets2(("x", "o"), every, sets, order, begun, misere=bool(bad))
        found, lost = broken(path), og.value(game) == "o"
        assert not (lost and not found), path
        seen[lost, not found] += 1
        if number % 3 == 0 and not start:
            assert found == "", path
    assert seen[True, False] > 5 and seen[False, True] > 5


# --- every condition ----------------------------------------------------------------------------

LINE = "%*! Two in a row of four, changed. *%\nsize(1,4). in_a_row(2).\n"
OWN_MARKS = (
    LINE + "base(marked(P,C)) :- role(P), square(C).\n"
    "next(marked(P,C)) :- does(P,mark(C)).\n"
    "next(marked(P,C)) :- marked(P,C)"
)
FAULTS: dict[str, str] = constant(__file__, "FAULTS")


@pytest.mark.parametrize("condition", CONDITIONS)
def test_every_condition_can_be_broken(condition: str, tmp_path: Path) -> None:
    found = steal(written(tmp_path / "changed.lp", FAULTS[condition]))
    assert found.broken == condition
    assert set(found.positions) == set(CONDITIONS[condition].shown)


def test_an_extra_mark_that_loses(tmp_path: Path) -> None:
    """Whose four corners are marked by one role, that role has lost: o can make x do it."""
    text = (
        "%*! Corners lose. *%\nsize(1,3).\n"
        "ruined(P) :- marked(P,cell(1,1)), marked(P,cell(1,3)).\n"
        "terminal :- ruined(P). terminal :- not free(C) : square(C).\n"
        "goal(P,0) :- ruined(P). goal(Q,100) :- ruined(P), opponent(P,Q).\n"
        "goal(P,50) :- role(P), not ruined(Q) : role(Q).\n"
    )
    found = steal(written(tmp_path / "corners.lp", text))
    assert (found.broken, found.fails) == (
        "lost",
        "o has won because of an extra mark that is not its own",
    )
    here, there = found.positions["any"], found.positions["rich"]
    assert len(there - here) == 1 and not here - there
    assert len(here) == 2  # a corner and a turn: no mark more than it takes


# --- the command --------------------------------------------------------------------------------


def test_positional_games_from_files(tmp_path: Path) -> None:
    lines = ["#times", "t1 t2 t3 t4", "#blackturns", "t1 t3", "#positions", "a1 a2 b1 b2"]
    both = ["#blackwins", "a1 a2", "b1 b2", "#whitewins", "a1 a2", "b1 b2"]
    path = tmp_path / "both.pg"
    found = steal(written(path, "\n".join([*lines, *both, ""])))
    assert (found.first, found.second, found.broken) == ("black", "white", "")
    maker = tmp_path / "maker.pg"
    assert broken(written(maker, "\n".join([*lines, *both[:3], ""]))) == "won"


@pytest.mark.parametrize(("name", "misere"), [("tictactoe", 0), ("misere", 1)])
def test_games_of_lines_in_other_words(name: str, misere: int) -> None:
    """What is asked of them is what is asked of the game with the vocabulary's words."""
    found, native = steal(str(GDL / f"{name}.kif")), steal("tictactoe", {"misere": misere})
    assert (found.broken, found.move) == (native.broken, native.move)
    assert found.positions.keys() == native.positions.keys()
    own = load_game(str(GDL / f"{name}.kif"), {})
    for situation, position in found.positions.items():
        assert position <= set(own.base)
        rows = str(Notation(own).write(position)).replace("c", "x").replace("n", "o")
        assert rows == Notation(native.game).write(native.positions[situation])


def test_games_of_lines_in_other_words_with_lines_of_one_role(tmp_path: Path) -> None:
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
    assert not proved or oh.value(rows, cols) == "x"


@pytest.mark.parametrize("change", [*CHAIN_FAULTS, *CHAIN_GAMES])
def test_other_games_of_chains(change: str, tmp_path: Path) -> None:
    """Planted faults are not proved, and where o wins nothing is."""
    text = HEX
    for old, new in (CHAIN_FAULTS | CHAIN_GAMES)[change]:
        assert text.count(old) == 1 or not old, old
        text = text.replace(old, new) if old else text + new
    game = written(tmp_path / "changed.lp", text)
    proved = [side for side in (1, 2, 3) if not broken(game, rows=side, cols=side)]
    assert len(proved) == 3 if change in CHAIN_GAMES else len(proved) < 3
    for side in proved:
        assert solve(game, const={"rows": side, "cols": side}).winner != "o"
