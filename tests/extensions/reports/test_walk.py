"""The plays, and the rounds of an induction, that a page walks through are the game's."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import oracle
import pytest
from conftest import GDL, examples, tactic, write
from games import problem
from hypothesis import example, given
from hypothesis import strategies as st
from oracle import Board, Position
from tables import contents, tabled

from ttt_asp import prove, report
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.explicit import prove as explicit
from ttt_asp.errors import InputError
from ttt_asp.extensions.exploring.show_blunder import blunder_sentences
from ttt_asp.extensions.exploring.winning_region import winning_region
from ttt_asp.extensions.reports.match_scores import Score
from ttt_asp.extensions.reports.matrix import matrix_csv, scores_table
from ttt_asp.extensions.reports.play_graph import LATER, Walk, all_plays, walk
from ttt_asp.extensions.reports.sentences import sentence
from ttt_asp.extensions.reports.walk_data import MOST_SAID, rounds, walk_data, with_lines
from ttt_asp.games.layout import layout_of
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.machine import load_machine
from ttt_asp.show.text import text
from ttt_asp.verdict import BlunderSearch, PlayCounts, Verdict

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
def test_a_walk_has_the_oracles_positions_and_plays(x: str, o: str) -> None:
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
def test_moves_that_symmetries_exchange_are_alike(
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


def test_moves_are_alike_where_a_turn_exchanges_them_at_every_position() -> None:
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


def test_rounds_have_every_move_and_every_answer() -> None:
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


def test_a_limit_ends_rounds() -> None:
    asked = problem("o never loses", o="any")
    with pytest.raises(Expired):
        rounds(asked, Limits(Deadline(0.0)))
    large = {"rows": 30, "cols": 30, "line": 5}
    with pytest.raises(InputError, match="too large"):
        rounds(problem("o never loses", const=large), Limits(Deadline()))
    assert len(rounds(asked, Limits(Deadline()))["shown"]) < MOST_SAID


# --- verdicts in words, and what a page says of the move that lost a claim ------------------------


BOTH = {"x": "good_for_x", "o": "good_for_o"}


@tabled()
def test_a_verdict_is_said_in_words(claim: str, given: dict[str, Any], expected: str) -> None:
    game = given.get("game", "tictactoe").replace("gdl/", f"{GDL}/")
    assert sentence(prove(claim, **{"engine": "explicit", **given, "game": game})) == expected


def test_a_play_without_end_is_said_in_words(tmp_path: Path) -> None:
    game = write(tmp_path / "circle.lp", contents("extensions/reports/sentences_circle.lp"))
    said = sentence(prove("a always wins", game=str(game)))
    reason = "this play never ends: its last position was there before"
    assert said == f"a does not always win: {reason}; 4 positions."


@cache
def lost() -> Verdict:
    return prove("o never loses", o="good_for_o", engine="explicit")


def test_what_is_not_known_is_not_said() -> None:
    found = lost()
    uncounted = replace(found, counts=PlayCounts())
    said = "o, playing good_for_o, can lose"
    assert sentence(uncounted) == f"{said}: this play breaks the claim."
    assert sentence(replace(found, counts=PlayCounts(found.positions))).endswith(
        "breaks the claim; 970 positions."
    )
    named = prove("x never loses", x="good_for_x", time_limit=0)
    assert sentence(named).startswith("It is not known whether x")
    unread = replace(named, roles={"x": "good_for_x"}, claim="y never loses", reason="no time")
    assert sentence(unread) == "It is not known whether y never loses: no time."


def because(found: Verdict) -> tuple[str, ...]:
    return blunder_sentences(found)


def test_why_a_claim_is_lost() -> None:
    found = lost()
    assert because(found) == (
        "Move 4 is the blunder: o plays mark(cell(3,3)) (row 3, column 3), one of the 3 moves that "
        "its line center_or_corner △ center recommends.",
        "With mark(cell(1,1)) (row 1, column 1) or mark(cell(3,1)) (row 3, column 1) the claim "
        "could still have been kept; o's strategy recommends that too, and leaves the choice open.",
    )
    assert because(replace(found, blunder_search=BlunderSearch())) == ()
    # what the strategy does not recommend
    found = prove("never tie", x="good_for_x", engine="explicit")
    first, second = because(found)
    assert first == (
        "Move 5 is the blunder: x plays mark(cell(2,3)) (row 2, column 3), the only move that its "
        "line defend recommends."
    )
    assert second.endswith("; x's strategy does not recommend that.")
    # nobody is to blame
    found = prove("x always wins", game="no_diagonals", engine="explicit")
    assert because(found) == ("x could not have kept the claim: no strategy of x's does.",)


def test_squares_of_a_cube_have_a_layer() -> None:
    asked: dict[str, Any] = {"game": "hypercube", "const": {"dim": 2}, "engine": "explicit"}
    found = prove("o never loses", o="first(defend, any)", **asked)
    assert found.blunder is not None
    assert "(row " in because(found)[0] and "layer" not in because(found)[0]
    layout = layout_of(load_game("hypercube", {}))
    blunder = replace(found.blunder, allowed=("mark(cell(2,3,1))",), keeping=("mark(cell(1,1,3))",))
    assert found.play is not None
    moves = tuple(replace(one, action="mark(cell(2,3,1))") for one in found.play.moves)
    play = replace(found.play, moves=moves)
    cube = replace(found, blunder_search=BlunderSearch(blunder), play=play, layout=layout)
    first, second = blunder_sentences(cube)
    assert "mark(cell(2,3,1)) (layer 1, row 2, column 3)" in first
    assert "mark(cell(1,1,3)) (layer 3, row 1, column 1)" in second


def test_goals_are_shown_by_their_values() -> None:
    """In a matrix of a game whose goals are others than 100, 0 and ties."""
    roles = {"a": "any", "b": "any"}
    goals = Score(roles, {"a=30 b=70": 2, "a=70 b=30": 1}, 4, "")
    won = Score(roles, {"a": 1, "b": 0, "tie": 2}, 4, "a never loses")
    first, second = text([scores_table(["a", "b"], [goals, won])]).splitlines()[2:]
    assert " ".join(first.split()) == "any any 4 2 with a=30 b=70; 1 with a=70 b=30"
    assert second.split()[:7] == ["any", "any", "1", "0", "2", "0", "4"]
    expected = "any,any,,,,,4,,2 with a=30 b=70; 1 with a=70 b=30"
    assert matrix_csv(["a", "b"], [goals]).splitlines()[1] == expected


def page(folder: Path, claim: str, **asked: Any) -> str:
    """The text of the page about a claim."""
    report(claim, folder / "page.html", **asked)
    return unescape((folder / "page.html").read_text("utf-8"))


@tabled()
def test_what_the_other_lines_say(o: str, said: str, tmp_path: Path) -> None:
    assert said in page(tmp_path, "o never loses", o=o)


def test_a_mistake_with_two_threats_judges_every_free_square(tmp_path: Path) -> None:
    blunder = lost().blunder
    assert blunder is not None
    shown = page(tmp_path, "o never loses", o="good_for_o")
    (board,) = re.findall(r'<div class="large">(.*?)</svg>', shown, re.DOTALL)
    signs = re.findall(r"<text[^>]*>([^<]+)</text>", board)
    assert len(signs) == 9 - 4  # the squares that are free after the mistake, the fourth move
    assert sum(sign in ("✓", "(✓)") for sign in signs) == len({*blunder.keeping, *blunder.missed})
    assert "<p>Move 5 then makes 2 threats at once, " in shown


def test_a_mistake_in_a_game_without_a_board_has_no_picture(tmp_path: Path) -> None:
    text = (GDL / "tictactoe.kif").read_text("utf-8")
    # nothing says which coordinate comes first, and no grid has such lines
    text = text.replace("(true (cell 1 3 ?s)) (true (cell 3 1 ?s))", "(true (cell 1 3 ?s))")
    for number, name in zip("123", "pqr", strict=True):
        text = re.sub(rf"\b{number}\b", name, text)
    game = write(tmp_path / "names.kif", text)
    shown = page(tmp_path, "XPlayer never loses", game=str(game))
    assert shown.count("Where it is lost") == 1 and 'class="large"' not in shown


def test_a_line_that_loses_is_no_threat(tmp_path: Path) -> None:
    shown = page(tmp_path, "o never loses", o="first(center, any)", const={"misere": 1})
    assert "x wins, as o has" in shown
    assert "Where it is lost" in shown and "threats at once" not in shown


def test_a_claim_that_holds_has_no_mistake(tmp_path: Path) -> None:
    assert "Where it is lost" not in page(tmp_path, "x never loses", x="good_for_x")
