"""The oracles held against what is known or published, and positions worked out by hand."""

import random
from collections import Counter
from typing import Any

import pytest
from oracle import (
    INITIAL,
    KNOWN,
    NAMED,
    TACTICS,
    Board,
    Position,
    Square,
    Squares,
    all_plays,
    check_play,
    choices,
    explore,
    legal,
    parse,
    parse_board,
    parse_claim,
    place,
    recommends,
    result,
    show_board,
    suggests,
    verdict,
)
from oracle_bratko import Bratko
from oracle_endgames import Endgame
from tables import constant, tabled, tupled

pytestmark = pytest.mark.no_cover  # nothing of the package is asked
B3 = Board()
B4 = Board(4, 4, 4)


def squares(text: str) -> Squares:
    """ "13 31": row 1, column 3 and row 3, column 1."""
    return frozenset((int(word[0]), int(word[1])) for word in text.split())


def moves(text: str) -> tuple[Square, ...]:
    return tuple((int(word[0]), int(word[1])) for word in text.split())


# --- the numbers --------------------------------------------------------------------------------

# The last ones were found by this oracle.
TABLE = [*KNOWN, *map(tupled, constant(__file__, "FOUND"))]


@pytest.mark.parametrize(("x", "o", "plays", "positions"), TABLE)
def test_plays_of_the_table_are_counted(
    x: str, o: str, plays: tuple[int, int, int], positions: int
) -> None:
    found = explore(B3, x, o)
    assert found.plays == dict(zip(("x", "o", "tie"), plays, strict=True))
    assert (found.positions, found.stuck, found.cut) == (positions, 0, 0)


def test_all_plays_of_the_bare_rules_one_by_one() -> None:
    endings = Counter((outcome, len(played)) for played, outcome in all_plays(B3, "any", "any"))
    assert sum(endings.values()) == 255_168
    assert endings == explore(B3, "any", "any").endings
    assert explore(B3, "any", "any").plays == {"x": 131184, "o": 77904, "tie": 46080}
    assert explore(Board(2, 2, 2), "any", "any").plays == {"x": 24, "o": 0, "tie": 0}
    # The well-known lengths: 1,440 plays end with move 5, and so on.
    lengths = Counter[int]()
    for (_, length), number in endings.items():
        lengths[length] += number
    assert lengths == {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}


@pytest.mark.parametrize(("x", "o", "plays", "positions"), TABLE[1:6])
def test_merging_positions_loses_no_play(
    x: str, o: str, plays: tuple[int, int, int], positions: int
) -> None:
    one_by_one = list(all_plays(B3, x, o))
    assert Counter((w, len(p)) for p, w in one_by_one) == explore(B3, x, o).endings
    assert len(set(one_by_one)) == sum(plays)
    seen = {INITIAL}
    for played, outcome in one_by_one:
        assert check_play(B3, x, o, played) == outcome
        position = INITIAL
        for move in played:
            position = place(position, position.mover, move)
            seen.add(position)
    assert len(seen) == positions


# --- boards -------------------------------------------------------------------------------------


def test_boards_have_their_lines_and_kinds_of_squares() -> None:
    assert len(B3.lines) == 8 and len(B4.lines) == 10
    assert len(Board(4, 4, 3).lines) == 24  # 8 in rows, 8 in columns, 4 in each diagonal direction
    assert Board(2, 5, 3).lines == {
        squares(f"{r}{c} {r}{c + 1} {r}{c + 2}") for r in "12" for c in (1, 2, 3)
    }
    assert B3.centers == squares("22")
    assert B4.centers == squares("22 23 32 33")
    assert Board(3, 4, 3).centers == squares("22 23")
    assert B4.corners == squares("11 14 41 44")
    assert B4.edges == squares("12 13 21 31 24 34 42 43")


@pytest.mark.parametrize("text", ["x../.o./..x", ".../.../...", "xoxo/..../..../....", "xo"])
def test_a_board_is_read_and_shown_again(text: str) -> None:
    rows = text.split("/")
    assert show_board(Board(len(rows), len(rows[0])), parse_board(text)) == text


def test_the_mover_follows_from_the_counts_unless_given() -> None:
    assert parse_board("x../.o./..x").mover == "o"
    assert parse_board("x../.o./...").mover == "x"
    assert parse_board("x../.o./...", "o") == Position(squares("11"), squares("22"), "o")


@tabled()
def test_results_are_those_worked_out_by_hand(text: str, expected: str | None) -> None:
    size = len(text.split("/"))
    board, position = Board(size, size, size), parse_board(text)
    assert result(board, position) == expected
    assert expected is None or not legal(board, position)


# --- tactics ------------------------------------------------------------------------------------

BY_HAND: list[tuple[str, str, str, str]] = [tupled(row) for row in constant(__file__, "BY_HAND")]


@pytest.mark.parametrize(("tactic", "player", "text", "expected"), BY_HAND)
def test_tactics_suggest_what_was_worked_out_by_hand(
    tactic: str, player: str, text: str, expected: str
) -> None:
    size = len(text.split("/"))
    assert suggests(tactic, Board(size, size, size), parse_board(text), player) == squares(expected)


def test_safety_is_judged_after_the_move() -> None:
    """On 3x3 both agree; here o at 32 (or 33) takes two of x's lines away, and the fork with them.

    x holds 23 and 34, o 31. o's lines with one mark: 32 33, 11 21 and 13 22. Forks of x: 14 22 24
    32 33; once o has 32, the square 33 is on one line of x (column 3) only, and the same for 33
    and 32; 22 stays on two lines of row 2 when o plays 13.
    """
    board, here = Board(3, 4, 3), parse_board("..../..x./o..x", "o")
    assert suggests("fork", board, here, "x") == squares("14 22 24 32 33")
    assert suggests("threaten_safely", board, here, "o") == squares("11 21 22")
    assert suggests("block_fork", board, here, "o") == squares("11 21 22 32 33")


def test_every_tactic_has_at_least_two_positions() -> None:
    worked_out = Counter(tactic for tactic, *_ in BY_HAND)
    assert {tactic for tactic, n in worked_out.items() if n >= 2} == set(TACTICS)


def test_tactics_treat_the_players_alike_and_suggest_free_squares_only() -> None:
    dice = random.Random(1)
    for board in (B3, B4, Board(3, 4, 3), Board(2, 5, 2)):
        for _ in range(100):
            x: set[Square] = set()
            o: set[Square] = set()
            for square in sorted(board.squares):
                dice.choice((x, o, set[Square]())).add(square)
            here = Position(frozenset(x), frozenset(o), "x")
            swapped = Position(frozenset(o), frozenset(x), "o")
            for name in TACTICS.keys() - {"nqthm_replies"}:  # a table for o
                suggested = suggests(name, board, here, "x")
                assert suggested == suggests(name, board, swapped, "o")
                assert not suggested & (x | o)


# --- compositions -------------------------------------------------------------------------------


@tabled()
def test_compositions_recommend_what_was_worked_out_by_hand(
    text: str, position: str, expected: str
) -> None:
    here = parse_board(position)
    assert recommends(B3, here, parse(text)) == squares(expected)
    assert recommends(B3, here, text) == squares(expected)


def test_opponent_distributes_and_cancels() -> None:
    term = "first(refine({0}, {1}), except({2}, {0}), both({1}, either({2}, {0})))"
    dice = random.Random(2)
    names = sorted(TACTICS)
    for _ in range(200):
        position = INITIAL
        for _ in range(dice.randrange(8)):
            if legal(B3, position):
                move = dice.choice(sorted(legal(B3, position)))
                position = place(position, position.mover, move)
        leaves = [dice.choice(names) for _ in range(3)]
        plain = term.format(*leaves)
        outside = recommends(B3, position, f"opponent({plain})")
        inside = term.format(*(f"opponent({leaf})" for leaf in leaves))
        assert outside == recommends(B3, position, inside)
        assert recommends(B3, position, f"opponent(opponent({plain}))") == recommends(
            B3, position, plain
        )


def test_parse_reads_what_str_writes() -> None:
    for text in (*NAMED.values(), "except(any,opponent( both(fork,corner) ))", "center"):
        assert parse(str(parse(text))) == parse(text)
    assert parse("first(good_for_o,any)") == parse(f"first({NAMED['good_for_o']}, any)")


@tabled()
def test_what_is_no_strategy_claim_or_board_is_refused(what: str, text: str) -> None:
    read: Any = {"strategy": parse, "claim": parse_claim, "board": parse_board}[what]
    with pytest.raises(ValueError):
        read(text)


# --- plays and verdicts -------------------------------------------------------------------------


def test_the_only_legal_move_is_played_unasked() -> None:
    tiny = Board(1, 2, 2)  # o has one square left, and would recommend nothing
    assert not recommends(tiny, parse_board("x."), "fork")
    assert choices(tiny, "any", "fork", parse_board("x.")) == squares("12")
    assert explore(tiny, "any", "fork").plays == {"x": 0, "o": 0, "tie": 2}
    # The forced move counts even where the strategy wants only what is taken.
    last = parse_board("xox/xoo/ox.")
    assert choices(B3, "center", "any", last) == squares("33")


def test_plays_get_stuck_where_nothing_is_recommended() -> None:
    found = explore(B3, "center", "any")  # x center, eight answers, and x has nothing to say
    assert (found.positions, found.stuck, found.plays) == (10, 8, {"x": 0, "o": 0, "tie": 0})
    expected = {(((2, 2), answer), "stuck") for answer in B3.squares - {(2, 2)}}
    assert set(all_plays(B3, "center", "any")) == expected
    assert check_play(B3, "center", "any", moves("22 11")) == "stuck"


def test_some_plays_are_stuck_and_others_lost() -> None:
    # x has only corners: some plays get stuck (after move 8 at the latest), in some o wins first.
    found = explore(B3, "corner", "any")
    assert found.stuck and found.plays["o"]


def test_a_horizon_cuts_plays() -> None:
    found = explore(B3, "any", "any", horizon=5)
    assert found.plays == {"x": 1440, "o": 0, "tie": 0}
    assert found.cut == 9 * 8 * 7 * 6 * 5 - 1440
    assert Counter(w for _, w in all_plays(B3, "any", "any", 5)) == {"x": 1440, "cut": 13680}
    assert explore(B3, "any", "any", horizon=0).endings == {("cut", 0): 1}
    assert explore(B3, "any", "any", horizon=9) == explore(B3, "any", "any")
    assert check_play(B3, "any", "any", ()) == "cut"


@tabled()
def test_verdicts_are_those_worked_out_by_hand(x: str, o: str, claim: str, expected: str) -> None:
    assert verdict(B3, x, o, claim) == expected


@tabled()
def test_verdicts_hold_on_other_boards_and_of_some_moves(
    size: tuple[int, int, int], x: str, o: str, claim: str, horizon: int | None, expected: str
) -> None:
    assert verdict(Board(*size), x, o, claim, horizon) == expected


def test_the_paper_is_refuted_by_the_play_of_the_design() -> None:
    # Corner, center, opposite corner, corner, fork; o blocks one line, x completes the other.
    play = moves("11 22 33 13 31 21 32")
    assert check_play(B3, "any", "good_for_o", play) == "x"
    assert check_play(B3, "any", "good_for_o", play[:-1]) == "cut"


@tabled()
def test_check_play_says_what_is_wrong(x: str, o: str, played: str, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_play(B3, x, o, moves(played))


@pytest.mark.parametrize("board", [Board(2, 3, 2), Board(2, 3, 3), Board(1, 5, 3), Board(2, 4, 3)])
def test_counting_by_position_is_exact_on_other_boards(board: Board) -> None:
    dice = random.Random(3)
    names = [*sorted(TACTICS), *NAMED]
    for _ in range(10):
        x, o = (f"first({dice.choice(names)}, {dice.choice(names)})" for _ in "xo")
        for horizon in (None, 3):
            found = explore(board, x, o, horizon)
            each = Counter((w, len(p)) for p, w in all_plays(board, x, o, horizon))
            assert each == found.endings


# --- endgames -------------------------------------------------------------------------------------


@tabled()
def test_published_numbers_are_found(others: str, white: int, mates: int, longest: int) -> None:
    """On 8x8: positions with white to move, mates, and the most moves that a win takes.

    All positions of king and rook with white to move are won, and all of king and queen.
    """
    game = Endgame(8, 8, others)
    found = [game.distances[position] for position in game.positions("w")]
    assert (len(found), None in found) == (white, False)
    assert max(filter(None, found)) == 2 * longest - 1
    assert sum(game.over(position) == "mate" for position in game.positions("b")) == mates


@pytest.mark.parametrize("others", ["B", "N", "NN"])
def test_nobody_is_mated_by_force_with_a_bishop_or_knights(others: str) -> None:
    game = Endgame(4, 4, others)
    won = [position for position, moves in game.distances.items() if moves is not None]
    # two knights can mate who walks into it: who is mated next move at the latest
    assert max((game.distances[position] or 0 for position in won), default=0) == (
        1 if others == "NN" else 0
    )


@tabled()
def test_positions_are_judged_as_by_hand(
    others: str, rows: str, turn: str, moves: int, over: str
) -> None:
    height, width = rows.count("/") + 1, rows.index("/")
    game = Endgame(height, width, others)
    position = game.read(rows, turn)
    assert game.text(position) == rows
    assert game.legal(position)
    assert len(game.moves(position)) == moves
    assert (game.over(position) or "") == over


@pytest.mark.parametrize("rows", ["k.K/.R./...", "k../.K./..R", "Rk./.../..K"])
def test_what_is_no_position_with_white_to_move(rows: str) -> None:
    game = Endgame(3, 3)
    legal = game.legal(game.read(rows))
    assert legal == (rows == "k.K/.R./...")


@tabled()
def test_bratko_always_wins(rows: int, cols: int, most: int, single: int) -> None:
    """Whatever its rules leave open, and with the published program's moves alone."""
    strategy = Bratko(Endgame(rows, cols))
    for distances, moves in (
        (strategy.distances, most),
        (strategy.single_distances, single),
    ):
        found = [distances[position] for position in strategy.game.positions("w")]
        assert None not in found
        assert max(filter(None, found)) == 2 * moves - 1
