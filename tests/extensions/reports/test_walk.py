"""The plays, and the rounds of an induction, that a page walks through are the game's."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import oracle
import pytest
from conftest import GDL, examples, tactic
from games import problem
from hypothesis import example, given
from hypothesis import strategies as st
from oracle import Board, Position
from tables import tabled

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.explicit import prove as explicit
from ttt_asp.errors import InputError
from ttt_asp.extensions.exploring.winning_region import winning_region
from ttt_asp.extensions.reports.play_graph import LATER, Walk, all_plays, walk
from ttt_asp.extensions.reports.walk_data import MOST_SAID, rounds, walk_data, with_lines
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.machine import load_machine

BOARD = Board()


def walked(x: str, o: str) -> Walk:
    return walk(problem("x never loses", x=x, o=o), Limits(Deadline()))


def parts(text: str) -> list[str]:
    """The operands of the oracle's outermost `first`."""
    term = oracle.parse(text)
    if isinstance(term, oracle.Term) and term.op == "first":
        return [str(operand) for operand in term.args]
    return [str(term)]


@tabled()
def test_against_the_oracle(x: str, o: str) -> None:
    seen = walked(x, o)

    @cache
    def ends(position: Position) -> Counter[str]:
        won = oracle.result(BOARD, position)
        if won is not None:
            return Counter({won: 1})
        chosen = oracle.choices(BOARD, x, o, position)
        if not chosen:
            return Counter({"stuck": 1})
        total: Counter[str] = Counter()
        for square in chosen:
            total += ends(oracle.place(position, position.mover, square))
        return total

    def aim(action: int) -> int:
        place = seen.actions[action][1]
        assert place is not None
        return place

    visited: dict[int, Position] = {0: oracle.INITIAL}
    queue = [0]
    for number in queue:
        position, plays = visited[number], seen.plays[number]
        assert "".join(seen.shown[number]) == oracle.show_board(BOARD, position).replace("/", "")
        assert plays is not None
        assert Counter(dict(zip(seen.outcomes, plays, strict=True))) == ends(position)
        over = oracle.result(BOARD, position)
        chosen = frozenset() if over else oracle.choices(BOARD, x, o, position)
        flat = seen.moves[number]
        moves = {seen.cells[aim(a)]: after for a, after in zip(flat[::2], flat[1::2], strict=True)}
        assert set(moves) == chosen
        if not chosen:
            assert seen.ending[number] >= 0
            assert seen.outcomes[seen.ending[number]] == (over or "stuck")
        elif len(oracle.free(BOARD, position)) > 1:
            text = x if position.mover == "x" else o
            role = seen.roles.index(position.mover)
            speaking = [bool(oracle.recommends(BOARD, position, part)) for part in parts(text)]
            assert seen.decided[number] == speaking.index(True)
            assert len(seen.parts[role]) == len(speaking)
        for square, after in moves.items():
            if after not in visited:
                visited[after] = oracle.place(position, position.mover, square)
                queue.append(after)
    assert len(visited) == len(seen.shown) == oracle.explore(BOARD, x, o).positions


SMALL = {"rows": 2, "cols": 3, "line": 3}
STUCK = [
    "any",
    "corner",
    "edge",
    "first(defeat, corner)",
    "first(defend, edge)",
    "except(any, defend)",
]
WANTED = ["never loses", "never wins", "always wins", "always ties"]
DRAWN = st.sampled_from(STUCK), st.sampled_from(STUCK[1:]), st.sampled_from("xo")


@given(*DRAWN, st.sampled_from(WANTED))
@example("any", "edge", "x", "never loses")
@examples(2, hunt=20)
def test_a_claim_is_kept_where_it_can_be_proved(x: str, o: str, role: str, wanted: str) -> None:
    """Positions from which a claim is lost, as a page marks them, are those of the oracle.

    A play of the other role that gets stuck counts against the claim, as it does for `prove`.
    """
    claim, board = f"{role} {wanted}", Board(**SMALL)
    posed = problem(claim, const=SMALL, x=x, o=o)
    machine, write = load_machine(posed, Deadline()), Notation(posed.game).write
    region = winning_region(posed, role, machine, Limits())
    judged = oracle.parse_claim(claim)

    @cache
    def kept(here: Position) -> bool:
        end = oracle.result(board, here)
        if end is not None:
            return not judged.violated(end, 0)
        if here.mover == role:
            moves = oracle.legal(board, here)
            return any(kept(oracle.place(here, role, move)) for move in moves)
        after = [oracle.place(here, here.mover, m) for m in oracle.choices(board, x, o, here)]
        return bool(after) and all(map(kept, after))

    for depth, layer in enumerate(map(region.form.unpacked, region.layers)):
        values = region.kept(region.legal, list(layer))
        for position, value in zip(layer, values, strict=True):
            text = str(write(machine.unpack(position)))
            assert value == kept(oracle.parse_board(text)), (text, claim, x, o)
            alone = 6 - depth == 1 + ("xo"[depth % 2] != role)  # the role has no choice any more
            if alone and oracle.result(board, oracle.parse_board(text)) is None:
                const = {name: str(number) for name, number in SMALL.items()}
                asked = Question(claim, {"x": x, "o": o}, const=const, position=text)
                proved = bool(explicit(read(asked, Deadline()), Limits()))
                assert proved == value, (text, claim, x, o)


def test_plays_that_may_go_on_for_ever_are_not_counted(small_games: None) -> None:
    seen = walk(problem("always tie", "round"), Limits(Deadline()))
    assert len(seen.shown) > 2
    assert {plays is None for plays in seen.plays} == {True}


def test_too_many_positions_are_refused() -> None:
    with pytest.raises(InputError, match="not all plays can be shown: the limit of 100 positions"):
        walk(problem("always tie"), Limits(Deadline(), max_positions=100))


def data_of(question: Question) -> dict[str, Any]:
    posed, limits = read(question, Deadline()), Limits(Deadline())
    lists = {role: [one] for role, one in posed.strategies.items()}
    observed = with_lines(posed, lists)
    return walk_data(all_plays(observed, limits), observed, lists, limits)


def alike(data: dict[str, Any]) -> list[list[str]]:
    """The first position's moves, those together that symmetries exchange."""
    return [[data["actions"][action][0] for action in orbit] for orbit in data["alike"][0]]


SQUARES = [[f"mark(cell({i},{j}))" for j in (1, 2, 3)] for i in (1, 2, 3)]


OPENING = """%*! The top row. *%
suggests(opening,P,mark(cell(1,J))) :- role(P), free(cell(1,J)).
"""


@tabled()
def test_moves_alike(
    game: str, const: dict[str, str], roles: dict[str, str], sizes: list[int], tmp_path: Path
) -> None:
    tactic(tmp_path, "opening", OPENING)
    folders = (tmp_path,)
    path = str(GDL / game) if game.endswith(".kif") else game
    data = data_of(Question("always tie", roles, path, const, folders=folders))
    first = alike(data)
    assert [len(orbit) for orbit in first] == sizes
    assert len(data["alike"]) > 1
    if len(sizes) == 3:
        assert first == [[row[0], row[2]] for row in SQUARES]


def test_moves_alike_at_every_position() -> None:
    """They are those that a turn or reflection exchanges which leaves the board as it is."""
    data = data_of(Question("always tie"))
    cells = [tuple(cell) for cell in data["cells"]]
    ways = []
    for turned, down, across in product((False, True), repeat=3):
        images = [(4 - i if down else i, 4 - j if across else j) for i, j in cells]
        ways.append([cells.index((j, i) if turned else (i, j)) for i, j in images])
    for number, shown in enumerate(data["shown"]):
        aims = [data["actions"][action][1] for action in data["moves"][number][::2]]
        same = [w for w in ways if all(shown[to] == shown[at] for at, to in enumerate(w))]
        orbits = {frozenset(way[aim] for way in same) for aim in aims}
        found = data["alike"].get(number, [])
        said = {frozenset(data["actions"][action][1] for action in orbit) for orbit in found}
        assert said == {orbit for orbit in orbits if len(orbit) > 1}


FOURS, ANSWERS = oracle.Board(4, 4, 4), "first(defend, corner)"


def test_every_move_and_every_answer() -> None:
    asked = problem("o never loses", const={"rows": 4, "cols": 4, "line": 4}, o=ANSWERS)
    data = rounds(asked, Limits(Deadline()))
    cells, later, begins = data["cells"], data["outcomes"].index(LATER), data["match"]["rounds"]
    assert begins[0] == 0 and len(begins) > 3
    assert cells == tuple(sorted(FOURS.squares))

    def position(number: int, mover: str) -> oracle.Position:
        marks = [(square, data["shown"][number][n]) for n, square in enumerate(cells)]
        x, o = (frozenset(square for square, mark in marks if mark == role) for role in "xo")
        return oracle.Position(x, o, mover)

    def moves(number: int) -> dict[oracle.Square, int]:
        flat = data["moves"][number]
        actions = (data["actions"][action][1] for action in flat[::2])
        return dict(zip(map(cells.__getitem__, actions), flat[1::2], strict=True))

    for at in begins:
        here, firsts = position(at, "x"), moves(at)
        assert len(here.x) == len(here.o) and firsts.keys() == oracle.free(FOURS, here)
        for square, after in firsts.items():
            then, answers = position(after, "o"), moves(after)
            assert then == oracle.place(here, "x", square)
            if data["ending"][after] >= 0:
                continue
            assert answers.keys() == oracle.choices(FOURS, "any", ANSWERS, then)
            for answer, end in answers.items():
                assert position(end, "x") == oracle.place(then, "o", answer)
                assert data["ending"][end] == later or end in begins or not data["moves"][end]


def test_limits() -> None:
    asked = problem("o never loses", o="any")
    with pytest.raises(Expired):
        rounds(asked, Limits(Deadline(0.0)))
    large = {"rows": 30, "cols": 30, "line": 5}
    with pytest.raises(InputError, match="too large"):
        rounds(problem("o never loses", const=large), Limits(Deadline()))
    assert len(rounds(asked, Limits(Deadline()))["shown"]) < MOST_SAID
