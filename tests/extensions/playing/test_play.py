"""Games against strategies: held against the oracle, and on a terminal."""

import codecs
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from functools import cache
from random import Random
from typing import Any

import oracle
import pytest
from conftest import HANGS, Run, Start, take_interrupts
from oracle_at_once import Rows
from tables import DATA, tabled

from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.extensions.exploring.suggestion import only_ties
from ttt_asp.extensions.players.move_names import meant
from ttt_asp.extensions.playing import game_session as play
from ttt_asp.extensions.playing import review as reviewing
from ttt_asp.extensions.playing import show as playing
from ttt_asp.extensions.playing.game_session import Session, State, numbered_moves
from ttt_asp.extensions.playing.review import best, review
from ttt_asp.games.load import load_game
from ttt_asp.show import text as shown_as
from ttt_asp.show.blocks import Board, Boards, Strip
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import FREE, load_strategy
from ttt_asp.verdict import Play

BOARD = oracle.Board()
ROWS = str(DATA / "extensions" / "playing" / "rows_at_once.lp")
LINES = [frozenset(line) for line in ({0, 1}, {2, 3}, {0, 2}, {1, 3}, {0, 3}, {1, 2})]


@cache
def table(people: str, against: str | None, game: str = "tictactoe", **const: int) -> Session:
    constants = {name: str(value) for name, value in const.items()}
    match = free_play(load_game(game, constants))
    strategy = against and load_strategy(against, "against", match.game, open_library())
    return Session(match, tuple(people), strategy or None)


@pytest.mark.parametrize("person", ["x", "o"])
def test_a_strategy_draws_before_the_person_chooses_at_once(person: str) -> None:
    """The strategy draws before the person chooses, and both moves are made on one position."""
    at = Session(free_play(load_game(ROWS, {})), (person,), FREE)
    game = Rows(4, (LINES, LINES))
    squares = {f"take(s({n // 2 + 1},{n % 2 + 1}))": n for n in range(4)}
    names = {square: action for action, square in squares.items()}
    drawn = set()
    for seed in range(20):
        chance, position = Random(seed), game.start
        state = play.begin(at, at.match.game.opening, chance)
        while game.over(position) is None:
            free = {names[square] for square in game.choices(position, 0)}
            assert {step.move.action for step in state.here.steps} == free
            if len(free) > 1:
                assert state.drawn is not None
                assert state.drawn.role != person
                theirs = squares[state.drawn.action]
                drawn.add(state.drawn.action)
                step = chance.choice(state.here.steps)
                mine = squares[step.move.action]
                state = play.choose(at, state, step, chance)
            pair = (mine, theirs) if person == "x" else (theirs, mine)
            position = game.after(position, *pair)
            held = {"begun"}
            for role, owned in zip(("x", "o", "spoilt"), position, strict=True):
                held |= {f"holds(s({n // 2 + 1},{n % 2 + 1}),{role})" for n in owned}
            # a single square that is left both take without being asked
            if len(game.choices(position, 0)) > 1 or game.over(position) is not None:
                assert at.machine.unpack(state.turns[-1].after) == held
            else:
                break
        assert state.status == "over" or len(state.here.steps) > 1
    assert drawn == set(squares)


def test_only_ties_are_left() -> None:
    """Exercise 10.3 of Simply Scheme, and what it asks about two free squares; by brute force."""
    at = table("x", "any")

    @cache
    def ends(position: oracle.Position) -> frozenset[str]:
        if (ended := oracle.result(BOARD, position)) is not None:
            return frozenset({ended})
        moves = oracle.legal(BOARD, position)
        return frozenset.union(
            *(ends(oracle.place(position, position.mover, square)) for square in moves)
        )

    chance, known = Random(26), set[int]()
    for _ in range(40):
        position = oracle.INITIAL
        while oracle.result(BOARD, position) is None:
            free = sorted(oracle.legal(BOARD, position))
            if len(free) < 6:
                fluents = PositionReader(at.match.game).parse(oracle.show_board(BOARD, position))
                tied = only_ties(at.match, at.machine, at.machine.pack(fluents), Deadline())
                assert tied == (ends(position) == {"tie"}), position
                known |= {len(free)} if tied else set()
            position = oracle.place(position, position.mover, chance.choice(free))
    assert known >= {1, 2, 3}


def square_of(action: str) -> oracle.Square:
    found = re.fullmatch(r"mark\(cell\((\d),(\d)\)\)", action)
    assert found
    return int(found[1]), int(found[2])


@cache
def force(position: oracle.Position, role: str) -> int:
    """What a role can force: 100 a win, 50 a tie, 0 a loss (minimax over the oracle's rules)."""
    if (ended := oracle.result(BOARD, position)) is not None:
        return 50 if ended == "tie" else 100 if ended == role else 0
    best = max if position.mover == role else min
    moves = oracle.legal(BOARD, position)
    return best(force(oracle.place(position, position.mover, move), role) for move in moves)


def random_game(at: Session, seed: int) -> list[State]:
    """A game in which people play at random: where they choose, and its end."""
    random = Random(seed)
    states = [play.begin(at, at.match.game.init, random)]
    while states[-1].status == "asked":
        step = random.choice(states[-1].here.steps)
        states.append(play.choose(at, states[-1], step, random))
    return states


@pytest.mark.slow
@tabled()
def test_games_keep_to_the_oracles_rules_and_advice(people: str, against: str | None) -> None:
    """A strategy makes the moves it recommends; reviews, and best play, are minimax's."""
    at, lapses = table(people, against), 0
    for seed in range(8):
        *choices, state = random_game(at, seed)
        position: oracle.Position = oracle.INITIAL
        expected: dict[str, list[Any]] = {role: [] for role in people}
        for number, turn in enumerate(state.turns, 1):
            mover, square = position.mover, square_of(turn.move.action)
            assert turn.move.role == mover
            after = {m: oracle.place(position, mover, m) for m in oracle.legal(BOARD, position)}
            worth = {move: force(there, mover) for move, there in after.items()}
            keeping = {move for move, value in worth.items() if value == max(worth.values())}
            if turn.by == "strategy":
                assert turn.advice is not None and against is not None
                recommended = oracle.recommends(BOARD, position, oracle.parse(against))
                assert set(map(square_of, turn.advice.recommended)) == recommended
                assert square in recommended
            elif turn.by == "rules":
                assert worth.keys() == {square}
            else:
                assert mover in people
                known = best(at, choices.pop(0))
                assert not isinstance(known, str)
                advice, most = known.advice, known.worth.value
                assert (advice.role, most) == (mover, max(worth.values()))
                assert set(map(square_of, advice.recommended)) == keeping
                assert keeping >= set(map(square_of, known.soonest)) > set()
                if square not in keeping:
                    lapse = number, max(worth.values()), worth[square], keeping
                    expected[mover].append(lapse)
            position = after[square]
        ended = oracle.result(BOARD, position)
        goals = {"x": 100, "o": 0} if ended == "x" else {"x": 0, "o": 100}
        assert state.status == "over"
        assert state.here.goals == ({"x": 50, "o": 50} if ended == "tie" else goals)
        for role, given_away in expected.items():
            found = review(at, state, role)
            assert [(p.number, p.before, p.after, set(map(square_of, p.keeping)))
                    for p in found.lapses] == given_away  # fmt: skip
            assert (found.missing, found.reason) == (0, "")
            lapses += len(given_away)
    assert lapses > 3


def test_a_review_goes_back_as_far_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    at = table("x", "any")
    for seed in range(3):
        state = random_game(at, seed)[-1]
        whole = review(at, state, at.people[0])
        monkeypatch.setattr(reviewing, "MOST", 100)
        part = review(at, state, at.people[0])
        assert part.since is not None
        assert part.missing > 0
        assert part.reason == "the limit of 100 positions was reached"
        assert part.lapses == tuple(p for p in whole.lapses if p.number >= part.since)
        own = [n for n, turn in enumerate(state.turns, 1) if turn.by == "person"]
        assert own[part.missing] == part.since
        monkeypatch.setattr(reviewing, "MOST", 1)
        nothing = review(at, state, at.people[0])
        monkeypatch.undo()
        assert (nothing.lapses, nothing.since, nothing.missing) == ((), None, len(own))


@tabled()
def test_what_a_person_means(text: str, action: str | None) -> None:
    at, random = table("o", "any"), Random(0)
    start = PositionReader(at.match.game).parse("x../.../...")
    state = play.begin(at, start, random)
    steps = meant(text, numbered_moves(at, state))
    assert [step.move.action for step in steps] == ([action] if action else [])


@pytest.mark.usefixtures("small_games")
def test_piles_are_reviewed_as_everybody_knows_them() -> None:
    at = table("x", "any", "nim", pile=8)
    for seed in range(5):
        state = random_game(at, seed)[-1]
        left, expected = 8, []
        for number, turn in enumerate(state.turns, 1):
            if turn.by == "rules":  # the last brick: who may not take it waits
                taken = 1
                assert set(turn.move.role.split(" & ")) == {"x", "o"}
            else:
                taken = int(turn.move.action[5])
            # 1 or 2 are taken; who takes the last one wins; a multiple of 3 is lost
            if turn.by == "person" and left % 3 and (left - taken) % 3:
                expected.append((number, 100, 0, (f"take({left % 3})",)))
            left -= taken
        assert left == 0
        found = review(at, state, at.people[0])
        assert [(p.number, p.before, p.after, p.keeping) for p in found.lapses] == expected


def test_best_play_that_takes_too_long_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    at = table("xo", None)
    state = play.begin(at, at.match.game.init, Random(0))
    monkeypatch.setattr(reviewing, "MOST", 100)
    found = best(at, state)
    assert found == "the limit of 100 positions was reached"
    said = shown_as.text(playing.best_play(at, found, state), width=100)
    assert said == f"What best play would do here is not known: {found}."


def test_narrow_terminals_get_narrow_boards(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttt_asp.cli.calls.width", lambda: 40)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n?\nzzz\nq\n"))
    cube = ("-g", "hypercube", "-c", "side=4", "-c", "dim=3")
    out = run("play", *cube, "--against", "good_for_o", "--seed", "1").out
    assert max(map(len, out.splitlines())) <= 40
    board = out.split("quits.\n\n")[1].split("\n\n1. x")[0]
    assert sorted(map(int, board.split())) == list(range(1, 65))


@pytest.mark.parametrize(("width", "panels"), [(40, 1), (60, 1), (72, 2), (200, 5)])
def test_plays_on_a_cube_keep_to_the_width(width: int, panels: int) -> None:
    at = table("x", "any", "hypercube", side=3, dim=3)
    state = play.begin(at, at.match.game.init, Random(1))
    for step in (0, 3, 4):
        state = play.choose(at, state, state.here.steps[step], Random(step))
    positions = tuple(map(at.machine.unpack, state.before[:6]))
    made = Play(tuple(turn.move for turn in state.turns[:5]), positions, "cut")
    shown = shown_as.text([Strip(at.notation, made)], width=width)
    assert max(map(len, shown.splitlines())) <= width
    assert max(len(re.findall(r"\d\.", line)) for line in shown.splitlines()) == panels
    assert shown.count("[x]") + shown.count("[o]") == 5
    # every square of every board is there
    assert len(re.findall(r"[.xo](?=[\] ]|$)", re.sub(r"\d\. [xo]", "", shown), re.M)) == 5 * 27


def test_layers_in_four_dimensions_go_below_one_another() -> None:
    at = table("x", "any", "hypercube", side=3, dim=4)
    shown = Boards(at.notation, [Board(frozenset())])
    wide, narrow = (shown_as.text([shown], width=width).splitlines() for width in (80, 30))
    assert [len(line.split()) for line in wide] == [9, 9, 9, 0, 9, 9, 9, 0, 9, 9, 9]
    row = [6, 6, 6, 0, 3, 3, 3]
    assert [len(line.split()) for line in narrow] == [*row, 0, 0, *row, 0, 0, *row]


class Terminal:
    """The program on a terminal."""

    def __init__(self, start: Start, *arguments: str, **environment: str) -> None:
        def of_this_terminal() -> None:
            take_interrupts()
            os.close(os.open(os.ttyname(0), os.O_RDWR))  # the session's own

        self.leader, follower = pty.openpty()
        self.process = start(
            *arguments,
            stdin=follower,
            stdout=follower,
            stderr=follower,
            start_new_session=True,
            preexec_fn=of_this_terminal,
            env={**os.environ, "TERM": "xterm", **environment},
        )
        os.close(follower)
        self.text = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()  # a sign may be read half

    def until(self, ending: str) -> None:
        """Read what is printed up to a text, from where it was read last."""
        begun, before = time.monotonic(), len(self.text)
        while not self.text[before:].endswith(ending):
            assert time.monotonic() - begun < HANGS, self.text
            if not select.select([self.leader], [], [], 1)[0]:
                continue
            try:
                read = os.read(self.leader, 4096)
                self.text += self.decoder.decode(read).replace("\r", "")
            except OSError:
                break

    def answer(self, *typed: tuple[str, str]) -> int:
        """Type what is typed when a prompt is there; the exit status."""
        for prompt, text in typed:
            self.until(prompt)
            os.write(self.leader, text.encode())
        self.until("\0")
        os.close(self.leader)
        return self.process.wait(HANGS)


@pytest.mark.slow
def test_a_game_is_played_on_a_terminal(start: Start) -> None:
    arguments = ["play", "--against", "good_for_o", "--seed", "1"]
    terminal = Terminal(start, *arguments, COLUMNS="60", NO_COLOR="")
    assert terminal.answer(("x> ", "5\n"), ("x> ", "\x04")) == 3  # end of input
    opening, reply, _ = terminal.text.split("x> ")
    assert "\x1b[2m5\x1b[0m" in opening  # faintly
    assert "[\x1b[1;33mo\x1b[0m]" in reply
    assert terminal.text.endswith("x> \nend of input after 2 moves, before the end\n")
    both = Terminal(start, "play", NO_COLOR="1")
    assert both.answer(("x> ", "5\n"), ("o> ", "1\n"), ("x> ", "u\n"), ("o> ", "\x03")) == 130
    assert "\x1b" not in both.text
    assert both.text.endswith("o> ^C\ninterrupted after 1 move, before the end\n")


def test_an_interrupted_script_ends_in_one_line(start: Start) -> None:
    process = start("play", "--ascii", stdin=subprocess.PIPE, text=False)
    assert process.stdout
    assert process.stdin
    while (line := process.stdout.readline()) != b" 7  8  9\n":
        assert line
    process.stdin.write(b"\xff\xfe\n")  # no text
    process.stdin.flush()
    while b"is no move of yours here" not in (answer := process.stdout.readline()):
        assert answer
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANGS)
    assert (process.returncode, err) == (130, b"interrupted after 0 moves, before the end\n")
    assert max(answer + out) < 128
