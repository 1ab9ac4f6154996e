"""Programs and functions that play: what they reply, what is proved of it, what they may not do."""

import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace

import oracle
import oracle_bots
import pytest
from conftest import GDL, HANGS, Run, Start, ended, examples, on_any_machine, until, write
from hypothesis import given
from hypothesis import strategies as st
from tables import contents, tabled
from workbench_server import answered

import ttt_asp
from ttt_asp import InputError, compare, exceptions, matrix, prove, repair, report
from ttt_asp.api.arguments import Arguments
from ttt_asp.bots import adapt
from ttt_asp.errors import Location
from ttt_asp.extensions.players.book import book
from ttt_asp.extensions.players.process import NoAnswer, Process, last_words

# o has a choice of two squares here, and of none after that.
LATE = "xox/xo./.xo"
# Here o may mark an edge; in a corner it loses.
FORK = "x../.o./..x"


def first_free(position: str, role: str) -> int:
    """A bot that marks the first free square."""
    return squares(position).index(".") + 1


def squares(position: str) -> str:
    return position.replace("/", "")


def playing(bot: oracle_bots.Bot) -> Callable[[str, str], object]:
    """A function that plays a table: asked again, it gives the next of its moves."""
    times: dict[str, int] = {}

    def move(position: str, role: str) -> object:
        board = squares(position)
        assert role == oracle_bots.mover(board)
        times[board] = times.get(board, 0) + 1
        some = bot[board]
        if not some:
            raise ValueError("it does not know")
        return some[times[board] % len(some)] + 1

    return move


@cache
def best(role: str) -> oracle_bots.Bot:
    """A bot that plays as well as can be."""
    return {board: [square] for board, square in oracle_bots.best(role)}


def a_bot(seed: int, twice: float, never: float) -> oracle_bots.Bot:
    """For every board a free square, two of them with some chance, none with another."""
    chance, found = random.Random(seed), {}
    for board in sorted(oracle_bots.boards()):
        free = [n for n in range(9) if board[n] == "."]
        number = 0 if chance.random() < never else 2 if chance.random() < twice else 1
        found[board] = chance.sample(free, min(number, len(free)))
    return found


@given(st.integers(0, 10**6), st.sampled_from(["x", "o"]), st.sampled_from([0.0, 0.3]),
       st.sampled_from([0.0, 0.0, 0.1]))  # fmt: skip
@examples(4, 20)
def test_what_a_bot_does(seed: int, role: str, twice: float, never: float) -> None:
    bot = a_bot(seed, twice, never)
    told = oracle_bots.play({role: bot})
    found = prove(f"{role} never loses", {role: playing(bot)}, engine="explicit")
    inquiry, asked = found.programs[role], told.asked[role]
    assert inquiry.positions == len(asked)
    assert inquiry.differing == sum(len(bot[board]) > 1 for board in asked)
    assert len(inquiry.failed) == sum(not bot[board] for board in asked)
    expected = oracle_bots.verdict(told.ends, role)
    if inquiry.differing and expected == "proved":
        expected = "unknown"
    assert found.verdict == expected
    ends = {end: number for end, number in (found.plays or {}).items() if number}
    assert ends == +told.ends


def test_both_roles_are_bots() -> None:
    bots = {"x": a_bot(1, 0, 0), "o": a_bot(2, 0.5, 0)}
    found = prove("x never loses", {role: playing(bot) for role, bot in bots.items()})
    told = oracle_bots.play(bots)
    assert found.plays == {end: told.ends[end] for end in ("x", "o", "tie")}
    positions = {role: one.positions for role, one in found.programs.items()}
    assert positions == {role: len(told.asked[role]) for role in bots}


def test_what_a_function_raises_has_its_line() -> None:
    def clueless(board: object, mark: object) -> object:
        raise KeyError("center")

    line = clueless.__code__.co_firstlineno + 1
    told = f"raised KeyError: 'center' (test_bots.py:{line}), at x../.../..."
    assert told in str(prove("o never loses", o=clueless, engine="explicit"))
    # of what `adapt` calls the line is not known, and none of ours stands for it
    told = "raised KeyError: 'center', at x../.../..."
    assert told in str(prove("o never loses", o=adapt(clueless), engine="explicit"))


@pytest.mark.parametrize("role", ["x", "o"])
def test_best_play_is_proved(role: str) -> None:
    bot = best(role)
    found = prove(f"{role} never loses", {role: playing(bot)}, engine="explicit")
    assert found.verdict == "proved"
    assert str(found.programs[role]).endswith("the same answer each time")
    assert "refuted" in str(prove(f"{role} always wins", {role: playing(bot)}, engine="explicit"))


@pytest.mark.parametrize("name", ["good_for_o", "edge_mistake"])
def test_it_plays_like_the_strategy_that_it_follows(name: str) -> None:
    board, strategy = oracle.Board(3, 3, 3), oracle.parse(name)

    def move(position: str, role: str) -> str:
        at = oracle.parse_board(position)
        row, column = min(oracle.recommends(board, at, strategy))
        return f"{row},{column}"

    asked = partial(prove, "o never loses", engine="explicit")
    one, other = (asked(o=o) for o in (move, f"pick({name}, reading)"))
    assert (one.verdict, one.plays) == (other.verdict, other.plays)


def test_answers_that_differ_prove_nothing() -> None:
    safe = {**best("o")}
    asked = partial(prove, position=FORK, engine="explicit")
    assert asked("o never loses", o=playing(safe)).verdict == "proved"
    assert asked("o can lose", o=playing(safe)).verdict == "refuted"
    safe[squares(FORK)] = [1, 3]  # both are right
    found = asked("o never loses", o=playing(safe))
    assert (found.verdict, found.programs["o"].differing) == ("unknown", 1)
    assert "at 1 position its answers differ: it remembers, or throws dice" in str(found)
    assert asked("o can lose", o=playing(safe)).verdict == "unknown"
    for answers in ([1, 2], [2, 1]):  # one of them loses, whether it comes first or later
        safe[squares(FORK)] = answers
        assert asked("o never loses", o=playing(safe)).verdict == "refuted"


RESTS_ON_ALL: dict[str, Callable[..., object]] = {
    **{
        name: partial(getattr(ttt_asp, name), "o never loses")
        for name in ("repair", "exceptions", "shorten", "explain")
    },
    "compare": lambda o, **begun: compare(o, "any", role="o", **begun),
    "matrix": lambda o, **begun: matrix([o], **begun),
}


@pytest.mark.parametrize("name", RESTS_ON_ALL)
def test_who_rests_on_all_answers_refuses_programs_whose_answers_differ(name: str) -> None:
    safe = {**best("o")}
    safe[squares(FORK)] = [1, 3]
    with (
        pytest.warns(UserWarning, match="answers differ"),
        pytest.raises(InputError, match="differ: it remembers, or throws dice") as refused,
    ):
        RESTS_ON_ALL[name](o=playing(safe), position=FORK)
    assert refused.value.diagnostics[0].location is not None


def test_a_question_that_nobody_reads_ends() -> None:
    process = Process(["sleep", "60"], False, Location("x"), 0.3, lambda: None)
    (answer,) = process.ask_all([("x" * 1_000_000, "x")])
    assert isinstance(answer, NoAnswer)
    assert str(answer) == "it has not read its question within 0.3 s"


def test_who_fails_once_has_no_move_there() -> None:
    safe, times = best("o"), 0

    def move(position: str, role: str) -> int | None:
        nonlocal times
        times += position == "x../.../..."
        return None if times == 2 and position == "x../.../..." else safe[squares(position)][0] + 1

    found = prove("o never loses", o=move, engine="explicit", position="x../.../...")
    assert found.verdict == "incomplete"
    assert len(found.programs["o"].failed) == 1
    assert "at x../.../...: it answered nothing: no legal move; these are 2, 3, 4" in str(found)


@tabled()
def test_how_a_move_may_be_named(game: str, role: str, answer: str, page: str) -> None:
    given = Arguments(game=str(GDL / game) if game.endswith(".kif") else game)
    first: list[str] = []

    def move(position: str, who: str) -> str:
        first.append(position)
        assert who == role
        return answer if position == first[0] else "no more"

    (entry,) = given.with_books(given.posed(f"{role} can win", {role: move})).made
    assert entry.inquiry is not None
    assert entry.inquiry.differing == 0
    assert entry.made is not None
    (line,) = (one for one in entry.made.decode().split("\n") if "_page(1," in one)
    assert line.endswith(f",{page}).")


@pytest.mark.parametrize("move", [(2, 3), [2, 3], 6, "6", " 2 , 3 ", "mark(cell(2,3))"])
def test_what_a_function_may_return(move: object) -> None:
    found = prove("o can win", o=lambda *_: move, position=LATE)
    assert not found.programs["o"].failed
    assert not found.programs["o"].differing


@tabled()
def test_a_program_that_answers_or_fails(
    name: str, program: str, why: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / name.split()[-1], program)
    late = ("--move-time", "0.5" if "within" in why else "9")
    at = ("--position", LATE, "--engine", "explicit", *late)
    found = run("prove", "o never loses", "--o", f"program:{name}", *at)
    if why.startswith("--o"):
        assert (found.status, found.out) == (2, "")
        assert why in found.err
    elif why:
        assert (found.status, "incomplete" in found.out) == (1, True), found
        assert why in found.out.partition("at xox/xo./.xo: ")[2].partition("\n\n")[0]
    else:
        assert "(asked at 1 position, " in found.out
        assert "the same answer each time" in found.out


def test_of_two_lines_none_is_an_answer() -> None:
    words = ["sh", "-c", "while read line; do printf '6\\n7\\n'; done"]
    program = Process(words, False, Location("--o"), HANGS, lambda: None)
    (answer,) = program.ask_all([("...", "o")])
    assert isinstance(answer, NoAnswer)
    assert str(answer) == "it printed more than one line; here 7"


def test_a_line_that_comes_after_an_answer_answers_no_other_question(tmp_path: Path) -> None:
    text = "echo 6; until [ -e more ]; do sleep 0.01; done; echo 7; touch told"
    words = ["sh", "-c", f"cd '{tmp_path}'; while read line; do {text}; done"]
    program = Process(words, False, Location("--o"), HANGS, lambda: None)
    try:
        assert program.ask_all([("first", "o")]) == ["6"]
        (tmp_path / "more").touch()
        until((tmp_path / "told").exists)
        (answer,) = program.ask_all([("second", "o")])
    finally:
        program.close()
    assert isinstance(answer, NoAnswer)
    assert str(answer) == "it printed more than one line; here 7"


def test_an_answer_may_be_there_before_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that reads nothing may be quicker than who asks it."""
    start = Process._start

    def answered_at_once(program: Process) -> None:
        start(program)
        assert program._waiting.select(HANGS)

    monkeypatch.setattr(Process, "_start", answered_at_once)
    program = Process(["echo", "6"], False, Location("--o"), HANGS, lambda: None)
    try:
        assert program.ask_all([("first", "o"), ("second", "o")]) == ["6", "6"]
    finally:
        program.close()


def test_who_ends_among_many_questions_is_asked_again(tmp_path: Path) -> None:
    text = """
import os
asked = []
def move(position, role):
    asked.append(position)
    if len(asked) == 3 or position == "never":
        os._exit(4)
    return position
"""
    bot = write(tmp_path / "bot.py", text)
    program = Process([str(bot), "move"], True, Location("--o"), HANGS, lambda: None)
    questions = [*"abcd", "never", *"efgh"]
    try:
        answers = program.ask_all([(question, "o") for question in questions])
    finally:
        program.close()
    failed = [question for question, answer in zip(questions, answers, strict=True)
              if isinstance(answer, NoAnswer)]  # fmt: skip
    assert failed == ["never"]
    assert [str(answer) for answer in answers if not isinstance(answer, NoAnswer)] == [*"abcdefgh"]


@tabled()
def test_last_words_say_why(text: str, line: str) -> None:
    assert last_words(text) == line


def test_an_answer_that_is_late_is_nobodys(tmp_path: Path) -> None:
    # at x in the corner the answer comes too late; whoever took it for one to the next question
    # would have it play 9 there
    within = on_any_machine(0.5)
    text = contents("extensions/players/bots_late.txt").replace("LATE", str(within + 1))
    found = prove("o never loses", o=f"program:{write(tmp_path / 'bot.py', text)}",
                  move_time=within)  # fmt: skip
    (why,) = found.programs["o"].failed.values()
    late = f"it gave no answer within {within:g} s (`--move-time "
    assert (found.verdict, why[: len(late)]) == ("refuted", late)
    assert "stuck: o has no move at" in found.others
    assert found.programs["o"].differing == 0


def test_a_time_limit_ends_the_asking(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time is up as soon as the program is asked, and however long it takes, that is said."""
    asked, bot = tmp_path / "asked", tmp_path / "slow.py"
    write(bot, contents("extensions/players/bots_slow.txt").replace("ASKED", str(asked)))

    def clock() -> float:
        return time.monotonic() + (HANGS if asked.exists() else 0.0)

    monkeypatch.setattr("ttt_asp.deadline.time", SimpleNamespace(monotonic=clock))
    monkeypatch.setattr("ttt_asp.engines.explicit.GRACE", 2 * HANGS)
    found = run("prove", "o never loses", "--o", f"program:{bot}", "--time-limit", str(HANGS))
    far = "programs were asked at 0 positions, up to move 2, and no play decides the claim so far"
    told, *about = found.out.splitlines()
    assert (found.status, told) == (
        3,
        f"o never loses: unknown (the time limit of {HANGS:g} s was reached; {far})",
    )
    assert "slow.py (asked at 0 positions, " in about[1]


def gone(pid: int) -> None:
    """Wait until a process is no more."""
    begun = time.monotonic()
    with suppress(FileNotFoundError, ProcessLookupError):  # as soon as it is gone
        while time.monotonic() - begun < HANGS:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return
            time.sleep(0.02)
    assert not Path(f"/proc/{pid}").exists()


@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_nothing_of_a_program_outlives_us(
    kill: signal.Signals, tmp_path: Path, start: Start
) -> None:
    # it hangs, and so does what it left behind in a session of its own
    bot = write(tmp_path / "bot.py", contents("extensions/players/bots_children.txt"))
    # and however long it takes to end it, what was explored is said
    patient = f"from ttt_asp.engines import explicit\nexplicit.GRACE = {HANGS}\n"
    code = f"{patient}from ttt_asp.__main__ import run\nrun()\n"
    begun = start("prove", "o never loses", "--o", f"program:{bot}", "--move-time", "500",
                  code=code, cwd=tmp_path)  # fmt: skip
    while not (tmp_path / "left").exists():
        assert begun.poll() is None
        time.sleep(0.02)
    begun.send_signal(kill)
    done = ended(begun)
    for pid in (tmp_path / "left").read_text().split():
        gone(int(pid))
    if kill == signal.SIGINT:
        assert done.status == 130
        asked = "programs were asked at 0 positions, up to move 2"
        said = (
            f"o never loses: unknown (interrupted; {asked}, and no play decides the claim so far)"
        )
        assert said in done.out


def test_others_take_programs_too(tmp_path: Path) -> None:
    # on two rows there is little to be asked
    small = {"rows": 2}
    found = compare(first_free, "any", role="o", const=small)
    assert found.claims["o never loses"] == ("refuted", "refuted")
    assert found.differences
    (one, *_) = matrix([first_free, "any"], const=small).scores
    assert set(one.roles.values()) == {"first_free"}
    assert one.plays == {"x": 0, "o": 0, "tie": 1}
    page = tmp_path / "page.html"
    assert report("o never loses", page, o=first_free, const=small, position="xo./.x.").verdict
    assert "function first_free" in page.read_text("utf-8")
    with pytest.warns(UserWarning, match="no legal move at"):
        repair("o always wins", o=lambda *_: "?", edits=1, const=small)


def test_the_fewest_exceptions_to_a_bot_are_found() -> None:
    wrong = playing({**best("o"), squares(FORK): [2]})
    fewest = exceptions("o never loses", o=wrong, position=FORK)
    assert (fewest.answer, len(fewest.pages)) == ("repaired", 1)


def test_the_workbench_runs_no_program() -> None:
    fields = {"claim": "o never loses", "roles": {"o": "program:bot.py"}}
    status, answer = answered("prove", fields)
    assert status == 400
    assert "no file names one" in answer["errors"][0]["message"]


@tabled()
def test_what_is_no_book_is_refused(pages: list[list[list[str]]], why: str) -> None:
    """What books recommend is in data/strategies/library.md."""
    given = [(set(fluents), actions) for fluents, actions in pages]
    with pytest.raises(InputError, match=why):
        book("tiny", "x", given, "nothing.", "this test")
