"""What a proof rests on: no file, strategy, horizon or option makes plays go missing."""

import os
import signal
from itertools import combinations, product
from pathlib import Path

import pytest
from clingo.ast import AST, BinaryOperator, UnaryOperator
from conftest import HANGS, tactic, write, written
from drawn_arithmetic import OPERATORS
from tables import constant, contents, tabled

from ttt_asp import prove
from ttt_asp.cli.execution import execute
from ttt_asp.errors import Diagnostic, InputError
from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.solver_input import read_program
from ttt_asp.games.load import load_game
from ttt_asp.lp import reach
from ttt_asp.lp.lint import forbidden_cycles
from ttt_asp.lp.ranges import combined, negated, numbers
from ttt_asp.lp.scan import NotTerms, mask_comments, parse_terms, unreadable
from ttt_asp.lp.source import parse
from ttt_asp.lp.syntax import linear
from ttt_asp.strategies.library import Kind, open_library
from ttt_asp.strategies.tactics import check_file, load_tactics


@tabled()
@pytest.mark.parametrize("term", ["trick", "opponent(trick)"])
@pytest.mark.parametrize("claim", ["x never loses", "always tie"])
def test_a_strategy_that_suggests_only_illegal_squares_is_incomplete(
    body: str, claim: str, term: str, tmp_path: Path
) -> None:
    text = f"suggests(trick,P,mark(C)) :- role(P), {body}.\n"
    tactic(tmp_path, "trick", text)
    found = prove(claim, x=term, strategies=[tmp_path])
    assert found.verdict == "incomplete" and found.play is not None
    assert found.play.moves == () and found.boards == (".../.../...",)
    assert found.reason == "x's strategy recommends nothing in the last position"


@pytest.mark.no_cover
@pytest.mark.parametrize("horizon", [0, 1, 4, 5, 8])
@pytest.mark.parametrize("claim", ["x never loses", "x always wins by move 9"])
def test_a_horizon_shorter_than_the_game_proves_nothing(claim: str, horizon: int) -> None:
    found = prove(claim, x="newell_simon", horizon=horizon)
    assert found.verdict != "proved"
    if horizon < 5:
        assert found.verdict == "unknown" and found.play is not None
        assert found.play.ending == "cut" and len(found.play.moves) == horizon


@pytest.mark.no_cover
@pytest.mark.parametrize("horizon", [9, 30])
def test_a_longer_horizon_changes_nothing(horizon: int) -> None:
    assert prove("x never loses", x="good_for_x", horizon=horizon).verdict == "proved"


@tabled()
def test_clingo_options_that_are_no_options_of_the_search(option: str) -> None:
    with pytest.raises(InputError, match=f"{option} cannot be passed on to clingo"):
        prove("x never loses", x="good_for_x", clingo_options=[option])


@tabled()
def test_options_of_the_search_do_not_change_verdicts(option: str) -> None:
    given, board = [option], {"rows": 2, "line": 2}  # on 3x3 looking ahead takes seconds
    x = "first(defeat, defend, any)"
    assert prove("x never loses", x=x, const=board, clingo_options=given).verdict == "proved"
    assert prove("x never loses", const=board, clingo_options=given).verdict == "refuted"


def test_a_limit_of_clingos_is_unknown() -> None:
    limit = ["--solve-limit=0"]
    found = prove("x never loses", x="careful_o", engine="bounded", clingo_options=limit)
    assert found.verdict == "unknown"
    assert found.reason == "clingo stopped at a limit before the search was over"


# --- texts that once got past the parser's checks, or ended the program ---------------------------


@tabled()
def test_no_file_is_opened_by_another(text: str, tmp_path: Path) -> None:
    """Opening a FIFO that nobody writes to would block until the alarm."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)

    def opened(*_: object) -> None:
        raise AssertionError("a file was opened")

    before = signal.signal(signal.SIGALRM, opened)
    signal.alarm(int(HANGS))
    try:
        with pytest.raises(InputError):
            parse(os.fsencode(text.replace("FIFO", str(fifo))), "it")
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_blanking_keeps_lines_and_offsets() -> None:
    text = b'p("a%b").% c\n%* d\n "e" %* f *% *% q("\\"").'
    blanked = mask_comments(text)
    assert len(blanked) == len(text)
    assert blanked.split() == [b"p(", b").", b"q(", b")."]
    assert blanked.count(b"\n") == text.count(b"\n")


@pytest.mark.parametrize("line", ["#!%*", "q. #! x %*", "#!%*%*"])
def test_what_follows_a_comment_of_another_kind_is_seen(line: str) -> None:
    """`#!` begins a line comment; taken for a block comment, what follows was not looked at."""
    for text in ("p(T) :- q(T).", "p(@f).", 'p("\\x").', "p(4294967297).", "p(é)."):
        with pytest.raises(InputError, match="#! is not allowed"):
            parse(f"{line}\n{text}\n".encode(), "it")
    assert parse(b'p("#! %*"). % #! %*\n%* #! *% q.', "it").defined == {("p", 1), ("q", 0)}


def test_long_and_deep_terms_within_the_limits_parse(tmp_path: Path) -> None:
    deep = "f(" * 90 + "1" + ")" * 90
    long = "+".join(["1"] * 4000)
    text = f"suggests(deep,P,A) :- legal(P,A), deep_n({deep}), deep_n({long}).\n"
    path = tactic(tmp_path, "deep", text + f"deep_n({deep}).\ndeep_n({long}).\n")
    assert execute(["check", str(path)]) == 0


def test_a_term_is_looked_at_once_however_often_a_variable_stands_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For each of 4,900 places of X the whole term was looked at: a check took hours."""
    looked_at: list[AST] = []

    def looks(term: AST) -> bool:
        looked_at.append(term)
        return linear(term)

    monkeypatch.setattr(reach, "linear", looks)
    rule = f"suggests(it,P,A) :- legal(P,A), X = 0{'+X' * 50} = X."
    strategies = tactic(tmp_path, "it", rule).parents[1]
    with pytest.raises(InputError, match="nothing here says how large"):
        prove("x never loses", x="it", strategies=strategies)
    assert len(looked_at) < 10


# x and o each take one of two steps; `{goals}` says what that is worth.
STEPS = contents("engines/goalless_steps.lp")
BAD: dict[str, str] = constant(__file__, "BAD")
# Claims for which the play without goals is all that matters: without the check they are answered.
CLAIMS = ("x never wins", "o never loses", "never tie", "x can win", "o can lose")
SOMEWHERE = ("none where somebody went left", "two for o where nobody went left")


@pytest.mark.parametrize("which", BAD)
def test_no_verdict_about_plays_without_goals(which: str, tmp_path: Path) -> None:
    """Induction comes to the end of these plays in the base case."""
    path = written(tmp_path / "steps.lp", STEPS + BAD[which])
    asked = [("induction", "x never wins"), ("explicit", "x never wins"), ("bounded", "x can win")]
    asked += [(engine, claim) for engine in ("bounded", "explicit") for claim in CLAIMS]
    for engine, claim in [*dict.fromkeys(asked)][: 3 if which in SOMEWHERE else None]:
        with pytest.raises(
            InputError, match=r"ends at \{.*\}, where not every role has exactly one"
        ):
            prove(claim, game=path, engine=engine)


CAN = {"wins": "win", "loses": "lose", "ties": "tie"}


@tabled()
def test_goals_may_be_constant_and_lemmas_none(goals: str, tmp_path: Path) -> None:
    """Nothing is remarked on where no goal of a kind, or no lemma, can ever hold."""
    path = written(tmp_path / "steps.lp", STEPS + goals)
    ends = "ties" if "50" in goals else "wins" if "goal(x,100)" in goals else "loses"
    for claim in ("wins", "loses", "ties"):
        expected = "refuted" if claim == ends else "proved"
        for engine in ("bounded", "explicit"):
            found = prove(f"x never {claim}", game=path, engine=engine)
            assert found.verdict == expected, (claim, engine, found.reason)
        # the game has no lemma of its own, and a position where it is nobody's turn is stuck
        found = prove(f"x never {claim}", game=path, engine="induction", find_lemmas=False)
        assert found.verdict == ("refuted" if claim == ends else "unknown"), found.reason
        can = prove(f"x can {CAN[claim]}", game=path)
        assert can.verdict == ("proved" if claim == ends else "refuted")


# --- what a user's file may not say: each refusal has a row that nothing else refuses -------------


GAME, TACTICS = load_game("tictactoe", {}), open_library().names("tactic")
RULES: dict[Kind, str] = {
    "tactic": "suggests(it,P,A) :- legal(P,A).\n",
    "order": "order(it,A,1) :- legal(P,A).\n",
    "lemma": "lemma(it).\n",
}


def problems(kind: Kind, text: str, name: str = "it") -> list[Diagnostic]:
    """All that is wrong with a file."""
    try:
        return check_file(kind, parse(text.encode(), f"{name}.lp"), name, GAME, TACTICS)
    except InputError as error:
        return [*error.diagnostics]


@tabled()
def test_a_file_is_refused(about: str, kind: Kind, rule: bool, text: str, said: list[str]) -> None:
    found = problems(kind, (RULES[kind] if rule else "") + text)
    places = [f"{one.location}: {one.message}".removeprefix("it.lp:") for one in found]
    assert len(places) == len(said), places
    assert all(map(str.startswith, places, said)), places


@tabled()
def test_a_name_is_refused(name: str, said: str) -> None:
    [found] = problems("tactic", f"suggests({name},P,A) :- legal(P,A).", name)
    assert found.message.startswith(said)


@tabled()
def test_what_is_too_large_is_not_parsed(text: str, most: int, said: str) -> None:
    before, part, after = text.encode().split(b"|")
    for times in (most, most + 1):
        found = unreadable(mask_comments(before + part * times + after))
        assert [message for _, _, message in found] == [said] * (times > most)


def test_comments_before_a_statement_are_no_part_of_it() -> None:
    comment = b"% what this is about\n" * 600
    assert not [*unreadable(mask_comments(comment + b"it_a(1).\n" + comment + b"it_a(2)."))]
    # not the comment, but what is too long is pointed at
    [(begin, _, _)] = unreadable(mask_comments(comment + b"it_a(1" + b"+1" * 6000 + b")."))
    assert begin == len(comment)


@tabled()
def test_terms_are_refused(text: str, said: str) -> None:
    with pytest.raises(NotTerms, match=said):
        parse_terms(text)


@tabled()
def test_programs_of_certificates_are_refused(text: str, said: str) -> None:
    with pytest.raises(Rejected) as raised:
        read_program(f"a.\n{text}", "it")
    assert str(raised.value).startswith(f"it, line 2: {said}")


@tabled()
def test_files_do_not_go_together(files: dict[str, str], said: str, tmp_path: Path) -> None:
    for name, text in files.items():
        write(tmp_path / name, text)
    with pytest.raises(InputError, match=said):
        load_tactics(["it"], GAME, open_library([tmp_path]), ["it"] * ("orders/it.lp" in files))


def test_recursion_through_files_that_are_ours() -> None:
    """What they have alone is known to end."""
    ours = parse(b"q(X) :- p(X). r(X+1) :- r(X), r(0).", "ours.lp")
    [found] = forbidden_cycles([parse(b"p(X+1) :- q(X).", "it.lp")], [ours])
    assert str(found.location) == "it.lp:1:1" and "might never end" in found.message


# --- numbers --------------------------------------------------------------------------------------


BINARY = {
    "+": "Plus", "-": "Minus", "*": "Multiplication", "/": "Division", "\\": "Modulo",
    "**": "Power", "&": "And", "?": "Or", "^": "XOr",
}  # fmt: skip


def test_ranges_hold_what_integers_say() -> None:
    """Whatever two numbers of two ranges come to is in the range that these come to."""
    intervals = [numbers(low, high) for low, high in combinations((-6, -1, 0, 2, 7), 2)]
    intervals += [numbers(number, number) for number in (-3, 0, 1, 3)]
    for left in intervals:
        for sign, name in (("minus", "Minus"), ("~", "Negation"), ("||", "Absolute")):
            made = negated(int(UnaryOperator[name]), left)
            found = {OPERATORS[sign](number) for number in range(left.low, left.high + 1)}
            assert made.low <= min(found) and max(found) <= made.high and len(found) <= made.ways
    for left, right, (sign, name) in product(intervals, intervals, BINARY.items()):
        if (sign in "/\\" and right.low <= 0 <= right.high) or (sign == "**" and right.low < 0):
            continue
        made = combined(int(BinaryOperator[name]), left, right)
        pairs = product(range(left.low, left.high + 1), range(right.low, right.high + 1))
        found = {OPERATORS[sign](*pair) for pair in pairs}
        assert made.low <= min(found) and max(found) <= made.high and len(found) <= made.ways
